// Package puzzlecmd makes puzzles from games and holds the maker to known ones. Solving them
// is for playcmd. The package may import cmd/internal/cli, ai/puzzlemaker and whatever reads games. Start reading with [NewMake].
package puzzlecmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/ai/endings"
	"rookery/ai/puzzlemaker"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/pgn/puzzle"
	"rookery/pgn/safefile"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/variants"
)

// making is one run of the command.
type making struct {
	variant string
	out     string
	level   int
	threads int
	most    int
	own     bool // the games are the player's

	cmd   *cobra.Command
	done  map[string]int // games that are done, by file
	known map[string]bool
	// tables of endings that the player has decide where they know a position.
	tables *engineplay.Endings
	games  int
	made   int
	began  time.Time
	told   time.Time
	total  int
}

// NewMake finds puzzles in games.
func NewMake() *cobra.Command {
	m := &making{}
	cmd := &cobra.Command{
		Use:   "make [FILE.pgn...]",
		Short: "Find puzzles in games, your own by default",
		Long: `Find puzzles in the games of PGN files: positions after a mistake in which one move alone is
good, with the line that follows. A second, longer search checks each; about 40 themes are
told by looking at the line. Works in every variant.

Without files the games are those that you have played, and the puzzles go where the
trainer finds them. With files, -o names the table that is written: one line a
puzzle, as rookery puzzles FILE opens it. What is there stays. After Ctrl-C the same command
goes on with the next game, and later with games that have been added.`,
		RunE: func(cmd *cobra.Command, args []string) error { return m.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&m.variant, "variant", "", "only games of this variant")
	f.StringVarP(&m.out, "output", "o", "", "the table to write or to add to")
	f.IntVar(&m.level, "level", 3, "how thorough: 1 to 6; each looks at twice as many positions")
	f.IntVar(&m.threads, "threads", 1, "how many games are looked at at once")
	f.IntVar(&m.most, "most", 0, "stop after so many puzzles; 0 for no bound")
	return cmd
}

func (m *making) run(cmd *cobra.Command, files []string) error {
	m.cmd = cmd
	switch {
	case m.level < 1 || m.level > 6:
		return cli.Usagef("--level is 1 to 6, not %d", m.level)
	case m.threads < 1 || m.threads > 256:
		return cli.Usagef("--threads is 1 to 256, not %d", m.threads)
	case len(files) > 0 && m.out == "":
		return cli.Usagef("say with -o where the puzzles go")
	}
	if m.variant != "" {
		v, ok := variants.ByName(m.variant)
		if !ok {
			return cli.Usagef("unknown variant %q", m.variant)
		}
		m.variant = v.ID
	}
	if len(files) == 0 {
		st := play.NewStore("", "")
		st.KeepHistory(filepath.Join(xdg.DataHome, "rookery", "history"))
		var err error
		if files, err = st.History(); err != nil {
			return err
		}
		if len(files) == 0 {
			return errors.New("you have played no games here yet: name a file of games")
		}
		m.own = true
		m.out = cmp.Or(m.out, st.PuzzleFile())
	}
	if err := cli.Readable(files); err != nil {
		return err
	}
	if err := m.resume(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
	defer stop()
	out, err := m.openTable()
	if err != nil {
		return err
	}
	m.tables = engineplay.NewEndings(filepath.Join(xdg.DataHome, "rookery", "endings"))
	defer m.tables.Close()
	m.began, m.told = time.Now(), time.Now()
	for _, name := range files {
		if err = m.file(ctx, name, out); err != nil {
			break
		}
	}
	if e := out.Close(); err == nil {
		err = e
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("stopped after %s with %s: run the same command again to go on", cli.Count(m.games, "game"), cli.Count(m.made, "puzzle"))
	case errors.Is(err, errEnough):
		err = nil
	}
	if err == nil {
		m.say(fmt.Sprintf("%s looked at, %s found: %s", cli.Count(m.games, "game"), cli.Count(m.made, "puzzle"), m.out))
	}
	return err
}

func (m *making) say(text string) {
	fmt.Fprintln(m.cmd.ErrOrStderr(), cli.Locale(m.cmd).Text(text))
}

// progressFile keeps beside the table how far each file was looked at.
func (m *making) progressFile() string { return m.out + ".progress" }

// resume reads how far an earlier run has come, and which puzzles are there.
func (m *making) resume() error {
	m.done, m.known = make(map[string]int), make(map[string]bool)
	text, err := os.ReadFile(m.progressFile())
	if err == nil {
		err = json.Unmarshal(text, &m.done)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w; delete it to begin anew", m.progressFile(), err)
	}
	f, err := os.Open(m.out)
	if errors.Is(err, fs.ErrNotExist) {
		clear(m.done) // nothing is there of what was done
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	err = puzzle.Read(m.cmd.Context(), f, func(p *puzzle.Puzzle) bool { m.known[p.ID] = true; return true })
	if err != nil {
		return fmt.Errorf("%s: %w", m.out, err)
	}
	return nil
}

// openTable opens the table to add to it. What a run that was stopped has left of a line is
// cut off.
func (m *making) openTable() (*os.File, error) {
	if err := safefile.MkdirAll(filepath.Dir(m.out), 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(m.out, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Size() == 0 {
		_, err = f.WriteString(puzzle.Header())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

var errEnough = errors.New("enough puzzles")

// task is a game to look at, and what came of it.
type task struct {
	n     int
	game  *pgn.Game
	start chess.Board
	moves []chess.Move
	found []puzzlemaker.Puzzle
	err   error
	ready chan struct{}
}

// file looks at the games of a file that were not done before, several at once, and writes
// what is found in the order of the games.
func (m *making) file(ctx context.Context, name string, out io.Writer) error {
	games, err := collection.Open(ctx, name)
	if err != nil {
		return err
	}
	defer games.Close()
	if err := games.Build(ctx, nil); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	key, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	m.total += games.Len()
	first := min(m.done[key], games.Len())
	m.games += first
	ctx, cancel := context.WithCancel(ctx)
	work, order := make(chan *task), make(chan *task, 4*m.threads)
	var workers sync.WaitGroup
	// Whatever ends this, the workers stop and are waited for.
	defer workers.Wait()
	defer cancel()
	for range m.threads {
		workers.Go(func() {
			maker := m.maker()
			for t := range work {
				maker.Exact = exact(m.tables.Set(t.game.Rules))
				t.found, t.err = maker.Game(ctx, t.start, t.moves, nil)
				close(t.ready)
			}
		})
	}
	workers.Go(func() {
		defer close(order)
		defer close(work)
		for n := first; n < games.Len(); n++ {
			t := &task{n: n, ready: make(chan struct{})}
			if t.game, t.err = games.Game(n); t.err == nil {
				t.start, t.moves = mainLine(t.game)
			}
			idle := t.err != nil || t.start == nil || !m.wants(t.game)
			if idle {
				t.err = nil // a game that cannot be read has no puzzles
				close(t.ready)
			}
			select {
			case order <- t:
			case <-ctx.Done():
				return
			}
			if idle {
				continue
			}
			select {
			case work <- t:
			case <-ctx.Done():
				return
			}
		}
	})
	for t := range order {
		select {
		case <-t.ready:
		case <-ctx.Done():
			return ctx.Err()
		}
		if t.err != nil {
			return t.err
		}
		if err := m.write(out, key, t); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// exact is what tables of endings say of positions; nil where there are none.
func exact(set *endings.Set) func(chess.Board) (int, bool) {
	if set == nil {
		return nil
	}
	return func(b chess.Board) (int, bool) {
		on, ok := b.(chess.Positioned)
		if !ok || on.Position().Occupied().Count() > endings.MaxPieces {
			return 0, false
		}
		v, ok := set.Judge(on.Position())
		return int(v.Result) * max(v.Moves(), 1), ok
	}
}

// maker looks as thoroughly as the level says.
func (m *making) maker() *puzzlemaker.Maker {
	k := puzzlemaker.New()
	k.Scan, k.Find, k.Check = 1_000<<m.level, 10_000<<m.level, 40_000<<m.level
	return k
}

// wants tells whether a game is of the variant that was asked for, and one that all may see.
func (m *making) wants(g *pgn.Game) bool {
	if g.Rules.Fog {
		return false
	}
	if m.variant == "" {
		return true
	}
	v, ok := variants.Of(g.Rules)
	return ok && v.ID == m.variant
}

// mainLine is the game without its variations, up to a null move.
func mainLine(g *pgn.Game) (chess.Board, []chess.Move) {
	b, err := chess.NewBoard(g.Rules, g.Start)
	if err != nil {
		return nil, nil
	}
	var moves []chess.Move
	for n := g.Root.Next(); n != nil && n.Move != chess.Pass; n = n.Next() {
		moves = append(moves, n.Move)
	}
	return b, moves
}

// write adds the puzzles of a game to the table and notes that the game is done.
func (m *making) write(out io.Writer, key string, t *task) error {
	var rows strings.Builder
	enough := false
	for i := range t.found {
		p := tablePuzzle(&t.found[i], t.game)
		if m.known[p.ID] {
			continue
		}
		m.known[p.ID] = true
		rows.WriteString(p.Row())
		m.made++
		if enough = m.most > 0 && m.made >= m.most; enough {
			break
		}
	}
	if _, err := io.WriteString(out, rows.String()); err != nil {
		return err
	}
	m.games++
	m.done[key] = t.n + 1
	if err := safefile.Write(m.progressFile(), func(w io.Writer) error { return json.NewEncoder(w).Encode(m.done) }); err != nil {
		return err
	}
	if now := time.Now(); now.Sub(m.told) >= 5*time.Second {
		m.told = now
		m.say(fmt.Sprintf("%d of %d games, %d puzzles", m.games, m.total, m.made))
	}
	if enough {
		return errEnough
	}
	return nil
}

// estimated is the deviation of a rating that the maker has estimated.
const estimated = 250

// tablePuzzle is what was found as tables keep it.
func tablePuzzle(found *puzzlemaker.Puzzle, g *pgn.Game) puzzle.Puzzle {
	p := puzzle.Puzzle{ID: found.ID(), FEN: found.FEN, Moves: strings.Join(found.UCI, " "), Rating: found.Rating, Deviation: estimated, Themes: strings.Join(found.Themes, " "), Game: gameWords(g)}
	if v, ok := variants.Of(g.Rules); ok {
		p.Variant = v.ID
	} else {
		p.Variant = strings.Join(play.PartsOf(g.Rules), "+")
	}
	if p.Variant == "chess" {
		p.Variant = ""
	}
	return p
}

// gameWords says which game it was: the players and the date.
func gameWords(g *pgn.Game) string {
	var words []string
	for _, tag := range []string{"White", "Black"} {
		if v := g.Tags.Value(tag); v != "" && v != "?" {
			words = append(words, cli.Printable(v))
		}
	}
	text := strings.Join(words, " – ")
	if date := g.Tags.Value("Date"); date != "" && !strings.HasPrefix(date, "?") {
		text = strings.TrimSpace(text + " " + cli.Printable(date))
	}
	return text
}
