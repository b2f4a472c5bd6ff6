package playcmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn/repertoire"
	"rookery/tui"
	"rookery/tui/play"
)

// NewRepertoire trains openings; the commands below it keep the list of files.
func NewRepertoire() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "repertoire",
		Short: "Train your openings by spaced repetition",
		Long: `Train your openings: PGN files with the moves that you mean to play, and variations for the
replies. Positions that are due are asked; what you missed comes again soon.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return show(cmd, alone(func(app *tui.App) error { app.OpenRepertoires(); return nil }))
		},
	}
	AddScreenFlags(cmd)
	cmd.AddCommand(newRepertoireAdd(), newRepertoireRemove(), newRepertoireList())
	return cmd
}

func newRepertoireAdd() *cobra.Command {
	var side string
	cmd := &cobra.Command{
		Use:   "add FILE [--side white|black]",
		Short: "Add a PGN file to your repertoires",
		Args:  cli.Between(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			var of chess.Color
			switch side {
			case "":
				of, err = repertoire.GuessSide(path)
			case "white":
			case "black":
				of = chess.Black
			default:
				return cli.Usagef("side %q: it is white or black", side)
			}
			if err != nil {
				return err
			}
			rep, err := repertoire.ReadFile(path, of)
			if err != nil {
				return err
			}
			if _, err := openStore().ChangeRepertoire(func(r *play.RepertoireRecord) error {
				r.Add(play.RepertoireFile{Path: path, Black: of == chess.Black})
				return nil
			}); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d positions for %s\n", args[0], len(rep.Cards), of)
			return err
		},
	}
	cmd.Flags().StringVar(&side, "side", "", "whose moves you learn: white or black (default: the side with one answer for several replies)")
	return cmd
}

func newRepertoireRemove() *cobra.Command {
	return &cobra.Command{
		Use:   "remove FILE",
		Short: "Remove a file from your repertoires; what you learned is kept",
		Args:  cli.Between(1, 1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			_, err = openStore().DropRepertoire(path)
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%s is not among your repertoires; see rookery repertoire list", args[0])
			}
			return err
		},
	}
}

// repertoireRow is a file in the list.
type repertoireRow struct {
	File      string     `json:"file"`
	Side      string     `json:"side"`
	Positions int        `json:"positions"`
	Due       int        `json:"due"`
	New       int        `json:"new"`
	Next      *time.Time `json:"next,omitempty"` // when more is due
	Error     string     `json:"error,omitempty"`
}

func newRepertoireList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [--json]",
		Short: "List your repertoires and what is due in them",
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			store := openStore()
			record, err := store.RepertoireRecord()
			if err != nil {
				return err
			}
			if len(record.Files) == 0 && !asJSON {
				return errors.New("no repertoires yet; rookery repertoire add FILE adds one")
			}
			out, now := cmd.OutOrStdout(), time.Now()
			for _, f := range record.Files {
				row := repertoireRow{File: f.Path, Side: f.Side().String()}
				if rep, err := store.Repertoire(f); err != nil {
					row.Error = err.Error()
				} else {
					row.Positions = len(rep.Cards)
					row.Due, row.New = record.Count(rep, now)
					if next := record.Next(rep, now); !next.IsZero() {
						row.Next = &next
					}
				}
				if asJSON {
					if err := json.NewEncoder(out).Encode(row); err != nil {
						return err
					}
					continue
				}
				text := fmt.Sprintf("%s\t%s\t%d positions\t%d due, %d of them new", row.File, row.Side, row.Positions, row.Due, row.New)
				if row.Error != "" {
					text = row.Error
				}
				if _, err := fmt.Fprintln(out, text); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object per line")
	return cmd
}
