package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

// gameScreen plays one game between people at this terminal and computers.
type gameScreen struct {
	desk
	ctl *play.Controller

	openings openings

	guests     engineplay.Roster // the other engines that play
	adviser    *engineplay.Engine
	newThinker func(ai.Level, ai.Style, uint64) engineplay.Thinker
	advising   *play.Search // the hint under way
	hint       chess.Move
	hinted     int // 0 no hint, 1 the man is shown, 2 the move
	aid        gameAid
	warned     [2]bool // of little time, by colour

	attempt *attempt // the lesson that this game is; nil for any other
	counted bool     // its end is in the tally of the player

	trouble *trouble
}

// newGameScreen starts a game.
func newGameScreen(s *Session, cfg GameConfig) (screen, error) {
	return resumeGameScreen(s, &SavedGame{Config: cfg, ID: NewID(s.Now(), s.Seed()), Began: s.Now()})
}

// resumeGameScreen goes on with a game that was left.
func resumeGameScreen(s *Session, saved *SavedGame) (screen, error) {
	ctl, err := play.New(*saved, s.Store.Store, s.Now())
	if err != nil {
		return nil, err
	}
	cfg := &ctl.Config
	g := &gameScreen{ctl: ctl}
	ctl.NewEngine = g.engineOf
	g.desk = newDesk(s, g, cfg.Rules, ctl.Game.Board().Layout(), gameWords)
	g.shown = ctl.Game.Ply()
	if !s.Local {
		for side := range cfg.Players {
			cfg.Players[side].Program = "" // what runs here is not for those who come from elsewhere
		}
	}
	g.newThinker = func(l ai.Level, st ai.Style, seed uint64) engineplay.Thinker {
		return engineplay.NewBuiltin(s.Turns, l, st, seed, !s.Aids.NoResign)
	}
	g.flip = cfg.Flip
	if cfg.Humans() == 1 && cfg.Rules.Goal != chess.Race {
		g.flip = cfg.Players[chess.Black].Kind == Human
	}
	g.faceMover()
	g.start = ctl.Game.BoardAt(0).View(chess.Everyone)
	g.refresh()
	return g, nil
}

// Init starts the clock and, where a computer begins, its search.
func (g *gameScreen) Init() tea.Cmd {
	return tea.Batch(g.proceed(), g.openings.ask(g.ctl.Config.Rules, g.ctl.Game.Ply() > 0))
}

func (g *gameScreen) title() string {
	if g.over() {
		return outcomeText(g.ctl.Game.Outcome())
	}
	if g.humanTurn() {
		return "Your move: " + g.ctl.Config.Rules.Name
	}
	return g.ctl.Config.Rules.Name
}

// typing leaves printable keys to the line once something is written.
func (g *gameScreen) typing() bool {
	return g.line.writing()
}

// leaveQuestion asks before a game that goes on is left.
func (g *gameScreen) leaveQuestion() string {
	if g.over() || g.ctl.Game.Ply() == 0 {
		return ""
	}
	return "Leave the game? It is kept and can be continued."
}

// close calls off what is thought about and puts the clocks on disk.
func (g *gameScreen) close() {
	_, running := g.ctl.Clock.Running()
	goesOn := g.ctl.Leave(g.s.Now())
	g.guests.Dismiss(true)
	if goesOn && running {
		// Nobody is left who could be told of an error; the game as it stood
		// after the last move is on disk.
		_ = g.ctl.Autosave(g.saved())()
	}
}

// ShortHelp implements help.KeyMap.
func (g *gameScreen) ShortHelp() []key.Binding {
	k := g.keys
	if g.over() {
		return []key.Binding{k.Rematch, k.View, k.Graph, k.Analyse, k.Save, k.Back, k.Flip, k.Menu}
	}
	return []key.Binding{
		brief(k.Undo, "undo"), brief(k.Hint, "hint"), brief(k.Draw, "draw"), brief(k.Resign, "resign"),
		brief(k.Flip, "flip"), brief(k.Card, "rules"), brief(k.Cancel, "back"),
	}
}

// FullHelp implements help.KeyMap.
func (g *gameScreen) FullHelp() [][]key.Binding {
	k := g.keys
	return [][]key.Binding{
		{k.Send, k.Complete, k.Pick, k.Let, k.Up, k.Down, k.Left, k.Right, k.Recall, k.Cancel},
		{k.Back, k.Forward, k.Start, k.Live, k.Undo, k.Hint, k.Draw, k.Resign, k.Thoughts, k.Meter, k.Study},
		{k.Flip, k.Bigger, k.Smaller, k.Card, k.Save, k.CopyFEN, k.CopyPGN},
		{k.Rematch, k.View, k.Graph, k.Analyse, k.Menu},
	}
}

// present is the position as it is now.
func (g *gameScreen) present() chess.Board { return g.ctl.Game.Board() }

// ply is how many half-moves were made.
func (g *gameScreen) ply() int { return g.ctl.Game.Ply() }

// What is asked of the game most.

func (g *gameScreen) over() bool                      { return g.ctl.Over() }
func (g *gameScreen) human(c chess.Color) bool        { return g.ctl.Human(c) }
func (g *gameScreen) humanTurn() bool                 { return g.ctl.HumanTurn() }
func (g *gameScreen) fogged() bool                    { return g.ctl.Fogged() }
func (g *gameScreen) observer() chess.Observer        { return g.ctl.Observer() }
func (g *gameScreen) sees(c chess.Color) bool         { return g.ctl.Sees(c) }
func (g *gameScreen) playerName(c chess.Color) string { return g.ctl.Name(c) }
