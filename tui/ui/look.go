package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rookery/tui/draw"
	"rookery/tui/lang"
)

// SavedLook is how a session draws, as far as keys change it and the settings
// remember it.
type SavedLook struct {
	Scheme    draw.Scheme
	Board     draw.BoardColor
	Pieces    draw.PieceSet
	Art       draw.ArtSet
	Pictures  draw.PictureUse
	Labels    draw.LabelPlace
	Blindfold bool
	Letters   PieceLetters
	// Language is the code of the language; empty for that of the locale.
	Language string
}

// Look reads the words of the settings. The error joins one for each word that
// is none; what it should have said is then as in a fresh install.
func (set *Settings) Look() (SavedLook, error) {
	scheme, schemeErr := draw.ParseScheme(set.Theme)
	board, boardErr := draw.ParseBoardColor(set.Board)
	pieces, piecesErr := draw.ParsePieces(set.Pieces)
	art, artErr := draw.ParseArt(set.Art)
	pictures, picturesErr := draw.ParsePictures(set.Pictures)
	labels, labelsErr := draw.ParseLabels(set.Coordinates)
	letters, lettersErr := ParseLetters(set.Letters)
	if set.Letters == "" && set.Figurines {
		letters = Figurines
	}
	var langErr error
	if set.Language != "" {
		_, langErr = lang.Find(set.Language)
	}
	return SavedLook{scheme, board, pieces, art, pictures, labels, set.Blindfold, letters, set.Language},
		errors.Join(schemeErr, boardErr, piecesErr, artErr, picturesErr, labelsErr, lettersErr, langErr)
}

// CurrentLook is how the session draws now.
func (s *Session) CurrentLook() SavedLook {
	return SavedLook{s.Theme.Scheme, s.Theme.Board, s.Pieces, s.Art, s.Pictures, s.Labels, s.Blindfold, s.Letters, s.Language}
}

// SetScheme changes the colours and returns the message that says so.
func (s *Session) SetScheme(scheme draw.Scheme) string {
	s.Theme = s.Themes.Theme(s.Renderer, scheme, s.Theme.Board)
	return draw.SchemeParts[scheme%draw.SchemeCount].About
}

// SetBoard changes the colours of the squares.
func (s *Session) SetBoard(board draw.BoardColor) {
	s.Theme = s.Themes.Theme(s.Renderer, s.Theme.Scheme, board)
}

// NextArt changes how pieces are drawn and returns the message that says so.
func (s *Session) NextArt() string {
	s.Art = (s.Art + 1) % draw.ArtSets
	return [draw.ArtSets]string{
		draw.AutoArt:    "Pieces drawn as fits the terminal",
		draw.Sextants:   "Pieces drawn in sextants",
		draw.Quadrants:  "Pieces drawn in quadrants",
		draw.HalfBlocks: "Pieces drawn in half blocks",
		draw.NoArt:      "Pieces as symbols, one per square",
	}[s.Art]
}

// NextLabels moves the coordinates and returns the message that says so.
func (s *Session) NextLabels() string {
	s.Labels = (s.Labels + 1) % draw.LabelPlaces
	return [draw.LabelPlaces]string{
		draw.Beside:   "Coordinates outside the board",
		draw.Inside:   "Coordinates inside the board",
		draw.NoLabels: "No coordinates",
	}[s.Labels]
}

// ToggleBlindfold hides the pieces or shows them, and returns the message that says so.
func (s *Session) ToggleBlindfold() string {
	s.Blindfold = !s.Blindfold
	if s.Blindfold {
		return "Blindfold on: pieces hidden"
	}
	return "Blindfold off: pieces shown"
}

// PieceLetters are how moves name pieces. Files always have the English letters, and
// typed moves may have any.
type PieceLetters uint8

const (
	OwnLetters PieceLetters = iota // of the language
	EnglishLetters
	Figurines // in lists; elsewhere the letters of the language
	LettersCount
)

var letterWords = [LettersCount]string{"language", "english", "figurines"}

// String is the word of the settings.
func (l PieceLetters) String() string { return letterWords[l%LettersCount] }

// ParseLetters reads it; an empty one is that of a fresh install.
func ParseLetters(word string) (PieceLetters, error) {
	if word == "" {
		return OwnLetters, nil
	}
	if i := slices.Index(letterWords[:], word); i >= 0 {
		return PieceLetters(i), nil
	}
	return OwnLetters, fmt.Errorf("letters must be %s, not %q", strings.Join(letterWords[:], ", "), word)
}

// InLetters is a language with the letters for moves.
func (l PieceLetters) InLetters(of *lang.Language) *lang.Language {
	if l == EnglishLetters {
		return of.WithEnglishMoves()
	}
	return of
}

// SetLetters changes how moves are written.
func (l *Locale) SetLetters(letters PieceLetters) {
	l.Letters = letters
	l.SetLanguage(l.Language)
}

// SetLanguage takes the language of a code; the empty one is that of the locale.
func (l *Locale) SetLanguage(tag string) {
	l.Language, l.Lang = tag, l.Letters.InLetters(l.System)
	if tag == "" {
		return
	}
	found, err := lang.Find(tag)
	if err != nil { // a code from outside the list of the settings
		l.Language = ""
		return
	}
	l.Lang = l.Letters.InLetters(found)
}

// Notation is what writes moves in lists: the letters of the language, or the
// signs of pieces where they are wanted and the terminal draws pieces at all.
func (s *Session) Notation() *lang.Language {
	if s.Letters == Figurines && s.DrawnPieces() < draw.Letters && !s.ASCII {
		return lang.Figurines
	}
	return s.Lang
}

// Apply takes over what settings say of how the session draws, speaks and
// behaves; the locale says what they leave open. An error changes nothing.
func (s *Session) Apply(set Settings) error {
	look, err := set.Look()
	if err != nil {
		return err
	}
	s.Theme = s.Themes.Theme(s.Renderer, look.Scheme, look.Board)
	s.Pieces, s.Art, s.Pictures, s.Labels, s.Blindfold, s.Letters = look.Pieces, look.Art, look.Pictures, look.Labels, look.Blindfold, look.Letters
	s.SetLanguage(look.Language)
	s.Aids, s.Keys, s.Habits = set.Aids, set.Keymap(), set.Habits
	return nil
}
