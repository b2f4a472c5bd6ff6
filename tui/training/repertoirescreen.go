package training

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn/opening"
	"rookery/pgn/repertoire"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// RepertoireScreen asks the positions of a repertoire that are due.
type RepertoireScreen struct {
	drill
	openings ui.Openings
	run      *play.RepertoireRun
	name     string
	record   play.RepertoireRecord
}

// linePace is how fast moves up to a card are shown.
const linePace = 300 * time.Millisecond

// Messages of a run; one for another card is dropped.
type (
	repertoireStepMsg struct {
		card *repertoire.Card
		ply  int
	}
	repertoireNextMsg struct{ card *repertoire.Card } // that was answered
	repertoireKeptMsg struct {
		run    *play.RepertoireRun
		record play.RepertoireRecord
		err    error
	}
)

// trainRepertoire asks what is due of a repertoire; name is what the screen calls it.
func trainRepertoire(s *ui.Session, from ui.Screen, rep *repertoire.Repertoire, name string) tea.Cmd {
	store := s.Store
	return s.Opening(func() tea.Msg {
		record, err := store.RepertoireRecord()
		if err != nil {
			return ui.FailMsg(err)
		}
		sc, err := newRepertoireScreen(s, rep, record, name, false)
		if errors.Is(err, play.ErrNothingDue) {
			if next := record.Next(rep, s.Now()); !next.IsZero() {
				err = errors.New("all known for now: " + play.DueIn(next.Sub(s.Now())))
			}
		}
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.PushMsg{From: from, Screen: sc}
	})
}

// NewRepertoireScreen asks all of a line, whatever is known of it.
func NewRepertoireScreen(s *ui.Session, rep *repertoire.Repertoire, name string) (*RepertoireScreen, error) {
	return newRepertoireScreen(s, rep, play.RepertoireRecord{}, name, true)
}

func newRepertoireScreen(s *ui.Session, rep *repertoire.Repertoire, record play.RepertoireRecord, name string, all bool) (*RepertoireScreen, error) {
	run, err := play.NewRepertoireRun(rep, &record, all, s.Now())
	if err != nil {
		return nil, err
	}
	p := &RepertoireScreen{run: run, name: name, record: record}
	p.drill = newDrill(boardinput.NewDesk(s, p, rep.Rules, run.Game.Board().Layout()), func() *chess.Game { return run.Game })
	k := &p.Keys
	k.Rematch.SetEnabled(false)
	k.Resign.SetHelp(k.Resign.Help().Key, "show the answer")
	p.SetActions(boardinput.Actions{
		"hint": p.showAnswer, "solution": p.showAnswer, "resign": p.showAnswer, "analyse": p.analyse, "fen": p.copyFEN,
	}, false)
	p.Flip = rep.Side == chess.Black && rep.Rules.Goal != chess.Race
	p.setUp()
	return p, nil
}

// setUp shows the way to the card from where the board stood.
func (p *RepertoireScreen) setUp() {
	g := p.run.Game
	p.Start = g.BoardAt(0).View(chess.Everyone)
	p.hint, p.hinted = 0, 0
	p.Shown = p.run.From
	if p.run.Card == nil || p.Shown == p.Ply() {
		p.Shown = p.Ply()
	}
	p.changed()
	if p.Width > 0 {
		p.Relay()
	}
}

// changed renews what is known of the position.
func (p *RepertoireScreen) changed() {
	p.offer(p.run.Card != nil)
}

func (p *RepertoireScreen) Init() tea.Cmd {
	return tea.Batch(p.step(), p.openings.Ask(p.S, p.Rules, true))
}

// step shows the next move on the way to the card.
func (p *RepertoireScreen) step() tea.Cmd {
	if p.Live() {
		return nil
	}
	return ui.After(linePace, repertoireStepMsg{p.run.Card, p.Shown})
}

func (p *RepertoireScreen) Title() string { return p.S.Text("Openings") }

func (p *RepertoireScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return p, p.pressed(msg)
	case tea.MouseMsg:
		return p, p.Clicked(msg)
	case repertoireStepMsg:
		if msg.card == p.run.Card && msg.ply == p.Shown && !p.Live() {
			p.Shown++
			p.Redraw()
			return p, p.step()
		}
	case repertoireNextMsg:
		if msg.card == p.run.Card {
			return p, p.next()
		}
	case repertoireKeptMsg:
		if msg.run == p.run {
			p.record = msg.record
			if msg.err != nil {
				p.Complain("not kept: " + ui.ErrorText(msg.err))
			}
			p.Redraw()
		}
	case ui.OpeningsMsg:
		p.openings.Table = msg.Table
		p.Redraw()
	case ui.ThemeMsg:
		p.Redress()
	}
	return p, nil
}

func (p *RepertoireScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	if p.Question == nil && p.Chooser == nil && !msg.Paste && p.Over() && msg.Type == tea.KeyEnter && p.Line.Empty() {
		return p.S.Pop(p)
	}
	return p.handled(msg)
}

// Ready tells whether a move can be made now and says why not.
func (p *RepertoireScreen) Ready() bool {
	switch {
	case p.Over():
		p.Complain("nothing more is due: press Enter to go back")
	case !p.Live():
		p.Shown = p.Ply() // he knows the way
		p.Redraw()
		return true
	default:
		return true
	}
	return false
}

