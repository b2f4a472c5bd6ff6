package tui

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
)

// gameScreen plays one game between people at this terminal and computers.
type gameScreen struct {
	desk
	cfg GameConfig
	id  string
	// serial counts what has happened to the game. A message made for an
	// earlier serial is late and means nothing.
	serial int

	game   *chess.Game
	began  time.Time
	clock  chess.Clock
	lefts  [][2]time.Duration // by ply: what the clocks showed before the move
	keeper *keeper

	openings openings

	computers  [2]*engineplay.Engine // nil where a person plays
	guests     engineplay.Roster     // the other engines among them
	last       [2]ai.Choice          // what each computer thought of its last move
	adviser    *engineplay.Engine
	newThinker func(ai.Level, ai.Style, uint64) engineplay.Thinker
	cancel     context.CancelFunc // of the search under way; nil when none is
	advising   context.CancelFunc // of the hint under way
	hint       chess.Move
	hinted     int // 0 no hint, 1 the man is shown, 2 the move
	aid        gameAid
	warned     [2]bool // of little time, by colour
	offered    int     // ply at which a draw was last offered and refused, -1 never

	attempt *attempt // the lesson that this game is; nil for any other
	counted bool     // its end is in the tally of the player

	trouble *trouble
	curtain bool // the board is hidden until the next player sits down
}

// newGameScreen starts a game.
func newGameScreen(s *Session, cfg GameConfig) (screen, error) {
	saved := SavedGame{Config: cfg, ID: NewID(s.Now(), s.Seed()), Began: s.Now()}
	game, err := saved.Replay()
	if err != nil {
		return nil, err
	}
	return makeGameScreen(s, saved, game), nil
}

// resumeGameScreen goes on with a game that was left.
func resumeGameScreen(s *Session, saved *SavedGame) (screen, error) {
	game, err := saved.Replay()
	if err != nil {
		return nil, err
	}
	g := makeGameScreen(s, *saved, game)
	now := s.Now()
	for side, left := range saved.Left {
		if left > 0 {
			g.clock = g.clock.With(chess.Color(side), left)
		}
	}
	g.clock = g.clock.Turn(game.Turn(), now)
	g.lefts = g.lefts[:0]
	for range game.Ply() {
		g.lefts = append(g.lefts, saved.Left)
	}
	return g, nil
}

func makeGameScreen(s *Session, saved SavedGame, game *chess.Game) *gameScreen {
	cfg := saved.Config
	g := &gameScreen{
		cfg: cfg, id: saved.ID, began: saved.Began,
		game: game, keeper: &keeper{store: s.Store},
		clock:   chess.NewClock(cfg.Control).Turn(game.Turn(), s.Now()),
		offered: -1,
	}
	g.desk = newDesk(s, g, cfg.Rules, game.Board().Layout(), gameWords)
	g.shown = game.Ply()
	if !s.Local {
		for side := range g.cfg.Players {
			g.cfg.Players[side].Program = "" // what runs here is not for those who come from elsewhere
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
	g.start = game.BoardAt(0).View(chess.Everyone)
	g.curtain = g.passesKeyboard() && game.Ply() > 0
	g.refresh()
	return g
}

// Init starts the clock and, where a computer begins, its search.
func (g *gameScreen) Init() tea.Cmd {
	return tea.Batch(g.proceed(), g.openings.ask(g.cfg.Rules, g.game.Ply() > 0))
}

func (g *gameScreen) title() string {
	if g.over() {
		return outcomeText(g.game.Outcome())
	}
	if g.humanTurn() {
		return "Your move: " + g.cfg.Rules.Name
	}
	return g.cfg.Rules.Name
}

// typing leaves printable keys to the line once something is written.
func (g *gameScreen) typing() bool {
	return g.line.writing()
}

// leaveQuestion asks before a game that goes on is left.
func (g *gameScreen) leaveQuestion() string {
	if g.over() || g.game.Ply() == 0 {
		return ""
	}
	return "Leave the game? It is kept and can be continued."
}

// close calls off what is thought about and puts the clocks on disk.
func (g *gameScreen) close() {
	g.callOff()
	g.guests.Dismiss(true)
	if _, running := g.clock.Running(); running && !g.over() && g.game.Ply() > 0 {
		g.clock = g.clock.Stop(g.s.Now())
		// Nobody is left who could be told of an error; the game as it stood
		// after the last move is on disk.
		_ = g.keeper.keep(g.serial, g.saved())
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
func (g *gameScreen) present() chess.Board { return g.game.Board() }

// ply is how many half-moves were made.
func (g *gameScreen) ply() int { return g.game.Ply() }

// over tells whether the game has ended.
func (g *gameScreen) over() bool { return g.game.Outcome().Over() }

// human tells whether a person plays a side.
func (g *gameScreen) human(c chess.Color) bool { return g.cfg.Players[c].Kind == Human }

// humanTurn tells whether a person is to move.
func (g *gameScreen) humanTurn() bool { return !g.over() && g.human(g.game.Turn()) }

// fogged tells whether somebody must not see all of the board now.
func (g *gameScreen) fogged() bool {
	return g.cfg.Rules.Fog && !g.over() && g.cfg.Humans() > 0
}

// passesKeyboard tells whether two people share one screen on which each may
// see his own side only.
func (g *gameScreen) passesKeyboard() bool { return g.fogged() && g.cfg.Humans() == 2 }

// observer is whose eyes look at the screen.
func (g *gameScreen) observer() chess.Observer {
	switch {
	case !g.fogged():
		return chess.Everyone
	case g.cfg.Humans() == 2:
		return chess.EyesOf(g.game.Turn())
	case g.human(chess.White):
		return chess.EyesOfWhite
	}
	return chess.EyesOfBlack
}

// sees tells whether the moves of a side may be shown to who is looking.
func (g *gameScreen) sees(c chess.Color) bool {
	if g.curtain {
		return false // the player who has moved may still be looking
	}
	o := g.observer()
	return o == chess.Everyone || o == chess.EyesOf(c)
}

// playerName is how a side is called.
func (g *gameScreen) playerName(c chess.Color) string {
	p := g.cfg.Players[c]
	switch {
	case p.Kind == Computer && p.Name == "":
		return "Rookery " + p.Level.Name()
	case p.Name == "":
		return sideName(c)
	}
	return p.Name
}
