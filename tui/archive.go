package tui

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
)

const (
	// archivePage is how many games are fetched at a time, mostPages how many
	// pages are kept.
	archivePage = 64
	mostPages   = 32
	// archiveGap is the least time between two lists that are shown.
	archiveGap = time.Second
)

// archiveScreen is the table of the finished games of the club. It knows the
// pages that were looked at; everything else stays in the archive.
type archiveScreen struct {
	s       *Session
	keys    archiveKeys
	archive archive.Archive
	who     lobby.Player // whose games are shown; no ID for everybody's
	pools   []archive.Pool
	variant string // key; empty for all
	oldest  bool

	filter       string
	typingFilter bool
	fault        error // why the filter is none

	query  archive.Filter // what the rows answer
	serial int            // of the query
	cancel context.CancelFunc
	ctx    context.Context
	rows   map[int]archive.Game // by place in the list
	asked  map[int]bool         // pages that are being fetched
	have   map[int]bool         // pages whose games are in rows
	stale  bool                 // the rows are of the query before
	all    int                  // games that fit, -1 while nothing is known

	life  context.Context // ends when the screen is left
	leave context.CancelFunc
	grows bool // the query before was the same: games may have come in above

	at, top       int
	width, height int
}

type (
	// archiveNewsMsg tells that games have come in.
	archiveNewsMsg struct{ to *archiveScreen }
	// archivePageMsg brings a part of the list.
	archivePageMsg struct {
		to           *archiveScreen
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

// newArchiveScreen lists all games of the club's archive, which must be there.
func newArchiveScreen(s *Session) screen { return newArchiveOf(s, lobby.Player{}, "") }

// newArchiveOf lists the games of one player, or with an empty ID of all, and of
// one variant by its key, or of all.
func newArchiveOf(s *Session, who lobby.Player, variant string) *archiveScreen {
	a := &archiveScreen{
		s: s, keys: bound(s, newArchiveKeys()), archive: s.Club.Archive, who: who, variant: variant,
		all: -1, cancel: func() {},
	}
	a.life, a.leave = context.WithCancel(context.Background())
	a.keys.Mine.SetEnabled(s.Club.Me.ID != "")
	a.ask()
	return a
}

// Init fetches the variants and, by Update, the first games.
func (a *archiveScreen) Init() tea.Cmd {
	return tea.Batch(await(a.listen(0)), fetchPools(a.archive), a.fetch())
}

// listen waits for games that come in from now on, and tells of them after a while
// at the earliest.
func (a *archiveScreen) listen(gap time.Duration) tea.Cmd {
	changed, life := a.archive.Changed(), a.life.Done()
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
func await(wait tea.Cmd) tea.Cmd { return func() tea.Msg { return awaitMsg{wait} } }

// fetchPools asks which variants were played.
func fetchPools(from archive.Archive) tea.Cmd {
	return func() tea.Msg {
		pools, err := from.Pools(context.Background())
		return poolsMsg{pools, err}
	}
}

func (a *archiveScreen) SetSize(width, height int) { a.width, a.height = width, height }
func (a *archiveScreen) title() string             { return a.s.Text("Archive") }
func (a *archiveScreen) typing() bool              { return a.typingFilter }
func (a *archiveScreen) minSize() (int, int)       { return 40, 9 }
func (a *archiveScreen) close() {
	a.cancel()
	a.leave()
}

// ask begins a new query: the rows are stale from now on.
func (a *archiveScreen) ask() {
	f, err := archive.ParseFilter(a.filter)
	if a.fault = err; err != nil {
		return // what was found before stays until the text means something
	}
	if a.who.ID != "" {
		f.Player = a.who.ID
	}
	if a.variant != "" {
		f.Variant = a.variant
	}
	f.Oldest = a.oldest
	a.cancel()
	a.ctx, a.cancel = context.WithCancel(context.Background())
	a.query, a.stale, a.grows, a.asked = f, true, false, make(map[int]bool)
	a.serial++
}

// fetch asks for the pages that are seen and not at hand.
func (a *archiveScreen) fetch() tea.Cmd {
	a.top = scrollTo(a.top, a.at, max(a.all, 0), a.tableRows())
	var cmds []tea.Cmd
	for page := a.top / archivePage; page <= (a.top+a.tableRows()-1)/archivePage; page++ {
		first := page * archivePage
		if a.have[page] && !a.stale || a.asked[page] || page > 0 && first >= a.all {
			continue
		}
		a.asked[page] = true
		ctx, from, query, serial := a.ctx, a.archive, a.query, a.serial
		cmds = append(cmds, func() tea.Msg {
			games, all, err := from.Games(ctx, query, archive.Page{Offset: first, Limit: archivePage})
			return archivePageMsg{a, serial, page, games, all, err}
		})
	}
	return tea.Batch(cmds...)
}

// take takes a page in. Where the number of games has changed meanwhile all rows
// have moved, and are fetched anew.
func (a *archiveScreen) take(msg archivePageMsg) tea.Cmd {
	if msg.serial != a.serial {
		return nil
	}
	delete(a.asked, msg.page)
	if msg.err != nil {
		if a.ctx.Err() != nil {
			return nil
		}
		return fail(msg.err)
	}
	if grown := msg.all - a.all; a.grows && grown > 0 && a.at > 0 && !a.oldest { // the chosen game has moved down
		a.at, a.top = a.at+grown, a.top+grown
	}
	a.grows = false
	if a.stale || msg.all != a.all || len(a.rows) > mostPages*archivePage {
		a.rows, a.have = make(map[int]archive.Game), make(map[int]bool)
	}
	a.stale, a.all, a.have[msg.page] = false, msg.all, true
	for i, g := range msg.games {
		a.rows[msg.page*archivePage+i] = g
	}
	a.at = max(min(a.at, a.all-1), 0)
	return nil
}

// Update implements screen.
func (a *archiveScreen) Update(msg tea.Msg) (screen, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case archivePageMsg:
		if msg.to == a {
			cmd = a.take(msg)
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
		cmd = tea.Batch(await(a.listen(archiveGap)), fetchPools(a.archive))
		a.ask()
		a.grows = a.all >= 0
	case revealedMsg:
		a.ask() // games may have come in
		cmd = fetchPools(a.archive)
	case tea.MouseMsg:
		cmd = a.clicked(msg)
	case tea.KeyMsg:
		cmd = a.pressed(msg)
	default:
		return a, nil
	}
	return a, tea.Batch(cmd, a.fetch())
}

func (a *archiveScreen) clicked(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		a.move(3)
	case msg.Button == tea.MouseButtonWheelUp:
		a.move(-3)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if i := msg.Y - 2 + a.top; msg.Y >= 2 && msg.Y < 2+a.tableRows() && i < a.all {
			again := a.at == i
			a.at = i
			if again {
				return a.open()
			}
		}
	}
	return nil
}

func (a *archiveScreen) move(by int) { a.at = max(min(a.at+by, a.all-1), 0) }

func (a *archiveScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	if a.typingFilter {
		text, done := editFilter(a.filter, msg)
		a.typingFilter = !done
		if text != a.filter {
			a.refilter(text)
		}
		if !done || msg.Type == tea.KeyEsc || msg.Type == tea.KeyEnter {
			return nil
		}
	}
	k := &a.keys
	switch {
	case key.Matches(msg, k.Up):
		a.move(-1)
	case key.Matches(msg, k.Down):
		a.move(1)
	case key.Matches(msg, k.PageUp):
		a.move(-a.tableRows())
	case key.Matches(msg, k.PageDown):
		a.move(a.tableRows())
	case key.Matches(msg, k.Top):
		a.move(-a.all)
	case key.Matches(msg, k.Bottom):
		a.move(a.all)
	case key.Matches(msg, k.Filter):
		a.typingFilter = true
	case key.Matches(msg, k.Open):
		return a.open()
	case key.Matches(msg, k.Mine):
		a.who = a.other()
		a.restart()
	case key.Matches(msg, k.Order):
		a.oldest = !a.oldest
		a.restart()
	case key.Matches(msg, k.Variant):
		a.cycle(1)
	case key.Matches(msg, k.PrevVariant):
		a.cycle(-1)
	case key.Matches(msg, k.White):
		return a.record(0)
	case key.Matches(msg, k.Black):
		return a.record(1)
	case key.Matches(msg, k.Leaders):
		return a.s.push(a, newLeadersOf(a.s, a.variant))
	case key.Matches(msg, k.Clear) && a.filter != "":
		a.refilter("")
	case key.Matches(msg, k.Back):
		return a.s.pop(a)
	}
	return nil
}

// other is whose games are shown after Mine was struck.
func (a *archiveScreen) other() lobby.Player {
	if a.who.ID == a.s.Club.Me.ID {
		return lobby.Player{}
	}
	return a.s.Club.Me
}

// restart asks anew and chooses the first game.
func (a *archiveScreen) restart() {
	a.at, a.top = 0, 0
	a.ask()
}

// refilter asks for other words.
func (a *archiveScreen) refilter(text string) {
	a.filter = text
	a.restart()
}

// cycle shows the games of the next variant alone; those of all come between the
// last and the first.
func (a *archiveScreen) cycle(by int) {
	at := 0
	for i, p := range a.pools {
		if p.Key == a.variant {
			at = i + 1
		}
	}
	n := len(a.pools) + 1
	at = (at + by + n) % n
	a.variant = ""
	if at > 0 {
		a.variant = a.pools[at-1].Key
	}
	a.restart()
}

// chosen is the game under the pointer.
func (a *archiveScreen) chosen() (archive.Game, bool) {
	g, ok := a.rows[a.at]
	return g, ok && !a.stale
}

// open shows the chosen game.
func (a *archiveScreen) open() tea.Cmd {
	g, ok := a.chosen()
	if !ok {
		return nil
	}
	return openArchived(a.s, a, g.ID)
}

// record shows the games and ratings of a player of the chosen game.
func (a *archiveScreen) record(color int) tea.Cmd {
	g, ok := a.chosen()
	if !ok {
		return nil
	}
	return a.s.push(a, newRecordScreen(a.s, g.Players[color]))
}
