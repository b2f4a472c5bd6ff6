package match

import (
	"context"
	"errors"
	"testing"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// scripted is a player that answers with moves written down, each with the
// same score, and keeps count of the games it was told of.
type scripted struct {
	moves  []string // by its own turns; the first legal move when they are used up
	score  ai.Centipawns
	fails  int           // number of the turn, from 1, at which it breaks
	sleeps time.Duration // before each move
	resign bool
	begun  *int
	turn   int
}

var errBroken = errors.New("broken")

func (p *scripted) Begin(context.Context, *chess.Game, uint64) error {
	p.turn = 0
	if p.begun != nil {
		*p.begun++
	}
	return nil
}

func (p *scripted) Choose(ctx context.Context, g *chess.Game, _ ai.Limit) (ai.Choice, error) {
	p.turn++
	if p.sleeps > 0 {
		select {
		case <-time.After(p.sleeps):
		case <-ctx.Done():
		}
	}
	c := ai.Choice{Score: p.score, Depth: 1, Resign: p.resign}
	switch {
	case p.turn == p.fails:
		return c, errBroken
	case p.turn <= len(p.moves):
		m, err := chess.ParseSAN(g.Board(), p.moves[p.turn-1])
		if err != nil {
			return c, err
		}
		c.Move = m
	default:
		c.Move = g.Board().Moves(nil)[0]
	}
	return c, nil
}

func (p *scripted) Close() error { return nil }

// newDuel is a game of chess between two players without limits.
func newDuel(t *testing.T, white, black Player) *gameRun {
	t.Helper()
	g, err := chess.NewGame(chess.Rules{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	return &gameRun{Record: Record{Game: g}, players: [2]Player{white, black}}
}

func TestComputerGamesEnd(t *testing.T) {
	for name, r := range map[string]chess.Rules{
		"ordinary": {}, "drops": {Pocket: chess.Anywhere}, "explosions": {Capture: chess.Explode},
		"conversions": {Capture: chess.Convert}, "fog": {Fog: true},
	} {
		g, err := chess.NewGame(r, -1)
		if err != nil {
			t.Fatal(err)
		}
		d := gameRun{
			Record:  Record{Game: g},
			players: [2]Player{&Computer{}, &Computer{}},
			allow:   [2]Allowance{{Nodes: 200}, {Nodes: 200}},
			rules:   Adjudication{Plies: 300},
		}
		if err := d.play(context.Background(), [2]uint64{1, 2}); err != nil || d.Fault != nil {
			t.Errorf("%s: error %v, fault %v", name, err, d.Fault)
		}
		if !g.Outcome().Over() {
			t.Errorf("%s: the game is not over", name)
		}
		if len(d.Infos) != g.Ply() {
			t.Errorf("%s: %d thoughts of %d plies", name, len(d.Infos), g.Ply())
		}
	}
}

func TestHowGamesEnd(t *testing.T) {
	mate := []string{"f3", "g4"}
	mates := []string{"e5", "Qh4"}
	for name, c := range map[string]struct {
		white, black *scripted
		rules        Adjudication
		result       chess.Result
		reason       chess.Reason
		fault        bool
		plies        int
	}{
		"mate on the board": {
			&scripted{moves: mate}, &scripted{moves: mates}, Adjudication{},
			chess.BlackWins, chess.ByCheckmate, false, 4,
		},
		"the third repetition is claimed": {
			&scripted{moves: []string{"Nf3", "Ng1", "Nf3", "Ng1"}}, &scripted{moves: []string{"Nf6", "Ng8", "Nf6", "Ng8"}}, Adjudication{},
			chess.Drawn, chess.ByThreefold, false, 8,
		},
		"an illegal move loses": {
			&scripted{moves: []string{"e4"}}, &scripted{moves: []string{"Ke7"}}, Adjudication{},
			chess.WhiteWins, chess.ByAbandonment, true, 1,
		},
		"a crash loses": {
			&scripted{fails: 2}, &scripted{}, Adjudication{},
			chess.BlackWins, chess.ByAbandonment, true, 2,
		},
		"resigning loses": {
			&scripted{}, &scripted{resign: true}, Adjudication{},
			chess.WhiteWins, chess.ByResignation, false, 1,
		},
		"too long a game is drawn": {
			&scripted{moves: mate}, &scripted{moves: mates}, Adjudication{Plies: 3},
			chess.Drawn, chess.ByAgreement, false, 3,
		},
		"both sides see a draw for two moves from the second on": {
			&scripted{score: 5}, &scripted{score: -7}, Adjudication{DrawScore: 10, DrawMoves: 2, DrawAfter: 2},
			chess.Drawn, chess.ByAgreement, false, 4,
		},
		"one side does not see the draw": {
			&scripted{score: 50, moves: mate}, &scripted{moves: mates}, Adjudication{DrawScore: 10, DrawMoves: 1},
			chess.BlackWins, chess.ByCheckmate, false, 4,
		},
		"both sides see White lost": {
			&scripted{score: -600}, &scripted{score: 700}, Adjudication{ResignScore: 600, ResignMoves: 1},
			chess.BlackWins, chess.ByResignation, false, 2,
		},
		"both sides think they win": {
			&scripted{score: 900, moves: mate}, &scripted{score: 900, moves: mates}, Adjudication{ResignScore: 600, ResignMoves: 1},
			chess.BlackWins, chess.ByCheckmate, false, 4,
		},
	} {
		d := newDuel(t, c.white, c.black)
		d.rules = c.rules
		if err := d.play(context.Background(), [2]uint64{}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := chess.Outcome{Result: c.result, Reason: c.reason}
		if got := d.Game.Outcome(); got != want || (d.Fault != nil) != c.fault || d.Game.Ply() != c.plies {
			t.Errorf("%s: %v after %d plies, fault %v; want %v after %d", name, got, d.Game.Ply(), d.Fault, want, c.plies)
		}
	}
}

func TestLateMoveLosesOnTime(t *testing.T) {
	d := newDuel(t, &scripted{}, &scripted{sleeps: time.Minute})
	d.allow[chess.Black].Control.Base = time.Millisecond
	if err := d.play(context.Background(), [2]uint64{}); err != nil {
		t.Fatal(err)
	}
	if got, want := d.Game.Outcome(), (chess.Outcome{Result: chess.WhiteWins, Reason: chess.ByTime}); got != want {
		t.Errorf("outcome %v, want %v", got, want)
	}
	if d.Fault == nil || d.Fault.Side != chess.Black || !errors.Is(d.Fault.Err, errTime) {
		t.Errorf("fault %v, want Black's flag", d.Fault)
	}
}

func TestMarginForgivesALateMove(t *testing.T) {
	d := newDuel(t, &scripted{moves: []string{"f3", "g4"}, sleeps: 2 * time.Millisecond}, &scripted{moves: []string{"e5", "Qh4"}})
	d.allow[chess.White].Control = chess.Control{Base: time.Millisecond, Increment: time.Millisecond}
	d.margin = time.Hour
	if err := d.play(context.Background(), [2]uint64{}); err != nil {
		t.Fatal(err)
	}
	if got := d.Game.Outcome().Reason; got != chess.ByCheckmate || d.Fault != nil {
		t.Errorf("ended by %v, fault %v; want checkmate", got, d.Fault)
	}
	if left := d.Infos[0].Left; left <= 0 || left > 2*time.Millisecond {
		t.Errorf("%v left after the first move, want the increment and a trace", left)
	}
}

func TestLimitsFollowTheClock(t *testing.T) {
	d := newDuel(t, nil, nil)
	d.allow[chess.White] = Allowance{Control: chess.Control{Base: 40 * time.Second, MovesPer: 20}, Nodes: 7}
	d.allow[chess.Black] = Allowance{Control: chess.Control{Base: 8 * time.Second, Increment: time.Second}}
	for side := range d.clocks {
		d.clocks[side] = chess.NewClock(d.allow[side].Control)
	}
	d.moves[chess.White] = 25
	got, allowed := d.limit(chess.White)
	want := ai.Limit{
		Nodes: 7, Time: [2]time.Duration{40 * time.Second, 8 * time.Second},
		Increment: [2]time.Duration{0, time.Second}, MovesToGo: 15,
	}
	if got != want || allowed != 40*time.Second {
		t.Errorf("limit %+v and %v, want %+v", got, allowed, want)
	}
	d.allow[chess.Black] = Allowance{MoveTime: time.Second}
	if got, allowed := d.limit(chess.Black); got != (ai.Limit{MoveTime: time.Second}) || allowed != time.Second {
		t.Errorf("limit %+v and %v, want a second for the move", got, allowed)
	}
}

func TestCancelLeavesTheGameOpen(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := newDuel(t, &scripted{}, &scripted{})
	if err := d.play(ctx, [2]uint64{}); !errors.Is(err, context.Canceled) || d.Game.Outcome().Over() {
		t.Errorf("error %v, outcome %v; want a game without a result", err, d.Game.Outcome())
	}
}
