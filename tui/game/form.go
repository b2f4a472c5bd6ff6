package game

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Form is the form for a new game. Everything in it is chosen already, as
// it was the last time, so Enter starts.
type Form struct {
	ui.FormCursor
	s        *ui.Session
	Choices  ui.Choices
	Rules    chess.Rules
	FEN      string   // where the game starts, empty for an array; the game is then fixed
	engines  []string // that the settings name
	starting ui.Starting
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
)

func NewForm(s *ui.Session, c ui.Choices) *Form {
	c.Normalize()
	if !s.Local && c.Opponent == ui.AgainstEngine {
		c.Opponent = ui.AgainstComputer
	}
	f := &Form{FormCursor: ui.FormCursor{Keys: ui.Bound(s, ui.NewFormKeys())}, s: s, Choices: c}
	f.Rules, _ = play.RulesOf(c.Variant)
	f.Moved()
	return f
}

// NewFormAt is the form for a game of given rules from a position.
func NewFormAt(s *ui.Session, c ui.Choices, rules chess.Rules, fen string) *Form {
	f := NewForm(s, c)
	f.Rules, f.FEN = rules, fen
	f.choose(rowOpponent)
	return f
}

func (f *Form) Init() tea.Cmd       { return f.loadEngines() }
func (f *Form) Close()              { f.starting.Cancel() }
func (f *Form) Title() string       { return f.s.Text("New game") }
func (f *Form) MinSize() (int, int) { return 44, 14 }

// Typing tells whether a name is being written.
func (f *Form) Typing() bool {
	r := f.row()
	return r == rowWhite || r == rowBlack || r == rowEngine
}

// row is the chosen row.
func (f *Form) row() formRow { return f.rows()[f.At] }

// choose chooses a row, if there is one of the kind.
func (f *Form) choose(r formRow) {
	f.At = max(slices.Index(f.rows(), r), 0)
	f.Moved()
}

// rows lists the rows that the choices so far leave open.
func (f *Form) rows() []formRow {
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

// Moved leaves the keys that mean something in the present row.
func (f *Form) Moved() {
	f.Keys.Open.SetEnabled(f.row() == rowGame)
	f.Keys.Random.SetEnabled(f.row() == rowArray)
	f.Keys.Prev.SetEnabled(!f.Typing())
	f.Keys.Next.SetEnabled(!f.Typing())
}

func (f *Form) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.VariantChosenMsg:
		if msg.Form == f {
			f.setVariant(msg.Variant)
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
		f.Clicked(msg, f)
	case tea.KeyMsg:
		return f, f.pressed(msg)
	}
	return f, nil
}

func (f *Form) pressed(msg tea.KeyMsg) tea.Cmd {
	if f.starting.On() {
		if msg.Type == tea.KeyEsc {
			f.starting.Cancel()
			return ui.Toast("The start was cancelled.")
		}
		return nil
	}
	if f.typeName(msg) {
		return nil
	}
	if f.row() == rowArray && msg.Type == tea.KeyRunes && len(msg.Runes) == 1 && msg.Runes[0] >= '0' && msg.Runes[0] <= '9' {
		f.typeDigit(int(msg.Runes[0] - '0'))
		return nil
	}
	if f.row() == rowEngine {
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
	if key.Matches(msg, f.Keys.Random) {
		f.Choices.Array, f.Choices.Number = ui.ArrayNumber, int(f.s.Seed()%uint64(f.arrays()))
		return nil
	}
	return f.Pressed(msg, f)
}

// What the cursor asks of the form.

func (f *Form) Count() int     { return len(f.rows()) }
func (f *Form) Leave() tea.Cmd { return f.s.Pop(f) }
func (f *Form) Card() tea.Cmd  { return f.s.Open(f, ui.ShowRules{Rules: f.Rules}) }
func (f *Form) List() tea.Cmd {
	return f.s.Push(f, ui.NewVariantList(f.s, f, f.Choices.Variant))
}

// typeName edits the name in the present row and tells whether the key was meant for it.
func (f *Form) typeName(msg tea.KeyMsg) bool {
	f.Fresh = false
	switch f.row() {
	case rowWhite:
		return f.Write(msg, &f.Choices.White, 24, "")
	case rowBlack:
		return f.Write(msg, &f.Choices.Black, 24, "")
	case rowEngine:
		text := f.Choices.Engine
		if f.named() {
			text = ""
		}
		if f.Write(msg, &text, 500, "") {
			f.Choices.Engine = text
			return true
		}
	}
	return false
}

// typeDigit writes the number of the array.
func (f *Form) typeDigit(d int) {
	n := d
	if f.Choices.Array == ui.ArrayNumber && f.Choices.Number*10+d < f.arrays() {
		n = f.Choices.Number*10 + d
	}
	f.Choices.Array, f.Choices.Number = ui.ArrayNumber, n
}

// setVariant changes the game.
func (f *Form) setVariant(parts []string) {
	rules, err := play.RulesOf(parts)
	if err != nil {
		return
	}
	f.Choices.Variant, f.Rules = parts, rules
	f.Choices.Number = min(f.Choices.Number, f.arrays()-1)
}

// Cycle takes the value before or after in the present row.
func (f *Form) Cycle(by int) {
	turn := func(word *string, words ...string) { *word = ui.NextWord(*word, by, words...) }
	levels, styles := names(ai.Levels()), names(ai.Styles())
	switch f.row() {
	case rowGame:
		f.setVariant(ui.NextVariant(f.Choices.Variant, by))
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

// Start opens the game, once an engine that plays it is ready.
func (f *Form) Start() tea.Cmd {
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
	k := f.Keys
	if f.starting.On() {
		return []key.Binding{ui.Bind("esc", "cancel", "esc")}
	}
	short := []key.Binding{k.Start, ui.PairOf("select", k.Up, k.Down)}
	if !f.Typing() {
		short = append(short, ui.PairOf("change", k.Prev, k.Next))
	}
	if f.row() == rowEngine {
		short = append(short, enginesKey, ui.Bind("tab", "complete", "tab"))
	}
	return append(short, k.Open, k.Random, k.Card, k.Back)
}

func (f *Form) FullHelp() [][]key.Binding {
	k := f.Keys
	return [][]key.Binding{ui.Bindings(&k.Start, &k.Back, &k.Card), ui.Bindings(&k.Up, &k.Down, &k.Prev, &k.Next), ui.Bindings(&k.Open, &k.Random)}
}
