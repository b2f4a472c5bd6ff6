package plain

import (
	"slices"
	"strings"

	"rookery/chess"
	"rookery/tui/lang"
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

// topic is a part of the program to which words belong.
type topic struct{ name, about string }

// The topics of words, in the order in which help lists them.
var topics = []topic{
	{"hear", "the board, by rank, file, square or piece"},
	{"play", "moves, takebacks, hints, draws"},
	{"games", "new games, rules, levels, unfinished games"},
	{"read", "PGN files, and browsing a game"},
	{"edit", "setting up a position"},
	{"online", "games, watching and studies at lichess.org, games at FICS, what is known of a position"},
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
		{"square", []string{"o", "sq"}, "SQUARE", "the piece on a square", "hear", p.squareOrOpponent},
		{"piece", []string{"p", "where"}, "PIECE", "where pieces of a kind are, such as piece white knight, or piece N for White and n for Black", "hear", p.tellPiece},
		{"pieces", nil, "", "all pieces and their squares", "hear", p.tellPieces},
		{"pockets", []string{"pocket"}, "", "the pieces in the pockets", "hear", p.tellPockets},
		{"attackers", []string{"attacks", "x"}, "SQUARE", "the pieces that attack a square", "hear", p.tellAttackers},
		{"state", []string{"status", "who"}, "", "variant, side to move, and counters", "hear", p.tellState},
		{"last", []string{"l"}, "", "the last move", "hear", p.there("last", p.tellLast)},
		{"opening", []string{"eco"}, "", "the opening's name", "hear", p.helping(p.tellOpening)},
		{"clock", []string{"time", "t", "c"}, "", "time left", "hear", p.there("clock", p.tellClock)},
		{"fen", nil, "", "the position as FEN", "hear", p.tellFEN},

		{"moves", []string{"m"}, "[SQUARE]", "legal moves, of all pieces or of one", "play", p.tellMoves},
		{"captures", nil, "[SQUARE]", "captures", "play", p.tellCaptures},
		{"hint", nil, "", "suggest a good move", "play", p.helping(p.hint)},
		{"analyse", []string{"analyze", "eval"}, "[SECONDS]", "the best moves and their evaluation", "play", p.helping(p.study)},
		{"report", nil, "", "accuracy and mistakes of a game", "play", p.helping(p.report)},
		{"undo", []string{"takeback", "u"}, "", "take back your last move", "play", p.there("undo", p.undo)},
		{"redo", nil, "", "replay a move that was taken back", "play", p.redo},
		{"draw", []string{"claim"}, "", "offer or claim a draw", "play", p.there("draw", p.draw)},
		{"resign", nil, "", "resign the game", "play", p.there("resign", p.resign)},
		{"ready", nil, "", "show the board, when two people play a fog game", "play", p.reveal},

		{"new", nil, "[VARIANT] [against LEVEL or uci:PATH or xboard:PATH] [style STYLE] [as white or black] [friend] [watch LEVEL LEVEL] [clock 5+3] [array NUMBER]",
			"start a game; anything left out stays as before", "games", p.newGame},
		{"again", []string{"rematch"}, "", "rematch with colours swapped", "games", p.there("again", p.again)},
		{"continue", []string{"resume"}, "[NUMBER]", "resume an unfinished game", "games", p.resume},
		{"delete", []string{"abandon"}, "NUMBERS or all", "delete unfinished games, or games you have played while these are open", "games", p.deleteGames},
		{"played", nil, "[WORD]", "the games you have played", "games", p.played},
		{"results", []string{"statistics"}, "", "how your games ended, by level, variant and colour", "games", p.results},
		{"stop", []string{"leave", "menu"}, "", "leave the game; it is saved", "games", p.there("stop", p.stop)},
		{"variants", nil, "[WORD]", "list of variants", "games", p.tellVariants},
		{"rules", []string{"card"}, "[VARIANT]", "the rules of this variant, or of another", "games", p.tellRules},
		{"level", []string{"levels"}, "[LEVEL]", "show or change the computer's strength", "games", p.level},
		{"learn", []string{"practice"}, "[NUMBER] [random]", "practice positions against the computer at full strength", "games", p.learn},
		{"puzzle", []string{"puzzles"}, "[THEME, VARIANT, mistakes, streak, timed, themes, daily, lichess THEME DIFFICULTY, or send]", "puzzles near your rating, of a theme or a variant, your mistakes again, a run, the puzzle of the day, or new ones of lichess; send switches sending their results", "games", p.startPuzzles},
		{"repertoire", []string{"repertoires"}, "[NUMBER, add PATH or remove NUMBER]", "your openings: what is due is asked", "games", p.trainOpenings},
		{"lesson", []string{"lessons"}, "[NUMBER]", "lessons for beginners: how pieces move, mate, castling, the idea of each variant", "games", p.firstSteps},
		{"solution", []string{"view", "v"}, "", "the solution of the puzzle, or what your repertoire has", "games", p.solution},
		{"retry", nil, "", "try again from where the win was lost", "games", p.tryAgain},
		{"style", []string{"styles"}, "[STYLE]", "show or change the computer's playing style", "games", p.style},

		{"open", nil, "PATH", "open a PGN file", "read", p.openFile},
		{"games", nil, "[WORD]", "games in the file", "read", p.games},
		{"game", nil, "NUMBER", "go to a game in the file", "read", p.gameNumber},
		{"tags", nil, "[all]", "players, event and date", "read", p.tellTags},
		{"next", []string{"n", "forward"}, "[NUMBER]", "forward one move, or several", "read", func(arg string) {
			if p.puzzles != nil {
				p.another()
				return
			}
			p.step(steps(arg))
		}},
		{"back", []string{"previous"}, "[NUMBER]", "back one move, or several", "read", func(arg string) { p.step(-steps(arg)) }},
		{"goto", []string{"go"}, "NUMBER [black]", "go to a move number", "read", p.goTo},
		{"start", []string{"home"}, "", "go to the starting position", "read", func(string) { p.step(-many) }},
		{"end", []string{"live"}, "", "go to the last position", "read", func(string) { p.toEnd() }},
		{"line", nil, "NUMBER", "enter a variation that starts here", "read", p.enter},
		{"out", []string{"up"}, "", "leave the variation", "read", p.leaveLine},
		{"history", []string{"h"}, "", "list all moves", "read", p.there("history", p.tellHistory)},
		{"play", nil, "[as white or black] [against LEVEL or uci:PATH] [friend]", "play on from a position in the file", "read", p.playOn},
		{"close", nil, "", "close the file", "read", p.closeFile},
		{"pgn", nil, "", "the game as PGN", "read", p.tellPGN},
		{"save", nil, "[PATH]", "save the game, to your saved games or to the end of a file", "read", p.save},

		{"set", nil, "FEN", "play from a position", "edit", p.set},
		{"edit", nil, "[empty, start or VARIANT]", "set up a position piece by piece", "edit", p.edit},
		{"put", nil, "PIECE SQUARE", "put a piece on a square, such as put white knight e4, or into the pocket", "edit", p.put},
		{"remove", nil, "SQUARE", "remove a piece", "edit", p.remove},
		{"clear", nil, "", "remove all pieces", "edit", p.clearBoard},
		{"turn", nil, "[white or black]", "side to move", "edit", p.turn},
		{"castling", nil, "RIGHTS", "castling rights as in FEN, or none", "edit", p.castling},
		{"passant", nil, "SQUARE", "the en passant square, or none", "edit", p.enPassant},
		{"faults", nil, "", "all errors in the position", "edit", p.faults},
		{"done", nil, "", "play from the position", "edit", p.finishDraft},
		{"cancel", nil, "", "discard the position", "edit", p.cancel},

		{"lichess", nil, "[NUMBER, seek CLOCK, challenge NAME CLOCK, computer LEVEL CLOCK, decline NUMBER REASON, cancel, tv CHANNEL, watch NAME, broadcasts, studies, download or import]", "lichess.org: your games and challenges, new ones, games of others, studies; a number opens a row of the list that was told last", "online", p.goOnline},
		{"explorer", nil, "[masters, lichess or NAME white]", "what was played in this position: by masters, all players of lichess, or one", "online", p.helping(p.tellExplorer)},
		{"cloud", nil, "", "the evaluation that lichess keeps of this position", "online", p.helping(p.tellCloud)},
		{"tablebase", []string{"tables"}, "", "what is known for certain with up to 8 pieces", "online", p.helping(p.tellTable)},
		{"fics", nil, "[NUMBER, seek CLOCK VARIANT, match NAME CLOCK, games, watch NAME, tell NAME TEXT, decline NUMBER, cancel or logout]", "freechess.org: your game, challenges and seeks, games of others; a number opens a row of the list that was told last", "online", p.goFICS},
		{"adjourn", nil, "", "ask to go on with the game on another day, at FICS", "online", p.only("adjourn")},
		{"moretime", nil, "", "give your opponent 15 seconds", "online", p.only("moretime")},
		{"opponent", nil, "", "your opponent's name and rating", "online", p.only("opponent")},
		{"abort", nil, "", "abort a game that has hardly begun", "online", p.only("abort")},
		{"berserk", nil, "", "halve your clock for another point, in arenas", "online", p.only("berserk")},
		{"say", []string{"chat"}, "TEXT", "say something to your opponent", "online", p.sayThere},

		{"terse", []string{"verbose"}, "", "switch between words and notation with diagrams", "program",
			toggle(&p.terse, "Terse: moves in notation, boards as diagrams.", "Verbose: moves and boards in words.")},
		{"flip", nil, "", "read the board from the other side", "program",
			toggle(&p.flip, "The board is read from Black's side.", "The board is read from White's side.")},
		{"help", []string{"?"}, "[TOPIC or WORD or all]", "list of commands", "program", p.help},
		{"quit", []string{"exit", "bye"}, "", "quit; an unfinished game is saved", "program", func(string) { p.done = true }},
	}
}

