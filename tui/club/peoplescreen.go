package club

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// peopleList is one of the lists of the screen.
type peopleList int

const (
	friendList peopleList = iota
	messageList
	teamList
	blockList
	peopleLists
)

// PeopleScreen lists whom a player follows, with whom he has written, and whom he has blocked.
type PeopleScreen struct {
	s        *ui.Session
	keys     ui.PeopleKeys
	list     peopleList
	cursors  [peopleLists]ui.Cursor
	contacts lobby.Contacts
	threads  []thread // the newest first
	teams    []lobby.Team
	known    bool
	mail     int // which of the messages these are, as the lobby numbers them
	here     map[string]lobby.Presence
	find     ui.LineInput
	finding  bool
	founding bool // the line takes the name of a team
	removing bool
	width    int
	height   int
}

// thread is what was written with one player.
type thread struct {
	with   remote.Player
	last   lobby.Message
	unread int
}

// peopleMsg brings the lists.
type peopleMsg struct {
	to       *PeopleScreen
	contacts lobby.Contacts
	messages []lobby.Message
	teams    []lobby.Team
}

// OpenPeople opens the screen, or asks for the name that it needs.
func OpenPeople(s *ui.Session, from ui.Screen) tea.Cmd {
	switch {
	case Of(s).Nameless():
		return s.Push(from, NewNameScreen(s, func() ui.Screen { return newPeopleScreen(s) }))
	case Of(s).Guest():
		return ui.Toast("Friends and messages need an SSH key: guests have neither.")
	}
	return s.Push(from, newPeopleScreen(s))
}

func newPeopleScreen(s *ui.Session) *PeopleScreen {
	p := &PeopleScreen{s: s, keys: ui.Bound(s, ui.NewPeopleKeys()), find: ui.NewLineInput(s, 0)}
	p.dress()
	p.look()
	return p
}

func (p *PeopleScreen) dress() {
	p.find.Dress(p.s)
	p.find.CharLimit = lobby.MaxNameLength
	p.find.Prompt = p.s.Text("Find player") + ": "
	if p.founding {
		p.find.CharLimit = lobby.MaxTeamName
		p.find.Prompt = p.s.Text("Name of the new team") + ": "
	}
}

// look notes who is here.
func (p *PeopleScreen) look() {
	p.here = make(map[string]lobby.Presence)
	for _, h := range Of(p.s).FullSnapshot().Here {
		p.here[h.ID] = h
	}
}

func (p *PeopleScreen) Init() tea.Cmd {
	p.mail = Of(p.s).Snapshot().Mail
	return clubCall(p.s, func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		contacts, err := club.Contacts(ctx, me)
		var messages []lobby.Message
		if err == nil {
			messages, err = club.Messages(ctx, me)
		}
		var teams []lobby.Team
		if err == nil {
			teams, err = club.Teams(ctx)
		}
		if err != nil {
			return ui.FailMsg(err)
		}
		return peopleMsg{p, contacts, messages, teams}
	})
}

// clubCall asks something of the lobby in the background.
func clubCall(s *ui.Session, do func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg) tea.Cmd {
	club, me := Of(s).Lobby, Of(s).Me
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		return do(ctx, club, me)
	}
}

func (p *PeopleScreen) SetSize(width, height int) {
	p.width, p.height = width, height
	p.find.Width = max(width-24, 8)
}
func (p *PeopleScreen) MinSize() (int, int) { return 40, 12 }
func (p *PeopleScreen) Title() string       { return p.s.Text("People") }
func (p *PeopleScreen) Typing() bool        { return p.finding || p.founding }

func (p *PeopleScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case peopleMsg:
		if msg.to == p {
			p.contacts, p.threads, p.teams, p.known = msg.contacts, threadsOf(msg.messages, Of(p.s).Me), ownTeamsFirst(msg.teams, Of(p.s).Me), true
			p.sort()
			for l := range peopleLists {
				p.cursors[l].Move(0, p.count(l), p.rows())
			}
		}
	case LobbyMsg:
		p.look()
		if p.mail != Of(p.s).Snapshot().Mail {
			return p, p.Init()
		}
	case ui.RevealedMsg:
		p.look()
		return p, p.Init()
	case ui.ThemeMsg:
		p.dress()
	case tea.MouseMsg:
		if p.cursors[p.list].Clicked(msg, p.count(p.list), p.rows(), 1) {
			return p, p.open()
		}
	case tea.KeyMsg:
		return p, p.pressed(msg)
	}
	return p, nil
}

