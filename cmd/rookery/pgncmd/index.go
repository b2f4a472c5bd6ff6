package pgncmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rookery/pgn/collection"
)

// headRecord is a game of pgn index and pgn search as JSON.
type headRecord struct {
	File    string `json:"file"`
	Game    int    `json:"game"`   // from 1
	Offset  int64  `json:"offset"` // of its first byte, in the text of the file
	Length  int    `json:"length"` // in bytes, up to the next game
	Line    int    `json:"line"`   // of its first byte, from 1
	Event   string `json:"event"`
	Site    string `json:"site"`
	Date    string `json:"date"`
	Round   string `json:"round"`
	White   string `json:"white"`
	Black   string `json:"black"`
	Result  string `json:"result"`
	ECO     string `json:"eco,omitempty"`
	Variant string `json:"variant,omitempty"`
	FEN     string `json:"fen,omitempty"`
}

func newIndex() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "index [--json] FILE...",
		Short: "List games",
		Long: `List the games, tab-separated: file, number, date, White, Black, result, opening code,
variant and event. With --json, one object per game with all roster tags and its
position in the file. Where the ECO tag is missing, the code is that of the moves.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return buffered(cmd.OutOrStdout(), func(w io.Writer) error {
				return eachFile(cmd, args, func(ctx context.Context, name string, f *collection.File) error {
					l := newLister(w, name, asJSON)
					return f.Select(ctx, collection.Selection{Codes: true}, func(g *collection.Found) error {
						if g.More {
							return nil
						}
						return l.list(g)
					})
				})
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per game")
	return cmd
}

// lister prints the heads of games of one file.
type lister struct {
	name string
	out  io.Writer
	json *json.Encoder // nil for lines
}

func newLister(w io.Writer, name string, asJSON bool) *lister {
	l := &lister{name: name, out: w}
	if asJSON {
		l.json = json.NewEncoder(w)
		l.json.SetEscapeHTML(false)
	}
	return l
}

// list prints a game.
func (l *lister) list(g *collection.Found) error {
	h := g.Header()
	if l.json != nil {
		return l.json.Encode(headRecord{
			File: l.name, Game: g.Number + 1, Offset: g.Offset, Length: g.Length, Line: g.Line,
			Event: h.Event, Site: h.Site, Date: h.Date, Round: h.Round, White: h.White, Black: h.Black,
			Result: h.Result, ECO: h.ECO, Variant: h.Variant, FEN: h.FEN,
		})
	}
	fields := []string{l.name, strconv.Itoa(g.Number + 1), h.Date, h.White, h.Black, h.Result, h.ECO, collection.VariantName(h.Variant, h.FEN), h.Event}
	for j := range fields {
		fields[j] = field(fields[j])
	}
	_, err := fmt.Fprintln(l.out, strings.Join(fields, "\t"))
	return err
}
