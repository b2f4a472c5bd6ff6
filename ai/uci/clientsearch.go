package uci

import (
	"context"
	"slices"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// clientSearch is one search by another engine: what it has reported, and when it has
// to end.
type clientSearch struct {
	client      *Client
	position    position
	lim         ai.Limit
	started     time.Time
	stopCommand string // what to say so that the engine moves now
	// answer reads one line; it is true when the move has come.
	answer func(line string) (done bool, err error)
	lines  []ai.Line // best first, by what was last told of each
	last   ai.Info
}

// run reads until the engine has moved. It tells the engine to move now when ctx ends
// and when its time is up; an engine that ignores this has failed.
func (t *clientSearch) run(ctx context.Context) error {
	c, done := t.client, ctx.Done()
	patience := c.options.Silence
	timed := t.allowed() > 0
	if timed {
		patience = t.allowed()
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	stopped := false
	stop := func() error {
		stopped = true
		timer.Reset(c.options.MoveGrace)
		return c.send(t.stopCommand)
	}
	for {
		select {
		case line, ok := <-c.process.lines:
			if !ok {
				return c.outputEnded()
			}
			if done, err := t.answer(line); done || err != nil {
				return err
			}
			if !timed && !stopped {
				timer.Reset(patience)
			}
		case <-timer.C:
			if stopped {
				return c.newError(ErrSilent, "no move came after "+time.Since(t.started).Round(time.Millisecond).String())
			}
			if err := stop(); err != nil {
				return err
			}
		case <-done:
			done = nil
			if stopped {
				continue
			}
			if err := stop(); err != nil {
				return err
			}
		}
	}
}

// allowed is the time after which the engine is told to move; 0 for none. On a
// clock that is all it has, since dividing it is up to the engine.
func (t *clientSearch) allowed() time.Duration {
	switch {
	case t.lim.Infinite:
		return 0
	case t.lim.MoveTime > 0:
		return t.lim.MoveTime
	}
	return max(0, t.lim.Time[t.position.board.Turn()])
}

// report takes in what the engine says of a line, whose moves are as it wrote
// them.
func (t *clientSearch) report(info ai.Info, pv []string) {
	b := t.position.board.Clone()
	for _, text := range pv {
		m, err := t.client.readMove(b, text)
		if err != nil {
			break
		}
		info.PV = append(info.PV, m)
		b.Make(m)
	}
	info.Line = max(info.Line, 1)
	if info.Line > maxLines {
		return
	}
	if len(info.PV) > 0 {
		for len(t.lines) < info.Line {
			t.lines = append(t.lines, ai.Line{})
		}
		t.lines[info.Line-1] = ai.Line{Move: info.PV[0], Score: info.Score, Mate: info.Mate, PV: info.PV}
	}
	if info.Line == 1 {
		t.last = info
	}
	if t.client.OnInfo != nil {
		info.PV = slices.Clone(info.PV)
		t.client.OnInfo(info)
	}
}

// maxLines is how many best lines are kept.
const maxLines = 64

func (t *clientSearch) choice(m chess.Move) ai.Choice {
	c := ai.Choice{Move: m, Score: t.last.Score, Mate: t.last.Mate, Depth: t.last.Depth, Nodes: t.last.Nodes, PV: []chess.Move{m}}
	if pv := t.last.PV; len(pv) > 0 && pv[0] == m {
		c.PV = pv
	}
	if len(c.PV) > 1 {
		c.Ponder = c.PV[1]
	}
	for _, line := range t.lines {
		if line.Move != 0 {
			c.Lines = append(c.Lines, line)
		}
	}
	if len(c.Lines) == 0 || c.Lines[0].Move != m {
		c.Lines = []ai.Line{{Move: m, Score: c.Score, Mate: c.Mate, PV: c.PV}}
	}
	return c
}
