package library

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	pgnfiles "rookery/pgn/collection"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/ui"
)

// Picker is the table of the games of one or more PGN files. It shows the
// first of them as soon as they are found. Where there is but one game it makes
// way for it.
type Picker struct {
	s             *ui.Session
	keys          ui.ListKeys
	paths         []string
	games         *Collection
	cancel        context.CancelFunc
	ctx           context.Context
	ready         bool       // there is something to show
	count         int        // games found so far
	job           *filterJob // nil without a filter
	shown         []int32
	seen          int   // games that the filter has looked at
	fault         error // why the filter is none
	keep          int   // the game that stays chosen while the filter finds others, -1 for none
	at            int   // the chosen row
	top           int
	filter        string
	filtering     bool
	polling       bool
	handedOn      bool          // the collection belongs to the viewer now
	early         []tea.KeyMsg  // keys struck before there was anything to show
	history       *historyTable // nil but for the games that were played, of which the latest come first
	width, height int
}

type (
	// readMsg tells that the files were read, or why not.
	readMsg struct {
		to  *Picker
		err error
	}
	// PollMsg asks how far reading and filtering are.
	pollMsg struct{ to *Picker }
	// filteredMsg tells that a filter has looked at all games.
	filteredMsg struct {
		to  *Picker
		job *filterJob
	}
	// rowsMsg tells that rows that were not at hand can be drawn now.
	rowsMsg struct{ to *Picker }
)

// The first look is early, so that a file that is read at once is never seen
// being read; then the screen follows ten times a second.
const (
	firstPoll = 25 * time.Millisecond
	laterPoll = 100 * time.Millisecond
)

func newPicker(s *ui.Session, paths []string) *Picker {
	p := &Picker{s: s, keys: ui.Bound(s, ui.NewListKeys()), paths: paths, games: NewCollection(paths), keep: -1}
	p.keys.Mark.SetEnabled(false)
	p.keys.Card.SetEnabled(false)
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// Init reads the files in a command and remembers them.
func (p *Picker) Init() tea.Cmd {
	ctx, games, paths, store := p.ctx, p.games, p.paths, p.s.Store
	if games.saved != nil || p.history != nil {
		paths = nil // only folders are remembered, and those that the menu does not open
	}
	return tea.Batch(
		func() tea.Msg { return readMsg{to: p, err: games.Read(ctx)} },
		p.poll(firstPoll),
		func() tea.Msg {
			for i := len(paths) - 1; i >= 0; i-- {
				if err := store.AddRecent(paths[i]); err != nil {
					break // the list of recent files is a convenience
				}
			}
			return nil
		})
}

// poll looks again after a while, unless it is going to.
func (p *Picker) poll(after time.Duration) tea.Cmd {
	if p.polling {
		return nil
	}
	p.polling = true
	return ui.After(after, pollMsg{p})
}

func (p *Picker) SetSize(width, height int) { p.width, p.height = width, height }
func (p *Picker) Title() string             { return p.name() }
func (p *Picker) Typing() bool              { return p.filtering }
func (p *Picker) MinSize() (int, int)       { return 40, 8 }

// Close stops the reading and gives the files back.
func (p *Picker) Close() {
	p.cancel()
	if !p.handedOn {
		p.games.Close()
	}
}

// name of the file, or how many there are.
func (p *Picker) name() string {
	if p.history != nil {
		return p.s.Text("Games")
	}
	if len(p.paths) == 1 {
		return draw.Clean(filepath.Base(p.paths[0]))
	}
	return fmt.Sprintf("%d files", len(p.paths))
}

func (p *Picker) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case readMsg:
		if msg.to == p {
			return p.read(msg.err)
		}
	case pollMsg:
		if msg.to == p {
			p.polling = false
			cmd = p.look()
		}
	case forgotMsg:
		if msg.to == p {
			cmd = p.forgot(msg.err)
		}
	case ui.RevealedMsg:
		_, whole := p.games.progress()
		if n := p.games.Len(); whole && p.ready && n != p.count { // the file was read again
			p.count, p.keep = n, -1
			p.at = max(min(p.at, p.rowCount()-1), 0)
			if p.filter != "" {
				return p, p.setFilter(p.filter)
			}
		}
	case filteredMsg:
		if msg.to == p && msg.job == p.job {
			p.take()
		}
	case tea.MouseMsg:
		cmd = p.clicked(msg)
	case tea.KeyMsg:
		cmd = p.pressed(msg)
	}
	return p, tea.Batch(cmd, p.fetch())
}

