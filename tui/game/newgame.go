package game

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
	"rookery/variants"
)

// Form is the form for a new game. Everything in it is chosen already, as
// it was the last time, so Enter starts.
type Form struct {
	s             *ui.Session
	keys          ui.FormKeys
	C             ui.Choices
	At            formRow
	Rules         chess.Rules
	Fen           string // where the game starts, empty for an array; the game is then fixed
	width, height int
	left, top     int      // where the rows were drawn
	engines       []string // that the settings name
	meeting       bool     // an engine is being started
}

// formRow is one row of the form.
type formRow int

const (
	rowGame formRow = iota
	rowArray
	rowOpponent
	rowEngine
	rowSide
	rowLevel
	rowStyle
	rowLevel2
	rowStyle2
	rowWhite
	rowBlack
	rowClock
	formRows
)

func NewForm(s *ui.Session, c ui.Choices) *Form {
	c.Mend()
	if !s.Local && c.Opponent == ui.AgainstEngine {
		c.Opponent = ui.AgainstComputer
	}
	f := &Form{s: s, keys: ui.Bound(s, ui.NewFormKeys()), C: c}
	f.Rules, _ = ui.RulesOf(c.Variant)
	f.At = rowGame
	f.enable()
	return f
}

// NewFormAt is the form for a game of given rules from a position.
func NewFormAt(s *ui.Session, c ui.Choices, rules chess.Rules, fen string) *Form {
	f := NewForm(s, c)
	f.Rules, f.Fen, f.At = rules, fen, rowOpponent
	f.enable()
	return f
}

func (f *Form) Init() tea.Cmd             { return f.loadEngines() }
func (f *Form) SetSize(width, height int) { f.width, f.height = width, height }
func (f *Form) Title() string             { return f.s.Text("New game") }
func (f *Form) MinSize() (int, int)       { return 44, 14 }

// Typing tells whether a name is being written.
func (f *Form) Typing() bool { return f.At == rowWhite || f.At == rowBlack || f.At == rowEngine }

// Rows lists the rows that the choices so far leave open.
func (f *Form) Rows() []formRow {
	var rows []formRow
	if f.Fen == "" {
		rows = append(rows, rowGame)
		if f.arrays() > 1 {
			rows = append(rows, rowArray)
		}
	}
	rows = append(rows, rowOpponent)
	switch f.C.Opponent {
	case ui.AgainstFriend:
		rows = append(rows, rowWhite, rowBlack)
	case ui.WatchComputers:
		rows = append(rows, rowLevel, rowStyle, rowLevel2, rowStyle2)
	case ui.AgainstEngine:
		rows = append(rows, rowEngine, rowSide)
	default:
		rows = append(rows, rowSide, rowLevel, rowStyle)
	}
	return append(rows, rowClock)
}

// arrays is how many starting arrays the game has.
func (f *Form) arrays() int {
	if f.Rules.Start == nil {
		return 1
	}
	return f.Rules.Start.Count
}

// enable leaves the keys that mean something in the present row.
func (f *Form) enable() {
	f.keys.Open.SetEnabled(f.At == rowGame)
	f.keys.Random.SetEnabled(f.At == rowArray)
	f.keys.Prev.SetEnabled(!f.Typing())
	f.keys.Next.SetEnabled(!f.Typing())
}

func (f *Form) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.GameChosenMsg:
		if msg.Form == f {
			f.SetVariant(msg.Variant)
		}
	case enginesMsg:
		if msg.to == f {
			f.engines = msg.list
		}
	case engineTypedMsg:
		if msg.to == f && f.C.Engine == msg.from {
			f.C.Engine = msg.longer
		}
	case metMsg:
		if msg.to == f {
			return f, f.met(msg)
		}
	case tea.MouseMsg:
		return f, f.clicked(msg)
	case tea.KeyMsg:
		return f, f.pressed(msg)
	}
	return f, nil
}

func (f *Form) clicked(msg tea.MouseMsg) tea.Cmd {
	rows := f.Rows()
	y := msg.Y - f.top
	if y < 0 || y >= len(rows) || msg.Action != tea.MouseActionPress {
		return nil
	}
	f.At = rows[y]
	f.enable()
	switch msg.Button {
	case tea.MouseButtonLeft, tea.MouseButtonWheelDown:
		f.cycle(1)
	case tea.MouseButtonRight, tea.MouseButtonWheelUp:
		f.cycle(-1)
	}
	return nil
}

func (f *Form) pressed(msg tea.KeyMsg) tea.Cmd {
	if f.Typing() && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace || msg.Type == tea.KeyBackspace) {
		f.write(msg)
		return nil
	}
	if f.At == rowArray && msg.Type == tea.KeyRunes && len(msg.Runes) == 1 && msg.Runes[0] >= '0' && msg.Runes[0] <= '9' {
		f.digit(int(msg.Runes[0] - '0'))
		return nil
	}
	if f.At == rowEngine {
		switch msg.Type {
		case tea.KeyTab:
			return f.completeEngine()
		case tea.KeyLeft:
			f.nextEngine(-1)
			return nil
		case tea.KeyRight:
			f.nextEngine(1)
			return nil
		}
	}
	switch {
	case key.Matches(msg, f.keys.Start):
		return f.start()
	case key.Matches(msg, f.keys.Back):
		return f.s.Pop(f)
	case key.Matches(msg, f.keys.Up):
		f.step(-1)
	case key.Matches(msg, f.keys.Down):
		f.step(1)
	case key.Matches(msg, f.keys.Prev):
		f.cycle(-1)
	case key.Matches(msg, f.keys.Open):
		return f.s.Push(f, ui.NewGameList(f.s, f, f.C.Variant))
	case key.Matches(msg, f.keys.Next), msg.Type == tea.KeySpace:
		f.cycle(1)
	case key.Matches(msg, f.keys.Random):
		f.C.Array, f.C.Number = ui.ArrayNumber, int(f.s.Seed()%uint64(f.arrays()))
	case key.Matches(msg, f.keys.Card):
		return f.s.Open(f, ui.ShowRules{Rules: f.Rules})
	}
	return nil
}

