package tui

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"rookery/tui/club"
	"rookery/tui/delta"
	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/library"
	"rookery/tui/ui"
)

const (
	// leastWidth and leastHeight are what a screen needs that does not say otherwise.
	leastWidth, leastHeight = 34, 11
	// footerHeight is the row of keys, messages and questions under each screen.
	footerHeight = 1
	toastTime    = 4 * time.Second
	rideTime     = 150 * time.Millisecond
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
	// after sends a message when some time has passed; tests take it away.
	after func(time.Duration, tea.Msg) tea.Cmd
	// listen waits for news of the lobby; tests take it away, too.
	listen func(*ui.ClubLine) tea.Cmd
	// await runs a command that may wait for long; tests take it away, too.
	await  func(tea.Cmd) tea.Cmd
	titled string       // what the window was called last
	drawn  []string     // the rows that were drawn last
	foot   string       // the footer as it was drawn last; empty when more than a clock has changed
	hints  hintRow      // of the footer
	ride   string       // sequences for the terminal that ride on the next frames
	rides  int          // counts them
	held   []tea.KeyMsg // typed while a screen was being made
}

// question waits in the footer for y or n.
type question struct {
	text string
	yes  tea.Cmd
}

// rideDoneMsg says that what rode on the frames has been sent.
type rideDoneMsg struct{ serial int }

// toastDoneMsg ends a toast, unless a newer one has taken its place.
type toastDoneMsg struct{ serial int }

// New makes the program with the main menu on top.
func New(s *ui.Session) *App {
	a := &App{s: s, keys: ui.Bound(s, ui.NewGlobalKeys()), after: ui.After}
	a.listen = func(l *ui.ClubLine) tea.Cmd { return l.Listen }
	a.await = func(wait tea.Cmd) tea.Cmd { return wait }
	a.stack = []ui.Screen{newMenu(s)}
	if s.Club != nil && s.Club.Nameless() {
		a.stack = append(a.stack, club.NewNameScreen(s, nil))
	}
	return a
}

// OpenGame puts a new game on top of the menu. Call it before the program runs.
func (a *App) OpenGame(cfg ui.GameConfig) error {
	sc, err := game.New(a.s, cfg)
	if err != nil {
		return err
	}
	a.put(sc)
	return nil
}

// OpenFiles puts the games of PGN files on top of the menu: the game itself
// where there is one, else a table. Call it before the program runs.
func (a *App) OpenFiles(paths []string) error {
	sc, err := library.OpenGames(a.s, paths)
	if err != nil {
		return err
	}
	a.put(sc)
	return nil
}

// SetSize tells the size of the terminal before the first message does.
func (a *App) SetSize(width, height int) {
	a.width, a.height, a.foot = width, height, ""
	for _, sc := range a.stack {
		sc.SetSize(width, height-footerHeight)
	}
}

// put adds a screen on top with the present size.
func (a *App) put(sc ui.Screen) {
	if a.width > 0 {
		sc.SetSize(a.width, a.height-footerHeight)
	}
	a.stack = append(a.stack, sc)
}

func (a *App) top() ui.Screen { return a.stack[len(a.stack)-1] }

// Init implements tea.Model.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{a.windowTitle(), a.enterClub()}
	for _, sc := range a.stack {
		cmds = append(cmds, sc.Init())
	}
	return tea.Batch(cmds...)
}

// Update implements tea.Model.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, tick := msg.(club.TableTickMsg); !tick {
		a.foot = ""
	}
	cmd := tea.Batch(a.update(msg), a.turnStack())
	a.attend()
	return a, tea.Batch(cmd, a.windowTitle())
}

// update is Update without the title of the window.
func (a *App) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
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
			a.put(msg.Screen)
			return msg.Screen.Init()
		}
		shut(msg.Screen)
	case ui.ReplaceMsg:
		if !a.stale(msg.From) {
			shut(a.top())
			a.stack = a.stack[:len(a.stack)-1]
			a.put(msg.Screen)
			return msg.Screen.Init()
		}
		shut(msg.Screen)
	case ui.PopMsg:
		if !a.stale(msg.From) {
			return a.drop(len(a.stack) - 1)
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
		return a.made(msg)
	case ui.AwaitMsg, ui.ListenMsg, ui.HallMsg, beganMsg, ui.SitMsg, ui.CallMsg, ui.PushSayingMsg, club.SettledMsg:
		return a.clubMsg(msg)
	case lookMsg:
		return a.changeLook(func(s *ui.Session) string { msg.change(s); return "" })
	case keysMsg:
		a.keys = ui.Bound(a.s, ui.NewGlobalKeys())
		return a.all(msg)
	case ui.SignalMsg:
		return a.signal(msg.Text)
	case ui.CopyMsg:
		return a.copy(msg)
	case rideDoneMsg:
		if msg.serial == a.rides {
			a.ride = ""
		}
	case ui.QuitMsg:
		return a.quit()
	default:
		return a.all(msg)
	}
	return nil
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

