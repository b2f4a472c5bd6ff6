package study

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Review shows how a finished game went: a graph of who stood better, and the
// moves at which it turned, from any of which it can be played on.
type Review struct {
	s     *ui.Session
	keys  reviewKeys
	cfg   ui.GameConfig
	Game  *chess.Game
	sans  []string
	first int  // number of the first full move
	black bool // Black makes it

	engine *engineplay.Engine
	cancel context.CancelFunc
	Points []draw.GraphPoint
	Best   []ai.Choice // by ply: what should have been played
	Why    map[int]string
	Swings []swing
	ends   bool // the board itself ended the game: the last position has no value of its own
	At     int  // half-moves on the board
	chosen int  // in turns, -1 before the first is known
	flip   bool

	width, height int
	room          analysisRoom
	rows          []string
	top           int
}

// swing is a move that changed who stands better.
type swing struct {
	Ply    int // of the position before it
	before float64
	after  float64 // the mover's shares
}

// The falls of a mover's share that are told.
const (
	doubtful = 0.10
	mistake  = 0.20
	blunder  = 0.30
)

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
	swingWhyMsg struct {
		to   *Review
		ply  int
		text string
	}
)

func NewReview(s *ui.Session, cfg ui.GameConfig, game *chess.Game, flip bool) *Review {
	b := game.BoardAt(0)
	r := &Review{
		s: s, keys: ui.Bound(s, NewReviewKeys()), cfg: cfg, Game: game, sans: game.SANs(), flip: flip,
		first: max(b.View(chess.Everyone).Fullmove, 1), black: b.Turn() == chess.Black,
		engine: engineplay.New(engineplay.NewAdviser(s.Turns, s.Seed()), nil),
		Points: make([]draw.GraphPoint, game.Ply()+1), Best: make([]ai.Choice, game.Ply()+1),
		Why: make(map[int]string), At: game.Ply(), chosen: -1,
	}
	if o := game.Board().Outcome(); o.Over() {
		r.Points[game.Ply()] = draw.GraphPoint{Share: o.WhiteScore(), Known: true}
		r.ends = true
	}
	return r
}

// Init begins to value the positions, one after the other.
func (r *Review) Init() tea.Cmd { return r.evaluate(0) }

func (r *Review) Title() string       { return r.s.Text("Evaluation graph") }
func (r *Review) MinSize() (int, int) { return 40, 14 }

func (r *Review) SetSize(width, height int) {
	r.width, r.height, r.rows = width, height, nil
	r.room = arrangeAnalysis(r.s, r.Game.Board().Layout(), width, height)
}

func (r *Review) Close() {
	if r.cancel != nil {
		r.cancel()
	}
}

// evaluate looks at the position after ply half-moves.
func (r *Review) evaluate(ply int) tea.Cmd {
	if r.cancel != nil {
		r.cancel()
		r.cancel = nil
	}
	if ply > r.Game.Ply() || ply == r.Game.Ply() && r.ends {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	t := play.Task{Start: openBoard(r.Game.BoardAt(0)), Moves: r.Game.Moves()[:ply], Limit: ai.Limit{MoveTime: reviewTime}}
	engine := r.engine
	return func() tea.Msg {
		c, err := engine.Think(ctx, t)
		if ctx.Err() != nil {
			return nil
		}
		return pointMsg{r, ply, c, err}
	}
}

// evaluated takes the value of a position in and goes on to the next.
func (r *Review) evaluated(msg pointMsg) tea.Cmd {
	if msg.err == nil {
		r.Best[msg.ply] = msg.choice
		// Where there is only one move nothing is searched.
		known := msg.choice.Depth > 0
		r.Points[msg.ply] = draw.GraphPoint{Share: draw.WhiteShare(msg.choice.Score, msg.choice.Mate, r.turnAt(msg.ply)), Known: known}
	}
	r.FindSwings()
	return tea.Batch(r.evaluate(msg.ply+1), r.explain())
}

// turnAt is who moves after ply half-moves.
func (r *Review) turnAt(ply int) chess.Color {
	c := chess.White
	if r.black {
		c = chess.Black
	}
	if ply%2 == 1 {
		c = c.Other()
	}
	return c
}

// FindSwings lists the moves after which the mover stood much worse.
func (r *Review) FindSwings() {
	moves := r.Game.Moves()
	kept := -1
	if r.chosen >= 0 && r.chosen < len(r.Swings) {
		kept = r.Swings[r.chosen].Ply
	}
	r.Swings, r.chosen = r.Swings[:0], -1
	for ply, m := range moves {
		p, q := r.Points[ply], r.knownFrom(ply+1)
		if !p.Known || !q.Known || r.Best[ply].Move == m {
			continue
		}
		before, after := p.Share, q.Share
		if r.turnAt(ply) == chess.Black {
			before, after = 1-before, 1-after
		}
		if before-after >= mistake {
			if ply == kept {
				r.chosen = len(r.Swings)
			}
			r.Swings = append(r.Swings, swing{ply, before, after})
		}
	}
}

// knownFrom is the first known point from ply on: the value of a position with
// one move is that of the next.
func (r *Review) knownFrom(ply int) draw.GraphPoint {
	for p := ply; p < min(ply+4, len(r.Points)); p++ {
		if r.Points[p].Known {
			return r.Points[p]
		}
	}
	return draw.GraphPoint{}
}

// explain makes the sentence for what the chosen turning point missed.
func (r *Review) explain() tea.Cmd {
	if r.chosen < 0 {
		return nil
	}
	ply := r.Swings[r.chosen].Ply
	if _, done := r.Why[ply]; done {
		return nil
	}
	r.Why[ply] = ""
	b, c := openBoard(r.Game.BoardAt(ply)), r.Best[ply]
	s := r.s
	return func() tea.Msg {
		return swingWhyMsg{r, ply, s.ExplainLine(b, ai.Line{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV})}
	}
}

func (r *Review) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case pointMsg:
		if msg.to == r {
			return r, r.evaluated(msg)
		}
	case swingWhyMsg:
		if msg.to == r {
			r.Why[msg.ply] = msg.text
		}
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
		return r.nextSwing(mistake)
	case key.Matches(msg, k.Blunder):
		return r.nextSwing(blunder)
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
	case key.Matches(msg, k.Flip):
		r.flip, r.rows = !r.flip, nil
	}
	return nil
}

