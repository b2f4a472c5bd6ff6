package matchcmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"rookery/ai/match"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn"
	openingnames "rookery/pgn/opening"
	"rookery/variants"
)

// scoreSheet is the PGN file of a match. Each game is added in one write and
// synced as it ends; what a stopped program left of a game is cut off when the
// file is opened again. A nil scoreSheet keeps nothing.
type scoreSheet struct {
	file *os.File
	old  []*pgn.Game // what the file held
}

// openScoreSheet opens the file of a match; resume tells that it may hold games.
func openScoreSheet(path string, resume bool) (*scoreSheet, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	s := &scoreSheet{file: file}
	if err := s.load(path, resume); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return s, nil
}

// load reads what the file holds and stands behind the last whole game.
func (s *scoreSheet) load(path string, resume bool) error {
	text, err := io.ReadAll(s.file)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(text)) > 0 && !resume {
		return fmt.Errorf("%s already contains games: continue with --resume, or name another file", path)
	}
	end := int64(0)
	for r := pgn.NewReader(bytes.NewReader(text)); ; {
		g, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		// A game whose text does not end with its result was cut short.
		if g.Result == pgn.Unknown || !strings.HasSuffix(strings.TrimSpace(g.Raw()), g.Result) {
			break
		}
		s.old = append(s.old, g)
		end = g.Offset + int64(len(g.Raw()))
	}
	if err := s.file.Truncate(end); err != nil {
		return err
	}
	if _, err := s.file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	if end > 0 && !bytes.HasSuffix(text[:end], []byte("\n\n")) {
		_, err = io.WriteString(s.file, "\n\n")
	}
	return err
}

// Close closes the file.
func (s *scoreSheet) Close() error {
	if s == nil {
		return nil
	}
	return s.file.Close()
}

// round is how game n is numbered in the sheet.
func (m *matchRun) round(n int) string {
	if m.fixed {
		return fmt.Sprint(n + 1)
	}
	return fmt.Sprintf("%d.%d", n/2+1, n%2+1)
}

// number is the inverse of round.
func (m *matchRun) number(round string) (n int, ok bool) {
	var pair, game int
	if m.fixed {
		_, err := fmt.Sscanf(round, "%d", &game)
		n = game - 1
		return n, err == nil && game > 0 && m.round(n) == round
	}
	_, err := fmt.Sscanf(round, "%d.%d", &pair, &game)
	n = 2*(pair-1) + game - 1
	return n, err == nil && pair > 0 && m.round(n) == round
}

// white is the player, 0 or 1, that has White in game n.
func (m *matchRun) white(n int) int {
	if m.fixed {
		return 0
	}
	return n % 2
}

// limitTag is the end of the tags that tell what each side could spend.
const limitTag = "Limit"

// matchTags are those by which games of one match are known.
func (m *matchRun) matchTags(n int) map[string]string {
	w := m.white(n)
	return map[string]string{
		"Event": m.event, "Round": m.round(n), "Seed": fmt.Sprint(m.seed),
		"White": m.names[w], "Black": m.names[1-w],
		"White" + limitTag: describeAllowance(m.allow[w]), "Black" + limitTag: describeAllowance(m.allow[1-w]),
	}
}

