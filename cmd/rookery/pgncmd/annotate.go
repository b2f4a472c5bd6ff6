package pgncmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/ai/explain"
	"rookery/ai/report"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/pgn/safefile"
	"rookery/tui/engineplay"
	"rookery/tui/lang"
)

// annotator marks the games of a file.
type annotator struct {
	level, depth int
	nodes        uint64
	engine       string
	threads      int
	out          string
	restart      bool

	cmd    *cobra.Command
	lim    ai.Limit
	source *collection.File // of the games
	format pgn.FileFormat   // of the source, as far as that can be read twice

	mu     sync.Mutex // guards what follows, which all workers write
	games  int        // that are written
	skips  int        // of them, those left as they are
	counts [report.Blunder + 1]int
	read   int64 // bytes of the text whose games are written
	size   int64 // of the text, 0 where it is not known
	told   time.Time
}

// annotateProgress is how often it is told how far the work has come.
const annotateProgress = 5 * time.Second

func newAnnotate() *cobra.Command {
	a := &annotator{}
	cmd := &cobra.Command{
		Use:   "annotate FILE [-o FILE]",
		Short: "Analyse every game and mark inaccuracies, mistakes and blunders",
		Long: `Analyse every position of every game and write into a copy of the file: the value
after each move, ?!, ? and ?? where a move loses winning chances (by lichess's measure),
what was best, its line as a variation, and each side's accuracy and average
loss in centipawns as tags. Annotations that are there stay; those made by an earlier
run are renewed. Works in every variant.

The copy is FILE-annotated.pgn unless -o names another; -o FILE replaces the file itself,
and -o - writes to standard output. Encoding, line ends and the text before the first
game stay; UTF-16 becomes UTF-8. In a Latin-1 file, comments with other letters are
written in English. The copy is put in place when all games are done: until then they
are kept in a .part file beside it. After Ctrl-C, or anything worse, the same command
goes on with the next game.

Each level from 1 to 10 looks at twice as many nodes per position: 1,000 at
level 1, 512,000 at level 10. Without an engine the result is the same on every machine
and with any number of threads.`,
		Args: cli.Between(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.IntVar(&a.level, "level", 6, "how thorough: 1 to 10")
	f.IntVar(&a.depth, "depth", 0, "search depth per position, in plies, instead of --level")
	f.Uint64Var(&a.nodes, "nodes", 0, "nodes per position, instead of --level")
	f.StringVar(&a.engine, "engine", "", "another engine: uci:PATH, xboard:PATH or the name of one in your list")
	f.IntVar(&a.threads, "threads", 1, "how many games are analysed at once")
	f.StringVarP(&a.out, "output", "o", "", "the file to write; - for standard output")
	f.BoolVar(&a.restart, "restart", false, "discard what an earlier run has done")
	return cmd
}

// ready reads the flags.
func (a *annotator) ready(cmd *cobra.Command, name string) error {
	a.cmd = cmd
	switch {
	case a.level < 1 || a.level > 10:
		return cli.Usagef("--level is 1 to 10, not %d", a.level)
	case a.depth < 0:
		return cli.Usagef("--depth must not be negative")
	case a.threads < 1 || a.threads > 256:
		return cli.Usagef("--threads is 1 to 256, not %d", a.threads)
	case name == cli.Stdin && a.out == "":
		return cli.Usagef("standard input has no name: say where to write with -o")
	}
	if err := oneOf(cmd, "level", "depth"); err != nil {
		return err
	}
	if err := oneOf(cmd, "level", "nodes"); err != nil {
		return err
	}
	a.lim = ai.Limit{Depth: a.depth, Nodes: a.nodes}
	if a.depth == 0 && a.nodes == 0 {
		a.lim.Nodes = 500 << a.level
	}
	if a.engine != "" {
		if spec, ok := cli.Engine(a.engine); ok {
			a.engine = spec
		}
		if _, err := engineplay.Options(a.engine, chess.Rules{}); err != nil {
			return cli.UsageError{Err: err}
		}
	}
	if a.out == "" {
		a.out = annotatedName(name)
		if _, err := os.Stat(a.out); err == nil {
			return fmt.Errorf("%s exists: use -o to write to it or to another file", a.out)
		}
	}
	return nil
}

// annotatedName is where the games of a file go that was given no other place.
func annotatedName(name string) string {
	base := name
	for {
		ext := filepath.Ext(base)
		switch strings.ToLower(ext) {
		case ".pgn", ".gz", ".bz2", ".zst", ".zip":
			base = strings.TrimSuffix(base, ext)
			continue
		}
		return base + "-annotated.pgn"
	}
}

func (a *annotator) run(cmd *cobra.Command, name string) error {
	if err := a.ready(cmd, name); err != nil {
		return err
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	var file *os.File // the source, unless it is standard input
	var info fs.FileInfo
	if name != cli.Stdin {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		if info, err = f.Stat(); err != nil {
			return err
		}
		file = f
	}
	games, err := openGames(ctx, cmd, name)
	if err != nil {
		return err
	}
	defer games.Close()
	text := games.Text()
	a.source = games
	if info != nil && info.Mode().IsRegular() && !games.Packed() {
		a.size = info.Size()
		if a.format, err = pgn.FormatOf(file); err != nil {
			return err
		}
		if a.format.UTF16() {
			a.say("the file is UTF-16: the copy is written in UTF-8")
		}
	}
	if a.out == cli.Stdin {
		err = buffered(cmd.OutOrStdout(), func(w io.Writer) error {
			return a.annotateAll(ctx, text, 0, func(text string, _ progressRecord) error {
				_, err := io.WriteString(w, text)
				return err
			})
		})
	} else {
		err = a.intoFile(ctx, text, file, info)
	}
	if err == nil && games.Fault() != nil {
		err = fmt.Errorf("%s: %w", name, games.Fault())
	}
	switch {
	case errors.Is(err, context.Canceled):
		if a.out != cli.Stdin && info != nil {
			return fmt.Errorf("stopped after %s: run the same command again to go on", cli.Count(a.games, "game"))
		}
		return err
	case err == nil, errors.As(err, new(*collection.ArchiveError)):
		a.say(fmt.Sprintf("%s annotated: %d ?!, %d ?, %d ??", cli.Count(a.games-a.skips, "game"), a.counts[report.Inaccuracy], a.counts[report.Mistake], a.counts[report.Blunder]))
		if a.skips > 0 {
			a.say(fmt.Sprintf("%d left unchanged", a.skips))
		}
	}
	return err
}

func (a *annotator) say(text string) {
	fmt.Fprintln(a.cmd.ErrOrStderr(), cli.Locale(a.cmd).Text(text))
}

// progressRecord is what a run leaves beside the games that are done, for the next one
// to go on.
type progressRecord struct {
	Source   string    `json:"source"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Settings string    `json:"settings"`
	Games    int       `json:"games"` // that are done
	Skips    int       `json:"skips"`
	Counts   []int     `json:"counts"`
	Bytes    int64     `json:"bytes"` // of the part file that they take
}

// settings is what must be the same for a run to go on.
func (a *annotator) settings() string {
	return fmt.Sprintf("nodes %d depth %d engine %q", a.lim.Nodes, a.lim.Depth, a.engine)
}

// intoFile writes the games to a part file beside the output, game by game, and puts it
// in place at the end. What is in the part file beyond the last record was cut off.
func (a *annotator) intoFile(ctx context.Context, text io.Reader, file *os.File, source fs.FileInfo) (err error) {
	mode := fs.FileMode(0)
	if info, err := os.Stat(a.out); err == nil {
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a regular file", a.out)
		}
		mode = info.Mode().Perm()
		if target, err := filepath.EvalSymlinks(a.out); err == nil {
			a.out = target
		}
	}
	part, record := a.out+".part", a.out+".part.json"
	now := progressRecord{Settings: a.settings()}
	if source != nil {
		now.Source, now.Size, now.Modified = source.Name(), source.Size(), source.ModTime().UTC()
	}
	if !a.restart && source != nil {
		if err := a.resume(record, &now); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return a.unsaved(err)
	}
	defer func() {
		f.Close()
		if err != nil && a.games == 0 { // nothing is worth keeping
			os.Remove(part)
			os.Remove(record)
		}
	}()
	if err := f.Truncate(now.Bytes); err != nil {
		return a.unsaved(err)
	}
	if _, err := f.Seek(now.Bytes, io.SeekStart); err != nil {
		return a.unsaved(err)
	}
	err = a.annotateAll(ctx, text, now.Games, func(text string, done progressRecord) error {
		n, err := io.WriteString(f, text)
		if err == nil {
			err = f.Sync()
		}
		if err != nil {
			return a.unsaved(err)
		}
		now.Bytes += int64(n)
		now.Games, now.Skips, now.Counts = done.Games, done.Skips, done.Counts
		return a.unsaved(safefile.Write(record, func(w io.Writer) error { return json.NewEncoder(w).Encode(now) }))
	})
	if err != nil {
		return err
	}
	if mode != 0 {
		f.Chmod(mode)
	}
	if err := f.Close(); err != nil {
		return a.unsaved(err)
	}
	if file != nil {
		file.Close() // it may be the output too, and Windows replaces no open file
	}
	if err := safefile.Rename(part, a.out); err != nil {
		return err
	}
	return os.Remove(record)
}

// unsaved says of an error that the copy could not be written; the files beside it are
// nobody's business.
func (a *annotator) unsaved(err error) error {
	if e, ok := errors.AsType[*safefile.Error](err); ok {
		return e.Named(a.out)
	}
	return safefile.Saving(a.out, err)
}

// resume reads how far an earlier run has come. One of another file, or with other
// settings, is not thrown away unasked.
func (a *annotator) resume(path string, now *progressRecord) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var was progressRecord
	if err == nil {
		err = json.Unmarshal(data, &was)
	}
	part, statErr := os.Stat(strings.TrimSuffix(path, ".json"))
	switch {
	case err != nil || statErr != nil || part.Size() < was.Bytes || len(was.Counts) != len(a.counts):
		return fmt.Errorf("%s cannot be continued: use --restart to begin again", path)
	case was.Source != now.Source || was.Size != now.Size || !was.Modified.Equal(now.Modified):
		return fmt.Errorf("the file has changed since %s was begun: use --restart to begin again", path)
	case was.Settings != now.Settings:
		return fmt.Errorf("%s was begun with other settings: use the same, or --restart to begin again", path)
	}
	*now = was
	a.games, a.skips = was.Games, was.Skips
	copy(a.counts[:], was.Counts)
	a.say(fmt.Sprintf("Continuing after %s", cli.Count(was.Games, "game")))
	return nil
}

// annotateJob is one game on its way through a worker.
type annotateJob struct {
	game   *pgn.Game
	before string // what stands before the first game and belongs to none
	text   string // as it is to be written
	counts [report.Blunder + 1]int
	skip   error // why it is left as it is
	err    error // why the run must end
	done   chan struct{}
}

// annotateAll analyses the games behind the first skip on several workers and hands
// them to write in their order. At most two games a worker are in memory.
func (a *annotator) annotateAll(ctx context.Context, text io.Reader, skip int, write func(text string, done progressRecord) error) error {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()
	jobs, queue := make(chan *annotateJob), make(chan *annotateJob, a.threads)
	readErr := make(chan error, 1)
	workers.Go(func() {
		defer close(queue)
		defer close(jobs)
		r := pgn.NewReader(text)
		var last *pgn.Game // is whole only when reading has come beyond it
		for {
			next, err := r.Read()
			if err != nil && !errors.Is(err, io.EOF) {
				readErr <- err
				return
			}
			if last != nil && last.Number > skip {
				j := &annotateJob{game: last, done: make(chan struct{})}
				if last.Number == 1 {
					j.before = a.before(last.Offset)
				}
				for _, to := range []chan *annotateJob{queue, jobs} {
					select {
					case to <- j:
					case <-ctx.Done():
						readErr <- ctx.Err()
						return
					}
				}
			}
			if err != nil {
				if last == nil {
					err = write(a.before(mostBefore+1), progressRecord{Counts: make([]int, len(a.counts))})
				} else {
					err = nil
				}
				readErr <- err
				return
			}
			last = next
		}
	})
	for range a.threads {
		workers.Go(func() {
			w := &annotateWorker{a: a}
			defer w.close()
			for j := range jobs {
				w.annotate(ctx, j)
				close(j.done)
			}
		})
	}
	for j := range queue {
		select {
		case <-j.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if j.err != nil {
			return j.err
		}
		if err := write(j.before+j.text, a.count(j)); err != nil {
			return err
		}
	}
	return <-readErr
}

// mostBefore is how many bytes before the first game are kept.
const mostBefore = 1 << 20

// before is what stands before the first game, which begins at an offset.
func (a *annotator) before(offset int64) string {
	if a.source == nil {
		return ""
	}
	text, err := io.ReadAll(io.LimitReader(a.source.Text(), min(offset, mostBefore+1)))
	if err != nil || len(text) > mostBefore {
		a.say("the text before the first game is too long to be kept: it is left out")
		return ""
	}
	return string(text)
}

// count takes in a game that is done.
func (a *annotator) count(j *annotateJob) progressRecord {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.games++
	a.read = j.game.Offset + int64(len(j.game.Raw()))
	if j.skip != nil {
		a.skips++
		fmt.Fprintln(a.cmd.ErrOrStderr(), cli.Locale(a.cmd).Sprintf("game %d left unchanged: %s", j.game.Number, cli.InLanguage(cli.Locale(a.cmd), j.skip)))
	}
	for i, n := range j.counts {
		a.counts[i] += n
	}
	return progressRecord{Games: a.games, Skips: a.skips, Counts: append([]int(nil), a.counts[:]...)}
}

// tell says now and then how far the work has come.
func (a *annotator) tell(game, done, positions int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	if a.told.IsZero() {
		a.told = now
	}
	if now.Sub(a.told) < annotateProgress {
		return
	}
	a.told = now
	text := fmt.Sprintf("%s done; game %d: %d of %d positions", cli.Count(a.games, "game"), game, done, positions)
	if a.size > 0 {
		text = fmt.Sprintf("%s done (%d %%); game %d: %d of %d positions", cli.Count(a.games, "game"), 100*a.read/a.size, game, done, positions)
	}
	a.say(text)
}

// annotateWorker analyses one game after another.
type annotateWorker struct {
	a       *annotator
	builtin *engineplay.Builtin
	program *engineplay.External
	rules   chess.Rules // for which the program was started
}

func (w *annotateWorker) close() {
	if w.program != nil {
		w.program.Close()
	}
}

// engineFor is the engine for games of r, as if it had seen no other game.
func (w *annotateWorker) engineFor(ctx context.Context, r chess.Rules) (*engineplay.Engine, error) {
	if w.a.engine == "" {
		if w.builtin == nil {
			e := engineplay.NewAdviser(nil, 1)
			w.builtin = &e
		}
		w.builtin.NewGame()
		return engineplay.New(*w.builtin, nil), nil
	}
	if w.program == nil || w.rules != r {
		w.close()
		w.program = nil
		ctx, cancel := context.WithTimeout(ctx, engineplay.StartTime)
		defer cancel()
		p, err := engineplay.Start(ctx, w.a.engine, r, 1, 0)
		if err != nil {
			return nil, err
		}
		w.program, w.rules = p, r
	}
	return engineplay.New(w.program, nil), nil
}

// annotate analyses one game and writes down its text.
func (w *annotateWorker) annotate(ctx context.Context, j *annotateJob) {
	g := j.game
	j.text = unchanged(g)
	start, err := g.Board()
	switch {
	case err != nil:
		j.skip = err
		return
	case unreadable(g):
		j.skip = errors.New("its moves cannot all be read")
		return
	case g.Root.Next() == nil:
		return
	}
	if w.a.engine != "" {
		if _, err := engineplay.Options(w.a.engine, openRules(g.Rules)); err != nil {
			j.skip = err
			return
		}
	}
	engine, err := w.engineFor(ctx, openRules(g.Rules))
	if err != nil {
		j.err = err
		return
	}
	moves := g.Root.End().Moves()
	found, err := engineplay.Examine(ctx, engine, start, moves, w.a.lim, func(done int) { w.a.tell(g.Number, done, len(moves)+1) })
	if err != nil {
		j.err = err
		return
	}
	r := found.Report(start.Turn(), moves)
	l, format := cli.Locale(w.a.cmd), w.a.format.Of(g.Raw())
	var english *lang.Language
	// fitting is a text in the language of the player where the file can hold it, else in English.
	fitting := func(text, english string) string {
		if _, err := format.Encode(text); err != nil {
			return english
		}
		return text
	}
	why := make(map[int]string)
	b := engineplay.OpenBoard(start).Clone()
	for ply, m := range moves {
		j.counts[r.Moves[ply].Judgement]++
		if c := found.Choices[ply]; r.Moves[ply].Judgement != report.Fine && c.Move != 0 {
			parts := explain.Move(b, ai.Line{Move: c.Move, Score: c.Score, Mate: c.Mate, PV: c.PV}).Parts()
			why[ply] = fitting(l.Sentence(parts), english.Sentence(parts))
		}
		b.Make(m)
	}
	if _, err := engineplay.Annotate(g, found, &r, why, func(text string) string { return fitting(l.Text(text), text) }); err != nil {
		j.err = err
		return
	}
	text, err := g.Text()
	if err == nil {
		text, err = format.Encode(text)
	}
	if errors.As(err, new(*pgn.CharsetError)) {
		j.skip = err
		return
	}
	if j.text = text; err != nil {
		j.err = err
	}
}

// openRules are r without fog: the engine sees what the annotator sees.
func openRules(r chess.Rules) chess.Rules {
	r.Fog = false
	return r
}

// unchanged is the text of a game as it was read.
func unchanged(g *pgn.Game) string {
	text, err := g.Text()
	if err != nil {
		return g.Raw()
	}
	return text
}

// unreadable tells whether some of the moves could not be read.
func unreadable(g *pgn.Game) bool {
	bad := g.Unread != ""
	_ = g.Walk(func(n *pgn.Node, _ chess.Board) bool { // the board was made before
		bad = bad || n.Unread != ""
		return !bad
	})
	return bad
}
