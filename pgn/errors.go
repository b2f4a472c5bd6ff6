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
	ErrStrayText     = errors.New("text that is no move was skipped")
	ErrNoise         = errors.New("text that belongs to no game was skipped")
	ErrOpenComment   = errors.New("the comment is never closed with }")
	ErrOpenVariation = errors.New("the variation is never closed with )")
	ErrSurplusClose  = errors.New("there is no open variation to close here")
	ErrNoMoveBefore  = errors.New("a variation must follow the move it replaces")
	ErrTag           = errors.New(`a tag is written [Name "value"]`)
	ErrTagTwice      = errors.New("this tag stands here twice with different values; the first is kept")
	ErrResults       = errors.New("the result differs from the Result tag; the tag is kept")
	ErrNoPromotion   = errors.New("the pawn does not say what it becomes; a queen is taken")
	ErrNoFEN         = errors.New("SetUp says that the game starts elsewhere, but there is no FEN; the usual array is taken")
	ErrVariant       = errors.New("these rules are not known; tags and text are kept")
)
