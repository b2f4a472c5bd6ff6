package game

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

const (
	// bestMoveTime is how long the moves of one piece are thought about altogether,
	// leastSearchTime how long each of them at least.
	bestMoveTime    = 800 * time.Millisecond
	leastSearchTime = 15 * time.Millisecond
)

// bestMoveMsg brings the best move of the piece that was to move.
type bestMoveMsg struct {
	stamp play.Stamp
	move  chess.Move
	err   error
}

// playBestMove plays the best move that the piece in the player's hand has.
func (g *Screen) playBestMove() tea.Cmd {
	switch {
	case !g.Ready():
		return nil
	case !g.Selection.Held():
		g.Complain("select a piece first, with the arrow keys and Space or a click")
		return nil
	case g.Fogged():
		g.Complain("best moves are not available in a fog game")
		return nil
	case g.S.PlaysPerson():
		g.Complain(ui.NoHelp)
		return nil
	case g.CancelBest != nil:
		return nil
	}
	moves := g.Selection.Moves(g.Legal)
	if len(moves) == 1 {
		return g.Play(moves[0])
	}
	g.hinting.Cancel() // the hint is no longer wanted
	adviser := g.strongest()
	search, stamp := g.Ctl.Consult(adviser), g.Ctl.Stamp()
	g.CancelBest = search.Cancel
	g.Say("Finding its best move" + g.S.Glyphs().Ellipsis)
	return func() tea.Msg {
		m, err := bestOf(search.Ctx, adviser, search.Task, moves, bestMoveTime)
		return bestMoveMsg{stamp, m, err}
	}
}

// bestMoveFound plays what was found, unless the piece was put down meanwhile.
func (g *Screen) bestMoveFound(msg bestMoveMsg) tea.Cmd {
	if msg.stamp != g.Ctl.Stamp() || g.CancelBest == nil {
		return nil
	}
	g.CancelBest()
	g.CancelBest = nil
	if msg.err != nil {
		g.Complain("no move found: " + ui.ErrorText(msg.err))
		return nil
	}
	return g.Play(msg.move)
}

// bestOf finds the best of some legal moves of the position that t leads to,
// by a short search behind each. The engine has no search that is bound to
// some of the moves at its root, and one for many lines would have to value
// all the others too.
func bestOf(ctx context.Context, adviser *engineplay.Engine, t play.Task, moves []chess.Move, total time.Duration) (chess.Move, error) {
	each := max(total/time.Duration(len(moves)), leastSearchTime)
	now := t.Start.Clone()
	for _, m := range t.Moves {
		now.Make(m)
	}
	side := now.Turn()
	best, most := moves[0], ai.Centipawns(0)
	for i, m := range moves {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		var worth ai.Centipawns
		now.Make(m)
		o := now.Outcome()
		now.Undo()
		switch winner, won := o.Winner(); {
		case won && winner == side:
			return m, nil
		case won:
			worth = -decided
		case o.Over():
		default:
			behind := play.Task{Start: t.Start.Clone(), Moves: append(slices.Clone(t.Moves), m), Limit: ai.Limit{MoveTime: each}}
			c, err := adviser.Think(ctx, behind)
			if err != nil {
				return 0, err
			}
			worth = -valueOf(c)
		}
		if i == 0 || worth > most {
			best, most = m, worth
		}
	}
	return best, nil
}

// decided is more than any score of an open game.
const decided ai.Centipawns = 1_000_000

// valueOf puts mates and scores on one scale: the sooner the better for who wins.
func valueOf(c ai.Choice) ai.Centipawns {
	switch {
	case c.Mate > 0:
		return decided - ai.Centipawns(c.Mate)
	case c.Mate < 0:
		return -decided - ai.Centipawns(c.Mate)
	}
	return c.Score
}
