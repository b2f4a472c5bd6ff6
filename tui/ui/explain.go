package ui

import (
	"rookery/ai/explain"
	"rookery/chess"
)

// explain says why a move is good in the language of the session: clause by
// clause, for each is a sentence of its own to the catalogues.
func (s *Session) explain(x explain.Explanation) string { return s.Lang.Sentence(x.Parts()) }

// ReadMove reads a move as it is written in the language of the session, or
// else in English: in Hungarian Bf3 is a rook's move where there is one.
func (s *Session) ReadMove(b chess.Board, text string) (chess.Move, error) {
	m, err := chess.ParseMove(b, s.Lang.Typed(text))
	if err != nil && s.Lang != nil {
		if english, e := chess.ParseMove(b, text); e == nil {
			return english, nil
		}
	}
	return m, err
}
