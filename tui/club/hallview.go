package club

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/lipgloss"

	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// hallRoom is where everything of the lobby stands.
type hallRoom struct {
	narrow bool                        // one panel at a time
	panels [hallPanels]boardinput.Rect // with their heads; of a narrow room all the same
	about  int                         // row of words about what is chosen
	chat   int                         // row of the chat's head
	lines  int                         // rows of chat
}

// hallWide is from where on the panels stand side by side.
const hallWide = 76

// hallRoomOf shares a screen out: the title, the bar, the panels, words about
// what is chosen, the chat, the line to write.
func hallRoomOf(width, height int) hallRoom {
	r := hallRoom{narrow: width < hallWide, lines: min(max(height/4, 3), 12)}
	body := max(height-5-r.lines, 2)
	r.about = 2 + body
	r.chat = r.about + 1
	if r.narrow {
		for p := range hallPanels {
			r.panels[p] = boardinput.Rect{X: 1, Y: 2, W: width - 2, H: body}
		}
		return r
	}
	left := width * 3 / 8
	right := width - left - 5
	upper := body / 2
	r.panels[hallPlayers] = boardinput.Rect{X: 1, Y: 2, W: left, H: body}
	r.panels[hallSeeks] = boardinput.Rect{X: left + 4, Y: 2, W: right, H: upper}
	r.panels[hallGames] = boardinput.Rect{X: left + 4, Y: 2 + upper, W: right, H: body - upper}
	return r
}

// hallColumn is a column of a panel; one without a width takes a share of what
// is left.
type hallColumn struct {
	head  string
	width int
	share int
}

// columns of a panel of a width.
func (p hallPanel) columns(width int) []hallColumn {
	var all []hallColumn
	switch p {
	case hallPlayers:
		all = []hallColumn{{share: 4}, {width: 9}}
		if width >= 40 {
			all = append(all, hallColumn{share: 3})
		}
	case hallSeeks:
		all = []hallColumn{{share: 1}, {share: 1}, {head: "clock", width: 6}, {head: "you", width: 7}, {head: "mode", width: 6}}
	default:
		all = []hallColumn{{share: 4}, {share: 3}, {head: "clock", width: 6}, {head: "move", width: 6}, {head: "watch", width: 5}}
	}
	left, shares := width-len(all)+1, 0
	for _, c := range all {
		left -= c.width
		shares += c.share
	}
	for i := range all {
		if n := all[i].share; n > 0 {
			all[i].width = max(left*n/shares, 1)
			left, shares = left-all[i].width, shares-n
		}
	}
	return all
}

// View implements screen.
func (h *LobbyScreen) View() string {
	th, c := h.s.Theme, h.s.Club
	rows := make([]string, h.height)
	here := h.s.Text(fmt.Sprintf("%d online", len(h.hall.Here)))
	rows[0] = draw.TitleBar(th, h.width, h.s.Text("Lobby"), draw.Clean(c.Me.Name)+"  "+here)
	rows[1] = " " + h.bar(h.width-2)
	if h.room.narrow {
		at := h.room.panels[h.panel]
		drawn := append([]string{h.tabs(at.W)}, h.list(h.panel, at.W, at.H-1)...)
		for i, row := range drawn {
			rows[at.Y+i] = " " + row
		}
	} else {
		h.besides(rows)
	}
	rows[h.room.about] = " " + h.about(h.width-2)
	rows[h.room.chat] = " " + h.chatHead(h.width-2)
	for i, row := range h.chatRows(h.width-2, h.room.lines) {
		rows[h.room.chat+1+i] = " " + row
	}
	rows[h.height-1] = " " + h.prompt(h.width-2)
	return draw.Page(rows, h.width, h.height)
}

// besides draws the panels side by side.
func (h *LobbyScreen) besides(rows []string) {
	p, s, g := h.room.panels[hallPlayers], h.room.panels[hallSeeks], h.room.panels[hallGames]
	left := append([]string{h.head(hallPlayers, p.W)}, h.list(hallPlayers, p.W, p.H-1)...)
	right := append([]string{h.head(hallSeeks, s.W)}, h.list(hallSeeks, s.W, s.H-1)...)
	right = append(right, h.head(hallGames, g.W))
	right = append(right, h.list(hallGames, g.W, g.H-1)...)
	bar := h.s.Theme.Border.Render(h.s.Signs().Bar)
	for i := range left {
		rows[p.Y+i] = " " + left[i] + " " + bar + " " + right[i]
	}
}

// label is the name of a panel with its number and how many stand in it.
func (h *LobbyScreen) label(p hallPanel) string {
	th := h.s.Theme
	name := h.s.Text([hallPanels]string{"Players", "Seeks", "Games"}[p])
	count := strconv.Itoa(h.count(p))
	number := th.Key.Render(strconv.Itoa(int(p) + 1))
	if p == h.panel {
		return number + " " + th.Title.Lipgloss().Underline(true).Render(name) + " " + th.Text.Render(count)
	}
	return number + " " + th.Text.Render(name) + " " + th.Faint.Render(count)
}

