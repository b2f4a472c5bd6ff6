package club

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

const (
	// ArchivePage is how many games are fetched at a time, mostPages how many
	// pages are kept.
	ArchivePage = 64
	mostPages   = 32
	// archivePause is the least time between two lists that are shown.
	archivePause = time.Second
)

// ArchiveScreen is the table of the finished games of the club. It knows the
// pages that were looked at; everything else stays in the archive.
type ArchiveScreen struct {
	s       *ui.Session
	keys    ui.ArchiveKeys
	archive archive.Archive
	player  remote.Player // whose games are shown; no ID for everybody's
	pools   []archive.Pool
	pool    archive.PoolKey // zero for all; without a speed for all of a variant
	oldest  bool

	filter       string
	typingFilter bool
	filterErr    error // why the filter is none

	query    archive.Filter // what the rows answer
	serial   int            // of the query
	endQuery context.CancelFunc
	queryCtx context.Context
	rows     map[int]archive.Game // by place in the list
	fetching map[int]bool         // pages that are being fetched
	loaded   map[int]bool         // pages whose games are in rows
	stale    bool                 // the rows are of the query before
	Total    int                  // games that fit, -1 while nothing is known

	screenCtx context.Context // ends when the screen is left
	endScreen context.CancelFunc
	sameQuery bool // stale rows are of the same query: games may have come in above

	ui.Cursor
	width, height int
}

type (
	// archiveNewsMsg tells that games have come in.
	archiveNewsMsg struct{ to *ArchiveScreen }
	// archivePageMsg brings a part of the list.
	archivePageMsg struct {
		to           *ArchiveScreen
		serial, page int
		games        []archive.Game
		all          int
		err          error
	}
	// poolsMsg brings the variants of which there are games.
	poolsMsg struct {
		pools []archive.Pool
		err   error
	}
)

// NewArchiveScreen lists all games of the club's archive, which must be there.
func NewArchiveScreen(s *ui.Session) ui.Screen {
	return newArchiveOf(s, remote.Player{}, archive.PoolKey{})
}

// newArchiveOf lists the games of one player, or with an empty ID of all, and of
// one pool, or of all.
func newArchiveOf(s *ui.Session, who remote.Player, pool archive.PoolKey) *ArchiveScreen {
	a := &ArchiveScreen{
		s: s, keys: ui.Bound(s, ui.NewArchiveKeys()), archive: Of(s).Archive, player: who, pool: pool,
		Total: -1, endQuery: func() {},
	}
	a.screenCtx, a.endScreen = context.WithCancel(context.Background())
	a.keys.Mine.SetEnabled(Of(s).Me.ID != "")
	a.newQuery()
	return a
}

// Init fetches the variants and, by Update, the first games.
func (a *ArchiveScreen) Init() tea.Cmd {
	return tea.Batch(await(a.Listen(0)), fetchPools(a.archive), a.fetch())
}

// Listen waits for games that come in from now on, and tells of them after a while
// at the earliest.
func (a *ArchiveScreen) Listen(gap time.Duration) tea.Cmd {
	changed, life := a.archive.Changed(), a.screenCtx.Done()
	return func() tea.Msg {
		rest := time.NewTimer(gap)
		defer rest.Stop()
		select {
		case <-rest.C:
		case <-life:
			return nil
		}
		select {
		case <-changed:
			return archiveNewsMsg{a}
		case <-life:
			return nil
		}
	}
}

// await has App run a command that may wait for long.
func await(wait tea.Cmd) tea.Cmd { return func() tea.Msg { return ui.AwaitMsg{Wait: wait} } }

// fetchPools asks which variants were played.
func fetchPools(from archive.Archive) tea.Cmd {
	return func() tea.Msg {
		pools, err := from.Pools(context.Background())
		return poolsMsg{pools, err}
	}
}

func (a *ArchiveScreen) SetSize(width, height int) { a.width, a.height = width, height }
func (a *ArchiveScreen) Title() string             { return a.s.Text("Archive") }
func (a *ArchiveScreen) Typing() bool              { return a.typingFilter }
func (a *ArchiveScreen) MinSize() (int, int)       { return 40, 9 }
func (a *ArchiveScreen) Close() {
	a.endQuery()
	a.endScreen()
}

