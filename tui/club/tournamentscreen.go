package club

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// TournamentScreen shows one tournament: its standings as they change, and its games.
type TournamentScreen struct {
	s     *ui.Session
	keys  ui.TournamentKeys
	t     *lobby.Tournament
	v     *lobby.TournamentView
	games bool // the list of games is shown, not the standings
	sure  string

	ui.Cursor
	width, height int
}

func newTournamentScreen(s *ui.Session, t *lobby.Tournament) *TournamentScreen {
	c := &TournamentScreen{s: s, keys: ui.Bound(s, ui.NewTournamentKeys()), t: t, v: t.View()}
	c.enable()
	return c
}

func (c *TournamentScreen) Init() tea.Cmd { return nil }

func (c *TournamentScreen) SetSize(width, height int) { c.width, c.height = width, height }
func (c *TournamentScreen) Title() string             { return draw.Clean(c.v.Plan.Name) }
func (c *TournamentScreen) MinSize() (int, int)       { return 40, 10 }

// TournamentID names the tournament that the screen shows.
func (c *TournamentScreen) TournamentID() string { return c.t.ID() }

// ClubNews tells that the screen shows what changes in the club.
func (c *TournamentScreen) ClubNews() {}

// enable leaves the keys that mean something now.
func (c *TournamentScreen) enable() {
	k, me := &c.keys, Of(c.s).Me
	row, in := c.v.Row(me.ID)
	on := c.v.State == lobby.Planned || c.v.State == lobby.Running
	active := in && !row.Paused && !row.Withdrawn
	k.Join.SetEnabled(on && !active && c.v.Plan.Host.ID != me.ID)
	k.Pause.SetEnabled(on && active)
	k.Leave.SetEnabled(on && in && !row.Withdrawn)
	organiser := me.ID != "" && (c.v.By.ID == me.ID || c.v.Plan.Host.ID == me.ID)
	k.Begin.SetEnabled(c.v.State == lobby.Planned && organiser)
	k.Cancel.SetEnabled(c.v.State == lobby.Planned && me.ID != "" && (c.v.By.ID == me.ID || c.v.Plan.Teams[1].Leader == me.ID))
	k.Games.SetEnabled(Of(c.s).Archive != nil)
}

// count is how many rows the list has, and page how many are seen.
func (c *TournamentScreen) count() int {
	if c.games {
		return len(c.v.Playing())
	}
	if c.v.Plan.Format == lobby.TeamMatch {
		return len(c.v.Boards)
	}
	return len(c.v.Rows)
}

func (c *TournamentScreen) page() int { return max(c.height-6, 1) }

func (c *TournamentScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case LobbyMsg:
		c.refresh()
	case ui.RevealedMsg:
		c.refresh()
	case tea.MouseMsg:
		msg.Y -= tournamentTop - 2
		if c.Clicked(msg, c.count(), c.page(), 3) {
			return c, c.open()
		}
	case tea.KeyMsg:
		return c, c.pressed(msg)
	}
	return c, nil
}

// refresh takes the tournament as it is now and keeps the chosen player.
func (c *TournamentScreen) refresh() {
	v := c.t.View()
	if v == c.v {
		return
	}
	if !c.games && c.At < len(c.v.Rows) && v.Plan.Format != lobby.TeamMatch {
		chosen := c.v.Rows[c.At].ID
		for i, r := range v.Rows {
			if r.ID == chosen {
				c.At = i
			}
		}
	}
	c.v = v
	c.Move(0, c.count(), c.page())
	c.enable()
}

