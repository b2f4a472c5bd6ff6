package engineplay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rookery/ai"
	"rookery/ai/report"
	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/play"
)

// OpenBoard is a board for study: where the game is played in the fog, the same
// position with nothing hidden, so that the engine sees what the student sees.
func OpenBoard(b chess.Board) chess.Board {
	r := b.Rules()
	if !r.Fog {
		return b
	}
	r.Fog = false
	open, err := chess.NewBoard(r, b.FEN())
	if err != nil {
		return b
	}
	return open
}

// Findings are what an engine found in every position of a game: one more than it has
// moves.
type Findings struct {
	Choices []ai.Choice
	Values  []report.Value
}

// NewFindings are those of a game before anything was looked at; the last position, if
// the game ended in it, has its value.
func NewFindings(plies int, end chess.Outcome) *Findings {
	f := &Findings{make([]ai.Choice, plies+1), make([]report.Value, plies+1)}
	if end.Over() {
		f.Values[plies] = report.Final(end)
	}
	return f
}

// Put takes in what was found after ply moves, where turn moves.
func (f *Findings) Put(ply int, c ai.Choice, turn chess.Color) {
	f.Choices[ply], f.Values[ply] = c, report.ValueOf(c, turn)
}

// Report is the report on the moves, which began with first.
func (f *Findings) Report(first chess.Color, moves []chess.Move) report.Game {
	best := make([]chess.Move, len(f.Choices))
	for i, c := range f.Choices {
		best[i] = c.Move
	}
	return report.Of(first, moves, f.Values, best)
}

// Examine lets an engine look at every position of a game, moves played from start. The
// last comes first, so that what follows is known of the positions before. told, when
// not nil, hears how many positions have been looked at.
func Examine(ctx context.Context, e play.Engine, start chess.Board, moves []chess.Move, lim ai.Limit, told func(done int)) (*Findings, error) {
	b := start.Clone()
	for _, m := range moves {
		b.Make(m)
	}
	f := NewFindings(len(moves), b.Outcome())
	open, turn := OpenBoard(start), b.Turn()
	for ply := len(moves); ply >= 0; ply-- {
		if ply < len(moves) {
			turn = turn.Other()
		}
		if !f.Values[ply].Known {
			c, err := e.Think(ctx, play.Task{Start: open, Moves: moves[:ply], Limit: lim})
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case errors.Is(err, ai.ErrNoMove): // played on behind its end
			case err != nil:
				return nil, err
			default:
				f.Put(ply, c, turn)
			}
		}
		if told != nil {
			told(len(moves) + 1 - ply)
		}
	}
	return f, nil
}

// variationPlies is how much of a better line is written down.
const variationPlies = 8

// Annotate writes a report into a game as one edit: accuracy and average loss (ACPL) of
// each side as tags, and into the main line the value of each position, the signs of bad moves, what would have been best, and its line as a
// variation. Signs that an annotator has set stay; what Annotate wrote before is
// renewed. why says by ply what the best move is good for; say translates, nil for
// English.
func Annotate(g *pgn.Game, f *Findings, r *report.Game, why map[int]string, say func(english string) string) (marked int, err error) {
	if say == nil {
		say = func(english string) string { return english }
	}
	b, err := g.Board()
	if err != nil {
		return 0, err
	}
	line := g.Root.Line()
	if len(line) != len(r.Moves) {
		return 0, errors.New("the game has changed since it was analysed")
	}
	g.Together(g.Root, func() {
		for c, name := range [2]string{"White", "Black"} {
			if side := r.Sides[c]; side.Moves > 0 {
				g.SetTag(name+"Accuracy", fmt.Sprintf("%.0f", side.Accuracy))
				g.SetTag(name+"ACPL", fmt.Sprintf("%.0f", side.Loss))
			}
		}
		for ply, n := range line {
			marked += annotateMove(g, n, b, ply, f, r, why[ply], say)
			b.Make(n.Move)
		}
	})
	return marked, nil
}

