package chess

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// FENError is one fault of a FEN.
type FENError struct {
	// Field is placement, pocket, turn, castling, en passant, checks,
	// halfmoves, fullmove or end.
	Field  string
	Offset int    // of the faulty byte in the whole FEN, from 0
	Reason string // in words for a player
}

func (e *FENError) Error() string {
	return fmt.Sprintf("FEN %s, character %d: %s", e.Field, e.Offset+1, e.Reason)
}

const (
	longestFEN = 1024 // bytes; the longest playable position takes about half
	mostMoves  = 9999 // a counter may say
)

// fenReader reads one FEN and gathers its faults.
type fenReader struct {
	p      *Position
	law    *law
	fields []fenField
	end    int // offset after the last byte
	faults []error
	broken bool // the placement is not what was meant: do not judge it
	noTurn bool // nor the side to move

	// Where in the FEN the faults of the whole position are shown.
	at           [64]int
	placementEnd int
	turnOffset   int
}

type fenField struct {
	text   string
	offset int
}

// ParsePosition reads a FEN for games of r, which Combine must have accepted;
// an empty fen is the usual array. The error joins (see errors.Join) every
// fault, each a *FENError.
//
// It reads what FEN and ShredderFEN write and more: four fields suffice;
// castling letters may stand in any order and mixture and are dropped silently
// where they name no rook; so is an en passant square where no pawn can take;
// the pocket may be a ninth rank; checks may stand as "3+3" still to be given
// or as "+0+0" given, before the counters or after.
//
// A game that ends by the loss of a king may lack the king of the side to
// move: its last position can be read back.
func ParsePosition(r Rules, fen string) (*Position, error) {
	l := compile(r)
	if fen == "" {
		fen = l.start
	}
	f := &fenReader{law: l, end: len(fen), p: &Position{law: l, passant: NoSquare, fullmove: 1}}
	if len(fen) > longestFEN {
		return nil, &FENError{fieldEnd, longestFEN, fmt.Sprintf("a position is shorter than %d characters", longestFEN)}
	}
	f.split(fen)
	f.read()
	if len(f.faults) > 0 {
		return nil, errors.Join(f.faults...)
	}
	f.p.key = f.p.freshKey()
	return f.p, nil
}

func (f *fenReader) fault(field string, offset int, format string, args ...any) {
	f.faults = append(f.faults, &FENError{field, offset, fmt.Sprintf(format, args...)})
}

// split cuts the FEN at white space.
func (f *fenReader) split(fen string) {
	for i := 0; i < len(fen); {
		if strings.IndexByte(" \t\r\n", fen[i]) >= 0 {
			i++
			continue
		}
		start := i
		for i < len(fen) && strings.IndexByte(" \t\r\n", fen[i]) < 0 {
			i++
		}
		f.fields = append(f.fields, fenField{fen[start:i], start})
	}
}

// next takes the next field; ok is false at the end.
func (f *fenReader) next() (field fenField, ok bool) {
	if len(f.fields) == 0 {
		return fenField{offset: f.end}, false
	}
	field, f.fields = f.fields[0], f.fields[1:]
	return field, true
}

func (f *fenReader) read() {
	if field, ok := f.next(); ok {
		f.placement(field)
	} else {
		f.fault(fieldPlacement, 0, "there is no placement of men")
		return
	}
	f.men()
	if field, ok := f.next(); ok {
		f.turn(field)
	} else {
		f.fault(fieldTurn, f.end, "the side to move is missing: w or b")
	}
	f.kings()
	if field, ok := f.next(); ok {
		f.castling(field)
	} else {
		f.fault(fieldCastling, f.end, "the castling rights are missing: - for none")
	}
	if field, ok := f.next(); ok {
		f.passant(field)
	} else {
		f.fault(fieldPassant, f.end, "the en passant square is missing: - for none")
	}
	f.counters()
	if !f.broken {
		f.check()
	}
}

