package tui

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai/uci"
	"rookery/chess/sorted"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/ui"
)

// engineKeys keep the list of engines.
type engineKeys struct {
	ui.PageKeys
	Choose, Add, Options, Rename, Remove, Back key.Binding
}

func newEngineKeys() engineKeys {
	return engineKeys{
		PageKeys: ui.NewPageKeys(),
		Choose:   ui.Bind("enter", "choose", "enter"),
		Add:      ui.Bind("a", "add engine", "a"),
		Options:  ui.Bind("o", "options", "o"),
		Rename:   ui.Bind("r", "rename", "r"),
		Remove:   ui.Bind("d", "remove", "d", "delete"),
		Back:     ui.Bind("esc", "back", "esc", "q"),
	}
}

// engineScreen is the player's engines and those that are installed. Where a screen
// wants one, Enter gives it that.
type engineScreen struct {
	s       *ui.Session
	keys    engineKeys
	chosen  func(spec string) tea.Cmd // nil where the list is only kept
	engines []string
	found   []engineplay.Met
	looking bool // for what is installed, by find
	find    func(ctx context.Context, known []string) []engineplay.Met
	stop    context.CancelFunc
	list    ui.List

	writing  engineText
	text     ui.LineInput
	asks     bool // whether the chosen engine is to be removed
	starting ui.Starting
	notice   ui.Notice

	width, height int
}

// engineText is what a line is written for.
type engineText uint8

const (
	noEngineText engineText = iota
	addedEngine
	renamedEngine
)

// Messages of the list of engines.
type (
	enginesReadMsg struct {
		to      *engineScreen
		engines []string
	}
	enginesFoundMsg struct {
		to    *engineScreen
		found []engineplay.Met
	}
	engineMetMsg struct {
		to     *engineScreen
		serial int
		met    engineplay.Met
		edit   string // the spec whose options are to be edited; empty for one to be added
		err    error
	}
)

func newEngineScreen(s *ui.Session, chosen func(string) tea.Cmd) *engineScreen {
	e := &engineScreen{s: s, keys: ui.Bound(s, newEngineKeys()), chosen: chosen, text: ui.NewLineInput(s, 0), find: engineplay.FindInstalled}
	if chosen == nil {
		e.keys.Choose.SetHelp(e.keys.Choose.Help().Key, "options")
	}
	e.fill()
	return e
}

// Init reads the list and looks for what is installed, in commands.
func (e *engineScreen) Init() tea.Cmd {
	store := e.s.Store
	e.looking = true
	ctx, cancel := context.WithCancel(context.Background())
	e.stop = cancel
	return func() tea.Msg {
		set, err := store.Settings()
		if err != nil {
			return ui.ToastMsg{Text: err.Error(), Bad: true}
		}
		return tea.BatchMsg{
			func() tea.Msg { return enginesReadMsg{e, set.Engines} },
			func() tea.Msg { return enginesFoundMsg{e, e.find(ctx, set.Engines)} },
		}
	}
}

func (e *engineScreen) Close() {
	e.stop()
	e.starting.Cancel()
}

func (e *engineScreen) SetSize(width, height int) { e.width, e.height = width, height }
func (e *engineScreen) Title() string             { return e.s.Text("Engines") }
func (e *engineScreen) MinSize() (int, int)       { return 40, 12 }
func (e *engineScreen) Typing() bool              { return e.writing != noEngineText }

// fill makes the rows anew: our engine where one is to be chosen, the player's, and
// those that were found.
func (e *engineScreen) fill() {
	var items []ui.Item
	if e.chosen != nil {
		items = append(items, ui.Item{Label: "Rookery", Note: e.s.Text("built-in engine")})
	}
	for _, spec := range e.engines {
		items = append(items, ui.Item{Label: engineplay.EngineName(spec), Note: engineNote(spec)})
	}
	for i, m := range e.found {
		items = append(items, ui.Item{Label: m.Name, Note: e.s.Text("found") + "  " + engineNote(m.Spec), Gap: i == 0})
	}
	e.list.Refill(items)
}

// engineNote is where a program lies and what is set.
func engineNote(spec string) string {
	o, _, err := uci.ParseSpec(spec)
	if err != nil {
		return draw.Clean(spec)
	}
	note := o.Path
	for _, name := range sorted.Names(o.Set) {
		note += "  " + name + "=" + o.Set[name]
	}
	return draw.Clean(note)
}

