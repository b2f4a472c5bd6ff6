package tui

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

// review shows how a finished game went: a graph of who stood better, and the
// moves at which it turned, from any of which it can be played on.
type review struct {
	s     *Session
	keys  reviewKeys
	cfg   GameConfig
	game  *chess.Game
	sans  []string
	first int  // number of the first full move
	black bool // Black makes it

	engine *engineplay.Engine
	cancel context.CancelFunc
	points []graphPoint
	best   []ai.Choice // by ply: what should have been played
	why    map[int]string
	turns  []turn
	ends   bool // the board itself ended the game: the last position has no value of its own
	at     int  // half-moves on the board
	chosen int  // in turns, -1 before the first is known
	flip   bool

	width, height int
	room          analysisRoom
	rows          []string
	top           int
}

// turn is a move that changed who stands better.
type turn struct {
	ply    int // of the position before it
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
		to     *review
		ply    int
		choice ai.Choice
		err    error
	}
	turnWhyMsg struct {
		to   *review
		ply  int
		text string
	}
)

func newReview(s *Session, cfg GameConfig, game *chess.Game, flip bool) *review {
	b := game.BoardAt(0)
	r := &review{
		s: s, keys: bound(s, newReviewKeys()), cfg: cfg, game: game, sans: game.SANs(), flip: flip,
		first: max(b.View(chess.Everyone).Fullmove, 1), black: b.Turn() == chess.Black,
		engine: engineplay.New(engineplay.NewAdviser(s.Turns, s.Seed()), nil),
		points: make([]graphPoint, game.Ply()+1), best: make([]ai.Choice, game.Ply()+1),
		why: make(map[int]string), at: game.Ply(), chosen: -1,
	}
	if o := game.Board().Outcome(); o.Over() {
		r.points[game.Ply()] = graphPoint{o.WhiteScore(), true}
		r.ends = true
	}
	return r
}

// Init begins to value the positions, one after the other.
func (r *review) Init() tea.Cmd { return r.value(0) }

func (r *review) title() string       { return r.s.Text("How the game went") }
func (r *review) minSize() (int, int) { return 40, 14 }

func (r *review) SetSize(width, height int) {
	r.width, r.height, r.rows = width, height, nil
	r.room = arrangeAnalysis(r.s, r.game.Board().Layout(), width, height)
}

func (r *review) close() {
	if r.cancel != nil {
		r.cancel()
	}
}

// value looks at the position after ply half-moves.
func (r *review) value(ply int) tea.Cmd {
	if r.cancel != nil {
		r.cancel()
		r.cancel = nil
	}
	if ply > r.game.Ply() || ply == r.game.Ply() && r.ends {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	t := play.Task{Start: openBoard(r.game.BoardAt(0)), Moves: r.game.Moves()[:ply], Limit: ai.Limit{MoveTime: reviewTime}}
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
func (r *review) valued(msg pointMsg) tea.Cmd {
	if msg.err == nil {
		r.best[msg.ply] = msg.choice
		// Where there is only one move nothing is searched.
		known := msg.choice.Depth > 0
		r.points[msg.ply] = graphPoint{whiteShare(msg.choice.Score, msg.choice.Mate, r.turnAt(msg.ply)), known}
	}
	r.findTurns()
	return tea.Batch(r.value(msg.ply+1), r.explain())
}

// turnAt is who moves after ply half-moves.
func (r *review) turnAt(ply int) chess.Color {
	c := chess.White
	if r.black {
		c = chess.Black
	}
	if ply%2 == 1 {
		c = c.Other()
	}
	return c
}

// findTurns lists the moves after which the mover stood much worse.
func (r *review) findTurns() {
	moves := r.game.Moves()
	kept := -1
	if r.chosen >= 0 && r.chosen < len(r.turns) {
		kept = r.turns[r.chosen].ply
	}
	r.turns, r.chosen = r.turns[:0], -1
	for ply, m := range moves {
		p, q := r.points[ply], r.knownFrom(ply+1)
		if !p.known || !q.known || r.best[ply].Move == m {
			continue
		}
		before, after := p.share, q.share
		if r.turnAt(ply) == chess.Black {
			before, after = 1-before, 1-after
		}
		if before-after >= mistake {
			if ply == kept {
				r.chosen = len(r.turns)
			}
			r.turns = append(r.turns, turn{ply, before, after})
		}
	}
}

// knownFrom is the first known point from ply on: the value of a position with
// one move is that of the next.
func (r *review) knownFrom(ply int) graphPoint {
	for p := ply; p < min(ply+4, len(r.points)); p++ {
		if r.points[p].known {
			return r.points[p]
		}
	}
	return graphPoint{}
}

// explain makes the sentence for what the chosen turning point missed.
func (r *review) explain() tea.Cmd {
	if r.chosen < 0 {
		return nil
	}
	ply := r.turns[r.chosen].ply
	if _, done := r.why[ply]; done {
		return nil
	}
	r.why[ply] = ""
	b, c := openBoard(r.game.BoardAt(ply)), r.best[ply]
	s := r.s
	return func() tea.Msg {
		return turnWhyMsg{r, ply, s.why(b, ai.Line{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV})}
	}
}

// Update implements screen.
func (r *review) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case pointMsg:
		if msg.to == r {
			return r, r.valued(msg)
		}
	case turnWhyMsg:
		if msg.to == r {
			r.why[msg.ply] = msg.text
		}
	case themeMsg:
		r.rows = nil
	case tea.MouseMsg:
		return r, r.clicked(msg)
	case tea.KeyMsg:
		return r, r.pressed(msg)
	}
	return r, nil
}

