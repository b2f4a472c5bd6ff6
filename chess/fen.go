package chess

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The fields of a FEN, as FENError names them.
const (
	FieldPlacement = "placement"
	FieldPocket    = "pocket"
	FieldTurn      = "turn"
	FieldCastling  = "castling"
	FieldEnPassant = "en passant"
	FieldChecks    = "checks"
	FieldHalfmoves = "halfmoves"
	FieldFullmove  = "fullmove"
	FieldEnd       = "end"
)

const (
	longestFEN = 1024 // bytes; the longest playable position takes about half
	mostMoves  = 9999 // a counter may say
)

// FENError is one fault of a FEN.
type FENError struct {
	Field  string // one of the constants FieldPlacement and so on
	Offset int    // of the faulty byte in the whole FEN, from 0
	Reason string // in words for a player
}

func (e *FENError) Error() string {
	return fmt.Sprintf("FEN %s, character %d: %s", e.Field, e.Offset+1, e.Reason)
}

// FENField is one field of a FEN, or a part of one, and where it begins in the
// whole, in bytes from 0.
type FENField struct {
	Text   string
	Offset int
}

// FENReader takes the fields of a FEN one after the other and collects what is
// wrong with them. It reads what is the same for every board: ranks, the side
// to move and the counters. Pieces, castling and en passant are the board's own.
type FENReader struct {
	rest   []FENField
	end    int
	faults []error
}

// NewFENReader cuts a FEN at white space.
func NewFENReader(fen string) *FENReader {
	r := &FENReader{end: len(fen)}
	if len(fen) > longestFEN {
		r.Fault(FieldEnd, longestFEN, "a FEN must be shorter than %d characters", longestFEN)
		return r
	}
	space := func(b byte) bool { return strings.IndexByte(" \t\r\n", b) >= 0 }
	for i := 0; i < len(fen); {
		if space(fen[i]) {
			i++
			continue
		}
		start := i
		for i < len(fen) && !space(fen[i]) {
			i++
		}
		r.rest = append(r.rest, FENField{fen[start:i], start})
	}
	return r
}

// Fault notes something wrong at a byte of the FEN.
//
//go:noinline
func (r *FENReader) Fault(field string, offset int, format string, args ...any) {
	r.faults = append(r.faults, &FENError{field, offset, fmt.Sprintf(format, args...)})
}

// Err joins all faults, each a *FENError; nil when there is none.
func (r *FENReader) Err() error { return errors.Join(r.faults...) }

// Next takes a field that must be there; ok is false, and a fault noted, when
// it is not. The absence is told in words: "the side to move is missing".
func (r *FENReader) Next(name, absence string) (f FENField, ok bool) {
	if len(r.rest) == 0 {
		if r.end <= longestFEN { // of one too long nothing was read
			r.Fault(name, r.end, "%s", absence)
		}
		return FENField{Offset: r.end}, false
	}
	f, r.rest = r.rest[0], r.rest[1:]
	return f, true
}

// Ranks cuts a placement into its ranks, the highest first; ok is false, and a
// fault noted, when there are not n of them. No more than n are returned.
func (r *FENReader) Ranks(f FENField, n int) (ranks []FENField, ok bool) {
	offset := f.Offset
	for text := range strings.SplitSeq(f.Text, "/") {
		ranks = append(ranks, FENField{text, offset})
		offset += len(text) + 1
	}
	if len(ranks) != n {
		r.Fault(FieldPlacement, f.Offset+len(f.Text), "expected %d ranks, not %d", n, len(ranks))
	}
	return ranks[:min(n, len(ranks))], len(ranks) == n
}

// Filled reports whether a rank of an 8×8 board, 0 to 7, has as many squares as
// it should, and notes a fault where it has not.
func (r *FENReader) Filled(f FENField, rank, squares int) bool {
	switch squares {
	case 8:
		return true
	case 1:
		r.Fault(FieldPlacement, f.Offset, "rank %d has 1 square, not 8", rank+1)
	default:
		r.Fault(FieldPlacement, f.Offset, "rank %d has %d squares, not 8", rank+1, squares)
	}
	return false
}

// Side reads who is to move and where that is said; ok is false, and a fault
// noted, when it is not said.
func (r *FENReader) Side() (c Color, offset int, ok bool) {
	f, there := r.Next(FieldTurn, "the side to move is missing: w or b")
	switch f.Text {
	case "w", "W":
		return White, f.Offset, true
	case "b", "B":
		return Black, f.Offset, true
	}
	if there {
		r.Fault(FieldTurn, f.Offset, "the side to move must be w or b, not %s", Quote(f.Text))
	}
	return White, f.Offset, false
}

// Dash reads a field that has nothing to say on this board, and why.
func (r *FENReader) Dash(name, why string) {
	if f, ok := r.Next(name, "the field is missing: write a dash"); ok && f.Text != "-" {
		r.Fault(name, f.Offset, "%s: write a dash", why)
	}
}

