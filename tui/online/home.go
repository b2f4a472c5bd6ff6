package online

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lichess"
	"rookery/tui/ui"
)

// wait is how long something may take that is asked of the server.
const wait = 20 * time.Second

// Home is the first page: the player's games, challenges, and what can be done.
type Home struct{ page }

// New makes the page.
func New(s *ui.Session) *Home {
	h := &Home{page{s: s, keys: ui.Bound(s, NewHomeKeys())}}
	h.fill()
	return h
}

// Init logs in by the kept token.
func (h *Home) Init() tea.Cmd {
	if h.s.Online.Account != nil {
		h.s.Online.Account.Follow()
		return h.refresh()
	}
	h.busy = "Connecting to lichess"
	h.fill()
	o := h.s.Online
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		a, err := o.LogIn(ctx)
		return ui.LoggedInMsg{Account: a, Err: err}
	}
}

// Title tells how many games and challenges wait for the player.
func (h *Home) Title() string {
	if a := h.account(); a != nil {
		in, _ := a.Challenges()
		if n := len(a.Waiting("")) + len(in); n > 0 {
			return "(" + strconv.Itoa(n) + ") Lichess"
		}
	}
	return "Lichess"
}

// refresh asks how the games stand.
func (h *Home) refresh() tea.Cmd {
	a := h.account()
	if a == nil || len(a.Games()) == 0 {
		return nil
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		_ = a.Refresh(ctx) // what was told before stays
		return nil
	}
}

// account is who is logged in, nil for nobody.
func (h *Home) account() *lichess.Account { return h.s.Online.Account }

// fill makes the rows anew, keeping the chosen one.
func (h *Home) fill() {
	text := h.s.Text
	var all []entry
	add := func(e entry) { all = append(all, e) }
	a := h.account()
	if a == nil {
		add(entry{Item: ui.Item{Label: text("Log in with the browser"), About: text("You agree on lichess's own page; Rookery never sees your password.")}, open: func() tea.Cmd { return h.s.Push(h, newLogin(h.s, false)) }})
		add(entry{Item: ui.Item{Label: text("Log in with a token"), About: text("For those who have made a personal token in lichess's settings.")}, open: func() tea.Cmd { return h.s.Push(h, newLogin(h.s, true)) }})
		add(entry{Item: ui.Item{Label: text("Television"), About: text("Watch the best games that are played now, by channel."), Gap: true}, open: h.openTV})
		add(entry{Item: ui.Item{Label: text("Watch a player"), About: text("The game that somebody you name plays now.")}, open: h.form(watchForm)})
		h.set(all)
		return
	}
	mine := false
	for _, g := range a.Games() {
		gap := len(all) > 0 && !g.MyTurn && mine
		mine = g.MyTurn
		add(entry{Item: ui.Item{
			Label: draw.Clean(g.Against()) + "  " + text(variantName(g.Variant.Key)), Note: h.turnText(&g), Gap: gap,
			About: text("Go to the board of this game."),
		}, open: h.sit(g.ID)})
	}
	in, out := a.Challenges()
	for i, c := range in {
		add(entry{Item: ui.Item{
			Label: text(fmt.Sprintf("%s challenges you", lang.Name(c.Challenger.Shown()))), Note: h.termsText(c.Terms()), Gap: i == 0 && len(all) > 0,
			About: text("Enter accepts the challenge, d declines it with a reason."),
		}, open: h.accept(c.ID), decline: func() tea.Cmd { return h.s.Push(h, newDecline(h, &in[i])) }})
	}
	for i, c := range out {
		add(entry{Item: ui.Item{
			Label: text(fmt.Sprintf("You challenge %s", lang.Name(c.Dest.Shown()))), Note: h.termsText(c.Terms()), Gap: i == 0 && len(all) > 0 && len(in) == 0,
			About: text("Enter takes the challenge back."),
		}, open: h.cancel(c.ID)})
	}
	if seek := a.Seeking(); seek != "" {
		add(entry{Item: ui.Item{Label: text("Looking for an opponent"), Note: seek, Gap: len(all) > 0, About: text("The game opens when somebody takes it. Enter stops looking.")}, open: func() tea.Cmd {
			a.StopSeek()
			return nil
		}})
	}
	add(entry{Item: ui.Item{Label: text("Find an opponent"), Gap: len(all) > 0, About: text("Anyone on lichess may take your seek: rapid, classical or correspondence.")}, open: h.form(seekForm)})
	add(entry{Item: ui.Item{Label: text("Challenge a player"), About: text("Somebody you name. Blitz is possible here.")}, open: h.form(challengeForm)})
	add(entry{Item: ui.Item{Label: text("Play the computer"), About: text("Lichess's Stockfish, levels 1 to 8. Hints stay on in this program.")}, open: h.form(computerForm)})
	add(entry{Item: ui.Item{Label: text("Television"), About: text("Watch the best games that are played now, by channel."), Gap: true}, open: h.openTV})
	add(entry{Item: ui.Item{Label: text("Watch a player"), About: text("The game that somebody you name plays now.")}, open: h.form(watchForm)})
	add(entry{Item: ui.Item{Label: text("Broadcasts"), About: text("Events with their rounds; a round opens as games that you step through.")}, open: func() tea.Cmd { return h.s.Push(h, broadcasts(h.s)) }})
	add(entry{Item: ui.Item{Label: text("Your studies"), About: text("A study opens as games, with its comments and variations.")}, open: func() tea.Cmd { return h.s.Push(h, studies(h.s)) }})
	add(entry{Item: ui.Item{Label: text("Log out"), Note: draw.Clean(a.User.Name), About: text("The login is revoked at lichess and removed from this machine."), Gap: true}, open: h.logOut})
	h.set(all)
}

