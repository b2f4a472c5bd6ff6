package plain

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"syscall"
	"time"

	openings "rookery/ai/book"
	"rookery/pgn/safefile"
	"rookery/tui/engineplay"
	"rookery/tui/fics"
	"rookery/tui/lang"
	"rookery/tui/lichess"
	"rookery/tui/play"
)

// Options are what a run needs of the world.
type Options struct {
	In    io.Reader
	Out   io.Writer
	Store *play.Store      // unfinished and saved games
	Now   func() time.Time // the clock on the wall
	Seed  func() uint64    // chance
	Book  *openings.Book   // what computers open games of chess from; nil for none
	// Endings are exact tables of endings; nil for none.
	Endings *engineplay.Endings
	// Live tells that a person answers at once: what is asked while a computer
	// thinks is answered meanwhile. Otherwise lines wait until it has moved, so
	// that a script gets the same answers however fast it writes.
	Live bool
	// Terse writes moves in notation and boards as diagrams.
	Terse bool
	// Lang is what is spoken and understood besides English; nil for English alone.
	Lang *lang.Language
	// Engines are those that the player has kept, as uci.ParseSpec reads them.
	Engines []string
	Echo    bool         // repeats each line that is read, with "> " before it
	Game    *play.Config // started at once, unless nil
	Files   []string     // PGN files opened at once
	// Lichess is how lichess is reached; nil for not at all.
	Lichess *lichess.Access
	// FICS logs in there, as a guest or as who was asked for; nil for not at all.
	FICS func(context.Context) (*fics.Account, error)
	// SendPuzzles tells lichess how its puzzles went, unless the player says otherwise.
	SendPuzzles bool
	// Downloads is the folder where games of a server are kept.
	Downloads string
}

// longestLine is more than any word, path or FEN takes.
const longestLine = 1 << 20

// program is one run.
type program struct {
	o          Options
	ctx        context.Context
	out        *bufio.Writer
	err        error // of writing; nothing is written after the first
	terse      bool
	flip       bool
	done       bool
	asking     *question
	table      *gameTable      // the game; nil before the first
	files      *pgnFiles       // the file that is read; nil when none is
	puzzles    *play.PuzzleRun // that is solved; nil when none is
	more       *lichessPuzzles // where more puzzles come from; nil for nowhere
	openings   *openingRun     // that is trained; nil when none is
	lichess    *atLichess      // nil before it is asked for
	fics       *atFICS         // nil before the word fics
	seat       *onlineGame     // the game at a server that is on the table; nil when none is
	club       Club            // the club whose server this runs on; nil for none
	busy       int             // what is being asked of servers
	draft      *play.Draft     // the position that is being set up; nil when none is
	answers    chan answer
	finished   chan func() // what errands bring back
	cancelTask func()      // calls the errand under way off; nil when none is
	taken      bool        // another program plays the game that is on the table
	retry      attempt     // the lesson that can be tried again
	words      []word
	topics     []topic           // of words
	locals     map[string]string // words of the language, folded, and what they are in English
}

// question waits for yes; everything else is no.
type question struct{ yes, no func() }

// Run talks to a player until the input ends, the player quits, or ctx is
// done. A game that goes on then is kept for another day. A reader of the
// output that has gone away ends the run without an error.
func Run(ctx context.Context, o Options) error { return run(ctx, o, nil) }

// run is Run; ready changes the program before it begins, unless it is nil.
func run(ctx context.Context, o Options, ready func(*program)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &program{o: o, ctx: ctx, out: bufio.NewWriter(o.Out), terse: o.Terse, answers: make(chan answer), finished: make(chan func())}
	p.words, p.topics = p.vocabulary(), topics
	if ready != nil {
		ready(p)
	}
	p.locals = p.dictionary()
	if p.club != nil {
		defer p.club.Leave()
		p.club.Greet()
	} else {
		p.greet()
	}
	p.listen(p.read())
	p.leave()
	p.leaveLichess()
	p.leaveFICS()
	if err := p.out.Flush(); p.err == nil {
		p.err = err
	}
	if errors.Is(p.err, syscall.EPIPE) || errors.Is(p.err, io.ErrClosedPipe) {
		return nil
	}
	return p.err
}

