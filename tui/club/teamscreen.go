package club

import (
	"context"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// TeamScreen is one team: who is in it, who asks to be, and its matches.
type TeamScreen struct {
	s       *ui.Session
	keys    ui.TeamKeys
	team    lobby.Team
	led     []lobby.Team // other teams, that the player leads
	here    map[string]lobby.Presence
	matches []lobby.TournamentInfo
	past    []lobby.TournamentInfo // fetched from the store
	panel   int                    // 1 for matches
	sure    string                 // what was asked for once
	about   ui.LineInput
	writing bool

	ui.Cursor
	width, height int
}

// teamMsg brings a team as it is now.
type teamMsg struct {
	to   *TeamScreen
	all  []lobby.Team
	past []lobby.TournamentInfo
	said string // what was done; empty for nothing to tell
}

func newTeamScreen(s *ui.Session, t lobby.Team) *TeamScreen {
	c := &TeamScreen{s: s, keys: ui.Bound(s, ui.NewTeamKeys()), team: t, about: ui.NewLineInput(s, lobby.MaxTeamAbout)}
	c.dress()
	c.look()
	return c
}

func (c *TeamScreen) dress() {
	c.about.Dress(c.s)
	c.about.Prompt = c.s.Text("About the team") + ": "
}

// look notes who is here and which matches there are.
func (c *TeamScreen) look() {
	c.here = make(map[string]lobby.Presence)
	for _, h := range Of(c.s).FullSnapshot().Here {
		c.here[h.ID] = h
	}
	now := matchesOf(Of(c.s).Lobby.Tournaments(), c.team.ID)
	known := make(map[string]bool)
	for _, t := range now {
		known[t.ID] = true
	}
	for _, t := range c.past {
		if !known[t.ID] {
			now = append(now, t)
		}
	}
	c.matches = now
	c.Move(0, c.count(), c.page())
	c.enable()
}

// enable leaves the keys that mean something now.
func (c *TeamScreen) enable() {
	k, me := &c.keys, Of(c.s).Me.ID
	leader := c.team.Leader == me
	who, asks, ok := c.chosen()
	k.Join.SetEnabled(!c.team.Has(me) && !c.team.Asks(me))
	k.Leave.SetEnabled(c.team.Has(me) || c.team.Asks(me))
	k.Challenge.SetEnabled(len(c.led) > 0)
	k.Take.SetEnabled(leader && asks)
	k.Refuse.SetEnabled(leader && asks)
	other := ok && who.ID != me
	k.Lead.SetEnabled(leader && other && !asks)
	k.Remove.SetEnabled(leader && other && !asks)
	k.Describe.SetEnabled(leader)
	k.Admit.SetEnabled(leader)
	k.Write.SetEnabled(other)
}

func (c *TeamScreen) Init() tea.Cmd { return c.fetch() }

// fetch asks for the team as it is now.
func (c *TeamScreen) fetch() tea.Cmd { return c.change("", nil) }

// change does something with the team and shows what has become of it.
func (c *TeamScreen) change(said string, do func(context.Context, *lobby.Lobby, remote.Player) (lobby.Team, error)) tea.Cmd {
	return clubCall(c.s, func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		m := teamMsg{to: c, said: said}
		var err error
		if do != nil {
			_, err = do(ctx, club, me)
		}
		if err == nil {
			m.all, err = club.Teams(ctx)
		}
		if err == nil {
			m.past, err = club.PastTournaments(ctx, 4*pastTournaments)
		}
		if err != nil {
			return ui.FailMsg(err)
		}
		return m
	})
}

func (c *TeamScreen) SetSize(width, height int) {
	c.width, c.height = width, height
	c.about.Width = max(width-6-draw.WidthOf(c.about.Prompt), 8)
}
func (c *TeamScreen) Title() string       { return draw.Clean(c.team.Name) }
func (c *TeamScreen) MinSize() (int, int) { return 40, 10 }
func (c *TeamScreen) Typing() bool        { return c.writing }

// ClubNews tells that the screen shows what changes in the club.
func (c *TeamScreen) ClubNews() {}

// asking are those whom the leader sees above the members.
func (c *TeamScreen) asking() []remote.Player {
	if c.team.Leader != Of(c.s).Me.ID {
		return nil
	}
	return c.team.Asking
}

func (c *TeamScreen) count() int {
	if c.panel == 1 {
		return len(c.matches)
	}
	return len(c.asking()) + len(c.team.Members)
}

func (c *TeamScreen) page() int { return max(c.height-7, 1) }

