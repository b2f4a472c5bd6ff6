package web

import (
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"rookery/tui/serve"
)

// post sends a form.
func (h *house) post(path string, form url.Values, change ...func(*http.Request)) (*http.Response, string) {
	h.t.Helper()
	return h.get(path, append([]func(*http.Request){func(r *http.Request) {
		r.Method = http.MethodPost
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Body = http.NoBody
		if text := form.Encode(); text != "" {
			r.Body = readCloser{strings.NewReader(text)}
			r.ContentLength = int64(len(text))
		}
	}}, change...)...)
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

// secretCookie is the cookie of an answer that says who somebody is.
func secretCookie(t *testing.T, answer *http.Response) *http.Cookie {
	t.Helper()
	for _, c := range answer.Cookies() {
		if strings.HasSuffix(c.Name, "rookery") {
			if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Domain != "" {
				t.Errorf("the cookie %s", c)
			}
			return c
		}
	}
	t.Fatalf("%s sets no cookie: %v", answer.Status, answer.Header)
	return nil
}

var shownCode = regexp.MustCompile(`id="code">([a-z0-9]{5}-[a-z0-9]{5})<`)

// TestSignIn ties browsers to an account by codes of both kinds, plays as its player, and ends
// the session of a browser that is forgotten.
func TestSignIn(t *testing.T) {
	h := open(t, func(_ *serve.Limits, c *Config) {})
	anna := h.player("Anna")
	word, err := h.club.Code(anna)
	if err != nil {
		t.Fatal(err)
	}
	firefox := func(r *http.Request) {
		r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	}
	answer, _ := h.post("/account/in", url.Values{"code": {word}}, firefox)
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatal(answer.Status)
	}
	first := secretCookie(t, answer)
	as := func(c *http.Cookie) func(*http.Request) { return func(r *http.Request) { r.AddCookie(c) } }
	if _, text := h.get("/account", as(first)); !strings.Contains(text, "You are Anna") {
		t.Errorf("the browser is nobody:\n%s", text)
	}
	if answer, _ := h.post("/account/in", url.Values{"code": {word}}); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a code is good twice: %s", answer.Status)
	}
	b := h.visit("", http.Header{"Cookie": {first.Name + "=" + first.Value}})
	b.see("Anna")
	b.keys("4")
	b.see("browser: Firefox, Linux", "this one", "in an SSH session")
	b.keys("d") // the key of SSH is the first
	b.see("keys are added and removed")

	// The other way round, in another browser.
	answer, text := h.post("/account/code", nil)
	second := secretCookie(t, answer)
	shown := shownCode.FindStringSubmatch(text)
	if shown == nil {
		t.Fatalf("no code is shown:\n%s", text)
	}
	if answer, _ := h.get("/account/waiting", as(second)); answer.StatusCode != http.StatusNoContent {
		t.Error(answer.Status)
	}
	if _, err := h.club.GrantBrowser(t.Context(), anna, shown[1]); err != nil {
		t.Fatal(err)
	}
	if answer, _ := h.get("/account/waiting", as(second)); answer.StatusCode != http.StatusSeeOther {
		t.Error(answer.Status)
	}
	if _, text := h.get("/play", as(second)); !strings.Contains(text, ">Anna</a>") {
		t.Error("the second browser is nobody")
	}
	stranger := *second
	stranger.Value = strings.Repeat("A", secretLen)
	if _, text := h.get("/play", as(&stranger)); strings.Contains(text, "Anna") {
		t.Error("a made-up secret is somebody")
	}

	// A guest does not go on with the session of a player, nor the other way round.
	guest := h.visit(b.token, nil)
	guest.see("guest-")
	// Signed out in one browser, and forgotten in the other.
	if answer, _ := h.post("/account/out", nil, as(second)); answer.StatusCode != http.StatusSeeOther {
		t.Error(answer.Status)
	}
	if _, text := h.get("/account", as(second)); strings.Contains(text, "You are Anna") {
		t.Error("the browser is still signed in")
	}
	keys, err := h.club.Keys(t.Context(), anna)
	if err != nil || len(keys) != 2 {
		t.Fatal(keys, err)
	}
	if err := h.club.Forget(t.Context(), anna, keys[1].Fingerprint); err != nil {
		t.Fatal(err)
	}
	b.see("This key was removed from your account")
	<-b.ended
}

