package web

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"

	"rookery/tui/serve"
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

var _ = serve.Usual
var _ = strings.Contains
