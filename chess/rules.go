package chess

import (
	"fmt"
	"strings"
)

// Rules says how a game differs from chess. Each field but the words is an
// axis whose zero value means "as in chess", so Rules{} is chess; two sets of
// rules meet in [Combine]. A Rules is a value: copy it freely.
type Rules struct {
	Name string // for people: "Chess"
	Aim  string // one line for menus: "Blow up the enemy king."

	Board     *BoardType      // nil: the 8×8 board
	Start     *StartPositions // nil: the usual starting position
	Capture   Capture
	Forced    bool // a player who can capture must
	Royalty   Royalty
	NoChecks  bool // giving check is illegal
	Goal      Goal
	Stalemate Stalemate
	Pocket    Pocket
	Pawns     PawnStep
	Promotion RoleSet // empty: N B R Q

	NoCastling, NoEnPassant, NoPromotion bool

	Fog      bool // players see only what their pieces reach
	Disguise bool // pieces look otherwise than they move
}

// Capture says what a capture does.
type Capture uint8

const (
	Take    Capture = iota // the captured piece leaves the board
	Explode                // the capturing piece, the captured one and every non-pawn around leave it
	Convert                // nothing is captured: the moved piece turns the enemies it attacks
)

// Royalty says what the king is.
type Royalty uint8

const (
	Checkmate Royalty = iota // the king may not be left under attack
	Exposed                  // the king may be taken, and its loss ends the game
	Commoner                 // the king is a piece like any other
)

// Goal says what wins besides, or instead of, mate.
type Goal uint8

const (
	Mate        Goal = iota
	LoseAll          // lose all your pieces
	TakeAll          // take all enemy pieces
	Race             // bring your king to the eighth rank; Black may answer White
	Hill             // bring your king to one of the four centre squares
	ThreeChecks      // give check three times
	Extinct          // take the last enemy piece of any kind
	BareOrMated      // be left with a bare king, or be mated
)

// Stalemate says what happens when the side to move has no move and is not mated.
type Stalemate uint8

const (
	StalemateDraws     Stalemate = iota
	StalemateWins                // for the side that cannot move
	StalemateLoses               // for the side that cannot move
	StalemateFewerWins           // the side with fewer pieces wins
	StalemateMoreWins            // the side with more pieces wins
)

// Pocket says whether captured pieces change sides and come back.
type Pocket uint8

const (
	NoPocket Pocket = iota
	Anywhere        // dropped on any empty square
	Seen            // dropped only on empty squares that the dropper's pieces reach
	// ToPartner is the game of two boards and four players: a captured piece keeps its colour and goes into the
	// pocket of the partner, who plays the other colour on the other board and drops it on any empty square.
	// What comes from there is put in by [Game.Give].
	ToPartner
)

// PawnStep says from where a pawn may take two steps.
type PawnStep uint8

const (
	FromSecond   PawnStep = iota // its own second rank
	FromFirstToo                 // its own first rank as well, without being taken en passant
)

// StartPositions is the position a game starts from, or a numbered family of them.
type StartPositions struct {
	Name  string // "one of 960 starting positions"
	Count int    // how many there are; 1 for a fixed one
	Usual int    // the number of the one that is played when none is chosen
	// FEN gives position n, 0 ≤ n < Count, as FEN of six fields with White to
	// move; castling rights as X-FEN or Shredder letters.
	FEN func(n int) string
}

// BoardType plugs in a board that is not 8×8.
type BoardType struct {
	Name  string   // "hexagonal chess"
	Axes  []string // the names of the axes of Rules that it honours, "Fog"; Combine refuses the rest
	New   func(r Rules, fen string) (Board, error)
	Start string // FEN of the usual starting position
	// Notation of moves where the common one does not do; nil for SAN and UCI as usual.
	Notation Notation
}

// Notation writes and reads the moves of a board that has its own way.
type Notation interface {
	// MoveText writes a legal move.
	MoveText(b Board, m Move) string
	// ParseMove reads one; the errors are those of ParseSAN.
	ParseMove(b Board, text string) (Move, error)
}

// Plain reports whether the rules are those of chess, whatever their words.
func (r Rules) Plain() bool {
	r.Name, r.Aim = "", ""
	return r == Rules{}
}

// fiftyMoves reports whether the fifty and seventy-five move rules hold: where
// pieces come back from the pocket, nothing is ever spent (lichess).
func (r Rules) fiftyMoves() bool { return r.Pocket == NoPocket }

// axis is one axis of Rules seen by Combine.
type axis struct {
	name  string // the field of Rules
	what  string // completes "A and B both change …"
	set   func(*Rules) bool
	equal func(a, b *Rules) bool
	copy  func(dst, src *Rules)
}

func axisOf[T comparable](name, what string, field func(*Rules) *T) axis {
	var zero T
	return axis{
		name: name, what: what,
		set:   func(r *Rules) bool { return *field(r) != zero },
		equal: func(a, b *Rules) bool { return *field(a) == *field(b) },
		copy:  func(dst, src *Rules) { *field(dst) = *field(src) },
	}
}

