package game

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Screen plays one game between people at this terminal and computers.
type Screen struct {
	boardinput.Desk
	Ctl *play.Controller

	Openings ui.Openings

	Opponents  engineplay.Roster // the other engines that play
	adviser    *engineplay.Engine
	NewThinker func(ai.Level, ai.Style, uint64) engineplay.Thinker
	hinting    *play.Search // the hint under way
	Hint       chess.Move
	hinted     int // 0 no hint, 1 the piece is shown, 2 the move
	Aids       aids
	warned     [2]bool // of little time, by colour

	Attempt *Attempt // the lesson that this game is; nil for any other
	counted bool     // its result has been counted

	compared  bool   // with the repertoires
	departure string // where the game left them

	Fault *engineFault

	looking   *lookingOn // at a game that another program plays; nil for one that is played here
	shownSave time.Time  // of the state that is looked at

	unsaved error // why the game is not on disk as it is now; nil when it is
	saves   int   // that are on their way to the disk
}

// New starts a game.
func New(s *ui.Session, cfg ui.GameConfig) (ui.Screen, error) {
	return Resume(s, &ui.SavedGame{Config: cfg, ID: play.NewID(s.Now(), s.Seed()), Began: s.Now()})
}

// Resume goes on with a game that was left.
func Resume(s *ui.Session, saved *ui.SavedGame) (ui.Screen, error) {
	ctl, err := play.New(*saved, s.Store.Store, s.Now())
	if err != nil {
		return nil, err
	}
	cfg := &ctl.Config
	g := &Screen{Ctl: ctl}
	ctl.NewEngine = g.engineOf
	if l := play.LessonOf(saved); l != nil {
		g.Attempt = &Attempt{Lesson: l, FEN: ctl.Game.Start(), Again: cfg.Again}
	}
	g.Desk = boardinput.NewDesk(s, g, cfg.Rules, ctl.Game.Board().Layout())
	actions, k := g.actions(), &g.Keys
	leave := func(name string, b *key.Binding) {
		delete(actions, name)
		b.SetEnabled(false)
	}
	if cfg.Humans() == 0 { // nobody has a move to make or a game to give up
		leave("undo", &k.Undo)
		leave("hint", &k.Hint)
		leave("draw", &k.Draw)
		leave("resign", &k.Resign)
		leave("go", &k.Let)
	} else if cfg.Rules.Fog {
		leave("meter", &k.Meter) // it would tell what is hidden
	}
	g.SetActions(actions, false)
	g.Shown = ctl.Game.Ply()
	if !s.Local {
		for side := range cfg.Players {
			cfg.Players[side].Program = "" // what runs here is not for those who come from elsewhere
		}
	}
	g.NewThinker = func(l ai.Level, st ai.Style, seed uint64) engineplay.Thinker {
		return engineplay.NewBuiltin(s.Turns, l, st, seed, !s.Aids.NoResign).With(s.Endings)
	}
	g.Flip = cfg.Flip
	if cfg.Humans() == 1 && cfg.Rules.Goal != chess.Race {
		g.Flip = cfg.Players[chess.Black].Kind == ui.Human
	}
	g.flipToMover()
	g.Start = ctl.Game.BoardAt(0).View(chess.Everyone)
	g.updateLegal()
	return g, nil
}

// Init starts the clock and, where a computer begins, its search.
func (g *Screen) Init() tea.Cmd {
	if g.looking != nil {
		return tea.Batch(g.look(), g.Openings.Ask(g.S, g.Ctl.Config.Rules, g.Ctl.Game.Ply() > 0))
	}
	return tea.Batch(g.proceed(), g.noteEnding(), g.Openings.Ask(g.S, g.Ctl.Config.Rules, g.Ctl.Game.Ply() > 0))
}

func (g *Screen) Title() string {
	if g.Over() {
		return g.S.Text(play.OutcomeText(g.Ctl.Game.Outcome()))
	}
	if g.HumanTurn() && g.looking == nil {
		return g.S.Text("Your move: " + g.Ctl.Config.Rules.Name)
	}
	return g.S.Text(g.Ctl.Config.Rules.Name)
}

