package club

import (
	"fmt"
	"strings"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// What the screen of a tournament shows of a match between two teams: boards instead of places.

// matchNames are the teams, and scoreText the score as it stands.
func matchNames(v *lobby.TournamentView) [2]string {
	return [2]string{draw.Clean(v.Plan.Teams[0].Name), draw.Clean(v.Plan.Teams[1].Name)}
}

func scoreText(s *ui.Session, points [2]int) string {
	return halfPoints(s, points[0]) + " - " + halfPoints(s, points[1])
}

// boardResult is what a board shows between its players: points, or that it is on, with the colours of the last game.
func boardResult(s *ui.Session, v *lobby.TournamentView, b lobby.MatchBoard) string {
	over := 0
	for _, n := range b.Games {
		if v.Games[n].Over {
			over++
		}
	}
	if b.Number == 0 || len(b.Games) == 0 {
		return ""
	}
	text := scoreText(s, b.Points)
	switch {
	case over == 0:
		text = "*"
	case b.Table != "":
		text += " *"
	}
	if v.Games[b.Games[len(b.Games)-1]].Players[0] == b.Players[0] {
		return "w " + text + " b"
	}
	return "b " + text + " w"
}

// boardPlayer names a player of a board.
func boardPlayer(v *lobby.TournamentView, b lobby.MatchBoard, side int) (name, rating string) {
	i := b.Players[side]
	if i < 0 {
		return "", ""
	}
	return draw.Clean(v.Entrants[i].Name), v.Entrants[i].Rating.String()
}

// matchRows are the boards.
func (c *TournamentScreen) matchRows() []string {
	type column = tableColumn[lobby.MatchBoard]
	th, g, v := c.s.Theme, c.s.Signs(), c.v
	names := matchNames(v)
	number := func(b lobby.MatchBoard) string {
		switch {
		case b.Number == 0 && v.State == lobby.Planned: // somebody may yet come for him
			return "-"
		case b.Number == 0:
			return c.s.Text("res.")
		}
		return fmt.Sprint(b.Number)
	}
	player := func(side, part int) func(lobby.MatchBoard) string {
		return func(b lobby.MatchBoard) string {
			name, rating := boardPlayer(v, b, side)
			return [2]string{name, rating}[part]
		}
	}
	cols := []column{
		{"Board", 5, true, number},
		{"", 0, false, player(0, 0)},
		{"Rating", 6, true, player(0, 1)},
		{"Result", 13, false, func(b lobby.MatchBoard) string { return boardResult(c.s, v, b) }},
		{"", 0, false, player(1, 0)},
		{"Rating", 6, true, player(1, 1)},
	}
	cols = shareOut(cols, min(c.width-3, 100))
	head := tableRow(cols, func(col *column) string { return c.s.Lang.In("column", col.name) })
	// The two columns of players are headed by their teams.
	at := 0
	runes := []rune(head)
	for i, col := range cols {
		if col.name == "" {
			copy(runes[at:], []rune(draw.Fit(names[min(i/3, 1)], col.width)))
		}
		at += col.width + 1
	}
	rows := []string{th.Faint.Render("  " + string(runes))}
	top := draw.ScrollTo(c.Top, c.At, len(v.Boards), c.page())
	for i := top; i < min(top+c.page(), len(v.Boards)); i++ {
		b := v.Boards[i]
		line := tableRow(cols, func(col *column) string { return col.text(b) })
		mine := false
		for _, p := range b.Players {
			mine = mine || p >= 0 && v.Entrants[p].ID == Of(c.s).Me.ID
		}
		switch {
		case i == c.At:
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+line, c.width)))
		case mine:
			rows = append(rows, "  "+th.Accent.Render(line))
		case b.Number == 0:
			rows = append(rows, "  "+th.Faint.Render(line))
		default:
			rows = append(rows, "  "+th.Text.Render(line))
		}
	}
	if len(v.Boards) == 0 {
		rows = append(rows, "", "  "+th.Faint.Render(draw.Cut(c.s.Text("Nobody takes part yet."), c.width-4)))
	}
	return rows
}

// matchStatus says how a match that is on stands, and what the player waits for.
func (c *TournamentScreen) matchStatus(row lobby.TournamentRow, in bool, width int) string {
	v, names := c.v, matchNames(c.v)
	text := fmt.Sprintf("%s %s %s", names[0], scoreText(c.s, v.Score), names[1])
	switch {
	case in && row.Paused:
		text += "  " + c.s.Text("You pause: press "+ui.KeyText(firstKey(c.keys.Join))+" to return.")
	case in && row.Table != "":
		text += "  " + c.s.Text("Your game is on")
	case !v.Next.IsZero():
		text += "  " + c.s.Text("Next round in "+spanText(c.s, v.Next.Sub(c.s.Now())))
	}
	return c.s.Theme.Accent.Render(draw.Cut(text, width))
}

// matchText is a match as text, to copy.
func matchText(s *ui.Session, v *lobby.TournamentView) string {
	var b strings.Builder
	names := matchNames(v)
	fmt.Fprintf(&b, "%s  %s  %s\n", names[0], scoreText(s, v.Score), names[1])
	for _, board := range v.Boards {
		if board.Number == 0 {
			continue
		}
		var cells [2]string
		for side := range cells {
			name, rating := boardPlayer(v, board, side)
			cells[side] = strings.TrimSpace(name + " " + rating)
		}
		fmt.Fprintf(&b, "%3d  %-28s %-13s %s\n", board.Number, cells[0], boardResult(s, v, board), cells[1])
	}
	return b.String()
}

// teamState says what a team is to the player.
func teamState(s *ui.Session, t lobby.Team) string {
	me := Of(s).Me.ID
	switch {
	case t.Leader == me:
		return s.Text("leader")
	case t.Has(me):
		return s.Text("member")
	case t.Asks(me):
		return s.Text("asked")
	}
	return ""
}

// ownTeamsFirst puts those of the player before the others.
func ownTeamsFirst(all []lobby.Team, me remote.Player) []lobby.Team {
	var own, others []lobby.Team
	for _, t := range all {
		if t.Has(me.ID) || t.Asks(me.ID) {
			own = append(own, t)
		} else {
			others = append(others, t)
		}
	}
	return append(own, others...)
}

// matchesOf are those of a team in a schedule.
func matchesOf(all []lobby.TournamentInfo, team string) (own []lobby.TournamentInfo) {
	for _, t := range all {
		if t.Plan.Format == lobby.TeamMatch && (t.Plan.Teams[0].ID == team || t.Plan.Teams[1].ID == team) {
			own = append(own, t)
		}
	}
	return own
}

// askingText is what the leader reads of who asks to join.
func askingText(s *ui.Session, t lobby.Team) string {
	return s.Text("I ask to join your team: " + lang.Name(t.Name))
}
