package study

import (
	"context"
	"fmt"
	"rookery/tui/draw"
	"rookery/tui/ui"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"

	tea "github.com/charmbracelet/bubbletea"
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
	Turns  []turn
	ends   bool // the board itself ended the game: the last position has no value of its own
	At     int  // half-moves on the board
	chosen int  // in turns, -1 before the first is known
	flip   bool

	width, height int
	room          analysisRoom
	rows          []string
	top           int
}

// turn is a move that changed who stands better.
type turn struct {
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
	turnWhyMsg struct {
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
func (r *Review) Init() tea.Cmd { return r.value(0) }

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

// value looks at the position after ply half-moves.
func (r *Review) value(ply int) tea.Cmd {
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

// valued takes the value of a position in and goes on to the next.
func (r *Review) valued(msg pointMsg) tea.Cmd {
	if msg.err == nil {
		r.Best[msg.ply] = msg.choice
		// Where there is only one move nothing is searched.
		known := msg.choice.Depth > 0
		r.Points[msg.ply] = draw.GraphPoint{Share: draw.WhiteShare(msg.choice.Score, msg.choice.Mate, r.turnAt(msg.ply)), Known: known}
	}
	r.FindTurns()
	return tea.Batch(r.value(msg.ply+1), r.explain())
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

// FindTurns lists the moves after which the mover stood much worse.
func (r *Review) FindTurns() {
	moves := r.Game.Moves()
	kept := -1
	if r.chosen >= 0 && r.chosen < len(r.Turns) {
		kept = r.Turns[r.chosen].Ply
	}
	r.Turns, r.chosen = r.Turns[:0], -1
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
				r.chosen = len(r.Turns)
			}
			r.Turns = append(r.Turns, turn{ply, before, after})
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
	ply := r.Turns[r.chosen].Ply
	if _, done := r.Why[ply]; done {
		return nil
	}
	r.Why[ply] = ""
	b, c := openBoard(r.Game.BoardAt(ply)), r.Best[ply]
	s := r.s
	return func() tea.Msg {
		return turnWhyMsg{r, ply, s.Why(b, ai.Line{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV})}
	}
}

func (r *Review) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case pointMsg:
		if msg.to == r {
			return r, r.valued(msg)
		}
	case turnWhyMsg:
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
		return r.nextFall(mistake)
	case key.Matches(msg, k.Blunder):
		return r.nextFall(blunder)
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
	for i, t := range r.Turns {
		if t.Ply == r.At {
			r.chosen = i
		}
	}
}

// choose goes to a turning point, before the move that was wrong.
func (r *Review) choose(i int) tea.Cmd {
	if len(r.Turns) == 0 {
		return ui.Toast("No turning points found yet.")
	}
	r.goTo(r.Turns[max(0, min(i, len(r.Turns)-1))].Ply)
	return r.explain()
}

// nextFall goes to the next turning point at which the mover lost so much,
// from the start again after the last.
func (r *Review) nextFall(least float64) tea.Cmd {
	for n := range r.Turns {
		i := (max(r.chosen, -1) + 1 + n) % len(r.Turns)
		if t := r.Turns[i]; t.before-t.after >= least {
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
		if i := r.top + msg.Y - p.Y - r.graphHeight() - 2; i >= 0 && i < len(r.Turns) {
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
func (t turn) sign() string {
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
