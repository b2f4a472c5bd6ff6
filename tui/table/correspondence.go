package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// noPlan forgets conditional moves.
const noPlan = "none"

// planMoves takes conditional moves: "e5 Nf3 Nc6 Bb5" adds a line, "none" forgets all, nothing tells them.
func (t *Screen) planMoves(text string) tea.Cmd {
	line, ok := t.Conn.open().(ui.Planner)
	plan := slices.Clone(t.Snap.Plan)
	switch {
	case !t.mayAct():
		return nil
	case !ok || !t.Snap.Terms.Correspondence():
		t.Complain("conditional moves are for correspondence games")
		return nil
	case text == "" && len(plan) == 0:
		t.Say("No conditional moves. While your opponent is to move, write: if e5 Nf3 Nc6 Bb5")
		return nil
	case text == "":
		t.Say("Conditional moves: " + t.planText(plan) + ". if none: forget them")
		return nil
	case slices.Contains(append(t.S.Lang.Words(noPlan), noPlan), strings.ToLower(text)):
		plan = nil
	default:
		moves := t.englishMoves(strings.Fields(text))
		plan = slices.DeleteFunc(plan, func(old []string) bool { // it goes on from there, or says the same
			return len(old) <= len(moves) && slices.Equal(bare(old), bare(moves[:len(old)]))
		})
		plan = append(plan, moves)
	}
	said := "Conditional moves kept"
	if plan == nil {
		said = "Conditional moves forgotten"
	}
	return t.Conn.call(said, func(ctx context.Context, _ remote.TableLine) error { return line.Plan(ctx, plan) })
}

// englishMoves reads moves in the player's notation as far as they can be read, and writes them as every
// server reads them; what cannot be read the server refuses.
func (t *Screen) englishMoves(texts []string) []string {
	texts = slices.Clone(texts)
	b := t.Present().Clone()
	for i, text := range texts {
		m, err := t.S.ParseMove(b, text)
		if err != nil {
			break
		}
		texts[i] = chess.MoveText(b, m)
		b.Make(m)
	}
	return texts
}

// bare are moves without the signs of check and mate.
func bare(moves []string) []string {
	moves = slices.Clone(moves)
	for i, m := range moves {
		moves[i] = strings.TrimRight(m, "+#")
	}
	return moves
}

// planText writes conditional lines in the player's notation: "e5 Nf3 Nc6 Bb5; c5 c3".
func (t *Screen) planText(plan [][]string) string {
	n := t.S.Notation()
	var lines []string
	for _, line := range plan {
		var moves []string
		for _, m := range line {
			moves = append(moves, n.Move(m))
		}
		lines = append(lines, strings.Join(moves, " "))
	}
	return strings.Join(lines, "; ")
}

// planRows are the conditional moves in the panel.
func (t *Screen) planRows(width int) (rows []string) {
	if len(t.Snap.Plan) == 0 {
		return nil
	}
	th := t.S.Theme
	for _, row := range draw.Wrap(t.S.Text("If")+" "+t.planText(t.Snap.Plan), width-1) {
		rows = append(rows, " "+th.Faint.Render(row))
	}
	return rows
}

// DueText says how long a correspondence move may still take: "2 days", "5 hours", "12 minutes".
func DueText(left time.Duration) string {
	switch {
	case left >= 2*chess.Day:
		return fmt.Sprintf("%d days", left/chess.Day)
	case left >= 2*time.Hour:
		return fmt.Sprintf("%d hours", left/time.Hour)
	}
	return ui.Plural(max(int(left/time.Minute), 0), "1 minute", "%d minutes")
}
