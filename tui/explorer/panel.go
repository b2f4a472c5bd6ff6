// Package explorer is the panel that tells what is known of the position on the board: what was played in the
// games of a file, of masters, of all players of lichess or of one (moves, how often, how the games ended, and
// the games themselves), and what lichess's cloud and tablebase say. The viewer and the analysis board show it;
// pgn/explorer and tui/lichess find what it shows. The package may import tui/ui, tui/draw and what those may;
// start reading at [Panel].
package explorer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn/explorer"
	"rookery/pgn/repertoire"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/ui"
)

// Panel is what was played in a position. Its host gives it keys first, and the position after
// every change.
type Panel struct {
	s      *ui.Session
	host   ui.Screen
	toggle *key.Binding // shows and hides it
	path   string       // of the games

	on      bool
	from    source
	net     online
	shown   chess.Board // that the host shows
	state   state
	fault   error // why there is no index
	index   *explorer.Index
	build   func() // calls building off
	part    atomic.Uint64
	work    *work       // on index
	serial  int         // of the last question
	board   chess.Board // that was asked about last
	moves   []explorer.Move
	known   bool // they are those of board
	choice  int
	top     int
	listing bool // the games behind the chosen move are shown
	games   []explorer.Game
	game    int  // the chosen one
	reading bool // further games are being read
}

// work is what commands do with an index that is not closed before they are done.
type work struct {
	mu   sync.Mutex
	over bool
	busy sync.WaitGroup
}

// begin tells that a command works; false where it must not any more.
func (w *work) begin() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.over {
		w.busy.Add(1)
	}
	return !w.over
}

// end waits for all commands; no others begin.
func (w *work) end() {
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	w.busy.Wait()
}

// doing wraps a command that works with the index.
func (p *Panel) doing(do func() tea.Msg) tea.Cmd {
	w := p.work
	return func() tea.Msg {
		if !w.begin() {
			return nil
		}
		defer w.busy.Done()
		return do()
	}
}

// state says how far a panel has come.
type state uint8

const (
	opening  state = iota
	unbuilt        // the index is to be built, which the player is asked
	building       //
	failed         // fault says why
	ready
)

// Messages of a panel.
type (
	openedMsg struct {
		to    *Panel
		index *explorer.Index
		err   error
	}
	progressMsg struct{ to *Panel }
	movesMsg    struct {
		to     *Panel
		serial int
		moves  []explorer.Move
		err    error
	}
	gamesMsg struct {
		to     *Panel
		serial int
		games  []explorer.Game
		err    error
	}
)

// Keys of the panel while it is shown.
var (
	keyToggle = ui.Bind("o", "explorer: what was played here", "o")
	keyUp     = ui.Bind("↑", "previous move", "up", "k")
	keyDown   = ui.Bind("↓", "next move", "down", "j")
	keyEnter  = ui.Bind("enter", playIt, "enter")
	keyGames  = ui.Bind("tab", "games of the move", "tab")
	keyTrain  = ui.Bind("T", "train this line", "T")
	keyBack   = ui.Bind("esc", "close", "esc")
)

// playIt is what Enter does with a move.
var playIt = lang.Within("explorer", "play")

// Toggle is the key that shows and hides the panel.
func Toggle() key.Binding { return keyToggle }

// New is a panel, hidden, of the screen that shows it; toggle is the key for that, [Toggle] unless
// the player has bound another.
func New(s *ui.Session, host ui.Screen, toggle *key.Binding) *Panel {
	return &Panel{s: s, host: host, toggle: toggle, work: &work{}}
}

// On reports whether the panel is shown.
func (p *Panel) On() bool { return p.on }

// Path is the file that was explored, or [ui.ExploreLichess]; empty before the first.
func (p *Panel) Path() string {
	if p.path == "" && p.from != inFile {
		return ui.ExploreLichess
	}
	return p.path
}