// chosen is the player under the pointer.
func (c *TeamScreen) chosen() (p remote.Player, asks, ok bool) {
	if c.panel == 1 || c.At >= c.count() {
		return p, false, false
	}
	if n := len(c.asking()); c.At >= n {
		return c.team.Members[c.At-n], false, true
	}
	return c.asking()[c.At], true, true
}

func (c *TeamScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case teamMsg:
		if msg.to == c {
			return c, c.take(msg)
		}
	case LobbyMsg:
		c.look()
	case ui.RevealedMsg:
		return c, c.fetch()
	case ui.ThemeMsg:
		c.dress()
	case tea.MouseMsg:
		msg.Y -= teamTop - 2
		if c.Clicked(msg, c.count(), c.page(), 3) {
			return c, c.open()
		}
		c.enable()
	case tea.KeyMsg:
		cmd := c.pressed(msg)
		c.enable()
		return c, cmd
	}
	return c, nil
}

// take shows the team as it is now; when it is gone, the screen goes too.
func (c *TeamScreen) take(m teamMsg) tea.Cmd {
	c.past = matchesOf(m.past, c.team.ID)
	c.led = nil
	there := false
	for _, t := range m.all {
		if t.ID == c.team.ID {
			c.team, there = t, true
		} else if t.Leader == Of(c.s).Me.ID {
			c.led = append(c.led, t)
		}
	}
	c.look()
	switch {
	case !there && m.said == "":
		return tea.Batch(c.s.Pop(c), ui.Fail(lobby.ErrNoTeam))
	case !there:
		return tea.Batch(c.s.Pop(c), ui.Toast(m.said))
	case m.said != "":
		return ui.Toast(m.said)
	}
	return nil
}

func (c *TeamScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k, id := &c.keys, c.team.ID
	if c.writing {
		return c.write(msg)
	}
	who, _, ok := c.chosen()
	sure := c.sure
	c.sure = ""
	// twice asks for a second press before something that is not taken back easily.
	twice := func(what string) bool {
		if sure == what+who.ID {
			return true
		}
		c.sure = what + who.ID
		return false
	}
	switch {
	case c.Pressed(k, msg, c.count(), c.page()):
	case key.Matches(msg, k.Panel):
		c.panel = 1 - c.panel
		c.Cursor = ui.Cursor{}
	case key.Matches(msg, k.Open):
		return c.open()
	case key.Matches(msg, k.Join):
		return c.join()
	case key.Matches(msg, k.Leave):
		if c.team.Has(Of(c.s).Me.ID) && !twice("leave") {
			return ui.Toast("Leave the team? Press " + ui.KeyText(firstKey(k.Leave)) + " again.")
		}
		return c.leave()
	case key.Matches(msg, k.Challenge):
		return c.s.Push(c, newMatchForm(c.s, c.led, c.team))
	case key.Matches(msg, k.Take), key.Matches(msg, k.Refuse):
		take := key.Matches(msg, k.Take)
		return c.change("", func(ctx context.Context, club *lobby.Lobby, me remote.Player) (lobby.Team, error) {
			t, err := club.AnswerAsking(ctx, me, id, who, take)
			if err == nil && take {
				_ = club.Send(ctx, me, who, c.s.Text("Welcome to the team: "+lang.Name(t.Name)))
			}
			return t, err
		})
	case key.Matches(msg, k.Lead):
		if !twice("lead") {
			return ui.Toast("Make " + lang.Name(who.Name) + " the leader? Press " + ui.KeyText(firstKey(k.Lead)) + " again.")
		}
		return c.change("", func(ctx context.Context, club *lobby.Lobby, me remote.Player) (lobby.Team, error) {
			return club.HandTeamOver(ctx, me, id, who)
		})
	case key.Matches(msg, k.Remove):
		if !twice("remove") {
			return ui.Toast("Remove " + lang.Name(who.Name) + " from the team? Press " + ui.KeyText(firstKey(k.Remove)) + " again.")
		}
		return c.change("", func(ctx context.Context, club *lobby.Lobby, me remote.Player) (lobby.Team, error) {
			return club.RemoveMember(ctx, me, id, who)
		})
	case key.Matches(msg, k.Describe):
		c.writing = true
		c.about.Write(c.team.About)
	case key.Matches(msg, k.Admit):
		about, open := c.team.About, !c.team.Open
		return c.change("", func(ctx context.Context, club *lobby.Lobby, me remote.Player) (lobby.Team, error) {
			return club.DescribeTeam(ctx, me, id, about, open)
		})
	case key.Matches(msg, k.Write) && ok:
		return c.s.Push(c, newMessageScreen(c.s, who))
	case key.Matches(msg, k.Back):
		return c.s.Pop(c)
	}
	return nil
}