// read takes the last games in, or tells why there are none.
func (p *Picker) read(err error) (ui.Screen, tea.Cmd) {
	if p.ctx.Err() != nil { // left while the files were being read
		return p, nil
	}
	p.count = p.games.Len()
	var told tea.Cmd
	if err != nil {
		told = ui.Fail(err)
	}
	switch {
	case p.history != nil:
	case p.count == 0 && err == nil:
		return p, tea.Batch(p.s.Pop(p), ui.Fail(fmt.Errorf("no games in %q: a PGN file starts with [Event \"…\"]", p.name())))
	case p.count == 0:
		return p, tea.Batch(p.s.Pop(p), told)
	case p.count == 1 && !p.ready:
		p.handedOn = true
		p.cancel()
		return p, tea.Batch(told, p.s.OpenInstead(p, ShowGames{Games: p.games, Owns: true, Early: p.early}))
	}
	return p, tea.Batch(told, p.show(), p.fetch(), p.tellEdits())
}

// tellEdits names the games of the files that were edited and not saved.
func (p *Picker) tellEdits() tea.Cmd {
	if !p.s.Local || p.history != nil || p.games.saved != nil {
		return nil
	}
	store, paths, dash := p.s.Store, p.paths, p.s.Signs().Dash
	return func() tea.Msg {
		var names []string
		for _, path := range paths {
			if abs, err := filepath.Abs(path); err == nil {
				path = abs
			}
			for _, e := range store.EditsIn(path) {
				if g, err := pgn.NewReader(strings.NewReader(e.Text)).Read(); err == nil {
					names = append(names, PlayerName(g.Tags.Value("White"))+" "+dash+" "+PlayerName(g.Tags.Value("Black")))
				}
			}
		}
		if len(names) == 0 {
			return nil
		}
		return ui.ToastMsg{Text: fmt.Sprintf("Unsaved edits: %s. Open the game to restore them.", lang.Name(strings.Join(names, ", ")))}
	}
}

// look takes in what was found meanwhile.
func (p *Picker) look() tea.Cmd {
	p.count = p.games.Len()
	p.take()
	var cmd tea.Cmd
	if p.count > 1 {
		cmd = p.show()
	}
	if _, whole := p.games.progress(); whole && (p.job == nil || p.seen >= p.count) || p.ctx.Err() != nil {
		return cmd
	}
	return tea.Batch(cmd, p.poll(laterPoll))
}

// show begins to show the table and does what was asked for before.
func (p *Picker) show() tea.Cmd {
	if p.ready {
		return nil
	}
	p.ready = true
	var cmds []tea.Cmd
	for _, k := range p.early {
		cmds = append(cmds, p.pressed(k))
	}
	p.early = nil
	return tea.Batch(cmds...)
}

// setFilter filters the games in a command. What it finds is taken in as it comes.
func (p *Picker) setFilter(text string) tea.Cmd {
	p.filter = text
	if _, p.fault = pgnfiles.ParseQuery(text); p.fault != nil {
		return nil // what was found before stays until the text means something
	}
	p.keep = p.game(p.at)
	if p.job != nil {
		p.job.stop()
	}
	if strings.TrimSpace(text) == "" {
		p.job, p.shown = nil, nil
		p.at, p.keep = p.row(max(p.keep, 0), p.count), -1
		return nil
	}
	ctx, stop := context.WithCancel(p.ctx)
	job := &filterJob{text: text, stop: stop}
	p.job, p.shown, p.seen, p.at = job, nil, 0, 0
	games := p.games
	return tea.Batch(
		func() tea.Msg {
			defer stop()
			job.run(ctx, games)
			return filteredMsg{p, job}
		},
		p.poll(firstPoll))
}

// take takes in what the filter has found. The game that was chosen stays so
// where it fits, else the one before it.
func (p *Picker) take() {
	if p.job == nil {
		return
	}
	over := false
	p.shown, p.seen, over = p.job.state()
	if over {
		p.seen = max(p.seen, p.count)
	}
	if p.keep >= 0 {
		n, _ := slices.BinarySearch(p.shown, int32(p.keep)+1)
		p.at = p.row(max(n-1, 0), len(p.shown))
	}
}

// row is where the n-th of so many games stands in the table, and the other way
// round.
func (p *Picker) row(n, of int) int {
	if p.history != nil {
		return max(of-1-n, 0)
	}
	return n
}

// Rows is how many games the table holds now.
func (p *Picker) rowCount() int {
	if p.job == nil {
		return p.count
	}
	return len(p.shown)
}

