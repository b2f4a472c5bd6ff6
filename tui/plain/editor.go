package plain

import (
	"strings"

	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/play"
)

// set begins a game from a FEN; all that is wrong with it is told.
func (p *program) set(arg string) {
	if arg == "" {
		p.say("Type set and a FEN, such as set 8/8/8/4k3/8/8/8/R3K3 w - - 0 1, or edit to set up a position.")
		return
	}
	cfg := defaultConfig()
	switch {
	case p.draft != nil:
		cfg.Rules, cfg.Variant = p.draft.Rules, play.PartsOf(p.draft.Rules)
	case p.files != nil:
		cfg.Rules, cfg.Variant = p.files.game.Rules, play.PartsOf(p.files.game.Rules)
	case p.table != nil:
		cfg = p.table.Config
	}
	b, err := chess.NewBoard(cfg.Rules, arg)
	if err != nil {
		p.fail(err)
		return
	}
	if p.draft != nil {
		p.draft = play.DraftOf(b)
		p.say("Position loaded.")
		return
	}
	p.from(cfg, arg)
}

// from begins a game from a position with the players of cfg.
func (p *program) from(cfg play.Config, fen string) {
	cfg.Setup, cfg.FEN = -1, fen
	p.draft = nil
	p.begin(cfg, nil)
}

// edit begins to set up a position: the present one, the start, or none.
func (p *program) edit(arg string) {
	p.puzzles, p.openings = nil, nil
	rules := defaultConfig().Rules
	var from chess.Board
	if p.draft == nil && (p.files != nil || p.table != nil) {
		s, ok := p.position()
		if !ok {
			return
		}
		if !s.open() {
			p.say("The position cannot be edited in a fog game.")
			return
		}
		rules, from = s.rules, s.board
	} else if p.draft != nil {
		rules = p.draft.Rules
	}
	switch word := p.english(arg); word {
	case "":
	case "empty", "start":
		from = nil
	default:
		cfg := defaultConfig()
		if err := p.chooseVariant(&cfg, arg); err != nil {
			p.fail(err)
			return
		}
		rules, from = cfg.Rules, nil
	}
	d, err := play.NewDraft(rules)
	if err != nil {
		p.fail(err)
		return
	}
	if from != nil {
		d = play.DraftOf(from)
	}
	if p.english(arg) == "empty" {
		d.Clear()
	}
	p.draft = d
	p.say("Setting up a position of %s. Commands: put white knight e4, remove e4, turn black, castling KQkq, passant e3, clear, set and a FEN, faults, done, cancel.", p.t(rules.Name))
}

// drafting tells whether a position is being set up.
func (p *program) drafting() bool {
	if p.draft == nil {
		p.say("No position is being set up. Type edit first.")
	}
	return p.draft != nil
}

// put sets a piece on a square, or into the pocket of its side.
func (p *program) put(arg string) {
	if !p.drafting() {
		return
	}
	d := p.draft
	text := strings.TrimSpace(arg)
	i := strings.LastIndexAny(text, " @")
	if i < 0 && len(text) > 2 && chess.RoleOf(byte(p.o.Lang.English(rune(text[0])))) != chess.NoRole { // Ne4
		if _, ok := d.Layout.Square(strings.ToLower(text[1:])); ok {
			i, text = 1, text[:1]+" "+text[1:]
		}
	}
	if i < 0 {
		p.say("Type put, a piece and a square, such as put white knight e4, or put Ne4.")
		return
	}
	where := strings.ToLower(text[i+1:])
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text[:i]), " on"))
	piece, either, ok := p.readPiece(text)
	if !ok || either {
		p.say("Name the piece with its colour, such as white knight, or N for White and n for Black.")
		return
	}
	if p.english(where) == "pocket" {
		if d.Rules.Pocket == chess.NoPocket {
			p.say("This variant has no pocket.")
			return
		}
		d.Pockets[piece.Color()][piece.Role()]++
		p.tellPockets("")
		return
	}
	sq, ok := d.Layout.Square(where)
	if !ok {
		p.say("No square %s.", where)
		return
	}
	d.Put(sq, piece)
	p.say("%s: %s.", where, p.pieceText(d.Cells[sq]))
}

// remove takes the pieces from some squares.
func (p *program) remove(arg string) {
	if !p.drafting() {
		return
	}
	names := strings.Fields(strings.ToLower(arg))
	if len(names) == 0 {
		p.say("Type remove and a square, such as remove e4.")
	}
	for _, name := range names {
		sq, ok := p.draft.Layout.Square(name)
		if !ok {
			p.say("No square %s.", name)
			continue
		}
		p.draft.Put(sq, 0)
		p.say("%s: empty.", name)
	}
}

// clearBoard takes all pieces away.
func (p *program) clearBoard(string) {
	if p.drafting() {
		p.draft.Clear()
		p.say("The board is empty.")
	}
}

// turn says or sets who is to move.
func (p *program) turn(arg string) {
	switch {
	case arg == "" || p.draft == nil:
		p.tellState("")
		return
	case p.english(arg) == "white":
		p.draft.Turn = chess.White
	case p.english(arg) == "black":
		p.draft.Turn = chess.Black
	default:
		p.say("Type turn white or turn black.")
		return
	}
	p.say("%s to move.", p.side(p.draft.Turn))
}

// castling sets the castling rights of a position that is set up.
func (p *program) castling(arg string) {
	if !p.drafting() {
		return
	}
	if arg == "-" || p.english(arg) == "none" {
		arg = ""
	}
	p.draft.Castling = arg
	if arg == "" {
		arg = p.t("none")
	}
	p.say("Castling rights: %s.", arg)
}

// enPassant sets the square on which a pawn may be taken en passant.
func (p *program) enPassant(arg string) {
	if !p.drafting() {
		return
	}
	sq, ok := p.draft.Layout.Square(strings.ToLower(arg))
	if !ok {
		sq = chess.NoSquare
	}
	p.draft.EnPassant = sq
	if sq == chess.NoSquare {
		p.say("En passant square: none.")
		return
	}
	p.say("En passant square: %s.", p.draft.Layout.SquareName(sq))
}

// faults says all that is wrong with a position that is set up.
func (p *program) faults(string) {
	if !p.drafting() {
		return
	}
	faults := p.draft.Faults()
	for _, f := range faults {
		p.say("%s.", lang.UpperFirst(p.t(f.Reason)))
	}
	if len(faults) == 0 {
		p.say("The position is legal.")
	}
}

// finishDraft plays from the position that was set up, if it can be played.
func (p *program) finishDraft(string) {
	if !p.drafting() {
		return
	}
	b, err := p.draft.Board()
	if err != nil {
		p.faults("")
		return
	}
	cfg := defaultConfig()
	if p.table != nil {
		cfg = p.table.Config
	}
	cfg.Rules, cfg.Variant = p.draft.Rules, play.PartsOf(p.draft.Rules)
	p.from(cfg, b.FEN())
}

// cancel gives up what is being set up.
func (p *program) cancel(string) {
	if p.drafting() {
		p.draft = nil
		p.say("Position discarded.")
	}
}