// join makes the player a member, or tells the leader that he asks to be one.
func (c *TeamScreen) join() tea.Cmd {
	said, asks := "You are in the team", askingText(c.s, c.team)
	if !c.team.Open {
		said = "You have asked to join: the leader decides"
	}
	id := c.team.ID // the team is replaced while the club answers
	return c.change(said, func(ctx context.Context, club *lobby.Lobby, me remote.Player) (lobby.Team, error) {
		t, err := club.JoinTeam(ctx, me, id)
		if err == nil && t.Asks(me.ID) {
			_ = club.Send(ctx, me, remote.Player{ID: t.Leader}, asks)
		}
		return t, err
	})
}

func (c *TeamScreen) leave() tea.Cmd {
	id, last := c.team.ID, len(c.team.Members) == 1 && c.team.Has(Of(c.s).Me.ID)
	said := "You have left the team"
	if last {
		said = "The team is dissolved"
	}
	return c.change(said, func(ctx context.Context, club *lobby.Lobby, me remote.Player) (lobby.Team, error) {
		return club.LeaveTeam(ctx, me, id)
	})
}

// write edits what is said of the team.
func (c *TeamScreen) write(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, c.keys.CancelAbout):
		c.writing = false
		c.about.Blur()
	case key.Matches(msg, c.keys.SaveAbout):
		c.writing = false
		c.about.Blur()
		id, about, open := c.team.ID, c.about.Trimmed(), c.team.Open
		return c.change("", func(ctx context.Context, club *lobby.Lobby, me remote.Player) (lobby.Team, error) {
			return club.DescribeTeam(ctx, me, id, about, open)
		})
	default:
		c.about.Type(msg)
	}
	return nil
}

// open shows the chosen player or match.
func (c *TeamScreen) open() tea.Cmd {
	if c.panel == 1 {
		if c.At < len(c.matches) {
			return openTournament(c.s, c, c.matches[c.At].ID)
		}
		return nil
	}
	if who, _, ok := c.chosen(); ok {
		return openProfile(c.s, c, who)
	}
	return nil
}

// teamTop is the screen row of the first row of the list.
const teamTop = 5

func (c *TeamScreen) View() string {
	th := c.s.Theme
	members := c.s.Text(ui.Plural(len(c.team.Members), "1 member", "%d members"))
	rows := []string{
		draw.TitleBar(th, c.width, draw.Clean(c.team.Name), members),
		" " + th.Text.Render(draw.Cut(draw.Clean(c.team.About), c.width-2)),
		" " + c.status(c.width-2),
		" " + c.tabs(),
	}
	if c.panel == 1 {
		rows = append(rows, c.matchList()...)
	} else {
		rows = append(rows, c.memberList()...)
	}
	for len(rows) < c.height-1 {
		rows = append(rows, "")
	}
	if c.writing {
		rows = append(rows[:c.height-1], " "+c.about.View())
	}
	return draw.Page(rows, c.width, c.height)
}

// status says what the team is to the player.
func (c *TeamScreen) status(width int) string {
	th, me := c.s.Theme, Of(c.s).Me.ID
	join := ui.KeyText(firstKey(c.keys.Join))
	style, text := th.Accent, ""
	switch t := c.team; {
	case t.Leader == me && t.Open:
		text = c.s.Text("You lead this team. It is open to all.")
	case t.Leader == me:
		text = c.s.Text("You lead this team. Who wants to join asks you.")
	case t.Has(me):
		text = c.s.Text("You are in this team.")
	case t.Asks(me):
		text = c.s.Text("You have asked to join: the leader decides.")
	case t.Open:
		text, style = c.s.Text("Press "+join+" to join."), th.Good
	default:
		text, style = c.s.Text("Press "+join+" to ask the leader to let you in."), th.Good
	}
	if c.keys.Challenge.Enabled() && !c.team.Has(me) {
		text += "  " + c.s.Text("Press "+ui.KeyText(firstKey(c.keys.Challenge))+" to challenge this team to a match.")
	}
	return style.Render(draw.Cut(text, width))
}

func (c *TeamScreen) tabs() string {
	th := c.s.Theme
	var tabs []string
	for i, name := range []string{"Members", "Matches"} {
		n := []int{len(c.team.Members), len(c.matches)}[i]
		text, count := c.s.Text(name), fmt.Sprint(n)
		if i == c.panel {
			tabs = append(tabs, th.Title.Lipgloss().Underline(true).Render(text)+" "+th.Text.Render(count))
		} else {
			tabs = append(tabs, th.Text.Render(text)+" "+th.Faint.Render(count))
		}
	}
	return strings.Join(tabs, "   ")
}

