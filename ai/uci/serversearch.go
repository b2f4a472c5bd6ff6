package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// serverSearch is one go command at work.
type serverSearch struct {
	c        *session
	b        chess.Board
	keys     []uint64
	lim      ai.Limit
	ponder   bool // on the opponent's time, until ponderhit
	infinite bool // the move is held back until stop
	mate     int  // in so many moves: what is looked for, and enough; 0 for nothing
	perft    int

	done chan struct{} // closed when the move is written

	mu        sync.Mutex
	cancel    context.CancelFunc
	stopped   bool
	ponderHit bool
	mayAnswer chan struct{} // closed when the move may be written
}

// goWords end a list of searchmoves.
var goWords = map[string]bool{
	"searchmoves": true, "ponder": true, "wtime": true, "btime": true, "winc": true, "binc": true, "movestogo": true,
	"depth": true, "nodes": true, "mate": true, "movetime": true, "infinite": true, "perft": true,
}

// noMove is the answer where there is no move, as Stockfish gives it.
const noMove = "bestmove (none)"

func (c *session) startSearch(s string) {
	if c.start == nil {
		c.info("there is no position to move in")
		c.write(noMove)
		return
	}
	c.prepareEngine()
	b, keys := c.board()
	if c.engine.Endings = nil; c.settings.endings && c.Endings != nil {
		c.engine.Endings = c.Endings(b)
	}
	if c.engine.Tablebase = nil; c.settings.syzygy != "" && c.Tablebase != nil {
		c.engine.Tablebase, _, _ = c.Tablebase(b, c.settings.syzygy) // what was wrong was told when it was set
	}
	job := &serverSearch{c: c, b: b, keys: keys, done: make(chan struct{}), mayAnswer: make(chan struct{})}
	only, err := job.parse(s)
	if err != nil {
		c.info(err.Error())
	}
	if job.lim == (ai.Limit{}) && job.perft == 0 && !job.ponder {
		job.lim.Infinite, job.infinite = true, true
	}
	if !job.ponder && !job.infinite {
		close(job.mayAnswer)
	}
	if timed := job.lim; timed.MoveTime == 0 && timed.Time[b.Turn()] == 0 {
		// without a time limit even a forced move is searched
		job.lim.Infinite = true
	}
	if len(only) > 0 {
		job.b = restrict(b, only)
	}
	ctx, cancel := context.WithCancel(c.ctx)
	job.cancel = cancel
	c.search = job
	go job.run(ctx)
}

// parse reads the limits. What cannot be read is skipped and reported; times
// below zero, as programs send them whose flag has fallen, count as the least.
func (j *serverSearch) parse(s string) (only []chess.Move, err error) {
	fields := strings.Fields(s)
	value := func(i int) int64 {
		if i+1 >= len(fields) {
			err = fmt.Errorf("%s needs a number", fields[i])
			return 0
		}
		n, bad := strconv.ParseInt(fields[i+1], 10, 64)
		if bad != nil {
			err = fmt.Errorf("%s must be a number, not %.40q", fields[i], fields[i+1])
			return 0
		}
		return n
	}
	clock := func(i int, least int64) time.Duration {
		const day = 24 * time.Hour
		return time.Duration(max(least, min(value(i), day.Milliseconds()))) * time.Millisecond
	}
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case "searchmoves":
			for i+1 < len(fields) && !goWords[fields[i+1]] {
				i++
				m, bad := chess.ParseUCI(j.b, fields[i])
				if bad != nil || m == chess.Pass {
					err = fmt.Errorf("searchmoves: %.40q is not a legal move", fields[i])
					continue
				}
				only = append(only, m)
			}
		case "ponder":
			j.ponder = true
		case "infinite":
			j.infinite, j.lim.Infinite = true, true
		case "wtime":
			j.lim.Time[chess.White] = clock(i, 1)
		case "btime":
			j.lim.Time[chess.Black] = clock(i, 1)
		case "winc":
			j.lim.Increment[chess.White] = clock(i, 0)
		case "binc":
			j.lim.Increment[chess.Black] = clock(i, 0)
		case "movestogo":
			j.lim.MovesToGo = int(max(0, min(value(i), 1000)))
		case "movetime":
			j.lim.MoveTime = clock(i, 1)
		case "depth":
			j.lim.Depth = int(max(1, min(value(i), 1000)))
		case "mate":
			j.mate = int(max(1, min(value(i), 500)))
			j.lim.Full = true
			j.lim.Depth = 2*j.mate + 1 // a node without a move of the table is searched a ply less
		case "nodes":
			j.lim.Nodes = uint64(max(1, value(i)))
		case "perft":
			j.perft = int(max(1, min(value(i), 30)))
		}
	}
	return only, err
}

// release lets the move be written: after stop at once, after ponderhit when
// the time for it is up. After pondering has ended ponderhit does nothing.
func (j *serverSearch) release(stop bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.stopped:
		return
	case stop:
		j.stopped = true
	case !j.ponder || j.ponderHit:
		return
	default:
		j.ponderHit = true
		if j.infinite {
			return
		}
	}
	j.cancel()
	select {
	case <-j.mayAnswer:
	default:
		close(j.mayAnswer)
	}
}

