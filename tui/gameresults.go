package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/play"
)

// A server counts how the games of a player with computers ended, by variant and
// level, for him alone: ratings are for games between people.

// count notes how a game with the computer ended, once. Lessons, games from a
// position that was set up, and those in which not both have moved are not counted.
func (g *gameScreen) count() tea.Cmd {
	if g.counted || !g.over() || g.ctl.Game.Ply() < 2 || g.s.Club == nil || g.s.Club.guest() || g.attempt != nil || g.ctl.Config.FEN != "" || g.ctl.Config.Humans() != 1 {
		return nil
	}
	me := g.ctl.Person()
	level := g.ctl.Config.Players[me.Other()].Level
	v, err := archive.VariantOf(lobby.Terms{Parts: g.ctl.Config.Variant})
	if err != nil {
		return nil
	}
	var t play.Results
	switch winner, decided := g.ctl.Game.Outcome().Winner(); {
	case !decided:
		t.Drawn = 1
	case winner == me:
		t.Won = 1
	default:
		t.Lost = 1
	}
	g.counted = true
	store := g.s.Store
	return onDisk(func() error {
		return store.AddResults(map[play.Opponent]play.Results{{Variant: v.Key, Level: level.Name()}: t})
	})
}