// head is the first row of a panel: its label, a rule, and what its columns are.
func (h *LobbyScreen) head(p hallPanel, width int) string {
	th := h.s.Theme
	var heads string
	for _, c := range p.columns(width - 2) {
		if c.head != "" {
			heads += " " + draw.Fit(h.s.Text(c.head), c.width)
		}
	}
	label := h.label(p)
	rule := max(width-lipgloss.Width(label)-lipgloss.Width(heads)-1, 0)
	return draw.Fit(label+" "+th.Border.Render(strings.Repeat(h.s.Signs().Rule, rule))+th.Faint.Render(heads), width)
}

// tabs is the first row where one panel is shown at a time.
func (h *LobbyScreen) tabs(width int) string {
	var all []string
	for p := range hallPanels {
		all = append(all, h.label(p))
	}
	return draw.Fit(strings.Join(all, "   "), width)
}

// list draws height rows of a panel.
func (h *LobbyScreen) list(p hallPanel, width, height int) []string {
	th, g := h.s.Theme, h.s.Signs()
	l, n := &h.lists[p], h.count(p)
	rows := make([]string, max(height, 0))
	for i := range rows {
		rows[i] = strings.Repeat(" ", width)
	}
	if n == 0 {
		for i, row := range draw.Wrap(h.s.Text(h.nothing(p)), width-2) {
			if i < len(rows) {
				rows[i] = draw.Fit("  "+th.Faint.Render(row), width)
			}
		}
		return rows
	}
	l.top = draw.ScrollTo(l.top, l.at, n, height)
	columns := p.columns(width - 2)
	for y := range rows {
		i := l.top + y
		if i >= n {
			break
		}
		cells, styles := h.cells(p, i)
		lead := "  "
		if i == l.at && p == h.panel {
			text := g.Pointer
			for c, column := range columns {
				text += " " + draw.Fit(cells[c], column.width)
			}
			rows[y] = th.Choice.Render(draw.Fit(text, width))
			continue
		}
		for c, column := range columns {
			if c > 0 {
				lead += " "
			}
			lead += styles[c].Render(draw.Fit(cells[c], column.width))
		}
		rows[y] = draw.Fit(lead, width)
	}
	return rows
}

// nothing is what an empty panel says.
func (h *LobbyScreen) nothing(p hallPanel) (text string) {
	switch p {
	case hallPlayers:
		text = "Nobody is here."
	case hallSeeks:
		text = "No open seeks. Press " + ui.KeyText(firstKey(h.keys.Seek)) + " to create the first one."
	default:
		text = "No games in progress."
	}
	return text
}

// cells are what stands in row i of a panel, and how it is drawn.
func (h *LobbyScreen) cells(p hallPanel, i int) ([]string, []draw.Style) {
	th, me := h.s.Theme, h.s.Club.Me
	switch p {
	case hallPlayers:
		who := h.hall.Here[i]
		name, state, game := draw.Clean(who.Name), h.s.Text(who.State), ""
		style := map[string]draw.Style{lobby.Idle: th.Good, lobby.Playing: th.Accent}[who.State]
		if who.State == lobby.Watching {
			style = th.Faint
		}
		if who.ID == me.ID {
			name += " (" + h.s.Text("you") + ")"
		} else if h.s.Club.Lobby.Muted(me, who.Player) {
			state, style = h.s.Text("muted"), th.Error
		}
		if g, ok := h.gameAt(who.Table); ok {
			game = h.gameName(g.Terms)
		}
		return []string{name, state, game}, []draw.Style{th.Text, style, th.Faint}
	case hallSeeks:
		s := h.hall.Seeks[i]
		who, style := draw.Clean(s.From.Name), th.Text
		switch {
		case s.To == me.ID:
			who, style = "! "+who, th.Accent
		case s.From.ID == me.ID && s.To != "":
			who, style = h.s.Text("to "+lang.Name(h.nameOf(s.To))), th.Faint
		case s.From.ID == me.ID:
			who, style = h.s.Text("you"), th.Faint
		}
		rated := "no"
		if s.Terms.Rated {
			rated = "yes"
		}
		return []string{who, h.gameName(s.Terms), h.clock(s.Terms), h.s.Text(h.colour(s)), h.s.Text(rated)},
			[]draw.Style{style, th.Text, th.Text, th.Faint, th.Faint}
	}
	g := h.hall.Games[i]
	style := th.Text
	if g.Players[0].ID == me.ID || g.Players[1].ID == me.ID {
		style = th.Accent
	}
	return []string{draw.Clean(g.Players[0].Name + " " + h.s.Signs().Dash + " " + g.Players[1].Name), h.gameName(g.Terms),
			h.clock(g.Terms), strconv.Itoa(g.Ply/2 + 1), strconv.Itoa(g.Watched)},
		[]draw.Style{style, th.Text, th.Text, th.Faint, th.Faint}
}

// firstKey is the first key of a binding, or nothing.
func firstKey(b key.Binding) string {
	if keys := b.Keys(); len(keys) > 0 {
		return keys[0]
	}
	return ""
}
