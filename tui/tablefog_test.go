package tui

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/play"
)

// signs are those in the middle of each square on somebody's screen.
func (a *patron) signs() []rune {
	t := a.screen()
	rows := strings.Split(ansi.Strip(a.app.View()), "\n")
	signs := make([]rune, len(t.Layout.Cells))
	for sq := range signs {
		x, y := draw.CellAt(t.Layout, t.Room.Size, t.Flip, chess.Square(sq))
		x, y = x+t.Room.Board.X+(t.Room.Size.W-1)/2, y+t.Room.Board.Y+(t.Room.Size.H-1)/2
		signs[sq] = []rune(rows[y])[x]
	}
	return signs
}

// TestTableHidesInFog compares each square of each screen with what the rules let
// its player see, after each move and when stepping back.
func TestTableHidesInFog(t *testing.T) {
	for _, variant := range []string{"dark1", "dark2", "darkcrazyhouse1"} {
		t.Run(variant, func(t *testing.T) {
			l := openLounge(t)
			table := l.begin("5+3", variant)
			white, black, watcher := l.sit(anna, table), l.sit(ben, table), l.sit(cleo, table)
			rules, err := play.RulesOf([]string{variant})
			if err != nil {
				t.Fatal(err)
			}
			truth, err := chess.NewGame(rules, -1)
			if err != nil {
				t.Fatal(err)
			}
			wrong := func(a *patron, v chess.View) string {
				signs := a.signs()
				for sq, cell := range v.Cells {
					sign := signs[sq]
					want := rune(' ')
					if cell.Piece != 0 {
						want = rune(cell.Piece.Role().Letter())
						if cell.Piece.Color() == chess.Black {
							want = unicode.ToLower(want)
						}
					}
					if unicode.IsLetter(sign) && sign != want || unicode.IsLetter(want) && sign != want {
						return fmt.Sprintf("%s sees %q on %v after %d moves, want %q", a.me.Name, sign, chess.Square(sq), truth.Ply(), want)
					}
				}
				return ""
			}
			check := func(a *patron, v chess.View) {
				t.Helper()
				if fault := wrong(a, v); fault != "" {
					t.Error(fault)
				}
			}
			look := func() {
				t.Helper()
				check(white, truth.Board().View(chess.WhiteObserver))
				check(black, truth.Board().View(chess.BlackObserver))
				nothing := truth.Board().View(chess.Everyone)
				for i := range nothing.Cells {
					nothing.Cells[i] = chess.Cell{Hidden: true}
				}
				check(watcher, nothing)
				for _, a := range []*patron{white, black, watcher} {
					if a.screen().Game != nil {
						t.Fatalf("%s's program knows the game", a.me.Name)
					}
				}
			}
			look()
			for i, move := range []string{"e4", "d5", "exd5", "Qxd5", "Nc3", "Qe6"} {
				if _, err := truth.PlaySAN(move); err != nil {
					t.Fatal(err)
				}
				l.move(move, white, black, watcher)
				look()
				other := white
				if i%2 == 0 {
					other = black
				}
				for _, a := range []*patron{other, watcher} {
					if view := a.app.View(); strings.Contains(view, " "+move+" ") {
						t.Errorf("%s reads %s:\n%s", a.me.Name, move, view)
					}
				}
			}
			for _, a := range []*patron{white, black} {
				c, _ := a.screen().Me()
				for ply := 5; ply >= 0; ply-- {
					a.press("pgup")
					past := truth.BoardAt(ply).View(chess.ObserverOf(c))
					l.settle("the past comes", func() bool { return wrong(a, past) == "" })
				}
				a.press("end")
			}
			white.enter("fen")
			l.see(white, "The position cannot be copied in a fog game")
			white.enter("pgn")
			l.see(white, "A fog game cannot be copied before it is over")
			white.enter("Ke8")
			l.see(white, "That move is not possible")

			black.press("ctrl+r", "y")
			for _, a := range []*patron{white, black, watcher} {
				l.see(a, "White wins: Black resigned", "Qe6", "Nc3")
				check(a, truth.Board().View(chess.Everyone))
			}
		})
	}
}
