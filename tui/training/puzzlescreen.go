package training

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// PuzzleScreen solves the puzzles of a run, one after the other.
type PuzzleScreen struct {
	drill
	Run    *play.PuzzleRun
	puzzle *play.PuzzleGame
	// lichess is where more puzzles come from; nil where they do not.
	lichess *lichessRun
}

// Paces of what the screen does by itself.
const (
	replyPace = 350 * time.Millisecond
	nextPace  = 500 * time.Millisecond // between the questions of a run
)

// Messages of a puzzle; one for another puzzle is dropped.
type (
	puzzleReplyMsg struct{ game *play.PuzzleGame }
	puzzleNextMsg  struct{ game *play.PuzzleGame }
	puzzleKeptMsg  struct {
		Run    *play.PuzzleRun
		record play.PuzzleRecord
		err    error
	}
	puzzleTickMsg struct{ Run *play.PuzzleRun }
)

// newPuzzleScreen begins a series of puzzles.
func newPuzzleScreen(s *ui.Session, run *play.PuzzleRun) (*PuzzleScreen, error) {
	p := &PuzzleScreen{Run: run}
	if err := run.Next(); err != nil {
		return nil, err
	}
	p.puzzle = run.Game
	p.drill = newDrill(boardinput.NewDesk(s, p, p.puzzle.Game.Rules(), p.puzzle.Game.Board().Layout()), func() *chess.Game { return p.puzzle.Game })
	k := &p.Keys
	k.Resign.SetHelp(k.Resign.Help().Key, "show the solution")
	k.Rematch.SetHelp(k.Rematch.Help().Key, "next puzzle")
	if run.Mode == play.LessonExercises {
		k.Rematch.SetHelp(k.Rematch.Help().Key, "next exercise")
	}
	p.SetActions(boardinput.Actions{
		"hint": p.showHint, "solution": p.solve, "resign": p.solve, "next": p.next, "rematch": p.next,
		"analyse": p.analyse, "fen": p.copyFEN,
	}, false)
	p.setUp()
	return p, nil
}

// setUp shows the puzzle of the run, before the opponent's move.
func (p *PuzzleScreen) setUp() {
	p.puzzle = p.Run.Game
	g := p.puzzle.Game
	p.Rules, p.Layout = g.Rules(), g.Board().Layout()
	p.Start = g.BoardAt(0).View(chess.Everyone)
	p.Flip = p.puzzle.Solver == chess.Black && g.Rules().Goal != chess.Race
	p.Notice = ui.Notice{}
	p.Question, p.Offer = nil, nil
	p.changed()
	if p.Width > 0 {
		p.Relay()
	}
}

// changed renews what is known of the position.
func (p *PuzzleScreen) changed() {
	p.Shown = p.Ply()
	p.hint, p.hinted = 0, 0
	p.offer(p.puzzle.ToFind())
}

func (p *PuzzleScreen) Init() tea.Cmd { return tea.Batch(p.reply(), p.tick()) }

// reply has the opponent move when the solver has seen the position.
func (p *PuzzleScreen) reply() tea.Cmd { return ui.After(replyPace, puzzleReplyMsg{p.puzzle}) }

// tick waits until the clock of a timed run shows something else.
func (p *PuzzleScreen) tick() tea.Cmd {
	if p.Run.Mode != play.TimedPuzzles || p.ended() {
		return nil
	}
	return ui.After(draw.TickAfter(p.left()), PuzzleTick(p.Run))
}

func (p *PuzzleScreen) left() time.Duration { return max(p.Run.Ends.Sub(p.S.Now()), 0) }

// ended tells that a streak or a timed run is over.
func (p *PuzzleScreen) ended() bool { return p.Run.Over(p.S.Now()) }

func (p *PuzzleScreen) Title() string { return p.S.Text("Puzzles") }

// LeaveQuestion is empty: what was solved is kept at once.
func (p *PuzzleScreen) LeaveQuestion() string {
	if p.Run.Mode == play.TimedPuzzles && !p.ended() {
		return "Leave the run?"
	}
	return ""
}

func (p *PuzzleScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return p, p.pressed(msg)
	case tea.MouseMsg:
		return p, p.Clicked(msg)
	case puzzleReplyMsg:
		if msg.game == p.puzzle && p.puzzle.Reply() != 0 {
			p.changed()
		}
	case puzzleNextMsg:
		if msg.game == p.puzzle && !p.ended() {
			return p, p.next()
		}
	case puzzleKeptMsg:
		if msg.Run == p.Run {
			p.Run.Record = msg.record
			if msg.err != nil {
				p.Complain("not kept: " + ui.ErrorText(msg.err))
			}
			p.Redraw()
		}
	case puzzleTickMsg:
		if msg.Run != p.Run {
			break
		}
		if p.ended() {
			return p, p.endRun()
		}
		return p, p.tick()
	case batchMsg, resultSentMsg:
		return p, p.fromLichess(msg)
	case ui.ThemeMsg:
		p.Redress()
	}
	return p, nil
}

