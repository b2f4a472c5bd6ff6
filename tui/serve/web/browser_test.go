package web

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
	"golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
)

// TestBrowserPages opens the pages in a real browser, wide and as narrow as a phone, and keeps
// pictures of them.
func TestBrowserPages(t *testing.T) {
	c := startChromium(t)
	h := open(t, nil)
	anna, bea := h.player("Anna"), h.player("Bea")
	table := h.start("chess", anna, bea)
	white, black := h.sit(table, anna), h.sit(table, bea)
	front := c.open(h.url+"/", 1100, 800)
	front.see("Chess in a terminal", "SHA256:", "Anna", "ssh -p 2222 127.0.0.1")
	front.picture("web-front")
	front.sound(h.url)
	watch := c.open(h.url+"/game/"+table.ID(), 1100, 800)
	watch.until("the stream", "document.body.dataset.following")
	for i, move := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"} {
		if err := []interface {
			Move(context.Context, string) error
		}{white, black}[i%2].Move(t.Context(), move); err != nil {
			t.Fatal(err)
		}
	}
	watch.until("six moves", "document.querySelectorAll('#moves li > *').length === 6")
	watch.see("Bb5", "a6", "White to move")
	watch.picture("web-game")
	watch.press("ArrowLeft", 37, "")
	watch.until("a step back", "document.querySelector('#moves [aria-current]').textContent === 'Bb5' && !document.getElementById('game').dataset.live")
	watch.press("f", 0, "f")
	watch.until("the other side", "location.search.includes('flip=1')")
	watch.press("End", 35, "")
	watch.until("the newest position", "document.getElementById('game').dataset.live")
	watch.sound(h.url)
	phone := c.open(h.url+"/game/"+table.ID(), 390, 844)
	phone.see("Anna – Bea")
	if wide := phone.is("document.documentElement.scrollWidth"); wide != "390" {
		t.Errorf("the page is %s points wide on a phone of 390", wide)
	}
	phone.picture("web-game-phone")
	play := c.open(h.url+"/play", 1100, 700)
	play.see("New game")
	play.picture("web-play")
	if page := play.is("document.getElementById('pages').hidden"); page != "true" {
		t.Error("the words for screen readers stand there unasked")
	}
	play.is("document.getElementById('reader').click()")
	play.until("the screen as text", "document.querySelector('.xterm-accessibility')?.textContent.replaceAll('\u00a0', ' ').includes('New game')")
	play.see("New game")
	play.picture("web-reader")
	play.is("document.querySelector('#pages a:last-child').click()")
	play.until("the games", "location.hash === '#games' && document.querySelector('#games table a[href^=\"/game/\"]')")
	play.sound(h.url)
}

// relay stands between a browser and the pages, and can cut every line.
type relay struct {
	net.Listener
	to   string
	mu   sync.Mutex
	open map[net.Conn]bool
	all  sync.WaitGroup
}

func newRelay(t *testing.T, to string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: l, to: to, open: make(map[net.Conn]bool)}
	r.all.Add(1)
	go func() {
		defer r.all.Done()
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				in.Close()
				continue
			}
			r.mu.Lock()
			r.open[in], r.open[out] = true, true
			r.mu.Unlock()
			for _, pair := range [][2]net.Conn{{in, out}, {out, in}} {
				r.all.Add(1)
				go func() {
					defer r.all.Done()
					defer r.close(pair[0])
					defer r.close(pair[1])
					buf := make([]byte, 32<<10)
					for {
						n, err := pair[0].Read(buf)
						if n > 0 {
							if _, err := pair[1].Write(buf[:n]); err != nil {
								return
							}
						}
						if err != nil {
							return
						}
					}
				}()
			}
		}
	}()
	t.Cleanup(func() { l.Close(); r.cut(); r.all.Wait() })
	return r
}

func (r *relay) close(c net.Conn) {
	r.mu.Lock()
	delete(r.open, c)
	r.mu.Unlock()
	c.Close()
}

// cut closes all lines.
func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.open {
		c.Close()
	}
}

