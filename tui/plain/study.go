package plain

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/ai"
	"rookery/ai/endings"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

const (
	// studyTime is how long a position is studied unless it is said.
	studyTime = 3 * time.Second
	// longestStudy is the longest that may be asked for.
	longestStudy = 10 * time.Minute
	// studyLines is how many best moves are told.
	studyLines = 3
	// judgeTime and drawTime are the longest that a lesson is looked over, and
	// that a position for one is looked for.
	judgeTime = 20 * time.Second
	drawTime  = 10 * time.Second
	// endingTime is the longest that tables of an ending are waited for.
	endingTime = 10 * time.Minute
)

// background is work for another goroutine that no game waits for: a position
// that is studied, a lesson that is drawn or judged. do runs elsewhere; what
// it gives back is called where everything else happens.
func (p *program) background(limit time.Duration, do func(ctx context.Context) func()) {
	p.endTask()
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	done := new(bool)
	p.cancelTask = func() { *done = true; cancel() }
	go func() {
		then := do(ctx)
		select {
		case p.finished <- func() {
			if *done { // called off meanwhile
				return
			}
			p.endTask()
			then()
		}:
		case <-p.ctx.Done():
		}
	}()
}

// endTask ends the errand under way.
func (p *program) endTask() {
	if p.cancelTask != nil {
		p.cancelTask()
		p.cancelTask = nil
	}
}

// study says the best moves of the position with what they are worth.
func (p *program) study(arg string) {
	limit := studyTime
	if arg != "" {
		seconds, err := strconv.Atoi(strings.Fields(arg)[0])
		if err != nil || seconds < 1 || time.Duration(seconds)*time.Second > longestStudy {
			p.say("Type analyse and a number of seconds.")
			return
		}
		limit = time.Duration(seconds) * time.Second
	}
	s, ok := p.position()
	switch {
	case !ok:
		return
	case p.puzzles != nil && !p.puzzles.Game.Over:
		p.say("A puzzle can be analysed once it is solved.")
		return
	case s.board == nil:
		p.say("The position can be analysed once it is done.")
		return
	case !s.open():
		p.say("The position cannot be analysed in a fog game.")
		return
	case s.board.Outcome().Over():
		p.say("%s.", p.t(play.OutcomeText(s.board.Outcome())))
		return
	}
	b, told, adviser := s.board.Clone(), s.board.Clone(), engineplay.NewAdviser(nil, p.o.Seed()).With(p.o.Endings)
	p.say("Analysing for %s.", p.timeWords(limit))
	p.background(limit+judgeTime, func(ctx context.Context) func() {
		c, err := adviser.Choose(ctx, b, nil, play.Task{Limit: ai.Limit{MoveTime: limit}, Lines: studyLines})
		p.o.Endings.Ready(ctx, b)
		exact := p.o.Endings.Tell(b)
		var why []string
		if err == nil {
			why = reasons(b, c)
		}
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			p.tellVerdict(exact)
			p.tellStudy(told, c)
			if text := p.o.Lang.Sentence(why); text != "" && !(len(exact) > 0 && c.Mate != 0) {
				p.line(text)
			}
		}
	})
}

// tellStudy says the lines of a study, the best first.
func (p *program) tellStudy(b chess.Board, c ai.Choice) {
	lines := c.Lines
	if len(lines) == 0 {
		lines = []ai.Line{{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV}}
	}
	p.say("Depth %d.", c.Depth)
	for i, l := range lines {
		var moves []string
		on := b.Clone()
		for _, m := range l.PV {
			moves = append(moves, p.san(on, m))
			on.Make(m)
		}
		if len(moves) == 0 {
			moves = []string{p.san(b, l.Move)}
		}
		p.say("%d: %s. %s.", i+1, p.scoreText(l.Score, l.Mate, b.Turn()), strings.Join(moves, " "))
	}
}

// scoreText say a score of the side to move.
func (p *program) scoreText(score ai.Centipawns, mate int, turn chess.Color) string {
	side := turn
	if mate < 0 || mate == 0 && score < 0 {
		side = turn.Other()
	}
	switch {
	case mate != 0:
		return p.o.Lang.Sprintf("%s wins in %d", p.side(side), max(mate, -mate))
	case score > -10 && score < 10:
		return p.t("Equal")
	}
	return p.o.Lang.Sprintf("%s is better by %.1f", p.side(side), float64(max(score, -score))/100)
}