// Show shows what was played in the games of a file.
func (p *Panel) Show(path string) tea.Cmd {
	if p.s.PlaysPerson() {
		return ui.Toast(ui.NoHelp)
	}
	p.on = true
	if p.canAsk() && (path == ui.ExploreLichess || p.s.Online.Source != int(inFile)) {
		if p.from = source(p.s.Online.Source); p.from == inFile {
			p.from = inMasters
		}
	}
	if path == ui.ExploreLichess || p.path == path && p.state != failed {
		return nil
	}
	p.drop()
	p.path, p.state, p.fault, p.work = path, opening, nil, &work{}
	return p.doing(func() tea.Msg {
		x, err := explorer.Open(path)
		return openedMsg{p, x, err}
	})
}

// Hide hides the panel; a build that is under way is called off.
func (p *Panel) Hide() {
	p.on, p.listing, p.net.naming = false, false, false
	p.stopAsking()
	if p.from != inFile {
		p.board = nil
	}
	if p.state == building {
		p.build()
	}
}

// Close frees what the panel holds.
func (p *Panel) Close() {
	p.stopAsking()
	p.drop()
}

// drop gives the index back.
func (p *Panel) drop() {
	if p.build != nil {
		p.build()
		p.build = nil
	}
	p.work.end() // temporary files are taken away
	if p.index != nil {
		p.index.Close()
		p.index = nil
	}
	p.board, p.moves, p.known, p.listing = nil, nil, false, false
}

// Look asks what was played in the position of a board, unless that was asked last.
func (p *Panel) Look(b chess.Board) tea.Cmd {
	p.shown = b
	if !p.on || b == nil || p.board != nil && p.board.Key() == b.Key() && p.board.Rules() == b.Rules() {
		return nil
	}
	if p.from != inFile {
		return p.lookOnline(b)
	}
	if p.state != ready {
		return nil
	}
	p.board, p.known, p.listing, p.choice, p.top = b.Clone(), false, false, 0, 0
	p.serial++
	serial, at, index := p.serial, p.board.Clone(), p.index
	return p.doing(func() tea.Msg {
		moves, err := index.At(at)
		return movesMsg{p, serial, moves, err}
	})
}

// Update takes what the panel has asked for.
func (p *Panel) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case ui.HelpMsg:
		if p.s.PlaysPerson() {
			p.Hide()
		}
	case openedMsg:
		switch {
		case msg.to != p:
		case p.state != ready:
			p.opened(msg)
		case msg.index != nil: // it came twice
			msg.index.Close()
		}
	case progressMsg:
		if msg.to == p && p.state == building {
			return p.tick()
		}
	case movesMsg:
		if msg.to != p || msg.serial != p.serial || p.from != inFile {
			break
		}
		if p.fails(msg.err) {
			break
		}
		p.moves, p.known = msg.moves, true
	case gamesMsg:
		if msg.to != p || msg.serial != p.serial {
			break
		}
		if p.fails(msg.err) {
			break
		}
		p.games, p.reading = append(p.games, msg.games...), false
	default:
		return p.updateOnline(msg)
	}
	return nil
}

// opened takes in an index, or why there is none.
func (p *Panel) opened(msg openedMsg) {
	switch {
	case errors.Is(msg.err, context.Canceled):
		p.state, p.fault = unbuilt, explorer.ErrMissing
	case errors.Is(msg.err, explorer.ErrMissing), errors.Is(msg.err, explorer.ErrStale):
		p.state, p.fault = unbuilt, msg.err
	case msg.err != nil:
		p.state, p.fault = failed, msg.err
	default:
		if p.index != nil {
			p.index.Close()
		}
		p.state, p.index, p.board = ready, msg.index, nil
	}
}

// fails takes in why the index gave no answer.
func (p *Panel) fails(err error) bool {
	switch {
	case err == nil:
		return false
	case errors.Is(err, explorer.ErrStale):
		p.state, p.fault = unbuilt, err
	default:
		p.state, p.fault = failed, err
	}
	p.listing, p.known = false, false
	return true
}

