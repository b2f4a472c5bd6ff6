package tui

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"rookery/tui/delta"
	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/library"
	"rookery/tui/table"
	"rookery/tui/training"
	"rookery/tui/ui"
)

const (
	// leastWidth and leastHeight are what a screen needs that does not say otherwise.
	leastWidth, leastHeight = 34, 11
	// footerHeight is the row of keys, messages and questions under each screen.
	footerHeight = 1
	toastTime    = 4 * time.Second
	escapeTime   = 150 * time.Millisecond
)

// App is the whole program on one terminal: a stack of screens, of which the
// top one is shown, with the footer under it. It is a tea.Model.
type App struct {
	s             *ui.Session
	stack         []ui.Screen
	width, height int
	keys          ui.GlobalKeys
	toast         ui.ToastMsg
	toastSerial   int
	question      *question
	club          ui.Clubhouse // nil outside a club
	challenge     challengeRow
	// after sends a message when some time has passed; tests take it away.
	after func(time.Duration, tea.Msg) tea.Cmd
	// listen waits for news of the lobby; tests take it away, too.
	listen func(news func() tea.Msg) tea.Cmd
	// await runs a command that may wait for long; tests take it away, too.
	await        func(tea.Cmd) tea.Cmd
	titled       string       // what the window was called last
	drawn        []string     // the rows that were drawn last
	footerText   string       // the footer as it was drawn last; empty when more than a clock has changed
	hints        hintRow      // of the footer
	escape       string       // sequences for the terminal that ride on the next frames
	escapeSerial int          // counts them
	helpOff      bool         // a game against a person goes on
	queued       []tea.KeyMsg // typed while a screen was being made
	later        []tea.Msg    // screens that open by themselves, when what is asked is answered
}

// question waits in the footer for y or n.
type question struct {
	text string
	yes  tea.Cmd
}

// escapeSentMsg says that what rode on the frames has been sent.
type escapeSentMsg struct{ serial int }

// toastDoneMsg ends a toast, unless a newer one has taken its place.
type toastDoneMsg struct{ serial int }

// New makes the program with the main menu on top. [NewClub] makes that of a session in a club.
func New(s *ui.Session) *App {
	a := newApp(s)
	a.stack = []ui.Screen{newMenu(s, nil)}
	return a
}

func newApp(s *ui.Session) *App {
	a := &App{s: s, keys: ui.Bound(s, ui.NewGlobalKeys()), after: ui.After}
	a.listen = func(news func() tea.Msg) tea.Cmd { return news }
	a.await = func(wait tea.Cmd) tea.Cmd { return wait }
	return a
}

// OpenGame puts a new game on top of the menu. Call it before the program runs.
func (a *App) OpenGame(cfg ui.GameConfig) error {
	sc, err := game.New(a.s, cfg)
	if err != nil {
		return err
	}
	a.push(sc)
	return nil
}

// OpenFiles puts the games of PGN files on top of the menu: the game itself
// where there is one, else a table. Call it before the program runs.
func (a *App) OpenFiles(paths []string) error {
	sc, err := library.OpenGames(a.s, paths)
	if err != nil {
		return err
	}
	a.push(sc)
	return nil
}

// OpenPuzzles puts the menu of puzzles on top, of those of a file where path names one. Call
// it before the program runs.
func (a *App) OpenPuzzles(path string) { a.push(training.NewPuzzleMenu(a.s, path)) }

// OpenRepertoires puts the list of opening repertoires on top. Call it before the program runs.
func (a *App) OpenRepertoires() { a.push(training.NewRepertoireMenu(a.s)) }

// StandAlone takes the menu away, so that the screen which is opened next is left to
// the shell that it was asked for in. Call it before the program runs.
func (a *App) StandAlone() { a.stack, a.s.Alone = nil, true }

// SetSize tells the size of the terminal before the first message does.
func (a *App) SetSize(width, height int) {
	a.width, a.height, a.footerText = width, height, ""
	for _, sc := range a.stack {
		sc.SetSize(width, height-footerHeight)
	}
}

// push adds a screen on top with the present size.
func (a *App) push(sc ui.Screen) {
	if a.width > 0 {
		sc.SetSize(a.width, a.height-footerHeight)
	}
	a.stack = append(a.stack, sc)
}

func (a *App) top() ui.Screen { return a.stack[len(a.stack)-1] }