func (c *TournamentScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k, id := &c.keys, c.t.ID()
	sure := c.sure
	c.sure = ""
	switch {
	case c.Pressed(k, msg, c.count(), c.page()):
	case key.Matches(msg, k.Panel):
		c.games = !c.games
		c.Cursor = ui.Cursor{}
	case key.Matches(msg, k.Open):
		return c.open()
	case key.Matches(msg, k.Join):
		return joinTournament(c.s, id)
	case key.Matches(msg, k.Pause):
		return doTournament(c.s, id, "You pause: join again when you are back", (*lobby.Tournament).Pause)
	case key.Matches(msg, k.Leave):
		if sure != "leave" {
			c.sure = "leave"
			return ui.Toast("Withdraw from the tournament? Press " + ui.KeyText(firstKey(k.Leave)) + " again.")
		}
		return doTournament(c.s, id, "You have withdrawn", (*lobby.Tournament).Withdraw)
	case key.Matches(msg, k.Begin):
		return doTournament(c.s, id, "The tournament begins", func(t *lobby.Tournament, ctx context.Context, p remote.Player) error {
			return t.Start(ctx, p, false)
		})
	case key.Matches(msg, k.Cancel):
		if sure != "cancel" {
			c.sure = "cancel"
			return ui.Toast("Cancel the tournament? Press " + ui.KeyText(firstKey(k.Cancel)) + " again.")
		}
		return doTournament(c.s, id, "The tournament is cancelled", func(t *lobby.Tournament, ctx context.Context, p remote.Player) error {
			return t.Cancel(ctx, p, false)
		})
	case key.Matches(msg, k.Copy):
		return ui.CopyText(standingsPlain(c.s, c.v), "Standings copied")
	case key.Matches(msg, k.Games):
		return c.viewGames()
	case key.Matches(msg, k.Card):
		if rules, err := c.v.Plan.Terms.Rules(); err == nil {
			return c.s.Open(c, ui.ShowRules{Rules: rules})
		}
	case key.Matches(msg, k.Back):
		return c.s.Pop(c)
	}
	return nil
}

// open watches the chosen game, or the player's own goes on.
func (c *TournamentScreen) open() tea.Cmd {
	table := ""
	if c.games {
		if all := c.v.Playing(); c.At < len(all) {
			table = all[c.At].Table
		}
	} else if c.v.Plan.Format == lobby.TeamMatch {
		if c.At < len(c.v.Boards) {
			table = c.v.Boards[c.At].Table
		}
	} else if c.At < len(c.v.Rows) {
		table = c.v.Rows[c.At].Table
	}
	if table == "" {
		return ui.Toast("No game of this player is on.")
	}
	return OpenTable(c.s, c, table, "")
}

// mostSheets is how many games are viewed at once.
const mostSheets = 500

// viewGames opens the finished games of the tournament as PGN.
func (c *TournamentScreen) viewGames() tea.Cmd {
	from, v := Of(c.s).Archive, c.v
	return c.s.Opening(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		text, err := TournamentPGN(ctx, from, v, mostSheets)
		if err != nil {
			return ui.FailMsg(err)
		}
		if text == "" {
			return ui.ToastMsg{Text: "No game of this tournament is over yet."}
		}
		return ui.OpenMsg{From: c, To: ui.ViewGame{Text: text}}
	})
}

// TournamentPGN are the finished games of a tournament, in their order, at most so many.
func TournamentPGN(ctx context.Context, from archive.Archive, v *lobby.TournamentView, most int) (string, error) {
	var b strings.Builder
	for _, g := range v.Games {
		if !g.Over || g.Table == "" {
			continue
		}
		text, err := from.Sheet(ctx, g.Table)
		if errors.Is(err, archive.ErrNoGame) {
			continue
		}
		if err != nil {
			return "", err
		}
		b.WriteString(strings.TrimRight(text, "\n") + "\n\n")
		if most--; most == 0 {
			break
		}
	}
	return b.String(), nil
}

// tournamentTop is the screen row of the first row of the list.
const tournamentTop = 4

