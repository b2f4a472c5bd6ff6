package pgncmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/pgn"
	"rookery/pgn/collection"
)

func newSplit() *cobra.Command {
	var (
		s     splitter
		by    string
		query queryFlags
	)
	cmd := &cobra.Command{
		Use:   "split (--by WHAT | --every N) FILE...",
		Short: "Split games into files by event, player, opening, variant and more",
		Long: `Split the games into several files, copied byte for byte. --every N puts N games into
each file; --by creates one file per event, player, opening code and so on, named after
it; by player, a game goes into the files of both players. Existing files are not
overwritten without --force; all file names are checked before anything is written.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(oneOf(cmd, "by", "every"), query.ready()); err != nil {
				return err
			}
			if by != "" {
				s.codes = by == "eco"
				if s.keys = splitKeys[by]; s.keys == nil {
					return cli.Usagef("cannot split by %q: choose one of %s", by, splitNames())
				}
			} else if s.every < 1 {
				return cli.Usagef("choose how to split: --by %s, or --every N", splitNames())
			}
			return s.run(cmd, args, &query)
		},
	}
	query.add(cmd, "fen")
	cmd.Flags().StringVar(&by, "by", "", "one file per: "+splitNames())
	cmd.Flags().IntVar(&s.every, "every", 0, "games per file")
	cmd.Flags().StringVarP(&s.dir, "dir", "d", ".", "output folder; created if missing")
	cmd.Flags().StringVar(&s.prefix, "prefix", "", "prefix of the file names")
	cmd.Flags().BoolVar(&s.force, "force", false, "overwrite existing files")
	return cmd
}

// splitKeys tells which files a game belongs into.
var splitKeys = map[string]func(h collection.Header) []string{
	"event": func(h collection.Header) []string { return []string{h.Event} },
	"site":  func(h collection.Header) []string { return []string{h.Site} },
	"white": func(h collection.Header) []string { return []string{h.White} },
	"black": func(h collection.Header) []string { return []string{h.Black} },
	"player": func(h collection.Header) []string {
		if h.White == h.Black {
			return []string{h.White}
		}
		return []string{h.White, h.Black}
	},
	"eco":     func(h collection.Header) []string { return []string{h.ECO} },
	"result":  func(h collection.Header) []string { return []string{resultWord(h.Result)} },
	"variant": func(h collection.Header) []string { return []string{collection.VariantName(h.Variant, h.FEN)} },
	"year": func(h collection.Header) []string {
		year, _, _ := strings.Cut(h.Date, ".")
		if strings.Contains(year, "?") {
			year = ""
		}
		return []string{year}
	},
}

// resultWord names a result without a stroke.
func resultWord(result string) string {
	switch result {
	case pgn.WhiteWins, pgn.BlackWins:
		return result
	case pgn.Draw:
		return "draw"
	}
	return ""
}

// splitNames lists what games are split by.
func splitNames() string {
	var names []string
	for name := range splitKeys {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// splitter divides games into files.
type splitter struct {
	keys        func(h collection.Header) []string
	codes       bool // by the code of the opening
	every       int
	dir, prefix string
	force       bool

	files  []*collection.File
	bases  []int // for each file the number of its first game among all games
	groups []*group
	named  map[string]*group // by the name of the file in lower case
}

// group is the games of one new file.
type group struct {
	name  string   // of the file
	games []uint32 // numbers among all games, upwards
}

// run splits the games of files.
func (s *splitter) run(cmd *cobra.Command, names []string, query *queryFlags) error {
	ctx, stop := interruptible(cmd)
	defer stop()
	var damage, err error
	s.files, damage, err = allFiles(ctx, cmd, names)
	if err != nil {
		return err
	}
	defer closeAll(s.files)
	s.named = make(map[string]*group)
	games := 0
	for k := range s.files {
		s.bases = append(s.bases, games)
		games += s.files[k].Len()
		if err := s.sort(ctx, k, query); err != nil {
			return fmt.Errorf("%s: %w", names[k], err)
		}
	}
	if err := s.free(); err != nil {
		return err
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	slices.SortFunc(s.groups, func(a, b *group) int { return cmp.Compare(a.name, b.name) })
	for _, g := range s.groups {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.write(g); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s\t%d\n", field(filepath.Join(s.dir, g.name)), len(g.games))
	}
	return damage
}

// sort puts the games of file k into their groups.
func (s *splitter) sort(ctx context.Context, k int, query *queryFlags) error {
	f := s.files[k]
	chosen := query.selection()
	chosen.Codes = s.codes
	return f.Select(ctx, chosen, func(g *collection.Found) error {
		game := uint32(s.bases[k] + g.Number)
		if s.keys == nil {
			s.next(game)
			return nil
		}
		for _, key := range s.keys(g.Header()) {
			to := s.group(pgn.FileName(key))
			if len(to.games) == 0 || to.games[len(to.games)-1] != game {
				to.games = append(to.games, game)
			}
		}
		return nil
	})
}

// next puts a game into the last file, or a new one where that is full.
func (s *splitter) next(game uint32) {
	if n := len(s.groups); n == 0 || len(s.groups[n-1].games) == s.every {
		s.group(fmt.Sprintf("%05d", n+1))
	}
	g := s.groups[len(s.groups)-1]
	g.games = append(g.games, game)
}

// group is the group of a key. Keys that differ only in letters that are not
// told apart in names of files share one.
func (s *splitter) group(key string) *group {
	name := s.prefix + key + ".pgn"
	if g, ok := s.named[strings.ToLower(name)]; ok {
		return g
	}
	g := &group{name: name}
	s.named[strings.ToLower(name)] = g
	s.groups = append(s.groups, g)
	return g
}

// free looks whether all files may be written.
func (s *splitter) free() error {
	if s.prefix != "" && s.prefix != filepath.Base(s.prefix) {
		return cli.Usagef("--prefix is the start of a file name, not a folder: use --dir")
	}
	if s.force {
		return nil
	}
	for _, g := range s.groups {
		path := filepath.Join(s.dir, g.name)
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s already exists: use another --dir or --prefix, or --force", path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// write writes one file.
func (s *splitter) write(g *group) error {
	return pgn.SaveWith(filepath.Join(s.dir, g.name), func(w io.Writer) error {
		return buffered(w, func(w io.Writer) error {
			out, k := pgn.NewWriter(w), 0
			for _, game := range g.games {
				for k+1 < len(s.bases) && int(game) >= s.bases[k+1] {
					k++
				}
				if err := s.files[k].CopyGame(out, int(game)-s.bases[k]); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
