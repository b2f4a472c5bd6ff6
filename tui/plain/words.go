package plain

import (
	"slices"
	"strings"

	"rookery/chess"
)

// word is something that can be written besides moves.
type word struct {
	name    string
	aliases []string
	args    string // what may follow
	about   string // what it does
	topic   string // the part of the program that it belongs to
	does    func(arg string)
}

// The topics of words, in the order in which help lists them.
var topics = []struct{ name, about string }{
	{"hear", "the board, by rank, file, square or man"},
	{"play", "moves, taking back, hints, draws"},
	{"games", "new games, rules, levels, games that wait"},
	{"read", "PGN files, and going through a game"},
	{"edit", "setting up a position"},
	{"program", "terse, flip, help, quit"},
}

// vocabulary makes the table of all words.
func (p *program) vocabulary() []word {
	toggle := func(flag *bool, on, off string) func(string) {
		return func(string) {
			*flag = !*flag
			if *flag {
				p.say(on)
			} else {
				p.say(off)
			}
		}
	}
	return []word{
		{"board", []string{"b"}, "", "the whole board, rank by rank", "hear", p.tellBoard},
		{"rank", nil, "NUMBER", "one rank", "hear", p.tellRankOf},
		{"file", nil, "LETTER", "one file", "hear", p.tellFile},
		{"s", nil, "NUMBER or LETTER", "one rank or file", "hear", p.tellLine},
		{"square", []string{"o", "sq"}, "SQUARE", "what stands on a square", "hear", p.tellSquare},
		{"piece", []string{"p", "where"}, "MAN", "where men stand, as piece white knight, or piece N for White's and n for Black's", "hear", p.tellPiece},
		{"pieces", []string{"men"}, "", "where all men stand", "hear", p.tellPieces},
		{"pockets", []string{"pocket"}, "", "what can be dropped", "hear", p.tellPockets},
		{"attackers", []string{"attacks", "x"}, "SQUARE", "which men attack a square", "hear", p.tellAttackers},
		{"state", []string{"status", "who"}, "", "the game, whose move it is, and what counts", "hear", p.tellState},
		{"last", []string{"l"}, "", "the last move", "hear", p.tellLast},
		{"opening", []string{"eco"}, "", "the name of the opening", "hear", p.tellOpening},
		{"clock", []string{"time", "t"}, "", "the time that is left", "hear", p.tellClock},
		{"fen", nil, "", "the position as FEN", "hear", p.tellFEN},

		{"moves", []string{"m"}, "[SQUARE]", "the legal moves, of all men or of one", "play", p.tellMoves},
		{"captures", nil, "[SQUARE]", "the moves that take", "play", p.tellCaptures},
		{"hint", nil, "", "a good move", "play", p.hint},
		{"analyse", []string{"analyze", "eval"}, "[SECONDS]", "the best moves and what they are worth", "play", p.study},
		{"undo", []string{"takeback", "u"}, "", "take your last move back", "play", p.undo},
		{"redo", nil, "", "play again what was taken back", "play", p.redo},
		{"draw", []string{"claim"}, "", "claim a draw, or offer one", "play", p.draw},
		{"resign", nil, "", "give the game up", "play", p.resign},
		{"ready", nil, "", "hear the board, where two people play in the fog", "play", p.uncover},

		{"new", nil, "[GAME] [against LEVEL or uci:PATH or xboard:PATH] [style STYLE] [as white or black] [friend] [watch LEVEL LEVEL] [clock 5+3] [array NUMBER]",
			"begin a game; what is left out is as before", "games", p.newGame},
		{"again", []string{"rematch"}, "", "the same game with colours changed", "games", p.again},
		{"continue", []string{"resume"}, "[NUMBER]", "go on with a game that was left", "games", p.resume},
		{"stop", []string{"leave", "menu"}, "", "leave the game; it is kept", "games", p.stop},
		{"variants", nil, "[WORD]", "the games that can be played", "games", p.tellVariants},
		{"rules", []string{"card"}, "[GAME]", "the rules of this game, or of another", "games", p.tellRules},
		{"level", []string{"levels"}, "[LEVEL]", "hear or change how strong the computer is", "games", p.level},
		{"learn", nil, "[NUMBER] [random]", "training positions against the computer at its best", "games", p.learn},
		{"retry", nil, "", "the lesson again, from where the win was given away", "games", p.tryAgain},
		{"style", []string{"styles"}, "[STYLE]", "hear or change how the computer likes to play", "games", p.style},

		{"open", nil, "PATH", "read a PGN file", "read", p.openFile},
		{"games", nil, "[WORD]", "the games of the file", "read", p.games},
		{"game", nil, "NUMBER", "go to a game of the file", "read", p.gameNumber},
		{"tags", nil, "[all]", "who played, where and when", "read", p.tellTags},
		{"next", []string{"n", "forward"}, "[NUMBER]", "go a move on, or several", "read", func(arg string) { p.step(steps(arg)) }},
		{"back", []string{"previous"}, "[NUMBER]", "go a move back, or several", "read", func(arg string) { p.step(-steps(arg)) }},
		{"goto", []string{"go"}, "NUMBER [black]", "go to a move by its number", "read", p.goTo},
		{"start", []string{"home"}, "", "go to the start", "read", func(string) { p.step(-many) }},
		{"end", []string{"live"}, "", "go to the last position", "read", func(string) { p.toEnd() }},
		{"line", nil, "NUMBER", "go into another line that begins here", "read", p.enter},
		{"out", []string{"up"}, "", "leave a side line", "read", p.leaveLine},
		{"history", []string{"h"}, "", "all moves", "read", p.tellHistory},
		{"play", nil, "[as white or black] [against LEVEL or uci:PATH] [friend]", "play on from a position of the file", "read", p.playOn},
		{"close", nil, "", "close the file", "read", p.closeFile},
		{"pgn", nil, "", "the game as PGN", "read", p.tellPGN},
		{"save", nil, "[PATH]", "write the game to disk, into the folder of saved games or behind those of a file", "read", p.save},

		{"set", nil, "FEN", "play from a position", "edit", p.set},
		{"edit", nil, "[empty, start or GAME]", "set up a position man by man", "edit", p.edit},
		{"put", nil, "MAN SQUARE", "put a man on a square, as put white knight e4, or into the pocket", "edit", p.put},
		{"remove", nil, "SQUARE", "take a man away", "edit", p.remove},
		{"clear", nil, "", "take all men away", "edit", p.clearBoard},
		{"turn", nil, "[white or black]", "who is to move", "edit", p.turn},
		{"castling", nil, "RIGHTS", "castling rights as in FEN, or none", "edit", p.castling},
		{"passant", nil, "SQUARE", "the en passant square, or none", "edit", p.passant},
		{"faults", nil, "", "all that is wrong with the position", "edit", p.faults},
		{"done", nil, "", "play from the position", "edit", p.finishDraft},
		{"cancel", nil, "", "drop the position", "edit", p.cancel},

		{"terse", []string{"verbose"}, "", "moves in notation and boards as diagrams, or in words", "program",
			toggle(&p.terse, "Terse: moves in notation, boards as diagrams.", "Moves and boards in words.")},
		{"flip", nil, "", "hear the board from the other side", "program",
			toggle(&p.flip, "The board is told from Black's side.", "The board is told from White's side.")},
		{"help", []string{"?"}, "[TOPIC or WORD or all]", "what can be written", "program", p.help},
		{"quit", []string{"exit", "bye"}, "", "end; a game that goes on is kept", "program", func(string) { p.done = true }},
	}
}