// at is which of the player's engines is chosen, or which of those found; -1 for none.
func (e *engineScreen) at() (own, found int) {
	i := e.list.At
	if e.chosen != nil {
		i--
	}
	switch {
	case i < 0 || e.list.Chosen() == nil:
		return -1, -1
	case i < len(e.engines):
		return i, -1
	}
	return -1, i - len(e.engines)
}

func (e *engineScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case enginesReadMsg:
		if msg.to == e {
			e.engines = msg.engines
			e.fill()
		}
	case enginesFoundMsg:
		if msg.to == e {
			e.found, e.looking = msg.found, false
			e.found = slices.DeleteFunc(e.found, func(m engineplay.Met) bool { return slices.Contains(e.engines, m.Spec) })
			e.fill()
		}
	case engineMetMsg:
		if msg.to == e && e.starting.Done(msg.serial) {
			return e, e.met(msg)
		}
	case ui.StartingMsg:
		return e, e.starting.Tick(msg)
	case keysMsg:
		e.keys = ui.Bound(e.s, newEngineKeys())
	case ui.ThemeMsg:
		e.text.Dress(e.s)
	case tea.MouseMsg:
		if !e.Typing() && !e.starting.On() {
			e.list.Clicked(msg, 2)
		}
	case tea.KeyMsg:
		return e, e.pressed(msg)
	}
	return e, nil
}

func (e *engineScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &e.keys
	switch {
	case e.starting.On():
		if key.Matches(msg, k.Back) {
			e.starting.Cancel()
			e.notice = ui.Notice{Text: "The start was cancelled."}
		}
		return nil
	case e.writing != noEngineText:
		return e.wrote(msg)
	case e.asks:
		yes, said := e.s.Answer(msg)
		if e.asks = !said; yes {
			return e.remove()
		}
		return nil
	}
	e.notice = ui.Notice{}
	own, found := e.at()
	switch {
	case ui.MoveList(&e.list, ui.ListKeys{PageKeys: k.PageKeys}, msg):
	case key.Matches(msg, k.Back):
		return e.s.Pop(e)
	case key.Matches(msg, k.Add) && found < 0:
		e.write(addedEngine, "")
	case key.Matches(msg, k.Choose), key.Matches(msg, k.Add):
		return e.choose(own, found)
	case own < 0:
	case key.Matches(msg, k.Options):
		return e.options(own)
	case key.Matches(msg, k.Rename):
		e.write(renamedEngine, engineplay.EngineName(e.engines[own]))
	case key.Matches(msg, k.Remove):
		e.asks = true
	}
	return nil
}

const removeQuestion = "Remove this engine from the list?"

// choose gives the chosen engine to who asked for one. One that was found is put into the
// list; without anybody who asks, options of the player's own are opened.
func (e *engineScreen) choose(own, found int) tea.Cmd {
	switch {
	case found >= 0:
		met := e.found[found]
		e.found = slices.Delete(e.found, found, found+1)
		cmd := e.add(met.Spec)
		if e.chosen == nil {
			return cmd
		}
		return tea.Batch(cmd, e.s.Pop(e), e.chosen(met.Spec))
	case e.chosen == nil && own >= 0:
		return e.options(own)
	case e.chosen == nil:
		return nil
	}
	spec := ""
	if own >= 0 {
		spec = e.engines[own]
	}
	return tea.Batch(e.s.Pop(e), e.chosen(spec))
}

// add puts an engine at the end of the list.
func (e *engineScreen) add(spec string) tea.Cmd {
	if !slices.Contains(e.engines, spec) {
		e.engines = append(slices.Clone(e.engines), spec)
	}
	e.found = slices.DeleteFunc(e.found, func(m engineplay.Met) bool { return m.Spec == spec })
	e.fill()
	e.list.Choose(slices.Index(e.engines, spec) + e.first())
	e.notice = ui.Notice{Text: fmt.Sprintf("%s added.", engineplay.EngineName(spec))}
	return e.save("", "")
}

// first is the row of the player's first engine.
func (e *engineScreen) first() int {
	if e.chosen != nil {
		return 1
	}
	return 0
}

// save remembers the list. Where one became another, so does the last opponent.
func (e *engineScreen) save(old, now string) tea.Cmd {
	store, engines := e.s.Store, slices.Clone(e.engines)
	return ui.SaveCmd(func() error { return store.SaveEngines(engines, old, now) })
}

