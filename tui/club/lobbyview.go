package club

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// lobbyLayout is where everything of the lobby stands.
type lobbyLayout struct {
	narrow bool                        // one panel at a time
	panels [panelCount]boardinput.Rect // with their heads; of a narrow room all the same
	about  int                         // row of words about what is chosen
	chat   int                         // row of the chat's head
	lines  int                         // rows of chat
}

// wideLobby is from where on the panels stand side by side.
const wideLobby = 76

// layOutLobby shares a screen out: the title, the bar, the panels, words about
// what is chosen, the chat, the line to write.
func layOutLobby(width, height, tournaments int) lobbyLayout {
	r := lobbyLayout{narrow: width < wideLobby, lines: min(max(height/4, 3), 12)}
	body := max(height-5-r.lines, 2)
	r.about = 2 + body
	r.chat = r.about + 1
	if r.narrow {
		for p := range panelCount {
			r.panels[p] = boardinput.Rect{X: 1, Y: 2, W: width - 2, H: body}
		}
		return r
	}
	left := width * 3 / 8
	right := width - left - 5
	upper := body / 2
	lower := 0 // under the players
	if tournaments > 0 {
		lower = min(tournaments+1, body/2)
		r.panels[tournamentsPanel] = boardinput.Rect{X: 1, Y: 2 + body - lower, W: left, H: lower}
	}
	r.panels[playersPanel] = boardinput.Rect{X: 1, Y: 2, W: left, H: body - lower}
	r.panels[seeksPanel] = boardinput.Rect{X: left + 4, Y: 2, W: right, H: upper}
	r.panels[gamesPanel] = boardinput.Rect{X: left + 4, Y: 2 + upper, W: right, H: body - upper}
	return r
}

// panelColumn is a column of a panel; one without a width takes a share of what
// is left.
type panelColumn struct {
	head  string
	width int
	share int
}

