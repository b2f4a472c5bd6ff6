package tui

import (
	"slices"

	"rookery/ai"
	"rookery/chess"
	"rookery/variants"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
)

// gameForm is the form for a new game. Everything in it is chosen already, as
// it was the last time, so Enter starts.
type gameForm struct {
	s             *Session
	keys          formKeys
	c             Choices
	at            formRow
	rules         chess.Rules
	fen           string // where the game starts, empty for an array; the game is then fixed
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

func newGameForm(s *Session, c Choices) *gameForm {
	c.mend()
	if !s.Local && c.Opponent == againstEngine {
		c.Opponent = againstComputer
	}
	f := &gameForm{s: s, keys: bound(s, newFormKeys()), c: c}
	f.rules, _ = rulesOf(c.Variant)
	f.at = rowGame
	f.enable()
	return f
}

// newGameFormAt is the form for a game of given rules from a position.
func newGameFormAt(s *Session, c Choices, rules chess.Rules, fen string) *gameForm {
	f := newGameForm(s, c)
	f.rules, f.fen, f.at = rules, fen, rowOpponent
	f.enable()
	return f
}

func (f *gameForm) Init() tea.Cmd             { return f.loadEngines() }
func (f *gameForm) SetSize(width, height int) { f.width, f.height = width, height }
func (f *gameForm) title() string             { return f.s.Text("New game") }
func (f *gameForm) minSize() (int, int)       { return 44, 14 }

// typing tells whether a name is being written.
func (f *gameForm) typing() bool { return f.at == rowWhite || f.at == rowBlack || f.at == rowEngine }

// rows lists the rows that the choices so far leave open.
func (f *gameForm) rows() []formRow {
	var rows []formRow
	if f.fen == "" {
		rows = append(rows, rowGame)
		if f.arrays() > 1 {
			rows = append(rows, rowArray)
		}
	}
	rows = append(rows, rowOpponent)
	switch f.c.Opponent {
	case againstFriend:
		rows = append(rows, rowWhite, rowBlack)
	case watchComputers:
		rows = append(rows, rowLevel, rowStyle, rowLevel2, rowStyle2)
	case againstEngine:
		rows = append(rows, rowEngine, rowSide)
	default:
		rows = append(rows, rowSide, rowLevel, rowStyle)
	}
	return append(rows, rowClock)
}

// arrays is how many starting arrays the game has.
func (f *gameForm) arrays() int {
	if f.rules.Start == nil {
		return 1
	}
	return f.rules.Start.Count
}

// enable leaves the keys that mean something in the present row.
func (f *gameForm) enable() {
	f.keys.Open.SetEnabled(f.at == rowGame)
	f.keys.Random.SetEnabled(f.at == rowArray)
	f.keys.Prev.SetEnabled(!f.typing())
	f.keys.Next.SetEnabled(!f.typing())
}

func (f *gameForm) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case gameChosenMsg:
		if msg.form == f {
			f.setVariant(msg.variant)
		}
	case enginesMsg:
		if msg.to == f {
			f.engines = msg.list
		}
	case engineTypedMsg:
		if msg.to == f && f.c.Engine == msg.from {
			f.c.Engine = msg.longer
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

func (f *gameForm) clicked(msg tea.MouseMsg) tea.Cmd {
	rows := f.rows()
	y := msg.Y - f.top
	if y < 0 || y >= len(rows) || msg.Action != tea.MouseActionPress {
		return nil
	}
	f.at = rows[y]
	f.enable()
	switch msg.Button {
	case tea.MouseButtonLeft, tea.MouseButtonWheelDown:
		f.cycle(1)
	case tea.MouseButtonRight, tea.MouseButtonWheelUp:
		f.cycle(-1)
	}
	return nil
}

func (f *gameForm) pressed(msg tea.KeyMsg) tea.Cmd {
	if f.typing() && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace || msg.Type == tea.KeyBackspace) {
		f.write(msg)
		return nil
	}
	if f.at == rowArray && msg.Type == tea.KeyRunes && len(msg.Runes) == 1 && msg.Runes[0] >= '0' && msg.Runes[0] <= '9' {
		f.digit(int(msg.Runes[0] - '0'))
		return nil
	}
	if f.at == rowEngine {
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
		return f.s.pop(f)
	case key.Matches(msg, f.keys.Up):
		f.step(-1)
	case key.Matches(msg, f.keys.Down):
		f.step(1)
	case key.Matches(msg, f.keys.Prev):
		f.cycle(-1)
	case key.Matches(msg, f.keys.Open):
		return f.s.push(f, newGameList(f.s, f, f.c.Variant))
	case key.Matches(msg, f.keys.Next), msg.Type == tea.KeySpace:
		f.cycle(1)
	case key.Matches(msg, f.keys.Random):
		f.c.Array, f.c.Number = arrayNumber, int(f.s.Seed()%uint64(f.arrays()))
	case key.Matches(msg, f.keys.Card):
		return f.s.open(f, ShowRules{f.rules})
	}
	return nil
}

// write edits the name in the present row.
func (f *gameForm) write(msg tea.KeyMsg) {
	if f.at == rowEngine {
		f.writeEngine(msg)
		return
	}
	name := &f.c.White
	if f.at == rowBlack {
		name = &f.c.Black
	}
	if msg.Type == tea.KeyBackspace {
		if r := []rune(*name); len(r) > 0 {
			*name = string(r[:len(r)-1])
		}
		return
	}
	if text := *name + clean(string(msg.Runes)); lipgloss.Width(text) <= 24 {
		*name = text
	}
}

// digit writes the number of the array.
func (f *gameForm) digit(d int) {
	n := d
	if f.c.Array == arrayNumber && f.c.Number*10+d < f.arrays() {
		n = f.c.Number*10 + d
	}
	f.c.Array, f.c.Number = arrayNumber, n
}

// step goes to another row.
func (f *gameForm) step(by int) {
	rows := f.rows()
	i := max(slices.Index(rows, f.at), 0)
	f.at = rows[(i+by+len(rows))%len(rows)]
	f.enable()
}

// setVariant changes the game.
func (f *gameForm) setVariant(parts []string) {
	rules, err := rulesOf(parts)
	if err != nil {
		return
	}
	f.c.Variant, f.rules = parts, rules
	f.c.Number = min(f.c.Number, f.arrays()-1)
}

// cycle takes the value before or after in the present row.
func (f *gameForm) cycle(by int) {
	turn := func(word *string, words ...string) {
		i := slices.Index(words, *word)
		if i < 0 && by < 0 {
			i = 0
		}
		*word = words[(i+by+len(words))%len(words)]
	}
	levels, styles := names(ai.Levels()), names(ai.Styles())
	switch f.at {
	case rowGame:
		all := variants.All()
		i := slices.IndexFunc(all, func(v variants.Variant) bool { return len(f.c.Variant) == 1 && v.ID == f.c.Variant[0] })
		if i < 0 && by < 0 {
			i = 0
		}
		f.setVariant([]string{all[(i+by+len(all))%len(all)].ID})
	case rowArray:
		turn(&f.c.Array, arrayRandom, arrayUsual, arrayNumber)
	case rowOpponent:
		opponents := []string{againstComputer, againstFriend, watchComputers, againstEngine}
		if !f.s.Local {
			opponents = opponents[:3]
		}
		turn(&f.c.Opponent, opponents...)
	case rowEngine:
		f.nextEngine(by)
	case rowSide:
		turn(&f.c.Side, asWhite, asBlack, byLot)
	case rowLevel:
		turn(&f.c.Level, levels...)
	case rowStyle:
		turn(&f.c.Style, styles...)
	case rowLevel2:
		turn(&f.c.Others.Level, levels...)
	case rowStyle2:
		turn(&f.c.Others.Style, styles...)
	case rowClock:
		turn(&f.c.Clock, clocks...)
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
func (f *gameForm) start() tea.Cmd {
	f.c.mend()
	if f.c.Opponent == againstEngine {
		return f.meet()
	}
	return f.begin(PlayerConfig{})
}

// begin opens the game and remembers the choices. guest is the other engine that
// plays it, if one does.
func (f *gameForm) begin(guest PlayerConfig) tea.Cmd {
	cfg, err := f.c.config(f.s.Seed)
	if err != nil {
		return fail(err)
	}
	for side := range cfg.Players {
		if guest.Program != "" && cfg.Players[side].Kind == Computer {
			cfg.Players[side] = guest
		}
	}
	if f.fen != "" {
		cfg.Rules, cfg.Variant, cfg.Setup, cfg.FEN = f.rules, partsOf(f.rules), -1, f.fen
	}
	sc, err := newGameScreen(f.s, cfg)
	if err != nil {
		return fail(err)
	}
	store, c := f.s.Store, f.c
	if f.fen != "" {
		return f.s.replace(f, sc)
	}
	return tea.Batch(f.s.replace(f, sc), onDisk(func() error { return store.SaveChoices(c) }))
}

// ShortHelp implements help.KeyMap.
func (f *gameForm) ShortHelp() []key.Binding {
	k := f.keys
	short := []key.Binding{k.Start, pairOf("row", k.Up, k.Down)}
	if !f.typing() {
		short = append(short, pairOf("change", k.Prev, k.Next))
	}
	if f.at == rowEngine {
		short = append(short, bind("tab", "complete", "tab"))
	}
	return append(short, k.Open, k.Random, k.Card, k.Back)
}

// FullHelp implements help.KeyMap.
func (f *gameForm) FullHelp() [][]key.Binding {
	k := f.keys
	return [][]key.Binding{{k.Start, k.Back, k.Card}, {k.Up, k.Down, k.Prev, k.Next}, {k.Open, k.Random}}
}