// many is more moves than a game has.
const many = 1 << 20

// steps reads how many moves to go, one unless it is said.
func steps(arg string) int {
	n := 0
	for _, r := range arg {
		if r < '0' || r > '9' || n > many {
			return 1
		}
		n = 10*n + int(r-'0')
	}
	return max(n, 1)
}

// toEnd goes to the last position.
func (p *program) toEnd() {
	if p.book == nil && p.table != nil {
		p.show(p.table.Game.Ply())
		return
	}
	p.step(many)
}

// wordOf finds a word by its name or another name for it, in English or else in
// the language of the player; letters may be of either case where the name is
// longer than one.
func (p *program) wordOf(text string) *word {
	if len(text) > 1 {
		text = strings.ToLower(text)
	}
	for _, name := range [2]string{text, p.locals[fold(text)]} {
		for i := range p.words {
			if w := &p.words[i]; name != "" && (w.name == name || slices.Contains(w.aliases, name)) {
				return w
			}
		}
	}
	return nil
}

// help says the topics, the words of one, one word, or all.
func (p *program) help(arg string) {
	arg = p.english(arg)
	for _, t := range topics {
		if fold(p.shown("topic:"+t.name, t.name)) == fold(arg) {
			arg = t.name
		}
	}
	if arg == "" {
		p.say("Write a move, such as e4, Nf3, e2e4 or O-O, or a word.")
		for _, t := range topics {
			p.say("help %s: %s.", p.shown("topic:"+t.name, t.name), p.t(t.about))
		}
		p.say("help and a word tells of that word, help all of all words.")
		return
	}
	found := false
	for i := range p.words {
		w := &p.words[i]
		if arg == "all" || w.topic == arg {
			found = true
			p.tellWord(w)
		}
	}
	if found {
		return
	}
	if w := p.wordOf(arg); w != nil {
		p.tellWord(w)
		return
	}
	p.unknown(arg)
}

// tellWord says what one word does.
func (p *program) tellWord(w *word) {
	name, others := w.name, w.aliases
	if own := p.own(w.name); len(own) > 0 {
		name, others = own[0], append(append(own[1:], w.name), w.aliases...)
	}
	if w.args != "" {
		name += " " + p.t(w.args)
	}
	if len(others) > 0 {
		name = p.o.Lang.Sprintf("%s, or %s", name, strings.Join(others, ", "))
	}
	p.say("%s: %s.", name, p.t(w.about))
	if w.name == "new" {
		p.line(p.newHelp())
	}
}

// shown is the text of a catalogue under a key, or else the word itself.
func (p *program) shown(key, word string) string {
	if p.o.Lang != nil && p.o.Lang.Has(key) {
		return p.t(key)
	}
	return word
}

// unknown says that a text is no word, with what may have been meant.
func (p *program) unknown(text string) {
	if near := p.nearWord(text); near != "" {
		p.say("%s is no word here. Did you mean %s?", text, near)
		return
	}
	p.say("%s is no word here. Write help to hear the words.", text)
}

// nearWord is the word that a text may have been meant for, empty for none.
func (p *program) nearWord(text string) string {
	name, _, _ := strings.Cut(strings.ToLower(text), " ")
	var names []string
	for i := range p.words {
		names = append(names, p.words[i].name)
		names = append(names, p.own(p.words[i].name)...)
	}
	return nearest(name, names)
}

// nearest is the one of several names that a text of three letters or more
// differs from by at most one letter in three; empty when there is none.
func nearest(text string, names []string) string {
	best, least := "", len(text)/3+1
	if len(text) < 3 {
		return ""
	}
	for _, name := range names {
		if d := chess.EditDistance(text, name, letters); d < least {
			best, least = name, d
		}
	}
	return best
}

// letters weighs every mistyped letter alike.
var letters = chess.EditCosts{Gap: 1, Swap: 1, Change: func(x, y byte) int {
	if x == y {
		return 0
	}
	return 1
}}