// sshVisitor is somebody with an SSH client.
type sshVisitor struct {
	t      *testing.T
	in     io.Writer
	mu     sync.Mutex
	screen vt10x.Terminal
	news   chan struct{}
}

// ssh comes with a key.
func (h *house) sshVisit(key ssh.Signer) *sshVisitor {
	h.t.Helper()
	line, err := ssh.Dial("tcp", h.ssh, &ssh.ClientConfig{User: "anyone", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: patience})
	if err != nil {
		h.t.Fatal(err)
	}
	sess, err := line.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
	v := &sshVisitor{t: h.t, screen: vt10x.New(vt10x.WithSize(cols, rows)), news: make(chan struct{}, 1)}
	v.in, _ = sess.StdinPipe()
	out, _ := sess.StdoutPipe()
	if err := sess.RequestPty("xterm-256color", rows, cols, nil); err != nil {
		h.t.Fatal(err)
	}
	if err := sess.Shell(); err != nil {
		h.t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 32<<10)
		for {
			n, err := out.Read(buf)
			v.mu.Lock()
			v.screen.Write(buf[:n])
			v.mu.Unlock()
			select {
			case v.news <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	h.t.Cleanup(func() { line.Close(); <-done })
	return v
}

func (v *sshVisitor) text() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.screen.String()
}

func (v *sshVisitor) keys(text string) {
	v.t.Helper()
	if _, err := io.WriteString(v.in, text); err != nil {
		v.t.Fatal(err)
	}
}

func (v *sshVisitor) see(texts ...string) string {
	v.t.Helper()
	limit := time.After(2 * patience)
	for {
		screen, missing := v.text(), ""
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				missing = text
			}
		}
		if missing == "" {
			return screen
		}
		select {
		case <-v.news:
		case <-limit:
			v.t.Fatalf("the SSH client does not see %q\n%s", missing, screen)
		}
	}
}

func newKey(t *testing.T) ssh.Signer {
	t.Helper()
	_, secret, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// TestBrowserGame has a browser sign in by a code that an SSH session shows, and play a game against
// another SSH client to mate: with a reload, a line that is cut, and a second window in the middle.
func TestBrowserGame(t *testing.T) {
	c := startChromium(t)
	h := open(t, nil)
	line := newRelay(t, strings.TrimPrefix(h.url, "http://"))
	url := "http://" + line.Addr().String()
	anna := h.sshVisit(newKey(t))
	anna.see("Your key is new here")
	anna.keys("Anna\r")
	anna.see("Welcome, Anna")
	page := c.open(url+"/account", 1100, 700)
	page.is("document.querySelector('form[action=\"/account/code\"] button').click()")
	page.until("a code", "document.getElementById('code')?.textContent.includes('-')")
	page.picture("web-sign")
	anna.keys("4")
	anna.see("sign in a browser")
	anna.keys("b")
	anna.see("Sign in a browser")
	anna.keys(page.is("document.getElementById('code').textContent") + "\r")
	anna.see("The browser is signed in")
	page.see("You are Anna")
	anna.see("browser: Chrome, Linux")
	anna.keys("\x1b")
	page.visit(url + "/play")
	page.see("Lobby", "Anna")

	bea := h.sshVisit(newKey(t))
	bea.see("Your key is new here")
	bea.keys("Bea\r")
	bea.see("Welcome, Bea")
	page.keys("1")
	page.see("Seeks")
	bea.keys("1")
	bea.see("Seeks")
	bea.keys("n")
	bea.see("Create a seek")
	bea.keys("\r")
	bea.see("Your seek")
	page.see("Bea", "Seeks 1")
	page.keys("2\r")
	page.see("5+3")
	white := func() bool { // is the browser White?
		screen := bea.see("Anna", "Bea")
		for !strings.Contains(screen, "▸○") {
			screen = bea.see("▸○")
		}
		return strings.Contains(screen, "▸○ Anna") || strings.Contains(screen, "▸○Anna")
	}()
	browser := func(text string) { page.keys(text + "\r") }
	client := func(text string) { bea.keys(text + "\r") }
	sides := [2]func(string){client, browser}
	if white {
		sides = [2]func(string){browser, client}
	}
	both := func(text string) { page.see(text); bea.see(text) }
	sides[0]("f3")
	both("f3")
	page.do("Page.reload", nil) // in the middle
	page.until("the session again", "document.body.dataset.connected")
	page.see("f3", "Bea")
	sides[1]("e5")
	both("e5")
	line.cut() // a tunnel, a closed lid
	page.until("the session again", "document.body.dataset.connected && document.getElementById('notice').hidden")
	page.see("e5", "Bea")
	page.picture("web-board")
	second := c.openIn(page.context, url+"/play", 900, 700) // another session of Anna's
	second.see("e5", "Bea")                                 // the game goes on there
	page.see("another window")
	first := page
	page = second
	sides[0]("g4")
	both("g4")
	sides[1]("Qh4")
	both("checkmate")
	page.picture("web-mate")

	// What the program copies waits for a click, and goes to the clipboard by it.
	if hidden := page.is("document.getElementById('copy').hidden"); hidden != "true" {
		t.Error("something is offered to the clipboard")
	}
	for _, kind := range []string{"keyDown", "keyUp"} {
		page.do("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "g", "code": "KeyG", "windowsVirtualKeyCode": 71, "modifiers": 2}) // Ctrl-G
	}
	page.until("the button", "!document.getElementById('copy').hidden")
	var at struct{ X, Y float64 }
	where := page.is("(() => { const box = document.getElementById('copy').getBoundingClientRect(); return JSON.stringify({x: box.left + box.width / 2, y: box.top + box.height / 2}); })()")
	if err := json.Unmarshal([]byte(where), &at); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		page.do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1})
	}
	page.until("the copy", "document.getElementById('copy').textContent === 'Copied'")

	for _, p := range []*tab{first, second} {
		p.sound(url)
	}
	first.visit(url + "/account")
	first.is("document.querySelector('form[action=\"/account/out\"] button').click()")
	first.see("there is no password")
	second.see("this key was removed")
}