func (e *engineScreen) remove() tea.Cmd {
	own, _ := e.at()
	if own < 0 {
		return nil
	}
	name := engineplay.EngineName(e.engines[own])
	e.engines = slices.Delete(slices.Clone(e.engines), own, own+1)
	e.fill()
	e.notice = ui.Notice{Text: fmt.Sprintf("%s removed.", name)}
	return e.save("", "")
}

// change puts another spec in the place of one of the list.
func (e *engineScreen) change(old, spec string) tea.Cmd {
	i := slices.Index(e.engines, old)
	if i < 0 || old == spec {
		return nil
	}
	e.engines = slices.Clone(e.engines)
	e.engines[i] = spec
	e.fill()
	return e.save(old, spec)
}

// options starts the chosen engine, to ask what it can be told.
func (e *engineScreen) options(own int) tea.Cmd {
	return e.meet(e.engines[own], e.engines[own])
}

// meet starts a program in a command.
func (e *engineScreen) meet(spec, edit string) tea.Cmd {
	ctx, serial, tick := e.starting.Begin(engineplay.EngineName(spec))
	return tea.Batch(func() tea.Msg {
		met, err := engineplay.Introduce(ctx, spec)
		return engineMetMsg{e, serial, met, edit, err}
	}, tick)
}

// met takes in an engine that has answered.
func (e *engineScreen) met(msg engineMetMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		e.notice = ui.Notice{Text: msg.err.Error(), Bad: true}
		return nil
	case msg.edit == "":
		return e.add(msg.met.Spec)
	}
	return e.s.Push(e, newEngineOptions(e, msg.edit, msg.met.Options))
}

// write opens the line.
func (e *engineScreen) write(what engineText, text string) {
	e.writing, e.notice = what, ui.Notice{}
	e.text.Write(text)
}

// wrote gives a key to the line.
func (e *engineScreen) wrote(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEsc:
		e.writing = noEngineText
		return nil
	case tea.KeyEnter:
		return e.took(e.text.Trimmed())
	}
	e.text.Type(msg)
	return nil
}

// took does what the line was written for.
func (e *engineScreen) took(text string) tea.Cmd {
	what := e.writing
	e.writing = noEngineText
	own, _ := e.at()
	switch {
	case text == "":
		return nil
	case what == renamedEngine && own >= 0:
		return e.change(e.engines[own], engineplay.WithName(e.engines[own], text))
	case what == addedEngine:
		return e.meet(ui.ExpandHome(text), "")
	}
	return nil
}

func (e *engineScreen) View() string {
	th := e.s.Theme
	rows := []string{draw.TitleBar(th, e.width, e.Title(), ""), ""}
	if len(e.list.Items) == 0 && !e.looking {
		rows = append(rows, "   "+th.Faint.Render(draw.Cut(e.s.Text("No engines yet. Press a to add one."), e.width-4)))
	}
	for _, row := range e.list.Render(e.s, e.width-2, e.height-5, false) {
		rows = append(rows, " "+row)
	}
	if e.looking {
		rows = append(rows, "", "   "+th.Faint.Render(e.s.Text("Looking for installed engines")+e.s.Signs().More))
	}
	for len(rows) < e.height-2 {
		rows = append(rows, "")
	}
	rows = rows[:max(e.height-2, 0)]
	return draw.Page(append(rows, " "+e.lastRow()), e.width, e.height)
}

// lastRow is the line, the question, or what there is to say.
func (e *engineScreen) lastRow() string {
	th, width := e.s.Theme, e.width-2
	switch {
	case e.writing != noEngineText:
		prompt := e.s.Text("Name")
		if e.writing == addedEngine {
			prompt = e.s.Text("Program")
		}
		prompt += ": "
		return th.Accent.Render(prompt) + e.text.Draw(th, max(width-draw.WidthOf(prompt), 4))
	case e.asks:
		return th.Accent.Render(draw.Cut(e.s.Text(removeQuestion), width-8)) + th.Key.Render(e.s.YesNo())
	case e.starting.On():
		return th.Accent.Render(draw.Cut(draw.Clean(e.s.Text(e.starting.Text())), width))
	case e.notice.Bad:
		return th.Error.Render(draw.Cut(draw.Clean(e.s.Text(e.notice.Text)), width))
	}
	return th.Text.Render(draw.Cut(draw.Clean(e.s.Text(e.notice.Text)), width))
}

