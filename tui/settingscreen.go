package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/delta"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/ui"
)

// settingKeys change settings.
type settingKeys struct {
	ui.StepKeys
	Prev, Next, Back key.Binding
}

func newSettingKeys() settingKeys {
	k := settingKeys{
		StepKeys: ui.NewStepKeys(),
		Prev:     ui.Bind("←/h", "previous", "left", "h"),
		Next:     ui.Bind("→/l", "next", "right", "l", "enter", " "),
		Back:     ui.Bind("esc", "back", "esc", "q"),
	}
	k.Down.SetKeys("down", "j", "tab")
	return k
}

// setting is one row of the settings.
type setting struct {
	label, about string
	values       []string
	at           func(s *ui.Session) int
	set          func(s *ui.Session, i int)
	look         bool                              // changes how everything is drawn
	open         func(from *settingScreen) tea.Cmd // instead of values
	gap          bool                              // begins a group
}

// Settings that do more than to be remembered, or are not for every terminal.
const (
	atMyMove     = "Move alert"
	speakMoves   = "Speech"
	soundsRow    = "Sounds"
	pieceSymbols = "Piece symbols"
	enginesRow   = "Engines"
	pictureUse   = "Pictures"
)

// onOff are the values of a setting that is one or the other.
var onOff = []string{"no", "yes"}

// toggle makes a setting of a bool of the session.
//
//go:noinline
func toggle(label, about string, of func(*ui.Session) *bool) setting {
	return setting{label: label, about: about, values: onOff,
		at: func(s *ui.Session) int {
			if *of(s) {
				return 1
			}
			return 0
		},
		set: func(s *ui.Session, i int) { *of(s) = i == 1 }}
}

// allSettings are the rows, the look first.
func allSettings() []setting {
	words := func(n int, word func(i int) string) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = word(i)
		}
		return out
	}
	blindfold := toggle("Blindfold", "Hide the pieces on the board.", func(s *ui.Session) *bool { return &s.Blindfold })
	blindfold.look = true
	turnBoard := toggle("Auto-flip board", "In pass and play, put the side to move at the bottom.",
		func(s *ui.Session) *bool { return &s.Habits.TurnBoard })
	turnBoard.gap = true
	meter := toggle("Evaluation bar", "Show the evaluation next to the board.", func(s *ui.Session) *bool { return &s.Aids.EvalBar })
	meter.gap = true
	return []setting{
		{label: "Board theme", about: "Dark, light, colour-blind friendly and high contrast.", look: true,
			values: words(int(draw.SchemeCount), func(i int) string { return draw.Scheme(i).String() }),
			at:     func(s *ui.Session) int { return int(s.Theme.Scheme) },
			set:    func(s *ui.Session, i int) { s.SetScheme(draw.Scheme(i)) }},
		{label: "Board colour", about: "Squares of the dark and the light theme.", look: true,
			values: words(int(draw.BoardColors), func(i int) string { return draw.BoardColor(i).String() }),
			at:     func(s *ui.Session) int { return int(s.Theme.Board) },
			set:    func(s *ui.Session, i int) { s.SetBoard(draw.BoardColor(i)) }},
		{label: "Pieces", about: "How pieces are drawn. Automatic draws what the terminal shows well.", look: true,
			values: []string{"automatic", "sextants", "quadrants", "half blocks", "symbols"},
			at:     func(s *ui.Session) int { return int(s.Art) },
			set:    func(s *ui.Session, i int) { s.Art = draw.ArtSet(i) }},
		{label: pictureUse, about: "Pieces as pictures, where the terminal shows them: kitty, Ghostty, or by sixel.", look: true,
			values: []string{"automatic", "yes", "no"},
			at:     func(s *ui.Session) int { return int(s.Pictures) },
			set:    func(s *ui.Session, i int) { s.Pictures = draw.PictureUse(i) }},
		pieceSetting(),
		{label: "Coordinates", about: "Where coordinates are shown.", look: true,
			values: words(int(draw.LabelPlaces), func(i int) string { return draw.LabelPlace(i).String() }),
			at:     func(s *ui.Session) int { return int(s.Labels) },
			set:    func(s *ui.Session, i int) { s.Labels = draw.LabelPlace(i) }},
		{label: "Pieces in moves", about: "How moves name pieces: letters of the language, English ones, or symbols. You can type any of them.", look: true,
			values: []string{"language", "English letters", "symbols"},
			at:     func(s *ui.Session) int { return int(s.Letters) },
			set:    func(s *ui.Session, i int) { s.SetLetters(ui.PieceLetters(i)) }},
		blindfold,
		languageSetting(),
		turnBoard,
		toggle("Touch-move", "A piece you pick up must move.", func(s *ui.Session) *bool { return &s.Habits.TouchMove }),
		{label: atMyMove, about: "Ring the bell or send a terminal notification on your move. The window title always shows it.",
			values: ui.SignalWords[:],
			at:     func(s *ui.Session) int { return int(s.Habits.Signal) },
			set:    func(s *ui.Session, i int) { s.Habits.Signal = ui.Signal(i) }},
		{label: soundsRow, about: "Of moves, captures, checks, little time and the end. The bell where no program plays sounds.",
			values: ui.SoundWords[:],
			at:     func(s *ui.Session) int { return int(s.Habits.Sounds) },
			set:    func(s *ui.Session, i int) { s.Habits.Sounds = ui.SoundUse(i) }},
		toggle(speakMoves, "Announce the computer's moves with espeak-ng or spd-say.", func(s *ui.Session) *bool { return &s.Habits.Speech }),
		meter,
		toggle("Engine lines", "Show the computer's best lines during the game.", func(s *ui.Session) *bool { return &s.Aids.EngineLines }),
		toggle("Ponder", "The computer thinks on your time.", func(s *ui.Session) *bool { return &s.Aids.Ponder }),
		toggle("Never resign", "The computer plays lost games to the end.", func(s *ui.Session) *bool { return &s.Aids.NoResign }),
		{label: enginesRow, about: "Your engines and their options; installed ones are found.", values: []string{""},
			at:   func(*ui.Session) int { return 0 },
			open: func(from *settingScreen) tea.Cmd { return from.s.Open(from, ui.ChooseEngine{}) }},
		{label: "Keys", about: "Rebind any key of any screen.", values: []string{""},
			at:   func(*ui.Session) int { return 0 },
			open: func(from *settingScreen) tea.Cmd { return from.s.Push(from, newKeyScreen(from.s)) }},
	}
}

