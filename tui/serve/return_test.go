package serve

import (
	"net"
	"strings"
	"sync"
	"testing"
	"unicode"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/variants"
)

// shows tells whether a screen shows the pieces of a view, and nothing where it is
// dark.
func shows(screen string, v chess.View) bool {
	signs, ok := board(screen)
	for sq, cell := range v.Cells {
		sign := signs[sq%8][sq/8]
		if want := letterOf(cell); ok && want != sign && (want != 0 || unicode.IsLetter(sign)) {
			ok = false
		}
	}
	return ok
}

// letterOf is how a piece is drawn, zero for none.
func letterOf(c chess.Cell) rune {
	if c.Piece == 0 {
		return 0
	}
	letter := rune(c.Piece.Role().Letter())
	if c.Piece.Color() == chess.Black {
		letter = unicode.ToLower(letter)
	}
	return letter
}

// stopped is a connection that can be made to hang: nothing comes any more, and
// nothing goes, but it is not closed.
type stopped struct {
	net.Conn
	once sync.Once
	hang chan struct{} // closed when it hangs
	over chan struct{} // closed when it is closed
}

func (c *stopped) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	select {
	case <-c.hang:
		<-c.over
		return 0, net.ErrClosed
	default:
		return n, err
	}
}

func (c *stopped) Write(b []byte) (int, error) {
	select {
	case <-c.hang:
		<-c.over
		return 0, net.ErrClosed
	default:
		return c.Conn.Write(b)
	}
}

func (c *stopped) Close() error {
	c.once.Do(func() { close(c.over) })
	return c.Conn.Close()
}

// comeBack opens a session with a key over a line that can be made to hang.
func (e *evening) comeBack(i int) (*visitor, *stopped) {
	e.t.Helper()
	c, err := net.Dial("tcp", e.addr)
	if err != nil {
		e.t.Fatal(err)
	}
	line := &stopped{Conn: c, hang: make(chan struct{}), over: make(chan struct{})}
	conn, channels, requests, err := gossh.NewClientConn(line, e.addr, &gossh.ClientConfig{User: "anyone",
		Auth: []gossh.AuthMethod{gossh.PublicKeys(e.keys[i])}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience})
	if err != nil {
		e.t.Fatal(err)
	}
	client := gossh.NewClient(conn, channels, requests)
	e.t.Cleanup(func() { client.Close() })
	return visitOn(e.t, client, e.people[i].name, nil), line
}

// TestReturn has a player lose his line in a game, come back into his seat by the
// same key, once more while that line hangs, and play a rematch with the colours
// changed.
func TestReturn(t *testing.T) {
	e := newEvening(t)
	e.come([3]func(*visitor){})
	v, _ := variants.ByName("chess")
	table := e.meet(v, "chess", true)
	sides := e.sides(table)
	g := e.array(table, v)
	moves := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"}
	play := func(n int) {
		t.Helper()
		for ; n > 0; n-- {
			m, err := chess.ParseMove(g.Board(), moves[g.Ply()])
			if err != nil {
				t.Fatal(err)
			}
			e.play(sides, g, m)
		}
	}
	seated := func(who *visitor, c chess.Color) {
		t.Helper()
		who.until("the position", func(screen string) bool { return shows(screen, g.Board().View(chess.Everyone)) })
		if got := e.sides(table)[c]; got.name != who.name {
			t.Fatalf("%s has the seat of %s", got.name, who.name)
		}
	}
	play(1)

	// Anna's line drops; Bea is told, and moves or waits.
	anna, bea := e.people[0], e.people[1]
	colour := chess.White
	if sides[chess.Black] == anna {
		colour = chess.Black
	}
	take := func(i *visitor) {
		e.people[0], sides[colour] = i, i
	}
	anna.hangUp()
	bea.see("Anna is offline: you can claim the win in 0:", "offline 0:")
	again, line := e.comeBack(0)
	again.see("Welcome back: your game against Bea is in progress")
	take(again)
	seated(again, colour)
	bea.until("Anna at the table", func(screen string) bool {
		return shows(screen, g.Board().View(chess.Everyone)) && !strings.Contains(screen, "is offline")
	})
	play(2)

	// The line hangs: nobody has closed it, and the server believes in it.
	close(line.hang)
	third, _ := e.comeBack(0)
	third.see("Welcome back: your game against Bea is in progress")
	take(third)
	seated(third, colour)
	play(3)

	known := e.known()
	e.resign(sides[g.Turn()], g.Turn(), g)
	// Both ask for a rematch.
	e.people[0].keys("\r")
	bea.see("Anna asks for a rematch. Accept?")
	bea.keys("y")
	e.people[2].see("Rematch accepted")
	e.people[2].keys("\r")
	for _, p := range e.people {
		p.until("the new game", func(screen string) bool { return whoseTurn(screen) != "" })
	}
	next := e.newest(known)
	swapped := e.sides(next)
	if swapped[chess.White] != sides[chess.Black] || swapped[chess.Black] != sides[chess.White] {
		t.Errorf("%s has White again", swapped[chess.White].name)
	}
	sides, g = swapped, e.array(next, v)
	play(2)
}
