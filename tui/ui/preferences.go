package ui

import tea "github.com/charmbracelet/bubbletea"

// Habits are how games behave at this terminal, as far as the settings
// remember it.
type Habits struct {
	// TurnBoard turns the board to the player who is to move, where two share
	// the screen.
	TurnBoard bool `toml:"turn_board,omitempty" comment:"true: between two people the board turns to who is to move"`
	// TouchMove holds a player to the piece that was picked up.
	TouchMove bool `toml:"touch_move,omitempty" comment:"true: a piece that was picked up must be moved"`
	// Signal is how the terminal calls the player.
	Signal Signal `toml:"signal,omitempty" comment:"at your move: none, bell or message (a notification of the terminal, OSC 9)"`
	// Sounds are heard of moves and of what else happens in a game.
	Sounds SoundUse `toml:"sounds,omitempty" comment:"of moves, captures, checks, little time and the end: none, bell or sounds"`
	// Speech has moves spoken by a program of this machine.
	Speech bool `toml:"speech,omitempty" comment:"true: moves are spoken by espeak-ng or spd-say"`
	// SendPuzzles tells lichess how its puzzles went.
	SendPuzzles bool `toml:"send_puzzles,omitempty" comment:"true: results of lichess's puzzles count for your rating there"`
}

// Signal is how the terminal calls a player whose move it is. The title of its
// window says so with every one.
type Signal uint8

const (
	NoSignal Signal = iota
	Bell
	// Message is a notification that the terminal shows (OSC 9).
	Message
	Signals
)

var SignalWords = [Signals]string{"none", "bell", "message"}

// String is the word of the settings.
func (s Signal) String() string { return SignalWords[s%Signals] }

// SoundUse is what is heard of a game.
type SoundUse uint8

const (
	NoSounds SoundUse = iota
	BellSounds
	WithSounds
	SoundUses
)

var SoundWords = [SoundUses]string{"none", "bell", "sounds"}

// String is the word of the settings.
func (s SoundUse) String() string { return SoundWords[s%SoundUses] }

// SaveHabits remembers them.
func (st *Store) saveHabits(h Habits) error {
	return st.change(func(set *Settings) { set.Habits = h })
}

// SaveHabits has the session's habits remembered.
func (s *Session) SaveHabits() tea.Cmd {
	store, habits := s.Store, s.Habits
	return SaveCmd(store.habits.Next(func() error { return store.saveHabits(habits) }))
}

// SignalMsg asks App to call the player.
type SignalMsg struct{ Text string }

// Aids are what stands beside a game to help, and how computers behave in it,
// as far as the settings remember it.
type Aids struct {
	// NoResign lets computers play lost games to the end.
	NoResign bool `toml:"no_resign,omitempty" comment:"true: computers play lost games to the end"`
	// Ponder lets computers think while the player does.
	Ponder bool `toml:"ponder,omitempty" comment:"true: computers think while you do"`
	// EvalBar shows who stands better.
	EvalBar bool `toml:"meter,omitempty" comment:"true: a column beside the board shows who stands better"`
	// EngineLines shows what a computer thinks while it does.
	EngineLines bool `toml:"thoughts,omitempty" comment:"true: depth, score and line of a computer while it thinks"`
}

// SaveAids remembers them.
func (st *Store) SaveAids(a Aids) error {
	return st.change(func(set *Settings) { set.Aids = a })
}

// SaveAids has the session's aids remembered.
func (s *Session) SaveAids() tea.Cmd {
	store, aids := s.Store, s.Aids
	return SaveCmd(store.aids.Next(func() error { return store.SaveAids(aids) }))
}
