package explorer

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"rookery/pgn/collection"
	"rookery/pgn/safefile"
)

// Build makes the index of a collection anew and opens it. It is put in place when it is whole: until
// then what was found lies in temporary files in the same folder, about as large as the index
// together. plies is how many half-moves of each game are indexed. progress, which may be nil,
// is told from 0 to 1 how far it has come. Memory is bounded but for four bytes a game.
func Build(ctx context.Context, path string, plies int, progress func(part float64)) (*Index, error) {
	return build(ctx, path, plies, mostEntries, progress)
}

func build(ctx context.Context, path string, plies, most int, progress func(part float64)) (*Index, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	is, err := sourceOf(path)
	if err != nil {
		return nil, err
	}
	place, err := writable(path)
	if err != nil {
		return nil, err
	}
	f, err := collection.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := builder{place: place, footer: footer{Source: is, Plies: plies, Keys: keysOfProgram()}, progress: progress}
	b.runs.place, b.runs.most = place, most
	defer b.runs.remove()
	if err := b.read(ctx, f); err != nil {
		return nil, safefile.Saving(place, err)
	}
	if err := safefile.Replace(place, func(w io.Writer, _ io.Reader) error { return b.write(ctx, w) }); err != nil {
		return nil, err
	}
	if now, err := sourceOf(path); err != nil || now != is {
		os.Remove(place)
		return nil, errors.Join(err, errMeanwhile)
	}
	progress(1)
	return Open(path)
}

var errMeanwhile = errors.New("the collection was changed while its explorer index was built: build it again")

// backgroundContext is that of opening files, which takes no time but for UTF-16.
var backgroundContext = context.Background()

// writable is the first place of an index that can be written to.
func writable(path string) (string, error) {
	var first error
	for _, place := range Places(path) {
		if filepath.Dir(place) != filepath.Dir(path) {
			if err := safefile.MkdirAll(filepath.Dir(place), 0o700); err != nil {
				return "", first
			}
		}
		f, err := safefile.Beside(place)
		if err == nil {
			f.Close()
			return place, os.Remove(f.Name())
		}
		if first == nil {
			first = err
		}
		if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, errReadOnly) {
			break
		}
	}
	return "", first
}

// builder makes an index.
type builder struct {
	footer
	place    string
	progress func(float64)
	runs     runs
	facts    []facts

	out     *bufio.Writer
	at      int64 // in the file
	blocks  *os.File
	rest    *bufio.Writer // to blocks
	block   []byte        // that is being filled
	blockAt int64         // in blocks, of it
	last    uint64        // key in it
	firsts  []byte
	scratch []byte
}

// shareOfReading is how much of the work is reading games.
const shareOfReading = 0.6

// read reads the games.
func (b *builder) read(ctx context.Context, f *collection.File) error {
	variant, seed := "", keyOf("", 0)
	told := 0
	return errors.Join(f.Plays(ctx, b.Plies, func(p *collection.Play) error {
		if p.Variant != variant {
			variant, seed = p.Variant, keyOf(p.Variant, 0)
		}
		game := uint32(len(b.facts))
		b.facts = append(b.facts, factsOf(p))
		b.runs.games = binary.LittleEndian.AppendUint64(b.runs.games, uint64(p.Offset))
		for _, s := range p.Steps {
			b.runs.add(entry{s.Key ^ seed, uint32(s.Move), game})
		}
		if told++; told&0xfff == 0 {
			done, size := f.Passed(p.Offset)
			b.progress(shareOfReading * float64(done) / float64(max(size, 1)))
			if err := b.runs.flushGames(); err != nil {
				return err
			}
		}
		return b.runs.err()
	}), b.runs.end())
}

const (
	// leastBlock is how many bytes of moves are read at once, about; mostBlock how many there
	// can be with the moves of the last position.
	leastBlock = 4 << 10
	mostBlock  = 1 << 20
)

