package pgncmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn/explorer"
)

// exploreRecord is what pgn explore prints as JSON.
type exploreRecord struct {
	File    string          `json:"file"`
	Index   string          `json:"index"` // the file that was looked into
	Variant string          `json:"variant"`
	FEN     string          `json:"fen"`
	Games   int             `json:"games"`
	Moves   []playedRecord  `json:"moves"`
	Listed  []exploreHeader `json:"list,omitempty"`
}

// playedRecord is a move that was played.
type playedRecord struct {
	UCI    string   `json:"uci"`
	SAN    string   `json:"san"`
	Games  int      `json:"games"`
	White  int      `json:"white"` // wins
	Draws  int      `json:"draws"`
	Black  int      `json:"black"`
	Score  *float64 `json:"score"` // White's share of the points; null where no game has ended
	Rating int      `json:"rating,omitempty"`
	Year   int      `json:"last_year,omitempty"`
}

// exploreHeader is a game behind a move.
type exploreHeader struct {
	SAN    string `json:"san"`
	Game   int    `json:"game"` // from 1
	White  string `json:"white"`
	Black  string `json:"black"`
	Date   string `json:"date"`
	Result string `json:"result"`
	Event  string `json:"event"`
}

// exploring is the flags of pgn explore.
type exploring struct {
	variant, fen, moves string
	games, plies        int
	rebuild, asJSON     bool
}

func newExplore() *cobra.Command {
	e := &exploring{}
	cmd := &cobra.Command{
		Use:   "explore FILE [--fen F] [--moves \"…\"]",
		Short: "Show which moves were played in a position, and with what success",
		Long: `Show what was played in a position in the games of a file: the moves, how many games,
how they ended, the average rating of the players and the year of the last game, and
with --games the games themselves. The order of the moves that led there does not matter.

The first time, and again when FILE has changed, an index is built: FILE.explorer, or a
file in your cache where the folder cannot be written to. It has the first 40 half-moves
of every game; --plies says how many, with --rebuild. Delete it whenever you like.

  rookery pgn explore twic.pgn --moves "e4 c5"
  rookery pgn explore twic.pgn --fen "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" --games 5
  rookery pgn explore zh.pgn --variant crazyhouse --json`,
		Args: cli.Between(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd, args[0]) },
	}
	cli.AddVariantFlag(cmd, &e.variant, "chess")
	f := cmd.Flags()
	f.StringVar(&e.fen, "fen", "", "FEN of the position (default: standard starting position)")
	f.StringVar(&e.moves, "moves", "", "moves from there, in UCI or SAN, separated by spaces")
	f.IntVar(&e.games, "games", 0, "list so many games of each move")
	f.IntVar(&e.plies, "plies", explorer.Plies, "half-moves per game to index, with --rebuild")
	f.BoolVar(&e.rebuild, "rebuild", false, "build the index anew")
	f.BoolVar(&e.asJSON, "json", false, "print JSON")
	return cmd
}