func (e *engineScreen) ShortHelp() []key.Binding {
	k := e.keys
	own, found := e.at()
	switch {
	case e.asks:
		return nil
	case e.starting.On():
		return []key.Binding{ui.Bind("esc", "cancel", "esc")}
	case e.writing != noEngineText:
		return []key.Binding{ui.Bind("enter", "confirm", "enter"), ui.Bind("esc", "cancel", "esc")}
	case found >= 0:
		add := k.Choose
		if e.chosen == nil {
			add.SetHelp(add.Help().Key, "add engine")
		}
		return []key.Binding{add, ui.PairOf("select", k.Up, k.Down), k.Back}
	case own < 0:
		return []key.Binding{k.Choose, k.Add, ui.PairOf("select", k.Up, k.Down), k.Back}
	}
	return ui.Bindings(&k.Choose, &k.Add, &k.Options, &k.Rename, &k.Remove, &k.Back)
}

func (e *engineScreen) FullHelp() [][]key.Binding {
	k := e.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom), ui.Bindings(&k.Choose, &k.Add, &k.Options, &k.Rename, &k.Remove, &k.Back)}
}

// ownOptions are set by the program itself for each game.
var ownOptions = []string{"UCI_Variant", "UCI_Chess960", "MultiPV", "Ponder", "UCI_AnalyseMode"}

// engineOptions are what an engine of the list can be told. What is changed counts from
// its next start on.
type engineOptions struct {
	s       *ui.Session
	keys    settingKeys
	of      *engineScreen
	spec    string // as it stands in the list
	set     uci.Options
	options []uci.Option
	list    ui.List
	writing bool
	text    ui.LineInput
	notice  ui.Notice

	width, height int
}

func newEngineOptions(of *engineScreen, spec string, options []uci.Option) *engineOptions {
	p := &engineOptions{s: of.s, keys: ui.Bound(of.s, newSettingKeys()), of: of, spec: spec, text: ui.NewLineInput(of.s, 0)}
	p.set, _, _ = uci.ParseSpec(spec)
	for _, o := range options {
		if !slices.ContainsFunc(ownOptions, func(name string) bool { return strings.EqualFold(name, o.Name) }) {
			p.options = append(p.options, o)
		}
	}
	p.fill()
	return p
}

// value is what an option is set to, and under which name.
func (p *engineOptions) value(o *uci.Option) (value string, set bool) {
	for name, v := range p.set.Set {
		if strings.EqualFold(name, o.Name) {
			return v, true
		}
	}
	return o.Default, false
}

func (p *engineOptions) fill() {
	items := make([]ui.Item, len(p.options))
	for i := range p.options {
		o := &p.options[i]
		value, set := p.value(o)
		switch {
		case o.Kind == "check":
			value = p.s.Text(map[bool]string{true: "yes", false: "no"}[value == "true"])
		case o.Kind == "button" && set:
			value = p.s.Text("at each start")
		case o.Kind == "button":
			value = p.s.Text("no")
		}
		if set && o.Kind != "button" {
			value += "  (" + p.s.Text("default") + " " + o.Default + ")"
		}
		items[i] = ui.Item{Label: draw.Clean(o.Name), Note: draw.Clean(value), About: p.about(o)}
	}
	p.list.Refill(items)
}

// about says what an option may be.
func (p *engineOptions) about(o *uci.Option) string {
	switch o.Kind {
	case "spin":
		if o.Min != "" && o.Max != "" {
			return p.s.Text(fmt.Sprintf("A number from %s to %s. Enter types it.", o.Min, o.Max))
		}
		return p.s.Text("A number. Enter types it.")
	case "combo":
		return draw.Clean(strings.Join(o.Values, ", "))
	case "button":
		return p.s.Text("Pressed at each start of the engine.")
	case "check":
		return p.s.Text("Yes or no.")
	}
	return p.s.Text("A text. Enter types it.")
}

func (p *engineOptions) Init() tea.Cmd             { return nil }
func (p *engineOptions) SetSize(width, height int) { p.width, p.height = width, height }
func (p *engineOptions) Title() string             { return p.s.Text("Engine options") }
func (p *engineOptions) MinSize() (int, int)       { return 40, 10 }
func (p *engineOptions) Typing() bool              { return p.writing }

func (p *engineOptions) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case keysMsg:
		p.keys = ui.Bound(p.s, newSettingKeys())
	case ui.ThemeMsg:
		p.text.Dress(p.s)
	case tea.MouseMsg:
		if !p.writing {
			p.list.Clicked(msg, 2)
		}
	case tea.KeyMsg:
		return p, p.pressed(msg)
	}
	return p, nil
}