func (c *TournamentScreen) View() string {
	th := c.s.Theme
	v := c.v
	rows := []string{
		draw.TitleBar(th, c.width, draw.Clean(v.Plan.Name), whenText(c.s, v.TournamentInfo)),
		" " + th.Text.Render(draw.Cut(planText(c.s, v.Plan, v.Rounds), c.width-2)),
		" " + c.statusRow(c.width-2),
	}
	switch {
	case c.games:
		rows = append(rows, c.gameRows()...)
	case v.Plan.Format == lobby.TeamMatch:
		rows = append(rows, c.matchRows()...)
	default:
		rows = append(rows, c.standingRows()...)
	}
	for len(rows) < c.height-1 {
		rows = append(rows, "")
	}
	return draw.Page(rows, c.width, c.height)
}

// statusRow says how the player stands, or what happens next.
func (c *TournamentScreen) statusRow(width int) string {
	th, v, me := c.s.Theme, c.v, Of(c.s).Me
	row, in := v.Row(me.ID)
	if v.Plan.Format == lobby.TeamMatch && v.State == lobby.Running {
		return c.matchStatus(row, in, width)
	}
	place := c.s.Text(fmt.Sprintf("place %d of %d", row.Rank, len(v.Rows)))
	join := ui.KeyText(firstKey(c.keys.Join))
	var text string
	style := th.Accent
	switch {
	case v.State == lobby.Cancelled:
		text, style = c.s.Text("This tournament was cancelled."), th.Error
	case v.State == lobby.Done && v.Winner != "" && v.Plan.Format != lobby.Simul:
		text, style = c.s.Text("Winner: "+lang.Name(draw.Clean(v.Winner))), th.Good
		if v.Plan.Format == lobby.TeamMatch {
			text += ", " + scoreText(c.s, v.Score)
		}
	case v.State == lobby.Done && v.Plan.Format == lobby.TeamMatch:
		text = c.s.Text("The match is drawn.")
	case v.State == lobby.Done:
		text = c.s.Text("This tournament is over.")
	case in && row.Withdrawn:
		text = c.s.Text("You have withdrawn.")
	case in && row.Paused:
		text = c.s.Text("You pause: press " + join + " to return.")
	case in && row.Table != "":
		text = c.s.Text("Your game is on") + ", " + place
	case in && v.State == lobby.Planned:
		text = c.s.Text("You take part. Stay connected: your games open by themselves.")
	case in && v.Plan.Format == lobby.Arena:
		text = c.s.Text("Waiting for an opponent") + ", " + place
	case in && !v.Next.IsZero():
		text = c.s.Text("Next round in "+spanText(c.s, v.Next.Sub(c.s.Now()))) + ", " + place
	case in:
		text = c.s.Text("Waiting for the other games of the round") + ", " + place
	case v.Plan.Host.ID == me.ID && v.State == lobby.Planned:
		text = c.s.Text("You are the host: press " + ui.KeyText(firstKey(c.keys.Begin)) + " to begin.")
	case c.keys.Join.Enabled() && v.Plan.Format == lobby.TeamMatch:
		text, style = c.s.Text("Members of both teams: press "+join+" to play."), th.Good
	case c.keys.Join.Enabled():
		text, style = c.s.Text("Press "+join+" to join."), th.Good
	}
	return style.Render(draw.Cut(text, width))
}