// sort puts friends who are here first.
func (p *PeopleScreen) sort() {
	away := func(q remote.Player) int {
		if _, on := p.here[q.ID]; on {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(p.contacts.Follows, func(a, b remote.Player) int { return away(a) - away(b) })
}

// threadsOf sorts messages by the other player.
func threadsOf(messages []lobby.Message, me remote.Player) (all []thread) {
	for _, m := range slices.Backward(messages) {
		with := m.With(me)
		i := slices.IndexFunc(all, func(t thread) bool { return t.with.ID == with.ID })
		if i < 0 {
			i, all = len(all), append(all, thread{with: with, last: m})
		}
		if m.To.ID == me.ID && !m.Read {
			all[i].unread++
		}
	}
	return all
}

// count is how many rows a list has, and chosen the player in the row under the pointer.
func (p *PeopleScreen) count(l peopleList) int {
	return [peopleLists]int{len(p.contacts.Follows), len(p.threads), len(p.teams), len(p.contacts.Blocks)}[l]
}

func (p *PeopleScreen) chosen() (remote.Player, bool) {
	i := p.cursors[p.list].At
	if i >= p.count(p.list) {
		return remote.Player{}, false
	}
	switch p.list {
	case friendList:
		return p.contacts.Follows[i], true
	case messageList:
		return p.threads[i].with, true
	case teamList:
		return remote.Player{}, false
	}
	return p.contacts.Blocks[i], true
}

// rows is how many rows of a list are seen.
func (p *PeopleScreen) rows() int { return max(p.height-5, 1) }

func (p *PeopleScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k := p.keys
	switch {
	case p.finding, p.founding:
		return p.typeName(msg)
	case p.removing:
		switch {
		case key.Matches(msg, k.Yes):
			return p.remove()
		case key.Matches(msg, k.No), key.Matches(msg, k.Back):
			p.removing = false
		}
	case p.cursors[p.list].Pressed(&k, msg, p.count(p.list), p.rows()):
	case key.Matches(msg, k.Right):
		p.list = (p.list + 1) % peopleLists
	case key.Matches(msg, k.Left):
		p.list = (p.list + peopleLists - 1) % peopleLists
	case key.Matches(msg, k.Panel):
		p.list = peopleList(msg.Runes[0] - '1')
	case key.Matches(msg, k.Open):
		return p.open()
	case key.Matches(msg, k.Find):
		p.finding = true
		p.dress()
		return p.find.Focus()
	case key.Matches(msg, k.Found) && p.list == teamList:
		p.founding = true
		p.dress()
		return p.find.Focus()
	case key.Matches(msg, k.Write):
		if who, ok := p.chosen(); ok {
			return p.s.Push(p, newMessageScreen(p.s, who))
		}
		return ui.Toast("Select a player first.")
	case key.Matches(msg, k.Challenge):
		if who, ok := p.chosen(); ok {
			return openChallenge(p.s, p, who)
		}
		return ui.Toast("Select a player first.")
	case key.Matches(msg, k.Remove):
		if _, ok := p.chosen(); ok {
			p.removing = true
		}
	case key.Matches(msg, k.Back):
		return p.s.Pop(p)
	}
	return nil
}

// open does what is nearest with the chosen row.
func (p *PeopleScreen) open() tea.Cmd {
	if p.list == teamList {
		if i := p.cursors[teamList].At; i < len(p.teams) {
			return p.s.Push(p, newTeamScreen(p.s, p.teams[i]))
		}
		return nil
	}
	who, ok := p.chosen()
	switch {
	case !ok:
		return nil
	case p.list == messageList:
		return p.s.Push(p, newMessageScreen(p.s, who))
	}
	return openProfile(p.s, p, who)
}

// typeName edits the name of a player who is looked for.
func (p *PeopleScreen) typeName(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, p.keys.Leave):
		p.stopFinding()
	case key.Matches(msg, p.keys.Take):
		name, founding := p.find.Trimmed(), p.founding
		p.stopFinding()
		if name == "" {
			return nil
		}
		s := p.s
		if founding {
			return s.Opening(clubCall(s, func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
				t, err := club.FoundTeam(ctx, me, name, "", false)
				if err != nil {
					return ui.FailMsg(err)
				}
				return ui.PushMsg{From: p, Screen: newTeamScreen(s, t)}
			}))
		}
		return s.Opening(func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
			defer cancel()
			who, err := Of(s).Lobby.Named(ctx, name)
			if err != nil {
				return ui.FailMsg(fmt.Errorf("there is no player called %q", draw.Clean(name)))
			}
			return ui.PushMsg{From: p, Screen: NewRecordScreen(s, who)}
		})
	default:
		p.find.Type(msg)
	}
	return nil
}

