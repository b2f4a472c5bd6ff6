package club

import (
	"context"
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// pastTournaments is how many tournaments that are over the schedule shows.
const pastTournaments = 50

// ScheduleScreen lists the tournaments of a club: those that are on, to come, and over.
type ScheduleScreen struct {
	s    *ui.Session
	keys ui.ScheduleKeys
	now  []lobby.TournamentInfo
	past []lobby.TournamentInfo // fetched from the store

	ui.Cursor
	width, height int
}

// pastMsg brings the tournaments that are over.
type pastMsg struct {
	to   *ScheduleScreen
	past []lobby.TournamentInfo
	err  error
}

func newScheduleScreen(s *ui.Session) *ScheduleScreen {
	return &ScheduleScreen{s: s, keys: ui.Bound(s, ui.NewScheduleKeys()), now: Of(s).Lobby.Tournaments()}
}

func (c *ScheduleScreen) Init() tea.Cmd {
	from := Of(c.s).Lobby
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		past, err := from.PastTournaments(ctx, pastTournaments)
		return pastMsg{c, past, err}
	}
}

func (c *ScheduleScreen) SetSize(width, height int) { c.width, c.height = width, height }
func (c *ScheduleScreen) Title() string             { return c.s.Text("Tournaments") }
func (c *ScheduleScreen) MinSize() (int, int)       { return 40, 9 }

// ClubNews tells that the screen shows what changes in the club.
func (c *ScheduleScreen) ClubNews() {}

// rows are those that are on or to come, then those that are over, each once.
func (c *ScheduleScreen) rows() []lobby.TournamentInfo {
	all := append([]lobby.TournamentInfo(nil), c.now...)
	seen := make(map[string]bool)
	for _, t := range all {
		seen[t.ID] = true
	}
	for _, t := range c.past {
		if !seen[t.ID] {
			all = append(all, t)
		}
	}
	return all
}

func (c *ScheduleScreen) chosen() (t lobby.TournamentInfo, ok bool) {
	if all := c.rows(); c.At < len(all) {
		return all[c.At], true
	}
	return t, false
}

func (c *ScheduleScreen) page() int { return max(c.height-5, 1) }

func (c *ScheduleScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case pastMsg:
		if msg.to != c {
			break
		}
		if msg.err != nil {
			return c, ui.Fail(msg.err)
		}
		c.past = msg.past
	case LobbyMsg:
		c.refresh()
	case ui.RevealedMsg:
		c.refresh()
		return c, c.Init()
	case tea.MouseMsg:
		if c.Clicked(msg, len(c.rows()), c.page(), 3) {
			return c, c.open()
		}
	case tea.KeyMsg:
		return c, c.pressed(msg)
	}
	return c, nil
}

// refresh takes the schedule as it is now and keeps what is chosen.
func (c *ScheduleScreen) refresh() {
	old, ok := c.chosen()
	c.now = Of(c.s).Lobby.Tournaments()
	for i, t := range c.rows() {
		if ok && t.ID == old.ID {
			c.At = i
		}
	}
	c.Move(0, len(c.rows()), c.page())
}

func (c *ScheduleScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &c.keys
	switch {
	case c.Pressed(k, msg, len(c.rows()), c.page()):
	case key.Matches(msg, k.Open):
		return c.open()
	case key.Matches(msg, k.New):
		return openTournamentForm(c.s, c)
	case key.Matches(msg, k.Join):
		if t, ok := c.chosen(); ok {
			return joinTournament(c.s, t.ID)
		}
	case key.Matches(msg, k.Card):
		if t, ok := c.chosen(); ok {
			if rules, err := t.Plan.Terms.Rules(); err == nil {
				return c.s.Open(c, ui.ShowRules{Rules: rules})
			}
		}
	case key.Matches(msg, k.Back):
		return c.s.Pop(c)
	}
	return nil
}

func (c *ScheduleScreen) open() tea.Cmd {
	t, ok := c.chosen()
	if !ok {
		return openTournamentForm(c.s, c)
	}
	return openTournament(c.s, c, t.ID)
}

// openTournament shows a tournament.
func openTournament(s *ui.Session, from ui.Screen, id string) tea.Cmd {
	return s.Opening(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		t, err := Of(s).Lobby.Tournament(ctx, id)
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.PushMsg{From: from, Screen: newTournamentScreen(s, t)}
	})
}

