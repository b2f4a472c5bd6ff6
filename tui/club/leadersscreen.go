package club

import (
	"context"
	"fmt"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// mostLeaders is how many players a table of ratings has at most.
const mostLeaders = 500

// LeadersScreen is the table of the ratings of one variant and speed after the other.
type LeadersScreen struct {
	s         *ui.Session
	keys      ui.LeadersKeys
	archive   archive.Archive
	pools     []archive.Pool  // of which there are rated games
	known     bool            // pools were fetched
	pool      archive.PoolKey // zero before it is known
	standings []archive.Standing
	loaded    archive.PoolKey // of standings

	ui.Cursor
	width, height int
}

// leadersMsg brings the table of a pool.
type leadersMsg struct {
	to        *LeadersScreen
	pool      archive.PoolKey
	standings []archive.Standing
	err       error
}

// NewLeadersScreen shows the ratings of the variant and speed of which the most rated games
// were played. The club's archive must be there.
func NewLeadersScreen(s *ui.Session) ui.Screen { return newLeadersOf(s, archive.PoolKey{}) }

// newLeadersOf shows the ratings of a pool.
func newLeadersOf(s *ui.Session, pool archive.PoolKey) *LeadersScreen {
	l := &LeadersScreen{s: s, keys: ui.Bound(s, ui.NewLeadersKeys()), archive: Of(s).Archive, pool: pool}
	l.keys.Me.SetEnabled(Of(s).Me.ID != "" && !Of(s).Me.Guest)
	return l
}

func (l *LeadersScreen) Init() tea.Cmd { return fetchPools(l.archive) }

func (l *LeadersScreen) SetSize(width, height int) { l.width, l.height = width, height }
func (l *LeadersScreen) Title() string             { return l.s.Text("Ratings") }
func (l *LeadersScreen) MinSize() (int, int)       { return 40, 9 }

// load fetches the table of the pool.
func (l *LeadersScreen) load() tea.Cmd {
	if l.pool.Variant == "" {
		return nil
	}
	from, pool := l.archive, l.pool
	return func() tea.Msg {
		best, err := from.Leaders(context.Background(), pool, mostLeaders)
		return leadersMsg{l, pool, best, err}
	}
}

func (l *LeadersScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case poolsMsg:
		if msg.err != nil {
			return l, ui.Fail(msg.err)
		}
		l.setPools(msg.pools)
		return l, l.load()
	case leadersMsg:
		switch {
		case msg.to != l || msg.pool != l.pool:
		case msg.err != nil:
			return l, ui.Fail(msg.err)
		default:
			if l.loaded != msg.pool {
				l.Cursor = ui.Cursor{}
			}
			l.standings, l.loaded = msg.standings, msg.pool
			l.Move(0, len(l.shown()), l.tableRows())
		}
	case ui.RevealedMsg:
		return l, fetchPools(l.archive)
	case tea.MouseMsg:
		if l.Clicked(msg, len(l.shown()), l.tableRows(), 3) {
			return l, l.open()
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

// setPools keeps those in which rated games were played.
func (l *LeadersScreen) setPools(pools []archive.Pool) {
	l.pools, l.known = nil, true
	for _, p := range pools {
		if p.Rated > 0 {
			l.pools = append(l.pools, p)
		}
	}
	if l.poolIndex() < 0 && len(l.pools) > 0 {
		l.pool = l.pools[0].ID()
	}
}

// poolIndex is the number of the pool among those that were played, or -1.
func (l *LeadersScreen) poolIndex() int {
	for i, p := range l.pools {
		if p.ID() == l.pool {
			return i
		}
	}
	return -1
}

// shown is the table, none while that of another variant is still there.
func (l *LeadersScreen) shown() []archive.Standing {
	if l.loaded != l.pool {
		return nil
	}
	return l.standings
}

func (l *LeadersScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &l.keys
	switch {
	case l.Pressed(k, msg, len(l.shown()), l.tableRows()):
	case key.Matches(msg, k.Next):
		return l.cycle(1)
	case key.Matches(msg, k.Prev):
		return l.cycle(-1)
	case key.Matches(msg, k.Open):
		return l.open()
	case key.Matches(msg, k.Me):
		for i, p := range l.shown() {
			if p.Player.ID == Of(l.s).Me.ID {
				l.Move(i-l.At, len(l.shown()), l.tableRows())
				return nil
			}
		}
		return ui.Toast("You have no rating in this variant yet: play a rated game.")
	case key.Matches(msg, k.Games):
		return l.s.Push(l, newArchiveOf(l.s, remote.Player{}, l.pool))
	case key.Matches(msg, k.Card):
		if rules, err := (archive.Variant{Key: l.pool.Variant}).Rules(); err == nil {
			return l.s.Open(l, ui.ShowRules{Rules: rules})
		}
	case key.Matches(msg, k.Back):
		return l.s.Pop(l)
	}
	return nil
}

// poolText names a variant at a speed.
func poolText(s *ui.Session, variant string, speed archive.Speed) string {
	text := ui.VariantText(s, variant)
	if speed != "" {
		text += ", " + s.Lang.In("speed", string(speed))
	}
	return text
}

// cycle shows the next pool.
func (l *LeadersScreen) cycle(by int) tea.Cmd {
	if n := len(l.pools); n > 0 {
		l.pool = l.pools[(max(l.poolIndex(), 0)+by+n)%n].ID()
	}
	return l.load()
}

// open shows the chosen player.
func (l *LeadersScreen) open() tea.Cmd {
	if all := l.shown(); l.At < len(all) {
		return l.s.Push(l, NewRecordScreen(l.s, all[l.At].Player))
	}
	return nil
}

// tableRows is how many players are seen at once.
func (l *LeadersScreen) tableRows() int { return max(l.height-4, 1) }

// ratingText writes a rating; a question mark says that few games stand behind it.
func ratingText(r archive.Standing) string { return r.Shown().String() }

// deviationText writes how far a rating may be off: with 95 in 100 the player is
// within twice of it.
func deviationText(s *ui.Session, r archive.Standing) string {
	sign := "±"
	if s.ASCIIOnly() {
		sign = "+-"
	}
	return fmt.Sprintf("%s%.0f", sign, r.Deviation)
}

// columns are those of the table for its width.
func (l *LeadersScreen) columns() []tableColumn[archive.Standing] {
	type column = tableColumn[archive.Standing]
	cols := []column{
		{"Rank", 5, true, func(p archive.Standing) string {
			if p.Rank == 0 {
				return "-"
			}
			return strconv.Itoa(p.Rank)
		}},
		{"Player", 0, false, func(p archive.Standing) string { return draw.Clean(p.Player.Name) }},
		{"Rating", 7, true, ratingText},
		{"Deviation", 9, true, func(p archive.Standing) string { return deviationText(l.s, p) }},
		{"Games", 7, true, func(p archive.Standing) string { return strconv.Itoa(p.Games) }},
	}
	if l.width >= 66 {
		cols = append(cols, column{"Last game", 12, true, func(p archive.Standing) string { return p.Last.Format("2006.01.02") }})
	}
	for i := range cols { // whole heads, in every language
		if c := &cols[i]; c.width > 0 {
			c.width = max(c.width, draw.WidthOf(l.s.Lang.In("column", c.name)))
		}
	}
	return shareOut(cols, min(l.width-3, 84))
}

func (l *LeadersScreen) View() string {
	th, g := l.s.Theme, l.s.Signs()
	right := ""
	if l.pool.Variant != "" {
		right = poolText(l.s, poolName(l.pools, l.pool.Variant), l.pool.Speed)
		if i := l.poolIndex(); i >= 0 && len(l.pools) > 1 {
			right += fmt.Sprintf("   %d/%d", i+1, len(l.pools))
		}
	}
	cols := l.columns()
	rows := []string{draw.TitleBar(th, l.width, l.s.Text("Ratings"), right), th.Faint.Render("  " + tableHead(l.s, cols))}
	provisional := false
	all := l.shown()
	top := draw.ScrollTo(l.Top, l.At, len(all), l.tableRows())
	for i := top; i < min(top+l.tableRows(), len(all)); i++ {
		line := tableRow(cols, func(c *tableColumn[archive.Standing]) string { return c.text(all[i]) })
		provisional = provisional || all[i].Provisional()
		switch {
		case i == l.At:
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+line, l.width)))
		case all[i].Player.ID == Of(l.s).Me.ID:
			rows = append(rows, "  "+th.Accent.Render(line))
		default:
			rows = append(rows, "  "+th.Text.Render(line))
		}
	}
	if len(all) == 0 && l.known && (len(l.pools) == 0 || l.loaded == l.pool) {
		rows = append(rows, "", "  "+th.Faint.Render(draw.Cut(l.s.Text("No rated games yet."), l.width-4)))
	}
	for len(rows) < l.height-1 {
		rows = append(rows, "")
	}
	if provisional {
		rows = append(rows, "  "+th.Faint.Render(draw.Cut(l.s.Text("? provisional or inactive: not ranked"), l.width-4)))
	}
	return draw.Page(rows, l.width, l.height)
}

func (l *LeadersScreen) ShortHelp() []key.Binding {
	k := l.keys
	return []key.Binding{ui.PairOf("variant", k.Prev, k.Next), ui.Brief(k.Open, "player"), ui.Brief(k.Games, "games"), ui.Brief(k.Me, "me"),
		ui.PairOf(ui.MoveCursor, k.Up, k.Down), k.Back}
}

func (l *LeadersScreen) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom), ui.Bindings(&k.Prev, &k.Next, &k.Open, &k.Me, &k.Games, &k.Card, &k.Back)}
}
