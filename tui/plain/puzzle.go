package plain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn/puzzle"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/variants"
)

// startPuzzles begins a series of puzzles: near the rating, of a theme or a variant, those
// that went wrong, a streak or a timed run.
func (p *program) startPuzzles(arg string) {
	mode, f := play.RatedPuzzles, puzzle.Filter{}
	first, rest, _ := strings.Cut(arg, " ")
	switch p.english(first) {
	case "lichess":
		p.withLichess(func() { p.startLichessPuzzles(rest) })
		return
	case "daily":
		p.withLichess(p.startDailyPuzzle)
		return
	case "send":
		p.switchSending()
		return
	}
	switch e := p.english(arg); {
	case e == "":
	case e == "mistakes":
		mode = play.PuzzlesAgain
	case e == "streak":
		mode = play.PuzzleStreak
	case e == "timed":
		mode = play.TimedPuzzles
	case e == "themes":
		p.tellThemes()
		return
	case p.themeOf(arg) != "":
		f.Theme = p.themeOf(arg)
	default:
		v, ok := variants.ByName(arg)
		if !ok {
			p.say("No puzzles of %s. Type puzzle, or puzzle and a theme, a variant, mistakes, streak or timed; puzzle themes lists the themes.", arg)
			return
		}
		f.Variant = v.ID
	}
	run, err := play.NewPuzzleRun(mode, puzzle.Embedded(), f, p.o.Store.PuzzleRecord(), p.o.Seed(), p.o.Now())
	if err != nil {
		p.fail(err)
		return
	}
	p.beginPuzzles(run)
}

// beginPuzzles puts a series of puzzles on the table.
func (p *program) beginPuzzles(run *play.PuzzleRun) {
	p.clearTable()
	p.puzzles = run
	if run.Mode == play.RatedPuzzles {
		p.say("Your rating: %s.", run.Record.Rating(run.Variant).Text())
	}
	p.nextPuzzle()
}

// themeOf finds a theme by its name in the player's language or in English; empty for none.
func (p *program) themeOf(word string) string {
	for _, t := range play.PuzzleThemes {
		if lang.Fold(p.t(t.Name)) == lang.Fold(word) {
			return t.ID
		}
	}
	return play.ThemeByName(word)
}

// tellThemes lists the themes that there are puzzles of.
func (p *program) tellThemes() {
	n := puzzle.Count(puzzle.Embedded())
	var names []string
	for _, t := range play.PuzzleThemes {
		if n[t.ID] > 0 {
			names = append(names, p.t(t.Name))
		}
	}
	p.line(strings.Join(names, ", ") + ".")
}

// nextPuzzle sets the next puzzle up and says it.
func (p *program) nextPuzzle() {
	r := p.puzzles
	if err := r.Next(); err != nil {
		p.puzzles = nil
		p.fail(err)
		return
	}
	g := r.Game
	if g.Exercise != nil {
		p.flip = g.Solver == chess.Black
		p.tellBoard("")
		p.line(p.t(g.Exercise.Task))
		return
	}
	p.flip = g.Solver == chess.Black && g.Game.Rules().Goal != chess.Race
	p.say("Puzzle. You play %s.", p.side(g.Solver))
	if g.Puzzle.Variant != "" {
		p.line(p.t(g.Game.Rules().Name) + ". " + p.t(g.Game.Rules().Aim))
	}
	p.reply()
	p.tellBoard("")
	p.say("Find the best move for %s.", p.side(g.Solver))
}

// reply makes the opponent's move and says it.
func (p *program) reply() {
	g := p.puzzles.Game
	before := g.Game.Board().Clone()
	if m := g.Reply(); m != 0 {
		p.tellPuzzleMove(before, m)
	}
}

func (p *program) tellPuzzleMove(before chess.Board, m chess.Move) {
	for _, line := range p.moveWords(before, m, p.puzzles.Game.Game.Board(), chess.Everyone) {
		p.line(line)
	}
}