// tellEvery is how often the progress of building is drawn.
const tellEvery = 300 * time.Millisecond

func (p *Panel) tick() tea.Cmd { return ui.After(tellEvery, progressMsg{p}) }

// make builds the index.
func (p *Panel) make() tea.Cmd {
	p.work.end() // some systems replace no file that is open
	if p.index != nil {
		p.index.Close()
		p.index = nil
	}
	p.work = &work{}
	ctx, cancel := context.WithCancel(context.Background())
	p.state, p.build = building, cancel
	p.part.Store(0)
	path := p.path
	return tea.Batch(p.doing(func() tea.Msg {
		x, err := explorer.Build(ctx, path, explorer.Plies, func(part float64) { p.part.Store(math.Float64bits(part)) })
		return openedMsg{p, x, err}
	}), p.tick())
}

// Pressed gives a key to the panel while it is shown. m is the move that is to be played, 0 for
// none; taken is false for a key of the host.
func (p *Panel) Pressed(msg tea.KeyMsg) (m chess.Move, cmd tea.Cmd, taken bool) {
	if !p.on {
		return 0, nil, false
	}
	if p.net.naming {
		return 0, p.nameKey(msg), true
	}
	switch {
	case key.Matches(msg, *p.toggle):
		p.Hide()
	case p.canAsk() && key.Matches(msg, keySource):
		return 0, p.nextSource(), true
	case key.Matches(msg, keyBack) && p.listing:
		p.listing = false
	case key.Matches(msg, keyBack):
		p.Hide()
	case key.Matches(msg, keyTrain) && !p.listing && p.trains():
		return 0, p.train(), true
	case p.from == inFile && p.state == unbuilt && key.Matches(msg, keyEnter):
		return 0, p.make(), true
	case p.from == inFile && p.state != ready:
		return 0, nil, false
	case key.Matches(msg, keyUp):
		p.step(-1)
	case key.Matches(msg, keyDown):
		p.step(1)
		return 0, p.more(), true
	case key.Matches(msg, keyName) && (p.from == asWhite || p.from == asBlack):
		p.net.naming, p.net.name = true, ""
	case key.Matches(msg, keyGames) && p.listing:
		p.listing = false
	case key.Matches(msg, keyGames) && (p.from == inFile || p.counts()):
		return 0, p.list(), true
	case key.Matches(msg, keyEnter) && p.from != inFile && p.net.fault != nil:
		return 0, p.askAgain(), true
	case key.Matches(msg, keyEnter) && p.listing:
		return 0, p.open(), true
	case key.Matches(msg, keyEnter):
		if p.known && p.choice < len(p.moves) {
			return p.moves[p.choice].Move, nil, true
		}
	default:
		return 0, nil, false
	}
	return 0, nil, true
}

func (p *Panel) step(by int) {
	at, n := &p.choice, len(p.moves)
	if p.listing {
		at, n = &p.game, len(p.games)
	}
	if n > 0 {
		*at = max(0, min(*at+by, n-1))
	}
}

// listedAtOnce is how many games of a move are read when the list comes to its end.
const listedAtOnce = 100

// list shows the games behind the chosen move.
func (p *Panel) list() tea.Cmd {
	if !p.known || p.choice >= len(p.moves) {
		return nil
	}
	p.listing, p.games, p.game = true, nil, 0
	if p.from != inFile {
		p.listOnline()
		return nil
	}
	p.serial++
	return p.read()
}

// more reads further games where the last that was read is chosen.
func (p *Panel) more() tea.Cmd {
	if p.from != inFile || !p.listing || p.reading || p.game < len(p.games)-1 || len(p.games) >= p.moves[p.choice].Games {
		return nil
	}
	return p.read()
}

