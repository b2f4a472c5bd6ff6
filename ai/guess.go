package ai

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"rookery/chess"
)

// samples is how many boards are guessed for one move in the fog.
const samples = 8

// guess chooses in the fog: it sets up boards that fit what its side sees, in
// which every man not lost stands somewhere unseen, searches each a little and
// takes the move that most of them like. It uses the View of its own side and
// the moves it may try, never the hidden men.
func (e *Engine) guess(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds) Choice {
	us := b.Turn()
	view := b.View(chess.EyesOf(us))
	r := b.Rules()
	votes := make(map[chess.Move]int)
	best := Choice{Move: moves[e.rng.IntN(len(moves))]}
	start := time.Now()
	each := lim
	each.nodes = max(lim.nodes/samples, 1500)
	if lim.nodes == 0 {
		each.nodes = 0
	}
	each.depth = min(lim.depth, 8)
	each.hard = max(lim.hard, lim.soft) / samples
	each.soft = lim.soft / samples
	sum := 0
	for n := range samples {
		if ctx.Err() != nil {
			break
		}
		guessed, ok := imagine(r, view, us, e.rng)
		if !ok {
			continue
		}
		c := e.imagined(ctx, guessed, moves, each)
		if c.Move == 0 {
			continue
		}
		votes[c.Move] += 2
		if r.Royalty == chess.Exposed && c.Mate == 1 {
			votes[c.Move]++ // a king that may stand there
		}
		sum += int(c.Score)
		best.Depth, best.Nodes = max(best.Depth, c.Depth), best.Nodes+c.Nodes
		best.Score = Centipawns(sum / (n + 1))
		if votes[c.Move] > votes[best.Move] {
			best.Move = c.Move
		}
	}
	best.PV = []chess.Move{best.Move}
	if e.OnInfo != nil {
		e.OnInfo(Info{Depth: best.Depth, SelDepth: best.Depth, Line: 1, Score: best.Score, Nodes: best.Nodes,
			Elapsed: time.Since(start), PV: []chess.Move{best.Move}})
	}
	return best
}

// imagined searches one guessed board and returns its best move among those
// that may truly be tried, the zero Choice when none fits.
func (e *Engine) imagined(ctx context.Context, b chess.Board, may []chess.Move, lim bounds) Choice {
	there := b.Moves(nil)
	allowed := make(map[chess.Move]bool, len(may))
	for _, m := range may {
		allowed[m] = true
	}
	var both []chess.Move
	for _, m := range there {
		if allowed[m] {
			both = append(both, m)
		}
	}
	if len(both) == 0 {
		return Choice{}
	}
	// A guessed board has no past, and its lines are none of the true board.
	kept, tell := e.history, e.OnInfo
	e.history, e.OnInfo = nil, nil
	defer func() { e.history, e.OnInfo = kept, tell }()
	c := e.think(ctx, b, both, lim, time.Now())
	if !allowed[c.Move] {
		return Choice{}
	}
	return c
}

// imagine sets up one board that fits a view: the men not seen are put on
// hidden squares at random, pawns where pawns can stand, the rest rather near
// their own side. ok is false when no playable board was found.
func imagine(r chess.Rules, v chess.View, us chess.Color, rng *rand.Rand) (chess.Board, bool) {
	them := us.Other()
	missing := v.Men[them]
	var hidden []int
	for sq, c := range v.Cells {
		if c.Hidden {
			hidden = append(hidden, sq)
		} else if c.Piece != 0 && c.Piece.Color() == them {
			if missing[c.Piece.Role()] > 0 {
				missing[c.Piece.Role()]--
			}
		}
	}
	for range 12 {
		var men [64]chess.Piece
		for sq, c := range v.Cells {
			men[sq] = c.Piece
		}
		if !scatter(&men, missing, hidden, them, rng) {
			return nil, false
		}
		if b, err := chess.NewBoard(r, fenOf(&men, v, r, us)); err == nil && !b.Outcome().Over() {
			return b, true
		}
	}
	return nil, false
}

// scatter puts the missing men of c on hidden squares.
func scatter(men *[64]chess.Piece, missing chess.Hand, hidden []int, c chess.Color, rng *rand.Rand) bool {
	for role := chess.King; role >= chess.Pawn; role-- {
		for range missing[role] {
			placed := false
			for try := range 60 {
				if len(hidden) == 0 {
					return false
				}
				sq := hidden[rng.IntN(len(hidden))]
				rank := sq / 8
				if c == chess.Black {
					rank = 7 - rank
				}
				if men[sq] != 0 || role == chess.Pawn && (rank == 0 || rank == 7) || try < 30 && rng.IntN(8) < rank {
					continue
				}
				men[sq], placed = chess.PieceOf(c, role), true
				break
			}
			if !placed {
				return false
			}
		}
	}
	return true
}

// fenOf writes guessed men as FEN; rights to castle and en passant, which the
// other side hides, are left out.
func fenOf(men *[64]chess.Piece, v chess.View, r chess.Rules, us chess.Color) string {
	var s strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		for file := range 8 {
			m := men[rank*8+file]
			if m == 0 {
				empty++
				continue
			}
			if empty > 0 {
				s.WriteByte('0' + byte(empty))
				empty = 0
			}
			s.WriteByte(m.Letter())
		}
		if empty > 0 {
			s.WriteByte('0' + byte(empty))
		}
		if rank > 0 {
			s.WriteByte('/')
		}
	}
	if r.Pocket != chess.NoPocket {
		s.WriteByte('[')
		for c := range chess.Color(2) {
			for role := chess.Pawn; role <= chess.King; role++ {
				for range v.Hands[c][role] {
					s.WriteByte(chess.PieceOf(c, role).Letter())
				}
			}
		}
		s.WriteByte(']')
	}
	if us == chess.White {
		s.WriteString(" w - - 0 1")
	} else {
		s.WriteString(" b - - 0 1")
	}
	return s.String()
}