func (e *exploring) run(cmd *cobra.Command, name string) error {
	if name == cli.Stdin {
		return cli.Usagef("an explorer needs a file, not standard input")
	}
	if e.games < 0 || e.plies < 1 || e.plies > mostExplored {
		return cli.Usagef("--games must not be negative, and --plies is 1 to %d", mostExplored)
	}
	if cmd.Flags().Changed("plies") && !e.rebuild {
		return cli.Usagef("--plies counts when an index is built: add --rebuild")
	}
	v, err := cli.FindVariant(e.variant)
	if err != nil {
		return err
	}
	g, err := cli.NewGame(v, e.fen)
	if err != nil {
		return err
	}
	for i, text := range strings.Fields(e.moves) {
		m, err := chess.ParseUCI(g.Board(), text)
		if err != nil {
			m, err = chess.ParseMove(g.Board(), text)
		}
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	x, err := e.open(ctx, cmd, name)
	if err != nil {
		return err
	}
	defer x.Close()
	moves, err := x.At(g.Board())
	if err != nil {
		return err
	}
	if e.asJSON {
		return e.json(cmd, name, v.ID, x, g.Board(), moves)
	}
	return buffered(cmd.OutOrStdout(), func(w io.Writer) error { return e.print(cmd, w, x, g.Board(), moves) })
}

// mostExplored is how many half-moves of a game can be indexed.
const mostExplored = 1000

// open opens the index of a file, which it builds first where that is needed.
func (e *exploring) open(ctx context.Context, cmd *cobra.Command, name string) (*explorer.Index, error) {
	if err := cli.Readable([]string{name}); err != nil {
		return nil, err
	}
	if !e.rebuild {
		x, err := explorer.Open(name)
		if !errors.Is(err, explorer.ErrMissing) && !errors.Is(err, explorer.ErrStale) {
			return x, err
		}
	}
	l, told := cli.Locale(cmd), time.Now()
	x, err := explorer.Build(ctx, name, e.plies, func(part float64) {
		if now := time.Now(); now.Sub(told) >= time.Second {
			told = now
			fmt.Fprintln(cmd.ErrOrStderr(), l.Sprintf("building the explorer index: %d %%", int(100*part)))
		}
	})
	if err == nil {
		fmt.Fprintln(cmd.ErrOrStderr(), l.Sprintf("%s indexed in %s", l.Plural(x.Len(), "%d game", "%d games"), field(x.Path())))
	}
	return x, err
}

// listed are the games of each move that are asked for.
func (e *exploring) listed(x *explorer.Index, b chess.Board, moves []explorer.Move) ([]exploreHeader, error) {
	var out []exploreHeader
	if e.games == 0 {
		return nil, nil
	}
	for i := range moves {
		numbers, err := x.Numbers(&moves[i], e.games)
		if err != nil {
			return nil, err
		}
		for _, n := range numbers {
			h, err := x.Header(n)
			if err != nil {
				return nil, err
			}
			out = append(out, exploreHeader{chess.MoveText(b, moves[i].Move), n + 1, h.White, h.Black, h.Date, h.Result, h.Event})
		}
	}
	return out, nil
}

func (e *exploring) json(cmd *cobra.Command, name, variant string, x *explorer.Index, b chess.Board, moves []explorer.Move) error {
	rec := exploreRecord{File: name, Index: x.Path(), Variant: variant, FEN: b.FEN(), Games: explorer.Sum(moves).Games, Moves: []playedRecord{}}
	for i := range moves {
		m := &moves[i]
		row := playedRecord{chess.UCI(b, m.Move), chess.MoveText(b, m.Move), m.Games, m.White, m.Draws, m.Black, nil, m.Rating, m.Year}
		if share, ok := m.Score(); ok {
			row.Score = &share
		}
		rec.Moves = append(rec.Moves, row)
	}
	var err error
	if rec.Listed, err = e.listed(x, b, moves); err != nil {
		return err
	}
	return cli.WriteJSON(cmd, rec)
}

func (e *exploring) print(cmd *cobra.Command, w io.Writer, x *explorer.Index, b chess.Board, moves []explorer.Move) error {
	l := cli.Locale(cmd)
	if len(moves) == 0 {
		_, err := fmt.Fprintln(w, l.Text("No game of the file has a move in this position."))
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", l.Text("Move"), l.Text("Games"), l.Text("White"), l.Text("Draw"), l.Text("Black"), l.Text("Score"), l.Text("Rating"), l.Text("Last"))
	for i := range moves {
		writeExplored(t, chess.MoveText(b, moves[i].Move), &moves[i])
	}
	all := explorer.Sum(moves)
	writeExplored(t, l.Text("Total"), &all)
	if err := t.Flush(); err != nil {
		return err
	}
	list, err := e.listed(x, b, moves)
	if err != nil {
		return err
	}
	for i, h := range list {
		if i == 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", h.SAN, h.Game, field(h.Date), field(h.White), field(h.Black), field(h.Result), field(h.Event))
	}
	return nil
}

// writeExplored writes a row of the table; shares are of the games that have ended.
func writeExplored(w io.Writer, name string, m *explorer.Move) {
	rating, year, score, shares := "-", "-", "-", [3]string{"-", "-", "-"}
	if m.Rating > 0 {
		rating = fmt.Sprint(m.Rating)
	}
	if m.Year > 0 {
		year = fmt.Sprint(m.Year)
	}
	if share, ok := m.Score(); ok {
		score = fmt.Sprintf("%.1f%%", 100*share)
		for i, n := range [3]int{m.White, m.Draws, m.Black} {
			shares[i] = fmt.Sprintf("%.0f%%", 100*float64(n)/float64(m.White+m.Draws+m.Black))
		}
	}
	fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t\n", name, m.Games, shares[0], shares[1], shares[2], score, rating, year)
}
