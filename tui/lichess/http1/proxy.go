package http1

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// dial connects to the server of a request: by https through a proxy where the environment names one, by http without,
// since such servers stand on this machine.
func (t *Transport) dial(req *http.Request) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(req.Context(), dialTime)
	defer cancel()
	to := hostPort(req.URL)
	if req.URL.Scheme != "https" {
		return new(net.Dialer).DialContext(ctx, "tcp", to)
	}
	proxy, err := t.proxy(req)
	if err != nil {
		return nil, err
	}
	var c net.Conn
	if proxy == nil {
		c, err = new(net.Dialer).DialContext(ctx, "tcp", to)
	} else {
		c, err = t.dialProxy(ctx, proxy, to)
	}
	if err != nil {
		return nil, err
	}
	return t.secure(ctx, c, req.URL.Hostname())
}

// secure encrypts a connection to a host.
func (t *Transport) secure(ctx context.Context, c net.Conn, host string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, shakeTime)
	defer cancel()
	config := t.tls.Clone()
	config.ServerName = host
	s := tls.Client(c, config)
	if err := s.HandshakeContext(ctx); err != nil {
		_ = c.Close()
		return nil, err
	}
	return s, nil
}

// hostPort is the address of a server with its port.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		switch u.Scheme {
		case "http":
			port = "80"
		case "socks5", "socks5h":
			port = "1080"
		default:
			port = "443"
		}
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// dialProxy connects to a server by way of a proxy.
func (t *Transport) dialProxy(ctx context.Context, proxy *url.URL, to string) (c net.Conn, err error) {
	if c, err = new(net.Dialer).DialContext(ctx, "tcp", hostPort(proxy)); err != nil {
		return nil, err
	}
	if proxy.Scheme == "https" {
		if c, err = t.secure(ctx, c, proxy.Hostname()); err != nil {
			return nil, err
		}
	}
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	switch proxy.Scheme {
	case "http", "https":
		err = tunnel(c, proxy.User, to)
	case "socks5", "socks5h":
		err = socks(c, proxy.User, to)
	default:
		err = fmt.Errorf("the proxy %s is of no known kind", proxy.Redacted())
	}
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// tunnel asks an HTTP proxy for a connection.
func tunnel(c net.Conn, user *url.Userinfo, to string) error {
	req := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: to}, Host: to, Header: make(http.Header)}
	if user != nil {
		secret, _ := user.Password()
		req.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+secret)))
	}
	if err := req.Write(c); err != nil {
		return err
	}
	// A server speaks after its client, so that nothing of it is in the buffer.
	res, err := http.ReadResponse(bufio.NewReader(io.LimitReader(c, mostAnswerHead)), req)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return errors.New("the proxy says: " + res.Status)
	}
	return nil
}

// socks asks a SOCKS proxy, version 5 (RFC 1928, RFC 1929), for a connection; the proxy finds the address of the name.
func socks(c net.Conn, user *url.Userinfo, to string) error {
	host, portText, err := net.SplitHostPort(to)
	if err != nil {
		return err
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil || len(host) > 255 {
		return fmt.Errorf("%s is no address for a proxy", to)
	}
	const version, noLogin, password = 5, 0, 2
	methods := []byte{noLogin}
	if user != nil {
		methods = append(methods, password)
	}
	var got [262]byte // the longest answer
	if err := call5(c, append([]byte{version, byte(len(methods))}, methods...), got[:2]); err != nil {
		return err
	}
	switch {
	case got[0] == version && got[1] == noLogin:
	case got[0] == version && got[1] == password && user != nil:
		name := user.Username()
		secret, _ := user.Password()
		if len(name) > 255 || len(secret) > 255 {
			return errors.New("the login of the proxy is too long")
		}
		login := append(append([]byte{1, byte(len(name))}, name...), byte(len(secret)))
		if err := call5(c, append(login, secret...), got[:2]); err != nil {
			return err
		}
		if got[1] != 0 {
			return errors.New("the proxy refuses the login")
		}
	default:
		return errors.New("the proxy wants another login")
	}
	// connect to a name
	ask := append(append([]byte{version, 1, 0, 3, byte(len(host))}, host...), byte(port>>8), byte(port))
	if err := call5(c, ask, got[:5]); err != nil {
		return err
	}
	if got[0] != version || got[1] != 0 {
		return fmt.Errorf("the proxy does not connect (%d)", got[1])
	}
	rest := map[byte]int{1: 4 - 1, 3: int(got[4]), 4: 16 - 1}[got[3]] // of the address, whose first byte was read
	_, err = io.ReadFull(c, got[:rest+2])
	return err
}

// call5 sends a message to a SOCKS proxy and reads the answer.
func call5(c net.Conn, ask, answer []byte) error {
	if _, err := c.Write(ask); err != nil {
		return err
	}
	_, err := io.ReadFull(c, answer)
	return err
}