// pieceSetting is the row of the settings that chooses the set. There is none
// where the terminal leaves no choice.
func pieceSetting() setting {
	return setting{label: pieceSymbols, about: "Symbols in small squares and lists. Automatic draws pieces in small squares where it can.", look: true,
		values: []string{"automatic", "solid", "outlined", "letters", "ASCII only"},
		at:     func(s *ui.Session) int { return int(s.Pieces) },
		set:    func(s *ui.Session, i int) { s.Pieces = draw.PieceSet(i) }}
}

// languageSetting is the row that chooses the language. Languages are called
// what their speakers call them.
func languageSetting() setting {
	tags, names := append([]string{""}, lang.Tags()...), append([]string{"system default"}, lang.Names()...)
	return setting{label: "Language", about: "The system default is LC_ALL, LC_MESSAGES or LANG.", look: true, values: names,
		at:  func(s *ui.Session) int { return max(slices.Index(tags, s.Language), 0) },
		set: func(s *ui.Session, i int) { s.SetLanguage(tags[i]) }}
}

// settingScreen changes what the program remembers. Each change counts at once.
type settingScreen struct {
	s             *ui.Session
	keys          settingKeys
	all           []setting
	list          ui.List
	width, height int
	left, top     int // where the list was drawn
}

// lookMsg asks App to change how the session draws.
type lookMsg struct{ change func(*ui.Session) }

func newSettingScreen(s *ui.Session) *settingScreen {
	sc := &settingScreen{s: s, keys: ui.Bound(s, newSettingKeys()), all: allSettings()}
	sc.all = slices.DeleteFunc(sc.all, func(set setting) bool {
		return s.Voice == nil && set.label == speakMoves || s.Sounds == nil && set.label == soundsRow || s.ASCII && set.label == pieceSymbols || !s.Local && set.label == enginesRow
	})
	sc.fill()
	return sc
}

