package draw

import (
	"fmt"
	"rookery/tui/lang"
	"strconv"
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
	return Fitting, fmt.Errorf("pieces must be %s, not %q", lang.Name(strings.Join(pieceWords[Solid:], ", ")), word)
}

// Look is how one terminal draws boards and everything else.
type Look struct {
	// Theme is replaced as a whole when the user chooses another; read it
	// anew whenever something is drawn.
	Theme *Theme
	// Pieces is the set of signs for pieces that the settings ask for. A set that is
	// asked for stands in small cells, where Fitting gives way to Art.
	Pieces PieceSet
	// Fits is the set that suits the terminal, drawn where the settings leave it
	// open; Solid for the zero value.
	Fits PieceSet
	// ASCII tells that the terminal has no other signs, whatever the settings say.
	ASCII bool
	// Art is the way in which the settings ask to draw pieces over several signs.
	Art ArtSet
	// FitsArt is the way that suits the terminal, taken where the settings leave it
	// open; Quadrants for the zero value.
	FitsArt ArtSet
	// Pictures says whether pieces are drawn as pictures where the terminal shows some.
	Pictures PictureUse
	// ShowsPictures tells that the terminal has answered that it shows pictures.
	ShowsPictures bool
	// Labels says where the names of files and ranks stand.
	Labels LabelPlace
	// Blindfold leaves the pieces off the boards.
	Blindfold bool
}

// Fit notes which signs suit a terminal, by its environment and its colours: the
// kernel's console has neither chess pieces nor quadrants.
func (l *Look) Fit(env func(name string) string, colours termenv.Profile) {
	l.Fits, l.FitsArt = Solid, Quadrants
	switch {
	case env("TERM") == "linux":
		l.Fits, l.FitsArt = Letters, HalfBlocks
	case colours == termenv.Ascii:
		l.Fits = Outlined
	case drawsSextants(env):
		l.FitsArt = Sextants
	}
}

// drawsSextants tells whether the terminal is one that draws sextants itself, without
// gaps and whatever its font has. Others may lack them, and nobody can ask.
func drawsSextants(env func(name string) string) bool {
	term := env("TERM")
	for _, name := range []string{"xterm-kitty", "foot", "xterm-ghostty", "ghostty", "wezterm", "contour"} {
		if term == name || strings.HasPrefix(term, name+"-") {
			return true
		}
	}
	if strings.HasPrefix(term, "screen") || strings.HasPrefix(term, "tmux") || env("TMUX") != "" || env("STY") != "" {
		return false // what is behind them changes when one attaches
	}
	if env("KITTY_WINDOW_ID") != "" || env("GHOSTTY_RESOURCES_DIR") != "" {
		return true
	}
	switch env("TERM_PROGRAM") {
	case "WezTerm", "ghostty", "kitty", "contour":
		return true
	}
	version, err := strconv.Atoi(env("VTE_VERSION"))
	return err == nil && version >= vteSextants
}

// vteSextants is the first version of VTE, the terminal in GNOME's and Xfce's, that draws
// sextants: 0.62.
const vteSextants = 6200

// PictureUse says when pieces are drawn as pictures.
type PictureUse uint8

const (
	// AutoPictures draws them in terminals known to show pictures, at this machine.
	AutoPictures PictureUse = iota
	// WithPictures asks any terminal.
	WithPictures
	NoPictures
	PictureUses
)

// String is the word for a use in the settings.
func (p PictureUse) String() string { return [...]string{"auto", "on", "off"}[p%PictureUses] }

// ParsePictures reads the word for a use; an empty word is AutoPictures.
func ParsePictures(word string) (PictureUse, error) {
	for p := range PictureUses {
		if strings.EqualFold(word, p.String()) {
			return p, nil
		}
	}
	if word == "" {
		return AutoPictures, nil
	}
	return AutoPictures, fmt.Errorf("pictures must be auto, on or off, not %q", word)
}

// AsksForPictures tells whether a terminal should be asked at the start whether it shows
// pictures. One at the other end of a line is not: a picture takes some kilobytes. Nor is
// one that is not known to show any, or that tmux or screen stand before.
func (l *Look) AsksForPictures(env func(name string) string) bool {
	if l.Pictures != AutoPictures {
		return l.Pictures == WithPictures
	}
	for _, name := range []string{"SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT", "TMUX", "STY"} {
		if env(name) != "" {
			return false
		}
	}
	for _, name := range []string{"KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "WEZTERM_PANE", "XTERM_VERSION", "KONSOLE_VERSION", "MLTERM"} {
		if env(name) != "" {
			return true
		}
	}
	for _, name := range []string{"xterm-kitty", "xterm-ghostty", "foot", "mlterm", "wezterm", "contour"} {
		if term := env("TERM"); term == name || strings.HasPrefix(term, name+"-") {
			return true
		}
	}
	switch env("TERM_PROGRAM") {
	case "WezTerm", "ghostty", "iTerm.app", "mintty", "contour":
		return true
	}
	return false
}

// DrawsPictures tells whether pieces are drawn as pictures: where the terminal shows
// them, and neither the settings nor the theme ask for something else.
func (l *Look) drawsPictures() bool {
	return l.ShowsPictures && l.Pictures != NoPictures && (l.Art == AutoArt || l.Pictures == WithPictures) &&
		!l.Theme.Mono && !l.Theme.Hollow && !l.ASCIIOnly()
}

// DrawnArt is the way in which pieces are drawn.
func (l *Look) DrawnArt() ArtSet {
	switch {
	case l.Art != AutoArt:
		return l.Art
	case l.FitsArt != AutoArt:
		return l.FitsArt
	}
	return Quadrants
}

// DrawnPieces is the set that is drawn.
//
//go:noinline
func (l *Look) DrawnPieces() PieceSet {
	switch {
	case l.Pieces != Fitting:
		return l.Pieces
	case l.Fits != Fitting:
		return l.Fits
	}
	return Solid
}

// ASCIIOnly tells whether every sign that is drawn is one of ASCII.
//
//go:noinline
func (l *Look) ASCIIOnly() bool { return l.ASCII || l.DrawnPieces() == OnlyASCII }