// puzzleReady tells whether a move of the puzzle can be made and says why not.
func (p *program) puzzleReady() bool {
	switch {
	case p.puzzles.Over(p.o.Now()):
		p.endRun()
	case p.puzzles.Game.Over:
		p.say("This puzzle is done. Type next, analyse, or stop.")
	default:
		return true
	}
	return false
}

// answer reads the move that a puzzle or an opening asks for, or tells what is wrong with it.
func (p *program) answer(b chess.Board, text string) (m chess.Move, ok bool) {
	m, err := p.readMove(b, text)
	if err == nil && m == chess.Pass {
		err = errors.New("you cannot pass here")
	}
	switch {
	case err == nil:
		return m, true
	case p.nearWord(text) != "":
		p.unknown(text)
	default:
		p.fail(err)
	}
	return 0, false
}

// puzzleMove tries what was written as the move to find.
func (p *program) puzzleMove(text string) {
	if !p.puzzleReady() {
		return
	}
	g := p.puzzles.Game
	before := g.Game.Board().Clone()
	m, ok := p.answer(before, text)
	if !ok {
		return
	}
	if !g.Try(m) {
		p.countPuzzle()
		if p.puzzles.Mode == play.PuzzleStreak || p.puzzles.Over(p.o.Now()) {
			p.say("%s is not it.", p.san(before, m))
			p.endRun()
			return
		}
		if p.puzzles.Mode == play.TimedPuzzles {
			p.say("%s is not it.", p.san(before, m))
			p.nextPuzzle()
			return
		}
		p.say("%s is not it. Try again, or type hint or solution.", p.san(before, m))
		return
	}
	p.tellPuzzleMove(before, m)
	if !g.Over {
		p.say("Right.")
		p.reply()
		return
	}
	p.puzzleDone()
}

// puzzleDone says how the puzzle went and what comes next.
func (p *program) puzzleDone() {
	r := p.puzzles
	g := r.Game
	if r.Mode == play.LessonExercises {
		p.exerciseDone()
		return
	}
	p.countPuzzle()
	switch {
	case g.Solved():
		p.say("Solved!")
	case g.Shown:
		p.say("That is the solution.")
	default:
		p.say("Solved, with help or after a mistake.")
	}
	if r.Rated() {
		now := r.Record.Rating(g.Puzzle.Variant)
		p.say("Your rating: %s (%+d). The puzzle's: %d.", now.Text(), now.Points()-r.Before, g.Puzzle.Rating)
	}
	var names []string
	for _, name := range play.ThemeNames(&g.Puzzle) {
		names = append(names, p.t(name))
	}
	if len(names) > 0 {
		p.say("Themes: %s.", strings.Join(names, ", "))
	}
	if source := g.Puzzle.Source(); source != "" {
		p.line(source)
	}
	if r.Mode == play.PuzzleStreak || r.Mode == play.TimedPuzzles {
		if r.Over(p.o.Now()) {
			p.endRun()
		} else {
			p.nextPuzzle()
		}
		return
	}
	p.say("Type next for another puzzle, analyse, or stop.")
}

// countPuzzle counts the puzzle, once, and keeps the record.
func (p *program) countPuzzle() {
	change := p.puzzles.Count(p.o.Now())
	if change == nil {
		return
	}
	record, err := p.o.Store.ChangePuzzles(change)
	if err != nil {
		p.fail(err)
	}
	p.puzzles.Record = record
	p.sendResult()
}

// endRun says what came of a streak or timed run.
func (p *program) endRun() {
	r := p.puzzles
	n, best := r.Solved, r.Record.BestOf(r.Mode)
	if _, err := p.o.Store.ChangePuzzles(func(rec *play.PuzzleRecord) { rec.BeatIn(r.Mode, n) }); err != nil {
		p.fail(err)
	}
	p.say("The run is over: %s.", p.count(n, "%d puzzle solved", "%d puzzles solved"))
	if n > best && best > 0 {
		p.say("That is your best.")
	} else if best > 0 {
		p.say("Your best: %d.", best)
	}
	p.puzzles = nil
}

