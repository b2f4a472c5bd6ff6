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
	boardinput.Desk
	openings ui.Openings
	run      *play.RepertoireRun
	name     string
	record   play.RepertoireRecord
	hint     chess.Move // the answer that is shown; 0 for none
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
	p.Desk = boardinput.NewDesk(s, p, rep.Rules, run.Game.Board().Layout())
	k := &p.Keys
	for _, b := range []*key.Binding{&k.Undo, &k.Draw, &k.Save, &k.CopyPGN, &k.Thoughts, &k.Meter, &k.Graph, &k.Let, &k.Rematch} {
		b.SetEnabled(false)
	}
	k.Resign.SetHelp(k.Resign.Help().Key, "show the answer")
	k.Menu.SetHelp(k.Menu.Help().Key, "leave")
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
	p.hint = 0
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
	p.Line.Clear()
	if p.run.Card == nil {
		p.Allow(nil, false)
		return
	}
	p.Allow(chess.Tries(p.Present(), make([]chess.Move, 0, 64)), true)
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

func (p *RepertoireScreen) Typing() bool { return p.Line.Writing() }

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
	switch {
	case p.Question != nil:
		return p.Answer(msg, p.pressed)
	case p.Chooser != nil:
		return p.Chose(msg)
	case msg.Paste:
		p.Line.Edit(msg, p.Writable())
		return nil
	case p.Over() && msg.Type == tea.KeyEnter && p.Line.Empty():
		return p.S.Pop(p)
	}
	if cmd, done := p.Acted(msg); done {
		return cmd
	}
	if p.Line.Empty() || p.Line.Refused && msg.Type == tea.KeyRunes {
		if cmd, done := p.Steered(msg); done {
			return cmd
		}
	}
	return p.Wrote(msg)
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
	p.hint = 0
	p.Allow(nil, false)
	p.Line.Clear()
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
	p.hint = p.run.Card.Answers[0]
	var texts []string
	for _, m := range p.run.Card.Answers {
		texts = append(texts, p.S.Notation().Move(chess.MoveText(p.Present(), m)))
	}
	p.Say("Your repertoire has " + strings.Join(texts, ", "))
	p.Notice.Keep = true
	p.Redraw()
	return nil
}

// analyse studies the position with the way to it.
func (p *RepertoireScreen) analyse() tea.Cmd {
	g := p.run.Game
	return p.S.Open(p, ui.Analyse{Rules: g.Rules(), Start: g.Start(), Moves: g.Moves(), At: p.Shown, Flip: p.Flip})
}

// OpenViewer does the same: a line is no game that was played.
func (p *RepertoireScreen) OpenViewer() tea.Cmd { return p.analyse() }

func (p *RepertoireScreen) copyFEN() tea.Cmd {
	return ui.CopyText(p.run.Game.BoardAt(p.Shown).FEN(), "FEN copied")
}

// What the desk asks of its host.

func (p *RepertoireScreen) Present() chess.Board     { return p.run.Game.Board() }
func (p *RepertoireScreen) Ply() int                 { return p.run.Game.Ply() }
func (p *RepertoireScreen) Over() bool               { return p.run.Card == nil }
func (p *RepertoireScreen) Observer() chess.Observer { return chess.Everyone }
func (p *RepertoireScreen) Fogged() bool             { return false }
func (p *RepertoireScreen) HumanTurn() bool          { return p.run.Game.Turn() == p.run.Repertoire.Side }
func (p *RepertoireScreen) Premoving() bool          { return false }
func (p *RepertoireScreen) Tally() chess.View        { return p.ShownView() }
func (p *RepertoireScreen) EvalBar() []string        { return nil }
func (p *RepertoireScreen) ShownView() chess.View {
	return p.run.Game.BoardAt(p.Shown).View(chess.Everyone)
}

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

// Sheet is the line so far.
func (p *RepertoireScreen) Sheet() draw.ScoreSheet {
	g := p.run.Game
	first := g.BoardAt(0)
	s := draw.ScoreSheet{Texts: g.SANs(), Shown: p.Shown, First: first.View(chess.Everyone).Fullmove, Black: first.Turn() == chess.Black}
	notation := p.S.Notation()
	for i, text := range s.Texts {
		s.Texts[i] = notation.Move(text)
	}
	return s
}

// AsideRows tell how the run goes.
func (p *RepertoireScreen) AsideRows(width, most int) []string {
	th := p.S.Theme
	var rows []string
	say := func(style draw.Style, text string) {
		for _, row := range draw.Wrap(draw.Clean(text), width-2) {
			rows = append(rows, " "+style.Render(row))
		}
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
	if p.Over() && p.Line.Empty() {
		return " " + p.S.Theme.Faint.Render(draw.Cut(p.S.Text("Enter: back, a: analyse"), width-1))
	}
	return " " + p.Line.View(p.S.Theme, width-1)
}

// Marks are what is drawn on the squares besides the pieces.
func (p *RepertoireScreen) Marks(v chess.View) draw.Marks {
	last := chess.Move(0)
	if p.Shown > 0 {
		last = p.run.Game.Moves()[p.Shown-1]
	}
	m := p.Place(v, last)
	if !p.Live() || p.hint == 0 {
		return m
	}
	if p.hint.Kind() != chess.Dropping {
		m.Hint.Add(p.hint.From())
	}
	m.Hint.Add(p.hint.Landing())
	return m
}

func (p *RepertoireScreen) ShortHelp() []key.Binding {
	k := p.Keys
	if p.Over() {
		return []key.Binding{k.Analyse, ui.PairOf("step", k.Back, k.Forward), ui.Brief(k.Flip, "flip"), k.Menu}
	}
	return []key.Binding{ui.Brief(k.Hint, "answer"), ui.Brief(k.Flip, "flip"), ui.Brief(k.Cancel, "back")}
}

func (p *RepertoireScreen) FullHelp() [][]key.Binding {
	k := p.Keys
	return [][]key.Binding{
		{k.Send, k.Complete, k.Pick, k.Up, k.Down, k.Left, k.Right, k.Recall, k.Cancel},
		{k.Back, k.Forward, k.Start, k.Live, k.Hint, k.Resign},
		{k.Flip, k.Bigger, k.Smaller, k.Card, k.CopyFEN},
		{k.Analyse, k.Menu},
	}
}

// LeaveQuestion is empty: every answer is kept at once.
func (p *RepertoireScreen) LeaveQuestion() string { return "" }
