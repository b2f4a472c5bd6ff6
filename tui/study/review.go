package study

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/ai/report"
	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Review is the report on a game: a graph of who stood better, how accurately each
// side played, and the moves that were inaccuracies, mistakes or blunders, from any of
// which it can be played on. It can be written into the game.
type Review struct {
	s     *ui.Session
	keys  reviewKeys
	cfg   ui.GameConfig
	Game  *chess.Game
	sheet *pgn.Game // into which it is written; nil where there is none yet
	sans  []string
	first int // number of the first full move
	mover chess.Color

	engine *engineplay.Engine
	cancel context.CancelFunc
	done   int // positions that were looked at
	Found  *engineplay.Findings
	Report report.Game
	Why    map[int]string // by ply: what speaks for the best move
	Judged []int          // plies of the moves that are judged, in order
	At     int            // half-moves on the board
	chosen int            // in Judged, -1 where the move that follows is not among them
	flip   bool

	width, height int
	room          analysisRoom
	rows          []string
	top           int
}

// reviewTime is how long each position is looked at.
const reviewTime = 120 * time.Millisecond

// Messages of a review.
type (
	pointMsg struct {
		to     *Review
		ply    int
		choice ai.Choice
		err    error
	}
	moveWhyMsg struct {
		to   *Review
		ply  int
		text string
	}
	reportReadyMsg struct { // all sentences are there
		to  *Review
		why map[int]string
	}
)

func NewReview(s *ui.Session, route ui.ReviewGame) *Review {
	game := route.Game
	b := game.BoardAt(0)
	r := &Review{
		s: s, keys: ui.Bound(s, NewReviewKeys()), cfg: route.Config, Game: game, sheet: route.Sheet, sans: game.SANs(), flip: route.Flip,
		first: max(b.View(chess.Everyone).Fullmove, 1), mover: b.Turn(),
		engine: engineplay.New(analysisThinker(s), nil),
		Found:  engineplay.NewFindings(game.Ply(), game.Board().Outcome()),
		Why:    make(map[int]string), At: game.Ply(), chosen: -1,
	}
	r.Judge()
	return r
}

// Init begins to look at the positions, the last first: what follows a position is
// known then.
func (r *Review) Init() tea.Cmd { return r.evaluate(r.Game.Ply()) }

func (r *Review) Title() string       { return r.s.Text("Game report") }
func (r *Review) MinSize() (int, int) { return 40, 14 }

// wideReview is a window that has room for a board and the whole table.
const wideReview = 80

func (r *Review) SetSize(width, height int) {
	r.width, r.height, r.rows = width, height, nil
	least := analysisLeast
	if width >= wideReview {
		least = reviewLeast
	}
	r.room = arrangeAnalysis(r.s, r.Game.Board().Layout(), width, height, least)
}

func (r *Review) Close() {
	if r.cancel != nil {
		r.cancel()
	}
}