// Init implements tea.Model.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{a.windowTitle()}
	if a.club != nil {
		cmds = append(cmds, a.club.Enter())
	}
	for _, sc := range a.stack {
		cmds = append(cmds, sc.Init())
	}
	if faults := a.s.Faults; len(faults) > 0 {
		text := filepath.Base(faults[0]) // without the folders before the name of the file
		if more := len(faults) - 1; more > 0 {
			text = a.s.Text(text) + a.s.Text(fmt.Sprintf(" (and %d more)", more))
		}
		cmds = append(cmds, func() tea.Msg { return ui.FailMsg(errors.New(text)) })
	}
	return tea.Batch(cmds...)
}

// Update implements tea.Model.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, tick := msg.(table.TickMsg); !tick {
		a.footerText = ""
	}
	cmd := tea.Batch(a.helpChanged(), a.update(msg), a.applyStackChanges())
	for len(a.later) > 0 && !a.asking() {
		next := a.later[0]
		a.later = a.later[1:]
		cmd = tea.Batch(cmd, a.update(next), a.applyStackChanges())
	}
	if a.club != nil {
		a.club.Look()
	}
	return a, tea.Batch(cmd, a.windowTitle())
}

// update is Update without the title of the window.
func (a *App) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case delta.GraphicsMsg:
		a.s.ShowsPictures = msg.Graphics != delta.NoGraphics
		return a.redraw()
	case delta.LaterMsg: // the program is not one of delta's, which do not pass it on
		return tea.Tick(msg.After, func(time.Time) tea.Msg { return msg.Msg })
	case tea.WindowSizeMsg:
		a.SetSize(msg.Width, msg.Height)
		return nil
	case tea.KeyMsg:
		return a.typed(msg)
	case tea.MouseMsg:
		if a.question != nil || msg.Y >= a.height-footerHeight || a.tooSmall() != "" {
			return nil
		}
		return a.forward(len(a.stack)-1, msg)
	case ui.PushMsg:
		if !a.stale(msg.From) {
			a.push(msg.Screen)
			return msg.Screen.Init()
		}
		closeScreen(msg.Screen)
	case ui.ReplaceMsg:
		if !a.stale(msg.From) {
			closeScreen(a.top())
			a.stack = a.stack[:len(a.stack)-1]
			a.push(msg.Screen)
			return msg.Screen.Init()
		}
		closeScreen(msg.Screen)
	case ui.PopMsg:
		if !a.stale(msg.From) {
			return a.popTo(len(a.stack) - 1)
		}
	case ui.ToastMsg:
		return a.say(msg)
	case toastDoneMsg:
		if msg.serial == a.toastSerial {
			a.toast = ui.ToastMsg{}
		}
	case ui.OpenMsg:
		return a.open(msg)
	case ui.MadeMsg:
		return a.screenMade(msg)
	case ui.AwaitMsg:
		return a.await(msg.Wait)
	case ui.AlertMsg:
		return a.alert(msg)
	case ui.PushSayingMsg:
		return a.pushSaying(msg)
	case ui.LoggedInMsg:
		return a.loggedIn(msg)
	case ui.OnlineMsg:
		return a.onlineChanged(msg)
	case ui.FICSLoggedInMsg:
		return a.ficsLoggedIn(msg)
	case ui.FICSMsg:
		return a.ficsChanged(msg)
	case lookMsg:
		return a.changeLook(func(s *ui.Session) string { msg.change(s); return "" })
	case keysMsg:
		a.keys = ui.Bound(a.s, ui.NewGlobalKeys())
		return a.all(msg)
	case ui.SignalMsg:
		return a.signal(msg.Text)
	case ui.BellMsg:
		return a.send("\a")
	case ui.CopyMsg:
		return a.copy(msg)
	case escapeSentMsg:
		if msg.serial == a.escapeSerial {
			a.escape = ""
		}
	case ui.QuitMsg:
		return a.quit()
	default:
		if a.club != nil {
			if cmd, done := a.club.Take(msg); done {
				return cmd
			}
		}
		return a.all(msg)
	}
	return nil
}

// alert has the player called. Where another screen lies over the one that calls, its
// foot says why, too.
func (a *App) alert(m ui.AlertMsg) tea.Cmd {
	cmd := a.signal(m.Text)
	if a.top() == m.From {
		return cmd
	}
	return tea.Batch(cmd, a.say(ui.ToastMsg{Text: m.Text}))
}

