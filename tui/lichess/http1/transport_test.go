package http1

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

const patience = 20 * time.Second

// server serves a handler and counts connections.
func server(t *testing.T, tls bool, h http.HandlerFunc) (s *httptest.Server, lines *atomic.Int32) {
	t.Helper()
	lines = new(atomic.Int32)
	s = httptest.NewUnstartedServer(h)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			lines.Add(1)
		}
	}
	if tls {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s, lines
}

// client makes a transport; what it keeps is closed at the end.
func client(t *testing.T) *Transport {
	tr := New(patience)
	t.Cleanup(func() { closeIdle(tr) })
	return tr
}

func closeIdle(tr *Transport) {
	tr.mu.Lock()
	var all []*conn
	for _, list := range tr.idle {
		all = append(all, list...)
	}
	tr.mu.Unlock()
	for _, c := range all {
		_ = c.Close()
	}
}

// request writes a request.
func request(t *testing.T, method, address, text string) *Request {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return &Request{Method: method, URL: u, Body: []byte(text)}
}

// ask makes a request and reads its answer.
func ask(t *testing.T, tr *Transport, method, url, text string) (*Response, string) {
	t.Helper()
	res, err := tr.Do(t.Context(), request(t, method, url, text))
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	return res, string(got)
}

// TestOneConnection holds that requests in turn go over one connection, whatever their answers are like.
func TestOneConnection(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s, lines := server(t, false, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		switch r.URL.Path {
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/pieces":
			for n := range 5 {
				fmt.Fprintf(w, "%d\n", n)
				w.(http.Flusher).Flush()
			}
		case "/packed":
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, "packed by ", r.Header.Get("Accept-Encoding"))
			z.Close()
		case "/early":
			w.WriteHeader(http.StatusEarlyHints)
			fmt.Fprint(w, "after hints")
		default:
			fmt.Fprintf(w, "%s %s", r.Method, text)
		}
	})
	tr := client(t)
	for _, c := range []struct{ method, path, text, want string }{
		{"GET", "/", "", "GET "},
		{"POST", "/", "move=e2e4", "POST move=e2e4"},
		{"POST", "/none", "", ""},
		{"GET", "/pieces", "", "0\n1\n2\n3\n4\n"},
		{"GET", "/packed", "", "packed by gzip"},
		{"GET", "/early", "", "after hints"},
		{"DELETE", "/", "", "DELETE "},
	} {
		if _, got := ask(t, tr, c.method, s.URL+c.path, c.text); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.method, c.path, got, c.want)
		}
	}
	if n := lines.Load(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
	closeIdle(tr)
	s.Close()
}

// TestStaleConnection holds that a request goes over a new connection where the server has closed the old one.
func TestStaleConnection(t *testing.T) {
	s, lines := server(t, false, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Method) })
	tr := client(t)
	for n := range int32(20) {
		if _, got := ask(t, tr, "GET", s.URL, ""); got != "GET" {
			t.Fatal(got)
		}
		if got := lines.Load(); got != n+1 {
			t.Fatalf("%d connections, want %d", got, n+1)
		}
		s.CloseClientConnections()
	}
}

// TestStream holds that a stream comes line by line beside other requests, and that closing its body ends it.
func TestStream(t *testing.T) {
	gone := make(chan struct{})
	next := make(chan string)
	s, lines := server(t, false, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/stream" {
			return
		}
		defer close(gone)
		for {
			select {
			case line := <-next:
				fmt.Fprintln(w, line)
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			}
		}
	})
	tr := client(t)
	begun := make(chan *Response)
	req := request(t, "GET", s.URL+"/stream", "")
	go func() {
		res, err := tr.Do(t.Context(), req)
		if err != nil {
			t.Error(err)
		}
		begun <- res
	}()
	next <- "first"
	res := <-begun
	in := bufio.NewScanner(res.Body)
	for _, want := range []string{"first", "second", "third"} {
		if want != "first" {
			ask(t, tr, "POST", s.URL+"/move", "x=y")
			next <- want
		}
		if !in.Scan() || in.Text() != want {
			t.Fatalf("%q, %v, want %q", in.Text(), in.Err(), want)
		}
	}
	_ = res.Body.Close()
	<-gone
	if n := lines.Load(); n != 2 {
		t.Errorf("%d connections, want 2", n)
	}
}

// TestCancel holds that the end of a context ends a request, before its answer and within.
func TestCancel(t *testing.T) {
	come := make(chan struct{})
	s, _ := server(t, false, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/within" {
			fmt.Fprintln(w, "begun")
			w.(http.Flusher).Flush()
		} else {
			close(come)
		}
		<-r.Context().Done()
	})
	tr := client(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-come; cancel() }()
	if _, err := tr.Do(ctx, request(t, "GET", s.URL+"/before", "")); !errors.Is(err, context.Canceled) {
		t.Errorf("before its answer: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	res, err := tr.Do(ctx, request(t, "GET", s.URL+"/within", ""))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.ReadAll(res.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("within its answer: %v", err)
	}
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if len(tr.idle[s.URL]) != 0 {
		t.Error("the connection of a broken answer is kept")
	}
}