// game is the number of the game in a row, -1 for none.
func (p *Picker) game(row int) int {
	switch {
	case row < 0 || row >= p.rowCount():
		return -1
	case p.job == nil:
		return p.row(row, p.count)
	}
	return int(p.shown[p.row(row, len(p.shown))])
}

// Fetch reads the rows that are seen next, unless they are at hand.
func (p *Picker) fetch() tea.Cmd {
	p.top = draw.ScrollTo(p.top, p.at, p.rowCount(), p.tableRows())
	missing := false
	var wanted []int
	there := p.games.Len() // fewer than are listed, where a file was read again
	for row := p.top - p.tableRows(); row < p.top+2*p.tableRows(); row++ {
		if g := p.game(row); g >= 0 && g < there {
			wanted = append(wanted, g)
			if row >= p.top && row < p.top+p.tableRows() {
				_, ok := p.games.cached(g)
				missing = missing || !ok
			}
		}
	}
	if !missing || len(wanted) > mostRows/2 {
		return nil
	}
	games := p.games
	return func() tea.Msg {
		for _, g := range wanted {
			games.Row(g)
		}
		return rowsMsg{p}
	}
}

func (p *Picker) clicked(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		p.move(3)
	case msg.Button == tea.MouseButtonWheelUp:
		p.move(-3)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if i := msg.Y - 2 + p.top; msg.Y >= 2 && i < p.rowCount() {
			again := p.at == i
			p.at, p.keep = i, -1
			if again {
				return p.open()
			}
		}
	}
	return nil
}

// tableRows is how many games are seen at once.
func (p *Picker) tableRows() int { return max(p.height-2, 1) }

func (p *Picker) move(by int) {
	p.at, p.keep = max(min(p.at+by, p.rowCount()-1), 0), -1
}

func (p *Picker) pressed(msg tea.KeyMsg) tea.Cmd {
	if p.filtering {
		text, done := ui.EditFilter(p.filter, msg)
		p.filtering = !done
		var sift tea.Cmd
		if text != p.filter {
			sift = p.setFilter(text)
		}
		if !done || msg.Type == tea.KeyEsc || msg.Type == tea.KeyEnter {
			return sift
		}
		return tea.Batch(sift, p.pressed(msg))
	}
	k := p.keys
	if p.history != nil && p.ready {
		if cmd, done := p.historyPressed(msg); done {
			return cmd
		}
	}
	if !p.ready && !key.Matches(msg, k.Back) {
		if len(p.early) < ui.MaxEarly {
			p.early = append(p.early, msg)
		}
		return nil
	}
	switch {
	case key.Matches(msg, k.Up):
		p.move(-1)
	case key.Matches(msg, k.Down):
		p.move(1)
	case key.Matches(msg, k.PageUp):
		p.move(-p.tableRows())
	case key.Matches(msg, k.PageDown):
		p.move(p.tableRows())
	case key.Matches(msg, k.Top):
		p.move(-p.rowCount())
	case key.Matches(msg, k.Bottom):
		p.move(p.rowCount())
	case key.Matches(msg, k.Filter):
		p.filtering = true
	case key.Matches(msg, k.Open):
		return p.open()
	case key.Matches(msg, k.Clear) && p.filter != "":
		return p.setFilter("")
	case key.Matches(msg, k.Back):
		return p.s.Pop(p)
	}
	return nil
}

// open shows the chosen game.
func (p *Picker) open() tea.Cmd {
	if p.rowCount() == 0 {
		return nil
	}
	return p.s.Open(p, ShowGames{Games: p.games, Index: p.game(p.at)})
}

// FilterJob is a search through a collection that can be looked at while it runs.
type filterJob struct {
	text string
	stop context.CancelFunc

	mu    sync.Mutex
	found []int32 // grows only
	seen  int     // games that were looked at
	over  bool
}

// Run searches; the answer is in the job.
func (s *filterJob) run(ctx context.Context, games *Collection) {
	if q, err := pgnfiles.ParseQuery(s.text); err == nil {
		// A search that was told to stop, or whose file went away, has found
		// what it has found.
		_ = games.search(ctx, q, func(i int) {
			s.mu.Lock()
			s.found = append(s.found, int32(i))
			s.mu.Unlock()
		}, func(n int) {
			s.mu.Lock()
			s.seen = n
			s.mu.Unlock()
		})
	}
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
}

// state gives what was found so far; the list must not be changed.
func (s *filterJob) state() (found []int32, seen int, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.found[:len(s.found):len(s.found)], s.seen, s.over
}