// read reads the next games of the list.
func (p *Panel) read() tea.Cmd {
	p.reading = true
	serial, index, m, from := p.serial, p.index, p.moves[p.choice], len(p.games)
	return p.doing(func() tea.Msg {
		numbers, err := index.Numbers(&m, from+listedAtOnce)
		var games []explorer.Game
		for _, n := range numbers[min(from, len(numbers)):] {
			var g explorer.Game
			if g, err = index.Header(n); err != nil {
				break
			}
			games = append(games, g)
		}
		return gamesMsg{p, serial, games, err}
	})
}

// openedAround is how many games of the list are opened before and behind the chosen one.
const openedAround = 50

// open opens the chosen game at the position that is explored, with its neighbours in the list.
func (p *Panel) open() tea.Cmd {
	if p.game >= len(p.games) {
		return nil
	}
	if p.from != inFile {
		return p.openOnline()
	}
	first := max(p.game-openedAround, 0)
	games := slices.Clone(p.games[first:min(p.game+openedAround+1, len(p.games))])
	index, at, board, from := p.index, p.game-first, p.board, p.host
	return p.s.Opening(p.doing(func() tea.Msg {
		var all strings.Builder
		for _, g := range games {
			text, err := index.Text(g.Number)
			if err != nil {
				return ui.FailMsg(err)
			}
			all.Write(text)
			all.WriteString("\n\n")
		}
		return ui.OpenMsg{From: from, To: ui.ViewGame{Text: all.String(), Index: at, Position: board.Key()}}
	}))
}

// Host is a screen whose line can be trained.
type Host interface {
	// Played is the moves to the position on the board, from the start of a FEN that is empty for the usual one.
	Played() (rules chess.Rules, start string, moves []chess.Move)
}

// trains tells whether there is a line to train.
func (p *Panel) trains() bool {
	_, ok := p.host.(Host)
	return ok && p.known && p.choice < len(p.moves)
}

// train asks the line to here with the chosen move, which is the player's.
func (p *Panel) train() tea.Cmd {
	rules, start, moves := p.host.(Host).Played()
	rep, err := repertoire.FromMoves(rules, start, append(slices.Clip(moves), p.moves[p.choice].Move), p.board.Turn())
	if err != nil {
		return ui.Fail(err)
	}
	return p.s.Open(p.host, ui.TrainLine{Repertoire: rep, Name: p.s.Text("Explorer")})
}

// Help are the keys of the panel for the footer.
func (p *Panel) Help() []key.Binding {
	if p.from != inFile {
		return p.onlineHelp()
	}
	keys := p.fileHelp()
	if p.canAsk() {
		keys = slices.Insert(keys, min(2, len(keys)-1), ui.Brief(keySource, "source"))
	}
	return keys
}

func (p *Panel) fileHelp() []key.Binding {
	switch {
	case p.state == unbuilt:
		return []key.Binding{ui.Brief(keyEnter, "build the index"), keyBack}
	case p.state == building:
		return []key.Binding{ui.Brief(keyBack, "cancel")}
	case p.state == ready && p.listing:
		return []key.Binding{ui.PairOf("choose", keyUp, keyDown), ui.Brief(keyEnter, "open"), ui.Brief(keyGames, "moves"), keyBack}
	case p.state == ready:
		return []key.Binding{ui.PairOf("choose", keyUp, keyDown), ui.Brief(keyEnter, playIt), ui.Brief(keyGames, "games"), ui.Brief(keyTrain, "train"), keyBack}
	}
	return []key.Binding{keyBack}
}