// evaluate looks at the position after ply half-moves, or before that at the next that
// has no value.
func (r *Review) evaluate(ply int) tea.Cmd {
	if r.cancel != nil {
		r.cancel()
		r.cancel = nil
	}
	if r.s.PlaysPerson() {
		return nil
	}
	for ply >= 0 && r.Found.Values[ply].Known {
		ply--
	}
	r.done = r.Game.Ply() - ply
	if ply < 0 {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	t := play.Task{Start: engineplay.OpenBoard(r.Game.BoardAt(0)), Moves: r.Game.Moves()[:ply], Limit: ai.Limit{MoveTime: reviewTime}}
	engine := r.engine
	return func() tea.Msg {
		c, err := engine.Think(ctx, t)
		if ctx.Err() != nil {
			return nil
		}
		return pointMsg{r, ply, c, err}
	}
}

// evaluated takes the value of a position in and goes on to the one before.
func (r *Review) evaluated(msg pointMsg) tea.Cmd {
	if msg.err == nil {
		r.Found.Put(msg.ply, msg.choice, r.turnAt(msg.ply))
	}
	r.Judge()
	return tea.Batch(r.evaluate(msg.ply-1), r.explain())
}

// ready tells whether all positions were looked at.
func (r *Review) ready() bool { return r.done > r.Game.Ply() }

// turnAt is who moves after ply half-moves.
func (r *Review) turnAt(ply int) chess.Color {
	if ply%2 == 1 {
		return r.mover.Other()
	}
	return r.mover
}

// Judge makes the report anew from what was found.
func (r *Review) Judge() {
	kept := -1
	if r.chosen >= 0 && r.chosen < len(r.Judged) {
		kept = r.Judged[r.chosen]
	}
	r.Report = r.Found.Report(r.mover, r.Game.Moves())
	r.Judged, r.chosen = r.Judged[:0], -1
	for ply, m := range r.Report.Moves {
		if m.Judgement == report.Fine {
			continue
		}
		if ply == kept {
			r.chosen = len(r.Judged)
		}
		r.Judged = append(r.Judged, ply)
	}
}

// points is the course of the graph.
func (r *Review) points() []draw.GraphPoint {
	points := make([]draw.GraphPoint, len(r.Report.Values))
	for i, v := range r.Report.Values {
		known := r.Found.Values[i].Known || i > r.Game.Ply()-r.done
		points[i] = draw.GraphPoint{Share: draw.WhiteShare(v.Score, v.Mate, chess.White), Known: v.Known && known}
	}
	return points
}

// lineAt is what should have been played after ply half-moves.
func (r *Review) lineAt(ply int) ai.Line {
	c := r.Found.Choices[ply]
	return ai.Line{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV}
}

// explain makes the sentence for what the chosen move missed.
func (r *Review) explain() tea.Cmd {
	if r.chosen < 0 {
		return nil
	}
	ply := r.Judged[r.chosen]
	if _, done := r.Why[ply]; done {
		return nil
	}
	r.Why[ply] = ""
	b, line, s := engineplay.OpenBoard(r.Game.BoardAt(ply)), r.lineAt(ply), r.s
	return func() tea.Msg { return moveWhyMsg{r, ply, s.ExplainLine(b, line)} }
}

// write begins to write the report into the game: the sentences that it lacks are made
// in the background.
func (r *Review) write() tea.Cmd {
	if !r.ready() {
		return ui.Toast("The game is still being analysed.")
	}
	why, s := maps.Clone(r.Why), r.s
	lines, boards := make(map[int]ai.Line), make(map[int]chess.Board)
	for _, ply := range r.Judged {
		if why[ply] == "" {
			lines[ply], boards[ply] = r.lineAt(ply), engineplay.OpenBoard(r.Game.BoardAt(ply))
		}
	}
	return func() tea.Msg {
		for ply, line := range lines {
			why[ply] = s.ExplainLine(boards[ply], line)
		}
		return reportReadyMsg{r, why}
	}
}

// written writes the report and shows it: in the game that it came from, or in a new
// one.
func (r *Review) written(why map[int]string) tea.Cmd {
	r.Why = why
	sheet := r.sheet
	if sheet == nil {
		sheet = pgn.FromGame(r.Game, map[string]string{"White": r.name(chess.White), "Black": r.name(chess.Black)})
	}
	marked, err := engineplay.Annotate(sheet, r.Found, &r.Report, why, r.s.Text)
	if err != nil {
		return ui.Fail(err)
	}
	said := ui.Toast(fmt.Sprintf("Report written: %d moves marked.", marked))
	if r.sheet != nil {
		return tea.Batch(r.s.Pop(r), said)
	}
	text, err := pgn.AppendText("", sheet)
	if err != nil {
		return ui.Fail(err)
	}
	return tea.Batch(r.s.OpenInstead(r, ui.ViewGame{Text: text}), said)
}

func (r *Review) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case pointMsg:
		if msg.to == r {
			return r, r.evaluated(msg)
		}
	case moveWhyMsg:
		if msg.to == r {
			r.Why[msg.ply] = msg.text
		}
	case reportReadyMsg:
		if msg.to == r {
			return r, r.written(msg.why)
		}
	case ui.HelpMsg:
		return r, r.evaluate(r.Game.Ply())
	case ui.ThemeMsg:
		r.rows = nil
	case tea.MouseMsg:
		return r, r.clicked(msg)
	case tea.KeyMsg:
		return r, r.pressed(msg)
	}
	return r, nil
}

func (r *Review) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &r.keys
	switch {
	case key.Matches(msg, k.Back):
		return r.s.Pop(r)
	case key.Matches(msg, k.Down):
		return r.choose(r.chosen + 1)
	case key.Matches(msg, k.Up):
		return r.choose(max(r.chosen, 1) - 1)
	case key.Matches(msg, k.Mistake):
		return r.next(report.Mistake)
	case key.Matches(msg, k.Blunder):
		return r.next(report.Blunder)
	case key.Matches(msg, k.Prev):
		r.goTo(r.At - 1)
	case key.Matches(msg, k.Next):
		r.goTo(r.At + 1)
	case key.Matches(msg, k.Start):
		r.goTo(0)
	case key.Matches(msg, k.End):
		r.goTo(r.Game.Ply())
	case key.Matches(msg, k.PlayOn):
		return r.playOn()
	case key.Matches(msg, k.Analyse):
		return r.s.Open(r, ui.Analyse{Rules: r.cfg.Rules, Start: r.Game.Start(), Moves: r.Game.Moves(), At: r.At, Flip: r.flip})
	case key.Matches(msg, k.Write):
		return r.write()
	case key.Matches(msg, k.Flip):
		r.flip, r.rows = !r.flip, nil
	}
	return nil
}

// goTo puts the position after ply half-moves on the board; a judged move that begins
// there is chosen.
func (r *Review) goTo(ply int) {
	r.At, r.rows = max(0, min(ply, r.Game.Ply())), nil
	r.chosen = slices.Index(r.Judged, r.At)
}

