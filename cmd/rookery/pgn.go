package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"rookery/pgn"
	"rookery/variants"
)

func newPGN() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pgn",
		Short: "Check, list, search and rewrite PGN files",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("pgn has no command %q", args[0])
			}
			return cmd.Help()
		},
		Args: cobra.ArbitraryArgs,
	}
	cmd.AddCommand(newPGNCheck(), newPGNIndex(), newPGNSearch(), newPGNExport())
	return cmd
}

// gameRecord is one game of pgn check as JSON.
type gameRecord struct {
	File     string          `json:"file"`
	Game     int             `json:"game"` // from 1; 0 for text that belongs to none
	Plies    int             `json:"plies"`
	FinalFEN string          `json:"final_fen"`
	Result   string          `json:"result"`
	Variant  string          `json:"variant"` // the id; the name in the file where the rules are not known
	Warnings []warningRecord `json:"warnings"`
}

// warningRecord is one fault of a file as JSON.
type warningRecord struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

func newPGNCheck() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [--json] FILE...",
		Short: "Read every game and report what is wrong, with line and column",
		Long: `Read every game of every file. What is wrong is printed as FILE:LINE:COLUMN, and
then the exit status is 1. With --json, one object is written for each game, and the
status is 0 when the files could be read at all.`,
		Args: between(1, -1, "FILE..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := readable(args); err != nil {
				return err
			}
			games, faults := 0, 0
			for _, name := range args {
				g, w, err := checkFile(cmd.OutOrStdout(), name, asJSON)
				if err != nil {
					return err
				}
				games, faults = games+g, faults+w
			}
			if asJSON {
				return nil
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s, %s\n", plural(games, "game"), plural(faults, "fault"))
			if faults > 0 {
				return errNo
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a game")
	return cmd
}

// readable looks whether all files are there before anything is printed.
func readable(names []string) error {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		f.Close()
	}
	return nil
}

// checkFile reports on one file.
func checkFile(out io.Writer, name string, asJSON bool) (games, faults int, err error) {
	err = eachGame(name, func(g *pgn.Game) error {
		games++
		faults += len(g.Warnings)
		return reportGame(out, name, g, asJSON)
	}, func(loose []pgn.ParseError, dropped int) error {
		faults += len(loose) + dropped
		if dropped > 0 && !asJSON {
			fmt.Fprintf(out, "%s: %d more faults\n", name, dropped)
		}
		if asJSON && len(loose) > 0 {
			return json.NewEncoder(out).Encode(gameRecord{File: name, Result: "*", Warnings: warnings(loose)})
		}
		return report(out, name, loose)
	})
	return games, faults, err
}

// eachGame hands every game of a file to visit, then what belongs to no game to rest.
func eachGame(name string, visit func(*pgn.Game) error, rest func(loose []pgn.ParseError, dropped int) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r := pgn.NewReader(f)
	for {
		g, err := r.Read()
		if errors.Is(err, io.EOF) {
			var loose []pgn.ParseError
			for _, w := range r.Warnings() {
				if w.Game == 0 {
					loose = append(loose, w)
				}
			}
			return rest(loose, r.Dropped())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := visit(g); err != nil {
			return err
		}
	}
}

// reportGame prints a game as JSON, or its faults as lines.
func reportGame(out io.Writer, name string, g *pgn.Game, asJSON bool) error {
	if !asJSON {
		return report(out, name, g.Warnings)
	}
	rec := gameRecord{
		File: name, Game: g.Number, Plies: g.Plies(), Result: g.Result,
		Variant: g.Variant(), Warnings: warnings(g.Warnings),
	}
	if g.Err == nil {
		if v, ok := variants.Of(g.Rules); ok {
			rec.Variant = v.ID
		}
		b, err := g.BoardAt(g.Root.End())
		if err != nil {
			return err
		}
		rec.FinalFEN = b.FEN()
	}
	return json.NewEncoder(out).Encode(rec)
}

func warnings(faults []pgn.ParseError) []warningRecord {
	out := []warningRecord{}
	for i := range faults {
		w := &faults[i]
		out = append(out, warningRecord{w.Line, w.Column, w.Message()})
	}
	return out
}

func report(out io.Writer, name string, faults []pgn.ParseError) error {
	for i := range faults {
		if _, err := fmt.Fprintf(out, "%s:%s\n", name, printable(faults[i].Error())); err != nil {
			return err
		}
	}
	return nil
}

func newPGNIndex() *cobra.Command {
	return &cobra.Command{
		Use:   "index FILE...",
		Short: "List the games of files",
		Args:  between(1, -1, "FILE..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			return list(cmd, args, func(pgn.Header) bool { return true })
		},
	}
}

func newPGNSearch() *cobra.Command {
	return &cobra.Command{
		Use:   "search WORDS FILE...",
		Short: "List the games whose tags hold all WORDS",
		Args:  between(2, -1, "WORDS and FILE..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			words := strings.Fields(strings.ToLower(args[0]))
			found := false
			err := list(cmd, args[1:], func(h pgn.Header) bool {
				text := strings.ToLower(strings.Join([]string{
					h.Event, h.Site, h.Date, h.Round, h.White, h.Black, h.Result, h.ECO, h.Variant}, "\n"))
				for _, w := range words {
					if !strings.Contains(text, w) {
						return false
					}
				}
				found = true
				return true
			})
			if err == nil && !found {
				return fmt.Errorf("no game has %q in its tags", args[0])
			}
			return err
		},
	}
}

// list prints the games that wanted picks, as fields parted by tabs: file,
// number, date, White, Black, result, ECO, variant, event.
func list(cmd *cobra.Command, names []string, wanted func(pgn.Header) bool) error {
	if err := readable(names); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
	defer stop()
	for _, name := range names {
		if err := listFile(ctx, cmd.OutOrStdout(), name, wanted); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func listFile(ctx context.Context, out io.Writer, name string, wanted func(pgn.Header) bool) error {
	f, err := pgn.Open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Build(ctx, nil); err != nil {
		return err
	}
	for i := range f.Len() {
		h, err := f.Header(i)
		if err != nil {
			return err
		}
		if !wanted(h) {
			continue
		}
		fields := []string{name, fmt.Sprint(i + 1), h.Date, h.White, h.Black, h.Result, h.ECO, h.Variant, h.Event}
		for j := range fields {
			fields[j] = strings.Join(strings.Fields(printable(fields[j])), " ")
		}
		if _, err := fmt.Fprintln(out, strings.Join(fields, "\t")); err != nil {
			return err
		}
	}
	return nil
}

func newPGNExport() *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE...",
		Short: "Write all games anew, in export format, to standard output",
		Args:  between(1, -1, "FILE..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := readable(args); err != nil {
				return err
			}
			w := pgn.NewWriter(cmd.OutOrStdout())
			w.Format = true
			for _, name := range args {
				err := eachGame(name, w.Write, func([]pgn.ParseError, int) error { return nil })
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
}
