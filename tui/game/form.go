package game

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Form is the form for a new game. Everything in it is chosen already, as
// it was the last time, so Enter starts.
type Form struct {
	s             *ui.Session
	keys          ui.FormKeys
	Choices       ui.Choices
	Row           formRow
	Rules         chess.Rules
	FEN           string // where the game starts, empty for an array; the game is then fixed
	width, height int
	top           int      // where the rows were drawn
	engines       []string // that the settings name
	starting      ui.Starting
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
	c.Normalize()
	if !s.Local && c.Opponent == ui.AgainstEngine {
		c.Opponent = ui.AgainstComputer
	}
	f := &Form{s: s, keys: ui.Bound(s, ui.NewFormKeys()), Choices: c}
	f.Rules, _ = play.RulesOf(c.Variant)
	f.Row = rowGame
	f.enable()
	return f
}

// NewFormAt is the form for a game of given rules from a position.
func NewFormAt(s *ui.Session, c ui.Choices, rules chess.Rules, fen string) *Form {
	f := NewForm(s, c)
	f.Rules, f.FEN, f.Row = rules, fen, rowOpponent
	f.enable()
	return f
}

func (f *Form) Init() tea.Cmd             { return f.loadEngines() }
func (f *Form) Close()                    { f.starting.Cancel() }
func (f *Form) SetSize(width, height int) { f.width, f.height = width, height }
func (f *Form) Title() string             { return f.s.Text("New game") }
func (f *Form) MinSize() (int, int)       { return 44, 14 }

// Typing tells whether a name is being written.
func (f *Form) Typing() bool { return f.Row == rowWhite || f.Row == rowBlack || f.Row == rowEngine }

