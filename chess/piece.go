package chess

import "strings"

// Color is a side: White moves first.
type Color uint8

const (
	White Color = iota
	Black
)

// Other is the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String is "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Role is what a piece can do, whoever owns it.
type Role uint8

// The six roles. NoRole is the zero value; pieces that take turns in tables
// are counted from Pawn to King.
const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

const roleLetters = " PNBRQK"

// Letter is the capital English letter of a role: P N B R Q K, and a space for NoRole.
func (r Role) Letter() byte {
	if r > King {
		return '?'
	}
	return roleLetters[r]
}

// String is the English name of a role in lower case.
//
//go:noinline
func (r Role) String() string {
	names := [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}
	if int(r) >= len(names) {
		return "unknown"
	}
	return names[r]
}

// RoleOf reads a letter of either case; NoRole for any other byte.
func RoleOf(letter byte) Role {
	if i := strings.IndexByte(roleLetters, letter&^0x20); i > 0 {
		return Role(i)
	}
	return NoRole
}

// RoleSet is a set of roles, one bit each.
type RoleSet uint8

// Roles makes a set.
func Roles(roles ...Role) RoleSet {
	var s RoleSet
	for _, r := range roles {
		s |= 1 << r
	}
	return s
}

// Has reports whether r is in the set.
func (s RoleSet) Has(r Role) bool { return s>>r&1 != 0 }

// Piece is a role with its colour. The zero Piece is an empty square.
type Piece uint8

// PieceOf joins a colour and a role; NoRole gives the empty piece.
func PieceOf(c Color, r Role) Piece {
	if r == NoRole {
		return 0
	}
	return Piece(c)<<3 | Piece(r)
}

// Role is NoRole for an empty square.
func (p Piece) Role() Role { return Role(p & 7) }

// Color of the piece; White for an empty square.
func (p Piece) Color() Color { return Color(p >> 3) }

// Letter is the FEN letter: a capital for White, lower case for Black, a space for none.
func (p Piece) Letter() byte {
	l := p.Role().Letter()
	if p.Color() == Black && p != 0 {
		l |= 0x20
	}
	return l
}

// String is the FEN letter.
func (p Piece) String() string { return string(p.Letter()) }

// RoleCounts counts pieces by role.
type RoleCounts [8]uint8

// Empty reports whether there is nothing to drop.
func (h RoleCounts) Empty() bool { return h == RoleCounts{} }

// Total is the number of pieces of all roles.
func (h RoleCounts) Total() int {
	n := 0
	for _, of := range h {
		n += int(of)
	}
	return n
}
