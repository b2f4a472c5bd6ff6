package plain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rookery/pgn/puzzle"
	"rookery/tui/lichess"
	"rookery/tui/play"
)

// lichessPuzzles is where the puzzles of a run come from.
type lichessPuzzles struct {
	theme, difficulty string
	daily             bool
}

// startLichessPuzzles begins a run of new puzzles: of a theme, and harder or easier.
func (p *program) startLichessPuzzles(arg string) {
	from := &lichessPuzzles{difficulty: "normal"}
	words := strings.Fields(arg)
	if n := len(words); n > 0 && slices.Contains(lichess.PuzzleDifficulties, p.english(words[n-1])) {
		from.difficulty = p.english(words[n-1])
		words = words[:n-1]
	}
	if arg = strings.Join(words, " "); arg != "" {
		if from.theme = p.themeOf(arg); from.theme == "" {
			p.say("No theme %s. Type puzzle lichess, puzzle lichess and a theme; easiest, easier, harder or hardest may follow. Puzzle themes lists the themes.", arg)
			return
		}
	}
	p.fetchRun(from)
}

func (p *program) startDailyPuzzle() { p.fetchRun(&lichessPuzzles{daily: true}) }

// fetchRun asks for puzzles and begins a run of them.
func (p *program) fetchRun(from *lichessPuzzles) {
	p.fetch(from, func(set []puzzle.Puzzle) {
		run, err := play.NewPuzzleRun(play.RatedPuzzles, set, puzzle.Filter{}, p.o.Store.PuzzleRecord(), p.o.Seed(), p.o.Now())
		if err != nil {
			p.fail(err)
			return
		}
		p.beginPuzzles(run)
		p.more = from
	})
}

// fetchPuzzles asks for more, for the run that is on.
func (p *program) fetchPuzzles() {
	run := p.puzzles
	if p.more.daily {
		p.puzzles, p.more, p.flip = nil, nil, false
		p.say("This was the puzzle of the day. Type puzzle lichess for others.")
		return
	}
	p.fetch(p.more, func(set []puzzle.Puzzle) {
		if p.puzzles == run {
			run.Set = set
			p.nextPuzzle()
		}
	})
}

func (p *program) fetch(from *lichessPuzzles, then func([]puzzle.Puzzle)) {
	client := p.lichess.client
	p.later(func(ctx context.Context) func() {
		var set []puzzle.Puzzle
		var err error
		if from.daily {
			var one puzzle.Puzzle
			one, err = client.DailyPuzzle(ctx)
			set = []puzzle.Puzzle{one}
		} else {
			set, err = client.Puzzles(ctx, from.theme, from.difficulty)
		}
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			then(set)
		}
	})
}

// switchSending has results sent, or not, for this session.
func (p *program) switchSending() {
	if p.o.SendPuzzles = !p.o.SendPuzzles; p.o.SendPuzzles {
		p.say("What you solve of lichess's puzzles counts for your rating there from now on.")
	} else {
		p.say("What you solve of lichess's puzzles is not sent any more.")
	}
}

// sendResult tells lichess how the puzzle went, where the player wants that.
func (p *program) sendResult() {
	if p.more == nil || !p.o.SendPuzzles || p.lichess == nil || p.lichess.account == nil {
		return
	}
	client, game, theme := p.lichess.client, p.puzzles.Game, p.more.theme
	id, won := game.Puzzle.ID, game.Solved()
	p.later(func(ctx context.Context) func() {
		change, err := client.SendPuzzle(ctx, theme, id, won)
		return func() {
			if err != nil {
				p.fail(fmt.Errorf("the result was not sent: %w", err))
				return
			}
			p.say("Your puzzle rating at lichess: %+d.", change)
		}
	})
}