// Typing leaves printable keys to the line once something is written.
func (g *Screen) Typing() bool {
	return g.Line.Writing()
}

// LeaveQuestion asks before a game that goes on is left.
func (g *Screen) LeaveQuestion() string {
	if g.looking != nil {
		return ""
	}
	if g.unsaved != nil {
		return notSaved(g.unsaved) + ". Leave and lose the game?"
	}
	if g.Over() || g.Ctl.Game.Ply() == 0 {
		return ""
	}
	return "Leave the game? It is saved and can be resumed."
}

// Close calls off what is thought about and puts the clocks on disk.
func (g *Screen) Close() {
	if g.looking != nil {
		return
	}
	defer g.Ctl.Release()
	_, running := g.Ctl.Clock.Running()
	goesOn := g.Ctl.Leave(g.S.Now())
	g.Opponents.Dismiss(true)
	if goesOn && running || g.saves > 0 {
		// Nobody is left who could be told of an error. What is still on its way to
		// the disk must be there before the program ends.
		_ = g.Ctl.Autosave(g.saved())()
	}
}

func (g *Screen) ShortHelp() []key.Binding {
	k := g.Keys
	switch {
	case g.Question != nil:
		return nil
	case g.looking != nil:
		return g.lookingHelp()
	}
	if g.Over() {
		return ui.Bindings(&k.Rematch, &k.View, &k.Graph, &k.Analyse, &k.Save, &k.Back, &k.Flip, &k.Menu)
	}
	if g.watching() {
		return []key.Binding{ui.PairOf("step", k.Back, k.Forward), ui.Brief(k.Live, "to the game"), ui.Brief(k.Flip, "flip"),
			ui.Brief(k.Thoughts, "engine lines"), ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back")}
	}
	return []key.Binding{
		ui.Brief(k.Undo, "undo"), ui.Brief(k.Hint, "hint"), ui.Brief(k.Draw, "draw"), ui.Brief(k.Resign, "resign"),
		ui.Brief(k.Flip, "flip"), ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back"),
	}
}

// watching tells that two computers play.
func (g *Screen) watching() bool { return g.Ctl.Config.Humans() == 0 && !g.Over() }

func (g *Screen) FullHelp() [][]key.Binding {
	k := g.Keys
	if g.watching() {
		return [][]key.Binding{ui.Bindings(&k.Back, &k.Forward, &k.Start, &k.Live, &k.Thoughts, &k.Study, &k.Cancel), ui.Bindings(&k.Flip, &k.Bigger, &k.Smaller, &k.Card, &k.Save, &k.CopyFEN, &k.CopyPGN)}
	}
	return [][]key.Binding{
		ui.Bindings(&k.Send, &k.Complete, &k.Pick, &k.Let, &k.Up, &k.Down, &k.Left, &k.Right, &k.Recall, &k.Cancel),
		ui.Bindings(&k.Back, &k.Forward, &k.Start, &k.Live, &k.Undo, &k.Hint, &k.Draw, &k.Resign, &k.Thoughts, &k.Meter, &k.Study),
		ui.Bindings(&k.Flip, &k.Bigger, &k.Smaller, &k.Card, &k.Save, &k.CopyFEN, &k.CopyPGN),
		ui.Bindings(&k.Rematch, &k.View, &k.Graph, &k.Analyse, &k.Menu),
	}
}

// Present is the position as it is now.
func (g *Screen) Present() chess.Board { return g.Ctl.Game.Board() }

// Ply is how many half-moves were made.
func (g *Screen) Ply() int { return g.Ctl.Game.Ply() }

// What is asked of the game most.

func (g *Screen) Over() bool               { return g.Ctl.Over() }
func (g *Screen) human(c chess.Color) bool { return g.Ctl.Human(c) }
func (g *Screen) HumanTurn() bool          { return g.Ctl.HumanTurn() }
func (g *Screen) Fogged() bool             { return g.Ctl.Fogged() }
func (g *Screen) Observer() chess.Observer { return g.Ctl.Observer() }
func (g *Screen) sees(c chess.Color) bool  { return g.Ctl.Sees(c) }
func (g *Screen) playerName(c chess.Color) string {
	if p := g.Ctl.Config.Players[c]; p.Named() {
		return ui.NameOf(p)
	}
	return g.Ctl.Name(c)
}

func (g *Screen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return g, g.pressed(msg)
	case tea.MouseMsg:
		if g.Ctl.Covered || g.Fault != nil || g.looking != nil {
			return g, nil
		}
		return g, g.Clicked(msg)
	case play.Answer:
		return g, g.engineMoved(msg)
	case keptMsg:
		if msg.to == g {
			return g, g.kept(msg.err)
		}
	case lookMsg:
		if msg.to == g {
			return g, g.looked(msg)
		}
	case bestMoveMsg:
		return g, g.bestMoveFound(msg)
	case ui.HelpMsg:
		return g, g.helpChanged()
	case hintMsg:
		g.showHint(msg)
	case endingMsg:
		g.tellEnding(msg)
	case ui.LinesMsg:
		return g, g.engineTold(msg)
	case evalMsg:
		g.evaluated(msg)
	case ClockTickMsg:
		return g, g.ticked(msg)
	case ui.QueueMsg:
		if msg.From == g && g.Ctl.Thinking() {
			return g, g.S.WatchQueue(g)
		}
	case departureMsg:
		if msg.to == g {
			g.departure = msg.text
			g.Redraw()
		}
	case ui.OpeningsMsg:
		g.Openings.Table = msg.Table
	case ui.ThemeMsg:
		g.Redress()
	}
	return g, nil
}

