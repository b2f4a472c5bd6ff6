package plain

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/play"
)

// tellBoard says all ranks, from the far one to the near.
func (p *program) tellBoard(string) {
	s, ok := p.position()
	if !ok {
		return
	}
	ranks := slices.Clone(s.layout.Rows())
	if p.flip {
		slices.Reverse(ranks)
	}
	for _, rank := range ranks {
		p.tellRank(&s, rank)
	}
	p.tellPocketsOf(&s)
}

// tellRank says the pieces of one rank by their files.
func (p *program) tellRank(s *position, rank []chess.Square) {
	rank = slices.Clone(rank)
	if p.flip {
		slices.Reverse(rank)
	}
	_, n := play.FileRank(s.layout.SquareName(rank[0]))
	if p.terse {
		var b strings.Builder
		for _, sq := range rank {
			b.WriteString(" " + p.signOf(s.view.Cells[sq]))
		}
		p.line(fmt.Sprintf("%2d%s", n, b.String()))
		return
	}
	p.say("Rank %d: %s.", n, p.lineWords(s, rank, func(name string) string {
		file, _ := play.FileRank(name)
		return file
	}))
}

// signOf is one square of a diagram.
func (p *program) signOf(c chess.Cell) string {
	switch {
	case c.Hidden:
		return "?"
	case c.Piece == 0:
		return "."
	}
	piece := c.Piece
	if c.Look != chess.NoRole {
		piece = chess.PieceOf(piece.Color(), c.Look)
	}
	sign := string(p.o.Lang.Letter(rune(piece.Letter())))
	if c.Count > 0 {
		sign += fmt.Sprint(c.Count)
	}
	return sign
}

// lineWords says the pieces on a row of squares; a colour is said when it
// changes. short names a square within the row.
func (p *program) lineWords(s *position, row []chess.Square, short func(string) string) string {
	var parts, hidden []string
	said := ""
	for _, sq := range row {
		c, name := s.view.Cells[sq], short(s.layout.SquareName(sq))
		switch {
		case c.Hidden:
			hidden = append(hidden, name)
		case c.Piece != 0:
			text := p.kindText(c)
			if color := c.Piece.Color().String(); color != said {
				text, said = p.pieceText(c), color
			}
			parts = append(parts, text+" "+name)
		}
	}
	if len(hidden) > 0 {
		parts = append(parts, p.t("hidden")+" "+strings.Join(hidden, " "))
	}
	if len(parts) == 0 {
		return p.t("empty")
	}
	return strings.Join(parts, ", ")
}

// tellRankOf says one rank by its number.
func (p *program) tellRankOf(arg string) {
	s, ok := p.position()
	if !ok {
		return
	}
	for _, rank := range s.layout.Rows() {
		if _, n := play.FileRank(s.layout.SquareName(rank[0])); fmt.Sprint(n) == arg {
			p.tellRank(&s, rank)
			return
		}
	}
	p.say("Type rank and a number from 1 to %d.", len(s.layout.Rows()))
}

// tellFile says one file by its letter, from White's side up.
func (p *program) tellFile(arg string) {
	s, ok := p.position()
	if !ok {
		return
	}
	arg = strings.ToLower(arg)
	var file []chess.Square
	for _, rank := range s.layout.Rows() {
		for _, sq := range rank {
			if f, _ := play.FileRank(s.layout.SquareName(sq)); f == arg {
				file = append(file, sq)
			}
		}
	}
	if len(file) == 0 {
		p.say("Type file and a letter from %s to %s.", s.layout.Files[0].Text, s.layout.Files[len(s.layout.Files)-1].Text)
		return
	}
	if !p.flip {
		slices.Reverse(file)
	}
	p.say("File %s: %s.", arg, p.lineWords(&s, file, func(name string) string {
		_, n := play.FileRank(name)
		return fmt.Sprint(n)
	}))
}

// tellLine is rank or file, by what the argument is.
func (p *program) tellLine(arg string) {
	if arg != "" && arg[0] >= '0' && arg[0] <= '9' {
		p.tellRankOf(arg)
		return
	}
	p.tellFile(arg)
}

