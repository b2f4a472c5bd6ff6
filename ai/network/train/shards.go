package train

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
)

// shardSize is how many positions a file holds: some seconds' to a minute's work, which is what
// a crash loses. One that is told to stop writes what it has.
const shardSize = 2000

// Shards writes positions into files of a directory, one after the other. A file
// follows from the seed and its number alone where labels do; a run that was stopped
// goes on with the next number.
type Shards struct {
	Play
	Dir     string
	Workers int
	Most    int // positions, 0 for no limit
	// Label makes the labeller of one worker.
	Label func(ctx context.Context) (Labeller, error)
	// OnShard, when set, is told of each file, one call at a time.
	OnShard func(name string, positions int)
}

// Files are the files of positions in a directory, in order.
func Files(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, "*.txt.gz")) // the pattern is a good one
	return names
}

// Make writes files until ctx ends or there are enough. It is an error only if
// positions could not be made or written.
func (s Shards) Make(ctx context.Context) error {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	making, stop := context.WithCancel(ctx)
	defer stop()
	var made atomic.Int64
	var mu sync.Mutex // guards failed and calls of OnShard
	var failed error
	var workers sync.WaitGroup
	for range max(1, s.Workers) {
		workers.Go(func() {
			err := s.work(making, func(name string, n int) bool {
				mu.Lock()
				defer mu.Unlock()
				if s.OnShard != nil {
					s.OnShard(name, n)
				}
				return s.Most == 0 || made.Add(int64(n)) < int64(s.Most)
			})
			if err != nil {
				mu.Lock()
				failed = errors.Join(failed, err)
				mu.Unlock()
			}
			if err != nil || len(s.Parents) == 0 {
				stop() // where one cannot go on the others cannot either, unless they still have parents
			}
		})
	}
	workers.Wait()
	return failed
}

// work writes files until ctx ends or wrote says that they are enough.
func (s Shards) work(ctx context.Context, wrote func(name string, n int) bool) error {
	label, err := s.Label(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	defer label.Close()
	for ctx.Err() == nil {
		number, claim, err := s.claim()
		if err != nil {
			return err
		}
		size := shardSize
		if s.Most > 0 {
			size = min(size, max(1, s.Most/max(1, s.Workers)))
		}
		lines, err := s.shard(ctx, number, size, label)
		name := s.name(number)
		if err == nil && len(lines) > 0 {
			err = writeShard(claim, name, lines)
		}
		if err != nil || len(lines) == 0 {
			return errors.Join(err, claim.Close(), os.Remove(claim.Name()))
		}
		if !wrote(name, len(lines)) {
			return nil
		}
	}
	return nil
}

func (s Shards) name(number int) string {
	return filepath.Join(s.Dir, fmt.Sprintf("%d-%06d.txt.gz", s.Seed, number))
}

// claim opens the file of the next number that nobody has, under the name of one that is not
// whole yet. Such a file of a run that crashed stays; it is passed over.
func (s Shards) claim() (number int, f *os.File, err error) {
	for {
		number++
		name := s.name(number)
		if _, err := os.Stat(name); err == nil {
			continue
		}
		f, err = os.OpenFile(name+".part", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		return number, f, err
	}
}

// writeShard writes a claimed file and gives it its name.
func writeShard(f *os.File, name string, lines []line) error {
	z := gzip.NewWriter(f)
	w := bufio.NewWriter(z)
	for i := range lines {
		fmt.Fprintln(w, lines[i].String())
	}
	if err := errors.Join(w.Flush(), z.Close(), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
