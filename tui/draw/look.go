package draw

import (
	"fmt"
	"strings"

	"github.com/muesli/termenv"
)

// PieceSet is a set of signs for the pieces.
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
	return Fitting, fmt.Errorf("pieces must be %s, not %q", strings.Join(pieceWords[Solid:], ", "), word)
}

// Look is how one terminal draws boards and everything else.
type Look struct {
	// Theme is replaced as a whole when the user chooses another; read it
	// anew whenever something is drawn.
	Theme *Theme
	// Pieces is the set of signs for pieces that the settings ask for.
	Pieces PieceSet
	// Fits is the set that suits the terminal, drawn where the settings leave it
	// open; Solid for the zero value.
	Fits PieceSet
	// ASCII tells that the terminal has no other signs, whatever the settings say.
	ASCII bool
	// Art is the set of pieces that are drawn over several signs.
	Art ArtSet
	// Labels says where the names of files and ranks stand.
	Labels LabelPlace
	// Blindfold leaves the pieces off the boards.
	Blindfold bool
}

// Fit notes which signs suit a terminal, by its TERM and its colours: the
// kernel's console has neither chess pieces nor quarter blocks.
func (l *Look) Fit(term string, colours termenv.Profile) {
	switch {
	case term == "linux":
		l.Fits = Letters
		if l.Art == Carved {
			l.Art = Pixels
		}
	case colours == termenv.Ascii:
		l.Fits = Outlined
	default:
		l.Fits = Solid
	}
}

// DrawnPieces is the set that is drawn.
func (l *Look) DrawnPieces() PieceSet {
	if l.Pieces == Fitting {
		return l.Fits
	}
	return l.Pieces
}

// ASCIIOnly tells whether every sign that is drawn is one of ASCII.
func (l *Look) ASCIIOnly() bool { return l.ASCII || l.DrawnPieces() == OnlyASCII }
