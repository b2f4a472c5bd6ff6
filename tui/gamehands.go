package tui

// ready tells whether a move can be made now and says why not.
func (g *gameScreen) ready() bool {
	switch {
	case g.over():
		g.complain("the game is over: Enter plays again, Esc goes back to the menu")
	case !g.live():
		g.complain(g.notLive())
	case !g.humanTurn():
		g.complain("it is not your move: " + g.playerName(g.ctl.Game.Turn()) + " is thinking")
	default:
		return true
	}
	return false
}

// premoving tells whether what a player does now is done ahead.
func (g *gameScreen) premoving() bool {
	return !g.over() && g.live() && g.ctl.Config.Humans() == 1 && !g.human(g.ctl.Game.Turn()) && g.trouble == nil
}