// annotateMove writes what is said of one move; b is the board before it.
func annotateMove(g *pgn.Game, n *pgn.Node, b chess.Board, ply int, f *Findings, r *report.Game, why string, say func(string) string) (marked int) {
	if v := r.Values[ply+1]; v.Known && (n.Next() != nil || !f.ended()) {
		if pawns, mate, ok := n.Eval(); !ok || pawns != float64(v.Score)/100 || mate != v.Mate {
			g.SetEval(n, float64(v.Score)/100, v.Mate)
		}
	}
	prose := proseOf(n.After)
	rest, ours := withoutVerdict(prose, say)
	signs := n.NAGs
	if ours {
		signs = slices.DeleteFunc(slices.Clone(signs), func(s pgn.NAG) bool { return slices.Contains(verdictSigns[1:], s) })
	}
	best, judged := f.Choices[ply].Move, r.Moves[ply].Judgement
	if judged != report.Fine && best != 0 && best != n.Move {
		marked = 1
		if !slices.ContainsFunc(signs, func(s pgn.NAG) bool { return s >= pgn.Good && s <= pgn.Dubious }) {
			signs = append(slices.Clone(signs), verdictSigns[judged])
		}
		rest = strings.TrimSpace(rest + " " + say(verdictText(judged, chess.SAN(b, best))))
		addVariation(g, n.Parent, f.Choices[ply], why)
	}
	if rest != prose {
		g.SetComments(n, pgn.Reword(n.After, rest)...)
	}
	if !slices.Equal(signs, n.NAGs) {
		g.SetNAGs(n, signs...)
	}
	return marked
}

// ended tells whether the last position is one in which the game was over.
func (f *Findings) ended() bool { return f.Choices[len(f.Choices)-1].Move == 0 }

var verdictSigns = [...]pgn.NAG{report.Inaccuracy: pgn.Dubious, report.Mistake: pgn.Mistake, report.Blunder: pgn.Blunder}

// verdictText is the comment on a move that is judged.
func verdictText(j report.Judgement, best string) string {
	return fmt.Sprintf("%s. %s was best.", j, best)
}

// proseOf is what people read of some comments.
func proseOf(comments []string) string {
	var parts []string
	for _, c := range comments {
		if p := pgn.Prose(c); p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " ")
}

// withoutVerdict takes out what Annotate wrote, in English or as say has it.
func withoutVerdict(prose string, say func(string) string) (rest string, found bool) {
	const move = "e4" // the same in every language
	for j := report.Inaccuracy; j <= report.Blunder; j++ {
		for _, text := range []string{verdictText(j, move), say(verdictText(j, move))} {
			head, tail, ok := strings.Cut(text, move)
			i := strings.Index(prose, head)
			if !ok || head == "" || i < 0 {
				continue
			}
			k := strings.Index(prose[i+len(head):], tail)
			if k < 0 || strings.ContainsAny(prose[i+len(head):][:k], " ") {
				continue
			}
			after := prose[i+len(head)+k+len(tail):]
			return strings.TrimSpace(strings.TrimSpace(prose[:i]) + " " + strings.TrimSpace(after)), true
		}
	}
	return prose, false
}

// addVariation writes the line of a choice beside the move that was played.
func addVariation(g *pgn.Game, at *pgn.Node, c ai.Choice, why string) {
	moves := c.PV
	if len(moves) == 0 || moves[0] != c.Move {
		moves = []chess.Move{c.Move}
	}
	first := at
	for i, m := range moves[:min(len(moves), variationPlies)] {
		n, err := g.AddMove(at, m)
		if err != nil {
			return
		}
		if at = n; i == 0 {
			first = n
		}
	}
	if why != "" && !strings.Contains(proseOf(first.After), why) {
		g.SetComments(first, append(slices.Clone(first.After), why)...)
	}
}