func (p *PuzzleScreen) pressed(msg tea.KeyMsg) tea.Cmd { return p.handled(msg) }

// Ready tells whether a move can be made now and says why not.
func (p *PuzzleScreen) Ready() bool {
	switch {
	case p.Over():
		p.Complain("this puzzle is done: press Enter for the next one")
	case !p.Live():
		p.Complain(p.NotLive())
	case !p.puzzle.ToFind():
		p.Complain("the opponent is about to move")
	default:
		return true
	}
	return false
}

// Play tries a legal move.
func (p *PuzzleScreen) Play(m chess.Move) tea.Cmd {
	text := p.S.Notation().Move(chess.MoveText(p.Present(), m))
	if !p.puzzle.Try(m) {
		kept := p.count()
		p.Selection.LetGo()
		p.Line.Clear()
		p.Redraw()
		switch p.Run.Mode {
		case play.PuzzleStreak:
			return tea.Batch(kept, p.endRun())
		case play.TimedPuzzles:
			if p.ended() {
				return tea.Batch(kept, p.endRun())
			}
			p.Notice = ui.Notice{Text: text + " is not it", Bad: true, Typed: true}
			return tea.Batch(kept, ui.After(nextPace, puzzleNextMsg{p.puzzle}))
		}
		p.Notice = ui.Notice{Text: text + " is not it: try again, or type hint or solution", Short: text + " is not it: try again", Bad: true, Typed: true}
		return kept
	}
	p.Notice = ui.Notice{}
	p.changed()
	if !p.puzzle.Over {
		p.Say(text + " is right. Go on")
		return p.reply()
	}
	kept := p.count()
	if p.Run.Mode == play.PuzzleStreak || p.Run.Mode == play.TimedPuzzles {
		p.Say(text + " is right")
		return tea.Batch(kept, ui.After(nextPace, puzzleNextMsg{p.puzzle}))
	}
	p.tellEnd()
	return tea.Batch(kept, p.lessonDone())
}

// lessonDone notes that a lesson was gone through.
func (p *PuzzleScreen) lessonDone() tea.Cmd {
	if !p.Run.Last() {
		return nil
	}
	store, id := p.S.Store, p.Run.Lesson.ID
	return func() tea.Msg {
		if err := store.CountLesson(id, true, 0); err != nil {
			return ui.FailMsg(err)
		}
		return ui.LessonKeptMsg{}
	}
}

// tellEnd says how the puzzle went.
func (p *PuzzleScreen) tellEnd() {
	switch {
	case p.Run.Last():
		p.Say("Right! The lesson is done")
	case p.Run.Mode == play.LessonExercises && !p.puzzle.Shown:
		p.Say("Right!")
	case p.puzzle.Solved():
		p.Say("Solved!")
	case p.puzzle.Shown:
		p.Say("That is the solution")
	default:
		p.Say("Solved, with help or after a mistake")
	}
}

// count counts the puzzle once, where it is decided, and keeps the record.
func (p *PuzzleScreen) count() tea.Cmd {
	change := p.Run.Count(p.S.Now())
	if change == nil {
		return nil
	}
	store, run := p.S.Store, p.Run
	return tea.Batch(func() tea.Msg {
		record, err := store.ChangePuzzles(change)
		return puzzleKeptMsg{run, record, err}
	}, p.sendResult())
}

// endRun shows the solution of the last puzzle and what came of the run.
func (p *PuzzleScreen) endRun() tea.Cmd {
	for !p.puzzle.ToFind() && !p.puzzle.Over {
		p.puzzle.Reply()
	}
	p.puzzle.Solve()
	p.changed()
	n := p.Run.Solved
	p.Say(ui.Plural(n, "The run is over: 1 puzzle solved", "The run is over: %d puzzles solved"))
	p.Notice.Keep = true
	mode, store, run := p.Run.Mode, p.S.Store, p.Run
	return func() tea.Msg {
		record, err := store.ChangePuzzles(func(r *play.PuzzleRecord) { r.BeatIn(mode, n) })
		return puzzleKeptMsg{run, record, err}
	}
}

// showHint shows the piece that moves, then where it goes.
func (p *PuzzleScreen) showHint() tea.Cmd {
	if !p.Ready() {
		return nil
	}
	if p.Run.Mode == play.PuzzleStreak || p.Run.Mode == play.TimedPuzzles {
		p.Complain("no hints in a run")
		return nil
	}
	m, ok := p.puzzle.Next()
	if !ok {
		return nil
	}
	p.hint, p.hinted = m, min(p.hinted+1, 2)
	if p.hinted == 1 && m.Kind() != chess.Dropping {
		p.Say("The marked piece moves. hint again shows where")
	} else {
		p.hinted = 2
		p.Say("The move is " + p.S.Notation().Move(chess.MoveText(p.Present(), m)))
	}
	p.Redraw()
	return nil
}