func (j *serverSearch) run(ctx context.Context) {
	defer close(j.done)
	defer j.release(true)
	if j.perft > 0 {
		j.count(ctx)
		return
	}
	lim := j.lim
	if j.ponder {
		lim = ai.Limit{Infinite: true}
	}
	choice, err := j.choose(ctx, lim, !j.ponder)
	select {
	case <-j.mayAnswer:
	case <-j.c.ctx.Done():
	}
	j.mu.Lock()
	again := j.ponderHit && !j.stopped && err == nil
	if again {
		// The opponent has played as expected and our time runs from now on.
		// What was found meanwhile is in the table.
		ctx, j.cancel = context.WithCancel(j.c.ctx)
	}
	j.mu.Unlock()
	if again {
		choice, err = j.choose(ctx, j.lim, true)
	}
	if err != nil {
		if errors.Is(err, ai.ErrNoMove) {
			j.c.write(finalScore(j.b))
		}
		j.c.info(err.Error())
		j.c.write(noMove)
		return
	}
	line := "bestmove " + chess.UCI(j.b, choice.Move)
	if choice.Ponder != 0 {
		next := j.b.Clone()
		next.Make(choice.Move)
		line += " ponder " + chess.UCI(next, choice.Ponder)
	}
	j.c.write(line)
}

// choose asks the book, unless the position is to be analysed, then the engine.
func (j *serverSearch) choose(ctx context.Context, lim ai.Limit, plays bool) (ai.Choice, error) {
	if j.c.opener != nil && plays && !j.infinite && !j.c.settings.analyse {
		if choice, ok := j.c.opener.Choose(ctx, j.b, len(j.keys)); ok {
			return choice, nil
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e := j.c.engine
	start, told := time.Now(), ai.Info{}
	e.OnInfo = func(i ai.Info) {
		told = i
		j.c.write(j.info(i))
		if i.Line <= 1 && i.Mate > 0 && i.Mate <= j.mate {
			cancel()
		}
	}
	e.History(j.keys)
	choice, err := e.Choose(ctx, j.b, lim)
	if err == nil && choice.Nodes > told.Nodes {
		j.writeEnd(choice, told, time.Since(start))
	}
	return choice, err
}

// writeEnd tells what a search came to that ended in the middle of a depth: the
// positions that it looked at in all, and its lines. told is what was told last.
func (j *serverSearch) writeEnd(c ai.Choice, told ai.Info, elapsed time.Duration) {
	told.Depth, told.Nodes, told.Elapsed = c.Depth, c.Nodes, elapsed
	if c.Depth == 0 { // no move has a score yet
		j.c.write("info depth 0" + speed(told))
		return
	}
	for i, l := range c.Lines {
		told.Line, told.Score, told.Mate, told.PV = i+1, l.Score, l.Mate, l.PV
		j.c.write(j.info(told))
	}
}

// speed is the part of an info line that counts positions and time.
func speed(i ai.Info) string {
	millis := i.Elapsed.Milliseconds()
	return fmt.Sprintf(" nodes %d nps %d hashfull %d time %d", i.Nodes, i.Nodes*1000/uint64(max(millis, 1)), i.HashFull, millis)
}

// finalScore tells of a position in which the game is over what it is worth to the
// side to move.
func finalScore(b chess.Board) string {
	worth := "cp 0"
	if winner, won := b.Outcome().Winner(); won {
		worth = "mate 0"
		if winner == b.Turn() {
			worth = "mate 1"
		}
	}
	return "info depth 0 score " + worth
}

func (j *serverSearch) info(i ai.Info) string {
	var s strings.Builder
	fmt.Fprintf(&s, "info depth %d seldepth %d multipv %d score ", i.Depth, max(i.SelDepth, i.Depth), max(i.Line, 1))
	if i.Mate != 0 {
		fmt.Fprintf(&s, "mate %d", i.Mate)
	} else {
		fmt.Fprintf(&s, "cp %d", i.Score)
	}
	s.WriteString(speed(i) + " pv")
	b := j.b.Clone()
	for _, m := range i.PV {
		s.WriteString(" " + chess.UCI(b, m))
		b.Make(m)
	}
	return s.String()
}

// count counts the positions below each move, as testers of move generators
// want it; nothing of the sum is written when ctx ends first.
func (j *serverSearch) count(ctx context.Context) {
	var total uint64
	b := j.b.Clone()
	for _, m := range b.Moves(nil) {
		text := chess.UCI(b, m)
		b.Make(m)
		n := perft(ctx, b, j.perft-1)
		b.Undo()
		if ctx.Err() != nil {
			return
		}
		total += n
		j.c.write(fmt.Sprintf("%s: %d", text, n))
	}
	j.c.write("", fmt.Sprintf("Nodes searched: %d", total), "")
}

// perft is chess.Perft that comes back soon after ctx ends.
func perft(ctx context.Context, b chess.Board, depth int) uint64 {
	const uninterrupted = 3
	if depth <= uninterrupted {
		return chess.Perft(b, depth)
	}
	var n uint64
	for _, m := range b.Moves(nil) {
		if ctx.Err() != nil {
			return 0
		}
		b.Make(m)
		n += perft(ctx, b, depth-1)
		b.Undo()
	}
	return n
}

// restrict is b with only some of its moves to choose among. What follows them
// is as before: a search plays on a Position of its own, or on a Clone.
func restrict(b chess.Board, only []chess.Move) chess.Board {
	some := someMoves{b, only}
	if on, ok := b.(chess.Positioned); ok {
		return positionedMoves{some, on}
	}
	return some
}

type someMoves struct {
	chess.Board
	only []chess.Move
}

// Moves are those that may be chosen.
func (s someMoves) Moves(dst []chess.Move) []chess.Move { return append(dst, s.only...) }

type positionedMoves struct {
	someMoves
	chess.Positioned
}