// there has a word mean a game of lichess where one is open.
func (p *program) there(name string, here func(string)) func(string) {
	return func(arg string) {
		if !p.onlineDoes(name) {
			here(arg)
		}
	}
}

// squareOrOpponent is o alone, which lichess's blind mode has for the opponent.
func (p *program) squareOrOpponent(arg string) {
	if arg != "" || !p.onlineDoes("opponent") {
		p.tellSquare(arg)
	}
}

// helping is a word that helps, which is off while a person is played.
func (p *program) helping(help func(string)) func(string) {
	return func(arg string) {
		if p.fair() {
			help(arg)
		}
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
	if p.files == nil && p.table != nil {
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
	for _, name := range [2]string{text, p.locals[lang.Fold(text)]} {
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
	for _, t := range p.topics {
		if lang.Fold(p.o.Lang.In("topic", t.name)) == lang.Fold(arg) {
			arg = t.name
		}
	}
	if arg == "" {
		p.say("Type a move, such as e4, Nf3, e2e4 or O-O, or a command.")
		for _, t := range p.topics {
			p.say("help %s: %s.", p.o.Lang.In("topic", t.name), p.t(t.about))
		}
		p.say("Type help and a command for its description, help all for all commands.")
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
	if own := p.o.Lang.Words(w.name); len(own) > 0 {
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

// unknown says that a text is no word, with what may have been meant.
func (p *program) unknown(text string) {
	if near := p.nearWord(text); near != "" {
		p.say("Unknown command \"%s\". Did you mean %s?", text, near)
		return
	}
	p.say("Unknown command \"%s\". Type help for a list.", text)
}

// nearWord is the word that a text may have been meant for, empty for none.
func (p *program) nearWord(text string) string {
	name, _, _ := strings.Cut(strings.ToLower(text), " ")
	var names []string
	for i := range p.words {
		names = append(names, p.words[i].name)
		names = append(names, p.o.Lang.Words(p.words[i].name)...)
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