func (r *review) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &r.keys
	switch {
	case key.Matches(msg, k.Back):
		return r.s.pop(r)
	case key.Matches(msg, k.Down):
		return r.choose(r.chosen + 1)
	case key.Matches(msg, k.Up):
		return r.choose(max(r.chosen, 1) - 1)
	case key.Matches(msg, k.Mistake):
		return r.nextFall(mistake)
	case key.Matches(msg, k.Blunder):
		return r.nextFall(blunder)
	case key.Matches(msg, k.Prev):
		r.goTo(r.at - 1)
	case key.Matches(msg, k.Next):
		r.goTo(r.at + 1)
	case key.Matches(msg, k.Start):
		r.goTo(0)
	case key.Matches(msg, k.End):
		r.goTo(r.game.Ply())
	case key.Matches(msg, k.PlayOn):
		return r.playOn()
	case key.Matches(msg, k.Analyse):
		return r.s.open(r, Analyse{r.cfg.Rules, r.game.Start(), r.game.Moves(), r.at, r.flip})
	case key.Matches(msg, k.Flip):
		r.flip, r.rows = !r.flip, nil
	}
	return nil
}

// goTo puts the position after ply half-moves on the board; a turning point
// that begins there is chosen.
func (r *review) goTo(ply int) {
	r.at, r.rows, r.chosen = max(0, min(ply, r.game.Ply())), nil, -1
	for i, t := range r.turns {
		if t.ply == r.at {
			r.chosen = i
		}
	}
}

// choose goes to a turning point, before the move that was wrong.
func (r *review) choose(i int) tea.Cmd {
	if len(r.turns) == 0 {
		return toast("No turning point has been found yet.")
	}
	r.goTo(r.turns[max(0, min(i, len(r.turns)-1))].ply)
	return r.explain()
}

// nextFall goes to the next turning point at which the mover lost so much,
// from the start again after the last.
func (r *review) nextFall(least float64) tea.Cmd {
	for n := range r.turns {
		i := (max(r.chosen, -1) + 1 + n) % len(r.turns)
		if t := r.turns[i]; t.before-t.after >= least {
			return r.choose(i)
		}
	}
	return toast("There is none.")
}

// playOn starts a game from the position on the board.
func (r *review) playOn() tea.Cmd {
	b := r.game.BoardAt(r.at)
	if b.Outcome().Over() || len(b.Moves(nil)) == 0 {
		return toast("The game is over in this position: choose an earlier one.")
	}
	cfg := r.cfg
	cfg.FEN, cfg.Setup = b.FEN(), -1
	return r.s.open(r, PlayGame{cfg})
}

// clicked goes to the place of the graph, or to the turning point, that is clicked.
func (r *review) clicked(msg tea.MouseMsg) tea.Cmd {
	switch p := r.room.panel; {
	case msg.Button == tea.MouseButtonWheelDown:
		r.goTo(r.at + 1)
	case msg.Button == tea.MouseButtonWheelUp:
		r.goTo(r.at - 1)
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress || !p.has(msg.X, msg.Y):
	case msg.Y-p.y < r.graphHeight():
		r.goTo(plyAt(len(r.points), p.w, msg.X-p.x))
	default:
		if i := r.top + msg.Y - p.y - r.graphHeight() - 2; i >= 0 && i < len(r.turns) {
			return r.choose(i)
		}
	}
	return nil
}

// label is a move with its number.
func (r *review) label(ply int) string {
	half := ply
	if r.black {
		half++
	}
	dots := "."
	if half%2 == 1 {
		dots = "..."
	}
	return fmt.Sprintf("%d%s%s", r.first+half/2, dots, clean(r.sans[ply]))
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
