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
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"rookery/chess/sorted"
	"rookery/cmd/internal/cli"
	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/pgn/safefile"
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
overwritten without --force: if one of them exists, nothing is written.`,
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
	sort.Strings(names)
	return strings.Join(names, ", ")
}

// splitter divides games into files. It passes through them once: what a new file holds is
// kept in memory or, where that is much, in a file beside its place until all is read.
type splitter struct {
	keys        func(h collection.Header) []string
	codes       bool // by the code of the opening
	every       int
	dir, prefix string
	force       bool

	groups []*group
	named  map[string]*group // by the name of the file in lower case
	made   bool              // the folder is not an old one
	held   int               // bytes of groups in memory
	out    *pgn.Writer       // to now
	now    *group
}

// group is the games of one new file.
type group struct {
	name  string // of the file
	games int
	last  gameOf // that was written
	end   string // what must follow before a game of another file: see [pgn.EndOfTags]
	text  []byte // what is in memory
	temp  string // the file with what comes before; empty when nothing does
}

// gameOf is a game of one of several files.
type gameOf struct{ file, game int }

// mostHeld is how many bytes of the new files are kept in memory.
const (
	mostHeld  = 4 << 20
	endOfGame = 1 << 10 // bytes that tell whether a game ends with tags
)

// run splits the games of files.
func (s *splitter) run(cmd *cobra.Command, names []string, query *queryFlags) (err error) {
	if s.prefix != "" && s.prefix != filepath.Base(s.prefix) {
		return cli.Usagef("--prefix is the start of a file name, not a folder: use --dir")
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	s.named, s.out = make(map[string]*group), pgn.NewWriter(s)
	defer func() {
		for _, g := range s.groups {
			if g.temp != "" {
				os.Remove(g.temp)
			}
		}
		if err != nil && s.made {
			os.Remove(s.dir) // unless something is in it
		}
	}()
	file := 0
	damage := eachFile(cmd, names, func(ctx context.Context, _ string, f *collection.File) error {
		chosen := query.selection()
		chosen.Codes = s.codes
		err := f.Select(ctx, chosen, func(g *collection.Found) error { return s.take(gameOf{file, g.Number}, g) })
		file++
		return err
	})
	if damage != nil && !errors.As(damage, new(*collection.ArchiveError)) {
		return damage
	}
	sorted.By(s.groups, func(a, b *group) int { return cmp.Compare(a.name, b.name) })
	for _, g := range s.groups {
		if err := s.free(g); err != nil {
			return err
		}
	}
	if err := s.folder(); err != nil {
		return err
	}
	for _, g := range s.groups {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.put(g); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s\t%d\n", field(filepath.Join(s.dir, g.name)), g.games)
	}
	return damage
}

// take writes a game, or what there is of it, to its groups.
func (s *splitter) take(at gameOf, g *collection.Found) error {
	if s.keys == nil {
		return s.write(s.next(at), at, g)
	}
	h := g.Header()
	var done [2]*group // a game goes into two at most
	for i, key := range s.keys(h) {
		to, err := s.group(pgn.FileName(key))
		if err != nil {
			return err
		}
		if slices.Contains(done[:i], to) {
			continue
		}
		done[i] = to
		if err := s.write(to, at, g); err != nil {
			return err
		}
	}
	return nil
}

// next is the last group, or a new one where that is full.
func (s *splitter) next(at gameOf) *group {
	n := len(s.groups)
	if n > 0 && (s.groups[n-1].last == at || s.groups[n-1].games < s.every) {
		return s.groups[n-1]
	}
	s.groups = append(s.groups, &group{name: s.prefix + fmt.Sprintf("%05d", n+1) + ".pgn"})
	return s.groups[n]
}

// group is the group of a key. Keys that differ only in letters that are not
// told apart in names of files share one.
func (s *splitter) group(key string) (*group, error) {
	name := s.prefix + key + ".pgn"
	if g, ok := s.named[strings.ToLower(name)]; ok {
		return g, nil
	}
	g := &group{name: name}
	if err := s.free(g); err != nil {
		return nil, err
	}
	s.named[strings.ToLower(name)] = g
	s.groups = append(s.groups, g)
	return g, nil
}

// free looks whether a file may be written.
func (s *splitter) free(g *group) error {
	if s.force {
		return nil
	}
	path := filepath.Join(s.dir, g.name)
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fmt.Errorf("%s already exists: use another --dir or --prefix, or --force", path)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// folder makes the folder.
func (s *splitter) folder() error {
	if _, err := os.Stat(s.dir); errors.Is(err, fs.ErrNotExist) {
		s.made = true
	}
	return os.MkdirAll(s.dir, 0o777)
}

// write writes a game, or what there is of it, to a group.
func (s *splitter) write(to *group, at gameOf, g *collection.Found) error {
	if to.games == 0 || to.last != at {
		if to.last.file != at.file {
			to.text = append(to.text, to.end...)
		}
		to.games, to.last = to.games+1, at
	}
	s.now = to
	if err := g.Copy(s.out); err != nil {
		return err
	}
	to.end = pgn.EndOfTags(string(g.Text[max(len(g.Text)-endOfGame, 0):]))
	if s.held < mostHeld {
		return nil
	}
	for _, g := range s.groups {
		if err := s.spill(g); err != nil {
			return err
		}
	}
	s.held = 0
	return nil
}

// Write takes text of the group at hand.
func (s *splitter) Write(p []byte) (int, error) {
	s.now.text = append(s.now.text, p...)
	s.held += len(p)
	return len(p), nil
}

// spill moves what is in memory of a group into a file beside its place.
func (s *splitter) spill(g *group) error {
	if len(g.text) == 0 {
		return nil
	}
	var f *os.File
	err := s.folder()
	if err == nil && g.temp == "" {
		if f, err = safefile.Beside(filepath.Join(s.dir, g.name)); err == nil {
			g.temp = f.Name()
		}
	} else if err == nil {
		f, err = os.OpenFile(g.temp, os.O_WRONLY|os.O_APPEND, 0)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(g.text)
	g.text = nil
	return safefile.Saving(filepath.Join(s.dir, g.name), errors.Join(err, f.Close()))
}

// put puts the file of a group in place.
func (s *splitter) put(g *group) error {
	path := filepath.Join(s.dir, g.name)
	if g.temp != "" {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return s.finish(g, path)
		}
	}
	return pgn.SaveWith(path, func(w io.Writer) error {
		if g.temp != "" {
			f, err := os.Open(g.temp)
			if err != nil {
				return err
			}
			defer f.Close()
			if _, err := io.Copy(w, f); err != nil {
				return err
			}
		}
		_, err := w.Write(g.text)
		return err
	})
}

// finish makes the file of a group out of that beside its place.
func (s *splitter) finish(g *group, path string) error {
	if err := s.spill(g); err != nil {
		return err
	}
	f, err := os.OpenFile(g.temp, os.O_RDWR, 0)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err == nil {
		err = safefile.Rename(g.temp, path)
	}
	if err == nil {
		g.temp = ""
	}
	return err
}