// OpenTournament shows a tournament over whatever is on the screen.
func OpenTournament(s *ui.Session, from ui.Screen, id string) tea.Cmd {
	return openTournament(s, from, id)
}

// joinTournament enters the player.
func joinTournament(s *ui.Session, id string) tea.Cmd {
	return doTournament(s, id, "You take part: your games open by themselves", (*lobby.Tournament).Join)
}

// doTournament has something done in the background.
func doTournament(s *ui.Session, id, said string, do func(*lobby.Tournament, context.Context, remote.Player) error) tea.Cmd {
	me, from := Of(s).Me, Of(s).Lobby
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		t, err := from.Tournament(ctx, id)
		if err == nil {
			err = do(t, ctx, me)
		}
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.ToastMsg{Text: said}
	}
}

func (c *ScheduleScreen) columns() []tableColumn[lobby.TournamentInfo] {
	type column = tableColumn[lobby.TournamentInfo]
	s := c.s
	when := column{"When", 14, false, func(t lobby.TournamentInfo) string { return whenText(s, t) }}
	name := column{"Name", 0, false, func(t lobby.TournamentInfo) string { return draw.Clean(t.Plan.Name) }}
	format := column{"Format", 11, false, func(t lobby.TournamentInfo) string { return formatText(s, t.Plan.Format) }}
	game := column{"Variant", 12, false, func(t lobby.TournamentInfo) string { return termsGame(s, t.Plan.Terms) }}
	clock := column{"Clock", 6, false, func(t lobby.TournamentInfo) string { return termsClock(s, t.Plan.Terms) }}
	players := column{"Players", 7, true, func(t lobby.TournamentInfo) string { return fmt.Sprint(t.Players) }}
	winner := column{"Winner", 16, false, func(t lobby.TournamentInfo) string { return draw.Clean(t.Winner) }}
	switch {
	case c.width < 60:
		return shareOut([]column{when, name, players}, c.width-3)
	case c.width < 100:
		return shareOut([]column{when, name, format, game, clock, players}, c.width-3)
	}
	game.width = 20
	return shareOut([]column{when, name, format, game, clock, players, winner}, c.width-3)
}

func (c *ScheduleScreen) View() string {
	th, g := c.s.Theme, c.s.Signs()
	cols := c.columns()
	rows := []string{draw.TitleBar(th, c.width, c.s.Text("Tournaments"), ""), th.Faint.Render("  " + tableHead(c.s, cols))}
	all := c.rows()
	top := draw.ScrollTo(c.Top, c.At, len(all), c.page())
	for i := top; i < min(top+c.page(), len(all)); i++ {
		t := all[i]
		line := tableRow(cols, func(col *tableColumn[lobby.TournamentInfo]) string { return col.text(t) })
		style := th.Text
		switch t.State {
		case lobby.Running:
			style = th.Good
		case lobby.Done, lobby.Cancelled:
			style = th.Faint
		}
		if i == c.At {
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+line, c.width)))
		} else {
			rows = append(rows, "  "+style.Render(line))
		}
	}
	if len(all) == 0 {
		text := c.s.Text("No tournaments yet. Press " + ui.KeyText(firstKey(c.keys.New)) + " to plan the first one.")
		rows = append(rows, "", "  "+th.Faint.Render(draw.Cut(text, c.width-4)))
	}
	for len(rows) < c.height-2 {
		rows = append(rows, "")
	}
	if t, ok := c.chosen(); ok {
		rows = append(rows, " "+th.Faint.Render(draw.Cut(planText(c.s, t.Plan, t.Rounds)+", "+c.s.Text("by "+draw.Clean(t.By.Name)), c.width-2)))
	}
	return draw.Page(rows, c.width, c.height)
}

func (c *ScheduleScreen) ShortHelp() []key.Binding {
	k := c.keys
	return []key.Binding{ui.Brief(k.Open, "open"), ui.Brief(k.Join, "join"), ui.Brief(k.New, "new tournament"), ui.Brief(k.Card, "rules"),
		ui.PairOf(ui.MoveCursor, k.Up, k.Down), k.Back}
}

func (c *ScheduleScreen) FullHelp() [][]key.Binding {
	k := c.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Join, &k.New, &k.Card, &k.Back)}
}