// played finds the games of a match in what the file held. A game that belongs to
// another match is an error: its score would be wrong.
func (s *scoreSheet) played(b *matchRun) (map[int]match.PastGame, error) {
	if s == nil {
		return nil, nil
	}
	past := make(map[int]match.PastGame)
	for _, g := range s.old {
		if variants.ToPGN(g.Rules) != variants.ToPGN(b.variant.Rules) || g.Tags.Value("Event") != b.event {
			continue
		}
		n, ok := b.number(g.Tags.Value("Round"))
		if !ok {
			return nil, fmt.Errorf("cannot resume: game %d in the file has no valid match round: %q", g.Number, g.Tags.Value("Round"))
		}
		for name, want := range b.matchTags(n) {
			got := g.Tags.Value(name)
			if got == "" && strings.HasSuffix(name, limitTag) {
				continue // an older file does not tell
			}
			if got != want {
				return nil, fmt.Errorf("cannot resume: game %d in the file is from another match: its %s is %q, not %q", g.Number, name, got, want)
			}
		}
		game, err := replayed(g)
		if err != nil {
			return nil, fmt.Errorf("cannot resume: game %d in the file: %w", g.Number, err)
		}
		outcome := game.Outcome()
		if outcome.Reason == chess.ByResult { // adjudicated: counted as when it was played
			outcome.Reason = chess.ByResignation
			if outcome.Result == chess.Drawn {
				outcome.Reason = chess.ByAgreement
			}
		}
		past[n] = match.PastGame{Outcome: outcome}
		if b.style {
			b.observe(n, game, openingOf(g))
		}
	}
	return past, nil
}

// replayed plays a game of a sheet to its end.
func replayed(g *pgn.Game) (*chess.Game, error) {
	played, err := g.Play()
	if err != nil {
		return nil, err
	}
	if !played.Outcome().Over() {
		return nil, fmt.Errorf("the game is not over after its %s", cli.Count(g.Plies(), "move"))
	}
	return played, nil
}

// openingOf is how many moves of a game of a sheet were played before its
// players began: theirs have a comment.
func openingOf(g *pgn.Game) int {
	for i, n := range g.Root.Line() {
		if len(n.After) > 0 {
			return i
		}
	}
	return g.Plies()
}

// add writes game n down.
func (s *scoreSheet) add(b *matchRun, n int, rec match.Record) error {
	if s == nil {
		return nil
	}
	tags := b.matchTags(n)
	tags["Date"] = time.Now().Format("2006.01.02")
	w := b.white(n)
	if c := b.allow[w].Control; !c.None() && c == b.allow[1-w].Control {
		tags["TimeControl"] = c.PGN()
	}
	g := pgn.FromGame(rec.Game, tags)
	if rec.Adjudicated {
		g.Tags.Set("Termination", "adjudication")
	}
	openingnames.Tag(g)
	annotate(g, rec)
	var text bytes.Buffer
	if err := pgn.NewWriter(&text).Write(g); err != nil {
		return err
	}
	if _, err := s.file.Write(text.Bytes()); err != nil {
		return err
	}
	return s.file.Sync()
}

// annotate adds to each move what its player thought: the value for White, the
// depth and the time.
func annotate(g *pgn.Game, rec match.Record) {
	node := g.Root
	black := rec.Game.BoardAt(0).Turn() == chess.Black
	for i, t := range rec.Infos {
		if node = node.Next(); node == nil {
			return
		}
		if i >= rec.Opening {
			node.After = append(node.After, thoughtText(t, black != (i%2 == 1)))
		}
	}
	switch {
	case node == nil:
	case rec.Fault != nil:
		reason, _, _ := strings.Cut(rec.Fault.Err.Error(), "\n")
		node.After = append(node.After, fmt.Sprintf("%s loses: %s", rec.Fault.Side, strings.NewReplacer("{", "(", "}", ")").Replace(cli.Printable(reason))))
	case rec.Adjudicated:
		node.After = append(node.After, "adjudicated")
	}
}

// thoughtText is a thought as a PGN comment.
func thoughtText(t match.MoveInfo, black bool) string {
	var b strings.Builder
	score, mate := int(t.Score), t.Mate
	if black {
		score, mate = -score, -mate
	}
	switch {
	case t.Depth == 0:
	case mate != 0:
		fmt.Fprintf(&b, "[%%eval #%d] d%d ", mate, t.Depth)
	default:
		fmt.Fprintf(&b, "[%%eval %.2f] d%d ", float64(score)/100, t.Depth)
	}
	fmt.Fprintf(&b, "%.2fs", t.Spent.Seconds())
	return b.String()
}
