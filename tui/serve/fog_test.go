package serve

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"rookery/chess"
	"rookery/variants"
)

// sequences of a terminal, which may look like moves.
var sequences = regexp.MustCompile("\x1b(\\[[0-9;?]*[@-~]|\\][^\a\x1b]*(\a|\x1b\\\\)|.)")

// witness holds what one person may ever have seen of a game, and what he saw
// that he may not.
type witness struct {
	mu     sync.Mutex
	may    [64]map[rune]bool // the pieces that may be drawn on a square
	hidden []string          // moves that he may not read
	faults []string
}

// allow adds what he sees now.
func (w *witness) allow(v chess.View) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for sq, cell := range v.Cells {
		if w.may[sq] == nil {
			w.may[sq] = make(map[rune]bool)
		}
		w.may[sq][letterOf(cell)] = true
	}
}

// hide adds moves that he may not read.
func (w *witness) hide(moves ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hidden = append(w.hidden, moves...)
}

// look checks what is drawn on each square and written anywhere, however little of
// a frame has come.
func (w *witness) look(v *visitor) {
	text := v.text()
	signs, ok := board(text)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, move := range w.hidden {
		if strings.Contains(text, move) {
			w.faults = append(w.faults, move)
		}
	}
	if !ok {
		return
	}
	for sq, may := range w.may {
		if sign := signs[sq%8][sq/8]; may != nil && unicode.IsLetter(sign) && !may[sign] {
			w.faults = append(w.faults, fmt.Sprintf("%q on %v", sign, chess.Square(sq)))
		}
	}
}

// dark is a view of nothing.
func dark(v chess.View) chess.View {
	cells := make([]chess.Cell, len(v.Cells))
	for i := range cells {
		cells[i].Hidden = true
	}
	v.Cells = cells
	return v
}

// TestFogOverSSH searches all that is sent to two players in the fog and to one
// who watches for pieces and moves that they may not know.
func TestFogOverSSH(t *testing.T) {
	for _, id := range []string{"dark1", "dark2", "darkcrazyhouse2"} {
		t.Run(id, func(t *testing.T) {
			e := newEvening(t)
			var saw [3]witness
			e.come([3]func(*visitor){saw[0].look, saw[1].look, saw[2].look})
			v, ok := variants.ByName(id)
			if !ok {
				t.Fatal("there is no such variant")
			}
			g, err := chess.NewGame(v.Rules, -1)
			if err != nil {
				t.Fatal(err)
			}
			var mine [3]chess.Color
			view := func(i int, b chess.Board) chess.View {
				if i == 2 {
					return dark(b.View(chess.Everyone))
				}
				return b.View(chess.ObserverOf(mine[i]))
			}
			var before [3]int
			for i, p := range e.people {
				before[i] = len(p.sent())
				// Whose colour is whose is drawn yet: both arrays are no secret.
				saw[i].allow(g.Board().View(chess.WhiteObserver))
				saw[i].allow(g.Board().View(chess.BlackObserver))
			}
			table := e.meet(v, "chess", false)
			sides := e.sides(table)
			for i := range 2 {
				if sides[chess.Black] == e.people[i] {
					mine[i] = chess.Black
				}
			}
			for i := range saw {
				clear(saw[i].may[:])
				saw[i].allow(view(i, g.Board()))
			}
			positions := []string{g.Board().FEN()}
			// No move is a part of what the other side may read: Nd5 and Nxd5.
			for _, text := range []string{"Nc3", "Nf6", "Nd5", "Nxd5", "c4", "Nb4", "Qb3", "g6", "Qxb4", "Bg7"} {
				m, err := chess.ParseMove(g.Board(), text)
				if err != nil {
					t.Fatal(err)
				}
				mover, uci := g.Turn(), chess.UCI(g.Board(), m)
				after := g.Clone()
				if err := after.Play(m); err != nil {
					t.Fatal(err)
				}
				for i := range e.people {
					if i == 2 || mine[i] != mover {
						saw[i].hide(text, uci)
					}
					saw[i].allow(view(i, after.Board()))
				}
				e.play(sides, g, m)
				positions = append(positions, g.Board().FEN())
				for i, p := range e.people {
					p.until(fmt.Sprintf("what %s may see after %s", p.name, text), func(screen string) bool {
						return shows(screen, view(i, g.Board()))
					})
				}
			}
			for i, p := range e.people { // the past too
				for ply := g.Ply() - 1; ply >= g.Ply()-4; ply-- {
					p.keys("\x1b[5~")
					p.see(fmt.Sprintf("Position %d of %d", ply, g.Ply()))
					p.until("the past", func(screen string) bool { return shows(screen, view(i, g.BoardAt(ply))) })
				}
				p.keys("\x1b[F")
				p.until("the present", func(screen string) bool { return shows(screen, view(i, g.Board())) })
			}
			for _, p := range e.people { // nothing can be taken away
				for _, try := range [][2]string{
					{"fen", "The position cannot be copied in a fog game"}, {"graph", "The game report is available once the game is over"},
					{"pgn", "A fog game cannot be copied before it is over"}, {"graph", "The game report is available once the game is over"},
					{"save", "A fog game cannot be copied before it is over"}, {"fen", "The position cannot be copied in a fog game"},
				} {
					p.keys(try[0] + "\r")
					p.see(try[1])
				}
			}
			for i, p := range e.people {
				sent := p.sent()[before[i]:]
				if bytes.Contains(sent, []byte("\x1b]52")) {
					t.Errorf("%s is sent something to keep", p.name)
				}
				words := sequences.ReplaceAll(sent, []byte(" "))
				for _, move := range saw[i].hidden {
					if bytes.Contains(words, []byte(move)) {
						t.Errorf("%s is sent %s", p.name, move)
					}
				}
				for _, fen := range positions {
					placement, _, _ := strings.Cut(fen, " ")
					if bytes.Contains(words, []byte(placement)) {
						t.Errorf("%s is sent %s", p.name, fen)
					}
				}
				saw[i].mu.Lock()
				slices.Sort(saw[i].faults)
				for _, fault := range slices.Compact(saw[i].faults) {
					t.Errorf("%s was shown %s", p.name, fault)
				}
				saw[i].mu.Unlock()
			}
			// After the end there is no fog any more.
			for i := range saw {
				saw[i].allow(g.Board().View(chess.Everyone))
			}
			e.resign(sides[g.Turn()], g.Turn(), g)
			for _, p := range e.people {
				p.until("the whole board", func(screen string) bool { return shows(screen, g.Board().View(chess.Everyone)) })
			}
		})
	}
}
