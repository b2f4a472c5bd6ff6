package game

// Ready tells whether a move can be made now and says why not.
func (g *Screen) Ready() bool {
	switch {
	case g.Over():
		g.Complain("the game is over: press Enter to play again, Esc for the menu")
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
	return !g.Over() && g.Live() && g.Ctl.Config.Humans() == 1 && !g.human(g.Ctl.Game.Turn()) && g.Trouble == nil
}
