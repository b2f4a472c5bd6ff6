package tui

import (
	"cmp"
	"slices"

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

// recordRow is how a player's games of one variant ended: with others, or with
// computers of one level.
type recordRow struct {
	archive.Record
	level string // of the computers; empty for games with others
}

// tallyRows are the results against computers, by variant, the most games first.
func tallyRows(tallies map[play.Rival]play.Tally) (rows []recordRow) {
	for r, t := range tallies {
		row := recordRow{archive.Record{Wins: t.Won, Draws: t.Drawn, Losses: t.Lost}, r.Level}
		row.Variant = archive.Variant{Key: r.Variant, Name: r.Variant}
		if rules, err := row.Variant.Rules(); err == nil {
			row.Variant.Name = rules.Name
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b recordRow) int {
		return cmp.Or(b.All()-a.All(), cmp.Compare(a.Variant.Key, b.Variant.Key), cmp.Compare(a.level, b.level))
	})
	return rows
}
