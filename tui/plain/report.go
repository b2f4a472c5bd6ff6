package plain

import (
	"context"
	"time"

	"rookery/ai"
	"rookery/ai/report"
	"rookery/chess"
	"rookery/tui/engineplay"
)

// reportTime is how long each position of a game is looked at for its report.
const reportTime = 100 * time.Millisecond

// report tells how the game was played: that of the file that is read, or the one that
// has ended.
func (p *program) report(string) {
	var game *chess.Game
	switch {
	case p.files != nil:
		g, err := p.files.game.Play()
		if err != nil {
			p.fail(err)
			return
		}
		game = g
	case p.table == nil || !p.table.Over():
		p.say("There is a report once the game is over, or on the game of a file.")
		return
	default:
		game = p.table.Game.Clone()
	}
	moves := game.Moves()
	p.say("Analysing the game for %s.", p.timeWords(time.Duration(len(moves)+1)*reportTime))
	engine := engineplay.New(engineplay.NewAdviser(nil, p.o.Seed()).With(p.o.Endings), nil)
	p.background(time.Duration(len(moves)+1)*reportTime*2+judgeTime, func(ctx context.Context) func() {
		first := game.BoardAt(0)
		found, err := engineplay.Examine(ctx, engine, first, moves, ai.Limit{MoveTime: reportTime}, nil)
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			p.tellReport(game, found, found.Report(first.Turn(), moves))
		}
	})
}

// tellReport says how the sides played, and each move that was judged with the better one.
func (p *program) tellReport(game *chess.Game, found *engineplay.Findings, r report.Game) {
	for c, s := range r.Sides {
		if s.Moves > 0 {
			p.say("%s: accuracy %.0f percent, average loss %.0f centipawns.", p.side(chess.Color(c)), s.Accuracy, s.Loss)
		}
	}
	bad := 0
	for ply, m := range r.Moves {
		best := found.Choices[ply].Move
		if m.Judgement == report.Fine || best == 0 {
			continue
		}
		bad++
		b := game.BoardAt(ply)
		number := b.View(chess.Everyone).Fullmove
		p.say("Move %d, %s: %s. %s was best.", number, p.san(b, game.Moves()[ply]), p.t(m.Judgement.String()), p.san(b, best))
	}
	if bad == 0 {
		p.say("No mistakes found.")
	}
}
