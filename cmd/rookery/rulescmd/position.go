package rulescmd

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/cmd/internal/cli"
)

// positionRecord is a position as JSON, in the field order of the contract.
type positionRecord struct {
	Variant  string       `json:"variant"`
	FEN      string       `json:"fen"`
	Shredder string       `json:"shredder_fen"`
	Turn     string       `json:"turn"` // white or black
	Result   string       `json:"result"`
	Reason   string       `json:"reason"`
	Checked  []string     `json:"checked"`
	Moves    []moveRecord `json:"moves"`
	View     string       `json:"view,omitempty"`
}

// moveRecord is a legal move in both notations.
type moveRecord struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// badLine is what stands in a batch in the place of a line that cannot be read.
type badLine struct {
	Error string `json:"error"`
}

func NewPosition() *cobra.Command {
	var variant, fen, moves, viewer string
	var asJSON, batch bool
	cmd := &cobra.Command{
		Use:   "position [--variant V] [--fen F] [--moves \"…\"] [--json] [--batch]",
		Short: "Describe a position: legal moves, result, FEN",
		Long: `Describe the position after the moves. Draws that the side to move can claim
count as claimed. With --batch, read tab-separated lines of variant, FEN (empty:
standard) and UCI moves from standard input, and print one JSON object per line;
unreadable lines give an object with the field "error".`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			eyes, err := observer(viewer)
			if err != nil {
				return err
			}
			if batch {
				return describeLines(cmd.InOrStdin(), cmd.OutOrStdout(), eyes)
			}
			rec, err := describe(variant, fen, moves, eyes)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(rec)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), rec.text())
			return err
		},
	}
	cli.AddVariantFlag(cmd, &variant, "chess")
	cmd.Flags().StringVar(&fen, "fen", "", "FEN of the position (default: standard starting position)")
	cmd.Flags().StringVar(&moves, "moves", "", "moves from there, in UCI or SAN, separated by spaces")
	cmd.Flags().StringVar(&viewer, "viewer", "", "add the board as white or black sees it")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&batch, "batch", false, "describe many positions, as JSON")
	return cmd
}

// observer reads the flag --viewer; nil when it was not given.
func observer(name string) (*chess.Observer, error) {
	eyes := chess.Everyone
	switch strings.ToLower(name) {
	case "":
		return nil, nil
	case "white", "w":
		eyes = chess.WhiteObserver
	case "black", "b":
		eyes = chess.BlackObserver
	default:
		return nil, cli.Usagef("--viewer must be white or black, not %q", name)
	}
	return &eyes, nil
}

// describe plays moves, parted by spaces, from a position and describes where
// they lead.
func describe(variant, fen, moves string, eyes *chess.Observer) (positionRecord, error) {
	v, err := cli.FindVariant(variant)
	if err != nil {
		return positionRecord{}, err
	}
	g, err := cli.NewGame(v, fen)
	if err != nil {
		return positionRecord{}, err
	}
	for i, text := range strings.Fields(moves) {
		if err := play(g, text); err != nil {
			return positionRecord{}, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return recordOf(v.ID, g, eyes), nil
}

// play plays one move given in UCI or SAN. UCI goes first, so that a string
// that is both means what a program means by it.
func play(g *chess.Game, text string) error {
	m, err := chess.ParseUCI(g.Board(), text)
	if err != nil {
		m, err = chess.ParseMove(g.Board(), text)
	}
	if err != nil {
		return err
	}
	return g.Play(m)
}

// recordOf describes the present position of a game.
func recordOf(id string, g *chess.Game, eyes *chess.Observer) positionRecord {
	b := g.Board()
	end := claimed(g)
	rec := positionRecord{
		Variant: id,
		FEN:     b.FEN(),
		Turn:    strings.ToLower(b.Turn().String()),
		Result:  end.Result.String(),
		Reason:  end.Reason.String(),
		Checked: []string{},
		Moves:   []moveRecord{},
	}
	rec.Shredder = rec.FEN
	if p, ok := b.(chess.Positioned); ok {
		rec.Shredder = p.Position().ShredderFEN()
	}
	for _, sq := range b.Checked() {
		rec.Checked = append(rec.Checked, b.Layout().SquareName(sq))
	}
	for _, m := range b.Moves(nil) {
		rec.Moves = append(rec.Moves, moveRecord{chess.UCI(b, m), chess.MoveText(b, m)})
	}
	if eyes != nil {
		who := *eyes
		if end.Over() {
			who = chess.Everyone // fog lifts when the game ends
		}
		rec.View = b.View(who).Placement()
		if _, ok := b.(chess.Positioned); !ok { // other boards have no fog and a placement of their own
			rec.View, _, _ = strings.Cut(b.FEN(), " ")
		}
	}
	return rec
}

// claimed is the outcome of a game in which every draw that can be claimed is.
func claimed(g *chess.Game) chess.Outcome {
	if end := g.Outcome(); end.Over() {
		return end
	}
	if why := g.Claimable(); why != chess.NoReason {
		return chess.Outcome{Result: chess.Drawn, Reason: why}
	}
	return chess.Outcome{}
}

// describeLines answers each line of in with one JSON object on a line of out.
// The answers are written out whenever in has nothing more at hand, so that a
// program can talk to it line by line.
func describeLines(in io.Reader, out io.Writer, eyes *chess.Observer) error {
	r, w := bufio.NewReader(in), bufio.NewWriter(out)
	enc := json.NewEncoder(w)
	for {
		line, readErr := r.ReadString('\n')
		if line != "" {
			var answer any
			answer, err := describeLine(strings.TrimRight(line, "\r\n"), eyes)
			if err != nil {
				answer = badLine{err.Error()}
			}
			if err := enc.Encode(answer); err != nil {
				return err
			}
		}
		if readErr != nil || r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(readErr, io.EOF):
			return nil
		case readErr != nil:
			return readErr
		}
	}
}

// describeLine describes a line of variant, FEN and moves. The moves may be missing.
func describeLine(line string, eyes *chess.Observer) (positionRecord, error) {
	fields := strings.Split(line, "\t")
	if len(fields) > 3 || fields[0] == "" {
		return positionRecord{}, errors.New("lines must be variant, FEN and UCI moves, tab-separated")
	}
	fields = append(fields, "", "")
	return describe(fields[0], fields[1], fields[2], eyes)
}

// text writes the record for reading.
func (r positionRecord) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "variant  %s\nfen      %s\nshredder %s\nturn     %s\nresult   %s (%s)\n",
		r.Variant, r.FEN, r.Shredder, r.Turn, r.Result, r.Reason)
	if len(r.Checked) > 0 {
		fmt.Fprintf(&b, "checked  %s\n", strings.Join(r.Checked, " "))
	}
	if r.View != "" {
		fmt.Fprintf(&b, "view     %s\n", r.View)
	}
	sans := make([]string, len(r.Moves))
	for i, m := range r.Moves {
		sans[i] = m.SAN
	}
	fmt.Fprintf(&b, "moves    %s\n", strings.Join(sans, " "))
	return b.String()
}
