package matchcmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"rookery/ai/match"
	"rookery/chess"
	"rookery/pgn"
	"rookery/variants"
)

// observe counts what both players did in game n.
func (m *matchRun) observe(n int, g *chess.Game, opening int) {
	sides, ok := match.ObserveStyle(g, opening)
	if !ok {
		return
	}
	winner, decided := g.Outcome().Winner()
	for side, h := range sides {
		won := decided && winner == chess.Color(side)
		m.manners[m.white(n)^side].Add(h, g.Ply(), won)
	}
}

// readBase is the manner of the first player in the games of r in a PGN file
// that a match has written.
func readBase(path string, r chess.Rules) (*match.StyleStats, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var m match.StyleStats
	found := false
	for in := pgn.NewReader(file); ; {
		g, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if variants.ToPGN(g.Rules) != variants.ToPGN(r) {
			continue
		}
		played, err := replayed(g)
		if err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", path, g.Number, err)
		}
		sides, ok := match.ObserveStyle(played, openingOf(g))
		if !ok {
			continue
		}
		found = true
		side := chess.White
		if strings.HasSuffix(g.Tags.Value("Round"), ".2") {
			side = chess.Black
		}
		winner, decided := played.Outcome().Winner()
		m.Add(sides[side], played.Ply(), decided && winner == side)
	}
	if !found {
		return nil, fmt.Errorf("no game of %s in %s to compare styles with", r.Name, path)
	}
	return &m, nil
}

// styleReport is what --json prints of styles: each figure of A, of B, and of
// the A of another match where one was named.
type styleReport struct {
	A    []match.Mean `json:"a"`
	B    []match.Mean `json:"b"`
	Base []match.Mean `json:"base,omitempty"`
}

func (m *matchRun) styleReport() *styleReport {
	rep := &styleReport{A: m.manners[0].Means(), B: m.manners[1].Means()}
	if m.base != nil {
		rep.Base = m.base.Means()
	}
	return rep
}

// styleTable tells the figures of both players with their standard errors, and
// by how many standard errors A lies above the other; nothing without
// --style-stats.
func (m *matchRun) styleTable() string {
	if !m.style {
		return ""
	}
	rep := m.styleReport()
	if rep.A[0].Games == 0 {
		return "  no style shows: the game has no king to attack, or no board to look at\n"
	}
	var t strings.Builder
	fmt.Fprintf(&t, "  %-38s %16s %16s %6s", "", "A", "B", "apart")
	if rep.Base != nil {
		fmt.Fprintf(&t, " %16s %6s", "elsewhere", "apart")
	}
	t.WriteByte('\n')
	for i, a := range rep.A {
		fmt.Fprintf(&t, "  %-38s %16s %16s %+6.1f", a.Name, figureText(a), figureText(rep.B[i]), a.Apart(rep.B[i]))
		if rep.Base != nil {
			fmt.Fprintf(&t, " %16s %+6.1f", figureText(rep.Base[i]), a.Apart(rep.Base[i]))
		}
		t.WriteByte('\n')
	}
	return t.String()
}

func figureText(f match.Mean) string {
	if f.Games == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f ± %.2f", f.Mean, f.Error)
}
