package web

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// chromium is a real browser without a window, spoken to by Chrome's DevTools protocol.
type chromium struct {
	t      *testing.T
	socket *websocket.Conn
	done   chan struct{}

	mu      sync.Mutex
	count   int
	answers map[int]chan answer
	tabs    map[string]*tab // by session
}

type answer struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

// startChromium starts the browser, or skips the test and says why.
func startChromium(t *testing.T, options ...string) *chromium {
	t.Helper()
	if os.Getenv("ROOKERY_TEST_BROWSER") == "" {
		t.Skip("a real browser is asked for by ROOKERY_TEST_BROWSER=1")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil && path == "" {
			path = p
		}
	}
	if path == "" {
		t.Skip("there is no chromium: apt-get install chromium")
	}
	cmd := exec.Command(path, append(options, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-extensions", "--disable-dev-shm-usage", "--remote-debugging-port=0", "--user-data-dir="+t.TempDir(), "about:blank")...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir(), "XDG_CACHE_HOME="+t.TempDir())
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	at := make(chan string, 1)
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if _, url, ok := strings.Cut(lines.Text(), "DevTools listening on "); ok {
				at <- url
			}
		}
	}()
	t.Cleanup(func() { cmd.Process.Kill(); <-read; cmd.Wait() })
	c := &chromium{t: t, done: make(chan struct{}), answers: make(map[int]chan answer), tabs: make(map[string]*tab)}
	select {
	case url := <-at:
		if c.socket, _, err = websocket.Dial(t.Context(), url, nil); err != nil {
			t.Fatal(err)
		}
	case <-time.After(2 * patience):
		t.Fatal("chromium does not start")
	}
	c.socket.SetReadLimit(64 << 20)
	go c.listen()
	t.Cleanup(func() { c.socket.CloseNow(); <-c.done })
	return c
}

// listen takes answers and events in.
func (c *chromium) listen() {
	defer close(c.done)
	for {
		_, data, err := c.socket.Read(context.Background())
		if err != nil {
			c.mu.Lock()
			for _, ch := range c.answers {
				close(ch)
			}
			c.answers = nil
			c.mu.Unlock()
			return
		}
		var m struct {
			ID        int
			Method    string
			SessionID string
			Params    json.RawMessage
			answer
		}
		if json.Unmarshal(data, &m) != nil {
			continue
		}
		c.mu.Lock()
		ch, t := c.answers[m.ID], c.tabs[m.SessionID]
		delete(c.answers, m.ID)
		c.mu.Unlock()
		if ch != nil {
			ch <- m.answer
		} else if t != nil {
			t.event(m.Method, m.Params)
		}
	}
}