func (c *TournamentScreen) standingRows() []string {
	type column = tableColumn[lobby.TournamentRow]
	th, g, v := c.s.Theme, c.s.Signs(), c.v
	ties := func(i int) func(lobby.TournamentRow) string {
		return func(r lobby.TournamentRow) string {
			switch {
			case v.Plan.Format == lobby.Arena:
				return fmt.Sprint(r.Ties[i])
			case v.Plan.Format == lobby.RoundRobin && i == 1:
				return fmt.Sprint(r.Ties[i])
			case v.Plan.Format == lobby.RoundRobin || i == 2: // Sonneborn-Berger, in quarter points
				return fmt.Sprintf("%g", float64(r.Ties[i])/4)
			}
			return halfPoints(c.s, r.Ties[i])
		}
	}
	cols := []column{
		{"Rank", 4, true, func(r lobby.TournamentRow) string { return fmt.Sprint(r.Rank) }},
		{"Player", 0, false, func(r lobby.TournamentRow) string { return draw.Clean(r.Name) }},
		{"Rating", 6, true, func(r lobby.TournamentRow) string { return r.Rating.String() }},
		{"Points", 6, true, func(r lobby.TournamentRow) string { return pointsText(c.s, v.Plan.Format, r.Points) }},
	}
	if c.width >= 60 {
		switch v.Plan.Format {
		case lobby.Arena:
			cols = append(cols, column{"Perf.", 5, true, ties(0)})
		case lobby.Swiss:
			cols = append(cols, column{"Buchh.", 6, true, ties(0)})
		case lobby.RoundRobin:
			cols = append(cols, column{"S-B", 6, true, ties(0)})
		}
		cols = append(cols, column{"", 9, false, func(r lobby.TournamentRow) string { return stateText(c.s, v, r) }})
		sheet := min(max(c.width-62, 12), 60)
		cols = append(cols, column{"Games", sheet, false, func(r lobby.TournamentRow) string { return sheetText(c.s, v, r, sheet) }})
	}
	cols = shareOut(cols, c.width-3)
	rows := []string{th.Faint.Render("  " + tableHead(c.s, cols))}
	top := draw.ScrollTo(c.Top, c.At, len(v.Rows), c.page())
	for i := top; i < min(top+c.page(), len(v.Rows)); i++ {
		r := v.Rows[i]
		line := tableRow(cols, func(col *column) string { return col.text(r) })
		switch {
		case i == c.At:
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+line, c.width)))
		case r.ID == Of(c.s).Me.ID:
			rows = append(rows, "  "+th.Accent.Render(line))
		case r.Withdrawn || r.Paused:
			rows = append(rows, "  "+th.Faint.Render(line))
		default:
			rows = append(rows, "  "+th.Text.Render(line))
		}
	}
	if len(v.Rows) == 0 {
		rows = append(rows, "", "  "+th.Faint.Render(draw.Cut(c.s.Text("Nobody takes part yet."), c.width-4)))
	}
	return rows
}

func (c *TournamentScreen) gameRows() []string {
	type column = tableColumn[lobby.TournamentGame]
	th, g, v := c.s.Theme, c.s.Signs(), c.v
	cols := shareOut([]column{
		{"Board", 5, true, func(t lobby.TournamentGame) string { return fmt.Sprint(t.Board) }},
		{"White", 0, false, func(t lobby.TournamentGame) string { return draw.Clean(v.Name(t.Players[0])) }},
		{"Black", 0, false, func(t lobby.TournamentGame) string { return draw.Clean(v.Name(t.Players[1])) }},
	}, min(c.width-3, 76))
	rows := []string{th.Faint.Render("  " + tableHead(c.s, cols))}
	all := v.Playing()
	top := draw.ScrollTo(c.Top, c.At, len(all), c.page())
	for i := top; i < min(top+c.page(), len(all)); i++ {
		line := tableRow(cols, func(col *column) string { return col.text(all[i]) })
		if i == c.At {
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+line, c.width)))
		} else {
			rows = append(rows, "  "+th.Text.Render(line))
		}
	}
	if len(all) == 0 {
		rows = append(rows, "", "  "+th.Faint.Render(draw.Cut(c.s.Text("No games in progress."), c.width-4)))
	}
	return rows
}

func (c *TournamentScreen) ShortHelp() []key.Binding {
	k := c.keys
	return []key.Binding{ui.Brief(k.Begin, "begin"), ui.Brief(k.Join, "join"), k.Pause, k.Leave, ui.Brief(k.Panel, "standings/games"), ui.Brief(k.Open, "watch"),
		ui.Brief(k.Games, "PGN"), ui.Brief(k.Copy, "copy"), k.Back}
}

func (c *TournamentScreen) FullHelp() [][]key.Binding {
	k := c.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom, &k.Panel), ui.Bindings(&k.Open, &k.Join, &k.Pause, &k.Leave, &k.Begin, &k.Cancel), ui.Bindings(&k.Copy, &k.Games, &k.Card, &k.Back)}
}
