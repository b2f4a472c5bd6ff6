// Package ucicmd holds the command that runs the built-in engine for other programs. It may
// import cmd/internal/cli and ai/uci, where the protocol is. Start reading with [New].
package ucicmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/tui/engineplay"
	"rookery/variants"
)

func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "uci",
		Short: "Run as a UCI engine",
		Long: `Speak UCI, the Universal Chess Interface, on standard input and output, so that
other programs can use the built-in engine. UCI_Variant selects the variant: names
are those of Fairy-Stockfish and CuteChess where they exist, otherwise those of
"rookery variants"; join several with + to combine them. With UCI_Chess960,
castling is written king takes rook. OwnBook plays opening moves from --book. With
OwnEndings, endings of up to four pieces are played by exact tables, which are made
in the background and kept (see "rookery endings"). SyzygyPath names folders of
Syzygy tables, of chess, atomic, antichess and suicide.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			words, err := cli.Book(cmd, "")
			if err != nil {
				return err
			}
			defer words.Close()
			s := engineServer()
			if words != nil {
				s.Opener = func(l ai.Level, seed uint64) uci.Opener { return engineplay.NewOpener(words, l, seed) }
			}
			tables := engineplay.NewEndings(filepath.Join(xdg.DataHome, "rookery", "endings"))
			defer tables.Close()
			s.Endings = func(b chess.Board) ai.Endings {
				if set := tables.Want(b); set != nil {
					return set
				}
				return nil
			}
			s.Tablebase = func(b chess.Board, path string) (ai.Tablebase, string, error) {
				if err := tables.ReadSyzygy(path); err != nil {
					return nil, "", err
				}
				var rules chess.Rules
				if b != nil {
					rules = b.Rules()
				}
				found := tables.Syzygy(rules)
				if found == nil {
					return nil, "no Syzygy tables of this game in " + path, nil
				}
				return found, fmt.Sprintf("%d Syzygy tables of up to %d pieces", found.Files(), found.Pieces()), nil
			}
			return s.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cli.AddBookFlag(cmd)
	return cmd
}

// engineServer is our engine without a book.
func engineServer() *uci.Server {
	return &uci.Server{
		Name: "Rookery", Author: "the Rookery authors",
		Games: engineGames(), Rules: engineRules, Elo: ai.Level.Elo, Seed: cli.Seed(),
	}
}

// engineGames are the values that UCI_Variant offers: every game of the
// register, but for drawn arrays, which UCI_Chess960 stands for.
func engineGames() []string {
	var names []string
	for _, v := range variants.All() {
		name := v.UCI
		switch {
		case v.Rules.Start != nil && v.Rules.Start.Count > 1 && !v.Rules.Disguise:
			continue
		case name == "":
			name = v.ID
		}
		names = append(names, name)
	}
	return names
}

// engineRules are the rules of a game that another program names.
func engineRules(name string, drawn bool) (chess.Rules, error) {
	parts := cli.VariantParts(name)
	if drawn {
		parts = append(slices.Clip(parts), "960")
	}
	v, err := cli.FindVariant(strings.Join(parts, "+"))
	return v.Rules, err
}
