package tui

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"
)

// Look is how a session draws, as far as keys change it and the settings
// remember it.
type Look struct {
	Scheme    Scheme
	Art       ArtSet
	Labels    LabelPlace
	Blindfold bool
}

// Look reads the words of the settings. The error joins one for each word that
// is none; what it should have said is then as in a fresh install.
func (set *Settings) Look() (Look, error) {
	scheme, schemeErr := ParseScheme(set.Theme)
	art, artErr := ParseArt(set.Art)
	labels, labelsErr := ParseLabels(set.Coordinates)
	return Look{scheme, art, labels, set.Blindfold}, errors.Join(schemeErr, artErr, labelsErr)
}

// look is how the session draws now.
func (s *Session) look() Look {
	return Look{s.Theme.Scheme, s.Art, s.Labels, s.Blindfold}
}

// wear changes the colours and says so.
func (s *Session) wear(scheme Scheme) string {
	s.Theme = NewTheme(s.Renderer, scheme)
	return schemeParts[scheme%schemes].about
}

// nextArt changes the drawn men and says so.
func (s *Session) nextArt() string {
	s.Art = (s.Art + 1) % artSets
	return [artSets]string{
		Carved: "Men carved of quarter blocks, in cells of 6×3 and more",
		Pixels: "Men of half blocks, in cells of 6×3 and more",
		NoArt:  "Men as one sign in cells of every size",
	}[s.Art]
}

// nextLabels moves the coordinates and says so.
func (s *Session) nextLabels() string {
	s.Labels = (s.Labels + 1) % labelPlaces
	return [labelPlaces]string{
		Beside:   "Coordinates beside the board",
		Inside:   "Coordinates in the board",
		NoLabels: "No coordinates",
	}[s.Labels]
}

// toggleBlindfold hides the men or shows them, and says so.
func (s *Session) toggleBlindfold() string {
	s.Blindfold = !s.Blindfold
	if s.Blindfold {
		return "Blindfold: the men are not shown"
	}
	return "The men are shown"
}

// changeLook changes how the session draws, has every screen laid out and
// drawn anew, and remembers the choice.
func (a *App) changeLook(change func(*Session) string) tea.Cmd {
	var cmds []tea.Cmd
	if said := change(a.s); said != "" {
		cmds = append(cmds, a.say(toastMsg{text: said}))
	}
	store, look := a.s.Store, a.s.look()
	cmds = append(cmds, func() tea.Msg {
		if err := store.SaveLook(look); err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return nil
	})
	a.SetSize(a.width, a.height)
	for i := range a.stack {
		cmds = append(cmds, a.forward(i, themeMsg{}))
	}
	return tea.Batch(cmds...)
}