// write writes the index.
func (b *builder) write(ctx context.Context, w io.Writer) (err error) {
	b.out = bufio.NewWriterSize(w, 256<<10)
	if b.blocks, err = safefile.Beside(b.place); err != nil {
		return err
	}
	defer os.Remove(b.blocks.Name())
	defer b.blocks.Close()
	b.rest = bufio.NewWriterSize(b.blocks, 256<<10)
	n := 0
	if err := b.runs.merge(func(p *position) error {
		if n++; n&0xffff == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			b.progress(shareOfReading + (1-shareOfReading)*b.runs.merged())
		}
		return b.position(p)
	}); err != nil {
		return err
	}
	if err := b.endBlock(); err != nil {
		return err
	}
	if err := b.rest.Flush(); err != nil {
		return err
	}
	b.Positions, b.Games, b.Blocks = n, len(b.facts), b.at
	if err := b.copyFrom(b.blocks); err != nil {
		return err
	}
	b.Facts = b.at
	if err := b.writeFacts(); err != nil {
		return err
	}
	b.Firsts = b.at
	for k := 0; k < len(b.firsts); k += firstSize {
		at := b.firsts[k+8 : k+16]
		binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)+uint64(b.Blocks))
	}
	b.put(b.firsts)
	b.End = b.at
	text, err := json.Marshal(b.footer)
	if err != nil {
		return err
	}
	b.put(text)
	b.put(binary.LittleEndian.AppendUint32(nil, uint32(len(text))))
	b.put([]byte(magic))
	return b.out.Flush()
}

// put writes to the file; its error is that of the next flush.
func (b *builder) put(p []byte) {
	n, _ := b.out.Write(p)
	b.at += int64(n)
}

// copyFrom copies a temporary file.
func (b *builder) copyFrom(f *os.File) error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	n, err := io.Copy(b.out, f)
	b.at += n
	return err
}

// position writes the moves of a position.
func (b *builder) position(p *position) error {
	if len(b.block) >= leastBlock {
		if err := b.endBlock(); err != nil {
			return err
		}
	}
	if len(b.block) == 0 {
		b.firsts = binary.LittleEndian.AppendUint64(b.firsts, p.key)
		b.firsts = binary.LittleEndian.AppendUint64(b.firsts, uint64(b.blockAt))
		b.last = p.key
	}
	out := binary.AppendUvarint(b.block, p.key-b.last)
	b.last = p.key
	out = binary.AppendUvarint(out, uint64(len(p.moves)))
	for i := range p.moves {
		m := b.move(&p.moves[i])
		out = appendMove(out, &m)
	}
	b.block = out
	return nil
}

// move counts the games behind a move and writes their numbers where there are several.
func (b *builder) move(p *played) Move {
	m := Move{Move: p.move, place: b.at}
	if len(p.games) == 1 {
		m.Games, m.game = 1, p.games[0]
		return m
	}
	rated, last, numbers := 0, uint32(0), b.scratch[:0]
	for _, game := range p.games {
		if m.count(b.facts[game]) {
			rated++
		}
		numbers = binary.AppendUvarint(numbers, uint64(game-last))
		last = game
	}
	if rated > 0 {
		m.Rating /= rated
	}
	b.put(numbers)
	b.scratch = numbers
	return m
}

// endBlock ends a block of moves.
func (b *builder) endBlock() error {
	n, err := b.rest.Write(b.block)
	b.blockAt += int64(n)
	b.block = b.block[:0]
	return err
}

// writeFacts writes what is known of the games.
func (b *builder) writeFacts() error {
	offsets, err := b.runs.offsets()
	if err != nil {
		return err
	}
	r := bufio.NewReaderSize(offsets, 64<<10)
	var row [factsSize]byte
	for _, k := range b.facts {
		if _, err := io.ReadFull(r, row[:8]); err != nil {
			return err
		}
		binary.LittleEndian.PutUint32(row[8:], uint32(k))
		b.put(row[:])
	}
	return nil
}