// TestHeads holds that heads that are too long, late or no HTTP are refused.
func TestHeads(t *testing.T) {
	s, _ := server(t, false, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/long":
			w.Header().Set("X", strings.Repeat("x", 100<<10))
		case "/late":
			<-r.Context().Done()
		default:
			c, out, _ := w.(http.Hijacker).Hijack()
			fmt.Fprint(out, "SSH-2.0-x\r\n\r\n")
			out.Flush()
			c.Close()
		}
	})
	tr := client(t)
	tr.patience = 50 * time.Millisecond
	for path, want := range map[string]error{"/long": errHead, "/late": errLate, "/other": nil} {
		if path != "/late" {
			tr.patience = patience
		} else {
			tr.patience = 50 * time.Millisecond
		}
		if _, err := tr.Do(t.Context(), request(t, "GET", s.URL+path, "")); err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}

// TestProxies holds that servers by https are reached through proxies of each kind, with their logins.
func TestProxies(t *testing.T) {
	s, lines := server(t, true, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto, " ", r.Host) })
	at := s.Listener.Addr().String()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	seen := make(chan string, 10)
	httpProxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Method + " " + r.Host + " " + r.Header.Get("Proxy-Authorization")
		if strings.HasPrefix(r.Header.Get("Proxy-Authorization"), "Basic d3Jvbmc") {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		to, err := net.Dial("tcp", at)
		if err != nil {
			t.Error(err)
			return
		}
		w.WriteHeader(http.StatusOK)
		c, in, _ := w.(http.Hijacker).Hijack()
		join(c, in, to)
	}))
	t.Cleanup(httpProxy.Close)
	socksProxy := socksServer(t, at, seen)
	for _, c := range []struct{ proxy, seen, fault string }{
		{"", "", ""},
		{httpProxy.URL, "CONNECT example.com:443 ", ""},
		{strings.Replace(httpProxy.URL, "//", "//anna:secret@", 1), "CONNECT example.com:443 Basic YW5uYTpzZWNyZXQ=", ""},
		{strings.Replace(httpProxy.URL, "//", "//wrong:x@", 1), "CONNECT example.com:443 Basic d3Jvbmc6eA==", "the proxy says: 407"},
		{"socks5://" + socksProxy, "socks example.com:443", ""},
		{"socks5h://anna:secret@" + socksProxy, "socks anna secret example.com:443", ""},
		{"socks5://wrong:x@" + socksProxy, "socks wrong x", "refuses the login"},
		{"gopher://127.0.0.1:1", "", "cannot"},
	} {
		tr := client(t)
		tr.tls.RootCAs = roots
		ask := "https://example.com/"
		if c.proxy == "" {
			ask = s.URL
		}
		t.Setenv("HTTPS_PROXY", c.proxy)
		req := request(t, "GET", ask, "")
		before := lines.Load()
		res, err := tr.Do(t.Context(), req)
		if c.fault != "" {
			if err == nil || c.fault != "cannot" && !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s: %v, want %q", c.proxy, err, c.fault)
			}
			if lines.Load() != before {
				t.Errorf("%s: the server was reached", c.proxy)
			}
		} else if err != nil {
			t.Errorf("%s: %v", c.proxy, err)
		} else {
			got, _ := io.ReadAll(res.Body)
			if want := "HTTP/1.1 " + req.URL.Host; string(got) != want {
				t.Errorf("%s: %q, want %q", c.proxy, got, want)
			}
		}
		if c.seen != "" {
			if got := <-seen; got != c.seen {
				t.Errorf("%s: the proxy saw %q, want %q", c.proxy, got, c.seen)
			}
		}
	}
	tr := client(t) // whose roots do not know the server
	if _, err := tr.Do(t.Context(), request(t, "GET", s.URL, "")); err == nil {
		t.Error("a certificate of nobody is believed")
	}
}

// join carries bytes both ways until one side ends.
func join(c net.Conn, in io.Reader, to net.Conn) {
	var both sync.WaitGroup
	both.Go(func() { _, _ = io.Copy(to, in); to.Close() })
	both.Go(func() { _, _ = io.Copy(c, to); c.Close() })
	both.Wait()
}

// socksServer is a SOCKS proxy that leads to one server.
func socksServer(t *testing.T, at string, seen chan<- string) (address string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	serve := func(c net.Conn) error {
		defer c.Close()
		in := bufio.NewReader(c)
		text := func() (string, error) {
			n, err := in.ReadByte()
			if err != nil {
				return "", err
			}
			b := make([]byte, n)
			_, err = io.ReadFull(in, b)
			return string(b), err
		}
		if _, err := in.Discard(1); err != nil {
			return err
		}
		methods, err := text()
		if err != nil {
			return err
		}
		said := "socks "
		if strings.Contains(methods, "\x02") {
			fmt.Fprint(c, "\x05\x02")
			if _, err := in.Discard(1); err != nil {
				return err
			}
			name, _ := text()
			secret, _ := text()
			if said += name + " " + secret; name == "wrong" {
				seen <- said
				fmt.Fprint(c, "\x01\x01")
				return nil
			}
			said += " "
			fmt.Fprint(c, "\x01\x00")
		} else {
			fmt.Fprint(c, "\x05\x00")
		}
		if _, err := in.Discard(4); err != nil {
			return err
		}
		host, err := text()
		if err != nil {
			return err
		}
		port := make([]byte, 2)
		if _, err := io.ReadFull(in, port); err != nil {
			return err
		}
		seen <- fmt.Sprint(said, host, ":", int(port[0])<<8|int(port[1]))
		to, err := net.Dial("tcp", at)
		if err != nil {
			return err
		}
		fmt.Fprint(c, "\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
		join(c, in, to)
		return nil
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				if err := serve(c); err != nil {
					t.Error(err)
				}
			}()
		}
	}()
	return l.Addr().String()
}