// solve shows the solution; in a streak or timed run it gives the run up.
func (p *PuzzleScreen) solve() tea.Cmd {
	if p.Over() {
		p.Complain("this puzzle is done: press Enter for the next one")
		return nil
	}
	p.puzzle.Solve()
	kept := p.count()
	p.changed()
	if p.Run.Mode == play.PuzzleStreak || p.Run.Mode == play.TimedPuzzles {
		p.Run.Mistakes = play.MostMistakes
		return tea.Batch(kept, p.endRun())
	}
	p.tellEnd()
	return tea.Batch(kept, p.lessonDone())
}

// next goes on with another puzzle, or begins a run anew.
func (p *PuzzleScreen) next() tea.Cmd {
	running := p.Run.Mode == play.PuzzleStreak || p.Run.Mode == play.TimedPuzzles
	switch {
	case p.Run.Last() && p.Over():
		return p.S.Pop(p)
	case running && p.ended():
		p.Run.Restart(p.S.Now())
	case !running && !p.Over():
		p.Complain("not solved yet: type solution to see it")
		return nil
	case running && !p.puzzle.Over && !p.puzzle.Failed:
		return nil
	}
	if p.lichess != nil {
		if cmd, asked := p.nextFromLichess(); asked {
			return cmd
		}
	}
	fresh := p.Run.Solved+p.Run.Mistakes == 0
	if err := p.Run.Next(); err != nil {
		p.Say(ui.ErrorText(err))
		return nil
	}
	p.setUp()
	if fresh {
		return tea.Batch(p.reply(), p.tick())
	}
	return p.reply()
}

// analyse studies the puzzle with its solution as far as it was seen.
func (p *PuzzleScreen) analyse() tea.Cmd {
	if !p.Over() {
		p.Complain("a puzzle can be analysed once it is solved")
		return nil
	}
	return p.study(p)
}

// OpenViewer does the same: a puzzle is no game that was played.
func (p *PuzzleScreen) OpenViewer() tea.Cmd { return p.analyse() }

// What the desk asks of its host, beside what a drill answers.

func (p *PuzzleScreen) Over() bool      { return p.puzzle.Over || p.ended() }
func (p *PuzzleScreen) HumanTurn() bool { return p.puzzle.ToFind() }

// Heading is the left of the title row.
func (p *PuzzleScreen) Heading() string {
	if l := p.Run.Lesson; l != nil {
		return p.S.Text(l.Name)
	}
	s := p.S.Text(modeNames[p.Run.Mode])
	if p.puzzle.Puzzle.Variant != "" {
		s += "  " + p.S.Text(p.Rules.Name)
	}
	if p.Run.Theme != "" {
		s += "  " + p.S.Text(play.ThemeName(p.Run.Theme))
	}
	return s
}

var modeNames = [...]string{
	play.RatedPuzzles: "Puzzle", play.PuzzlesAgain: "Mistakes again", play.PuzzleStreak: "Streak", play.TimedPuzzles: "Timed run",
	play.LessonExercises: "Lesson",
}

// Status is the right of the title row.
func (p *PuzzleScreen) Status() string {
	switch {
	case p.Over() && p.Run.Mode == play.RatedPuzzles && p.puzzle.Solved():
		return p.S.Text("Solved")
	case p.Over():
		return p.S.Text("Done")
	case !p.Live():
		return p.S.Text(fmt.Sprintf("Position %d of %d", p.Shown, p.Ply()))
	}
	return p.S.Text(play.SideName(p.puzzle.Solver) + " to move")
}

// Player is what the row of one side says.
func (p *PuzzleScreen) Player(c chess.Color) draw.PlayerBar {
	bar := draw.PlayerBar{Side: c, Turn: !p.Over() && p.puzzle.Game.Turn() == c}
	puzzle := &p.puzzle.Puzzle
	if p.Run.Mode == play.LessonExercises {
		bar.Name = p.S.Text(play.SideName(c))
		if c == p.puzzle.Solver {
			bar.Name = p.S.Text("You")
		}
		return bar
	}
	if c != p.puzzle.Solver {
		bar.Name = p.S.Text("Puzzle")
		if p.Over() && puzzle.Rating > 0 {
			bar.Name += fmt.Sprintf(" (%d)", puzzle.Rating)
		}
		return bar
	}
	bar.Name = fmt.Sprintf("%s (%s)", p.S.Text("You"), p.Run.Record.Rating(puzzle.Variant).Text())
	if p.Run.Mode == play.TimedPuzzles {
		bar.Clocked, bar.Left, bar.Running = true, p.left(), !p.ended()
	} else if bar.Turn && len(p.Drawn.View.Checked) > 0 && p.Live() {
		bar.Note = p.S.Text("in check")
	}
	return bar
}