// fill makes the rows anew, keeping the chosen one.
func (sc *settingScreen) fill() {
	at := sc.list.At
	items := make([]ui.Item, len(sc.all))
	for i, set := range sc.all {
		items[i] = ui.Item{Label: sc.s.Text(set.label), Note: sc.s.Text(set.values[set.at(sc.s)]), About: sc.s.Text(set.about), Gap: set.gap}
	}
	sc.list = ui.NewList(items)
	sc.list.Choose(at)
}

func (sc *settingScreen) Init() tea.Cmd             { return nil }
func (sc *settingScreen) SetSize(width, height int) { sc.width, sc.height = width, height }
func (sc *settingScreen) Title() string             { return sc.s.Text("Settings") }
func (sc *settingScreen) MinSize() (int, int)       { return 40, 10 }

func (sc *settingScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.ThemeMsg:
		sc.fill()
	case keysMsg:
		sc.keys = ui.Bound(sc.s, newSettingKeys())
	case tea.MouseMsg:
		if i := sc.list.Hit(msg.Y - sc.top); i >= 0 && msg.Action == tea.MouseActionPress {
			sc.list.Choose(i)
			switch msg.Button {
			case tea.MouseButtonLeft, tea.MouseButtonWheelDown:
				return sc, sc.cycle(1)
			case tea.MouseButtonRight, tea.MouseButtonWheelUp:
				return sc, sc.cycle(-1)
			}
		}
	case tea.KeyMsg:
		switch k := sc.keys; {
		case ui.MoveMenu(&sc.list, k, msg):
		case key.Matches(msg, k.Prev):
			return sc, sc.cycle(-1)
		case key.Matches(msg, k.Next):
			return sc, sc.cycle(1)
		case key.Matches(msg, k.Back):
			return sc, sc.s.Pop(sc)
		}
	}
	return sc, nil
}

// cycle takes another value in the chosen row and has it remembered.
func (sc *settingScreen) cycle(by int) tea.Cmd {
	set := sc.all[sc.list.At]
	if set.open != nil {
		if by < 0 {
			return nil
		}
		return set.open(sc)
	}
	n := len(set.values)
	next := func(s *ui.Session) int { return (set.at(s) + by + n) % n }
	if set.look {
		change := func() tea.Msg { return lookMsg{func(s *ui.Session) { set.set(s, next(s)) }} }
		if set.label == pictureUse && draw.PictureUse(next(sc.s)) == draw.WithPictures {
			return tea.Sequence(change, func() tea.Msg { return delta.AskMsg{} })
		}
		return change
	}
	to := next(sc.s)
	set.set(sc.s, to)
	sc.fill()
	cmds := []tea.Cmd{sc.s.SaveHabits(), sc.s.SaveAids()}
	switch {
	case set.label == atMyMove:
		cmds = append(cmds, func() tea.Msg { return ui.SignalMsg{Text: "Your move"} })
	case set.label == soundsRow:
		cmds = append(cmds, sc.s.Sound(ui.MoveSound, false))
	case set.label == speakMoves && to == 1:
		cmds = append(cmds, sc.s.Speak("Speech on: moves are announced"))
	}
	return tea.Batch(cmds...)
}

func (sc *settingScreen) View() string {
	th := sc.s.Theme
	width := min(sc.width-4, ui.MenuWidth)
	sc.left, sc.top = (sc.width-width)/2, 2
	rows := []string{draw.TitleBar(th, sc.width, sc.s.Text("Settings"), ""), ""}
	indent := strings.Repeat(" ", sc.left)
	for _, row := range sc.list.Render(sc.s, width, min(sc.list.Rows(), sc.height-4), false) {
		rows = append(rows, indent+row)
	}
	about := draw.Wrap(sc.list.Chosen().About, width-4)
	if len(rows)+len(about) < sc.height {
		rows = append(rows, "")
	}
	for _, row := range about {
		rows = append(rows, indent+"    "+th.Faint.Render(row))
	}
	return draw.Page(rows, sc.width, sc.height)
}

func (sc *settingScreen) ShortHelp() []key.Binding {
	k := sc.keys
	return []key.Binding{ui.PairOf("select", k.Up, k.Down), ui.PairOf("change", k.Prev, k.Next), k.Back}
}

func (sc *settingScreen) FullHelp() [][]key.Binding {
	k := sc.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), ui.Bindings(&k.Prev, &k.Next, &k.Back)}
}
