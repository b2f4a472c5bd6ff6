package club

import (
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/play"
	"rookery/tui/table"
	"rookery/tui/ui"
)

// GamesScreen lists the games that the player has on: those first that wait for his move, and of these those
// that have the least time.
type GamesScreen struct {
	s     *ui.Session
	keys  ui.ListKeys
	games []lobby.GameInfo

	ui.Cursor
	width, height int
}

// NewGamesScreen lists the games of the player of a session, who is in the club.
func NewGamesScreen(s *ui.Session) *GamesScreen {
	g := &GamesScreen{s: s, keys: ui.Bound(s, ui.NewListKeys())}
	g.keys.Open.SetHelp(g.keys.Open.Help().Key, "play")
	g.keys.Mark.SetEnabled(false)
	g.keys.Filter.SetEnabled(false)
	g.read()
	return g
}

// read takes the games as they are now and stays on the one that was chosen, but goes to the top when that one no
// longer waits for the player: the news of his move may come after this screen has been revealed.
func (g *GamesScreen) read() {
	var chosen lobby.GameInfo
	if g.At < len(g.games) {
		chosen = g.games[g.At]
	}
	me := Of(g.s).Me.ID
	g.games = Of(g.s).Lobby.Games(me)
	for i, game := range g.games {
		if game.Table != chosen.Table {
			continue
		}
		g.At = i
		if chosen.ToMove(me) && !game.ToMove(me) {
			g.At = 0
		}
	}
	g.Move(0, len(g.games), g.tableRows())
}

func (g *GamesScreen) Init() tea.Cmd             { return nil }
func (g *GamesScreen) SetSize(width, height int) { g.width, g.height = width, height }
func (g *GamesScreen) Title() string             { return g.s.Text("Your games") }
func (g *GamesScreen) MinSize() (int, int)       { return 40, 10 }
func (g *GamesScreen) tableRows() int            { return max(g.height-4, 1) }

func (g *GamesScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case LobbyMsg:
		g.read()
	case ui.RevealedMsg: // after a move the next one waits at the top
		g.At = 0
		g.games = nil
		g.read()
	case tea.MouseMsg:
		if g.Clicked(msg, len(g.games), g.tableRows(), 1) {
			return g, g.open()
		}
	case tea.KeyMsg:
		switch {
		case g.Pressed(&g.keys, msg, len(g.games), g.tableRows()):
		case key.Matches(msg, g.keys.Open):
			return g, g.open()
		case key.Matches(msg, g.keys.Card):
			if g.At < len(g.games) {
				if rules, err := g.games[g.At].Terms.Rules(); err == nil {
					return g, g.s.Open(g, ui.ShowRules{Rules: rules})
				}
			}
		case key.Matches(msg, g.keys.Back):
			return g, g.s.Pop(g)
		}
	}
	return g, nil
}

// open goes to the chosen game.
func (g *GamesScreen) open() tea.Cmd {
	if g.At >= len(g.games) {
		return nil
	}
	return OpenTable(g.s, g, g.games[g.At].Table, "")
}

// side is the player's in a game.
func (g *GamesScreen) side(game lobby.GameInfo) chess.Color {
	if game.Players[chess.Black].ID == Of(g.s).Me.ID {
		return chess.Black
	}
	return chess.White
}

// columns are those of the table for its width.
func (g *GamesScreen) columns() []tableColumn[lobby.GameInfo] {
	type column = tableColumn[lobby.GameInfo]
	me := Of(g.s).Me.ID
	cols := []column{
		{"Opponent", 0, false, func(i lobby.GameInfo) string { return draw.Clean(i.Against(me).Name) }},
		{"Variant", 0, false, func(i lobby.GameInfo) string {
			rules, _ := i.Terms.Rules()
			return draw.Clean(g.s.Text(rules.Name))
		}},
		{"", 12, false, func(i lobby.GameInfo) string {
			if i.ToMove(me) {
				return g.s.Text("your move")
			}
			return g.s.Text("waiting")
		}},
		{"Time left", 12, true, func(i lobby.GameInfo) string {
			if i.Due.IsZero() {
				return i.Terms.Control.String()
			}
			return g.s.Text(table.DueText(i.Due.Sub(g.s.Now())))
		}},
	}
	if g.width >= 66 {
		cols = append(cols, column{"You", 8, false, func(i lobby.GameInfo) string { return g.s.Text(play.SideName(g.side(i))) }},
			column{"Moves", 5, true, func(i lobby.GameInfo) string { return strconv.Itoa((i.Ply + 1) / 2) }})
	}
	return shareOut(cols, min(g.width-3, 92))
}

func (g *GamesScreen) View() string {
	th, signs := g.s.Theme, g.s.Signs()
	cols := g.columns()
	waiting := 0
	for _, game := range g.games {
		if game.ToMove(Of(g.s).Me.ID) {
			waiting++
		}
	}
	status := ""
	if waiting > 0 {
		status = g.s.Text(ui.Plural(waiting, "1 game waits for your move", "%d games wait for your move"))
	}
	rows := []string{draw.TitleBar(th, g.width, g.Title(), status), th.Faint.Render("  " + tableHead(g.s, cols))}
	for i := g.Top; i < min(g.Top+g.tableRows(), len(g.games)); i++ {
		line := tableRow(cols, func(c *tableColumn[lobby.GameInfo]) string { return c.text(g.games[i]) })
		style := th.Faint
		if g.games[i].ToMove(Of(g.s).Me.ID) {
			style = th.Text
		}
		if i == g.At {
			rows = append(rows, th.Choice.Render(draw.Fit(signs.Pointer+" "+line, g.width)))
		} else {
			rows = append(rows, "  "+style.Render(line))
		}
	}
	if len(g.games) == 0 {
		rows = append(rows, "", "  "+th.Faint.Render(draw.Cut(g.s.Text("You have no game in progress."), g.width-4)))
	}
	return draw.Page(rows, g.width, g.height)
}

func (g *GamesScreen) ShortHelp() []key.Binding {
	k := g.keys
	return []key.Binding{k.Open, ui.PairOf(ui.MoveCursor, k.Up, k.Down), k.Card, k.Back}
}

func (g *GamesScreen) FullHelp() [][]key.Binding {
	k := g.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Card, &k.Back)}
}