// call does something in the browser, or in one of its tabs.
func (c *chromium) call(session, method string, params any, into any) error {
	c.mu.Lock()
	if c.answers == nil {
		c.mu.Unlock()
		return errors.New("the browser is gone")
	}
	c.count++
	id, ch := c.count, make(chan answer, 1)
	c.answers[id] = ch
	c.mu.Unlock()
	m := map[string]any{"id": id, "method": method, "params": params}
	if session != "" {
		m["sessionId"] = session
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := c.socket.Write(context.Background(), websocket.MessageText, text); err != nil {
		return err
	}
	select {
	case a, ok := <-ch:
		switch {
		case !ok:
			return errors.New("the browser is gone")
		case a.Error != nil:
			return fmt.Errorf("%s: %s", method, a.Error.Message)
		case into != nil:
			return json.Unmarshal(a.Result, into)
		}
		return nil
	case <-time.After(2 * patience):
		return fmt.Errorf("%s: no answer", method)
	}
}

// tab is a page with cookies of its own unless it shares them.
type tab struct {
	*chromium
	session, context string

	mu     sync.Mutex
	faults []string // errors of scripts, and what the policy has refused
	asked  []string // addresses
}

// open opens a page of a size in a window of its own; a narrow one is a phone.
func (c *chromium) open(url string, width, height int) *tab {
	c.t.Helper()
	var made struct{ BrowserContextID string }
	if err := c.call("", "Target.createBrowserContext", map[string]any{}, &made); err != nil {
		c.t.Fatal(err)
	}
	return c.openIn(made.BrowserContextID, url, width, height)
}

// openIn opens a page beside others with the same cookies.
func (c *chromium) openIn(context, url string, width, height int) *tab {
	c.t.Helper()
	var target struct{ TargetID string }
	var attached struct{ SessionID string }
	err := c.call("", "Target.createTarget", map[string]any{"url": "about:blank", "browserContextId": context}, &target)
	if err == nil {
		err = c.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	p := &tab{chromium: c, session: attached.SessionID, context: context}
	c.mu.Lock()
	c.tabs[p.session] = p
	c.mu.Unlock()
	phone := width < 500
	for _, s := range []struct {
		method string
		params map[string]any
	}{
		{"Page.enable", nil}, {"Runtime.enable", nil}, {"Log.enable", nil}, {"Network.enable", nil},
		{"Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}},
		{"Emulation.setTouchEmulationEnabled", map[string]any{"enabled": phone}},
		{"Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}},
	} {
		p.do(s.method, s.params)
	}
	p.visit(url)
	return p
}

// do does something in the tab.
func (p *tab) do(method string, params map[string]any) {
	p.t.Helper()
	if params == nil {
		params = map[string]any{}
	}
	if err := p.call(p.session, method, params, nil); err != nil {
		p.t.Fatal(err)
	}
}

func (p *tab) event(method string, params json.RawMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch method {
	case "Runtime.exceptionThrown":
		p.faults = append(p.faults, string(params))
	case "Log.entryAdded":
		var e struct {
			Entry struct{ Source, Level, Text, URL string }
		}
		if json.Unmarshal(params, &e) == nil && e.Entry.Level == "error" && e.Entry.Source != "network" {
			p.faults = append(p.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	case "Network.requestWillBeSent":
		var e struct{ Request struct{ URL string } }
		if json.Unmarshal(params, &e) == nil {
			p.asked = append(p.asked, e.Request.URL)
		}
	}
}

// visit goes to a page and waits until it has loaded.
func (p *tab) visit(url string) {
	p.t.Helper()
	p.do("Page.navigate", map[string]any{"url": url})
	p.until("the page", fmt.Sprintf("location.href.startsWith(%q) && document.readyState === 'complete'", url))
}

// is gives the value of an expression of the page's scripts, as text.
func (p *tab) is(expression string) string {
	p.t.Helper()
	var a struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	if err := p.call(p.session, "Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &a); err != nil {
		if strings.Contains(err.Error(), "navigated") || strings.Contains(err.Error(), "context") {
			return "" // another page has come meanwhile
		}
		p.t.Fatal(err)
	}
	if a.ExceptionDetails != nil {
		return "threw " + a.ExceptionDetails.Exception.Description
	}
	return fmt.Sprint(a.Result.Value)
}

// until waits until an expression is true.
func (p *tab) until(what, expression string) {
	p.t.Helper()
	limit := time.Now().Add(2 * patience)
	for time.Now().Before(limit) {
		// The page asks itself, so that nothing is asked over the wire meanwhile.
		got := p.is(fmt.Sprintf("new Promise((done) => { const from = Date.now(); const look = () => { let is = false; try { is = !!(%s); } catch {} if (is || Date.now() - from > 3000) done(is); else setTimeout(look, 25); }; look(); })", expression))
		if got == "true" {
			return
		}
	}
	p.t.Fatalf("%s: %s is not so\n%s", what, expression, p.screen())
}

// screen is what the terminal of the page shows, or its text.
func (p *tab) screen() string {
	p.t.Helper()
	return p.is(screenText)
}

const screenText = `(document.querySelector('.xterm-rows') ? [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent).join('\n') : document.body.innerText).replaceAll('\u00a0', ' ')`

// see waits until texts stand on the screen.
func (p *tab) see(texts ...string) string {
	p.t.Helper()
	list, err := json.Marshal(texts)
	if err != nil {
		p.t.Fatal(err)
	}
	p.until(fmt.Sprintf("seeing %q", texts), fmt.Sprintf("((screen) => %s.every((text) => screen.includes(text)))(%s)", list, screenText))
	return p.screen()
}

// keys strikes keys, each as a keyboard does.
func (p *tab) keys(text string) {
	p.t.Helper()
	for _, r := range text {
		name := string(r)
		switch r {
		case '\r':
			p.press("Enter", 13, "\r")
			continue
		case '\x1b':
			p.press("Escape", 27, "")
			continue
		}
		p.press(name, 0, name)
	}
}

func (p *tab) press(key string, code int, text string) {
	p.t.Helper()
	down := map[string]any{"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code}
	if text != "" {
		down["text"] = text
	}
	p.do("Input.dispatchKeyEvent", down)
	p.do("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": code})
}

// choose presses the number of a row of the menu.
func (p *tab) choose(label string) {
	p.t.Helper()
	found := regexp.MustCompile(`(\d) ` + regexp.QuoteMeta(label)).FindStringSubmatch(p.see(label))
	if found == nil {
		p.t.Fatalf("%s has no number:\n%s", label, p.screen())
	}
	p.keys(found[1])
}

// tap touches a place of the page.
func (p *tab) tap(x, y float64) {
	p.t.Helper()
	p.do("Input.synthesizeTapGesture", map[string]any{"x": x, "y": y})
}

// picture keeps what the tab shows where pictures are wanted.
func (p *tab) picture(name string) {
	p.t.Helper()
	dir := os.Getenv("ROOKERY_PICTURES")
	if dir == "" {
		return
	}
	var shot struct{ Data string }
	if err := p.call(p.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &shot); err != nil {
		p.t.Fatal(err)
	}
	png, err := base64.StdEncoding.DecodeString(shot.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// sound tells what the page did that it should not: errors of scripts, refusals of its policy,
// requests to others.
func (p *tab) sound(own string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.faults {
		p.t.Errorf("the page complains: %.400s", f)
	}
	for _, url := range p.asked {
		if !strings.HasPrefix(url, own) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "about:") && !strings.HasPrefix(url, "blob:") {
			t := p.t
			t.Errorf("the page asks %s", url)
		}
	}
}
