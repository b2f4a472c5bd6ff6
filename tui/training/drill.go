package training

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// drill is the desk of a screen that asks for moves: puzzles, lessons, repertoires. It
// answers what the desk asks of its host and is the same for all of them.
type drill struct {
	boardinput.Desk
	game func() *chess.Game // on the board
	hint chess.Move         // 0 for none
	// hinted says how much of the hint is shown: 1 the piece that moves, 2 where to.
	hinted int
}

// newDrill makes a drill of a desk. Keys of games that are played mean nothing there.
func newDrill(desk boardinput.Desk, game func() *chess.Game) drill {
	d := drill{Desk: desk, game: game}
	k := &d.Keys
	for _, b := range []*key.Binding{&k.Undo, &k.Draw, &k.Save, &k.CopyPGN, &k.Thoughts, &k.Meter, &k.Graph, &k.Let} {
		b.SetEnabled(false)
	}
	k.Menu.SetHelp(k.Menu.Help().Key, "leave")
	return d
}

// handled gives a key to a question, to the choice of a promotion, to actions, to the cursor, and
// at last to the line on which moves are written.
func (d *drill) handled(msg tea.KeyMsg) tea.Cmd {
	switch {
	case d.Question != nil:
		return d.Answer(msg)
	case d.Chooser != nil:
		return d.Chose(msg)
	case msg.Paste:
		d.Line.Edit(msg, d.Writable())
		return nil
	}
	if cmd, done := d.Acted(msg); done {
		return cmd
	}
	if d.Line.Empty() || d.Line.Refused && msg.Type == tea.KeyRunes {
		if cmd, done := d.Steered(msg); done {
			return cmd
		}
	}
	return d.Wrote(msg)
}

// offer lets the player move, or not.
func (d *drill) offer(moves bool) {
	d.Line.Clear()
	if !moves {
		d.Allow(nil, false)
		return
	}
	d.Allow(chess.Tries(d.Present(), make([]chess.Move, 0, 64)), true)
}

// What the desk asks of its host.

func (d *drill) Present() chess.Board     { return d.game().Board() }
func (d *drill) Ply() int                 { return d.game().Ply() }
func (d *drill) Observer() chess.Observer { return play.DrillObserver(d.game()) }
func (d *drill) Fogged() bool             { return false }
func (d *drill) Premoving() bool          { return false }
func (d *drill) Tally() chess.View        { return d.game().BoardAt(d.Shown).View(chess.Everyone) }
func (d *drill) EvalBar() []string        { return nil }
func (d *drill) Typing() bool             { return d.Line.Writing() }
func (d *drill) ShownView() chess.View    { return d.game().BoardAt(d.Shown).View(d.Observer()) }

// Sheet is the moves so far.
func (d *drill) Sheet() draw.ScoreSheet {
	g := d.game()
	first := g.BoardAt(0)
	s := draw.ScoreSheet{Texts: g.SANs(), Shown: d.Shown, First: first.View(chess.Everyone).Fullmove, Black: first.Turn() == chess.Black}
	notation := d.S.Notation()
	for i, text := range s.Texts {
		s.Texts[i] = notation.Move(text)
	}
	return s
}

// Marks are what is drawn on the squares besides the pieces.
func (d *drill) Marks(v chess.View) draw.Marks {
	last := chess.Move(0)
	if d.Shown > 0 {
		last = d.game().Moves()[d.Shown-1]
	}
	m := d.Place(v, last)
	if !d.Live() || d.hinted == 0 {
		return m
	}
	if d.hint.Kind() != chess.Dropping {
		m.Hint.Add(d.hint.From())
	}
	if d.hinted > 1 {
		m.Hint.Add(d.hint.Landing())
	}
	return m
}

// study opens the analysis board at the position that is shown.
func (d *drill) study(from ui.Screen) tea.Cmd {
	g := d.game()
	return d.S.Open(from, ui.Analyse{Rules: g.Rules(), Start: g.Start(), Moves: g.Moves(), At: d.Shown, Flip: d.Flip})
}

func (d *drill) copyFEN() tea.Cmd {
	return ui.CopyText(d.game().BoardAt(d.Shown).FEN(), "FEN copied")
}

// aside wraps texts into rows beside the board.
func aside(rows []string, style draw.Style, text string, width int) []string {
	for _, row := range draw.Wrap(draw.Clean(text), width-2) {
		rows = append(rows, " "+style.Render(row))
	}
	return rows
}

// lineRow is the line on which moves are written; where the drill is over and nothing is written, what can be done.
func (d *drill) lineRow(width int, over bool, text string) string {
	if over && d.Line.Empty() {
		return " " + d.S.Theme.Faint.Render(draw.Cut(d.S.Text(text), width-1))
	}
	return " " + d.Line.View(d.S.Theme, width-1)
}

// fullHelp are all keys; last are those for what follows.
func (d *drill) fullHelp(last ...key.Binding) [][]key.Binding {
	k := d.Keys
	return [][]key.Binding{
		ui.Bindings(&k.Send, &k.Complete, &k.Pick, &k.Up, &k.Down, &k.Left, &k.Right, &k.Recall, &k.Cancel),
		ui.Bindings(&k.Back, &k.Forward, &k.Start, &k.Live, &k.Hint, &k.Resign),
		ui.Bindings(&k.Flip, &k.Bigger, &k.Smaller, &k.Card, &k.CopyFEN),
		last,
	}
}