// Counters reads the number of halfmoves since the last irreversible move and
// the number of the move, which may both be missing or unknown ("-"), and sees
// that nothing follows.
func (r *FENReader) Counters() (halfmoves, fullmove int) {
	halfmoves = r.counter(FieldHalfmoves)
	fullmove = max(r.counter(FieldFullmove), 1)
	if len(r.rest) > 0 {
		r.Fault(FieldEnd, r.rest[0].Offset, "unexpected field %s", Quote(r.rest[0].Text))
	}
	return halfmoves, fullmove
}

func (r *FENReader) counter(name string) int {
	if len(r.rest) == 0 {
		return 0
	}
	f, _ := r.Next(name, "")
	n, err := strconv.Atoi(f.Text)
	switch {
	case f.Text == "-": // as some programs write an unknown number
	case err != nil || n < 0:
		r.Fault(name, f.Offset, "%s is not a number", Quote(f.Text))
	case n > mostMoves:
		r.Fault(name, f.Offset, "%d is more than %d", n, mostMoves)
	default:
		return n
	}
	return 0
}

// ParseSetup reads the FEN of a position on the 8×8 board, whatever the rules:
// X-FEN, Shredder-FEN and more. Four fields suffice; castling letters may stand
// in any order and mixture; the pocket may stand in brackets or as a ninth
// rank; checks may stand as "3+3" still to be given or as "+0+0" given, before
// the counters or after. The error joins (see errors.Join) every fault, each a
// *FENError; the Setup then holds what could be read.
func ParseSetup(fen string) (*Setup, error) {
	f := newSetupReader(fen)
	if f.readPlacement() {
		f.readTurn()
		f.readCastling()
		f.readEnPassant()
		f.readChecks()
		f.Halfmoves, f.Fullmove = f.Counters()
	}
	return &f.Setup, f.Err()
}

// setupReader reads one FEN, and notes where its parts stand for the faults
// that the rules will see.
type setupReader struct {
	*FENReader
	Setup
	broken bool // the placement is not what was meant: do not judge it
	noTurn bool // nor the side to move

	at                                                    [64]int // where the piece on a square stands
	placementEnd, pocketAt, turnAt, enPassantAt, checksAt int
	kingAt                                                int // the first king in a pocket, -1 for none
	ninthRank                                             bool
}

func newSetupReader(fen string) *setupReader {
	return &setupReader{
		FENReader: NewFENReader(fen), Setup: Setup{Cells: make([]Cell, 64), EnPassant: NoSquare, Fullmove: 1}, kingAt: -1,
	}
}

// readPlacement reads ranks and pockets; false when there are none, and nothing
// else is to be read.
func (f *setupReader) readPlacement() bool {
	if len(f.rest) == 0 {
		if len(f.faults) == 0 {
			f.Fault(FieldPlacement, 0, "the piece placement is missing")
		}
		return false
	}
	field, _ := f.Next(FieldPlacement, "")
	text, offset := field.Text, field.Offset
	f.placementEnd = offset + len(text)
	if i := strings.IndexByte(text, '['); i >= 0 {
		inside := text[i+1:]
		if end := strings.IndexByte(inside, ']'); end < 0 {
			f.Fault(FieldPocket, offset+len(text), "the pocket is missing its closing bracket")
		} else {
			if rest := inside[end+1:]; rest != "" {
				f.Fault(FieldPocket, offset+i+1+end+1, "only a space may follow the pocket")
			}
			inside = inside[:end]
		}
		f.pocket(FENField{inside, offset + i + 1})
		text = text[:i]
	} else if i := strings.LastIndexByte(text, '/'); strings.Count(text, "/") == 8 && !strings.ContainsAny(text[i:], "12345678") {
		f.ninthRank = true
		f.pocket(FENField{text[i+1:], offset + i + 1})
		text = text[:i]
	}
	ranks, ok := f.Ranks(FENField{text, offset}, 8)
	f.broken = !ok
	for i, rank := range ranks {
		f.rank(rank, 7-i)
	}
	return true
}

// rank reads one rank of the placement, 0 to 7.
func (f *setupReader) rank(field FENField, rank int) {
	file := 0
	for i := 0; i < len(field.Text); i++ {
		at, letter := field.Offset+i, field.Text[i]
		if letter >= '0' && letter <= '9' {
			file += int(letter - '0')
			continue
		}
		role := RoleOf(letter)
		if role == NoRole {
			f.broken = true
			file++
			f.unknownPiece(at, field.Text[i:])
			if letter >= 0x80 {
				for i+1 < len(field.Text) && field.Text[i+1]&0xc0 == 0x80 {
					i++
				}
			}
			continue
		}
		var cell Cell
		c := White
		if letter >= 'a' {
			c = Black
		}
		for i+1 < len(field.Text) {
			if field.Text[i+1] == '~' && !cell.Promoted {
				cell.Promoted = true
				i++
				continue
			}
			n, does := f.disguise(field.Text[i+1:], at+1)
			if n == 0 {
				break
			}
			if does != NoRole {
				cell.Look, role = RoleOf(letter), does
			}
			i += n
		}
		if file < 8 {
			cell.Piece = PieceOf(c, role)
			f.at[At(file, rank)] = at
			f.Cells[At(file, rank)] = cell
		}
		file++
	}
	f.broken = !f.Filled(field, rank, file) || f.broken
}