func (p *engineOptions) pressed(msg tea.KeyMsg) tea.Cmd {
	if p.writing {
		return p.wrote(msg)
	}
	p.notice = ui.Notice{}
	k := &p.keys
	switch {
	case key.Matches(msg, k.Back):
		return p.s.Pop(p)
	case ui.MoveMenu(&p.list, k.StepKeys, msg), len(p.options) == 0:
	case msg.String() == "d" || msg.Type == tea.KeyDelete:
		return p.put("", false)
	case key.Matches(msg, k.Prev):
		return p.step(-1, false)
	case key.Matches(msg, k.Next):
		return p.step(1, msg.Type == tea.KeyEnter)
	}
	return nil
}

// step takes the next value of the chosen option, or opens the line for one that is typed.
func (p *engineOptions) step(by int, types bool) tea.Cmd {
	o := &p.options[p.list.At]
	value, set := p.value(o)
	switch o.Kind {
	case "check":
		return p.put(map[bool]string{true: "false", false: "true"}[value == "true"], true)
	case "button":
		return p.put("", !set)
	case "combo":
		if n := len(o.Values); n > 0 {
			return p.put(o.Values[(slices.Index(o.Values, value)+by+n)%n], true)
		}
	case "spin":
		if n, err := strconv.Atoi(value); err == nil && !types {
			return p.put(strconv.Itoa(n+by), true)
		}
		fallthrough
	default:
		p.writing = true
		p.text.SetValue(value)
		p.text.CursorEnd()
		p.text.Focus()
	}
	return nil
}

// put sets the chosen option, or leaves it to the engine, and remembers that.
func (p *engineOptions) put(value string, set bool) tea.Cmd {
	o := &p.options[p.list.At]
	if why := o.Reject(value); set && o.Kind != "button" && why != "" {
		p.notice = ui.Notice{Text: why, Bad: true}
		return nil
	}
	all := make(map[string]string, len(p.set.Set)+1)
	for name, v := range p.set.Set {
		if !strings.EqualFold(name, o.Name) {
			all[name] = v
		}
	}
	if set && (o.Kind == "button" || value != o.Default) {
		all[o.Name] = value
	}
	p.set.Set = all
	old := p.spec
	p.spec = p.set.Spec()
	p.fill()
	return p.of.change(old, p.spec)
}

// wrote gives a key to the line.
func (p *engineOptions) wrote(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEsc:
		p.writing = false
		return nil
	case tea.KeyEnter:
		p.writing = false
		return p.put(p.text.Trimmed(), true)
	}
	p.text.Type(msg)
	return nil
}

func (p *engineOptions) View() string {
	th := p.s.Theme
	rows := []string{draw.TitleBar(th, p.width, engineplay.EngineName(p.spec), p.s.Text("Engine options")), ""}
	if len(p.options) == 0 {
		rows = append(rows, "   "+th.Faint.Render(p.s.Text("This engine has no options.")))
	}
	for _, row := range p.list.Render(p.s, p.width-2, p.height-5, false) {
		rows = append(rows, " "+row)
	}
	for len(rows) < p.height-2 {
		rows = append(rows, "")
	}
	rows = rows[:max(p.height-2, 0)]
	low := ""
	switch it := p.list.Chosen(); {
	case p.writing:
		prompt := it.Label + ": "
		low = th.Accent.Render(prompt) + p.text.Draw(th, max(p.width-2-draw.WidthOf(prompt), 4))
	case p.notice.Text != "":
		low = th.Error.Render(draw.Cut(draw.Clean(p.s.Text(p.notice.Text)), p.width-2))
	case it != nil:
		low = th.Faint.Render(draw.Cut(it.About, p.width-2))
	}
	return draw.Page(append(rows, " "+low), p.width, p.height)
}

func (p *engineOptions) ShortHelp() []key.Binding {
	if p.writing {
		return []key.Binding{ui.Bind("enter", "confirm", "enter"), ui.Bind("esc", "cancel", "esc")}
	}
	k := p.keys
	return []key.Binding{ui.PairOf("change", k.Prev, k.Next), ui.Bind("enter", "type", "enter"), ui.Bind("d", "reset to default", "d"), ui.PairOf("select", k.Up, k.Down), k.Back}
}

func (p *engineOptions) FullHelp() [][]key.Binding {
	k := p.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), {k.Prev, k.Next, ui.Bind("d", "reset to default", "d"), k.Back}}
}