// puzzleHint says which piece moves, then where to.
func (p *program) puzzleHint() {
	if !p.puzzleReady() {
		return
	}
	g := p.puzzles.Game
	if p.puzzles.Mode == play.PuzzleStreak || p.puzzles.Mode == play.TimedPuzzles {
		p.say("No hints in a run.")
		return
	}
	b, again := g.Game.Board(), g.Helped
	m, ok := g.Next()
	switch {
	case !ok:
	case again || m.Kind() == chess.Dropping:
		p.say("The move is %s.", p.san(b, m))
	default:
		p.say("Move the %s. Type hint again to hear where.", p.kindText(b.View(chess.Everyone).Cells[m.From()])+" "+b.Layout().SquareName(m.From()))
	}
}

// solution says the rest of the line.
func (p *program) solution(string) {
	if p.openings != nil {
		p.openingAnswer()
		return
	}
	if p.puzzles == nil {
		p.say("No puzzle. Type puzzle.")
		return
	}
	if !p.puzzleReady() {
		return
	}
	g := p.puzzles.Game
	before, from := g.Game.Board().Clone(), g.Game.Ply()
	g.Solve()
	for _, m := range g.Game.Moves()[from:] {
		p.line(p.moveWords(before, m, nil, chess.Everyone)[0])
		before.Make(m)
	}
	if p.puzzles.Mode == play.PuzzleStreak || p.puzzles.Mode == play.TimedPuzzles {
		p.countPuzzle()
		p.endRun()
		return
	}
	p.puzzleDone()
}

// another goes on to the next puzzle.
func (p *program) another() {
	if !p.puzzles.Game.Over {
		p.say("Not solved yet. Type solution to hear it.")
		return
	}
	if p.more != nil && !p.puzzles.Drop() {
		p.fetchPuzzles()
		return
	}
	p.nextPuzzle()
}

// firstSteps lists the lessons for beginners, or begins one.
func (p *program) firstSteps(arg string) {
	if arg == "" {
		records := p.o.Store.LessonRecords()
		for i := range play.BeginnerLessons {
			l := &play.BeginnerLessons[i]
			done := ""
			if records[l.ID].Won > 0 {
				done = " (" + p.t("done") + ")"
			}
			p.line(fmt.Sprintf("%d: %s%s. %s", i+1, p.t(l.Name), done, p.t(l.About)))
		}
		p.say("Type lesson and a number.")
		return
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(play.BeginnerLessons) {
		p.say("Type lesson and a number from 1 to %d.", len(play.BeginnerLessons))
		return
	}
	p.clearTable()
	p.puzzles = play.NewLessonRun(&play.BeginnerLessons[n-1])
	p.line(p.t(p.puzzles.Lesson.Name) + ". " + p.t(p.puzzles.Lesson.About))
	p.nextPuzzle()
}

// exerciseDone goes on in a lesson, or ends it.
func (p *program) exerciseDone() {
	r := p.puzzles
	if !r.Game.Shown {
		p.say("Right.")
	}
	if !r.Last() {
		p.nextPuzzle()
		return
	}
	if err := p.o.Store.CountLesson(r.Lesson.ID, true, 0); err != nil {
		p.fail(err)
	}
	p.puzzles, p.flip = nil, false
	p.say("The lesson is done. Type lesson for the others.")
}

// clearTable saves and leaves the game, and closes files and positions.
func (p *program) clearTable() {
	p.endTask()
	p.leaveOnlineGame()
	if p.table != nil {
		p.leave()
		p.table = nil
	}
	p.closeFiles()
	p.draft, p.puzzles, p.openings, p.more = nil, nil, nil, nil
}
