package onlinecmd

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui/lichess"
	"rookery/tui/play"
	"rookery/tui/ui"
)

func newImport() *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Send a game to lichess and tell its address",
		Long:  "Send one game to lichess and tell the address at which it stands there. FILE is PGN; - is standard input.",
		Args:  cli.Between(1, 1, "a PGN file"),
		RunE: loggedIn(func(cmd *cobra.Command, args []string, _ *ui.Online, a *lichess.Account) error {
			in := cmd.InOrStdin()
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer f.Close()
				in = f
			}
			text, err := io.ReadAll(io.LimitReader(in, lichess.MostImport+1))
			if err != nil {
				return err
			}
			address, err := a.Client().Import(cmd.Context(), string(text))
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), address)
			return nil
		}),
	}
}

func newDownload() *cobra.Command {
	var most int
	cmd := &cobra.Command{
		Use:   "download [FILE]",
		Short: "Download your games, those since the last time",
		Long: `Download your finished games into FILE, without FILE into your library of games. The next
time only the games since then are fetched and added. A download that breaks off goes on
where it stopped.`,
		Args: cli.Between(0, 1, "one file"),
		RunE: loggedIn(func(cmd *cobra.Command, args []string, _ *ui.Online, a *lichess.Account) error {
			file := filepath.Join(xdg.DataHome, "rookery", "games", "lichess-"+play.Clean(a.User.ID)+".pgn")
			if len(args) > 0 {
				file = args[0]
			}
			n, err := a.Client().Download(cmd.Context(), a.User.ID, file, most)
			text := cli.Locale(cmd).Text
			fmt.Fprintln(cmd.ErrOrStderr(), text(fmt.Sprintf("%s: %s", file, cli.Count(n, "new game"))))
			return err
		}),
	}
	cmd.Flags().IntVar(&most, "max", 10000, "at most so many games at a time")
	return cmd
}