// Rows lists the rows that the choices so far leave open.
func (f *Form) Rows() []formRow {
	var rows []formRow
	if f.FEN == "" {
		rows = append(rows, rowGame)
		if f.arrays() > 1 {
			rows = append(rows, rowArray)
		}
	}
	rows = append(rows, rowOpponent)
	switch f.Choices.Opponent {
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
	f.keys.Open.SetEnabled(f.Row == rowGame)
	f.keys.Random.SetEnabled(f.Row == rowArray)
	f.keys.Prev.SetEnabled(!f.Typing())
	f.keys.Next.SetEnabled(!f.Typing())
}

func (f *Form) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.VariantChosenMsg:
		if msg.Form == f {
			f.SetVariant(msg.Variant)
		}
	case enginesMsg:
		if msg.to == f {
			f.engines = msg.list
		}
	case engineTypedMsg:
		if msg.to == f && f.Choices.Engine == msg.from {
			f.Choices.Engine = msg.longer
		}
	case ui.StartingMsg:
		return f, f.starting.Tick(msg)
	case ui.RevealedMsg:
		return f, f.loadEngines()
	case engineStartedMsg:
		if msg.to == f {
			return f, f.engineStarted(msg)
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
	f.Row = rows[y]
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
	if f.starting.On() {
		if msg.Type == tea.KeyEsc {
			f.starting.Cancel()
			return ui.Toast("The start was cancelled.")
		}
		return nil
	}
	if f.Typing() && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace || msg.Type == tea.KeyBackspace) {
		f.typeName(msg)
		return nil
	}
	if f.Row == rowArray && msg.Type == tea.KeyRunes && len(msg.Runes) == 1 && msg.Runes[0] >= '0' && msg.Runes[0] <= '9' {
		f.typeDigit(int(msg.Runes[0] - '0'))
		return nil
	}
	if f.Row == rowEngine {
		switch msg.Type {
		case tea.KeyTab:
			return f.completeEngine()
		case tea.KeyF3:
			return f.chooseEngine()
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
		f.moveRow(-1)
	case key.Matches(msg, f.keys.Down):
		f.moveRow(1)
	case key.Matches(msg, f.keys.Prev):
		f.cycle(-1)
	case key.Matches(msg, f.keys.Open):
		return f.s.Push(f, ui.NewVariantList(f.s, f, f.Choices.Variant))
	case key.Matches(msg, f.keys.Next), msg.Type == tea.KeySpace:
		f.cycle(1)
	case key.Matches(msg, f.keys.Random):
		f.Choices.Array, f.Choices.Number = ui.ArrayNumber, int(f.s.Seed()%uint64(f.arrays()))
	case key.Matches(msg, f.keys.Card):
		return f.s.Open(f, ui.ShowRules{Rules: f.Rules})
	}
	return nil
}

// typeName edits the name in the present row.
func (f *Form) typeName(msg tea.KeyMsg) {
	if f.Row == rowEngine {
		f.typeEngine(msg)
		return
	}
	name := &f.Choices.White
	if f.Row == rowBlack {
		name = &f.Choices.Black
	}
	if msg.Type == tea.KeyBackspace {
		if r := []rune(*name); len(r) > 0 {
			*name = string(r[:len(r)-1])
		}
		return
	}
	if text := *name + draw.Clean(string(msg.Runes)); draw.WidthOf(text) <= 24 {
		*name = text
	}
}

// typeDigit writes the number of the array.
func (f *Form) typeDigit(d int) {
	n := d
	if f.Choices.Array == ui.ArrayNumber && f.Choices.Number*10+d < f.arrays() {
		n = f.Choices.Number*10 + d
	}
	f.Choices.Array, f.Choices.Number = ui.ArrayNumber, n
}

// moveRow goes to another row.
func (f *Form) moveRow(by int) {
	rows := f.Rows()
	i := max(slices.Index(rows, f.Row), 0)
	f.Row = rows[(i+by+len(rows))%len(rows)]
	f.enable()
}

// SetVariant changes the game.
func (f *Form) SetVariant(parts []string) {
	rules, err := play.RulesOf(parts)
	if err != nil {
		return
	}
	f.Choices.Variant, f.Rules = parts, rules
	f.Choices.Number = min(f.Choices.Number, f.arrays()-1)
}

// cycle takes the value before or after in the present row.
func (f *Form) cycle(by int) {
	turn := func(word *string, words ...string) { *word = ui.NextWord(*word, by, words...) }
	levels, styles := names(ai.Levels()), names(ai.Styles())
	switch f.Row {
	case rowGame:
		f.SetVariant(ui.NextVariant(f.Choices.Variant, by))
	case rowArray:
		turn(&f.Choices.Array, ui.ArrayRandom, ui.ArrayUsual, ui.ArrayNumber)
	case rowOpponent:
		opponents := []string{ui.AgainstComputer, ui.AgainstFriend, ui.WatchComputers, ui.AgainstEngine}
		if !f.s.Local {
			opponents = opponents[:3]
		}
		turn(&f.Choices.Opponent, opponents...)
	case rowEngine:
		f.nextEngine(by)
	case rowSide:
		turn(&f.Choices.Side, ui.AsWhite, ui.AsBlack, ui.RandomSide)
	case rowLevel:
		turn(&f.Choices.Level, levels...)
	case rowStyle:
		turn(&f.Choices.Style, styles...)
	case rowLevel2:
		turn(&f.Choices.Others.Level, levels...)
	case rowStyle2:
		turn(&f.Choices.Others.Style, styles...)
	case rowClock:
		turn(&f.Choices.Clock, ui.Clocks...)
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
	f.Choices.Normalize()
	if f.Choices.Opponent == ui.AgainstEngine {
		return f.startEngine()
	}
	return f.play(ui.PlayerConfig{})
}

// play opens the game and remembers the choices. engine is the external one that
// plays, if any.
func (f *Form) play(engine ui.PlayerConfig) tea.Cmd {
	cfg, err := f.Choices.Config(f.s.Seed)
	if err != nil {
		return ui.Fail(err)
	}
	for side := range cfg.Players {
		if engine.Program != "" && cfg.Players[side].Kind == ui.Computer {
			cfg.Players[side] = engine
		}
	}
	if f.FEN != "" {
		cfg.Rules, cfg.Variant, cfg.Setup, cfg.FEN = f.Rules, play.PartsOf(f.Rules), -1, f.FEN
	}
	sc, err := New(f.s, cfg)
	if err != nil {
		return ui.Fail(err)
	}
	store, c := f.s.Store, f.Choices
	if f.FEN != "" {
		return f.s.Replace(f, sc)
	}
	return tea.Batch(f.s.Replace(f, sc), ui.SaveCmd(func() error { return store.SaveChoices(c) }))
}

func (f *Form) ShortHelp() []key.Binding {
	k := f.keys
	if f.starting.On() {
		return []key.Binding{ui.Bind("esc", "cancel", "esc")}
	}
	short := []key.Binding{k.Start, ui.PairOf("select", k.Up, k.Down)}
	if !f.Typing() {
		short = append(short, ui.PairOf("change", k.Prev, k.Next))
	}
	if f.Row == rowEngine {
		short = append(short, enginesKey, ui.Bind("tab", "complete", "tab"))
	}
	return append(short, k.Open, k.Random, k.Card, k.Back)
}

func (f *Form) FullHelp() [][]key.Binding {
	k := f.keys
	return [][]key.Binding{{k.Start, k.Back, k.Card}, {k.Up, k.Down, k.Prev, k.Next}, {k.Open, k.Random}}
}