func (p *PeopleScreen) stopFinding() {
	p.finding, p.founding = false, false
	p.find.Reset()
	p.find.Blur()
}

// remove takes the chosen row out of its list.
func (p *PeopleScreen) remove() tea.Cmd {
	p.removing = false
	who, ok := p.chosen()
	if !ok {
		return nil
	}
	list := p.list
	return tea.Sequence(clubCall(p.s, func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		var err error
		switch list {
		case friendList:
			err = club.Follow(ctx, me, who, true)
		case messageList:
			err = club.DropMessages(ctx, me, who)
		default:
			err = club.Block(ctx, me, who, true)
		}
		if err != nil {
			return ui.FailMsg(err)
		}
		return nil
	}), p.Init())
}

// label names a list with how many rows it has.
func (p *PeopleScreen) label(l peopleList) string {
	th := p.s.Theme
	name := p.s.Text([peopleLists]string{"Friends", "Messages", "Teams", "Blocked"}[l])
	number, count := th.Key.Render(strconv.Itoa(int(l)+1)), strconv.Itoa(p.count(l))
	if l == p.list {
		return number + " " + th.Title.Lipgloss().Underline(true).Render(name) + " " + th.Text.Render(count)
	}
	return number + " " + th.Text.Render(name) + " " + th.Faint.Render(count)
}

func (p *PeopleScreen) View() string {
	th, g := p.s.Theme, p.s.Signs()
	out := make([]string, p.height)
	online := 0
	for _, f := range p.contacts.Follows {
		if _, on := p.here[f.ID]; on {
			online++
		}
	}
	out[0] = draw.TitleBar(th, p.width, p.s.Text("People"), p.s.Text(ui.Plural(online, "1 friend online", "%d friends online")))
	var tabs []string
	for l := range peopleLists {
		tabs = append(tabs, p.label(l))
	}
	out[1] = draw.Fit(" "+strings.Join(tabs, "   "), p.width)
	c, n := &p.cursors[p.list], p.count(p.list)
	c.Top = draw.ScrollTo(c.Top, c.At, n, p.rows())
	for y := range p.rows() {
		i := c.Top + y
		if i >= n {
			break
		}
		name, state, about, style := p.row(i)
		wide := 20
		if p.list == teamList {
			wide = lobby.MaxTeamName
		}
		text := draw.Fit(name, wide) + " " + draw.Fit(state, 10) + " "
		if i == c.At {
			out[2+y] = th.Choice.Render(draw.Fit(g.Pointer+" "+text+about, p.width))
		} else {
			out[2+y] = "  " + th.Text.Render(draw.Fit(name, wide)) + " " + style.Render(draw.Fit(state, 10)) + " " +
				th.Faint.Render(draw.Cut(about, max(p.width-15-wide, 0)))
		}
	}
	if p.known && n == 0 {
		empty := [peopleLists]string{
			"You follow nobody yet. Press / and type a name, or i on a player in the lobby.",
			"No messages yet. Select a player and press w to write one.",
			"No teams yet. Press " + ui.KeyText(firstKey(p.keys.Found)) + " to found the first one.",
			"You have blocked nobody.",
		}[p.list]
		for i, row := range draw.Wrap(p.s.Text(empty), p.width-4) {
			if 3+i < p.height {
				out[3+i] = "  " + th.Faint.Render(row)
			}
		}
	}
	switch who, ok := p.chosen(); {
	case p.finding, p.founding:
		out[p.height-1] = " " + p.find.View()
	case p.removing && ok:
		ask := [peopleLists]string{"Stop following %s?", "Delete all messages with %s?", "", "Unblock %s?"}[p.list]
		text := draw.Clean(p.s.Text(fmt.Sprintf(ask, lang.Name(who.Name))))
		out[p.height-1] = " " + th.Error.Render(draw.Cut(text, p.width-20)) + "  " + th.Key.Render(ui.KeyText(firstKey(p.keys.Yes))) + " " +
			th.Title.Render(p.s.Text("yes")) + "  " + th.Key.Render(ui.KeyText(firstKey(p.keys.No))) + " " + th.Title.Render(p.s.Text("no"))
	}
	return draw.Page(out, p.width, p.height)
}