// memberList are those who ask, then the members.
func (c *TeamScreen) memberList() (rows []string) {
	th, g := c.s.Theme, c.s.Signs()
	n := c.count()
	c.Top = draw.ScrollTo(c.Top, c.At, n, c.page())
	asking := c.asking()
	for i := c.Top; i < min(c.Top+c.page(), n); i++ {
		var p remote.Player
		role, style := "", th.Accent
		if i < len(asking) {
			p, role, style = asking[i], c.s.Text("asks to join"), th.Good
		} else if p = c.team.Members[i-len(asking)]; p.ID == c.team.Leader {
			role = c.s.Text("leader")
		}
		state, about, on := c.s.Text("offline"), "", th.Faint
		if h, here := c.here[p.ID]; here {
			state, on = c.s.Text(h.State), th.Good
			if h.Rating.Value != 0 {
				about = h.Rating.String() + " " + poolText(c.s, h.Rating.Variant, "")
			}
		}
		name := draw.Fit(draw.Clean(p.Name), 20)
		if i == c.At {
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+name+" "+draw.Fit(role, 14)+" "+draw.Fit(state, 10)+" "+about, c.width)))
			continue
		}
		rows = append(rows, "  "+th.Text.Render(name)+" "+style.Render(draw.Fit(role, 14))+" "+on.Render(draw.Fit(state, 10))+" "+th.Faint.Render(draw.Cut(about, max(c.width-50, 0))))
	}
	return rows
}

// matchList are the matches: those that are on, to come, and over.
func (c *TeamScreen) matchList() (rows []string) {
	type column = tableColumn[lobby.TournamentInfo]
	th, g, s := c.s.Theme, c.s.Signs(), c.s
	cols := []column{
		{"When", 14, false, func(t lobby.TournamentInfo) string { return whenText(s, t) }},
		{"Name", 0, false, func(t lobby.TournamentInfo) string { return draw.Clean(t.Plan.Name) }},
		{"Variant", 12, false, func(t lobby.TournamentInfo) string { return termsGame(s, t.Plan.Terms) }},
		{"Clock", 6, false, func(t lobby.TournamentInfo) string { return termsClock(s, t.Plan.Terms) }},
		{"Result", 11, false, func(t lobby.TournamentInfo) string {
			if t.State == lobby.Planned || t.State == lobby.Cancelled {
				return ""
			}
			return scoreText(s, t.Score)
		}},
	}
	if c.width < 70 {
		cols = []column{cols[0], cols[1], cols[4]}
	}
	cols = shareOut(cols, min(c.width-3, 110))
	c.Top = draw.ScrollTo(c.Top, c.At, len(c.matches), c.page())
	for i := c.Top; i < min(c.Top+c.page(), len(c.matches)); i++ {
		t := c.matches[i]
		line := tableRow(cols, func(col *column) string { return col.text(t) })
		style := map[lobby.TournamentState]draw.Style{lobby.Running: th.Good, lobby.Planned: th.Text, lobby.Done: th.Faint, lobby.Cancelled: th.Faint}[t.State]
		if i == c.At {
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+line, c.width)))
		} else {
			rows = append(rows, "  "+style.Render(line))
		}
	}
	if len(c.matches) == 0 {
		text := "No matches yet. The leader of another team presses c on this screen to challenge it."
		for i, row := range draw.Wrap(s.Text(text), max(c.width-4, 10)) {
			if i == 0 {
				rows = append(rows, "")
			}
			rows = append(rows, "  "+th.Faint.Render(row))
		}
	}
	return rows
}

func (c *TeamScreen) ShortHelp() []key.Binding {
	k := c.keys
	if c.writing {
		return ui.Bindings(&k.SaveAbout, &k.CancelAbout)
	}
	if k.Take.Enabled() {
		return []key.Binding{ui.Brief(k.Take, "accept"), ui.Brief(k.Refuse, "refuse"), ui.Brief(k.Open, "profile"), ui.Brief(k.Panel, "members/matches"), k.Back}
	}
	return []key.Binding{ui.Brief(k.Join, "join"), ui.Brief(k.Challenge, "challenge"), ui.Brief(k.Panel, "members/matches"), ui.Brief(k.Open, "open"), ui.Brief(k.Describe, "describe"),
		k.Admit, ui.Brief(k.Leave, "leave"), k.Back}
}

func (c *TeamScreen) FullHelp() [][]key.Binding {
	k := c.keys
	return [][]key.Binding{
		ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom, &k.Panel, &k.Open, &k.Write),
		ui.Bindings(&k.Join, &k.Leave, &k.Challenge, &k.Take, &k.Refuse, &k.Lead, &k.Remove, &k.Describe, &k.Admit, &k.Back),
	}
}
