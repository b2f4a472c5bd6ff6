package pgn

import (
	"errors"
	"fmt"
	"strings"
)

// ParseError is one fault of a PGN text. It is a warning: reading went on.
type ParseError struct {
	Game   int    // number of the game in its file, from 1; 0 for text that belongs to none
	Line   int    // in the file, from 1
	Column int    // in characters, from 1
	Token  string // what stood there, shortened; may be empty
	Err    error  // what is wrong with it
}

// Error names the place, the token and the reason.
func (e *ParseError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message()) }

// Message names the token and the reason; a reason that begins with the token
// does not get it twice.
func (e *ParseError) Message() string {
	reason := e.Err.Error()
	if e.Token == "" || strings.HasPrefix(strings.TrimLeft(reason, `"`), e.Token) {
		return reason
	}
	return e.Token + ": " + reason
}

// Unwrap gives the reason, for a move one of the errors of package chess.
func (e *ParseError) Unwrap() error { return e.Err }

// The reasons of warnings that are not about one move.
var (
	ErrStrayText     = errors.New("skipped text that is not a move")
	ErrNoise         = errors.New("skipped text outside any game")
	ErrOpenComment   = errors.New("comment not closed: missing }")
	ErrOpenVariation = errors.New("variation not closed: missing )")
	ErrSurplusClose  = errors.New("unexpected ): no variation is open")
	ErrNoMoveBefore  = errors.New("a variation must follow the move it replaces")
	ErrTag           = errors.New(`tags are written [Name "value"]`)
	ErrTagTwice      = errors.New("duplicate tag with a different value; keeping the first")
	ErrResults       = errors.New("the result differs from the Result tag; keeping the tag")
	ErrNoPromotion   = errors.New("promotion piece missing; assuming a queen")
	ErrNoFEN         = errors.New("SetUp tag without a FEN; using the standard starting position")
	ErrTooLong       = errors.New("the game is larger than 64 MB: it is kept as it is, and its moves are not read")
	ErrVariant       = errors.New("unknown variant; keeping only tags and text")
)
