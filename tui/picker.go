package tui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	pgnfiles "rookery/pgn/collection"
)

// picker is the table of the games of one or more PGN files. It shows the
// first of them as soon as they are found. Where there is but one game it makes
// way for it.
type picker struct {
	s             *Session
	keys          listKeys
	paths         []string
	games         *collection
	cancel        context.CancelFunc
	ctx           context.Context
	ready         bool   // there is something to show
	count         int    // games found so far
	sieve         *sieve // nil without a filter
	shown         []int32
	seen          int   // games that the filter has looked at
	fault         error // why the filter is none
	keep          int   // the game that stays chosen while the filter finds others, -1 for none
	at            int   // the chosen row
	top           int
	filter        string
	filtering     bool
	polling       bool
	handedOn      bool         // the collection belongs to the viewer now
	early         []tea.KeyMsg // keys struck before there was anything to show
	width, height int
}

type (
	// readMsg tells that the files were read, or why not.
	readMsg struct {
		to  *picker
		err error
	}
	// pollMsg asks how far reading and filtering are.
	pollMsg struct{ to *picker }
	// siftedMsg tells that a filter has looked at all games.
	siftedMsg struct {
		to    *picker
		sieve *sieve
	}
	// rowsMsg tells that rows that were not at hand can be drawn now.
	rowsMsg struct{ to *picker }
)

// The first look is early, so that a file that is read at once is never seen
// being read; then the screen follows ten times a second.
const (
	firstPoll = 25 * time.Millisecond
	laterPoll = 100 * time.Millisecond
)