// tellSquare says what stands on a square.
func (p *program) tellSquare(arg string) {
	s, ok := p.position()
	if !ok {
		return
	}
	sq, ok := s.layout.Square(strings.ToLower(arg))
	if !ok {
		p.say("Type square and its name, such as square e4.")
		return
	}
	name := s.layout.SquareName(sq)
	switch c := s.view.Cells[sq]; {
	case c.Hidden:
		p.say("%s: hidden.", name)
	case c.Piece == 0:
		p.say("%s: empty.", name)
	default:
		p.say("%s: %s.", name, p.pieceText(c))
	}
}

// kinds are the pieces as one may write them.
var kinds = map[string]chess.Role{
	"pawn": chess.Pawn, "knight": chess.Knight, "bishop": chess.Bishop, "rook": chess.Rook, "queen": chess.Queen, "king": chess.King,
	"p": chess.Pawn, "n": chess.Knight, "b": chess.Bishop, "r": chess.Rook, "q": chess.Queen, "k": chess.King,
}

// readPiece reads "white knight", "knight", "N" (White's) or "n" (Black's);
// either tells that both colours are meant.
func (p *program) readPiece(text string) (piece chess.Piece, either, ok bool) {
	if len(text) == 1 {
		letter := byte(p.o.Lang.English(rune(text[0])))
		if role := chess.RoleOf(letter); role != chess.NoRole {
			c := chess.White
			if letter >= 'a' {
				c = chess.Black
			}
			return chess.PieceOf(c, role), false, true
		}
	}
	either = true
	c := chess.White
	for _, w := range strings.Fields(text) {
		w = p.english(w)
		role, known := kinds[w]
		if !known {
			role, known = kinds[strings.TrimSuffix(w, "s")]
		}
		switch {
		case w == "white":
			either = false
		case w == "black":
			c, either = chess.Black, false
		case known:
			piece, ok = chess.PieceOf(chess.White, role), true
		case w != "is" && w != "are" && w != "the" && w != "my":
			return 0, false, false
		}
	}
	return chess.PieceOf(c, piece.Role()), either, ok
}

// tellPiece says where the pieces of a kind stand.
func (p *program) tellPiece(arg string) {
	s, ok := p.position()
	if !ok {
		return
	}
	piece, either, ok := p.readPiece(arg)
	if !ok {
		p.say("Type piece and a piece, such as piece white knight, or piece N.")
		return
	}
	for _, c := range [2]chess.Color{chess.White, chess.Black} {
		if !either && c != piece.Color() {
			continue
		}
		p.say("%s.", lang.UpperFirst(p.placesOf(&s, chess.PieceOf(c, piece.Role()))))
	}
}

// placesOf says where the pieces of a kind stand, as they look.
func (p *program) placesOf(s *position, piece chess.Piece) string {
	names := squaresOf(s, piece)
	who := piece.Color().String() + " " + piece.Role().String()
	switch len(names) {
	case 0:
		return p.o.Lang.Sprintf("no %s", p.t(who))
	case 1:
		return p.t(who) + " " + names[0]
	}
	return p.t(who+"s") + " " + strings.Join(names, " ")
}

// squaresOf lists the squares of a kind of piece as it looks.
func squaresOf(s *position, piece chess.Piece) []string {
	var names []string
	for i, c := range s.view.Cells {
		look := c.Piece
		if c.Look != chess.NoRole {
			look = chess.PieceOf(c.Piece.Color(), c.Look)
		}
		if c.Piece != 0 && look == piece {
			names = append(names, s.layout.SquareName(chess.Square(i)))
		}
	}
	sort.Strings(names)
	return names
}

// tellPieces says where all pieces stand, a kind a line.
func (p *program) tellPieces(string) {
	s, ok := p.position()
	if !ok {
		return
	}
	for _, c := range [2]chess.Color{chess.White, chess.Black} {
		for _, r := range play.PocketOrder {
			if piece := chess.PieceOf(c, r); len(squaresOf(&s, piece)) > 0 {
				p.say("%s.", lang.UpperFirst(p.placesOf(&s, piece)))
			}
		}
	}
	p.tellPocketsOf(&s)
}

// tellPockets says what can be dropped.
func (p *program) tellPockets(string) {
	s, ok := p.position()
	if !ok {
		return
	}
	if s.rules.Pocket == chess.NoPocket {
		p.say("This variant has no pocket.")
		return
	}
	p.tellPocketsOf(&s)
}

