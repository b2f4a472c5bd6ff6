package ui

// Apply takes over what settings say of how the session draws, speaks and
// behaves; the locale says what they leave open. An error changes nothing.
func (s *Session) Apply(set Settings) error {
	look, err := set.Look()
	if err != nil {
		return err
	}
	s.Theme = s.Themes.Theme(s.Renderer, look.Scheme)
	s.Pieces, s.Art, s.Labels, s.Blindfold, s.Figurines = look.Pieces, look.Art, look.Labels, look.Blindfold, look.Figurines
	s.SpeakIn(look.Language)
	s.Aids, s.Keys, s.Habits = set.Aids, set.Keymap(), set.Habits
	return nil
}
