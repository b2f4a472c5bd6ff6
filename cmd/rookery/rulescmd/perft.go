package rulescmd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/variants"
)

func NewPerft() *cobra.Command {
	var variant, fen string
	var divide, suite bool
	cmd := &cobra.Command{
		Use:   "perft [--variant V] [--fen F] [--divide] DEPTH | perft --suite FILE.tsv...",
		Short: "Count the positions after DEPTH legal moves",
		Long: `Count the leaf nodes of the legal move tree; each promotion and each drop counts
separately. With --divide, also for each first move. Timing goes to standard error.

With --suite, check files with tab-separated lines of variant, FEN, depth and nodes:
mismatching lines are printed, then "N passed, N failed".`,
		Args: func(cmd *cobra.Command, args []string) error {
			if suite {
				return cli.Between(1, -1, "FILE.tsv...")(cmd, args)
			}
			return cli.Between(1, 1, "one DEPTH")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if suite {
				return runSuite(cmd.OutOrStdout(), cmd.ErrOrStderr(), args)
			}
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 0 {
				return cli.Usagef("DEPTH must be a number of half-moves, 0 or more, not %q", args[0])
			}
			v, err := cli.FindVariant(variant)
			if err != nil {
				return err
			}
			b, err := chess.NewBoard(v.Rules, fen)
			if err != nil {
				return err
			}
			return count(cmd.OutOrStdout(), cmd.ErrOrStderr(), b, depth, divide)
		},
	}
	cli.AddVariantFlag(cmd, &variant, "chess")
	cmd.Flags().StringVar(&fen, "fen", "", "FEN of the position (default: standard starting position)")
	cmd.Flags().BoolVar(&divide, "divide", false, "count each first move separately")
	cmd.Flags().BoolVar(&suite, "suite", false, "check files of known counts")
	return cmd
}

// count prints the count of one position, and how long it took to errs.
func count(out, errs io.Writer, b chess.Board, depth int, divide bool) error {
	began := time.Now()
	var nodes uint64
	if divide && depth > 0 {
		for _, c := range chess.Divide(b, depth) {
			fmt.Fprintf(out, "%s: %d\n", chess.UCI(b, c.Move), c.Nodes)
			nodes += c.Nodes
		}
	} else {
		nodes = chess.Perft(b, depth)
	}
	took := time.Since(began)
	fmt.Fprintf(out, "nodes %d\n", nodes)
	fmt.Fprintf(errs, "%.3f s, %s nodes/s\n", took.Seconds(), perSecond(nodes, took))
	return nil
}

// perSecond writes a speed with a unit that keeps it short.
func perSecond(nodes uint64, took time.Duration) string {
	if took <= 0 {
		return "–"
	}
	speed := float64(nodes) / took.Seconds()
	switch {
	case speed >= 1e6:
		return fmt.Sprintf("%.1f M", speed/1e6)
	case speed >= 1e3:
		return fmt.Sprintf("%.0f k", speed/1e3)
	}
	return fmt.Sprintf("%.0f", speed)
}

// suiteLine is one known count.
type suiteLine struct {
	at           string // "file:line"
	variant, fen string
	depth        int
	nodes        uint64
}

// runSuite checks files of known counts, several lines at a time.
func runSuite(out, errs io.Writer, files []string) error {
	var lines []suiteLine
	for _, name := range files {
		more, err := readSuite(name)
		if err != nil {
			return err
		}
		lines = append(lines, more...)
	}
	began := time.Now()
	faults := make([]string, len(lines))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				faults[i] = lines[i].fault()
			}
		})
	}
	var nodes uint64
	for i, l := range lines {
		next <- i
		nodes += l.nodes
	}
	close(next)
	workers.Wait()

	failed := 0
	for i, fault := range faults {
		if fault != "" {
			failed++
			fmt.Fprintf(out, "%s: %s\n", lines[i].at, cli.Printable(fault))
		}
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", len(lines)-failed, failed)
	took := time.Since(began)
	fmt.Fprintf(errs, "%.1f s, %s nodes/s\n", took.Seconds(), perSecond(nodes, took))
	if failed > 0 {
		return cli.ErrNo
	}
	return nil
}

// fault counts the line and says what is wrong with it, or nothing.
func (l suiteLine) fault() string {
	v, ok := variants.ByName(l.variant)
	if !ok {
		return fmt.Sprintf("unknown variant %q", l.variant)
	}
	b, err := chess.NewBoard(v.Rules, l.fen)
	if err != nil {
		return fmt.Sprintf("%s: %v", l.fen, err)
	}
	if got := chess.Perft(b, l.depth); got != l.nodes {
		return fmt.Sprintf("%s %s depth %d: %d nodes, want %d", v.ID, l.fen, l.depth, got, l.nodes)
	}
	return ""
}

// readSuite reads lines of variant, FEN, depth and nodes. Empty lines and
// those that begin with # are passed over.
func readSuite(name string) ([]suiteLine, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []suiteLine
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		text := strings.TrimRight(sc.Text(), "\r")
		if text == "" || text[0] == '#' {
			continue
		}
		fields := strings.Split(text, "\t")
		if len(fields) != 4 {
			return nil, fmt.Errorf("%s:%d: lines must be variant, FEN, depth and nodes, tab-separated", name, n)
		}
		depth, err1 := strconv.ParseUint(fields[2], 10, 8)
		nodes, err2 := strconv.ParseUint(fields[3], 10, 64)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("%s:%d: depth %q and nodes %q must be numbers", name, n, fields[2], fields[3])
		}
		lines = append(lines, suiteLine{fmt.Sprintf("%s:%d", name, n), fields[0], fields[1], int(depth), nodes})
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: no lines of variant, FEN, depth and nodes", name)
	}
	return lines, nil
}