// learn lists the training positions, or plays one.
func (p *program) learn(arg string) {
	if arg == "" {
		records := p.o.Store.LessonRecords()
		for i := range play.Lessons {
			l := &play.Lessons[i]
			p.line(strings.TrimSpace(fmt.Sprintf("%d: %s. %s %s", i+1, p.t(l.Name), p.t(l.About), p.t(records[l.ID].Words()))))
		}
		p.say("Type learn and a number to play a position, or learn, a number and random for another of its kind.")
		p.say("Type learn and pieces, such as learn KQvKR hard, for any ending of up to four pieces. Add a variant for one of that.")
		return
	}
	words := strings.Fields(strings.ToLower(arg))
	n, err := strconv.Atoi(words[0])
	if _, isEnding := endings.ParseMaterial(words[0]); isEnding == nil {
		p.learnEnding(words)
		return
	}
	drawn := len(words) == 2 && p.english(words[1]) == "random"
	if err != nil || n < 1 || n > len(play.Lessons) || len(words) > 1 && !drawn {
		p.say("Type learn and a number from 1 to %d. Add random for a random position of that kind.", len(play.Lessons))
		return
	}
	l := &play.Lessons[n-1]
	if !drawn {
		p.startLesson(attempt{lesson: l, fen: l.FEN})
		return
	}
	p.say("Generating a random position.")
	seed := p.o.Seed()
	p.background(drawTime, func(ctx context.Context) func() {
		fen := l.Drawn(ctx, seed)
		return func() { p.startLesson(attempt{lesson: l, fen: fen}) }
	})
}

// learnEnding draws an ending: pieces, then a variant and how hard it is in any order.
func (p *program) learnEnding(words []string) {
	name, d := "chess", play.MediumEnding
	for _, word := range words[1:] {
		if i := slices.Index(play.Difficulties[:], p.english(word)); i >= 0 {
			d = play.Difficulty(i)
		} else {
			name = word
		}
	}
	parts := strings.Split(name, "+")
	rules, err := play.RulesOf(parts)
	if err != nil {
		p.fail(err)
		return
	}
	if p.o.Endings == nil {
		p.say("There are no tables of endings here.")
		return
	}
	set, err := endings.NewSet(rules, "")
	if err != nil {
		p.fail(err)
		return
	}
	m, _ := endings.ParseMaterial(words[0])
	if err := set.Check(set.Whole(m)); err != nil {
		p.fail(err)
		return
	}
	p.say("Generating a random position.")
	tables, seed := p.o.Endings.Set(rules), p.o.Seed()
	p.background(endingTime, func(ctx context.Context) func() {
		l, err := play.NewEnding(ctx, tables, parts, words[0], d, seed, nil)
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			p.startLesson(attempt{lesson: l, fen: l.FEN})
		}
	})
}

// attempt is a lesson that is being played.
type attempt struct {
	lesson *play.Lesson
	fen    string // where it began
	again  bool   // a win that was given away is tried once more; it is not counted
}

// startLesson begins a lesson.
func (p *program) startLesson(a attempt) {
	p.line(p.t(a.lesson.Name) + ". " + p.t(a.lesson.About))
	p.draft = nil
	p.begin(a.lesson.Game(a.fen, a.again), &a)
	if p.o.Endings == nil || p.table == nil || p.table.Over() {
		return
	}
	b := p.table.Game.BoardAt(0)
	p.background(judgeTime, func(ctx context.Context) func() {
		p.o.Endings.Ready(ctx, b)
		exact := p.o.Endings.Tell(b)
		return func() { p.tellVerdict(exact) }
	})
}

// tellVerdict says what tables of endings know of a position.
func (p *program) tellVerdict(parts []string) {
	for _, part := range parts {
		p.line(p.o.Lang.Sentence([]string{part}))
	}
}

// tellEnding says what the learner's move in a lesson gave away, as far as tables know.
func (p *program) tellEnding(before chess.Board, m chess.Move) {
	if p.table.attempt == nil || before.Turn() != play.Learner {
		return
	}
	if v, ok := p.o.Endings.Judge(before); ok {
		if text := play.MoveVerdict(before, v.Moves, m); text != "" {
			p.line(p.t(text) + ".")
		}
	}
}

// judge looks a finished lesson over and says how it went.
func (p *program) judge() {
	t := p.table
	a, game, seed, tables := *t.attempt, t.Game.Clone(), p.o.Seed(), p.o.Endings
	t.attempt.again = true // a move that is taken back makes no second attempt
	p.say("Analysing the game.")
	p.background(judgeTime, func(ctx context.Context) func() {
		v := play.Judge(ctx, ai.New(play.Strongest(), ai.Balanced, seed), tables.Ready(ctx, game.BoardAt(0)), game)
		return func() {
			for i, s := range v.Sentences() {
				if i != 1 { // the outcome has been told
					p.line(strings.TrimSuffix(p.t(s), ".") + ".")
				}
			}
			if !a.again {
				if err := p.o.Store.CountLesson(a.lesson.ID, v.Won, v.Moves); err != nil {
					p.fail(err)
				}
			}
			p.retry = a
			if v.Turn >= 0 {
				p.retry = attempt{lesson: a.lesson, fen: v.Board.FEN(), again: true}
				p.say("Type retry to try again from move %d.", v.Number)
			}
		}
	})
}

// tryAgain plays the lesson again, from where the win was given away.
func (p *program) tryAgain(string) {
	if p.retry.lesson == nil {
		p.say("No practice position played yet. Type learn.")
		return
	}
	p.startLesson(p.retry)
}