// pressed gives a key to what waits for one: the hot-seat cover, a question, a
// choice; then to the keys of the game; then to the line.
func (g *Screen) pressed(msg tea.KeyMsg) tea.Cmd {
	if g.Notice.Keep {
		g.Notice = ui.Notice{}
	}
	switch {
	case g.Ctl.Covered:
		return g.uncover(msg)
	case g.Question != nil:
		return g.Answer(msg)
	case g.looking != nil:
		return g.lookingPressed(msg)
	case g.Fault != nil:
		return g.answerFault(msg)
	case g.Chooser != nil:
		return g.Chose(msg)
	case msg.Paste:
		g.Line.Edit(msg, g.Writable())
		return nil
	}
	if cmd, done := g.AnswerOffer(msg); done {
		return cmd
	}
	if msg.Type == tea.KeyCtrlU && key.Matches(msg, g.Keys.Undo) && g.Line.Empty() && g.Ctl.Config.Humans() == 2 && g.Ply() > 0 {
		g.Ask("Take back the last move?", g.takeBack, nil)
		return nil
	}
	if cmd, done := g.Acted(msg); done {
		return cmd
	}
	if g.Line.Empty() || g.Line.Refused && msg.Type == tea.KeyRunes {
		if cmd, done := g.steered(msg); done {
			return cmd
		}
	}
	return g.Wrote(msg)
}

// uncover shows the board to the next player.
func (g *Screen) uncover(msg tea.KeyMsg) tea.Cmd {
	switch msg.String() {
	case "enter", " ":
		g.Ctl.Covered = false
		g.Redraw()
		return g.proceed()
	case "esc":
		return g.Leave()
	}
	return nil
}

// steered does what keys mean on an empty line.
func (g *Screen) steered(msg tea.KeyMsg) (tea.Cmd, bool) {
	if key.Matches(msg, g.Keys.Let) {
		return g.playBestMove(), true
	}
	return g.Steered(msg)
}

// Ready tells whether a move can be made now and says why not.
func (g *Screen) Ready() bool {
	switch {
	case g.looking != nil:
		g.Complain("another program has this game open: press t to take it over")
	case g.Over():
		g.Complain("the game is over: press Enter to play again, Esc to leave")
	case !g.Live():
		g.Complain(g.NotLive())
	case !g.HumanTurn():
		g.Complain("not your move: " + g.playerName(g.Ctl.Game.Turn()) + " is thinking")
	default:
		return true
	}
	return false
}

// Premoving tells whether what a player does now is done ahead.
func (g *Screen) Premoving() bool {
	return g.looking == nil && !g.Over() && g.Live() && g.Ctl.Config.Humans() == 1 && !g.human(g.Ctl.Game.Turn()) && g.Fault == nil
}
