package ui

import (
	"errors"

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
	// Figurines writes moves in lists with the signs of pieces.
	Figurines bool
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
	var langErr error
	if set.Language != "" {
		_, langErr = lang.Find(set.Language)
	}
	return SavedLook{scheme, board, pieces, art, pictures, labels, set.Blindfold, set.Figurines, set.Language},
		errors.Join(schemeErr, boardErr, piecesErr, artErr, picturesErr, labelsErr, langErr)
}

// CurrentLook is how the session draws now.
func (s *Session) CurrentLook() SavedLook {
	return SavedLook{s.Theme.Scheme, s.Theme.Board, s.Pieces, s.Art, s.Pictures, s.Labels, s.Blindfold, s.Figurines, s.Language}
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

// SetLanguage takes the language of a code; the empty one is that of the locale.
func (l *Locale) SetLanguage(tag string) {
	l.Language, l.Lang = tag, l.System
	if tag == "" {
		return
	}
	found, err := lang.Find(tag)
	if err != nil { // a code from outside the list of the settings
		l.Language = ""
		return
	}
	l.Lang = found
}

// Notation is what writes moves in lists: the letters of the language, or the
// signs of pieces where they are wanted and the terminal draws pieces at all.
func (s *Session) Notation() *lang.Language {
	if s.Figurines && s.DrawnPieces() < draw.Letters && !s.ASCII {
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
	s.Pieces, s.Art, s.Pictures, s.Labels, s.Blindfold, s.Figurines = look.Pieces, look.Art, look.Pictures, look.Labels, look.Blindfold, look.Figurines
	s.SetLanguage(look.Language)
	s.Aids, s.Keys, s.Habits = set.Aids, set.Keymap(), set.Habits
	return nil
}
