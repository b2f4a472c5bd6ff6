package rulescmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/ai/endings"
	"rookery/chess"
	"rookery/cmd/internal/cli"
)

// endingsRun is one call of the command.
type endingsRun struct {
	variant, fen, data string
	all                int
	asJSON             bool

	cmd  *cobra.Command
	set  *endings.Set
	told time.Time
}

// NewEndings makes and asks exact tables of a few pieces.
func NewEndings() *cobra.Command {
	r := &endingsRun{}
	cmd := &cobra.Command{
		Use:   "endings PIECES... [--variant V] [--json] | endings --all N | endings --fen F",
		Short: "Exact tables of endings with up to four pieces",
		Long: `Count the won, drawn and lost positions of an ending such as KRvKN, White's pieces first,
and show the longest win. Best play is assumed: the winner hurries, the loser delays.
The fifty-move rule does not count, and neither side may castle any more.

Tables that are missing are made from the rules of the variant, with those that they need,
and kept. After Ctrl-C the same command goes on with the next table.
With --all, make all tables of up to N pieces. With --fen, judge every move of one position.

In three-check, add the checks still to be given: "KQvK 2+3".`,
		Args: func(cmd *cobra.Command, args []string) error {
			if r.all != 0 || r.fen != "" {
				return cli.NoArgs(cmd, args)
			}
			return cli.Between(1, -1, "PIECES like KRvKN")(cmd, args)
		},
		RunE: r.run,
	}
	cli.AddVariantFlag(cmd, &r.variant, "chess")
	f := cmd.Flags()
	f.IntVar(&r.all, "all", 0, "make all tables of up to `N` pieces, 2 to 4")
	f.StringVar(&r.fen, "fen", "", "judge the moves of this position")
	f.BoolVar(&r.asJSON, "json", false, "print JSON, one object per line")
	f.StringVar(&r.data, "data", filepath.Join(xdg.DataHome, "rookery", "endings"), "directory of the tables")
	return cmd
}

func (r *endingsRun) run(cmd *cobra.Command, args []string) error {
	r.cmd = cmd
	v, err := cli.FindVariant(r.variant)
	if err != nil {
		return err
	}
	if r.set, err = endings.NewSet(v.Rules, r.data); err != nil {
		return fmt.Errorf("%s: no tables of endings: %w", v.Rules.Name, err)
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
	defer stop()
	switch {
	case cmd.Flags().Changed("all"):
		return r.makeAll(ctx)
	case r.fen != "":
		return r.judge(ctx)
	}
	var materials []endings.Material
	for _, arg := range args {
		m, err := endings.ParseMaterial(arg)
		if err != nil {
			return cli.Usagef("%s: %w", chess.Quote(arg), err)
		}
		m = r.set.Whole(m)
		if err := r.set.Check(m); err != nil {
			return err
		}
		materials = append(materials, m)
	}
	for i, m := range materials {
		if err := r.make(ctx, m); err != nil {
			return err
		}
		if i > 0 && !r.asJSON {
			fmt.Fprintln(cmd.OutOrStdout())
		}
		if err := r.describe(m); err != nil {
			return err
		}
	}
	return nil
}

// endingsProgress is how often it is told how far the tables are.
const endingsProgress = 2 * time.Second

func (r *endingsRun) make(ctx context.Context, materials ...endings.Material) error {
	r.told = time.Now()
	err := r.set.Make(ctx, func(p endings.Progress) {
		if now := time.Now(); now.Sub(r.told) >= endingsProgress {
			r.told = now
			fmt.Fprintf(r.cmd.ErrOrStderr(), "%s: %.0f %%, table %d of %d\n", p.Material, 100*p.Done, p.Table, p.Tables)
		}
	}, materials...)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("stopped; the same command goes on where this one was")
	}
	return err
}

// makeAll makes all tables and lists them.
func (r *endingsRun) makeAll(ctx context.Context) error {
	if r.all < 2 || r.all > endings.MaxPieces {
		return cli.Usagef("--all is 2 to %d, not %d", endings.MaxPieces, r.all)
	}
	var materials []endings.Material
	for n := 2; n <= r.all; n++ {
		materials = append(materials, r.set.All(n)...)
	}
	four := 0
	for _, m := range materials {
		if m.Pieces() == endings.MaxPieces {
			four++
		}
	}
	if four > 0 {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "%d tables, %d of four pieces, 2 to 10 seconds each on a free core\n", len(materials), four)
	}
	out := r.cmd.OutOrStdout()
	for _, m := range materials {
		if err := r.make(ctx, m); err != nil {
			return err
		}
		if r.asJSON {
			if err := r.describe(m); err != nil {
				return err
			}
			continue
		}
		sum, ok := r.set.Summary(m)
		if !ok {
			return fmt.Errorf("the table of %s cannot be read", m)
		}
		row := fmt.Sprintf("%-10s", m)
		for c := range chess.Color(2) {
			n := sum.Counts[c]
			row += fmt.Sprintf("  %s %9d %9d %9d", [2]string{"White", "Black"}[c], n.Won, n.Drawn, n.Lost)
			if sum.Plies[c] > 0 {
				row += fmt.Sprintf("  %3d moves", (sum.Plies[c]+1)/2)
			} else {
				row += "           "
			}
		}
		fmt.Fprintln(out, strings.TrimRight(row, " "))
	}
	return nil
}

// endingRecord is the table of one material as JSON.
type endingRecord struct {
	Variant  string     `json:"variant"`
	Material string     `json:"material"`
	Rules    string     `json:"rules"` // hash
	White    sideRecord `json:"white"` // to move
	Black    sideRecord `json:"black"`
}

