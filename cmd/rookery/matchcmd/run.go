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

// bout is the match of two players in one variant.
type bout struct {
	*contest
	fixture
	variant variants.Variant
	names   [2]string // of A and B
	sheet   *scoreSheet
	errs    io.Writer
	told    time.Time
	faults  []boutFault
	began   time.Time
	manners [2]match.StyleStats // of A and B
	efforts [2]effort           // of A and B, in the games of this run
	base    *match.StyleStats   // of the A of another match, or nil
}

// boutFault is a game that was lost otherwise than on the board.
type boutFault struct {
	Game   int    `json:"game"` // from 1
	Player string `json:"player"`
	Reason string `json:"reason"`
	ours   bool
}

// run plays each fixture in each variant and prints what came of it.
func (c *contest) run(ctx context.Context, out, errs io.Writer, played []variants.Variant) error {
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
func (c *contest) runAll(ctx context.Context, out, errs io.Writer, played []variants.Variant, sheet *scoreSheet) (failed bool, err error) {
	if c.table && !c.asJSON {
		if err := printTableHead(out); err != nil {
			return false, err
		}
	}
	for _, v := range played {
		for _, f := range c.fixtures {
			b := &bout{contest: c, fixture: f, variant: v, sheet: sheet, errs: errs, began: time.Now(), told: time.Now()}
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
func (c *contest) printNotes(out io.Writer) error {
	_, err := io.WriteString(out, strings.Join(c.notes, ""))
	return err
}

// play plays the games that are not in the score sheet yet.
func (b *bout) play(ctx context.Context) (match.Score, error) {
	m := match.Match{
		Rules: b.variant.Rules, Allow: b.allow, Games: b.games, Fixed: b.fixed, Workers: b.workers,
		End: b.end, Margin: b.margin, Seed: b.seed, Test: b.test, OnGame: b.finished,
	}
	for i, spec := range b.specs {
		var err error
		if b.names[i], m.New[i], err = b.contestant(ctx, spec, b.variant); err != nil {
			return match.Score{}, err
		}
	}
	if b.names[0] == b.names[1] && !b.fixed {
		b.names[0] += " (A)"
		b.names[1] += " (B)"
	}
	var err error
	switch {
	case b.openings != "":
		var list []match.Opening
		if list, err = readOpenings(b.openings, b.variant.Rules); err != nil {
			return match.Score{}, err
		}
		m.Book = match.FromList(list, b.seed)
	case b.fixed:
		m.Book = match.RandomArray(b.variant.Rules, b.seed)
	default:
		m.Book = match.Random(b.variant.Rules, b.seed, ai.Centipawns(b.band), b.weigh)
	}
	if m.Played, err = b.sheet.played(b); err != nil {
		return match.Score{}, err
	}
	if b.styleBase != "" {
		if b.base, err = readBase(b.styleBase, b.variant.Rules); err != nil {
			return match.Score{}, err
		}
	}
	return m.Run(ctx)
}

// finished writes a game down and tells now and then how the match stands.
func (b *bout) finished(n int, rec match.Record, s match.Score) error {
	if f := rec.Fault; f != nil {
		player := b.white(n) ^ int(f.Side)
		fault := boutFault{n + 1, b.names[player], cli.Printable(f.Err.Error()), isOurs(b.specs[player])}
		b.faults = append(b.faults, fault)
		fmt.Fprintf(b.errs, "game %d: %s loses: %s\n", fault.Game, fault.Player, fault.Reason)
	}
	if err := b.sheet.add(b, n, rec); err != nil {
		return err
	}
	first := rec.Game.BoardAt(0).Turn()
	for ply, t := range rec.Infos[rec.Opening:] {
		mover := int(first) ^ (rec.Opening+ply)%2
		b.efforts[b.white(n)^mover].add(t)
	}
	if b.style {
		b.observe(n, rec.Game, rec.Opening)
	}
	if now := time.Now(); now.Sub(b.told) >= progress {
		b.told = now
		fmt.Fprintf(b.errs, "%s %d/%d  %s %s\n", b.variant.ID, s.Games(), b.games, b.names[0], b.standing(s))
	}
	return nil
}

// standing is how the match stands, in one line.
func (b *bout) standing(s match.Score) string {
	r := s.Rating()
	line := fmt.Sprintf("%s, Elo %s, LOS %.1f %%", s.Tally, r, 100*r.Better)
	if b.test != nil {
		lower, upper := b.test.Bounds()
		line += fmt.Sprintf(", LLR %.2f (%.2f, %.2f)", b.test.LLR(s.Pairs), lower, upper)
	}
	return line
}
