package ui

import tea "github.com/charmbracelet/bubbletea"

// Aids are what stands beside a game to help, and how computers behave in it,
// as far as the settings remember it.
type Aids struct {
	// NoResign lets computers play lost games to the end.
	NoResign bool `toml:"no_resign,omitempty" comment:"true: computers play lost games to the end"`
	// Ponder lets computers think while the player does.
	Ponder bool `toml:"ponder,omitempty" comment:"true: computers think while you do"`
	// Meter shows who stands better.
	Meter bool `toml:"meter,omitempty" comment:"true: a column beside the board shows who stands better"`
	// Thoughts shows what a computer thinks while it does.
	Thoughts bool `toml:"thoughts,omitempty" comment:"true: depth, score and line of a computer while it thinks"`
}

// SaveAids remembers them.
func (st *Store) SaveAids(a Aids) error {
	return st.change(func(set *Settings) { set.Aids = a })
}

// KeepAids has the session's aids remembered.
func (s *Session) KeepAids() tea.Cmd {
	store, aids := s.Store, s.Aids
	return OnDisk(store.aids.Next(func() error { return store.SaveAids(aids) }))
}