// Rows draws the panel in so many rows of so many columns.
func (p *Panel) Rows(width, height int) []string {
	th := p.s.Theme
	name := draw.Clean(filepath.Base(p.path))
	if p.from != inFile {
		name = draw.Clean(p.sourceName())
	}
	head := th.Accent.Render(p.s.Text("Explorer")) + "  " + th.Faint.Render(draw.Cut(name, max(width-12, 0)))
	rows := []string{th.Border.Render(repeat(p.s.Signs().Rule, width)), draw.Cut(head, width)}
	say := func(style draw.Style, texts ...string) {
		for _, text := range texts {
			for _, row := range draw.Wrap(text, width) {
				rows = append(rows, style.Render(row))
			}
		}
	}
	switch {
	case p.from != inFile:
		rows = p.onlineRows(rows, width, height)
	case p.state == opening:
	case p.state == unbuilt:
		if errors.Is(p.fault, explorer.ErrStale) {
			say(th.Text, p.s.Text("The index of this file is out of date."))
		} else {
			say(th.Text, p.s.Text("There is no index of this file yet."))
		}
		say(th.Faint, p.s.Text(fmt.Sprintf("Enter builds %s: about %s, beside your file. Delete it whenever you like.", name+explorer.Suffix, sizeOf(p.path))))
	case p.state == building:
		part := math.Float64frombits(p.part.Load())
		say(th.Text, p.s.Text(fmt.Sprintf("Building the index: %d %%", int(100*part))))
		rows = append(rows, p.bar(width, [3]float64{part, 0, 1 - part}))
	case p.state == failed:
		say(th.Error, draw.Clean(p.s.Text(p.fault.Error())))
	case p.listing:
		rows = p.gameRows(rows, width, height)
	case p.known && len(p.moves) == 0:
		say(th.Faint, p.s.Text("No game of the file has a move in this position."))
	case p.known:
		rows = p.moveRows(rows, width, height)
	}
	return rows[:min(len(rows), height)]
}

// Height is how many rows the panel wants.
func (p *Panel) Height() int {
	switch {
	case p.from != inFile:
		return 3 + max(len(p.moves), 5)
	case p.state == ready && p.listing:
		return 3 + max(len(p.games), 4)
	case p.state == ready:
		return 3 + max(len(p.moves), 5)
	}
	return 9
}

// moveRows are the moves that were played, as many as there is room for.
func (p *Panel) moveRows(rows []string, width, height int) []string {
	th := p.s.Theme
	all := explorer.Sum(p.moves)
	c := columnsFor(width, len(fmt.Sprint(all.Games)))
	if p.from != inFile { // lichess tells no years
		c.bar, c.year = min(c.bar+c.year, 24), 0
	}
	name := func(column string) string { return p.s.Lang.In("explorer", column) }
	shares := ""
	if all := p.s.Text("White/draw/Black"); draw.WidthOf(all) <= c.bar {
		shares = all
	}
	rows = append(rows, th.Faint.Render(p.row(c, " "+name("move"), name("games"), name("score"), draw.Fit(shares, c.bar), name("elo"), name("last"))))
	room := height - len(rows)
	p.top = draw.ScrollTo(p.top, p.choice, len(p.moves), room)
	for i := p.top; i < len(p.moves) && i < p.top+room; i++ {
		m := &p.moves[i]
		mark, style := " ", th.Text
		if i == p.choice {
			mark, style = p.s.Signs().Pointer, th.Choice
		}
		san := p.s.Notation().Moves(chess.MoveText(p.board, m.Move))
		score, shares := "", [3]float64{}
		if share, ok := m.Score(); ok {
			score = fmt.Sprintf("%.0f%%", 100*share)
			n := float64(m.White + m.Draws + m.Black)
			shares = [3]float64{float64(m.White) / n, float64(m.Draws) / n, float64(m.Black) / n}
		}
		rows = append(rows, style.Render(draw.Fit(mark+draw.Clean(san), c.move))+p.row(columns{0, c.games, c.score, c.bar, c.rating, c.year},
			"", fmt.Sprint(m.Games), score, p.bar(c.bar, shares), positive(m.Rating), positive(m.Year)))
	}
	return rows
}

// columns are the widths of the table; 0 for a column that there is no room for.
type columns struct{ move, games, score, bar, rating, year int }