// newQuery begins a new query: the rows are stale from now on.
func (a *ArchiveScreen) newQuery() {
	f, err := archive.ParseFilter(a.filter)
	if a.filterErr = err; err != nil {
		return // what was found before stays until the text means something
	}
	if a.player.ID != "" {
		f.Player = a.player.ID
	}
	if a.pool.Variant != "" {
		f.Variant, f.Speed = a.pool.Variant, a.pool.Speed
	}
	f.Oldest = a.oldest
	a.endQuery()
	a.queryCtx, a.endQuery = context.WithCancel(context.Background())
	a.query, a.stale, a.sameQuery, a.fetching = f, true, false, make(map[int]bool)
	a.serial++
}

// refresh asks the same anew: games may have come in. What is shown stays good until the answer comes.
func (a *ArchiveScreen) refresh() {
	same := a.Total >= 0 && (a.sameQuery || !a.stale)
	a.newQuery()
	a.sameQuery = same
}

// fetch asks for the pages that are seen and not at hand.
func (a *ArchiveScreen) fetch() tea.Cmd {
	a.Top = draw.ScrollTo(a.Top, a.At, max(a.Total, 0), a.tableRows())
	var cmds []tea.Cmd
	for page := a.Top / ArchivePage; page <= (a.Top+a.tableRows()-1)/ArchivePage; page++ {
		first := page * ArchivePage
		if a.loaded[page] && !a.stale || a.fetching[page] || page > 0 && first >= a.Total {
			continue
		}
		a.fetching[page] = true
		ctx, from, query, serial := a.queryCtx, a.archive, a.query, a.serial
		cmds = append(cmds, func() tea.Msg {
			games, all, err := from.Games(ctx, query, archive.Page{Offset: first, Limit: ArchivePage})
			return archivePageMsg{a, serial, page, games, all, err}
		})
	}
	return tea.Batch(cmds...)
}

// addPage takes a page in. Where the number of games has changed meanwhile all rows
// have moved, and are fetched anew.
func (a *ArchiveScreen) addPage(msg archivePageMsg) tea.Cmd {
	if msg.serial != a.serial {
		return nil
	}
	delete(a.fetching, msg.page)
	if msg.err != nil {
		if a.queryCtx.Err() != nil {
			return nil
		}
		return ui.Fail(msg.err)
	}
	if grown := msg.all - a.Total; a.sameQuery && grown > 0 && a.At > 0 && !a.oldest { // the chosen game has moved down
		a.At, a.Top = a.At+grown, a.Top+grown
	}
	a.sameQuery = false
	if a.stale || msg.all != a.Total || len(a.rows) > mostPages*ArchivePage {
		a.rows, a.loaded = make(map[int]archive.Game), make(map[int]bool)
	}
	a.stale, a.Total, a.loaded[msg.page] = false, msg.all, true
	for i, g := range msg.games {
		a.rows[msg.page*ArchivePage+i] = g
	}
	a.At = max(min(a.At, a.Total-1), 0)
	return nil
}

func (a *ArchiveScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case archivePageMsg:
		if msg.to == a {
			cmd = a.addPage(msg)
			if msg.err != nil {
				return a, cmd // not at once again
			}
		}
	case poolsMsg:
		if msg.err == nil {
			a.pools = msg.pools
		}
	case archiveNewsMsg:
		if msg.to != a {
			return a, nil
		}
		cmd = tea.Batch(await(a.Listen(archivePause)), fetchPools(a.archive))
		a.refresh()
	case ui.RevealedMsg:
		a.refresh()
		cmd = fetchPools(a.archive)
	case tea.MouseMsg:
		if a.Clicked(msg, a.Total, a.tableRows(), 3) {
			cmd = a.open()
		}
	case tea.KeyMsg:
		cmd = a.pressed(msg)
	default:
		return a, nil
	}
	return a, tea.Batch(cmd, a.fetch())
}