// columns of a panel of a width.
func (h *LobbyScreen) columns(p panel, width int) []panelColumn {
	var all []panelColumn
	switch p {
	case playersPanel:
		all = []panelColumn{{share: 4}, {width: 9}}
		if h.rated {
			all = slices.Insert(all, 1, panelColumn{width: 5})
		}
		if width >= 40 {
			all = append(all, panelColumn{share: 3})
		}
	case seeksPanel:
		all = []panelColumn{{share: 1}, {share: 1}, {head: "clock", width: 6}, {head: "you", width: 7}, {head: "rated?", width: 6}}
	case tournamentsPanel:
		return []panelColumn{{width: max(width-13, 1)}, {width: 12}}
	default:
		all = []panelColumn{{share: 4}, {share: 3}, {head: "clock", width: 6}, {head: "move", width: 6}, {head: "watch", width: 5}}
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

func (h *LobbyScreen) View() string {
	th, c := h.s.Theme, Of(h.s)
	rows := make([]string, h.height)
	here := h.s.Text(fmt.Sprintf("%d online", len(h.view.Here)))
	rows[0] = draw.TitleBar(th, h.width, h.s.Text("Lobby"), draw.Clean(c.Me.Name)+"  "+here)
	rows[1] = " " + h.statusRow(h.width-2)
	if h.layout.narrow {
		at := h.layout.panels[h.panel]
		drawn := append([]string{h.tabs(at.W)}, h.list(h.panel, at.W, at.H-1)...)
		for i, row := range drawn {
			rows[at.Y+i] = " " + row
		}
	} else {
		h.drawPanels(rows)
	}
	rows[h.layout.about] = " " + h.aboutRow(h.width-2)
	rows[h.layout.chat] = " " + h.chatHead(h.width-2)
	for i, row := range h.chatRows(h.width-2, h.layout.lines) {
		rows[h.layout.chat+1+i] = " " + row
	}
	rows[h.height-1] = " " + h.inputRow(h.width-2)
	return draw.Page(rows, h.width, h.height)
}

// drawPanels draws the panels side by side.
func (h *LobbyScreen) drawPanels(rows []string) {
	p, s, g := h.layout.panels[playersPanel], h.layout.panels[seeksPanel], h.layout.panels[gamesPanel]
	left := append([]string{h.head(playersPanel, p.W)}, h.list(playersPanel, p.W, p.H-1)...)
	if t := h.layout.panels[tournamentsPanel]; t.H > 0 {
		left = append(left, h.head(tournamentsPanel, t.W))
		left = append(left, h.list(tournamentsPanel, t.W, t.H-1)...)
	}
	right := append([]string{h.head(seeksPanel, s.W)}, h.list(seeksPanel, s.W, s.H-1)...)
	right = append(right, h.head(gamesPanel, g.W))
	right = append(right, h.list(gamesPanel, g.W, g.H-1)...)
	bar := h.s.Theme.Border.Render(h.s.Signs().Bar)
	for i := range left {
		rows[p.Y+i] = " " + left[i] + " " + bar + " " + right[i]
	}
}

// label is the name of a panel with its number and how many stand in it.
func (h *LobbyScreen) label(p panel) string {
	th := h.s.Theme
	name := h.s.Text([panelCount]string{"Players", "Seeks", "Games", "Tournaments"}[p])
	count := strconv.Itoa(h.rowCount(p))
	number := th.Key.Render(strconv.Itoa(int(p) + 1))
	if p == h.panel {
		return number + " " + th.Title.Lipgloss().Underline(true).Render(name) + " " + th.Text.Render(count)
	}
	return number + " " + th.Text.Render(name) + " " + th.Faint.Render(count)
}

// head is the first row of a panel: its label, a rule, and what its columns are.
func (h *LobbyScreen) head(p panel, width int) string {
	th := h.s.Theme
	var heads string
	for _, c := range h.columns(p, width-2) {
		if c.head != "" {
			heads += " " + draw.Fit(h.s.Lang.In("column", c.head), c.width)
		}
	}
	label := h.label(p)
	rule := max(width-draw.WidthOf(label)-draw.WidthOf(heads)-1, 0)
	return draw.Fit(label+" "+th.Border.Render(strings.Repeat(h.s.Signs().Rule, rule))+th.Faint.Render(heads), width)
}

// tabs is the first row where one panel is shown at a time.
func (h *LobbyScreen) tabs(width int) string {
	var all []string
	for p := range h.panels() {
		all = append(all, h.label(p))
	}
	return draw.Fit(strings.Join(all, "   "), width)
}

// list draws height rows of a panel.
func (h *LobbyScreen) list(p panel, width, height int) []string {
	th, g := h.s.Theme, h.s.Signs()
	l, n := &h.lists[p], h.rowCount(p)
	rows := make([]string, max(height, 0))
	for i := range rows {
		rows[i] = strings.Repeat(" ", width)
	}
	if n == 0 {
		for i, row := range draw.Wrap(h.s.Text(h.emptyText(p)), width-2) {
			if i < len(rows) {
				rows[i] = draw.Fit("  "+th.Faint.Render(row), width)
			}
		}
		return rows
	}
	l.top = draw.ScrollTo(l.top, l.at, n, height)
	columns := h.columns(p, width-2)
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

// emptyText is what an empty panel says.
func (h *LobbyScreen) emptyText(p panel) (text string) {
	switch p {
	case playersPanel:
		text = "Nobody is here."
	case seeksPanel:
		text = "No open seeks. Press " + ui.KeyText(firstKey(h.keys.Seek)) + " to create the first one."
	default:
		text = "No games in progress."
	}
	return text
}

// cells are what stands in row i of a panel, and how it is drawn.
func (h *LobbyScreen) cells(p panel, i int) ([]string, []draw.Style) {
	th, me := h.s.Theme, Of(h.s).Me
	switch p {
	case playersPanel:
		who := h.view.Here[i]
		name, state, game := draw.Clean(who.Name), h.s.Text(who.State), ""
		style := map[string]draw.Style{lobby.Idle: th.Good, lobby.Playing: th.Accent}[who.State]
		if who.State == lobby.Watching {
			style = th.Faint
		}
		if who.ID == me.ID {
			name += " (" + h.s.Text("you") + ")"
		} else if Of(h.s).Lobby.Muted(me, who.Player) {
			state, style = h.s.Text("muted"), th.Error
		}
		if g, ok := h.gameAt(who.Table); ok {
			game = h.gameName(g.Terms)
		}
		if h.rated {
			return []string{name, who.Rating.String(), state, game}, []draw.Style{th.Text, th.Faint, style, th.Faint}
		}
		return []string{name, state, game}, []draw.Style{th.Text, style, th.Faint}
	case seeksPanel:
		s := h.view.Seeks[i]
		who, style := strings.TrimSpace(draw.Clean(s.From.Name)+" "+s.Rating.String()), th.Text
		switch {
		case s.To == me.ID:
			who, style = "! "+who, th.Accent
		case s.From.ID == me.ID && s.To != "":
			who, style = h.s.Text("to "+lang.Name(h.nameOf(s.To))), th.Faint
		case s.From.ID == me.ID:
			who, style = h.s.Text("you"), th.Faint
		}
		if h.rules(s.Terms).Pocket == chess.ToPartner {
			who = fmt.Sprintf("%d/%d %s", len(s.Joined)+1, lobby.PartnerSeats, who)
			if s.Has(me.ID) {
				style = th.Good
			}
		}
		rated := "no"
		if s.Terms.Rated {
			rated = "yes"
		}
		return []string{who, h.gameName(s.Terms), h.clock(s.Terms), h.s.Text(h.colour(s)), h.s.Text(rated)},
			[]draw.Style{style, th.Text, th.Text, th.Faint, th.Faint}
	}
	if p == tournamentsPanel {
		return h.tournamentCells(i)
	}
	g := h.view.Games[i]
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

// rules of terms, built once.
func (h *LobbyScreen) rules(t remote.Terms) chess.Rules {
	id := strings.Join(t.Parts, "+")
	r, ok := h.rulesOf[id]
	if !ok {
		var err error
		if r, err = t.Rules(); err != nil {
			r.Name = id
		}
		h.rulesOf[id] = r
	}
	return r
}

// gameName is what a game is called.
func (h *LobbyScreen) gameName(t remote.Terms) string { return draw.Clean(h.s.Text(h.rules(t).Name)) }

// clock says the clock of terms shortly.
func (h *LobbyScreen) clock(t remote.Terms) string {
	if t.Correspondence() {
		return t.Control.String()
	}
	return h.s.Text(ui.ClockName(t.Control.String()))
}

// clockWords is clock where no head says what it is.
func (h *LobbyScreen) clockWords(t remote.Terms) string {
	switch {
	case t.Control.None():
		return h.s.Text("no clock")
	case t.Correspondence():
		return h.s.Text(ui.Plural(t.Control.Days, "1 day per move", "%d days per move"))
	}
	return h.clock(t)
}

// colour is what the player has if a seek becomes a game.
func (h *LobbyScreen) colour(s lobby.Seek) string {
	white := s.Colour == remote.WantsWhite
	switch {
	case s.Colour == remote.AnyColour:
		return "any"
	case white == (s.From.ID == Of(h.s).Me.ID):
		return "White"
	}
	return "Black"
}

// gameAt finds a running game by its table.
func (h *LobbyScreen) gameAt(table string) (lobby.GameInfo, bool) {
	for _, g := range h.view.Games {
		if table != "" && g.Table == table {
			return g, true
		}
	}
	return lobby.GameInfo{}, false
}

// nameOf is the name of somebody who is here.
func (h *LobbyScreen) nameOf(id string) string {
	for _, p := range h.view.Here {
		if p.ID == id {
			return draw.Clean(p.Name)
		}
	}
	return "?"
}

// terms says what a seek is for: "Chess, 5+3, you play Black, rated".
func (h *LobbyScreen) terms(s lobby.Seek) string {
	all := []string{h.gameName(s.Terms), h.clockWords(s.Terms)}
	switch h.colour(s) {
	case "White":
		all = append(all, h.s.Text("you play White"))
	case "Black":
		all = append(all, h.s.Text("you play Black"))
	default:
		all = append(all, h.s.Text("random colours"))
	}
	rated := "casual"
	if s.Terms.Rated {
		rated = "rated"
	}
	all = append(all, h.s.Text(rated))
	if h.rules(s.Terms).Pocket == chess.ToPartner {
		all = append(all, h.partnersText(s))
	}
	if r := s.Range.String(); r != "" {
		all = append(all, h.s.Text("for ratings of "+r))
	}
	return strings.Join(all, ", ")
}

// partnersText says who is in a seek for partners: "partner Dora, against Ben, 1 player wanted".
func (h *LobbyScreen) partnersText(s lobby.Seek) string {
	var all []string
	switch {
	case len(s.Joined) > 0:
		all = append(all, h.s.Text("partner "+lang.Name(draw.Clean(s.Joined[0].Name))))
	case s.To == Of(h.s).Me.ID:
		all = append(all, h.s.Text("you would be partners"))
	case s.To != "":
		all = append(all, h.s.Text("partner "+lang.Name(h.nameOf(s.To))))
	default:
		all = append(all, h.s.Text("partner wanted"))
	}
	for _, p := range s.Joined[min(len(s.Joined), 1):] {
		all = append(all, h.s.Text("against "+lang.Name(draw.Clean(p.Name))))
	}
	if n := lobby.PartnerSeats - 1 - len(s.Joined); n > 0 {
		all = append(all, h.s.Text(ui.Plural(n, "1 player wanted", "%d players wanted")))
	}
	return strings.Join(all, ", ")
}

// SeekText says what a seek or a challenge offers, for screens outside the lobby.
func SeekText(s *ui.Session, seek lobby.Seek) string {
	return (&LobbyScreen{s: s, rulesOf: make(map[string]chess.Rules)}).terms(seek)
}

// statusRow is the row under the title: what waits for an answer, or what goes on.
func (h *LobbyScreen) statusRow(width int) string {
	th, me := h.s.Theme, Of(h.s).Me
	if s, ok := h.challenge(); ok {
		answer := "  " + ui.KeyText(firstKey(h.keys.Yes)) + " " + h.s.Text("yes") + "  " + ui.KeyText(firstKey(h.keys.No)) + " " + h.s.Text("no") + " "
		words := draw.Clean(h.s.Text(lang.Name(s.From.Name)+" challenges you")) + ": " + h.terms(s)
		return th.ClockRunning.Render(draw.Fit(" "+words, max(width-draw.WidthOf(answer), 0)) + answer)
	}
	if g, ok := h.gameAt(h.view.Table); ok {
		other := g.Players[0]
		if other.ID == me.ID {
			other = g.Players[1]
		}
		words := fmt.Sprintf("Your game against %s is in progress: press %s to return", lang.Name(other.Name), ui.KeyText(firstKey(h.keys.Return)))
		return th.Accent.Render(draw.Cut(draw.Clean(h.s.Text(words)), width))
	}
	if n := len(h.view.Waiting); n > 0 {
		words := h.s.Text(ui.Plural(n, "1 game waits for your move", "%d games wait for your move")) + ": " +
			h.s.Text("press "+ui.KeyText(firstKey(h.keys.Return))+" to see your games")
		return th.Accent.Render(draw.Cut(draw.Clean(words), width))
	}
	for _, s := range h.view.Seeks {
		if s.Has(me.ID) {
			words := h.s.Text("You have joined "+lang.Name(s.From.Name)) + ": " + h.terms(s)
			return th.Good.Render(draw.Cut(draw.Clean(words), width))
		}
		if s.From.ID == me.ID {
			words := h.s.Text("Your seek") + ": " + h.terms(s)
			if s.To != "" {
				words = h.s.Text("You challenge "+lang.Name(h.nameOf(s.To))) + ": " + h.terms(s)
			}
			return th.Good.Render(draw.Cut(words, width))
		}
	}
	if Of(h.s).Guest() {
		return th.Faint.Render(draw.Cut(h.s.Text("You are a guest: nothing is saved. Connect with an SSH key to have a name."), width))
	}
	return ""
}

// aboutRow says more of what is chosen.
func (h *LobbyScreen) aboutRow(width int) string {
	var words string
	switch h.panel {
	case playersPanel:
		if p, ok := h.Player(); ok {
			words = h.aboutPlayer(p)
		}
	case seeksPanel:
		if s, ok := h.seek(); ok {
			words = h.terms(s) + ". " + draw.Clean(h.s.Text(h.rules(s.Terms).Aim))
		}
	case gamesPanel:
		if g, ok := h.game(); ok {
			words = h.aboutGame(g) + ". " + draw.Clean(h.s.Text(h.rules(g.Terms).Aim))
		}
	case tournamentsPanel:
		words = h.aboutTournament()
	}
	return h.s.Theme.Faint.Render(draw.Cut(words, width))
}

// aboutPlayer says what somebody does.
func (h *LobbyScreen) aboutPlayer(p lobby.Presence) string {
	name := lang.Name(draw.Clean(p.Name))
	g, on := h.gameAt(p.Table)
	switch {
	case on && p.State == lobby.Watching:
		return h.s.Text(name+" is watching") + ": " + h.aboutGame(g)
	case on:
		return h.s.Text(name+" is playing") + ": " + h.aboutGame(g)
	case p.ID == Of(h.s).Me.ID && Of(h.s).Guest():
		return h.s.Text("This is you. You can only return to a game in progress with an SSH key.")
	case p.ID == Of(h.s).Me.ID:
		return h.s.Text("This is you.")
	case p.Guest:
		return h.s.Text(name + " is a guest and available: games with guests are casual")
	}
	return h.s.Text(name+" is available") + h.ratingText(p)
}

// ratingText says what a player's rating in the list is of.
func (h *LobbyScreen) ratingText(p lobby.Presence) string {
	if p.Rating.Value == 0 {
		return ""
	}
	return ": " + p.Rating.String() + " " + poolText(h.s, p.Rating.Variant, archive.Speed(p.Rating.Speed))
}

// aboutGame says who plays what with whom.
func (h *LobbyScreen) aboutGame(g lobby.GameInfo) string {
	return strings.Join([]string{
		draw.Clean(g.Players[0].Name + " " + h.s.Signs().Dash + " " + g.Players[1].Name), h.gameName(g.Terms), h.clockWords(g.Terms),
		h.s.Text(fmt.Sprintf("move %d", g.Ply/2+1)), h.s.Text(ui.Plural(g.Watched, "1 watching", "%d watching")),
	}, ", ")
}

// chatHead is the row over the chat.
func (h *LobbyScreen) chatHead(width int) string {
	th := h.s.Theme
	label := th.Key.Render(ui.KeyText(firstKey(h.keys.Say))) + " " + th.Text.Render(h.s.Text("Chat")) + " "
	more := ""
	if h.scrolled > 0 {
		more = " " + h.s.Text("more below")
	}
	rule := max(width-draw.WidthOf(h.s.Text("Chat"))-3-draw.WidthOf(more), 0)
	return draw.Fit(label+th.Border.Render(strings.Repeat(h.s.Signs().Rule, rule))+th.Faint.Render(more), width)
}

// chatRows are the last rows of what is said, or those that were scrolled to.
func (h *LobbyScreen) chatRows(width, height int) []string {
	th := h.s.Theme
	var all []string
	for _, line := range h.view.Chat {
		if h.muted[line.From.ID] {
			continue
		}
		name := draw.Clean(line.From.Name)
		for i, row := range draw.Wrap(name+": "+draw.Clean(line.Text), width) {
			if text, ok := strings.CutPrefix(row, name+":"); i == 0 && ok {
				style := th.Accent
				if line.From.ID == Of(h.s).Me.ID {
					style = th.Good
				}
				row = style.Render(name+":") + th.Text.Render(text)
			} else {
				row = th.Text.Render(row)
			}
			all = append(all, row)
		}
	}
	if len(all) == 0 {
		return []string{th.Faint.Render(draw.Cut(h.s.Text("No messages yet."), width))}
	}
	h.scrolled = max(min(h.scrolled, len(all)-height), 0)
	end := len(all) - h.scrolled
	return all[max(end-height, 0):end]
}

// inputRow is the line that is written, or how to write one.
func (h *LobbyScreen) inputRow(width int) string {
	if h.writing {
		return h.line.View()
	}
	key := ui.KeyText(firstKey(h.keys.Say))
	return h.s.Theme.Faint.Render(draw.Cut(key+" "+h.s.Text("message everyone"), width))
}
