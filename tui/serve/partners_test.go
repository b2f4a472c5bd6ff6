package serve

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/pgn"
	"rookery/variants"
)

// seatRow is a player on the screen of a game of partners.
var seatRow = regexp.MustCompile(`([▸ ])([○●]) (Anna|Bea|Cleo|Dora)\b`)

// seat is such a player.
type seat struct {
	name  string
	color chess.Color
	turn  bool
}

// seats are all four, from the top: the upper player of the own board, both of the other one, the lower player.
func seats(screen string) (all []seat) {
	for _, row := range strings.Split(screen, "\n") {
		if found := seatRow.FindStringSubmatch(row); found != nil {
			s := seat{name: found[3], turn: found[1] == "▸"}
			if found[2] == "●" {
				s.color = chess.Black
			}
			all = append(all, s)
		}
	}
	return all
}

// twoBoards is a game of partners as the test knows it.
type twoBoards struct {
	games [2]*chess.Game
	order []int
}

// play makes a move on both boards.
func (g *twoBoards) play(t *testing.T, at int, m chess.Move) {
	t.Helper()
	piece, passed := g.games[at].Board().(chess.Positioned).Position().Passed(m)
	if err := g.games[at].Play(m); err != nil {
		t.Fatal(err)
	}
	if passed && !g.games[at].Outcome().Over() {
		if err := g.games[1-at].Give(piece); err != nil {
			t.Fatal(err)
		}
	}
	g.order = append(g.order, at)
}

// over tells whether either board is decided.
func (g *twoBoards) over() bool { return g.games[0].Outcome().Over() || g.games[1].Outcome().Over() }

// scripted is a game drawn by a seed, in which a mate is played where there is one, else by preference a drop, a
// capture or a check, on either board.
func scripted(t *testing.T, seed uint64, longest int) *twoBoards {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	g := &twoBoards{}
	for i := range g.games {
		var err error
		if g.games[i], err = chess.NewGame(variants.Bughouse, -1); err != nil {
			t.Fatal(err)
		}
	}
	for !g.over() && len(g.order) < longest {
		at := rng.IntN(2)
		if len(g.games[at].Board().Moves(nil)) == 0 {
			at = 1 - at
		}
		b := g.games[at].Board()
		moves := b.Moves(nil)
		if len(moves) == 0 {
			t.Fatal("nobody can move")
		}
		best, most := chess.Move(0), -1
		for _, m := range moves {
			p := b.(chess.Positioned).Position()
			worth := rng.IntN(4)
			switch {
			case m.Kind() == chess.Dropping:
				worth += rng.IntN(4)
			case m.IsCapture():
				worth += 2
			}
			if p.GivesCheck(m) {
				worth += 2
			}
			b.Make(m)
			if b.Outcome().Over() {
				worth = 100
			}
			b.Undo()
			if worth > most {
				best, most = m, worth
			}
		}
		g.play(t, at, best)
	}
	return g
}

