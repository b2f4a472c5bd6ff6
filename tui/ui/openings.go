package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/opening"
	"rookery/tui/draw"
)

// OpeningsMsg brings the table of openings to the screens that show names.
type OpeningsMsg struct{ Table *opening.Table }

// Openings is the table of a screen once it has asked for it.
type Openings struct {
	Table *opening.Table // nil until it comes, and where there are no openings
	Asked bool

	// What reached has found last.
	found bool
	start string
	moves []chess.Move
	name  opening.Opening
}

// Ask makes the table in a command, for the first time takes a moment. It does
// so once, when a move was made in a game that may have an opening, so that a
// screen is drawn before. While the player is in a game with a person names are help, and
// there are none.
func (o *Openings) Ask(s *Session, r chess.Rules, moved bool) tea.Cmd {
	if o.Asked || !moved || !r.Plain() || s.PlaysPerson() {
		return nil
	}
	o.Asked = true
	return func() tea.Msg { return OpeningsMsg{opening.Load()} }
}

// Behind names how the moves of a game up to n began; there is no name while
// there is no table.
func (o *Openings) Behind(g *pgn.Game, n *pgn.Node) opening.Opening {
	if o.Table == nil {
		return opening.Opening{}
	}
	return o.Table.Behind(g, n)
}

// Reached names how the first moves of a game began; there is no name while there
// is no table. It looks only when the moves have changed.
func (o *Openings) Reached(g *chess.Game, first int) opening.Opening {
	if o.Table == nil {
		return opening.Opening{}
	}
	if moves := g.Moves()[:first]; !o.found || o.start != g.Start() || !slices.Equal(o.moves, moves) {
		o.found, o.start, o.moves = true, g.Start(), moves
		o.name = o.Table.Reached(g.BoardAt(0), moves)
	}
	return o.name
}

// WithOpening adds an opening to the left of a title row of some width, as far
// as the status on its right leaves room.
func WithOpening(heading, status string, o opening.Opening, width int) string {
	const gap, least = 2, 8
	name := draw.Clean(o.String())
	room := width - 2 - draw.WidthOf(heading) - draw.WidthOf(status) - 2*gap
	if name == "" || room < least {
		return heading
	}
	return heading + strings.Repeat(" ", gap) + draw.Cut(name, room)
}
