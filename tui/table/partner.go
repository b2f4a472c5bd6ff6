package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/remote"
)

// In a game of partners the panel shows the other board: the partner at the lower edge, as he sits beside one.

// leastTwinText is how wide players and chat beside the other board must be.
const leastTwinText = 14

// twinRows are the other board with its players, pockets and clocks and what is said, in at most so many rows.
func (t *Screen) twinRows(width, most int) []string {
	twin := t.Snap.Twin
	look, th, gl := &t.S.Look, t.S.Theme, t.S.Glyphs()
	rule := th.Border.Render(strings.Repeat(string(gl.Rule), width))
	size, fits := look.ChooseSize(t.Layout, width-leastTwinText-1, most-1)
	bw, bh := draw.BoardSize(t.Layout, size)
	beside := fits && width-bw-1 >= leastTwinText
	if !beside {
		if size, fits = look.ChooseSize(t.Layout, width, most-3); !fits {
			return t.twinLine(width, most)
		}
		bw, bh = draw.BoardSize(t.Layout, size)
	}
	m := draw.NewMarks()
	m.MarkMove(twin.Last)
	m.Checked = draw.SquaresOf(twin.View.Checked...)
	board := draw.RenderBoard(twin.View, t.Layout, th, gl, m, size, !t.Flip)
	low := chess.Black // who sits beside White at the lower edge
	if t.Flip {
		low = chess.White
	}
	bar := func(c chess.Color, w int) string { return draw.RenderPlayer(th, gl, t.twinBar(c), w) }
	rows := []string{rule}
	if !beside {
		rows = append(rows, bar(low.Other(), width))
		for _, row := range board {
			rows = append(rows, draw.Fit(row, width))
		}
		return append(rows, bar(low, width))
	}
	w := width - bw - 1
	text := make([]string, bh)
	pocket := func(c chess.Color) string {
		return draw.Fit(draw.RenderPocket(th, gl, twin.View.Pockets[c], c, chess.NoRole, t.S.Text("pocket empty")), w)
	}
	names := 0 // a row for coordinates under the board
	if bh > 8*size.H {
		names = bh - 8*size.H
	}
	last := bh - 1 - names
	text[0], text[1] = bar(low.Other(), w), pocket(low.Other())
	text[last-1], text[last] = pocket(low), bar(low, w)
	said := t.chatRows(w)
	said = said[max(len(said)-(last-3), 0):]
	for i, row := range said {
		text[last-1-len(said)+i] = row
	}
	for i, row := range board {
		rows = append(rows, row+" "+draw.Fit(text[i], w))
	}
	return rows
}

// twinLine is the other board in words, where there is no room for it.
func (t *Screen) twinLine(width, most int) []string {
	if most < 2 {
		return nil
	}
	th, gl := t.S.Theme, t.S.Glyphs()
	rows := []string{th.Border.Render(strings.Repeat(string(gl.Rule), width))}
	for _, c := range []chess.Color{chess.White, chess.Black} {
		if len(rows) < most {
			rows = append(rows, draw.RenderPlayer(th, gl, t.twinBar(c), width))
		}
	}
	return rows
}

// twinBar is what the row of a side of the other board says.
func (t *Screen) twinBar(c chess.Color) draw.PlayerBar {
	twin := t.Snap.Twin
	left := twin.Left[c]
	if twin.Running {
		left = twin.Clock.Left(c, t.S.Now())
	}
	p := draw.PlayerBar{
		Side: c, Name: draw.Clean(twin.Players[c].Name), Turn: !t.Over() && twin.Turn == c,
		Clocked: !twin.Terms.Control.None(), Left: left, Running: twin.Running && twin.Turn == c,
	}
	if me, seated := t.Me(); seated && me != c {
		p.Note = t.S.Text("partner")
	}
	return p
}

// chatRows are the lines of chat in a width, those for the partner alone marked.
func (t *Screen) chatRows(width int) (rows []string) {
	th := t.S.Theme
	for _, line := range t.Snap.Chat {
		if t.muted[line.From.ID] {
			continue
		}
		style := th.Text
		if line.Pair > 0 {
			style = th.Accent
		}
		for _, row := range draw.Wrap(draw.Clean(line.From.Name+": "+line.Text), width) {
			rows = append(rows, style.Render(row))
		}
	}
	return rows
}

// tellPartner says something to the partner alone.
func (t *Screen) tellPartner(text string) tea.Cmd {
	switch {
	case t.Snap.Twin == nil:
		t.Complain("you have no partner in this game")
	case text == "":
		t.Say("Write //, or partner, and what your partner alone shall read")
	default:
		return t.Conn.call("", func(_ context.Context, r remote.TableLine) error { return r.Say(remote.PartnerSign + text) })
	}
	return nil
}

// switchBoard goes to the other board, as one who watches.
func (t *Screen) switchBoard() tea.Cmd {
	if _, seated := t.Me(); seated {
		t.Complain("you play here: the other board is beside yours")
		return nil
	}
	if t.Snap.Twin == nil {
		t.Complain("this game has one board")
		return nil
	}
	return t.S.Replace(t, New(t.S, t.House, t.Snap.Twin.Table))
}

// errLost says that the moves of a board do not follow from each other.
var errLost = errors.New("the moves cannot be played through")

// give puts the pieces into the pockets that came from the other board while ply moves were played here.
func (t *Screen) give(ply int) error {
	for _, g := range t.Snap.Gifts[len(t.Game.Gifts()):] {
		if g.Ply > ply {
			break
		}
		if g.Ply < ply {
			return errLost
		}
		if err := t.Game.Give(g.Piece); err != nil {
			return err
		}
	}
	return nil
}

// givesFollow tells whether what the game has been given is what the snapshot begins with.
func (t *Screen) givesFollow() bool {
	had := t.Game.Gifts()
	return len(had) <= len(t.Snap.Gifts) && slices.Equal(had, t.Snap.Gifts[:len(had)])
}

// teamEnd says how the game ended for a team, after what happened on the board.
func (t *Screen) teamEnd() string {
	me, seated := t.Me()
	won, decided := t.Snap.Outcome.Winner()
	switch o := t.Snap.Outcome; {
	case t.Snap.Twin == nil || !seated || !decided:
		return ""
	case o.Reason == chess.ByPartner && won == me:
		return fmt.Sprintf("Your team wins: %s has won on the other board", lang.Name(t.Snap.Twin.Players[won.Other()].Name))
	case o.Reason == chess.ByPartner:
		return fmt.Sprintf("Your team loses: %s has lost on the other board", lang.Name(t.Snap.Twin.Players[won].Name))
	}
	return ""
}