func (p *program) tellPocketsOf(s *position) {
	if s.rules.Pocket == chess.NoPocket {
		return
	}
	for _, c := range [2]chess.Color{chess.White, chess.Black} {
		var pieces []string
		for _, r := range play.PocketOrder {
			if n := s.view.Pockets[c][r]; n > 0 {
				pieces = append(pieces, p.count(int(n), "%d "+r.String(), "%d "+r.String()+"s"))
			}
		}
		if len(pieces) == 0 {
			pieces = []string{p.t("empty")}
		}
		p.say([2]string{"White's pocket: %s.", "Black's pocket: %s."}[c], strings.Join(pieces, ", "))
	}
}

// tellAttackers says which pieces attack a square.
func (p *program) tellAttackers(arg string) {
	s, ok := p.position()
	if !ok {
		return
	}
	sq, ok := s.layout.Square(strings.ToLower(arg))
	on, positioned := s.board.(chess.Positioned)
	switch {
	case !ok:
		p.say("Type attackers and a square, such as attackers e4.")
	case !positioned:
		p.say("Attackers are not available on this board.")
	case !s.open():
		p.say("Attackers are hidden by the fog.")
	default:
		pos := on.Position()
		if pieces := p.piecesOn(s.view, s.layout, pos.Attackers(sq, pos.Occupied())); pieces != "" {
			p.say("%s is attacked by %s.", arg, pieces)
		} else {
			p.say("Nothing attacks %s.", arg)
		}
	}
}

// position is what questions about a position are answered from.
type position struct {
	view   chess.View
	layout *chess.Layout
	rules  chess.Rules
	// board is the position itself for what a view does not tell: moves and
	// FEN. Nil while a position is set up.
	board chess.Board
	eyes  chess.Observer
	live  bool // the present position of a game that goes on
}

// position is the position that is heard now; false, with words why, when there
// is none.
func (p *program) position() (position, bool) {
	t := p.table
	switch {
	case p.inOnlineGame():
		b := p.seat.game.Board()
		if p.seat.blind() {
			eyes := chess.Observer(0)
			if c, seated := p.seat.snap.Seat.Player(); seated {
				eyes = chess.ObserverOf(c)
			}
			return position{view: p.seat.snap.View, layout: b.Layout(), rules: b.Rules(), eyes: eyes, live: !p.seat.snap.Over()}, true
		}
		return position{view: b.View(chess.Everyone), layout: b.Layout(), rules: b.Rules(), board: b, eyes: chess.Everyone, live: !p.seat.snap.Over()}, true
	case p.puzzles != nil || p.openings != nil:
		var g *chess.Game
		if p.puzzles != nil {
			g = p.puzzles.Game.Game
		} else {
			g = p.openings.Game
		}
		b, eyes := g.Board(), play.DrillObserver(g)
		return position{view: b.View(eyes), layout: b.Layout(), rules: b.Rules(), board: b, eyes: eyes}, true
	case p.draft != nil:
		d := p.draft
		v := chess.View{Cells: d.Cells, Turn: d.Turn, Pockets: d.Pockets, ChecksLeft: d.ChecksLeft, Halfmoves: d.Halfmoves, Fullmove: d.Fullmove}
		return position{view: v, layout: d.Layout, rules: d.Rules, eyes: chess.Everyone}, true
	case p.files != nil && p.files.board != nil:
		b := p.files.board
		return position{view: b.View(chess.Everyone), layout: b.Layout(), rules: b.Rules(), board: b, eyes: chess.Everyone}, true
	case p.files != nil:
		p.say("This game has no board.")
		return position{}, false
	case t == nil:
		p.say("No board yet. Type new to play, or open and a file name.")
		return position{}, false
	case t.Covered:
		p.say("The board is hidden until %s writes ready.", p.name(t.Game.Turn()))
		return position{}, false
	}
	b, eyes := t.Game.BoardAt(t.shown), t.Observer()
	return position{view: b.View(eyes), layout: b.Layout(), rules: b.Rules(), board: b, eyes: eyes, live: t.live() && !t.Over()}, true
}

// open tells whether everything may be known of the position.
func (s *position) open() bool { return s.eyes == chess.Everyone && s.board != nil }