// AsideRows tell how the run goes and, afterwards, what the puzzle was about.
func (p *PuzzleScreen) AsideRows(width, most int) []string {
	th := p.S.Theme
	var rows []string
	say := func(style draw.Style, text string) {
		rows = aside(rows, style, text, width)
	}
	t := p.S.Text
	switch p.Run.Mode {
	case play.RatedPuzzles:
		if now := p.Run.Record.Rating(p.puzzle.Puzzle.Variant); p.puzzle.Over && now.Points() != p.Run.Before {
			style := th.Good
			if now.Points() < p.Run.Before {
				style = th.Error
			}
			say(style, t(fmt.Sprintf("Rating %s (%+d)", now.Text(), now.Points()-p.Run.Before)))
		}
		if n := p.Run.Solved + p.Run.Mistakes; n > 0 {
			say(th.Faint, t(fmt.Sprintf("Solved %d of %d", p.Run.Solved, n)))
		}
	case play.LessonExercises:
		say(th.Text, t(p.Run.Lesson.About))
		say(th.Faint, t(fmt.Sprintf("Exercise %d of %d", p.Run.Exercise, len(p.Run.Lesson.Exercises))))
		return rows[:min(len(rows), most)]
	case play.PuzzlesAgain:
		say(th.Faint, t(ui.Plural(len(p.Run.Set), "1 puzzle left after this", "%d puzzles left after this")))
	default:
		say(th.Accent, t(fmt.Sprintf("Solved: %d", p.Run.Solved)))
		if p.Run.Mode == play.TimedPuzzles {
			say(th.Faint, t(fmt.Sprintf("Mistakes: %d of %d", p.Run.Mistakes, play.MostMistakes)))
		}
		if best := p.Run.Record.BestOf(p.Run.Mode); best > 0 {
			say(th.Faint, t(fmt.Sprintf("Your best: %d", best)))
		}
	}
	if p.Over() {
		var names []string
		for _, name := range play.ThemeNames(&p.puzzle.Puzzle) {
			names = append(names, t(name))
		}
		if len(names) > 0 {
			say(th.Text, strings.Join(names, ", "))
		}
		if source := p.puzzle.Puzzle.Source(); source != "" {
			say(th.Faint, source)
		}
	}
	return rows[:min(len(rows), most)]
}

// NoticeRow is the row that talks.
func (p *PuzzleScreen) NoticeRow(width int) string {
	if row, ok := p.Talk(width); ok {
		return row
	}
	if p.Over() || p.puzzle.Game.Turn() != p.puzzle.Solver {
		return ""
	}
	if e := p.puzzle.Exercise; e != nil {
		return " " + p.S.Theme.Accent.Render(draw.Cut(p.S.Text(e.Task), width-1))
	}
	text := "Find the best move for " + play.SideName(p.puzzle.Solver)
	if p.puzzle.Puzzle.HasTheme("equality") {
		text = "Save the game for " + play.SideName(p.puzzle.Solver)
	}
	return " " + p.S.Theme.Accent.Render(draw.Cut(p.S.Text(text), width-1))
}

// InputRow is the line on which moves are written.
func (p *PuzzleScreen) InputRow(width int) string {
	text := "Enter: next puzzle, a: analyse, Esc: back"
	switch {
	case p.Run.Last():
		text = "Enter: back to the lessons"
	case p.Run.Mode == play.LessonExercises:
		text = "Enter: next exercise, Esc: back"
	case p.ended():
		text = "Enter: new run, a: analyse, Esc: back"
	}
	return p.lineRow(width, p.Over(), text)
}

func (p *PuzzleScreen) ShortHelp() []key.Binding {
	k := p.Keys
	if p.Over() {
		return []key.Binding{ui.Brief(k.Rematch, "next"), k.Analyse, ui.PairOf("step", k.Back, k.Forward), ui.Brief(k.Flip, "flip"), k.Menu}
	}
	return []key.Binding{ui.Brief(k.Hint, "hint"), ui.Brief(k.Resign, "solution"), ui.Brief(k.Flip, "flip"), ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back")}
}

func (p *PuzzleScreen) FullHelp() [][]key.Binding {
	return p.fullHelp(p.Keys.Rematch, p.Keys.Analyse, p.Keys.Menu)
}

// PuzzleTick is the message that lets a timed run look at the clock.
func PuzzleTick(run *play.PuzzleRun) tea.Msg { return puzzleTickMsg{run} }