// TestBrowserPhone plays on a phone: the bar of keys, taps on squares, nothing wider than the screen.
func TestBrowserPhone(t *testing.T) {
	c := startChromium(t)
	h := open(t, nil)
	page := c.open(h.url+"/play", 390, 844)
	page.see("New game")
	if wide := page.is("document.documentElement.scrollWidth"); wide != "390" {
		t.Errorf("the page is %s points wide", wide)
	}
	page.picture("web-phone-menu")
	tapKey := func(key string) {
		t.Helper()
		page.is(fmt.Sprintf("document.querySelector('#keys [data-key=%q]').click()", key))
	}
	page.choose("New game")
	page.see("Opponent")
	tapKey("Escape")
	page.see("New game")
	page.choose("New game")
	page.see("Opponent")
	tapKey("Enter")
	page.see("You", "to move", "a     b     c")
	page.picture("web-phone-board")
	if on := page.is("document.querySelector('.xterm-helper-textarea').inputMode"); on != "none" {
		t.Errorf("the phone's keyboard comes by itself: %s", on)
	}
	// The square e2 by its place on the screen: taps are those of a mouse.
	before := page.screen()
	x, y := square(t, page, 'e', '2')
	page.tap(x, y)
	x, y = square(t, page, 'e', '4')
	page.tap(x, y)
	page.see("e4")
	if page.screen() == before {
		t.Error("taps do nothing")
	}
	page.picture("web-phone-tapped")
	page.sound(h.url)
}

// TestBrowserLines plays in lines of text in a real browser, by keys alone, with a reload in the middle.
func TestBrowserLines(t *testing.T) {
	c := startChromium(t)
	h := open(t, nil)
	anna, bea := h.player("Anna"), h.player("Bea")
	word, err := h.club.Code(anna)
	if err != nil {
		t.Fatal(err)
	}
	page := c.open(h.url+"/account", 1100, 700)
	page.is("(() => { document.querySelector('input[name=code]').value = '" + word + "'; document.querySelector('form[action=\"/account/in\"] button').click(); })()")
	page.see("You are Anna")
	table := h.start("chess", anna, bea)
	black := h.sit(table, bea)
	page.visit(h.url + "/lines")
	page.until("the lines", "document.body.dataset.connected && document.activeElement.id === 'line'")
	said := func(text string) {
		t.Helper()
		page.until("hearing "+text, fmt.Sprintf("document.getElementById('log').textContent.includes(%q)", text))
	}
	said("Bea")
	page.keys("e4\r")
	said("> e4")
	snap := <-black.C()
	for snap.Ply == 0 {
		snap = <-black.C()
	}
	if err := black.Move(t.Context(), "e7e5"); err != nil {
		t.Fatal(err)
	}
	said("e5")
	page.picture("web-lines")
	page.do("Page.reload", nil)
	page.until("the session again", "document.body.dataset.connected && document.activeElement.id === 'line'")
	page.keys("board\r")
	said("> board")
	said("Rank 1: white rook a")
	page.sound(h.url)
}

