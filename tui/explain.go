package tui

import (
	"strings"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/lang"
)

// explain says why a move is good in the language of the session: clause by
// clause, for each is a sentence of its own to the catalogues.
func (s *Session) explain(x ai.Explanation) string {
	if s.Lang == nil || len(x.Clauses) == 0 {
		return x.String()
	}
	var parts []string
	for i, c := range x.Clauses {
		switch {
		case i > 0 && c.Cause == ai.HoldsAlone:
			parts = append(parts, s.Text("and everything else is worse"))
		case i > 0:
			parts = append(parts, s.Text("and"), s.Text(c.String()))
		default:
			parts = append(parts, s.Text(c.String()))
		}
	}
	return lang.UpperFirst(strings.Join(parts, " ")) + "."
}

// readMove reads a move as it is written in the language of the session, or
// else in English: in Hungarian Bf3 is a rook's move where there is one.
func (s *Session) readMove(b chess.Board, text string) (chess.Move, error) {
	m, err := chess.ParseMove(b, s.Lang.Typed(text))
	if err != nil && s.Lang != nil {
		if english, e := chess.ParseMove(b, text); e == nil {
			return english, nil
		}
	}
	return m, err
}
