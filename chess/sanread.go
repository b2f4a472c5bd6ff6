package chess

import (
	"cmp"
	"slices"
	"strings"
)

// ParseSAN reads a move of b in algebraic notation, and leniently: letters of
// either case (of a b-pawn and a bishop the one that can move, by case only
// when both can), missing or superfluous x + # ! ? = and origins, long
// algebraic, UCI and ICCF moves (e2-e4, Ng1f3, e7e8q, 5254), captures that name no more
// than a file (exd, Nxd), castling with zeros, in words (castle, castles long), as the
// king's move of two squares or as king takes rook, figurines, e.p., drops
// N@f3 and @e4, and a move number in front.
//
// A promotion that names no piece is an *AmbiguousError, whose first choice is
// the most valuable piece. The words for a null move (--, Z0, 0000, @@@@, null,
// pass) give Pass unless the mover is in check; [Game.Play] does not take it.
//
// The other errors are *SyntaxError and *IllegalError, which says which rule
// forbids the move; in a game of fog it says the same whatever the cause.
func ParseSAN(b Board, s string) (Move, error) {
	if on, ok := b.(Positioned); ok {
		p := on.Position()
		if m, ok := p.readSAN([]byte(s), p.InCheck()); ok {
			return m, nil
		}
	}
	if isPass(s) {
		return parsePass(b)
	}
	text, ok := normalize(s)
	if !ok {
		return 0, &SyntaxError{s}
	}
	r := newReader(b, text)
	if side, ok := castlingWord(text); ok {
		return r.castle(side)
	}
	found := readings(b.Layout(), fromICCF(text))
	if len(found) == 0 {
		return 0, &SyntaxError{s}
	}
	return r.choose(found)
}

func isPass(s string) bool {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case passText, "z0", "0000", "@@@@", "null", "pass", "<>":
		return true
	}
	return false
}

func parsePass(b Board) (Move, error) {
	switch {
	case len(b.Moves(nil)) == 0:
		return 0, &IllegalError{passText, ErrGameOver.Error()}
	case len(b.Checked()) > 0:
		return 0, &IllegalError{passText, "you cannot pass while in check"}
	}
	return Pass, nil
}

// longestMove is how many bytes of text a move may have.
const longestMove = 64

