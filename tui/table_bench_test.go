package tui

import (
	"io"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/club"
	"rookery/tui/delta"
	"rookery/tui/remote"
	"rookery/tui/table"
	"rookery/tui/ui"
	"rookery/variants"
)

// BenchmarkTable draws a table after twenty half-moves in 24-bit colour at 80×24, from
// the message that brings something to the bytes for the terminal: a move, a letter
// that is written, a second of the clock.
func BenchmarkTable(b *testing.B) {
	now := testTime
	s := SessionFor(b, termenv.TrueColor)
	s.Now = func() time.Time { return now }
	s.Club = &club.Club{}
	seat := table.New(s, club.House{S: s}, "").(*table.Screen)
	app := &App{s: s, keys: ui.Bound(s, ui.NewGlobalKeys()), after: ui.After, stack: []ui.Screen{seat}}
	app.SetSize(80, 24)
	seat.Conn = &table.Conn{}
	screen := delta.NewScreen(io.Discard)
	if err := screen.Open(); err != nil {
		b.Fatal(err)
	}
	draw := func() {
		app.escape = "" // nobody tells when it has been sent
		if err := screen.ShowRows(app.Rows()); err != nil {
			b.Fatal(err)
		}
	}
	shown := benchSnapshots(b)
	app.Update(table.ShownMsg{Conn: seat.Conn, Snap: shown[0]})
	draw()
	b.Run("move", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			app.Update(table.ShownMsg{Conn: seat.Conn, Snap: shown[(i+1)%len(shown)]})
			draw()
		}
	})
	keys := [2]tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune{'N'}}, {Type: tea.KeyBackspace}}
	b.Run("letter", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			app.Update(keys[i%2])
			draw()
		}
	})
	b.Run("clock", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if now = now.Add(time.Second); now.Sub(testTime) > 40*time.Minute {
				now = testTime
			}
			app.Update(table.TickMsg{Conn: seat.Conn, Serial: seat.Ticks})
			draw()
		}
	})
}

// benchSnapshots are a table as White sees it before and after a move of his own and
// its answer.
func benchSnapshots(b *testing.B) (all []remote.Snapshot) {
	g, err := chess.NewGame(variants.Chess, -1)
	if err != nil {
		b.Fatal(err)
	}
	moves := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7")
	control := chess.Control{Base: 50 * time.Minute}
	clock := chess.NewClock(control).Start(testTime)
	for _, m := range moves {
		if _, err := g.PlaySAN(m); err != nil {
			b.Fatal(err)
		}
		if g.Ply() < len(moves)-2 {
			continue
		}
		snap := remote.Snapshot{
			Terms: remote.Terms{Parts: []string{"chess"}, Control: control}, Players: [2]remote.Player{anna, ben}, Seat: remote.WhiteSeat,
			Ply: g.Ply(), Turn: g.Turn(), View: g.Board().View(chess.Everyone), Start: g.Start(), Moves: g.SANs(),
			Running: true, At: testTime, Clock: clock,
		}
		if g.Turn() == chess.White {
			snap.Legal = chess.Tries(g.Board(), nil)
		}
		all = append(all, snap)
	}
	return all
}