// square finds where a square of the board is drawn, by the names along its edges.
func square(t *testing.T, page *tab, file, rank rune) (x, y float64) {
	t.Helper()
	var at struct{ X, Y float64 }
	text := page.is(fmt.Sprintf(`(() => {
		const rows = [...document.querySelectorAll('.xterm-rows > div')], texts = rows.map((row) => row.textContent.replaceAll('\u00a0', ' '));
		const bottom = texts.findIndex((text) => /a +b +c +d +e +f +g +h/.test(text));
		const line = texts.findIndex((text) => /^ *%c /.test(text));
		let at = texts[bottom].indexOf('%c');
		const walk = document.createTreeWalker(rows[bottom], NodeFilter.SHOW_TEXT), range = document.createRange();
		while (walk.nextNode()) {
			if (at < walk.currentNode.length) break;
			at -= walk.currentNode.length;
		}
		range.setStart(walk.currentNode, at);
		range.setEnd(walk.currentNode, at + 1);
		const across = range.getBoundingClientRect(), down = rows[line].getBoundingClientRect();
		return JSON.stringify({x: across.left + across.width / 2, y: down.top + down.height / 2});
	})()`, rank, file))
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		t.Fatalf("%v: %s\n%s", err, text, page.screen())
	}
	return at.X, at.Y
}

// TestBrowserEmbed frames a board in a page of another origin, which gets the board and nothing else.
func TestBrowserEmbed(t *testing.T) {
	c := startChromium(t)
	h := open(t, nil)
	anna, bea := h.player("Anna"), h.player("Bea")
	table := h.start("hex", anna, bea)
	white := h.sit(table, anna)
	foreign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><title>a blog</title><body style="background:#eee"><h1>My club</h1>
<iframe id="good" src="%[1]s/embed/%[2]s" width="420" height="560"></iframe>
<iframe id="bad" src="%[1]s/game/%[2]s" width="300" height="300"></iframe>
<img id="picture" src="%[1]s/position.svg?variant=makarenko" width="240" alt="">`, h.url, table.ID())
	}))
	defer foreign.Close()
	page := c.open(foreign.URL+"/", 1100, 760)
	page.until("the picture", "document.getElementById('picture').naturalWidth > 0")
	stream := h.follow(table.ID())
	stream.until(func(u update) bool { return u.Watched == 2 }) // the frame follows, too
	if err := white.Move(t.Context(), stream.tries(t, white)); err != nil {
		t.Fatal(err)
	}
	stream.until(func(update) bool { return len(stream.moves) == 1 })
	page.picture("web-embed")
	var frames struct {
		FrameTree struct {
			ChildFrames []struct {
				Frame struct{ URL, UnreachableURL string }
			}
		}
	}
	if err := page.call(page.session, "Page.getFrameTree", map[string]any{}, &frames); err != nil {
		t.Fatal(err)
	}
	for _, f := range frames.FrameTree.ChildFrames {
		if strings.Contains(f.Frame.URL, "/game/") && f.Frame.UnreachableURL == "" {
			t.Errorf("the page of the game is framed: %+v", f)
		}
	}
}

// tries is a move that a player can make.
func (s *stream) tries(t *testing.T, r *lobby.Reader) string {
	t.Helper()
	snap := <-r.C()
	if len(snap.Tries) == 0 {
		t.Fatal("no moves")
	}
	return snap.Tries[0]
}