// turnText says who is to move in a game, and how long the player has.
func (h *Home) turnText(g *lichess.Playing) string {
	if !g.MyTurn {
		return h.s.Text("opponent's move")
	}
	note := h.s.Text("your move")
	if left, ok := g.Left(h.s.Now()); ok && g.Correspondence() {
		note += ", " + h.s.Text(timeText(left))
	}
	return note
}

// timeText says how long somebody has, in the unit that matters.
func timeText(left time.Duration) string {
	units := func(of time.Duration) int { return int((left + of - 1) / of) }
	switch hours := units(time.Hour); {
	case hours > 48:
		return fmt.Sprintf("%d days left", units(24*time.Hour))
	case hours > 2:
		return fmt.Sprintf("%d hours left", hours)
	default:
		return fmt.Sprintf("%d minutes left", units(time.Minute))
	}
}

// variantName is what a variant of lichess is called here.
func variantName(key string) string {
	v, err := lichess.Variant(key)
	if err != nil {
		return "?"
	}
	return v.Rules.Name
}

// termsText says what is played, in the language of the session.
func (h *Home) termsText(t lichess.Terms) string { return termsText(h.s, t) }

func termsText(s *ui.Session, t lichess.Terms) string {
	key := t.Variant
	if key == "" {
		key = "standard"
	}
	parts := []string{s.Text(variantName(key))}
	switch {
	case t.Days == 1:
		parts = append(parts, s.Text("1 day per move"))
	case t.Days > 0:
		parts = append(parts, s.Text(fmt.Sprintf("%d days per move", t.Days)))
	case !t.NoClock():
		parts = append(parts, clockText(t))
	default:
		parts = append(parts, s.Text("no clock"))
	}
	if t.Rated {
		parts = append(parts, s.Text("rated"))
	}
	return strings.Join(parts, ", ")
}

// clockText writes a clock as lichess does.
func clockText(t lichess.Terms) string {
	minutes := fmt.Sprintf("%g", t.Base.Minutes())
	return fmt.Sprintf("%s+%d", minutes, int(t.Incr/time.Second))
}

func (h *Home) sit(id string) func() tea.Cmd {
	return func() tea.Cmd { return h.s.Open(h, ui.SitAt{House: House{h.account()}, ID: id}) }
}

func (h *Home) form(kind formKind) func() tea.Cmd {
	return func() tea.Cmd { return h.s.Push(h, newForm(h.s, kind)) }
}

// ask has something done at the server, and says what came of it.
func (h *Home) ask(said string, do func(context.Context, *lichess.Client) error) tea.Cmd {
	c := h.account().Client()
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		if err := do(ctx, c); err != nil {
			return ui.FailMsg(err)
		}
		if said == "" {
			return nil
		}
		return ui.ToastMsg{Text: said}
	}
}

func (h *Home) accept(id string) func() tea.Cmd {
	return func() tea.Cmd {
		return h.ask("", func(ctx context.Context, c *lichess.Client) error { return c.Accept(ctx, id) })
	}
}

func (h *Home) cancel(id string) func() tea.Cmd {
	return func() tea.Cmd {
		h.account().StopSeek()
		return h.ask("Challenge taken back", func(ctx context.Context, c *lichess.Client) error {
			if err := c.Cancel(ctx, id); !errors.Is(err, lichess.ErrNotFound) {
				return err
			}
			return nil
		})
	}
}

func (h *Home) logOut() tea.Cmd {
	if h.s.PlaysPerson() {
		return ui.Fail(errors.New("you have a game on: finish it before you log out"))
	}
	o, c := h.s.Online, h.account().Client()
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		return ui.LoggedInMsg{Err: o.LogOut(ctx, c)}
	}
}