// TestWhoMaySignIn refuses forms from other pages, plain HTTP from elsewhere, cookies that come that
// way, and too many tries. What headers say of the visitor is believed from a proxy alone.
func TestWhoMaySignIn(t *testing.T) {
	loop := netip.MustParsePrefix("127.0.0.0/8")
	h := open(t, func(l *serve.Limits, c *Config) { stopped(l, c); c.Proxies = []netip.Prefix{loop} })
	anna := h.player("Anna")
	code := func() url.Values {
		word, err := h.club.Code(anna)
		if err != nil {
			t.Fatal(err)
		}
		return url.Values{"code": {word}}
	}
	through := func(address, proto string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("X-Forwarded-For", "203.0.113.1, "+address)
			r.Header.Set("X-Forwarded-Proto", proto)
		}
	}
	if answer, text := h.post("/account/in", code(), through("192.0.2.7", "http")); answer.StatusCode != http.StatusForbidden || !strings.Contains(text, "plain HTTP") {
		t.Errorf("signed in over plain HTTP: %s", answer.Status)
	}
	answer, _ := h.post("/account/in", code(), through("192.0.2.8", "https"))
	c := secretCookie(t, answer)
	if c.Name != "__Host-rookery" || !c.Secure {
		t.Errorf("the cookie of HTTPS is %s", c)
	}
	if answer.Header.Get("Strict-Transport-Security") == "" {
		t.Error("browsers are not told to come by HTTPS")
	}
	for proto, known := range map[string]bool{"http": false, "https": true} {
		_, text := h.get("/account", through("192.0.2.8", proto), func(r *http.Request) { r.AddCookie(c) })
		if strings.Contains(text, "You are Anna") != known {
			t.Errorf("over %s the cookie is good: %v", proto, !known)
		}
	}
	for name, value := range map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"} {
		for _, path := range []string{"/account/in", "/account/code", "/account/out"} {
			answer, _ := h.post(path, code(), through("192.0.2.9", "https"), func(r *http.Request) { r.Header.Set(name, value) })
			if answer.StatusCode != http.StatusForbidden || len(answer.Cookies()) > 0 {
				t.Errorf("%s from another page: %s", path, answer.Status)
			}
		}
	}
	last := 0
	for range signRate + 1 {
		answer, _ := h.post("/account/in", url.Values{"code": {"aaaaaaaaaa"}}, through("192.0.2.10", "https"))
		last = answer.StatusCode
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the last of %d tries: %d", signRate+1, last)
	}
	if answer, _ := h.post("/account/in", url.Values{"code": {strings.Repeat("x", 2*mostBody)}}, through("192.0.2.11", "https")); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a form that is too long: %s", answer.Status)
	}
}

// TestForwarded believes the last address of a chain that is no proxy's, from proxies alone.
func TestForwarded(t *testing.T) {
	s := &Server{cfg: Config{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}}}
	for _, c := range []struct {
		remote, forwarded, proto, want string
		secure                         bool
	}{
		{"192.0.2.1:5", "203.0.113.5", "https", "192.0.2.1/32", false},
		{"10.0.0.1:5", "203.0.113.5", "https", "203.0.113.5/32", true},
		{"10.0.0.1:5", "1.2.3.4, 203.0.113.5, 10.0.0.2", "http", "203.0.113.5/32", false},
		{"10.0.0.1:5", "", "", "10.0.0.1/32", false},
		{"10.0.0.1:5", "rubbish, 203.0.113.5", "https", "203.0.113.5/32", true},
		{"10.0.0.1:5", "203.0.113.5, rubbish", "https", "10.0.0.1/32", true},
		{"[fd00::1]:5", "2001:db8:1:2:3::4", "https", "2001:db8:1:2::/64", true},
		{"[::ffff:10.0.0.1]:5", "203.0.113.5", "https", "203.0.113.5/32", true},
		{"rubbish", "203.0.113.5", "https", "invalid Prefix", false},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{"X-Forwarded-For": {c.forwarded}, "X-Forwarded-Proto": {c.proto}}}
		if from, secure := s.caller(r); from.String() != c.want || secure != c.secure {
			t.Errorf("%+v: %s, %v", c, from, secure)
		}
	}
}

// TestBrowserNames keeps nothing of what a browser says of itself but words of our own.
func TestBrowserNames(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1":   "Safari, iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0": "Edge, Windows",
		"\x1b[31mevil\x07": "", "": "",
	} {
		if got := browserName(&http.Request{Header: http.Header{"User-Agent": {agent}}}); got != want {
			t.Errorf("%q: %q", agent, got)
		}
	}
}