// sideRecord counts positions with one side to move, and tells its longest win.
type sideRecord struct {
	Won     uint64         `json:"won"`
	Drawn   uint64         `json:"drawn"`
	Lost    uint64         `json:"lost"`
	Longest *longestRecord `json:"longest"` // null when nothing is won
}

type longestRecord struct {
	Moves int      `json:"moves"`
	Plies int      `json:"plies"`
	FEN   string   `json:"fen"`
	Line  []string `json:"line"` // SAN
}

// describe prints one table.
func (r *endingsRun) describe(m endings.Material) error {
	sum, ok := r.set.Summary(m)
	if !ok {
		return fmt.Errorf("the table of %s cannot be read", m)
	}
	rec := endingRecord{Variant: r.variant, Material: m.String(), Rules: r.set.Hash()}
	for c, side := range [2]*sideRecord{&rec.White, &rec.Black} {
		n := sum.Counts[c]
		*side = sideRecord{Won: n.Won, Drawn: n.Drawn, Lost: n.Lost}
		if p := sum.Longest[c]; p != nil {
			line, err := r.line(p)
			if err != nil {
				return err
			}
			side.Longest = &longestRecord{Moves: (sum.Plies[c] + 1) / 2, Plies: sum.Plies[c], FEN: p.FEN(), Line: line}
		}
	}
	out := r.cmd.OutOrStdout()
	if r.asJSON {
		return json.NewEncoder(out).Encode(rec)
	}
	_, err := io.WriteString(out, rec.text(r.set.Rules().Name))
	return err
}

// line is best play from p in SAN.
func (r *endingsRun) line(p *chess.Position) ([]string, error) {
	b, err := chess.NewBoard(r.set.Rules(), p.FEN())
	if err != nil {
		return nil, err
	}
	var line []string
	for _, m := range r.set.Line(p) {
		line = append(line, chess.MoveText(b, m))
		b.Make(m)
	}
	return line, nil
}

func (rec *endingRecord) text(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s\n", rec.Material, name)
	for c, side := range [2]sideRecord{rec.White, rec.Black} {
		who := [2]string{"White", "Black"}[c]
		total := max(1, side.Won+side.Drawn+side.Lost)
		fmt.Fprintf(&b, "%s to move: won %d (%.1f %%), drawn %d, lost %d\n", who, side.Won, 100*float64(side.Won)/float64(total), side.Drawn, side.Lost)
		l := side.Longest
		if l == nil {
			continue
		}
		fmt.Fprintf(&b, "  longest win: %s, %s\n", plural(l.Moves, "move"), l.FEN)
		b.WriteString(wrapLine(l.Line, chess.Color(c), "  "))
	}
	return b.String()
}

func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return strconv.Itoa(n) + " " + word
}

// wrapLine writes numbered moves in lines of at most 78 characters.
func wrapLine(line []string, first chess.Color, indent string) string {
	var b strings.Builder
	width := 0
	for i, san := range line {
		word := san
		switch ply := i + int(first); {
		case ply%2 == 0:
			word = fmt.Sprintf("%d. %s", ply/2+1, san)
		case i == 0:
			word = fmt.Sprintf("%d… %s", ply/2+1, san)
		}
		switch {
		case i == 0:
			b.WriteString(indent)
			width = len(indent)
		case width+1+len(word) > 78:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	b.WriteByte('\n')
	return b.String()
}

// judgedRecord is one position as JSON.
type judgedRecord struct {
	FEN    string       `json:"fen"`
	Result string       `json:"result"` // won, drawn or lost, for the side to move
	Plies  int          `json:"plies"`  // to the end; 0 for a draw
	Moves  []judgedMove `json:"moves"`
}

type judgedMove struct {
	SAN    string `json:"san"`
	UCI    string `json:"uci"`
	Result string `json:"result"` // for the side that makes it
	Plies  int    `json:"plies"`
}

func resultWord(v endings.Verdict) string { return [3]string{"lost", "drawn", "won"}[v.Result+1] }

// judge prints what each move of a position is worth.
func (r *endingsRun) judge(ctx context.Context) error {
	b, err := chess.NewBoard(r.set.Rules(), r.fen)
	if err != nil {
		return err
	}
	p := b.(chess.Positioned).Position()
	m := endings.MaterialOf(p)
	if err := r.set.Check(m); err != nil {
		return err
	}
	if p.CastlingRooks() != 0 {
		return fmt.Errorf("tables know no positions in which a side may still castle")
	}
	if err := r.make(ctx, m); err != nil {
		return err
	}
	v, ok := r.set.Judge(p)
	moves, known := r.set.Moves(p)
	if !ok || !known {
		return fmt.Errorf("the table of %s cannot be read", m)
	}
	rec := judgedRecord{FEN: b.FEN(), Result: resultWord(v), Plies: v.Plies, Moves: []judgedMove{}}
	for _, m := range moves {
		rec.Moves = append(rec.Moves, judgedMove{chess.MoveText(b, m.Move), chess.UCI(b, m.Move), resultWord(m.Verdict), m.Plies})
	}
	out := r.cmd.OutOrStdout()
	if r.asJSON {
		return json.NewEncoder(out).Encode(rec)
	}
	fmt.Fprintf(out, "%s to move: %s\n", [2]string{"White", "Black"}[p.Turn()], verdictText(v))
	for i, m := range moves {
		fmt.Fprintf(out, "  %-8s %s\n", rec.Moves[i].SAN, verdictText(m.Verdict))
	}
	return nil
}

// verdictText is a verdict in words: "won in 14 moves".
func verdictText(v endings.Verdict) string {
	if v.Result == endings.Drawn {
		return "drawn"
	}
	return fmt.Sprintf("%s in %s", resultWord(v), plural(v.Moves(), "move"))
}