// pushSaying opens a screen and says why; one that opens by itself waits for the answer to a question.
func (a *App) pushSaying(msg ui.PushSayingMsg) tea.Cmd {
	var cmd tea.Cmd
	if msg.From == nil && a.asking() {
		a.later = append(a.later, msg.PushMsg)
	} else {
		cmd = a.update(msg.PushMsg)
	}
	if msg.Said != "" {
		cmd = tea.Batch(cmd, a.say(ui.ToastMsg{Text: msg.Said}))
	}
	return cmd
}

// asking tells that a question waits for a key, which must not land elsewhere.
func (a *App) asking() bool {
	q, ok := a.top().(ui.Asker)
	return a.question != nil || ok && q.Asking()
}

// all gives a message to every screen.
func (a *App) all(msg tea.Msg) tea.Cmd {
	cmds := make([]tea.Cmd, len(a.stack))
	for i := range a.stack {
		cmds[i] = a.forward(i, msg)
	}
	return tea.Batch(cmds...)
}

// stale tells whether a message about the stack comes from a screen that is
// no longer on top.
func (a *App) stale(from ui.Screen) bool { return from != nil && from != a.top() }

// forward gives a message to screen i.
func (a *App) forward(i int, msg tea.Msg) tea.Cmd {
	next, cmd := a.stack[i].Update(msg)
	if next != a.stack[i] {
		next.SetSize(a.width, a.height-footerHeight)
		a.stack[i] = next
		cmd = tea.Batch(cmd, next.Init())
	}
	return cmd
}

// popTo leaves keep screens on the stack; none left ends the program.
func (a *App) popTo(keep int) tea.Cmd {
	for len(a.stack) > keep {
		switch {
		case keep > 0:
		case a.s.Alone:
			return a.end // what it had to ask, it has asked
		default:
			return a.quit()
		}
		closeScreen(a.top())
		a.stack = a.stack[:len(a.stack)-1]
	}
	return a.forward(len(a.stack)-1, ui.RevealedMsg{})
}

// closeScreen frees what a screen holds.
func closeScreen(sc ui.Screen) {
	if c, ok := sc.(ui.Closer); ok {
		c.Close()
	}
}

// quit asks the confirmers, else ends the program.
func (a *App) quit() tea.Cmd {
	for i := len(a.stack) - 1; i >= 0; i-- {
		if r, ok := a.stack[i].(ui.Confirmer); ok {
			if text := r.LeaveQuestion(); text != "" {
				a.question = &question{text: text, yes: a.end}
				return nil
			}
		}
	}
	return a.end
}

// end frees all screens and quits.
func (a *App) end() tea.Msg { return tea.QuitMsg{} }

// Close frees what the screens hold. Call it when the program has ended.
func (a *App) Close() {
	if a.club != nil {
		a.club.Leave()
	}
	if o := a.s.Online; o != nil && o.Account != nil {
		o.Account.Close()
	}
	if f := a.s.FICS; f != nil && f.Account != nil {
		f.Account.Close()
	}
	for _, sc := range a.stack {
		closeScreen(sc)
	}
	if a.s.Sounds != nil {
		a.s.Sounds.Close()
	}
	if a.s.Voice != nil {
		a.s.Voice.Close()
	}
}

// say shows a toast for a while.
func (a *App) say(msg ui.ToastMsg) tea.Cmd {
	msg.Text = draw.Clean(a.s.Text(a.s.HidePaths(msg.Text)))
	a.toast = msg
	a.toastSerial++
	return a.after(toastTime, toastDoneMsg{a.toastSerial})
}

// send writes a sequence that is no part of the picture. It rides on the
// footer for a few frames: the renderer alone writes to the terminal, so that
// nothing breaks into a frame, and sends a row only when it changes.
func (a *App) send(sequence string) tea.Cmd {
	a.escape += sequence
	a.escapeSerial++
	return a.after(escapeTime, escapeSentMsg{a.escapeSerial})
}

// copy sends text to the clipboard of the user's terminal.
func (a *App) copy(msg ui.CopyMsg) tea.Cmd {
	return tea.Batch(a.say(ui.ToastMsg{Text: msg.Said}), a.send(ansi.SetSystemClipboard(msg.Text)))
}

