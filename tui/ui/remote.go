package ui

import (
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// Announcement is a message to an App that shows a line for a while, such as from who
// runs the server. What a terminal would obey is left out of it.
func Announcement(text string) tea.Msg { return ToastMsg{Text: text} }

// Discreet leaves out of a text for somebody from elsewhere where on this
// machine his files lie.
func (s *Session) Discreet(text string) string {
	if s.Local {
		return text
	}
	for _, dir := range []string{s.Store.Dirs.Games, s.Store.Dirs.State, s.Store.Dirs.Config} {
		if dir != "" {
			text = strings.ReplaceAll(text, dir+string(filepath.Separator), "")
		}
	}
	return text
}