func (f *setupReader) unknownPiece(at int, rest string) {
	if rest[0] == '?' {
		f.Fault(FieldPlacement, at, "hidden squares cannot be set up")
		return
	}
	r, _ := utf8.DecodeRuneInString(rest)
	f.Fault(FieldPlacement, at, "invalid piece %q: use P N B R Q K and digits", r)
}

// disguise reads what a piece does where it looks otherwise, "{n}", and returns
// the bytes it took.
func (f *setupReader) disguise(rest string, at int) (size int, does Role) {
	if rest[0] != '{' {
		return 0, NoRole
	}
	end := strings.IndexByte(rest, '}')
	if end < 0 || end != 2 || RoleOf(rest[1]) == NoRole {
		f.broken = true
		f.Fault(FieldPlacement, at, "braces must hold one letter for how the piece moves, like {n}")
		return max(end, 0) + 1, NoRole
	}
	return 3, RoleOf(rest[1])
}

func (f *setupReader) pocket(field FENField) {
	f.HasPockets, f.pocketAt = true, field.Offset
	if field.Text == "-" {
		return
	}
	for i, r := range field.Text {
		role := NoRole
		if r < 0x80 {
			role = RoleOf(byte(r))
		}
		c := White
		if r >= 'a' {
			c = Black
		}
		switch {
		case role == NoRole:
			f.Fault(FieldPocket, field.Offset+i, "invalid piece %q: use P N B R Q", r)
		case f.Pockets[c][role] == 64:
			f.Fault(FieldPocket, field.Offset+i, "%s has more than 64 pieces of a kind in the pocket", c)
			return
		default:
			f.Pockets[c][role]++
			if role == King && f.kingAt < 0 {
				f.kingAt = field.Offset + i
			}
		}
	}
}

func (f *setupReader) readTurn() {
	var ok bool
	f.Turn, f.turnAt, ok = f.Side()
	f.noTurn = !ok
}

func (f *setupReader) readCastling() {
	field, ok := f.Next(FieldCastling, "the castling rights are missing: use - for none")
	if !ok || field.Text == "-" {
		return
	}
	for i, r := range field.Text {
		letter := r &^ 0x20
		if r >= 0x80 || letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H') {
			f.Fault(FieldCastling, field.Offset+i, "invalid castling right %q: use K Q k q, the letter of a rook's file, or -", r)
		}
	}
	f.Castling = field.Text
}

func (f *setupReader) readEnPassant() {
	field, ok := f.Next(FieldEnPassant, "the en passant square is missing: use - for none")
	f.enPassantAt = field.Offset
	if !ok || field.Text == "-" || field.Text == "–" {
		return
	}
	sq, ok := ParseSquare(field.Text)
	if !ok {
		f.Fault(FieldEnPassant, field.Offset, "invalid square %s: use one like e3, or -", Quote(field.Text))
		return
	}
	f.EnPassant = sq
}

// readChecks takes the counts of checks out of what follows the first four
// fields.
func (f *setupReader) readChecks() {
	var counters []FENField
	for _, field := range f.rest {
		switch {
		case !strings.ContainsRune(field.Text, '+'):
			counters = append(counters, field)
			continue
		case f.CountsChecks:
			f.Fault(FieldChecks, field.Offset, "checks are given twice")
		}
		f.CountsChecks, f.checksAt = true, field.Offset
		f.checks(field)
	}
	f.rest = counters
}

// checks reads "3+2", the checks that White and Black have still to give, or
// "+0+1", those that they have given.
func (f *setupReader) checks(field FENField) {
	text, given := strings.CutPrefix(field.Text, "+")
	white, black, ok := strings.Cut(text, "+")
	for c, s := range [2]string{white, black} {
		n, err := strconv.Atoi(s)
		most := 7
		if given {
			most = checksToWin
		}
		if !ok || err != nil || n < 0 || n > most || s[0] < '0' {
			f.Fault(FieldChecks, field.Offset, "invalid check count %s: enter the remaining checks, like %d+%d", Quote(field.Text), checksToWin, checksToWin)
			return
		}
		if given {
			n = checksToWin - n
		}
		f.ChecksLeft[c] = uint8(n)
	}
}