// typed takes keys apart that came in one piece: what is typed fast arrives as
// one message of several letters, and "f3" must not be taken for the key F3.
func (a *App) typed(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyCtrlJ { // Enter, struck before the terminal was ours
		msg.Type = tea.KeyEnter
	}
	if msg.Type != tea.KeyRunes || msg.Paste || msg.Alt || len(msg.Runes) < 2 {
		return a.keyDown(msg)
	}
	cmds := make([]tea.Cmd, len(msg.Runes))
	for i, r := range msg.Runes {
		cmds[i] = a.keyDown(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	return tea.Batch(cmds...)
}

// keyDown takes one key, now or when the screen is made for which it waits.
func (a *App) keyDown(msg tea.KeyMsg) tea.Cmd {
	if a.queueKey(msg) {
		return nil
	}
	return tea.Batch(a.pressed(msg), a.applyStackChanges())
}

// pressed routes a key: the question in the footer, the keys of every screen,
// then the top screen.
func (a *App) pressed(msg tea.KeyMsg) tea.Cmd {
	if q := a.question; q != nil {
		yes, said := a.s.Answer(msg)
		if yes || key.Matches(msg, a.keys.Quit) {
			a.question = nil
			return q.yes
		}
		if said {
			a.question = nil
		}
		return nil
	}
	if t, ok := a.top().(keyGrabber); ok && t.grabsKey() && a.tooSmall() == "" {
		return a.forward(len(a.stack)-1, msg)
	}
	input, _ := a.top().(ui.TextInput)
	typing := msg.Paste || input != nil && input.Typing()
	if cmd, done := a.answerChallenge(msg, typing); done {
		return cmd
	}
	if msg.Paste {
		if cmd, ok := a.pasted(string(msg.Runes)); ok {
			return cmd
		}
	}
	switch {
	case msg.Paste:
	case key.Matches(msg, a.keys.Quit):
		return a.quit()
	case a.tooSmall() != "":
		if msg.String() == "q" {
			return a.quit()
		}
		return nil
	case key.Matches(msg, a.keys.Redraw):
		return func() tea.Msg { return delta.RedrawMsg{} }
	case key.Matches(msg, a.keys.Suspend):
		if !a.s.Suspends {
			return a.say(ui.ToastMsg{Text: "no shell to return to", Bad: true})
		}
		return tea.Suspend
	case key.Matches(msg, a.keys.Theme):
		return a.changeLook(func(s *ui.Session) string { return s.SetScheme(s.Theme.Scheme.Next()) })
	case key.Matches(msg, a.keys.Pieces):
		return a.changeLook((*ui.Session).NextArt)
	case key.Matches(msg, a.keys.Labels):
		return a.changeLook((*ui.Session).NextLabels)
	case key.Matches(msg, a.keys.Blindfold):
		return a.changeLook((*ui.Session).ToggleBlindfold)
	case key.Matches(msg, a.keys.Help) && !(typing && msg.Type == tea.KeyRunes):
		if _, open := a.top().(*helpScreen); !open {
			return a.s.Open(a.top(), ui.ShowHelp{Of: a.top()})
		}
	}
	if a.toast.Text != "" { // a key has been struck, so the line has been seen
		a.toast = ui.ToastMsg{}
	}
	return a.forward(len(a.stack)-1, msg)
}

// windowTitle names the terminal's window after the top screen, if it is
// called otherwise now.
func (a *App) windowTitle() tea.Cmd {
	name := "Rookery"
	if t, ok := a.top().(ui.Titled); ok {
		name = draw.Clean(t.Title()) + " – Rookery"
	}
	if name == a.titled {
		return nil
	}
	a.titled = name
	return a.send(ansi.SetWindowTitle(name))
}

// applyStackChanges makes the changes that were asked for.
func (a *App) applyStackChanges() tea.Cmd {
	var cmds []tea.Cmd
	for len(a.s.Stack.Asked) > 0 {
		msg := a.s.Stack.Asked[0]
		a.s.Stack.Asked = a.s.Stack.Asked[1:]
		cmds = append(cmds, a.update(msg))
	}
	a.s.Stack.Asked = nil
	return tea.Batch(cmds...)
}

// screenMade takes the answer of a command that made a screen, and then the keys that
// have waited for it.
func (a *App) screenMade(msg ui.MadeMsg) tea.Cmd {
	a.s.Stack.Making--
	cmds := []tea.Cmd{a.update(msg.Msg), a.applyStackChanges()}
	for len(a.queued) > 0 && a.s.Stack.Making == 0 {
		next := a.queued[0]
		a.queued = a.queued[1:]
		cmds = append(cmds, a.pressed(next), a.applyStackChanges())
	}
	return tea.Batch(cmds...)
}

// queueKey keeps a key for the screen that is being made, and tells so. What ends the
// program and answers a question does not wait.
func (a *App) queueKey(msg tea.KeyMsg) bool {
	if a.s.Stack.Making == 0 || a.question != nil || key.Matches(msg, a.keys.Quit) {
		return false
	}
	if len(a.queued) < maxQueued {
		a.queued = append(a.queued, msg)
	}
	return true
}

// maxQueued is how many keys wait for a screen that is being made.
const maxQueued = 256

// changeLook changes how the session draws, has every screen laid out and
// drawn anew, and remembers the choice.
func (a *App) changeLook(change func(*ui.Session) string) tea.Cmd {
	var cmds []tea.Cmd
	if said := change(a.s); said != "" {
		cmds = append(cmds, a.say(ui.ToastMsg{Text: said}))
	}
	store, look := a.s.Store, a.s.CurrentLook()
	cmds = append(cmds, ui.SaveCmd(store.Looks.Next(func() error { return store.SaveLook(look) })))
	return tea.Batch(append(cmds, a.redraw())...)
}

// redraw has all screens drawn anew as the look is now.
func (a *App) redraw() tea.Cmd {
	var cmds []tea.Cmd
	a.SetSize(a.width, a.height)
	for i := range a.stack {
		cmds = append(cmds, a.forward(i, ui.ThemeMsg{}))
	}
	return tea.Batch(cmds...)
}

// signal calls the player in the way that he wants.
func (a *App) signal(text string) tea.Cmd {
	switch a.s.Habits.Signal {
	case ui.Bell:
		return a.send("\a")
	case ui.Message:
		return a.send("\x1b]9;" + draw.Clean(a.s.Text(text)) + "\a")
	}
	return nil
}

// tooSmall says what the top screen needs and what there is, or nothing.
func (a *App) tooSmall() string {
	w, h := leastWidth, leastHeight
	if s, ok := a.top().(ui.Sized); ok {
		w, h = s.MinSize()
	}
	h += footerHeight
	if a.width >= w && a.height >= h {
		return ""
	}
	times := "×"
	if a.s.ASCIIOnly() {
		times = "x"
	}
	return a.s.Text(fmt.Sprintf("needs %d%s%d, has %d%s%d", w, times, h, a.width, times, a.height))
}

// View implements tea.Model.
func (a *App) View() string {
	if a.width <= 0 || a.height <= 0 {
		return ""
	}
	if text := a.tooSmall(); text != "" {
		return a.plain(draw.Page(a.smallRows(text), a.width, a.height))
	}
	view := a.top().View()
	if at := a.noticeAt(); at >= 0 {
		rows := strings.Split(view, "\n")
		rows[at] = a.toastRow()
		view = strings.Join(rows, "\n")
	}
	return a.plain(view+"\n") + a.lastRow()
}

// noticeAt is the row of the top screen in which the toast stands; -1 where it has none.
func (a *App) noticeAt() int {
	if n, ok := a.top().(ui.Noticing); ok && a.toast.Text != "" && a.question == nil {
		if at := n.NoticeAt(); at < a.height-footerHeight {
			return at
		}
	}
	return -1
}

// toastRow is the toast as a row of the window.
func (a *App) toastRow() string {
	style := a.s.Theme.Text
	if a.toast.Bad {
		style = a.s.Theme.Error
	}
	return draw.Fit(" "+style.Render(draw.Cut(a.toast.Text, a.width-2)), a.width)
}

// plain is text as the terminal can show it: in ASCII where it has nothing else.
func (a *App) plain(text string) string {
	if !a.s.ASCIIOnly() {
		return text
	}
	return draw.ASCII(text, a.s.Lang != nil)
}

// Rows are those of View, good until the next message; they are not put together
// where the screen has them apart.
func (a *App) Rows() []string {
	r, ok := a.top().(ui.Rowed)
	if !ok || a.width <= 0 || a.height <= 0 || a.tooSmall() != "" {
		return strings.Split(a.View(), "\n")
	}
	a.drawn = append(append(a.drawn[:0], r.Rows()...), a.lastRow())
	if at := a.noticeAt(); at >= 0 {
		a.drawn[at] = a.toastRow()
	}
	if a.s.ASCIIOnly() {
		for i, row := range a.drawn[:len(a.drawn)-1] {
			a.drawn[i] = a.plain(row)
		}
	}
	return a.drawn
}

// lastRow is the footer with what rides on it.
func (a *App) lastRow() string {
	if a.footerText == "" {
		a.footerText = a.footer()
	}
	return a.plain(a.footerText) + a.escape
}

// smallRows say in a window that is too small what it needs, or what is asked.
func (a *App) smallRows(text string) []string {
	if a.question != nil {
		return []string{a.s.Text(a.question.text) + a.s.YesNo()}
	}
	rows := append([]string{a.s.Theme.Error.Render(a.s.Text("Window too small:"))}, draw.Wrap(text, a.width)...)
	rows = append(rows, a.s.Theme.Faint.Render(a.s.Text("q to quit")))
	if len(rows) > a.height {
		return []string{text}
	}
	return rows
}

// footer is the last row: a question, a toast, or the keys of the top screen.
func (a *App) footer() string {
	th := a.s.Theme
	switch {
	case a.question != nil:
		return draw.Fit(" "+th.Accent.Render(draw.Cut(a.s.Text(a.question.text), a.width-10))+th.Key.Render(a.s.YesNo()), a.width)
	case a.toast.Text != "" && a.noticeAt() < 0:
		return a.toastRow()
	}
	if a.challenged() && !a.asking() {
		return a.challengeFooter()
	}
	right := a.hint(a.keys.Help)
	room := a.width - draw.WidthOf(right) - 2
	if _, open := a.top().(*helpScreen); open {
		right, room = "", a.width-2
	}
	left := a.hints.row(a, a.top().ShortHelp(), room-1)
	if t, ok := a.top().(ui.TextInput); ok && t.Typing() && right != "" { // the hints at the left stay as they are
		right = a.helpWhileTyping()
		if more := a.width - draw.WidthOf(right) - 2; more > draw.WidthOf(left) {
			room = more
		} else {
			right = draw.Blanks(a.width - room - 2)
		}
	}
	return " " + draw.Fit(left, room) + right + " "
}

// helpWhileTyping is the key for help that is no part of a text; blanks where there is none.
func (a *App) helpWhileTyping() string {
	help := a.keys.Help
	for _, k := range help.Keys() {
		if len([]rune(k)) > 1 {
			help.SetHelp(strings.ToUpper(k[:1])+k[1:], help.Help().Desc)
			return a.hint(help)
		}
	}
	return draw.Blanks(draw.WidthOf(a.hint(help)))
}

// hintRow is a row of hints as it was drawn last: most messages leave the keys
// of a screen as they are, and drawing them costs more than looking.
type hintRow struct {
	theme *draw.Theme
	width int
	words []string // keys and what they do, in turn
	drawn string
}

// row draws hints into width cells, or gives those of the last time if they are
// the same.
func (h *hintRow) row(a *App, all []key.Binding, width int) string {
	same, n := h.theme == a.s.Theme && h.width == width, 0
	for _, b := range all {
		if !b.Enabled() {
			continue
		}
		for _, word := range [2]string{a.s.Lang.Key(b.Help().Key), a.s.Text(b.Help().Desc)} {
			if n == len(h.words) {
				h.words = append(h.words, "")
			}
			if h.words[n] != word {
				h.words[n], same = word, false
			}
			n++
		}
	}
	if n != len(h.words) {
		h.words, same = h.words[:n], false
	}
	if !same {
		h.theme, h.width, h.drawn = a.s.Theme, width, a.hintRow(all, width)
	}
	return h.drawn
}

// hint is a key and what it does.
func (a *App) hint(b key.Binding) string {
	return a.s.Theme.Key.Render(a.s.Lang.Key(b.Help().Key)) + " " + a.s.Theme.Faint.Render(a.s.Text(b.Help().Desc))
}

// hintRow is as many hints as fit into width cells, in order.
func (a *App) hintRow(all []key.Binding, width int) string {
	const gap = 2
	var row []string
	full, used, last := false, 0, 0 // last is kept for the way out
	for i := range all {
		if b := &all[i]; b.Enabled() && slices.Contains(b.Keys(), "esc") {
			last = draw.WidthOf(a.hint(*b)) + gap
		}
	}
	for i := range all {
		b := &all[i]
		if !b.Enabled() {
			continue
		}
		text := a.hint(*b)
		w, out := draw.WidthOf(text)+gap, slices.Contains(b.Keys(), "esc")
		if out {
			last = 0
		}
		if full = full || used+w+last-gap > width; !full || out && used+w-gap <= width {
			row = append(row, text)
			used += w
		}
	}
	return strings.Join(row, "  ")
}
