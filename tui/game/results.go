package game

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lobby/archive"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// A server counts how the games of a player with computers ended, by variant and
// level, for him alone: ratings are for games between people.

// countResult notes how a game with the computer ended, once. Lessons, games from a
// position that was set up, and those in which not both have moved are not counted.
func (g *Screen) countResult() tea.Cmd {
	if g.counted || !g.Over() || g.Ctl.Game.Ply() < 2 || g.S.Club == nil || g.S.Club.Guest() || g.Attempt != nil || g.Ctl.Config.FEN != "" || g.Ctl.Config.Humans() != 1 {
		return nil
	}
	me := g.Ctl.Person()
	level := g.Ctl.Config.Players[me.Other()].Level
	v, err := archive.VariantOf(remote.Terms{Parts: g.Ctl.Config.Variant})
	if err != nil {
		return nil
	}
	var t play.Results
	switch winner, decided := g.Ctl.Game.Outcome().Winner(); {
	case !decided:
		t.Drawn = 1
	case winner == me:
		t.Won = 1
	default:
		t.Lost = 1
	}
	g.counted = true
	store := g.S.Store
	return ui.SaveCmd(func() error {
		return store.AddResults(map[play.Opponent]play.Results{{Variant: v.Key, Level: level.Name()}: t})
	})
}