// row is what a row of the list says.
func (p *PeopleScreen) row(i int) (name, state, about string, style draw.Style) {
	th := p.s.Theme
	switch p.list {
	case friendList:
		who := p.contacts.Follows[i]
		h, on := p.here[who.ID]
		if !on {
			return draw.Clean(who.Name), p.s.Text("offline"), "", th.Faint
		}
		style = map[string]draw.Style{lobby.Idle: th.Good, lobby.Playing: th.Accent}[h.State]
		if h.State == lobby.Watching {
			style = th.Faint
		}
		if h.Rating.Value != 0 {
			about = h.Rating.String() + " " + poolText(p.s, h.Rating.Variant, "")
		}
		return draw.Clean(who.Name), p.s.Text(h.State), about, style
	case messageList:
		t := p.threads[i]
		state, style = t.last.At.Format("2006-01-02"), th.Faint
		if t.unread > 0 {
			state, style = p.s.Text(fmt.Sprintf("%d new", t.unread)), th.Accent
		}
		text := t.last.Text
		if t.last.From.ID == Of(p.s).Me.ID {
			text = p.s.Text("you") + ": " + text
		}
		return draw.Clean(t.with.Name), state, draw.Clean(text), style
	case teamList:
		t := p.teams[i]
		state, style = teamState(p.s, t), th.Accent
		about = p.s.Text(ui.Plural(len(t.Members), "1 member", "%d members"))
		if t.Leader == Of(p.s).Me.ID && len(t.Asking) > 0 {
			about += ", " + p.s.Text(ui.Plural(len(t.Asking), "1 asks to join", "%d ask to join"))
		} else if t.Open {
			about += ", " + p.s.Text("open to all")
		}
		return draw.Clean(t.Name), state, about, style
	}
	return draw.Clean(p.contacts.Blocks[i].Name), "", "", th.Faint
}

func (p *PeopleScreen) ShortHelp() []key.Binding {
	k := p.keys
	switch {
	case p.founding:
		return []key.Binding{ui.Brief(k.Take, "found a team"), k.Leave}
	case p.finding:
		return ui.Bindings(&k.Take, &k.Leave)
	case p.removing:
		return ui.Bindings(&k.Yes, &k.No)
	case p.list == friendList:
		return []key.Binding{ui.Brief(k.Open, "profile"), ui.Brief(k.Challenge, "challenge"), ui.Brief(k.Write, "write"), ui.Brief(k.Find, "find"), ui.Brief(k.Remove, "remove"), k.Right, k.Back}
	case p.list == teamList:
		return []key.Binding{ui.Brief(k.Open, "open"), k.Found, k.Right, k.Back}
	case p.list == messageList:
		return []key.Binding{ui.Brief(k.Open, "read"), ui.Brief(k.Find, "find"), ui.Brief(k.Remove, "delete"), k.Right, k.Back}
	}
	return []key.Binding{ui.Brief(k.Open, "profile"), ui.Brief(k.Remove, "unblock"), k.Right, k.Back}
}

func (p *PeopleScreen) FullHelp() [][]key.Binding {
	k := p.keys
	return [][]key.Binding{
		ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom, &k.Right, &k.Left, &k.Panel),
		ui.Bindings(&k.Open, &k.Find, &k.Write, &k.Challenge, &k.Remove, &k.Found, &k.Yes, &k.No, &k.Back),
	}
}