func (a *ArchiveScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	if a.typingFilter {
		text, done := ui.EditFilter(a.filter, msg)
		a.typingFilter = !done
		if text != a.filter {
			a.setFilter(text)
		}
		if !done || msg.Type == tea.KeyEsc || msg.Type == tea.KeyEnter {
			return nil
		}
	}
	k := &a.keys
	switch {
	case a.Pressed(k, msg, a.Total, a.tableRows()):
	case key.Matches(msg, k.Filter):
		a.typingFilter = true
	case key.Matches(msg, k.Open):
		return a.open()
	case key.Matches(msg, k.Mine):
		a.player = a.toggledPlayer()
		a.search()
	case key.Matches(msg, k.Order):
		a.oldest = !a.oldest
		a.search()
	case key.Matches(msg, k.Variant):
		a.cycle(1)
	case key.Matches(msg, k.PrevVariant):
		a.cycle(-1)
	case key.Matches(msg, k.White):
		return a.record(0)
	case key.Matches(msg, k.Black):
		return a.record(1)
	case key.Matches(msg, k.Leaders):
		return a.s.Push(a, newLeadersOf(a.s, a.pool))
	case key.Matches(msg, k.Clear) && a.filter != "":
		a.setFilter("")
	case key.Matches(msg, k.Back):
		return a.s.Pop(a)
	}
	return nil
}

// toggledPlayer is whose games are shown after Mine was struck.
func (a *ArchiveScreen) toggledPlayer() remote.Player {
	if a.player.ID == Of(a.s).Me.ID {
		return remote.Player{}
	}
	return Of(a.s).Me
}

// search asks anew and chooses the first game.
func (a *ArchiveScreen) search() {
	a.Cursor = ui.Cursor{}
	a.newQuery()
}

// setFilter asks for other words.
func (a *ArchiveScreen) setFilter(text string) {
	a.filter = text
	a.search()
}

// cycle shows the games of the next variant alone; those of all come between the
// last and the first.
func (a *ArchiveScreen) cycle(by int) {
	at := 0
	for i, p := range a.pools {
		if p.ID() == a.pool {
			at = i + 1
		}
	}
	n := len(a.pools) + 1
	at = (at + by + n) % n
	a.pool = archive.PoolKey{}
	if at > 0 {
		a.pool = a.pools[at-1].ID()
	}
	a.search()
}

// Chosen is the game under the pointer.
func (a *ArchiveScreen) Chosen() (archive.Game, bool) {
	g, ok := a.rows[a.At]
	return g, ok && (a.sameQuery || !a.stale)
}

// open shows the chosen game.
func (a *ArchiveScreen) open() tea.Cmd {
	g, ok := a.Chosen()
	if !ok {
		return nil
	}
	return openArchived(a.s, a, g.ID)
}

// record shows the games and ratings of a player of the chosen game.
func (a *ArchiveScreen) record(color int) tea.Cmd {
	g, ok := a.Chosen()
	if !ok {
		return nil
	}
	return a.s.Push(a, NewRecordScreen(a.s, g.Players[color]))
}

func (a *ArchiveScreen) ShortHelp() []key.Binding {
	k := a.keys
	if a.typingFilter {
		return ui.Bindings(&k.Accept, &k.Clear)
	}
	return []key.Binding{ui.Brief(k.Open, "open"), k.Filter, ui.Brief(k.Mine, "mine"), ui.Brief(k.Variant, "variant"), k.Back,
		ui.Brief(k.Leaders, "ratings"), ui.PairOf("players", k.White, k.Black), ui.Brief(k.Order, "sort")}
}

func (a *ArchiveScreen) FullHelp() [][]key.Binding {
	k := a.keys
	return [][]key.Binding{
		ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom),
		ui.Bindings(&k.Open, &k.White, &k.Black, &k.Leaders),
		ui.Bindings(&k.Filter, &k.Mine, &k.Variant, &k.PrevVariant, &k.Order, &k.Back),
	}
}

// openArchived opens a game of the club's archive in the viewer, on top of a
// screen or of whichever is there for nil.
func openArchived(s *ui.Session, from ui.Screen, id string) tea.Cmd {
	archive := Of(s).Archive
	return s.Opening(func() tea.Msg {
		text, err := archive.Sheet(context.Background(), id)
		if err != nil {
			return ui.FailMsg(err)
		}
		games, err := library.CollectionOf(text)
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.OpenMsg{From: from, To: library.ShowGames{Games: games, Owns: true}}
	})
}
