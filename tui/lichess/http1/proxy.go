package http1

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// dial connects to the server of a request: by https through a proxy where the environment names one, by http without,
// since such servers stand on this machine.
func (t *Transport) dial(ctx context.Context, server *url.URL) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	to := hostPort(server)
	if server.Scheme != "https" {
		return new(net.Dialer).DialContext(ctx, "tcp", to)
	}
	proxy, err := proxyOf(server)
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
	return t.secure(ctx, c, server.Hostname())
}

// proxyOf is the proxy that HTTPS_PROXY names, nil where there is none, the server is this machine, or NO_PROXY has its
// name.
func proxyOf(server *url.URL) (*url.URL, error) {
	text := environment("HTTPS_PROXY")
	if text == "" || direct(server, environment("NO_PROXY")) {
		return nil, nil
	}
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return nil, errors.New("HTTPS_PROXY is no address of a proxy")
	}
	return u, nil
}

// environment reads a variable, which may be written in small letters.
func environment(name string) string {
	return cmp.Or(os.Getenv(name), os.Getenv(strings.ToLower(name)))
}

// direct tells whether a server is asked without a proxy: one of this machine, or of a list of addresses, networks
// (10.0.0.0/8) and names, which stand for all names below them, each with a port or without; * is every server.
func direct(server *url.URL, list string) bool {
	host := strings.ToLower(server.Hostname())
	ip, _ := netip.ParseAddr(host)
	if ip = ip.Unmap(); host == "localhost" || ip.IsLoopback() {
		return true
	}
	_, port, _ := net.SplitHostPort(hostPort(server))
	for name := range strings.SplitSeq(strings.ToLower(list), ",") {
		name = strings.TrimSpace(name)
		if block, err := netip.ParsePrefix(name); err == nil && block.Contains(ip) {
			return true
		}
		if n, p, err := net.SplitHostPort(name); err == nil {
			if p != "" && p != port {
				continue
			}
			name = n
		}
		switch other, err := netip.ParseAddr(name); {
		case name == "":
		case name == "*", name == host, err == nil && other.Unmap() == ip:
			return true
		case strings.HasSuffix(host, "."+strings.TrimPrefix(strings.TrimPrefix(name, "*"), ".")):
			return true
		}
	}
	return false
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
	ask := "CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n"
	if user != nil {
		secret, _ := user.Password()
		ask += "Proxy-Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user.Username()+":"+secret)) + "\r\n"
	}
	if _, err := io.WriteString(c, ask+"\r\n"); err != nil {
		return err
	}
	// A server speaks after its client, so that nothing of it is in the buffer.
	res, err := readResponse(bufio.NewReader(io.LimitReader(c, mostAnswerHead)))
	if err != nil {
		return err
	}
	if res.Status != OK {
		return fmt.Errorf("the proxy says: %d %s", res.Status, res.Reason)
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
