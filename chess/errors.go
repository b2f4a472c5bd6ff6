package chess

import (
	"errors"
	"fmt"
	"strings"
)

// SyntaxError says that a text is no move in any notation that is read here.
type SyntaxError struct {
	Text string // as it was given
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s is not a valid move: enter one like e4, Nf3, exd5 or O-O", Quote(e.Text))
}

// IllegalError says that a text reads as a move that the rules forbid now.
type IllegalError struct {
	Text   string // the move as it was understood; empty where nothing may be told
	Reason string // the rule that forbids it, in words for a player
}

func (e *IllegalError) Error() string {
	if e.Text == "" {
		return e.Reason
	}
	return e.Text + ": " + e.Reason
}

// AmbiguousError says that a text fits several legal moves.
type AmbiguousError struct {
	Text string // the move as it was understood
	// Choices are the moves that fit, as they should be written. Of a promotion
	// that names no piece the first is the one to the most valuable piece.
	Choices []string
	pieces  string // "knights"; empty where the choice is not between pieces
}

func (e *AmbiguousError) Error() string {
	what := "moves"
	if e.pieces != "" {
		what = e.pieces
	}
	return fmt.Sprintf("%s is ambiguous (%s %s): enter %s", e.Text, countWord(len(e.Choices)), what, either(e.Choices))
}

var (
	// ErrGameOver is returned for a move in a game that has ended.
	ErrGameOver = errors.New("the game is over")
	// ErrNoClaim is returned for a claim that the rules do not grant.
	ErrNoClaim = errors.New("no draw to claim: it takes threefold repetition, or fifty moves without a capture or pawn move")
)

func conflictError(faults []string) error { return errors.New(strings.Join(faults, "; ")) }

// Quote shows a text from outside: cut to a line, with control and direction
// characters escaped.
func Quote(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("%q", s)
}

// either joins words as "a", "a or b", "a, b or c".
func either(words []string) string { return joinWords(words, "or") }

func joinWords(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

func countWord(n int) string {
	words := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
