package plain

import (
	"strings"

	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/play"
)

// t is a text of the rooms below in the language of the player.
//
//go:noinline
func (p *program) t(english string) string { return p.o.Lang.Text(english) }

// count writes a number with the form of words that it asks for.
func (p *program) count(n int, one, several string) string { return p.o.Lang.Plural(n, one, several) }

// counted is count at the head of a sentence.
func (p *program) counted(n int, one, several string) string {
	return lang.UpperFirst(p.count(n, one, several))
}

// side is a side that does something, "White"; some languages give it an
// article there, which a label has not.
func (p *program) side(c chess.Color) string {
	name := play.SideName(c)
	return p.o.Lang.In("who", name)
}

// label is the name of a side before a colon.
func (p *program) label(c chess.Color) string { return p.t(play.SideName(c)) }

// name is how a side of the table is called.
func (p *program) name(c chess.Color) string {
	if name := p.table.Name(c); name != play.SideName(c) {
		return p.called(p.table.Config.Players[c], name)
	}
	return p.side(c)
}

// called is the name of a player as it is written: what somebody gave stays.
func (p *program) called(who play.Player, name string) string {
	if who.Named() {
		return name
	}
	return p.t(name)
}

// answerWords are the words that follow others, or answer.
var answerWords = []string{
	"yes", "no", "white", "black", "against", "level", "style", "as", "friend", "watch", "computer", "clock", "array",
	"random", "usual", "empty", "start", "none", "all", "pocket", "pawn", "knight", "bishop", "rook", "queen", "king",
}

// dictionary holds the words of the language: those of the vocabulary and those
// that are spoken. See [lang.Language.Words].
func (p *program) dictionary() map[string]string {
	locals := make(map[string]string)
	learn := func(english string) {
		for _, w := range p.o.Lang.Words(english) {
			locals[lang.Fold(w)] = english
		}
	}
	for i := range p.words {
		learn(p.words[i].name)
	}
	for _, w := range answerWords {
		learn(w)
	}
	return locals
}

// english is a word in English, in small letters. What is no word of the
// language is taken for English.
func (p *program) english(word string) string {
	if e, ok := p.locals[lang.Fold(word)]; ok {
		return e
	}
	return strings.ToLower(word)
}

// san is a move as the player writes it.
func (p *program) san(b chess.Board, m chess.Move) string { return p.o.Lang.Move(chess.MoveText(b, m)) }

// readMove reads a move with the letters of the language, or else of English.
func (p *program) readMove(b chess.Board, text string) (chess.Move, error) {
	return play.ParseMove(b, p.o.Lang.Readings(text))
}