// greet says what this is and begins what the options ask for.
func (p *program) greet() {
	p.say("Rookery: chess and its variants in plain text.")
	switch {
	case p.o.Game != nil:
		p.begin(*p.o.Game, nil)
	case len(p.o.Files) > 0:
		p.open(p.o.Files)
	default:
		p.say("Type new to play, variants for the list of variants, help for all commands.")
		if n := len(p.o.Store.Unfinished()); n > 0 {
			p.say("%s. Type continue.", p.counted(n, "%d unfinished game", "%d unfinished games"))
		}
	}
}

// read hands on the lines of the input and closes when it ends.
func (p *program) read() <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		in := bufio.NewScanner(p.o.In)
		in.Buffer(make([]byte, 0, 4096), longestLine)
		for in.Scan() {
			select {
			case lines <- in.Text():
			case <-p.ctx.Done():
				return
			}
		}
	}()
	return lines
}

// listen answers whatever comes next: a line, a computer's move, a moment of
// the clock.
func (p *program) listen(lines <-chan string) {
	for !p.done && p.err == nil {
		if err := p.out.Flush(); err != nil {
			p.err = err
			return
		}
		in := lines
		if p.waits() {
			in = nil
		}
		alarm := time.NewTimer(p.untilWarning())
		select {
		case line, ok := <-in:
			if ok {
				p.handleLine(line)
				break
			}
			lines = nil
			// Two computers play to the end; nobody else has a hand to move with.
			p.done = !p.watching()
		case a := <-p.answers:
			p.answered(a)
			p.done = p.done || lines == nil && !p.watching()
		case then := <-p.finished:
			then()
		case <-alarm.C:
			p.ticked()
		case <-p.ctx.Done():
			p.done = true
		}
		alarm.Stop()
		if p.taken {
			p.lose()
		}
	}
}

// lose takes a game from the table that another program plays now.
func (p *program) lose() {
	p.endTask()
	p.table.clear()
	p.table.Release()
	p.table, p.asking, p.taken = nil, nil, false
	p.say("Another program has taken this game over. Type continue to get it back.")
}

// waits tells whether the next line must wait: for a computer, or in a club for the answer to the one before.
func (p *program) waits() bool {
	if p.club != nil { // answers come in the order of the questions
		return p.busy > 0
	}
	return !p.o.Live && (p.onlineWaits() || p.cancelTask != nil || p.table != nil && (p.table.Thinking() || p.table.hinting.Running()) && !p.watching())
}

// watching tells whether two computers are playing.
func (p *program) watching() bool {
	return p.table != nil && !p.table.Over() && p.table.Config.Humans() == 0 && p.files == nil
}

// handleLine does what one line says: it answers a question, is a word, or a move.
func (p *program) handleLine(line string) {
	line = strings.TrimSpace(play.Clean(line))
	if p.o.Echo {
		p.line("> " + line)
	}
	if q := p.asking; q != nil {
		p.asking = nil
		switch p.english(line) {
		case "yes", "y":
			q.yes()
			return
		case "no", "n", "":
			q.no()
			return
		}
		q.no()
	}
	if line == "" {
		return
	}
	name, arg, _ := strings.Cut(strings.TrimLeft(line, ":"), " ")
	if w := p.wordOf(name); w != nil {
		w.does(strings.TrimSpace(arg))
		return
	}
	p.move(line)
}

// ask puts a question that yes answers; no may be nil.
func (p *program) ask(text string, yes, no func()) {
	if no == nil {
		no = func() { p.say("No.") }
	}
	p.asking = &question{yes, no}
	p.say("%s Type yes or no.", text)
}

// say writes one line in the language of the player. What is put into the
// format stays as it is.
func (p *program) say(format string, args ...any) {
	p.line(p.o.Lang.Sprintf(format, args...))
}

// line writes a text as it stands, safe for a terminal whatever is in it.
func (p *program) line(text string) {
	if p.err == nil {
		_, p.err = p.out.WriteString(play.Clean(text) + "\n")
	}
}

// fail tells what is wrong, each fault in a line of its own.
func (p *program) fail(err error) {
	for _, e := range play.Split(safefile.Explain(err)) {
		text := lang.UpperFirst(p.t(e.Error()))
		if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
			text += "."
		}
		p.line(text)
	}
}

// leave keeps a game that goes on.
func (p *program) leave() {
	p.endTask()
	p.closeFiles()
	t := p.table
	if t == nil {
		return
	}
	t.clear()
	defer t.Release()
	if !t.Leave(p.o.Now()) {
		return
	}
	if err := t.Autosave(t.Saved(p.o.Now()))(); err != nil {
		p.notSaved(err)
		return
	}
	p.say("Game saved. Type continue to resume it.")
}