// drop leaves keep screens on the stack; none left ends the program.
func (a *App) drop(keep int) tea.Cmd {
	for len(a.stack) > keep {
		if keep == 0 {
			return a.quit()
		}
		shut(a.top())
		a.stack = a.stack[:len(a.stack)-1]
	}
	return a.forward(len(a.stack)-1, ui.RevealedMsg{})
}

// shut frees what a screen holds.
func shut(sc ui.Screen) {
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
	a.leaveClub()
	for _, sc := range a.stack {
		shut(sc)
	}
	if a.s.Voice != nil {
		a.s.Voice.Close()
	}
}

// say shows a toast for a while.
func (a *App) say(msg ui.ToastMsg) tea.Cmd {
	msg.Text = draw.Clean(a.s.Text(a.s.Discreet(msg.Text)))
	a.toast = msg
	a.toastSerial++
	return a.after(toastTime, toastDoneMsg{a.toastSerial})
}

// send writes a sequence that is no part of the picture. It rides on the
// footer for a few frames: the renderer alone writes to the terminal, so that
// nothing breaks into a frame, and sends a row only when it changes.
func (a *App) send(sequence string) tea.Cmd {
	a.ride += sequence
	a.rides++
	return a.after(rideTime, rideDoneMsg{a.rides})
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
		return a.struck(msg)
	}
	cmds := make([]tea.Cmd, len(msg.Runes))
	for i, r := range msg.Runes {
		cmds[i] = a.struck(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	return tea.Batch(cmds...)
}

// struck takes one key, now or when the screen is made for which it waits.
func (a *App) struck(msg tea.KeyMsg) tea.Cmd {
	if a.holds(msg) {
		return nil
	}
	return tea.Batch(a.pressed(msg), a.turnStack())
}

// pressed routes a key: the question in the footer, the keys of every screen,
// then the top screen.
func (a *App) pressed(msg tea.KeyMsg) tea.Cmd {
	if q := a.question; q != nil {
		a.question = nil
		if a.s.Yes(msg) || key.Matches(msg, a.keys.Quit) {
			return q.yes
		}
		if a.s.OnlyNo(msg) {
			return nil
		}
	}
	if t, ok := a.top().(keyGrabber); ok && t.takesKey() && a.tooSmall() == "" {
		return a.forward(len(a.stack)-1, msg)
	}
	input, _ := a.top().(ui.TextInput)
	typing := msg.Paste || input != nil && input.Typing()
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
		return a.changeLook(func(s *ui.Session) string { return s.Wear(s.Theme.Scheme.Next()) })
	case key.Matches(msg, a.keys.Men):
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

// turnStack makes the changes that were asked for.
func (a *App) turnStack() tea.Cmd {
	var cmds []tea.Cmd
	for len(a.s.Stack.Asked) > 0 {
		msg := a.s.Stack.Asked[0]
		a.s.Stack.Asked = a.s.Stack.Asked[1:]
		cmds = append(cmds, a.update(msg))
	}
	a.s.Stack.Asked = nil
	return tea.Batch(cmds...)
}

// made takes the answer of a command that made a screen, and then the keys that
// have waited for it.
func (a *App) made(msg ui.MadeMsg) tea.Cmd {
	a.s.Stack.Making--
	cmds := []tea.Cmd{a.update(msg.Msg), a.turnStack()}
	for len(a.held) > 0 && a.s.Stack.Making == 0 {
		next := a.held[0]
		a.held = a.held[1:]
		cmds = append(cmds, a.pressed(next), a.turnStack())
	}
	return tea.Batch(cmds...)
}

// holds keeps a key for the screen that is being made, and tells so. What ends the
// program and answers a question does not wait.
func (a *App) holds(msg tea.KeyMsg) bool {
	if a.s.Stack.Making == 0 || a.question != nil || key.Matches(msg, a.keys.Quit) {
		return false
	}
	if len(a.held) < mostHeld {
		a.held = append(a.held, msg)
	}
	return true
}

// mostHeld is how many keys wait for a screen that is being made.
const mostHeld = 256

// changeLook changes how the session draws, has every screen laid out and
// drawn anew, and remembers the choice.
func (a *App) changeLook(change func(*ui.Session) string) tea.Cmd {
	var cmds []tea.Cmd
	if said := change(a.s); said != "" {
		cmds = append(cmds, a.say(ui.ToastMsg{Text: said}))
	}
	store, look := a.s.Store, a.s.SavedLook()
	cmds = append(cmds, ui.OnDisk(store.Looks.Next(func() error { return store.SaveLook(look) })))
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
