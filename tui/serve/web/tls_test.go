package web

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rookery/tui/serve"
)

// authority signs certificates for the loopback, into two files.
type authority struct {
	t         *testing.T
	root      *x509.Certificate
	key       *ecdsa.PrivateKey
	cert, own string // files
	spki      string // of the last one, as chromium asks for it
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	dir := t.TempDir()
	a := &authority{t: t, cert: filepath.Join(dir, "cert.pem"), own: filepath.Join(dir, "key.pem")}
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a test"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	text, err := x509.CreateCertificate(rand.Reader, form, form, a.key.Public(), a.key)
	if err == nil {
		a.root, err = x509.ParseCertificate(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// issue writes a certificate and its key, of a time that tells them from those before.
func (a *authority) issue(serial int64) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "club"}, NotBefore: a.root.NotBefore, NotAfter: a.root.NotAfter,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	cert, err := x509.CreateCertificate(rand.Reader, form, a.root, key.Public(), a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		a.t.Fatal(err)
	}
	sum := sha256.Sum256(public)
	a.spki = base64.StdEncoding.EncodeToString(sum[:])
	for name, block := range map[string]*pem.Block{a.cert: {Type: "CERTIFICATE", Bytes: cert}, a.own: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			a.t.Fatal(err)
		}
		if err := os.Chtimes(name, time.Time{}, time.Unix(1e9+serial, 0)); err != nil {
			a.t.Fatal(err)
		}
	}
}

// openTLS opens a club whose pages come by HTTPS; the clock can be put forward.
func openTLS(a *authority) (h *house, forward *atomic.Int64) {
	a.t.Helper()
	forward = new(atomic.Int64)
	h = open(a.t, func(_ *serve.Limits, c *Config) {
		c.Cert, c.Key = a.cert, a.own
		c.Now = func() time.Time { return time.Now().Add(time.Duration(forward.Load())) }
	})
	h.url = strings.Replace(h.url, "http:", "https:", 1)
	return h, forward
}

// TestCertificate serves pages by HTTPS, takes a renewed certificate over while it runs, and keeps
// the one it has where the files are damaged.
func TestCertificate(t *testing.T) {
	a := newAuthority(t)
	a.issue(2)
	h, forward := openTLS(a)
	serial := func(most uint16) (int64, error) {
		t.Helper()
		pool := x509.NewCertPool()
		pool.AddCert(a.root)
		client := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MaxVersion: most}}
		defer client.CloseIdleConnections()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.RoundTrip(r)
		if err != nil {
			return 0, err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s, %v", answer.Status, answer.Header)
		}
		return answer.TLS.PeerCertificates[0].SerialNumber.Int64(), nil
	}
	want := func(n int64) {
		t.Helper()
		if got, err := serial(tls.VersionTLS13); got != n {
			t.Errorf("certificate %d, want %d: %v", got, n, err)
		}
	}
	want(2)
	if _, err := serial(tls.VersionTLS11); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	a.issue(3)
	want(2) // nobody has looked yet
	forward.Add(int64(2 * lookEvery))
	want(3)
	if err := os.WriteFile(a.cert, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	forward.Add(int64(2 * lookEvery))
	want(3)
	if !strings.Contains(h.log.String(), "the one before stays") {
		t.Errorf("nobody is told of the damage: %s", h.log)
	}
	s, err := New(Config{Sessions: h.sessions, Lobby: h.club, Limits: serve.Usual(), Now: time.Now, Cert: a.cert, Key: a.own})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(t.Context(), l); err == nil {
		t.Error("a server begins with a damaged certificate")
	}
}

// TestBrowserTLS signs in and plays by HTTPS in a real browser that trusts just this certificate.
func TestBrowserTLS(t *testing.T) {
	a := newAuthority(t)
	a.issue(2)
	c := startChromium(t, "--ignore-certificate-errors-spki-list="+a.spki)
	h, _ := openTLS(a)
	anna := h.player("Anna")
	word, err := h.club.Code(anna)
	if err != nil {
		t.Fatal(err)
	}
	page := c.open(h.url+"/account", 1100, 700)
	if page.is("isSecureContext") != "true" {
		t.Error("the browser does not take the page for a safe one")
	}
	page.is("(() => { document.querySelector('input[name=code]').value = '" + word + "'; document.querySelector('form[action=\"/account/in\"] button').click(); })()")
	page.see("You are Anna")
	if cookies := page.is("document.cookie"); strings.Contains(cookies, "rookery") {
		t.Errorf("scripts see the secret: %s", cookies)
	}
	var kept struct {
		Cookies []struct {
			Name             string
			Secure, HTTPOnly bool
			SameSite         string
		}
	}
	if err := page.call(page.session, "Network.getCookies", map[string]any{"urls": []string{h.url + "/"}}, &kept); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, k := range kept.Cookies {
		if k.Name == "__Host-rookery" {
			found = k.Secure && k.HTTPOnly && k.SameSite == "Strict"
		}
	}
	if !found {
		t.Errorf("cookies %+v", kept.Cookies)
	}
	page.visit(h.url + "/play")
	page.until("the session", "document.body.dataset.connected")
	page.see("Lobby", "Anna")
	page.sound(h.url)
	if text := h.log.String(); strings.Contains(text, "level=ERROR") {
		t.Errorf("the log: %s", text)
	}
}