// placement reads ranks and pocket.
func (f *fenReader) placement(field fenField) {
	text, offset := field.text, field.offset
	f.placementEnd = offset + len(text)
	if i := strings.IndexByte(text, '['); i >= 0 {
		inside := text[i+1:]
		if end := strings.IndexByte(inside, ']'); end < 0 {
			f.fault(fieldPocket, offset+len(text), "the pocket lacks its closing bracket")
		} else {
			if rest := inside[end+1:]; rest != "" {
				f.fault(fieldPocket, offset+i+1+end+1, "nothing may follow the pocket but a space")
			}
			inside = inside[:end]
		}
		f.pocket(fenField{inside, offset + i + 1})
		text = text[:i]
	} else if f.law.drops && strings.Count(text, "/") == 8 {
		i := strings.LastIndexByte(text, '/')
		f.pocket(fenField{text[i+1:], offset + i + 1})
		text = text[:i]
	}
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		f.broken = true
		f.fault(fieldPlacement, offset+len(text), "there must be 8 ranks, not %d", len(ranks))
	}
	for i, rank := range ranks {
		if i < 8 {
			f.rank(fenField{rank, offset}, 7-i)
		}
		offset += len(rank) + 1
	}
}

// rank reads one rank of the placement, 0 to 7.
func (f *fenReader) rank(field fenField, rank int) {
	file := 0
	for i := 0; i < len(field.text); i++ {
		at, letter := field.offset+i, field.text[i]
		if letter >= '0' && letter <= '9' {
			file += int(letter - '0')
			continue
		}
		look := RoleOf(letter)
		if look == NoRole {
			f.broken = true
			file++
			f.strange(at, field.text[i:])
			if letter >= 0x80 {
				for i+1 < len(field.text) && field.text[i+1]&0xc0 == 0x80 {
					i++
				}
			}
			continue
		}
		role, promoted := look, false
		for i+1 < len(field.text) {
			if field.text[i+1] == '~' && !promoted {
				promoted = true
				i++
				continue
			}
			n := f.disguise(field.text[i+1:], at+1, &role)
			if n == 0 {
				break
			}
			i += n
		}
		if file < 8 {
			f.at[At(file, rank)] = at
			f.put(letter, role, look, promoted, At(file, rank))
		}
		file++
	}
	if file != 8 {
		f.broken = true
		f.fault(fieldPlacement, field.offset, "rank %d has %d squares, not 8", rank+1, file)
	}
}

// strange reports a character that stands for no man.
func (f *fenReader) strange(at int, rest string) {
	if rest[0] == '?' {
		f.fault(fieldPlacement, at, "a hidden square cannot be set up")
		return
	}
	r, _ := utf8.DecodeRuneInString(rest)
	f.fault(fieldPlacement, at, "%q is no man: use P N B R Q K and digits", r)
}

// disguise reads what a man does where it looks otherwise, "{n}", and returns
// the bytes it took.
func (f *fenReader) disguise(rest string, at int, role *Role) int {
	if rest[0] != '{' {
		return 0
	}
	end := strings.IndexByte(rest, '}')
	if end < 0 || end != 2 || RoleOf(rest[1]) == NoRole {
		f.broken = true
		f.fault(fieldPlacement, at, "braces hold one letter of what the man does, like {n}")
		return max(end, 0) + 1
	}
	if !f.law.disguise {
		f.fault(fieldPlacement, at, "men go without disguise in this game")
	}
	*role = RoleOf(rest[1])
	return 3
}

func (f *fenReader) put(letter byte, role, look Role, promoted bool, sq Square) {
	c := White
	if letter >= 'a' {
		c = Black
	}
	f.p.put(c, role, sq)
	if promoted && f.law.drops {
		f.p.promoted |= Bit(sq)
	}
	if f.law.disguise {
		f.p.setLook(sq, look)
	}
}

// pocket reads the men in hand.
func (f *fenReader) pocket(field fenField) {
	if field.text == "-" {
		return
	}
	for i, r := range field.text {
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
			f.fault(fieldPocket, field.offset+i, "%q is no man: use P N B R Q", r)
		case !f.law.drops:
			f.fault(fieldPocket, field.offset+i, "there is no pocket in this game")
			return
		case role == King && f.law.royal:
			f.fault(fieldPocket, field.offset+i, "a king cannot be in the pocket")
		case f.p.hands[c][role] == 64:
			f.fault(fieldPocket, field.offset+i, "%s has more than 64 of a kind in the pocket", c)
			return
		default:
			f.p.hands[c][role]++
		}
	}
}
