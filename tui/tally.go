package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/play"
)

// A server counts how the games of a player with computers ended, by variant and
// level, for him alone: ratings are for games between people.

// count notes how a game with the computer ended, once. Lessons, games from a
// position that was set up, and those in which not both have moved are not counted.
func (g *gameScreen) count() tea.Cmd {
	if g.counted || !g.over() || g.game.Ply() < 2 || g.s.Club == nil || g.s.Club.guest() || g.attempt != nil || g.cfg.FEN != "" || g.cfg.Humans() != 1 {
		return nil
	}
	me := chess.White
	if !g.human(me) {
		me = chess.Black
	}
	level := g.cfg.Players[me.Other()].Level
	v, err := archive.VariantOf(lobby.Terms{Parts: g.cfg.Variant})
	if err != nil {
		return nil
	}
	var t play.Tally
	switch winner, decided := g.game.Outcome().Winner(); {
	case !decided:
		t.Drawn = 1
	case winner == me:
		t.Won = 1
	default:
		t.Lost = 1
	}
	g.counted = true
	store := g.s.Store
	return func() tea.Msg {
		if err := store.AddTallies(map[play.Rival]play.Tally{{Variant: v.Key, Level: level.Name()}: t}); err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return nil
	}
}