func columnsFor(width, digits int) columns {
	c := columns{move: 7, games: max(digits+1, 6), score: 6}
	rest := width - c.move - c.games - c.score
	if rest >= 5 {
		c.year = 5
	}
	if rest >= 10 {
		c.rating = 5
	}
	if c.bar = min(rest-c.rating-c.year-1, 24); c.bar < 3 {
		c.bar = 0
	}
	return c
}

// row puts cells into the columns; that of the bar is as wide as it should be.
func (p *Panel) row(c columns, move, games, score, bar, rating, year string) string {
	out := draw.Fit(move, c.move) + right(games, c.games) + right(score, c.score)
	if c.bar > 0 {
		out += " " + bar
	}
	return out + right(rating, c.rating) + right(year, c.year)
}

func right(text string, width int) string {
	if width == 0 {
		return ""
	}
	text = draw.Cut(text, width-1)
	return repeat(" ", width-draw.WidthOf(text)) + text
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// bar shows shares in so many columns: White's, draws, Black's.
func (p *Panel) bar(width int, shares [3]float64) string {
	th := p.s.Theme
	signs := [3]string{"█", "▒", "░"}
	if p.s.ASCIIOnly() {
		signs = [3]string{"#", "=", "."}
	}
	if shares == [3]float64{} || width <= 0 {
		return repeat(" ", max(width, 0))
	}
	white := int(math.Round(shares[0] * float64(width)))
	black := min(int(math.Round(shares[2]*float64(width))), width-white)
	return th.Bold.Render(repeat(signs[0], white)) + th.Text.Render(repeat(signs[1], width-white-black)) + th.Faint.Render(repeat(signs[2], black))
}

// gameRows are the games behind the chosen move.
func (p *Panel) gameRows(rows []string, width, height int) []string {
	th, m := p.s.Theme, &p.moves[p.choice]
	title := p.s.Text(fmt.Sprintf("Games with %s: %d", p.s.Notation().Moves(chess.MoveText(p.board, m.Move)), m.Games))
	if listed := len(p.games); m.Games > listed && listed > 0 {
		title = p.s.Text(fmt.Sprintf("Games with %s: %d of %d", p.s.Notation().Moves(chess.MoveText(p.board, m.Move)), listed, m.Games))
	}
	rows = append(rows, th.Faint.Render(draw.Cut(draw.Clean(title), width)))
	room := height - len(rows)
	top := draw.ScrollTo(max(p.game-room+1, 0), p.game, len(p.games), room)
	for i := top; i < len(p.games) && i < top+room; i++ {
		g := &p.games[i]
		mark, style := " ", th.Text
		if i == p.game {
			mark, style = p.s.Signs().Pointer, th.Choice
		}
		year := g.Date[:min(4, len(g.Date))]
		tail := " " + draw.Clean(resultText(g.Result)) + right(draw.Clean(year), 5)
		players := draw.Clean(g.White) + " " + p.s.Signs().Dash + " " + draw.Clean(g.Black)
		rows = append(rows, style.Render(draw.Fit(mark+draw.Cut(players, max(width-draw.WidthOf(tail)-1, 0)), max(width-draw.WidthOf(tail), 0)))+th.Faint.Render(tail))
	}
	return rows
}

// resultText is a result in three columns.
func resultText(result string) string {
	if result == "1/2-1/2" {
		return "½-½"
	}
	return draw.Fit(result, 3)
}

// FirstFile is the first of some paths that is a file; empty for none.
func FirstFile(paths []string) string {
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

// sizeOf is about how large the index of a file is, in words.
func sizeOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "?"
	}
	size := info.Size() / 2
	switch {
	case size < 1<<20:
		return fmt.Sprintf("%d KB", max(size>>10, 1))
	case size < 1<<30:
		return fmt.Sprintf("%d MB", size>>20)
	}
	return fmt.Sprintf("%.1f GB", float64(size)/(1<<30))
}

func repeat(s string, n int) string {
	out := ""
	for range max(n, 0) {
		out += s
	}
	return out
}
