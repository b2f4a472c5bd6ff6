package tui

import (
	"fmt"
	"strings"

	"github.com/muesli/termenv"
)

// PieceSet is a set of signs for the men.
type PieceSet uint8

const (
	// Fitting leaves the choice to what suits the terminal.
	Fitting PieceSet = iota
	// Solid draws both sides with the same filled shapes, told apart by colour.
	Solid
	// Outlined draws White hollow and Black filled, for terminals without colour.
	Outlined
	// Letters draws KQRBNP for White and kqrbnp for Black.
	Letters
	// OnlyASCII draws letters, and everything else within ASCII too.
	OnlyASCII
	pieceSets
)

// pieceWords are those of the settings and the command line.
var pieceWords = [pieceSets]string{"", "solid", "outlined", "letters", "ascii"}

// String is the word for a set in the settings, empty for Fitting.
func (p PieceSet) String() string { return pieceWords[p%pieceSets] }

// ParsePieces reads the word for a set; an empty word is Fitting.
func ParsePieces(word string) (PieceSet, error) {
	for p, w := range pieceWords {
		if strings.EqualFold(word, w) {
			return PieceSet(p), nil
		}
	}
	return Fitting, fmt.Errorf("pieces are %s, not %q", strings.Join(pieceWords[Solid:], ", "), word)
}

// Fit notes which signs suit a terminal, by its TERM and its colours: the
// kernel's console has neither chess men nor quarter blocks.
func (s *Session) Fit(term string, colours termenv.Profile) {
	switch {
	case term == "linux":
		s.Fits = Letters
		if s.Art == Carved {
			s.Art = Pixels
		}
	case colours == termenv.Ascii:
		s.Fits = Outlined
	default:
		s.Fits = Solid
	}
}

// pieces is the set that is drawn.
func (s *Session) pieces() PieceSet {
	if s.Pieces == Fitting {
		return s.Fits
	}
	return s.Pieces
}

// ascii tells whether every sign that is drawn is one of ASCII.
func (s *Session) ascii() bool { return s.ASCII || s.pieces() == OnlyASCII }

// pieceSetting is the row of the settings that chooses the set. There is none
// where the terminal leaves no choice.
func pieceSetting() setting {
	return setting{label: signsOfMen, about: "How men are drawn in small cells: filled, White hollow, or as letters.", look: true,
		values: []string{"as fits the terminal", "solid", "outlined", "letters", "ASCII alone"},
		at:     func(s *Session) int { return int(s.Pieces) },
		set:    func(s *Session, i int) { s.Pieces = PieceSet(i) }}
}