// Play tries a legal move.
func (p *RepertoireScreen) Play(m chess.Move) tea.Cmd {
	card := p.run.Card
	text := p.S.Notation().Move(chess.MoveText(p.Present(), m))
	right, err := p.run.Try(m)
	if err != nil {
		return ui.Fail(err)
	}
	if !right {
		p.Selection.LetGo()
		p.Line.Clear()
		p.Notice = ui.Notice{Text: text + " is not in your repertoire here: try again, or type solution", Short: text + " is not in your repertoire", Bad: true, Typed: true}
		p.Redraw()
		return nil
	}
	kept := p.count(card)
	p.Shown = p.Ply()
	p.hint, p.hinted = 0, 0
	p.offer(false)
	switch words := draw.Clean(card.Words); {
	case words != "":
		p.Notice = ui.Notice{Text: text + ": " + words, Typed: true}
	default:
		p.Say(text + " is right")
	}
	p.Redraw()
	return tea.Batch(kept, ui.After(nextPace, repertoireNextMsg{card}))
}

// count keeps how the card was answered, where it was asked for the first time.
func (p *RepertoireScreen) count(card *repertoire.Card) tea.Cmd {
	failed := p.run.Failed
	if !p.run.Count() {
		return nil
	}
	store, run, now := p.S.Store, p.run, p.S.Now()
	return func() tea.Msg {
		record, err := store.ChangeRepertoire(func(r *play.RepertoireRecord) error { return r.Remember(card, !failed, now) })
		return repertoireKeptMsg{run, record, err}
	}
}

// next goes on with the next card, or tells how the run went.
func (p *RepertoireScreen) next() tea.Cmd {
	if err := p.run.Next(); err != nil {
		return ui.Fail(err)
	}
	p.setUp()
	if p.run.Card == nil {
		p.Say(fmt.Sprintf("All asked: %d right, %d wrong", p.run.Right, p.run.Wrong))
		p.Notice.Keep = true
		return nil
	}
	return p.step()
}

// showAnswer marks a right move, which from then on counts as missed.
func (p *RepertoireScreen) showAnswer() tea.Cmd {
	if !p.Ready() {
		return nil
	}
	p.run.Failed = true
	p.hint, p.hinted = p.run.Card.Answers[0], 2
	var texts []string
	for _, m := range p.run.Card.Answers {
		texts = append(texts, p.S.Notation().Move(chess.MoveText(p.Present(), m)))
	}
	p.Say("Your repertoire has " + strings.Join(texts, ", "))
	p.Notice.Keep = true
	p.Redraw()
	return nil
}

func (p *RepertoireScreen) analyse() tea.Cmd { return p.study(p) }

// OpenViewer does the same: a line is no game that was played.
func (p *RepertoireScreen) OpenViewer() tea.Cmd { return p.analyse() }

// What the desk asks of its host, beside what a drill answers.

func (p *RepertoireScreen) Over() bool      { return p.run.Card == nil }
func (p *RepertoireScreen) HumanTurn() bool { return p.run.Game.Turn() == p.run.Repertoire.Side }

// Heading is the left of the title row.
func (p *RepertoireScreen) Heading() string {
	s := p.S.Text("Openings")
	if !p.Rules.Plain() {
		s += "  " + p.S.Text(p.Rules.Name)
	}
	return ui.WithOpening(s, p.Status(), p.Opening(), p.Width)
}

// Opening is what the line so far is called.
func (p *RepertoireScreen) Opening() opening.Opening { return p.openings.Reached(p.run.Game, p.Shown) }

// Status is the right of the title row.
func (p *RepertoireScreen) Status() string {
	if p.Over() {
		return p.S.Text("Done")
	}
	return p.S.Text(ui.Plural(p.run.Left(), "1 left", "%d left"))
}

// Player is what the row of one side says.
func (p *RepertoireScreen) Player(c chess.Color) draw.PlayerBar {
	bar := draw.PlayerBar{Side: c, Turn: !p.Over() && p.run.Game.BoardAt(p.Shown).Turn() == c}
	if c == p.run.Repertoire.Side {
		bar.Name = p.S.Text("You")
	} else {
		bar.Name = draw.Clean(p.name)
	}
	return bar
}

// AsideRows tell how the run goes.
func (p *RepertoireScreen) AsideRows(width, most int) []string {
	th := p.S.Theme
	var rows []string
	say := func(style draw.Style, text string) {
		rows = aside(rows, style, text, width)
	}
	if n := p.run.Right + p.run.Wrong; n > 0 {
		say(th.Accent, p.S.Text(fmt.Sprintf("Right at once: %d of %d", p.run.Right, n)))
	}
	if p.Over() {
		if next := p.record.Next(p.run.Repertoire, p.S.Now()); !next.IsZero() {
			say(th.Faint, p.S.Text("This repertoire: "+play.DueIn(next.Sub(p.S.Now()))))
		}
	}
	return rows[:min(len(rows), most)]
}

// NoticeRow is the row that talks.
func (p *RepertoireScreen) NoticeRow(width int) string {
	if row, ok := p.Talk(width); ok {
		return row
	}
	if p.Over() || !p.Live() {
		return ""
	}
	return " " + p.S.Theme.Accent.Render(draw.Cut(p.S.Text("What do you play here?"), width-1))
}

// InputRow is the line on which moves are written.
func (p *RepertoireScreen) InputRow(width int) string {
	return p.lineRow(width, p.Over(), "Enter: back, a: analyse")
}

func (p *RepertoireScreen) ShortHelp() []key.Binding {
	k := p.Keys
	if p.Over() {
		return []key.Binding{k.Analyse, ui.PairOf("step", k.Back, k.Forward), ui.Brief(k.Flip, "flip"), k.Menu}
	}
	return []key.Binding{ui.Brief(k.Hint, "answer"), ui.Brief(k.Flip, "flip"), ui.Brief(k.Cancel, "back")}
}

func (p *RepertoireScreen) FullHelp() [][]key.Binding { return p.fullHelp(p.Keys.Analyse, p.Keys.Menu) }

// LeaveQuestion is empty: every answer is kept at once.
func (p *RepertoireScreen) LeaveQuestion() string { return "" }