func (h *Home) openTV() tea.Cmd { return h.s.Push(h, newTV(h.s)) }

func (h *Home) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.LoggedInMsg:
		h.busy, h.problem = "", ""
		if msg.Err != nil && !errors.Is(msg.Err, lichess.ErrNoLogin) {
			h.problem = msg.Err.Error()
		}
		h.fill()
	case ui.RevealedMsg:
		h.fill()
		return h, h.refresh()
	case ui.OnlineMsg, ui.ThemeMsg:
		h.fill()
	case tea.MouseMsg:
		return h, h.clicked(msg)
	case tea.KeyMsg:
		if a := h.account(); a != nil && key.Matches(msg, h.keys.Refresh) {
			a.Follow()
			break
		}
		return h, h.pressed(msg, h)
	}
	return h, nil
}

// status is the right of the title row: who is logged in, and how the line stands.
func (h *Home) status() string {
	a := h.account()
	if a == nil {
		return h.s.Text("not logged in")
	}
	name := draw.Clean(a.User.Name)
	if until, on := a.Client().Paused(); on {
		return name + "  " + h.s.Text(fmt.Sprintf("pause of %d seconds", int(until.Sub(h.s.Now())/time.Second)+1))
	}
	switch line := a.Line(); {
	case errors.Is(line, lichess.ErrElsewhere):
		return name + "  " + h.s.Text("events go elsewhere")
	case line != nil:
		return name + "  " + h.s.Text("offline: trying again")
	}
	return name
}

func (h *Home) View() string {
	said := ""
	if h.elsewhere() {
		said = h.s.Theme.Error.Render(draw.Cut(h.s.Text("Another program with this login gets the events. Press e to have them here."), h.width-2))
	}
	return h.render("Lichess", h.status(), said)
}

// elsewhere tells that another program gets the events.
func (h *Home) elsewhere() bool {
	a := h.account()
	return a != nil && errors.Is(a.Line(), lichess.ErrElsewhere)
}

func (h *Home) ShortHelp() []key.Binding {
	short := h.page.ShortHelp()
	if h.elsewhere() {
		short = slices.Insert(short, len(short)-1, h.keys.Refresh)
	}
	return short
}

// decline asks why a challenge is declined.
type decline struct {
	h             *Home
	keys          ui.MenuKeys
	challenge     *lichess.Challenge
	list          ui.List
	width, height int
}

func newDecline(h *Home, c *lichess.Challenge) *decline {
	d := &decline{h: h, keys: ui.Bound(h.s, ui.NewMenuKeys()), challenge: c}
	d.keys.Open.SetHelp(d.keys.Open.Help().Key, "decline")
	items := make([]ui.Item, len(lichess.Reasons))
	for i, r := range lichess.Reasons {
		items[i] = ui.Item{Label: h.s.Text(r.Text)}
	}
	d.list = ui.NewList(items)
	return d
}

func (d *decline) Init() tea.Cmd             { return nil }
func (d *decline) SetSize(width, height int) { d.width, d.height = width, height }
func (d *decline) Title() string             { return d.h.s.Text("Decline the challenge") }

func (d *decline) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if d.list.Clicked(msg, listTop) {
			return d, d.send()
		}
	case tea.KeyMsg:
		switch {
		case ui.MoveMenu(&d.list, &d.keys, msg):
		case key.Matches(msg, d.keys.Open):
			return d, d.send()
		case key.Matches(msg, d.keys.Back):
			return d, d.h.s.Pop(d)
		}
	}
	return d, nil
}

func (d *decline) send() tea.Cmd {
	id, reason := d.challenge.ID, lichess.Reasons[d.list.At].Key
	return tea.Batch(d.h.s.Pop(d), d.h.ask("Challenge declined", func(ctx context.Context, c *lichess.Client) error { return c.Decline(ctx, id, reason) }))
}

func (d *decline) View() string {
	s := d.h.s
	rows := []string{draw.TitleBar(s.Theme, d.width, d.Title(), draw.Clean(d.challenge.Challenger.Shown())), ""}
	for _, row := range d.list.Render(s, d.width-4, d.height-4, false) {
		rows = append(rows, "  "+row)
	}
	return draw.Page(rows, d.width, d.height)
}

func (d *decline) ShortHelp() []key.Binding {
	return []key.Binding{d.keys.Open, ui.PairOf(ui.MoveCursor, d.keys.Up, d.keys.Down), d.keys.Back}
}

func (d *decline) FullHelp() [][]key.Binding {
	return [][]key.Binding{ui.Bindings(&d.keys.Up, &d.keys.Down, &d.keys.Open, &d.keys.Back)}
}