func newPicker(s *Session, paths []string) *picker {
	p := &picker{s: s, keys: bound(s, newListKeys()), paths: paths, games: newCollection(paths), keep: -1}
	p.keys.Mark.SetEnabled(false)
	p.keys.Card.SetEnabled(false)
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// Init reads the files in a command and remembers them.
func (p *picker) Init() tea.Cmd {
	ctx, games, paths, store := p.ctx, p.games, p.paths, p.s.Store
	if games.shelf != nil {
		paths = nil // only folders are remembered
	}
	return tea.Batch(
		func() tea.Msg { return readMsg{to: p, err: games.read(ctx)} },
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
func (p *picker) poll(after time.Duration) tea.Cmd {
	if p.polling {
		return nil
	}
	p.polling = true
	return tea.Tick(after, func(time.Time) tea.Msg { return pollMsg{p} })
}

func (p *picker) SetSize(width, height int) { p.width, p.height = width, height }
func (p *picker) title() string             { return p.name() }
func (p *picker) typing() bool              { return p.filtering }
func (p *picker) minSize() (int, int)       { return 40, 8 }

// close stops the reading and gives the files back.
func (p *picker) close() {
	p.cancel()
	if !p.handedOn {
		p.games.close()
	}
}

// name of the file, or how many there are.
func (p *picker) name() string {
	if len(p.paths) == 1 {
		return clean(filepath.Base(p.paths[0]))
	}
	return fmt.Sprintf("%d files", len(p.paths))
}

func (p *picker) Update(msg tea.Msg) (screen, tea.Cmd) {
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
	case siftedMsg:
		if msg.to == p && msg.sieve == p.sieve {
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
func (p *picker) read(err error) (screen, tea.Cmd) {
	if p.ctx.Err() != nil { // left while the files were being read
		return p, nil
	}
	p.count = p.games.len()
	var told tea.Cmd
	if err != nil {
		told = fail(err)
	}
	switch {
	case p.count == 0 && err == nil:
		return p, tea.Batch(p.s.pop(p), fail(fmt.Errorf("no game in %q: a PGN file begins with [Event \"…\"]", p.name())))
	case p.count == 0:
		return p, tea.Batch(p.s.pop(p), told)
	case p.count == 1 && !p.ready:
		p.handedOn = true
		p.cancel()
		return p, tea.Batch(told, p.s.openInstead(p, ShowGames{Games: p.games, Owns: true, Early: p.early}))
	}
	return p, tea.Batch(told, p.show(), p.fetch())
}

// look takes in what was found meanwhile.
func (p *picker) look() tea.Cmd {
	p.count = p.games.len()
	p.take()
	var cmd tea.Cmd
	if p.count > 1 {
		cmd = p.show()
	}
	if _, whole, _ := p.games.progress(); whole && (p.sieve == nil || p.seen >= p.count) || p.ctx.Err() != nil {
		return cmd
	}
	return tea.Batch(cmd, p.poll(laterPoll))
}

// show begins to show the table and does what was asked for before.
func (p *picker) show() tea.Cmd {
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

// sift filters the games in a command. What it finds is taken in as it comes.
func (p *picker) sift(text string) tea.Cmd {
	p.filter = text
	if _, p.fault = pgnfiles.ParseQuery(text); p.fault != nil {
		return nil // what was found before stays until the text means something
	}
	p.keep = p.game(p.at)
	if p.sieve != nil {
		p.sieve.stop()
	}
	if strings.TrimSpace(text) == "" {
		p.sieve, p.shown = nil, nil
		p.at, p.keep = max(p.keep, 0), -1
		return nil
	}
	ctx, stop := context.WithCancel(p.ctx)
	sv := &sieve{text: text, stop: stop}
	p.sieve, p.shown, p.seen, p.at = sv, nil, 0, 0
	games := p.games
	return tea.Batch(
		func() tea.Msg {
			defer stop()
			sv.run(ctx, games)
			return siftedMsg{p, sv}
		},
		p.poll(firstPoll))
}

// take takes in what the filter has found. The game that was chosen stays so
// where it fits, else the one before it.
func (p *picker) take() {
	if p.sieve == nil {
		return
	}
	over := false
	p.shown, p.seen, over = p.sieve.state()
	if over {
		p.seen = max(p.seen, p.count)
	}
	if p.keep >= 0 {
		n, _ := slices.BinarySearch(p.shown, int32(p.keep)+1)
		p.at = max(n-1, 0)
	}
}

// rows is how many games the table holds now.
func (p *picker) rows() int {
	if p.sieve == nil {
		return p.count
	}
	return len(p.shown)
}

// game is the number of the game in a row, -1 for none.
func (p *picker) game(row int) int {
	switch {
	case row < 0 || row >= p.rows():
		return -1
	case p.sieve == nil:
		return row
	}
	return int(p.shown[row])
}

// fetch reads the rows that are seen next, unless they are at hand.
func (p *picker) fetch() tea.Cmd {
	p.top = scrollTo(p.top, p.at, p.rows(), p.tableRows())
	missing := false
	var wanted []int
	for row := p.top - p.tableRows(); row < p.top+2*p.tableRows(); row++ {
		if g := p.game(row); g >= 0 {
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
			games.row(g)
		}
		return rowsMsg{p}
	}
}

func (p *picker) clicked(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		p.move(3)
	case msg.Button == tea.MouseButtonWheelUp:
		p.move(-3)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if i := msg.Y - 2 + p.top; msg.Y >= 2 && i < p.rows() {
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
func (p *picker) tableRows() int { return max(p.height-2, 1) }

func (p *picker) move(by int) {
	p.at, p.keep = max(min(p.at+by, p.rows()-1), 0), -1
}

func (p *picker) pressed(msg tea.KeyMsg) tea.Cmd {
	if p.filtering {
		text, done := editFilter(p.filter, msg)
		p.filtering = !done
		var sift tea.Cmd
		if text != p.filter {
			sift = p.sift(text)
		}
		if !done || msg.Type == tea.KeyEsc || msg.Type == tea.KeyEnter {
			return sift
		}
		return tea.Batch(sift, p.pressed(msg))
	}
	k := p.keys
	if !p.ready && !key.Matches(msg, k.Back) {
		if len(p.early) < maxEarly {
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
		p.move(-p.rows())
	case key.Matches(msg, k.Bottom):
		p.move(p.rows())
	case key.Matches(msg, k.Filter):
		p.filtering = true
	case key.Matches(msg, k.Open):
		return p.open()
	case key.Matches(msg, k.Clear) && p.filter != "":
		return p.sift("")
	case key.Matches(msg, k.Back):
		return p.s.pop(p)
	}
	return nil
}

// open shows the chosen game.
func (p *picker) open() tea.Cmd {
	if p.rows() == 0 {
		return nil
	}
	return p.s.open(p, ShowGames{Games: p.games, Index: p.game(p.at)})
}
