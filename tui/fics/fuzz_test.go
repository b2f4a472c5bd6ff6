package fics

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
	"unicode"

	"rookery/tui/play"
	"rookery/tui/remote"
)

// FuzzServer has a server send whatever comes, in lines and in pieces: nothing breaks, and what is shown is text.
func FuzzServer(f *testing.F) {
	const start = "<12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0 7 Anna Olga 1 5 0 39 39 300000 300000 1 none (0:00.000) none 0 1 0"
	f.Add(start + "\n\r{Game 7 (Anna vs. Olga) Olga resigns} 1-0\n\r")
	f.Add("<g1> 7 p=0 t=crazyhouse r=1 rt=1586E,2100 \n\r<b1> game 7 white [PNB] black [qQ]\n\r" + start + "\n\r<12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0 7 Anna Olga -1 5 0 39 39 -1 99999999999999 1 P/e2-e4 (0:00.000) e4 0 1 0\n\r")
	f.Add("<g1> 7 t=wild/fr\n\r<12> bbqnnrkr pppppppp -------- -------- -------- -------- PPPPPPPP BBQNNRKR B -1 1 1 1 1 0 7 A\x1b[2J Olga 0 5 0 39 39 1 1 1 none (0:0) none 0 1 0\n\r")
	f.Add("<sc>\n\r<s> 8 w=vi\x07sar ti=02 rt=2194  t=4 i=0 r=r tp=suicide c=? rr=0-9999 a=t f=f\n\r<sr> 8 x\n\r<pf> 11 w=Olga t=match p=Olga (\u202e1500)\n\r<pr> 11\n\r")
	f.Add("\x151\x1613\x16Olga(U)[7] says: &#x1b;[2J &#x202e;&#x110000;\n\r\x17\x15\x15\x16\xff\xfb\x01\xff\xfd\x18\xff\xff\xff\xfa")
	f.Add("<12> 8 8 8\n\r<12>\n\r<b1> game\n\r<s> x\n\r{Game 99999999999999999999 (a vs. b) } *")
	f.Fuzz(func(t *testing.T, text string) {
		ours, theirs := net.Pipe()
		a := &Account{
			Name: "Anna", wire: newWire(ours), c: make(chan struct{}, 1), done: make(chan struct{}), live: new(play.LiveGames), now: time.Now,
			waiting: make(map[int]chan reply), infos: make(map[int]gameInfo), holds: make(map[int][2]string), games: make(map[int]*Game), tables: make(map[string]*Game),
		}
		go func() {
			_, _ = theirs.Write([]byte(text))
			_ = theirs.Close()
		}()
		go func() { // answers to options
			var b [64]byte
			for {
				if _, err := theirs.Read(b[:]); err != nil {
					return
				}
			}
		}()
		_ = a.readLines()
		_ = ours.Close()
		clean := func(what string, shown ...any) {
			t.Helper()
			for _, r := range fmt.Sprint(shown...) {
				if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
					t.Fatalf("%s shows %U: %q", what, r, fmt.Sprint(shown...))
				}
			}
		}
		others, mine := a.Seeks()
		in, out := a.Challenges()
		clean("the page", others, mine, in, out)
		for _, n := range a.News() {
			clean("news", n.Against, n.Text)
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		for _, g := range a.tables {
			s := g.snapshotLocked()
			clean("a game", s.Players, s.Moves, s.Start)
			for _, line := range s.Chat {
				clean("chat", line.From.Name, line.Text)
			}
			if strings.Contains(s.Start, "\n") || s.Seat > remote.Spectator {
				t.Fatalf("a game %+v", s)
			}
		}
	})
}
