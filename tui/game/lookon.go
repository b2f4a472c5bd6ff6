package game

import (
	"errors"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// lookPace is how often a game that another program plays is read from the disk.
const lookPace = time.Second

// lookingOn is a game that another program has open. The screen shows what that one puts
// on disk, and changes nothing before it takes the game over.
type lookingOn struct {
	free bool // the other program has left it
	gone bool // there is no such unfinished game any more
}

// LookOn shows an unfinished game that another program has open.
func LookOn(s *ui.Session, saved *ui.SavedGame) (ui.Screen, error) {
	sc, err := Resume(s, saved)
	if err != nil {
		return nil, err
	}
	g := sc.(*Screen)
	g.looking = &lookingOn{}
	g.Ctl.Covered = false
	g.Ctl.Stall(s.Now())
	actions, k := g.actions(), &g.Keys
	for name, b := range map[string]*key.Binding{"undo": &k.Undo, "hint": &k.Hint, "draw": &k.Draw, "resign": &k.Resign, "go": &k.Let,
		"think": &k.Thoughts, "meter": &k.Meter} {
		delete(actions, name)
		b.SetEnabled(false)
	}
	g.SetActions(actions, false)
	g.Allow(nil, false)
	return g, nil
}

// lookMsg brings a game that another program plays, as it is now.
type lookMsg struct {
	to    *Screen
	saved *ui.SavedGame
	open  bool
	err   error
}

// look reads it after a while.
func (g *Screen) look() tea.Cmd {
	store, id := g.S.Store, g.Ctl.ID
	return tea.Tick(lookPace, func(time.Time) tea.Msg {
		saved, open, err := store.Look(id)
		return lookMsg{g, saved, open, err}
	})
}

// looked shows what another program has done to the game.
func (g *Screen) looked(msg lookMsg) tea.Cmd {
	l := g.looking
	switch {
	case errors.Is(msg.err, play.ErrGone):
		l.gone = true
		return nil
	case msg.err != nil:
		return g.look()
	}
	l.free = !msg.open && g.S.Local
	if len(msg.saved.Moves) == g.Ply() && msg.saved.Saved.Equal(g.shownSave) {
		return g.look()
	}
	ctl, err := play.New(*msg.saved, g.S.Store.Store, g.S.Now())
	if err != nil {
		return g.look()
	}
	live := g.Live()
	ctl.Covered = false
	g.Ctl, g.shownSave = ctl, msg.saved.Saved
	g.Ctl.Stall(g.S.Now())
	if g.Shown = min(g.Shown, g.Ply()); live {
		g.Shown = g.Ply()
	}
	g.Allow(nil, false)
	g.Redraw()
	return tea.Batch(g.look(), g.Openings.Ask(g.S, g.Ctl.Config.Rules, g.Ply() > 0))
}

// takeOver goes on with the game here.
func (g *Screen) takeOver() tea.Cmd {
	return g.S.Opening(func() tea.Msg {
		saved, err := g.S.Store.Claim(g.Ctl.ID, true)
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.OpenMsg{From: g, To: ui.ResumeGame{Saved: *saved}, Instead: true}
	})
}

// taken looks on from now, for another program has taken the game over.
func (g *Screen) taken() tea.Cmd {
	return g.S.OpenInstead(g, ui.ResumeGame{Saved: g.saved(), LookOn: true})
}

// lookingPressed is what keys do while another program plays.
func (g *Screen) lookingPressed(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyRunes && !msg.Paste {
		if s := msg.String(); (s == "t" || s == "T") && !g.looking.gone {
			return g.takeOver()
		}
		return nil
	}
	if cmd, done := g.Acted(msg); done {
		return cmd
	}
	cmd, _ := g.Steered(msg)
	return cmd
}

// lookingNotice says who plays.
func (g *Screen) lookingNotice(width int) string {
	text := "Another program has this game open"
	switch {
	case g.looking.gone:
		text = "The game was finished or deleted in another program"
	case g.looking.free:
		text = "The other program has left the game"
	}
	return " " + g.S.Theme.Accent.Render(draw.Cut(g.S.Text(text), width-1))
}

// lookingInput says what can be done.
func (g *Screen) lookingInput(width int) string {
	text := "Looking on. t: take over, PgUp/PgDn: step, Esc: leave"
	if g.looking.gone {
		text = "Looking on. PgUp/PgDn: step, Esc: leave"
	} else if g.looking.free {
		text = "t: go on with it, PgUp/PgDn: step, Esc: leave"
	}
	return " " + g.S.Theme.Faint.Render(draw.Cut(g.S.Text(text), width-1))
}

// lookingHelp are the keys that do something.
func (g *Screen) lookingHelp() []key.Binding {
	k := g.Keys
	return []key.Binding{ui.Bind("t", "take over", "t"), ui.PairOf("step", k.Back, k.Forward), ui.Brief(k.Live, "to the game"), ui.Brief(k.Flip, "flip"),
		ui.Brief(k.Study, "analyse"), ui.Brief(k.Card, "rules"), ui.Brief(k.Cancel, "back")}
}
