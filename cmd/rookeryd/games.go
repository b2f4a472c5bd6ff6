package main

import (
	"bufio"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rookery/tui/lobby/archive"
	"rookery/tui/lobby/archive/sqlstore"
)

// archivePath is the file of the finished games.
func (s *storeFlags) archivePath() string { return filepath.Join(s.dir, "archive.db") }

// newGames builds the command that writes finished games of the club.
func newGames(where *storeFlags) *cobra.Command {
	var player, variant string
	var newest, both bool
	cmd := &cobra.Command{
		Use:   "games [WORD...]",
		Short: "Export the server's finished games as PGN",
		Long: "Export finished games of the server as PGN, oldest first; the server may be\n" +
			"running. Words filter them as in a list of games: names, variants, openings,\n" +
			"codes such as B90-B99, results, dates such as 2026.05 or 2026.01..2026.06.",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			f, err := archive.ParseFilter(joinWords(args))
			if err != nil {
				return err
			}
			a, err := sqlstore.Read(cmd.Context(), where.archivePath(), time.Now)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, a.Close()) }()
			f.Oldest = !newest
			if player != "" {
				p, err := a.Player(cmd.Context(), player)
				if err != nil {
					return err
				}
				f.Player = p.ID
			}
			if variant != "" {
				if f.Variant, err = archive.VariantNamed(variant); err != nil {
					return err
				}
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			write := a.PGN
			if both {
				write = a.BPGN
			}
			if _, err := write(cmd.Context(), f, out); err != nil {
				return err
			}
			return out.Flush()
		},
	}
	cmd.Flags().StringVar(&player, "player", "", "only games of this player")
	cmd.Flags().StringVar(&variant, "variant", "", "only games of this variant; join the parts of a combination with +")
	cmd.Flags().BoolVar(&both, "bpgn", false, "games of two teams, both boards in one, as BPGN")
	cmd.Flags().BoolVar(&newest, "newest", false, "newest games first")
	return cmd
}

// joinWords makes one text of words, of which some may hold blanks.
func joinWords(words []string) string {
	text := ""
	for _, w := range words {
		if strings.ContainsAny(w, " \t") && !strings.Contains(w, `"`) {
			w = `"` + w + `"`
		}
		text += w + " "
	}
	return text
}
