package matchcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"rookery/ai"
	"rookery/ai/match"
	"rookery/cmd/internal/cli"
	"rookery/variants"
)

// progress is how often a running match tells how it stands.
const progress = 5 * time.Second

// matchRun is the match of two players in one variant.
type matchRun struct {
	*matchConfig
	fixture
	variant variants.Variant
	names   [2]string // of A and B
	sheet   *scoreSheet
	errs    io.Writer
	told    time.Time
	faults  []matchFault
	began   time.Time
	manners [2]match.StyleStats // of A and B
	efforts [2]effort           // of A and B, in the games of this run
	base    *match.StyleStats   // of the A of another match, or nil
}

// matchFault is a game that was lost otherwise than on the board.
type matchFault struct {
	Game   int    `json:"game"` // from 1
	Player string `json:"player"`
	Reason string `json:"reason"`
	ours   bool
}

// run plays each fixture in each variant and prints what came of it.
func (c *matchConfig) run(ctx context.Context, out, errs io.Writer, played []variants.Variant) error {
	sheet, err := openScoreSheet(c.score, c.resume)
	if err != nil {
		return err
	}
	failed, err := c.runAll(ctx, out, errs, played, sheet)
	if err := errors.Join(err, sheet.Close()); err != nil {
		return err
	}
	if failed {
		return cli.ErrNo
	}
	return nil
}

// runAll plays all fixtures. failed tells that they were broken off, or that our
// own engine was at fault.
func (c *matchConfig) runAll(ctx context.Context, out, errs io.Writer, played []variants.Variant, sheet *scoreSheet) (failed bool, err error) {
	if c.table && !c.asJSON {
		if err := printTableHead(out); err != nil {
			return false, err
		}
	}
	for _, v := range played {
		for _, f := range c.fixtures {
			b := &matchRun{matchConfig: c, fixture: f, variant: v, sheet: sheet, errs: errs, began: time.Now(), told: time.Now()}
			s, err := b.play(ctx)
			broken := errors.Is(err, context.Canceled)
			if err != nil && !broken {
				return false, fmt.Errorf("%s: %w", v.ID, err)
			}
			if err := b.report(out, s); err != nil {
				return false, err
			}
			for _, f := range b.faults {
				failed = failed || f.ours
			}
			if broken {
				return true, c.printNotes(out)
			}
		}
	}
	return failed, c.printNotes(out)
}

// printNotes prints what belongs below a table.
func (c *matchConfig) printNotes(out io.Writer) error {
	_, err := io.WriteString(out, strings.Join(c.notes, ""))
	return err
}

// play plays the games that are not in the score sheet yet.
func (m *matchRun) play(ctx context.Context) (match.Score, error) {
	games := match.Match{
		Rules: m.variant.Rules, Allow: m.allow, Games: m.games, Fixed: m.fixed, Workers: m.workers,
		End: m.end, Margin: m.margin, Seed: m.seed, Test: m.test, OnGame: m.finished,
	}
	for i, spec := range m.specs {
		var err error
		if m.names[i], games.New[i], err = m.player(ctx, spec, m.variant, m.networks[i], m.margins[i]); err != nil {
			return match.Score{}, err
		}
	}
	if m.names[0] == m.names[1] && !m.fixed {
		m.names[0] += " (A)"
		m.names[1] += " (B)"
	}
	var err error
	switch {
	case m.openings != "":
		var list []match.Opening
		if list, err = readOpenings(m.openings, m.variant.Rules); err != nil {
			return match.Score{}, err
		}
		games.Book = match.FromList(list, m.seed)
	case m.fixed:
		games.Book = match.RandomStart(m.variant.Rules, m.seed)
	default:
		games.Book = match.Random(m.variant.Rules, m.seed, ai.Centipawns(m.band), m.weigh)
	}
	if games.Played, err = m.sheet.played(m); err != nil {
		return match.Score{}, err
	}
	if m.styleBase != "" {
		if m.base, err = readBase(m.styleBase, m.variant.Rules); err != nil {
			return match.Score{}, err
		}
	}
	return games.Run(ctx)
}

// finished writes a game down and tells now and then how the match stands.
func (m *matchRun) finished(n int, rec match.Record, s match.Score) error {
	if f := rec.Fault; f != nil {
		player := m.white(n) ^ int(f.Side)
		fault := matchFault{n + 1, m.names[player], cli.Printable(f.Err.Error()), isOurs(m.specs[player])}
		m.faults = append(m.faults, fault)
		fmt.Fprintln(m.errs, m.lang.Sprintf("game %d: %s loses: %s", fault.Game, fault.Player, m.lang.Text(fault.Reason)))
	}
	if err := m.sheet.add(m, n, rec); err != nil {
		return err
	}
	first := rec.Game.BoardAt(0).Turn()
	for ply, t := range rec.Infos[rec.Opening:] {
		mover := int(first) ^ (rec.Opening+ply)%2
		m.efforts[m.white(n)^mover].add(t)
	}
	if m.style {
		m.observe(n, rec.Game, rec.Opening)
	}
	if now := time.Now(); now.Sub(m.told) >= progress {
		m.told = now
		fmt.Fprintf(m.errs, "%s %d/%d  %s %s\n", m.variant.ID, s.Games(), m.games, m.names[0], m.standing(s))
	}
	return nil
}

// standing is how the match stands, in one line.
func (m *matchRun) standing(s match.Score) string {
	r := s.Rating()
	line := fmt.Sprintf("%s, Elo %s, LOS %.1f %%", s.Tally, r, 100*r.Better)
	if m.test != nil {
		lower, upper := m.test.Bounds()
		line += fmt.Sprintf(", LLR %.2f (%.2f, %.2f)", m.test.LLR(s.Pairs), lower, upper)
	}
	return line
}
