package club

import (
	"fmt"
	"strings"
	"time"

	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// formatText names a format.
func formatText(s *ui.Session, f lobby.Format) string {
	return s.Text(map[lobby.Format]string{
		lobby.Arena: "Arena", lobby.Swiss: "Swiss", lobby.RoundRobin: "Round robin", lobby.Simul: "Simul", lobby.TeamMatch: "Team match",
	}[f])
}

// termsGame and termsClock name the game and the clock of terms.
func termsGame(s *ui.Session, t remote.Terms) string {
	r, err := t.Rules()
	if err != nil {
		return draw.Clean(strings.Join(t.Parts, "+"))
	}
	return draw.Clean(s.Text(r.Name))
}

func termsClock(s *ui.Session, t remote.Terms) string {
	return s.Text(ui.ClockName(t.Control.String()))
}

// spanText says how long something takes, shortly.
func spanText(s *ui.Session, d time.Duration) string {
	switch d = max(d, 0); {
	case d < time.Minute:
		return s.Text(fmt.Sprintf("%d s", int(d.Seconds())))
	case d < 2*time.Hour:
		return s.Text(fmt.Sprintf("%d min", int((d+time.Minute-1)/time.Minute)))
	case d < 48*time.Hour:
		return s.Text(fmt.Sprintf("%d h", int(d/time.Hour)))
	}
	return s.Text(fmt.Sprintf("%d days", int(d/(24*time.Hour))))
}

// whenText says when a tournament is.
func whenText(s *ui.Session, t lobby.TournamentInfo) string {
	now := s.Now()
	switch t.State {
	case lobby.Planned:
		if !now.Before(t.Plan.Begins) {
			return s.Text("now")
		}
		return s.Text("in " + spanText(s, t.Plan.Begins.Sub(now)))
	case lobby.Running:
		if t.Plan.Format == lobby.Arena {
			return s.Text(spanText(s, t.Ends.Sub(now)) + " left")
		}
		return s.Text(fmt.Sprintf("round %d of %d", max(t.Round, 1), t.Rounds))
	case lobby.Cancelled:
		return s.Text("cancelled")
	}
	return t.Ends.Format("2006.01.02")
}

// planText says what is played: "Arena, Chess, 3+2, rated, 60 min, berserk".
func planText(s *ui.Session, p lobby.TournamentPlan, rounds int) string {
	rated := "casual"
	if p.Terms.Rated {
		rated = "rated"
	}
	all := []string{formatText(s, p.Format), termsGame(s, p.Terms), termsClock(s, p.Terms), s.Text(rated)}
	switch p.Format {
	case lobby.Arena:
		all = append(all, spanText(s, time.Duration(p.Minutes)*time.Minute))
		if p.Berserk {
			all = append(all, s.Text("berserk"))
		}
	case lobby.Simul:
		all = append(all, s.Text("host: "+draw.Clean(p.Host.Name)))
	default:
		if p.Format == lobby.TeamMatch {
			all = append(all, s.Text(ui.Plural(p.Boards, "1 board", "up to %d boards")))
		}
		if rounds > 0 {
			all = append(all, s.Text(ui.Plural(rounds, "1 round", "%d rounds")))
		}
	}
	return strings.Join(all, ", ")
}

// halfPoints writes half points: 2½.
func halfPoints(s *ui.Session, n int) string {
	half := "½"
	if s.ASCIIOnly() {
		half = ".5"
	}
	switch {
	case n%2 == 0:
		return fmt.Sprint(n / 2)
	case n == 1 && !s.ASCIIOnly():
		return half
	}
	return fmt.Sprint(n/2) + half
}

// pointsText writes the points of a row.
func pointsText(s *ui.Session, f lobby.Format, n int) string {
	if f == lobby.Arena {
		return fmt.Sprint(n)
	}
	return halfPoints(s, n)
}

// sheetText writes the games of a row, the latest of an arena first, as far as they fit.
func sheetText(s *ui.Session, v *lobby.TournamentView, r lobby.TournamentRow, width int) string {
	if v.Plan.Format != lobby.Arena {
		var b strings.Builder
		for _, cell := range r.Sheet {
			if s.ASCIIOnly() {
				cell = strings.ReplaceAll(cell, "½", "=")
			}
			b.WriteString(draw.Fit(cell, 5) + " ")
		}
		return draw.Cut(strings.TrimRight(b.String(), " "), width)
	}
	var b strings.Builder
	for i := len(r.Sheet) - 1; i >= 0 && b.Len() < width; i-- {
		b.WriteString(r.Sheet[i])
	}
	return draw.Cut(b.String(), width)
}

// stateText says what a player does now.
func stateText(s *ui.Session, v *lobby.TournamentView, r lobby.TournamentRow) string {
	switch {
	case r.Withdrawn:
		return s.Text("withdrawn")
	case r.Paused:
		return s.Text("paused")
	case r.Table != "":
		return s.Text("playing")
	case r.Fire && v.State == lobby.Running:
		return s.Text("streak")
	}
	return ""
}

// standingsPlain are the standings as text, to copy.
func standingsPlain(s *ui.Session, v *lobby.TournamentView) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s, %s\n\n", draw.Clean(v.Plan.Name), planText(s, v.Plan, v.Rounds), v.Plan.Begins.UTC().Format("2006-01-02 15:04 UTC"))
	if v.Plan.Format == lobby.TeamMatch {
		b.WriteString(matchText(s, v))
		return b.String()
	}
	for _, r := range v.Rows {
		fmt.Fprintf(&b, "%3d  %-24s %6s %6s  %s\n", r.Rank, draw.Clean(r.Name), r.Rating, pointsText(s, v.Plan.Format, r.Points), sheetText(s, v, r, 400))
	}
	return b.String()
}