// normalize reduces a text to ASCII without spaces, move number, suffixes and e.p.;
// ok is false when it cannot be a move.
func normalize(s string) (text string, ok bool) {
	if len(s) > longestMove {
		return "", false
	}
	dst := make([]byte, 0, len(s))
	for _, r := range s {
		switch {
		case r == ' ', r == '\t', r == '\u00a0', r == '\u202f', r == '\u2009', r == '\ufe0e', r == '\ufe0f':
		case r >= '♔' && r <= '♟':
			dst = append(dst, "KQRBNP"[(r-'♔')%6])
		case r >= '\u2010' && r <= '\u2015', r == '−':
			dst = append(dst, '-')
		case r == '×':
			dst = append(dst, 'x')
		case r == '…':
			dst = append(dst, "..."...)
		case r > ' ' && r < 0x7f:
			dst = append(dst, byte(r))
		default:
			return "", false
		}
	}
	text = string(dst)
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if rest := text[digits:]; digits > 0 && rest != "" && (rest[0] == '.' || letter(rest[0])) {
		text = rest
	}
	text = strings.TrimLeft(text, ".")
	text = strings.TrimRight(text, "+#!?=")
	for _, suffix := range [...]string{"e.p.", "e.p", "ep"} {
		if n := len(text) - len(suffix); n > 0 && strings.EqualFold(text[n:], suffix) {
			text = strings.TrimRight(text[:n], "+#!?=")
			break
		}
	}
	return text, text != ""
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// fromICCF turns a move in the numbers of correspondence chess, 5254 or 57581,
// into squares and the letter of the piece promoted to (ICCF); other texts stay.
func fromICCF(text string) string {
	if len(text) < 4 || len(text) > 5 || strings.Trim(text, "12345678") != "" {
		return text
	}
	dst := []byte(text)
	dst[0] += 'a' - '1'
	dst[2] += 'a' - '1'
	if len(dst) == 5 {
		if dst[4] > '4' {
			return text
		}
		dst[4] = "qrbn"[dst[4]-'1']
	}
	return string(dst)
}

// castlingWord reads O-O and O-O-O in any spelling and "castles long"; side is 1 to the
// king's right, -1 to its left and 0 where it is not said.
func castlingWord(text string) (side int, ok bool) {
	switch strings.ToLower(strings.ReplaceAll(text, "-", "")) {
	case "castle", "castles":
		return 0, true
	case "castleshort", "castlesshort", "castlekingside", "castleskingside":
		return 1, true
	case "castlelong", "castleslong", "castlequeenside", "castlesqueenside":
		return -1, true
	}
	n := 0
	for i := range len(text) {
		switch text[i] {
		case 'O', 'o', '0':
			n++
		case '-':
		default:
			return 0, false
		}
	}
	switch n {
	case 2:
		return 1, true
	case 3:
		return -1, true
	}
	return 0, false
}

// reading is one way to understand a text.
type reading struct {
	drop       bool
	role       Role   // NoRole: any piece that stands on from
	from       Square // NoSquare when it is not given whole
	file, rank string // of the origin, as far as given
	to         Square
	toFile     string // of a capture that names no more; to is NoSquare then
	promotion  Role
}

// goesTo reports whether a move ends where the reading says.
func (r *reading) goesTo(l *Layout, m Move) bool {
	if r.toFile == "" {
		return m.To() == r.to
	}
	file, _ := splitName(l.SquareName(m.To()))
	return m.IsCapture() && file == r.toFile
}

// readings lists the ways to understand a text, the likelier first: a letter
// that may be a piece or a file is a piece when it is a capital.
func readings(l *Layout, text string) []reading {
	if piece, square, ok := strings.Cut(text, "@"); ok {
		return dropReading(l, piece, square)
	}
	if found := fileCaptures(l, text); len(found) > 0 {
		return found
	}
	var found []reading
	if r, ok := bodyReading(l, text); ok {
		if r.from == NoSquare {
			r.role = Pawn
		}
		// Nobody writes a pawn's step with its file twice: bb4 is a bishop.
		if file, _ := splitName(l.SquareName(r.to)); r.from != NoSquare || r.file == "" && r.rank == "" || r.file != "" && r.file != file {
			found = append(found, r)
		}
	}
	if role := RoleOf(text[0]); role != NoRole && letter(text[0]) {
		if r, ok := bodyReading(l, text[1:]); ok {
			r.role = role
			found = append(found, r)
			if text[0] < 'a' && len(found) == 2 {
				found[0], found[1] = found[1], found[0]
			}
		}
	}
	return found
}

// fileCaptures reads [piece][origin]x[file][promotion], as exd and Nxd.
func fileCaptures(l *Layout, text string) []reading {
	origin, target, ok := strings.Cut(strings.ToLower(text), "x")
	target = strings.TrimRight(target, ")")
	if !ok || origin == "" || target == "" || target[0] < 'a' {
		return nil
	}
	capture := reading{from: NoSquare, to: NoSquare, toFile: target[:1]}
	switch piece := strings.TrimLeft(target[1:], "=/("); {
	case piece == "":
	case len(piece) == 1 && RoleOf(piece[0]) != NoRole && letter(piece[0]):
		capture.promotion = RoleOf(piece[0])
	default:
		return nil
	}
	var found []reading
	add := func(role Role, origin string) {
		r := capture
		r.role = role
		r.file, r.rank = splitName(origin)
		if slices.ContainsFunc(l.Cells, func(c Place) bool { return r.fits(c.Name) }) {
			found = append(found, r)
		}
	}
	if letter(origin[0]) && len(origin) == 1 {
		add(Pawn, origin)
	}
	if role := RoleOf(text[0]); role != NoRole && letter(text[0]) {
		add(role, origin[1:])
		if text[0] < 'a' && len(found) == 2 {
			found[0], found[1] = found[1], found[0]
		}
	}
	return found
}

func dropReading(l *Layout, piece, square string) []reading {
	role := Pawn
	if len(piece) == 1 {
		role = RoleOf(piece[0])
	}
	to, ok := l.Square(strings.ToLower(square))
	if !ok || len(piece) > 1 || role == NoRole {
		return nil
	}
	return []reading{{drop: true, role: role, from: NoSquare, to: to}}
}

// bodyReading reads [origin][x or -]target[promotion].
func bodyReading(l *Layout, text string) (reading, bool) {
	r := reading{from: NoSquare}
	text = strings.ToLower(text)
	if i := strings.IndexAny(text, "=/("); i >= 0 {
		piece := strings.Trim(text[i:], "=/()")
		if len(piece) != 1 || RoleOf(piece[0]) == NoRole || !letter(piece[0]) {
			return r, false
		}
		r.promotion, text = RoleOf(piece[0]), text[:i]
	} else if n := len(text) - 1; n > 1 && letter(text[n]) {
		if r.promotion, text = RoleOf(text[n]), text[:n]; r.promotion == NoRole {
			return r, false
		}
	}
	i := strings.LastIndexFunc(text, func(c rune) bool { return c >= 'a' && c <= 'z' })
	if i < 0 {
		return r, false
	}
	to, ok := l.Square(text[i:])
	if !ok {
		return r, false
	}
	r.to = to
	origin := strings.TrimRight(text[:i], "x-:*")
	if origin == "" {
		return r, true
	}
	if sq, ok := l.Square(origin); ok {
		r.from = sq
		return r, true
	}
	r.file, r.rank = splitName(origin)
	known := slices.ContainsFunc(l.Cells, func(c Place) bool { return r.fits(c.Name) })
	return r, known && (r.file == "" || r.rank == "")
}

// fits reports whether a cell may be the origin, by its name.
func (r *reading) fits(name string) bool {
	file, rank := splitName(name)
	return (r.file == "" || r.file == file) && (r.rank == "" || r.rank == rank)
}

// reader looks for the legal move that a text means.
type reader struct {
	b     Board
	p     *Position // nil on boards without one
	cells []Cell    // where there is no Position
	text  string
	moves []Move
}

func newReader(b Board, text string) *reader {
	r := &reader{b: b, text: text, moves: b.Moves(nil)}
	if on, ok := b.(Positioned); ok {
		r.p = on.Position()
	} else {
		r.cells = b.View(Everyone).Cells
	}
	return r
}

func (r *reader) roleAt(sq Square) Role {
	if r.p != nil {
		return r.p.RoleAt(sq)
	}
	return r.cells[sq].Piece.Role()
}

func (r *reader) castle(side int) (Move, error) {
	var fit []Move
	for _, m := range r.moves {
		if m.Kind() == Castling && (side == 0 || (m.To() > m.From()) == (side > 0)) {
			fit = append(fit, m)
		}
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) > 1:
		return 0, r.ambiguous(fit)
	}
	return 0, r.refuse(r.whyNotCastle(cmp.Or(side, 1)))
}