// TestPartnersKilled has four real clients play a game of partners to its end over SSH, and kills the server with kill -9 at each
// tenth move. All four come back with their keys into their seats; both boards, the pockets and the clocks are as they were.
func TestPartnersKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a game of four with the real program")
	}
	plan := scripted(t, 12, 120)
	if !plan.over() || len(plan.order) < 40 {
		t.Fatalf("the game has %d half-moves, over %v", len(plan.order), plan.over())
	}
	h := openHouse(t)
	names := []string{"Anna", "Dora", "Bea", "Cleo"} // in the order in which they join
	for _, name := range names {
		h.come(name)
	}
	anna := h.people["Anna"]
	anna.keys("n")
	anna.see("Create a seek")
	anna.keys("\x1b[D\x1b[D")
	anna.see("Bughouse")
	anna.keys("\r")
	for i, name := range names[1:] {
		v := h.people[name]
		v.see(string(rune('1'+i)) + "/4 Anna")
		v.keys("2\r")
		if i < 2 {
			v.see("You have joined")
		}
	}
	var players [2][2]string // by board and Color; Anna's is the first
	for _, name := range names {
		screen := h.people[name].until("four at two boards", func(screen string) bool { return len(seats(screen)) == 4 })
		all := seats(screen)
		at := 0
		if name == "Bea" || name == "Anna" { // Anna's opponent is the second who joins after her partner
			at = 0
		} else {
			at = 1
		}
		players[at][all[0].color], players[at][all[3].color] = all[0].name, all[3].name
		players[1-at][all[1].color], players[1-at][all[2].color] = all[1].name, all[2].name
		if all[3].name != name {
			t.Fatalf("%s does not sit below: %+v", name, all)
		}
		if partner := all[2].name; name == "Anna" && partner != "Dora" {
			t.Fatalf("%s is Anna's partner", partner)
		}
	}
	g := &twoBoards{}
	for i := range g.games {
		var err error
		if g.games[i], err = chess.NewGame(variants.Bughouse, -1); err != nil {
			t.Fatal(err)
		}
	}
	// settled waits until all four see both boards as they are.
	settled := func() {
		t.Helper()
		for at, board := range players {
			for _, name := range board {
				h.people[name].until("board "+string(rune('A'+at))+" for "+name, func(screen string) bool {
					return shows(screen, g.games[at].Board().View(chess.Everyone)) && listed(screen, g.games[at].SANs())
				})
			}
		}
	}
	// standing are the clocks of those who are not to move, from the screens of their own boards.
	standing := func() map[string]string {
		all := make(map[string]string)
		for at, board := range players {
			waits := board[g.games[at].Turn().Other()]
			all[waits] = clocks(h.people[waits].text())[waits]
		}
		return all
	}
	settled()
	for n, at := range plan.order {
		if n > 0 && n%10 == 0 {
			before := standing()
			h.kill()
			h.start()
			for at, board := range players {
				for c, name := range board {
					v := visit(t, h.addr, name, gossh.PublicKeys(h.keys[name]), nil)
					h.people[name] = v
					v.see("Welcome back: your game against " + players[at][1-c] + " is in progress")
				}
			}
			settled()
			if now := standing(); len(now) != 2 || !maps.Equal(now, before) {
				t.Errorf("after %d half-moves and a kill the clocks show %v, before %v", n, now, before)
			}
		}
		m := plan.games[at].Moves()[g.games[at].Ply()]
		mover := players[at][g.games[at].Turn()]
		text := chess.UCI(g.games[at].Board(), m)
		g.play(t, at, m)
		h.people[mover].keys(text + "\r")
		if !g.over() {
			settled()
		}
	}
	decided := 0
	if !g.games[0].Outcome().Over() {
		decided = 1
	}
	winner, won := g.games[decided].Outcome().Winner()
	if !won {
		t.Fatalf("it ended with %v", g.games[decided].Outcome())
	}
	for at, board := range players {
		for c, name := range board {
			want := "checkmate"
			if at != decided {
				want = map[bool]string{true: "Your team wins: ", false: "Your team loses: "}[chess.Color(c) != winner]
			}
			h.people[name].see(want)
		}
	}
	var text []byte
	holds(t, "both boards are in the archive", func() bool {
		var err error
		text, err = exec.Command(h.program, "games", "--data", h.dir).Output()
		return err == nil && strings.Count(string(text), "[Event ") == 2
	})
	in := pgn.NewReader(bytes.NewReader(text))
	for at := range 2 {
		kept, err := in.Read()
		if err != nil {
			t.Fatal(err)
		}
		got, err := kept.Play()
		if err != nil {
			t.Fatalf("board %d: %v\n%s", at, err, text)
		}
		board := 0
		if kept.Tags.Value("White") != players[0][chess.White] {
			board = 1
		}
		if a, b := strings.Join(got.SANs(), " "), strings.Join(g.games[board].SANs(), " "); a != b {
			t.Errorf("board %d is in the archive as\n%s\nwant\n%s", board, a, b)
		}
	}
	both, err := exec.Command(h.program, "games", "--data", h.dir, "--bpgn").Output()
	if err != nil || strings.Count(string(both), "[WhiteB ") != 1 || strings.Count(string(both), "{") != len(g.order)+1 {
		t.Errorf("BPGN (%v):\n%s", err, both)
	}
}
