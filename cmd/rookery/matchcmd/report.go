package matchcmd

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"rookery/ai/match"
	"rookery/chess"
	"rookery/chess/sorted"
)

// matchReport is what --json prints of one variant. Figures that nothing was
// played for are absent.
type matchReport struct {
	Variant   string         `json:"variant"`
	A         string         `json:"a"`
	B         string         `json:"b"`
	LimitA    string         `json:"limit_a"`
	LimitB    string         `json:"limit_b"`
	Seed      uint64         `json:"seed"`
	Games     int            `json:"games"`
	Wins      int            `json:"wins"`
	Draws     int            `json:"draws"`
	Losses    int            `json:"losses"`
	Score     float64        `json:"score"` // A's share of the points
	DrawRatio float64        `json:"draw_ratio"`
	Pairs     *match.Pairs   `json:"pairs,omitempty"` // by quarters of a point
	Elo       *eloReport     `json:"elo,omitempty"`
	SPRT      *sprtReport    `json:"sprt,omitempty"`
	Ends      map[string]int `json:"ends"`
	EffortA   effortReport   `json:"effort_a"` // in the games of this run
	EffortB   effortReport   `json:"effort_b"`
	Style     *styleReport   `json:"style,omitempty"`
	Faults    []matchFault   `json:"faults"`
	Seconds   float64        `json:"seconds"`
}

type eloReport struct {
	Diff float64 `json:"diff"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	LOS  float64 `json:"los"`
}

type sprtReport struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	Alpha   float64 `json:"alpha"`
	Beta    float64 `json:"beta"`
	LLR     float64 `json:"llr"`
	Verdict string  `json:"verdict"`
}

// report prints the score of a variant.
func (m *matchRun) report(out io.Writer, s match.Score) error {
	if m.asJSON {
		return m.reportJSON(out, s)
	}
	if m.table {
		return m.reportRow(out, s)
	}
	l := m.lang
	if m.fixed {
		fmt.Fprintln(m.errs, l.Sprintf("%s in %.1f s", l.Plural(s.Games(), "%d game", "%d games"), time.Since(m.began).Seconds()))
		_, err := fmt.Fprintf(out, "%s\n%s", l.Sprintf("%-16s %s: %d won, %d drawn, %d lost by White; %s",
			m.variant.ID, l.Plural(s.Games(), "%d game", "%d games"), s.Wins, s.Draws, s.Losses, endings(s.Ends)), m.styleTable())
		return err
	}
	var t strings.Builder
	fmt.Fprintln(&t, l.Sprintf("%s: %s (%s) against %s (%s)", m.variant.ID,
		m.names[0], l.Text(describeAllowance(m.allow[0])), m.names[1], l.Text(describeAllowance(m.allow[1]))))
	fmt.Fprintln(&t, "  "+l.Sprintf("%s: %s, %.1f %% drawn, pairs %s", l.Plural(s.Games(), "%d game", "%d games"), s.Tally, 100*s.DrawRatio(), s.Pairs))
	if s.Games() > 0 {
		r := s.Rating()
		fmt.Fprintf(&t, "  Elo %s (95 %%: %+.1f to %+.1f), LOS %.1f %%\n", r, r.Low, r.High, 100*r.Better)
		fmt.Fprintf(&t, "  %s\n", endings(s.Ends))
	}
	if m.efforts[0].moves > 0 {
		fmt.Fprintln(m.errs, l.Sprintf("%s: A %s; B %s; %.1f s in all", m.variant.ID, &m.efforts[0], &m.efforts[1], time.Since(m.began).Seconds()))
	}
	if m.test != nil {
		lower, upper := m.test.Bounds()
		fmt.Fprintf(&t, "  SPRT %s: LLR %.2f (%.2f, %.2f), %s\n", m.test, m.test.LLR(s.Pairs), lower, upper, m.test.Judge(s.Pairs))
	}
	for i, name := range m.names {
		if n := m.faultsOf(name); n > 0 {
			fmt.Fprintln(&t, "  "+l.Sprintf("%s of %s, player %c", l.Plural(n, "%d fault", "%d faults"), name, 'A'+i))
		}
	}
	t.WriteString(m.styleTable())
	_, err := io.WriteString(out, t.String())
	return err
}

// printTableHead begins the Markdown table of a ladder.
func printTableHead(out io.Writer) error {
	_, err := io.WriteString(out, "| game | player | against | games | score | Elo | won, drawn, lost |\n|---|---|---|---:|---:|---:|---|\n")
	return err
}

// reportRow prints the score of a fixture as a row of a Markdown table. What
// shows of styles waits until the table is closed.
func (m *matchRun) reportRow(out io.Writer, s match.Score) error {
	r := s.Rating()
	_, err := fmt.Fprintf(out, "| %s | %s | %s | %d | %.1f %% | %+.0f ± %.0f | +%d =%d −%d |\n", m.variant.ID, m.names[0], m.names[1],
		s.Games(), 100*s.Score(), r.Diff, r.Margin(), s.Wins, s.Draws, s.Losses)
	if t := m.styleTable(); t != "" {
		m.notes = append(m.notes, fmt.Sprintf("\n%s: A is %s, B is %s\n\n%s", m.variant.ID, m.names[0], m.names[1], t))
	}
	return err
}

func (m *matchRun) faultsOf(name string) int {
	n := 0
	for _, f := range m.faults {
		if f.Player == name {
			n++
		}
	}
	return n
}

func (m *matchRun) reportJSON(out io.Writer, s match.Score) error {
	rep := matchReport{
		Variant: m.variant.ID, A: m.names[0], B: m.names[1], Seed: m.seed,
		LimitA: describeAllowance(m.allow[0]), LimitB: describeAllowance(m.allow[1]),
		Games: s.Games(), Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Score: s.Score(), DrawRatio: s.DrawRatio(),
		EffortA: m.efforts[0].report(), EffortB: m.efforts[1].report(),
		Ends: make(map[string]int), Faults: m.faults, Seconds: time.Since(m.began).Seconds(),
	}
	if rep.Faults == nil {
		rep.Faults = []matchFault{}
	}
	for why, n := range s.Ends {
		rep.Ends[why.String()] = n
	}
	if !m.fixed {
		rep.Pairs = &s.Pairs
	}
	if s.Games() > 0 {
		r := s.Rating()
		rep.Elo = &eloReport{r.Diff, r.Low, r.High, r.Better}
	}
	if m.style {
		rep.Style = m.styleReport()
	}
	if t := m.test; t != nil {
		rep.SPRT = &sprtReport{t.Low, t.High, t.Alpha, t.Beta, t.LLR(s.Pairs), t.Judge(s.Pairs).String()}
	}
	return json.NewEncoder(out).Encode(rep)
}

// endings lists how games ended, the most frequent first.
func endings(ends map[chess.Reason]int) string {
	var why []chess.Reason
	for r := range ends {
		why = append(why, r)
	}
	sorted.By(why, func(a, b chess.Reason) int {
		if ends[a] != ends[b] {
			return ends[b] - ends[a]
		}
		return int(a) - int(b)
	})
	words := make([]string, len(why))
	for i, r := range why {
		words[i] = fmt.Sprintf("%d %s", ends[r], r)
	}
	return strings.Join(words, ", ")
}