// choose takes the first reading that fits a legal move.
func (r *reader) choose(found []reading) (Move, error) {
	l := r.b.Layout()
	tests := [...]func(Move, *reading) bool{r.matches, r.matchesCastling, r.matchesLook}
	for _, test := range tests {
		for i := range found {
			var fit []Move
			for _, m := range r.moves {
				if test(m, &found[i]) && (found[i].from != NoSquare || m.Kind() == Dropping || found[i].fits(l.SquareName(m.From()))) {
					fit = append(fit, m)
				}
			}
			switch {
			case len(fit) == 1:
				return fit[0], nil
			case len(fit) > 1:
				return 0, r.ambiguous(fit)
			}
		}
	}
	return 0, r.refuse(r.whyNot(found))
}

// matches reports whether a move is what was read, the origin's file and rank aside.
func (r *reader) matches(m Move, want *reading) bool {
	switch {
	case !want.goesTo(r.b.Layout(), m) || m.Kind() == Castling || (m.Kind() == Dropping) != want.drop:
		return false
	case want.drop:
		return m.Role() == want.role
	case want.promotion != NoRole && m.Role() != want.promotion:
		return false
	case want.from != NoSquare && want.from != m.From():
		return false
	case want.role == NoRole:
		return true
	case r.roleAt(m.From()) != want.role:
		return false
	}
	// A pawn that takes must name its file: d5 is no capture.
	return want.role != Pawn || !m.IsCapture() || want.file != "" || want.from != NoSquare
}

// matchesCastling takes castling written as the king's move, of two squares or
// onto its rook.
func (r *reader) matchesCastling(m Move, want *reading) bool {
	if m.Kind() != Castling || want.drop || want.promotion != NoRole || want.role != King && want.role != NoRole {
		return false
	}
	if want.from != NoSquare && want.from != m.From() {
		return false
	}
	return want.to == m.To() || want.to == m.Landing()
}

// matchesLook takes a piece in disguise for what it looks like.
func (r *reader) matchesLook(m Move, want *reading) bool {
	if r.p == nil || !r.p.rules.disguise || want.drop || want.role == NoRole || m.Kind() == Dropping || m.Kind() == Castling {
		return false
	}
	return want.goesTo(r.b.Layout(), m) && r.p.lookAt(m.From()) == want.role &&
		(want.promotion == NoRole || m.Role() == want.promotion) &&
		(want.from == NoSquare || want.from == m.From())
}

// ambiguous lists the moves that fit as they should be written.
func (r *reader) ambiguous(fit []Move) error {
	e := &AmbiguousError{Text: r.text}
	role, same := r.roleAt(fit[0].From()), true
	for i, m := range fit {
		e.Choices = append(e.Choices, strings.TrimRight(SAN(r.b, m), "+#"))
		same = same && r.roleAt(m.From()) == role && !m.IsPromotion() && (i == 0 || m.From() != fit[0].From())
	}
	if same && role != NoRole {
		e.pieces = role.String() + "s"
	}
	return e
}

// fogReason is all that a player is told of an illegal move in fog.
const fogReason = "that move is not possible"

func (r *reader) refuse(reason string) error {
	if r.b.Rules().Fog && len(r.moves) > 0 {
		return &IllegalError{"", fogReason}
	}
	return &IllegalError{r.text, reason}
}