// axes lists every axis once; Combine and the tests walk it.
var axes = []axis{
	axisOf("Board", "the board", func(r *Rules) **BoardType { return &r.Board }),
	axisOf("Start", "the starting position", func(r *Rules) **StartPositions { return &r.Start }),
	axisOf("Capture", "what a capture does", func(r *Rules) *Capture { return &r.Capture }),
	axisOf("Forced", "when captures are compulsory", func(r *Rules) *bool { return &r.Forced }),
	axisOf("Royalty", "the role of the king", func(r *Rules) *Royalty { return &r.Royalty }),
	axisOf("NoChecks", "whether checks are allowed", func(r *Rules) *bool { return &r.NoChecks }),
	axisOf("Goal", "how the game is won", func(r *Rules) *Goal { return &r.Goal }),
	axisOf("Stalemate", "the value of stalemate", func(r *Rules) *Stalemate { return &r.Stalemate }),
	axisOf("Pocket", "what happens to captured pieces", func(r *Rules) *Pocket { return &r.Pocket }),
	axisOf("Pawns", "how pawns move", func(r *Rules) *PawnStep { return &r.Pawns }),
	axisOf("Promotion", "what pawns promote to", func(r *Rules) *RoleSet { return &r.Promotion }),
	axisOf("NoCastling", "castling", func(r *Rules) *bool { return &r.NoCastling }),
	axisOf("NoEnPassant", "en passant", func(r *Rules) *bool { return &r.NoEnPassant }),
	axisOf("NoPromotion", "promotion", func(r *Rules) *bool { return &r.NoPromotion }),
	axisOf("Fog", "what is visible", func(r *Rules) *bool { return &r.Fog }),
	axisOf("Disguise", "how pieces look", func(r *Rules) *bool { return &r.Disguise }),
}

// Combine joins deltas axis by axis: what only one part changes is taken from
// it. The names are joined by " + " and the aims of parts that change the
// result follow each other; callers who know a better name set it afterwards.
// An error names every clash in words for a player.
func Combine(parts ...Rules) (Rules, error) {
	var out Rules
	var names, aims, faults []string
	owner := make(map[string]string)
	for i := range parts {
		p := &parts[i]
		if p.Name != "" {
			names = append(names, p.Name)
		}
		if p.Aim != "" {
			aims = append(aims, p.Aim)
		}
		for _, a := range axes {
			switch {
			case !a.set(p):
			case !a.set(&out):
				a.copy(&out, p)
				owner[a.name] = p.Name
			case !a.equal(&out, p):
				faults = append(faults, fmt.Sprintf("%s and %s both change %s; choose one", owner[a.name], p.Name, a.what))
			}
		}
	}
	out.Name = strings.Join(names, " + ")
	out.Aim = strings.Join(aims, " ")
	if len(faults) == 0 {
		faults = out.conflicts()
	}
	if len(faults) > 0 {
		return Rules{}, fmt.Errorf("%s", strings.Join(faults, "; "))
	}
	return out, nil
}

// conflicts lists, in words for a player, what about the rules contradicts itself.
func (r *Rules) conflicts() []string {
	var faults []string
	refuse := func(cond bool, format string, args ...any) {
		if cond {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	if r.Board != nil {
		for _, a := range axes[1:] {
			if a.set(r) && !r.Board.supports(a.name) {
				faults = append(faults, fmt.Sprintf("%s cannot change %s", r.Board.Name, a.what))
			}
		}
		return faults
	}
	convert := r.Capture == Convert
	refuse(convert && r.Forced, "captures cannot be compulsory if nothing is captured")
	refuse(convert && r.Pocket != NoPocket, "the pocket would stay empty, since nothing is captured")
	refuse(convert && r.Royalty == Commoner && (r.Goal == Mate || r.Goal == Race || r.Goal == Hill),
		"converting pieces wins by the king, so the king cannot be an ordinary piece")
	refuse(convert && (r.Goal == LoseAll || r.Goal == TakeAll || r.Goal == Extinct),
		"pieces that only change sides cannot be lost or captured")
	noCheck := convert || r.Royalty != Checkmate
	refuse(noCheck && r.NoChecks, "checks cannot be forbidden, since there is no check")
	refuse(noCheck && r.Goal == ThreeChecks, "checks cannot be counted, since there is no check")
	refuse(noCheck && r.Goal == BareOrMated, "checkmate is impossible, since there is no check")
	refuse(r.NoChecks && r.Goal == ThreeChecks, "checks cannot win, since they are forbidden")
	refuse(r.NoChecks && r.Goal == Mate, "checkmate is impossible, since checks are forbidden")
	refuse(r.NoChecks && r.Goal == BareOrMated, "checkmate is impossible, since checks are forbidden")
	refuse(r.Royalty == Commoner && r.Goal == Mate, "a king that is an ordinary piece cannot be checkmated: choose another way to win")
	refuse(r.Royalty == Commoner && (r.Goal == Race || r.Goal == Hill), "a race needs a king that cannot be captured")
	refuse(r.Royalty != Commoner && r.Promotion.Has(King), "pawns cannot promote to king if the king decides the game")
	refuse(r.Pocket == ToPartner && r.Goal == Extinct, "no kind of pieces is extinct while a partner may capture another one")
	refuse(r.Pocket == Seen && !r.Fog, "drops on visible squares need fog")
	return faults
}

// supports reports whether the board takes a changed axis.
func (t *BoardType) supports(axis string) bool {
	for _, a := range t.Axes {
		if a == axis {
			return true
		}
	}
	return false
}