// goTo puts the position after ply half-moves on the board; a turning point
// that begins there is chosen.
func (r *Review) goTo(ply int) {
	r.At, r.rows, r.chosen = max(0, min(ply, r.Game.Ply())), nil, -1
	for i, t := range r.Swings {
		if t.Ply == r.At {
			r.chosen = i
		}
	}
}

// choose goes to a turning point, before the move that was wrong.
func (r *Review) choose(i int) tea.Cmd {
	if len(r.Swings) == 0 {
		return ui.Toast("No turning points found yet.")
	}
	r.goTo(r.Swings[max(0, min(i, len(r.Swings)-1))].Ply)
	return r.explain()
}

// nextSwing goes to the next turning point at which the mover lost so much,
// from the start again after the last.
func (r *Review) nextSwing(least float64) tea.Cmd {
	for n := range r.Swings {
		i := (max(r.chosen, -1) + 1 + n) % len(r.Swings)
		if t := r.Swings[i]; t.before-t.after >= least {
			return r.choose(i)
		}
	}
	return ui.Toast("No turning points.")
}

// playOn starts a game from the position on the board.
func (r *Review) playOn() tea.Cmd {
	b := r.Game.BoardAt(r.At)
	if b.Outcome().Over() || len(b.Moves(nil)) == 0 {
		return ui.Toast("The game is over in this position: choose an earlier one.")
	}
	cfg := r.cfg
	cfg.FEN, cfg.Setup = b.FEN(), -1
	return r.s.Open(r, ui.PlayGame{Config: cfg})
}

// clicked goes to the place of the graph, or to the turning point, that is clicked.
func (r *Review) clicked(msg tea.MouseMsg) tea.Cmd {
	switch p := r.room.panel; {
	case msg.Button == tea.MouseButtonWheelDown:
		r.goTo(r.At + 1)
	case msg.Button == tea.MouseButtonWheelUp:
		r.goTo(r.At - 1)
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress || !p.Has(msg.X, msg.Y):
	case msg.Y-p.Y < r.graphHeight():
		r.goTo(draw.PlyAt(len(r.Points), p.W, msg.X-p.X))
	default:
		if i := r.top + msg.Y - p.Y - r.graphHeight() - 2; i >= 0 && i < len(r.Swings) {
			return r.choose(i)
		}
	}
	return nil
}

// label is a move with its number.
func (r *Review) label(ply int) string {
	half := ply
	if r.black {
		half++
	}
	dots := "."
	if half%2 == 1 {
		dots = "..."
	}
	return fmt.Sprintf("%d%s%s", r.first+half/2, dots, draw.Clean(r.sans[ply]))
}

// sign is how annotators mark a fall.
func (t swing) sign() string {
	switch fall := t.before - t.after; {
	case fall >= blunder:
		return "??"
	case fall >= mistake:
		return "?"
	case fall >= doubtful:
		return "?!"
	}
	return ""
}

// percent writes a share.
func percent(share float64) string { return strings.TrimSpace(fmt.Sprintf("%3.0f%%", share*100)) }

// reviewKeys walk through the turning points of a game.
type reviewKeys struct {
	Up, Down, Prev, Next, Start, End key.Binding
	Mistake, Blunder                 key.Binding
	PlayOn, Analyse, Flip, Back      key.Binding
}

func NewReviewKeys() reviewKeys {
	return reviewKeys{
		Up:      ui.Bind("↑/k", "previous turning point", "up", "k"),
		Down:    ui.Bind("↓/j", "next turning point", "down", "j"),
		Prev:    ui.Bind("←/h", "previous move", "left", "h", "pgup"),
		Next:    ui.Bind("→/l", "next move", "right", "l", "pgdown"),
		Start:   ui.Bind("home/g", "start", "home", "g"),
		End:     ui.Bind("end/G", "end", "end", "G"),
		Mistake: ui.Bind("m", "next mistake", "m"),
		Blunder: ui.Bind("b", "next blunder", "b"),
		PlayOn:  ui.Bind("enter", "play on from here", "enter", "P"),
		Analyse: ui.Bind("a", "analyse", "a"),
		Flip:    ui.Bind("f", "flip", "f", "ctrl+f"),
		Back:    ui.Bind("esc", "back", "esc", "q"),
	}
}

func (r *Review) ShortHelp() []key.Binding {
	k := r.keys
	return []key.Binding{
		ui.PairOf("turning points", k.Up, k.Down), ui.PairOf("step", k.Prev, k.Next), k.PlayOn, k.Analyse, k.Back, k.Flip,
	}
}

func (r *Review) FullHelp() [][]key.Binding {
	k := r.keys
	return [][]key.Binding{
		{k.Down, k.Up, k.Mistake, k.Blunder}, {k.Prev, k.Next, k.Start, k.End}, {k.PlayOn, k.Analyse, k.Flip, k.Back},
	}
}
