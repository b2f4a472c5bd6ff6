package game

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn/repertoire"
	"rookery/tui/draw"
)

// departureMsg tells where a game left the player's repertoire.
type departureMsg struct {
	to   *Screen
	text string
}

// compareOpening looks, once a game is over, where it left the player's repertoires. The
// one that it stayed in longest counts; files that cannot be read are left out.
func (g *Screen) compareOpening() tea.Cmd {
	if g.compared || !g.Over() || g.Attempt != nil || g.Ctl.Config.Humans() != 1 {
		return nil
	}
	g.compared = true
	me, played, store := g.Ctl.Person(), g.Ctl.Game.Clone(), g.S.Store
	notation := g.S.Notation()
	return func() tea.Msg {
		record, err := store.RepertoireRecord()
		if err != nil {
			return nil
		}
		best, text := 0, ""
		for _, f := range record.Files {
			if f.Side() != me {
				continue
			}
			rep, err := store.Repertoire(f)
			if err != nil {
				continue
			}
			if d, ok := rep.Left(played); ok && d.Ply > best {
				best, text = d.Ply, departureText(played, d, f.Name(), notation.Move)
			}
		}
		if text == "" {
			return nil
		}
		return departureMsg{g, text}
	}
}

// departureText says a departure in a sentence.
func departureText(g *chess.Game, d repertoire.Departure, file string, write func(san string) string) string {
	b := g.BoardAt(d.Ply - 1)
	number := b.View(chess.Everyone).Fullmove
	dots := "."
	if b.Turn() == chess.Black {
		dots = "..."
	}
	numbered := func(m chess.Move) string {
		return fmt.Sprintf("%d%s %s", number, dots, write(chess.MoveText(b, m)))
	}
	made := numbered(g.Moves()[d.Ply-1])
	file = draw.Clean(file)
	if len(d.Answers) == 0 {
		return fmt.Sprintf("Your opponent left your repertoire (%s) with %s", file, made)
	}
	var answers []string
	for _, m := range d.Answers {
		answers = append(answers, numbered(m))
	}
	return fmt.Sprintf("Your repertoire (%s) has %s instead of %s", file, strings.Join(answers, ", "), made)
}