// choose goes to a judged move, before it was made.
func (r *Review) choose(i int) tea.Cmd {
	if len(r.Judged) == 0 {
		return ui.Toast("No inaccuracies, mistakes or blunders found yet.")
	}
	r.goTo(r.Judged[max(0, min(i, len(r.Judged)-1))])
	return r.explain()
}

// next goes to the next move that was so bad, from the start again after the last.
func (r *Review) next(least report.Judgement) tea.Cmd {
	for n := range r.Judged {
		i := (max(r.chosen, -1) + 1 + n) % len(r.Judged)
		if r.Report.Moves[r.Judged[i]].Judgement >= least {
			return r.choose(i)
		}
	}
	return ui.Toast("No mistakes or blunders.")
}

// playOn starts a game from the position on the board.
func (r *Review) playOn() tea.Cmd {
	b := r.Game.BoardAt(r.At)
	if b.Outcome().Over() || len(b.Moves(nil)) == 0 {
		return ui.Toast("The game is over in this position: choose an earlier one.")
	}
	if len(r.cfg.Variant) == 0 { // a game of a file: nobody has played it here
		return r.s.NewGameFrom(r, r.cfg.Rules, b.FEN())
	}
	cfg := r.cfg
	cfg.FEN, cfg.Setup = b.FEN(), -1
	return r.s.Open(r, ui.PlayGame{Config: cfg})
}

// clicked goes to the place of the graph, or to the judged move, that is clicked.
func (r *Review) clicked(msg tea.MouseMsg) tea.Cmd {
	switch p := r.room.panel; {
	case msg.Button == tea.MouseButtonWheelDown:
		r.goTo(r.At + 1)
	case msg.Button == tea.MouseButtonWheelUp:
		r.goTo(r.At - 1)
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress || !p.Has(msg.X, msg.Y):
	case msg.Y-p.Y < summaryHeight:
	case msg.Y-p.Y < summaryHeight+r.graphHeight():
		r.goTo(draw.PlyAt(r.Game.Ply()+1, p.W, msg.X-p.X))
	default:
		if i := r.top + msg.Y - p.Y - summaryHeight - r.graphHeight() - 2; i >= 0 && i < len(r.Judged) {
			return r.choose(i)
		}
	}
	return nil
}

// label is a move with its number.
func (r *Review) label(ply int) string {
	half := ply
	if r.mover == chess.Black {
		half++
	}
	dots := "."
	if half%2 == 1 {
		dots = "..."
	}
	return fmt.Sprintf("%d%s%s", r.first+half/2, dots, draw.Clean(r.sans[ply]))
}

// percent writes a share.
func percent(share float64) string { return strings.TrimSpace(fmt.Sprintf("%3.0f%%", share*100)) }

// reviewKeys walk through the judged moves of a game.
type reviewKeys struct {
	Up, Down, Prev, Next, Start, End key.Binding
	Mistake, Blunder                 key.Binding
	PlayOn, Analyse, Write           key.Binding
	Flip, Back                       key.Binding
}

func NewReviewKeys() reviewKeys {
	return reviewKeys{
		Up:      ui.Bind("↑/k", "previous judged move", "up", "k"),
		Down:    ui.Bind("↓/j", "next judged move", "down", "j"),
		Prev:    ui.Bind("←/h", "previous move", "left", "h", "pgup"),
		Next:    ui.Bind("→/l", "next move", "right", "l", "pgdown"),
		Start:   ui.Bind("home/g", ui.ToStart, "home", "g"),
		End:     ui.Bind("end/G", ui.ToEnd, "end", "G"),
		Mistake: ui.Bind("m", "next mistake", "m"),
		Blunder: ui.Bind("b", "next blunder", "b"),
		PlayOn:  ui.Bind("enter", "play on from here", "enter", "P"),
		Analyse: ui.Bind("a", "analyse", "a"),
		Write:   ui.Bind("w", "write into the game", "w", "ctrl+w"),
		Flip:    ui.Bind("f", "flip", "f", "ctrl+f"),
		Back:    ui.Bind("esc", "back", "esc", "q"),
	}
}

func (r *Review) ShortHelp() []key.Binding {
	k := r.keys
	return []key.Binding{
		ui.PairOf("mistakes", k.Up, k.Down), ui.PairOf("step", k.Prev, k.Next), ui.Brief(k.Write, "write"), k.Analyse, ui.Brief(k.PlayOn, "play on"), k.Back, k.Flip,
	}
}

func (r *Review) FullHelp() [][]key.Binding {
	k := r.keys
	return [][]key.Binding{
		ui.Bindings(&k.Down, &k.Up, &k.Mistake, &k.Blunder), ui.Bindings(&k.Prev, &k.Next, &k.Start, &k.End), ui.Bindings(&k.PlayOn, &k.Analyse, &k.Write, &k.Flip, &k.Back),
	}
}