// write edits the name in the present row.
func (f *Form) write(msg tea.KeyMsg) {
	if f.At == rowEngine {
		f.writeEngine(msg)
		return
	}
	name := &f.C.White
	if f.At == rowBlack {
		name = &f.C.Black
	}
	if msg.Type == tea.KeyBackspace {
		if r := []rune(*name); len(r) > 0 {
			*name = string(r[:len(r)-1])
		}
		return
	}
	if text := *name + draw.Clean(string(msg.Runes)); lipgloss.Width(text) <= 24 {
		*name = text
	}
}

// digit writes the number of the array.
func (f *Form) digit(d int) {
	n := d
	if f.C.Array == ui.ArrayNumber && f.C.Number*10+d < f.arrays() {
		n = f.C.Number*10 + d
	}
	f.C.Array, f.C.Number = ui.ArrayNumber, n
}

// step goes to another row.
func (f *Form) step(by int) {
	rows := f.Rows()
	i := max(slices.Index(rows, f.At), 0)
	f.At = rows[(i+by+len(rows))%len(rows)]
	f.enable()
}

// SetVariant changes the game.
func (f *Form) SetVariant(parts []string) {
	rules, err := ui.RulesOf(parts)
	if err != nil {
		return
	}
	f.C.Variant, f.Rules = parts, rules
	f.C.Number = min(f.C.Number, f.arrays()-1)
}

// cycle takes the value before or after in the present row.
func (f *Form) cycle(by int) {
	turn := func(word *string, words ...string) {
		i := slices.Index(words, *word)
		if i < 0 && by < 0 {
			i = 0
		}
		*word = words[(i+by+len(words))%len(words)]
	}
	levels, styles := names(ai.Levels()), names(ai.Styles())
	switch f.At {
	case rowGame:
		all := variants.All()
		i := slices.IndexFunc(all, func(v variants.Variant) bool { return len(f.C.Variant) == 1 && v.ID == f.C.Variant[0] })
		if i < 0 && by < 0 {
			i = 0
		}
		f.SetVariant([]string{all[(i+by+len(all))%len(all)].ID})
	case rowArray:
		turn(&f.C.Array, ui.ArrayRandom, ui.ArrayUsual, ui.ArrayNumber)
	case rowOpponent:
		opponents := []string{ui.AgainstComputer, ui.AgainstFriend, ui.WatchComputers, ui.AgainstEngine}
		if !f.s.Local {
			opponents = opponents[:3]
		}
		turn(&f.C.Opponent, opponents...)
	case rowEngine:
		f.nextEngine(by)
	case rowSide:
		turn(&f.C.Side, ui.AsWhite, ui.AsBlack, ui.ByLot)
	case rowLevel:
		turn(&f.C.Level, levels...)
	case rowStyle:
		turn(&f.C.Style, styles...)
	case rowLevel2:
		turn(&f.C.Others.Level, levels...)
	case rowStyle2:
		turn(&f.C.Others.Style, styles...)
	case rowClock:
		turn(&f.C.Clock, ui.Clocks...)
	}
}

// names of levels or styles.
func names[T interface{ Name() string }](all []T) []string {
	out := make([]string, len(all))
	for i, v := range all {
		out[i] = v.Name()
	}
	return out
}

// start opens the game, once an engine that plays it is ready.
func (f *Form) start() tea.Cmd {
	f.C.Mend()
	if f.C.Opponent == ui.AgainstEngine {
		return f.meet()
	}
	return f.begin(ui.PlayerConfig{})
}

// begin opens the game and remembers the choices. guest is the other engine that
// plays it, if one does.
func (f *Form) begin(guest ui.PlayerConfig) tea.Cmd {
	cfg, err := f.C.Config(f.s.Seed)
	if err != nil {
		return ui.Fail(err)
	}
	for side := range cfg.Players {
		if guest.Program != "" && cfg.Players[side].Kind == ui.Computer {
			cfg.Players[side] = guest
		}
	}
	if f.Fen != "" {
		cfg.Rules, cfg.Variant, cfg.Setup, cfg.FEN = f.Rules, ui.PartsOf(f.Rules), -1, f.Fen
	}
	sc, err := New(f.s, cfg)
	if err != nil {
		return ui.Fail(err)
	}
	store, c := f.s.Store, f.C
	if f.Fen != "" {
		return f.s.Replace(f, sc)
	}
	return tea.Batch(f.s.Replace(f, sc), ui.OnDisk(func() error { return store.SaveChoices(c) }))
}

// ShortHelp implements help.KeyMap.
func (f *Form) ShortHelp() []key.Binding {
	k := f.keys
	short := []key.Binding{k.Start, ui.PairOf("select", k.Up, k.Down)}
	if !f.Typing() {
		short = append(short, ui.PairOf("change", k.Prev, k.Next))
	}
	if f.At == rowEngine {
		short = append(short, ui.Bind("tab", "complete", "tab"))
	}
	return append(short, k.Open, k.Random, k.Card, k.Back)
}

// FullHelp implements help.KeyMap.
func (f *Form) FullHelp() [][]key.Binding {
	k := f.keys
	return [][]key.Binding{{k.Start, k.Back, k.Card}, {k.Up, k.Down, k.Prev, k.Next}, {k.Open, k.Random}}
}
