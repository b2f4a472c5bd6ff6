package pgncmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/tui/lang"
	"rookery/variants"
)

// gameRecord is one game of pgn check as JSON.
type gameRecord struct {
	File     string          `json:"file"`
	Game     int             `json:"game"` // from 1
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

func newCheck() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [--json] FILE...",
		Short: "Check every game and report errors with line and column",
		Long: `Read every game of every file. Errors are printed as FILE:LINE:COLUMN: MESSAGE, and
the exit status is then 1. With --json, each line is one object, one per game (NDJSON);
text outside any game is reported on standard error, and the exit status is 0 if the
files could be read at all. Line and column refer to the text; for an archive, to the
unpacked text.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			c := &checker{outside: cmd.ErrOrStderr(), asJSON: asJSON, lang: cli.Locale(cmd)}
			damage := buffered(cmd.OutOrStdout(), func(w io.Writer) error {
				c.out, c.json = w, json.NewEncoder(w)
				err := c.files(cmd, args)
				if !asJSON && (err == nil || errors.As(err, new(*collection.ArchiveError))) {
					fmt.Fprintf(w, "%s, %s\n", c.lang.Plural(c.games, "%d game", "%d games"), c.lang.Plural(c.faults, "%d fault", "%d faults"))
				}
				return err
			})
			if damage == nil && c.faults > 0 && !asJSON {
				return cli.ErrNo
			}
			return damage
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per game")
	return cmd
}

// checker reports on the games of files.
type checker struct {
	asJSON        bool
	lang          *lang.Language // of what is printed as text
	out           io.Writer
	outside       io.Writer // for text outside games, with JSON
	json          *json.Encoder
	games, faults int
}

// mostFaults is how many faults of one file are printed; more are counted. A
// faulty game always shows its first in JSON.
const mostFaults = 1000

// files checks the files one after another.
func (c *checker) files(cmd *cobra.Command, names []string) error {
	if err := cli.Readable(names); err != nil {
		return err
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	var damage []error
	for _, name := range names {
		f, err := openGames(ctx, cmd, name)
		if err != nil {
			return err
		}
		err = c.file(ctx, name, f)
		if f.Fault() != nil {
			damage = append(damage, fmt.Errorf("%s: %w", name, f.Fault()))
		}
		f.Close()
		if err != nil {
			return err
		}
	}
	return errors.Join(damage...)
}

// file checks one file.
func (c *checker) file(ctx context.Context, name string, f *collection.File) error {
	shown, more := 0, 0
	err := f.Check(ctx, c.asJSON, func(r *collection.Report) error {
		c.games++
		faults := r.Warnings
		c.faults += len(faults)
		room := mostFaults - shown
		if c.asJSON {
			room = max(room, 1)
		}
		if len(faults) > room {
			more += len(faults) - room
			faults = faults[:room]
		}
		shown += len(faults)
		if c.asJSON {
			return c.json.Encode(recordOfGame(name, r, faults))
		}
		return c.print(c.out, name, faults)
	})
	if err != nil {
		return err
	}
	loose := f.Warnings()
	c.faults += len(loose)
	if c.asJSON {
		return c.print(c.outside, name, loose)
	}
	if more > 0 {
		fmt.Fprintf(c.out, "%s: %s\n", name, c.lang.Plural(more, "%d more fault", "%d more faults"))
	}
	return c.print(c.out, name, loose)
}

// print prints faults as lines.
func (c *checker) print(w io.Writer, name string, faults []pgn.ParseError) error {
	for i := range faults {
		f := &faults[i]
		if _, err := fmt.Fprintf(w, "%s:%d:%d: %s\n", name, f.Line, f.Column, c.lang.Text(cli.Printable(f.Message()))); err != nil {
			return err
		}
	}
	return nil
}

// recordOfGame is a game as JSON.
func recordOfGame(name string, r *collection.Report, faults []pgn.ParseError) gameRecord {
	rec := gameRecord{
		File: name, Game: r.Number, Plies: r.Plies, FinalFEN: r.FEN, Result: r.Result,
		Variant: r.Variant, Warnings: warnings(faults),
	}
	if r.Err == nil {
		if v, ok := variants.Of(r.Rules); ok {
			rec.Variant = v.ID
		}
	}
	return rec
}

func warnings(faults []pgn.ParseError) []warningRecord {
	out := []warningRecord{}
	for i := range faults {
		w := &faults[i]
		out = append(out, warningRecord{w.Line, w.Column, w.Message()})
	}
	return out
}
