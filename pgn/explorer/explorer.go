// Package explorer tells what was played in the positions of a collection of games: the
// moves, how often, with what success, by whom and when, and in which games. [Build] writes
// an index beside the collection, [Open] looks into it without reading it whole.
//
// Positions are known by their keys, so it does not matter by which moves they were
// reached, and each variant has its own. The index is a file of four parts and a footer:
// the numbers of the games behind each move, the moves of each position in blocks, what is
// known of each game, and the first key of each block. Numbers are varints, as they are in
// encoding/binary.
//
// It imports pgn/collection for reading games, pgn/safefile for putting the file in place,
// and the rules. Begin with Open; build.go and runs.go make the file.
package explorer

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/pgn/collection"
)

// Suffix is what the name of an index has behind that of its collection.
const Suffix = ".explorer"

// Plies is how many half-moves of each game are usually indexed.
const Plies = 40

// magic ends an index; its number is that of the format.
const magic = "rookery explorer 1\n"

// footer says where the parts of an index lie, and what it is of.
type footer struct {
	Source    source `json:"source"`
	Plies     int    `json:"plies"`
	Games     int    `json:"games"`
	Positions int    `json:"positions"`
	Keys      uint64 `json:"keys"` // the key of the usual array: other programs may have others

	// Offsets of the parts; the numbers of games begin at 0.
	Blocks int64 `json:"blocks"`
	Facts  int64 `json:"facts"`
	Firsts int64 `json:"firsts"`
	End    int64 `json:"end"`
}

// source is the file that an index is of, as it was then.
type source struct {
	Name     string    `json:"name"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

func sourceOf(path string) (source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return source{}, err
	}
	if !info.Mode().IsRegular() {
		return source{}, fmt.Errorf("%s is not a file: an explorer needs one", path)
	}
	return source{filepath.Base(path), info.Size(), info.ModTime().UTC()}, nil
}

// Errors of Open.
var (
	// ErrMissing tells that there is no index yet.
	ErrMissing = errors.New("this collection has no explorer index yet")
	// ErrStale tells that the collection has changed since, or that the index is damaged or of another version.
	ErrStale = errors.New("the explorer index is out of date")
)

// Places are where the index of a collection may lie: beside it, or, where nothing can be
// written there, in the cache of the user.
func Places(path string) []string {
	out := []string{path + Suffix}
	whole, err := filepath.Abs(path)
	cache, cacheErr := os.UserCacheDir()
	if err == nil && cacheErr == nil {
		h := fnv.New32a()
		io.WriteString(h, whole)
		out = append(out, filepath.Join(cache, "rookery", "explorer", fmt.Sprintf("%s-%08x%s", filepath.Base(path), h.Sum32(), Suffix)))
	}
	return out
}

// Index is what was played in the positions of a collection. It may be used by several
// goroutines.
type Index struct {
	footer
	path   string
	f      *os.File
	firsts []byte // the first key and the place of each block: 16 bytes

	mu   sync.Mutex
	text *collection.File // the games, once one was asked for
	of   string           // their path
}

// Open opens the index of a collection; the error is [ErrMissing] or [ErrStale] where it must be
// built first.
func Open(path string) (*Index, error) {
	is, err := sourceOf(path)
	if err != nil {
		return nil, err
	}
	err = ErrMissing
	for _, place := range Places(path) {
		x, openErr := openFile(place)
		switch {
		case errors.Is(openErr, os.ErrNotExist):
			continue
		case openErr != nil:
			err = openErr
			continue
		case !x.Source.Modified.Equal(is.Modified) || x.Source.Size != is.Size:
			x.Close()
			err = ErrStale
			continue
		}
		x.of = path
		return x, nil
	}
	return nil, err
}

func openFile(path string) (*Index, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	x := &Index{path: path, f: f}
	if err := x.readFooter(); err != nil {
		f.Close()
		return nil, err
	}
	return x, nil
}

// readFooter reads what stands at the end of an index, and the first keys of its blocks.
func (x *Index) readFooter() error {
	info, err := x.f.Stat()
	if err != nil {
		return err
	}
	tail := make([]byte, 4+len(magic))
	if _, err := x.f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil || string(tail[4:]) != magic {
		return ErrStale
	}
	size := int64(binary.LittleEndian.Uint32(tail))
	at := info.Size() - int64(len(tail)) - size
	if at < 0 || size > 1<<20 {
		return ErrStale
	}
	text := make([]byte, size)
	if _, err := x.f.ReadAt(text, at); err != nil {
		return err
	}
	if json.Unmarshal(text, &x.footer) != nil || x.Keys != keysOfProgram() || x.End != at ||
		x.Blocks < 0 || x.Facts < x.Blocks || x.Firsts < x.Facts || x.End < x.Firsts || (x.End-x.Firsts)%firstSize != 0 {
		return ErrStale
	}
	x.firsts = make([]byte, x.End-x.Firsts)
	_, err = x.f.ReadAt(x.firsts, x.Firsts)
	return err
}

// keysOfProgram is a key by which programs with other keys are told apart.
func keysOfProgram() uint64 {
	b, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		return 0
	}
	return b.Key()
}

// Path is where the index lies.
func (x *Index) Path() string { return x.path }

// Len is the number of games that were indexed.
func (x *Index) Len() int { return x.Games }

// Close closes the index. Nobody may be asking.
func (x *Index) Close() error {
	if x.text != nil {
		x.text.Close()
	}
	return x.f.Close()
}

// Move is a move that was played in a position.
type Move struct {
	chess.Move
	Games               int
	White, Draws, Black int // won by White, drawn, won by Black; the rest is open
	Rating              int // of the players, on average; 0 where none is known
	Year                int // of the last game; 0 where it is not known

	game  uint32 // of a move that was played once
	place int64  // of the numbers of the others
}

// Score is White's share of the points of the games that have ended, from 0 to 1; false where
// none has.
func (m *Move) Score() (share float64, ok bool) {
	n := m.White + m.Draws + m.Black
	if n == 0 {
		return 0, false
	}
	return (float64(m.White) + float64(m.Draws)/2) / float64(n), true
}

// Sum adds moves up, as if they were one.
func Sum(moves []Move) (all Move) {
	rated := 0
	for i := range moves {
		m := &moves[i]
		all.Games, all.White, all.Draws, all.Black = all.Games+m.Games, all.White+m.White, all.Draws+m.Draws, all.Black+m.Black
		all.Year = max(all.Year, m.Year)
		if m.Rating > 0 {
			all.Rating += m.Rating * m.Games
			rated += m.Games
		}
	}
	if rated > 0 {
		all.Rating /= rated
	}
	return all
}

// fresh is ErrStale once the collection has changed.
func (x *Index) fresh() error {
	is, err := sourceOf(x.of)
	if err == nil && (is.Size != x.Source.Size || !is.Modified.Equal(x.Source.Modified)) {
		err = ErrStale
	}
	return err
}

// At is what was played in the position of a board, the moves of most games first; [ErrStale] once
// the collection has changed.
func (x *Index) At(b chess.Board) ([]Move, error) {
	if err := x.fresh(); err != nil {
		return nil, err
	}
	legal := b.Moves(nil)
	moves, err := x.find(keyOf(collection.VariantOf(b.Rules()), b.Key()))
	if err != nil {
		return nil, err
	}
	// Two positions may share a key; a move of the other is hardly legal here.
	moves = slices.DeleteFunc(moves, func(m Move) bool { return !slices.Contains(legal, m.Move) })
	for i := range moves {
		if moves[i].Games == 1 {
			if err := x.single(&moves[i]); err != nil {
				return nil, err
			}
		}
	}
	sorted.By(moves, func(a, b Move) int { return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Move, b.Move)) })
	return moves, nil
}

// keyOf is the key of a position of a variant.
func keyOf(variant string, key uint64) uint64 {
	h := fnv.New64a()
	io.WriteString(h, variant)
	return h.Sum64() ^ key
}

// firstSize is how many bytes tell where a block begins.
const firstSize = 16

// find reads the moves of a position.
func (x *Index) find(key uint64) ([]Move, error) {
	first := func(k int) uint64 { return binary.LittleEndian.Uint64(x.firsts[k*firstSize:]) }
	place := func(k int) int64 {
		if k*firstSize == len(x.firsts) {
			return x.Facts
		}
		return int64(binary.LittleEndian.Uint64(x.firsts[k*firstSize+8:]))
	}
	lo, hi := 0, len(x.firsts)/firstSize // the last block that begins at the key or before it is below hi
	for lo < hi {
		if mid := (lo + hi) / 2; first(mid) <= key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return nil, nil
	}
	n := place(lo) - place(lo-1)
	if n < 0 || n > mostBlock {
		return nil, ErrStale
	}
	block := make([]byte, n)
	if _, err := x.f.ReadAt(block, place(lo-1)); err != nil {
		return nil, err
	}
	d := decoder{rest: block}
	at := first(lo - 1)
	for len(d.rest) > 0 && !d.bad {
		at += d.number()
		n := int(d.number())
		if at > key {
			break
		}
		var moves []Move
		for range n {
			m := d.move()
			if d.bad || m.Games < 1 || m.Games > x.Games || m.place < 0 || m.place >= x.Blocks && m.Games > 1 {
				return nil, ErrStale
			}
			if at == key {
				moves = append(moves, m)
			}
		}
		if at == key {
			return moves, nil
		}
	}
	if d.bad {
		return nil, ErrStale
	}
	return nil, nil
}

// decoder reads numbers.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) move() Move {
	m := Move{Move: chess.Move(d.number()), Games: int(d.number())}
	if m.Games == 1 {
		m.game = uint32(d.number())
		return m
	}
	m.White, m.Draws, m.Black = int(d.number()), int(d.number()), int(d.number())
	m.Rating, m.Year, m.place = int(d.number()), int(d.number()), int64(d.number())
	return m
}

// appendMove is the other way.
func appendMove(dst []byte, m *Move) []byte {
	dst = binary.AppendUvarint(dst, uint64(m.Move))
	dst = binary.AppendUvarint(dst, uint64(m.Games))
	if m.Games == 1 {
		return binary.AppendUvarint(dst, uint64(m.game))
	}
	for _, n := range [...]int{m.White, m.Draws, m.Black, m.Rating, m.Year, int(m.place)} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return dst
}

// facts are what an index knows of a game: 4 bytes.
type facts uint32

// The results of facts, by their lowest two bits.
const (
	open facts = iota
	whiteWon
	drawn
	blackWon
)

func factsOf(p *collection.Play) facts {
	k := facts(min(p.Rating, 1<<14-1))<<2 | facts(min(p.Year, 1<<14-1))<<16
	switch p.Result {
	case "1-0":
		k |= whiteWon
	case "1/2-1/2":
		k |= drawn
	case "0-1":
		k |= blackWon
	}
	return k
}

func (k facts) rating() int { return int(k >> 2 & (1<<14 - 1)) }
func (k facts) year() int   { return int(k >> 16) }

// count counts a game into a move; its rating is a sum until all are counted.
func (m *Move) count(k facts) (rated bool) {
	switch m.Games++; k & 3 {
	case whiteWon:
		m.White++
	case drawn:
		m.Draws++
	case blackWon:
		m.Black++
	}
	m.Year = max(m.Year, k.year())
	m.Rating += k.rating()
	return k.rating() > 0
}

// factsSize is how many bytes an index has for each game: its offset and what is known.
const factsSize = 12

// gameAt reads what is known of a game.
func (x *Index) gameAt(game uint32) (offset int64, k facts, err error) {
	var b [factsSize]byte
	if int(game) >= x.Games {
		return 0, 0, ErrStale
	}
	if _, err := x.f.ReadAt(b[:], x.Facts+int64(game)*factsSize); err != nil {
		return 0, 0, err
	}
	return int64(binary.LittleEndian.Uint64(b[:])), facts(binary.LittleEndian.Uint32(b[8:])), nil
}

// single completes a move that was played once.
func (x *Index) single(m *Move) error {
	_, k, err := x.gameAt(m.game)
	m.Games = 0
	m.count(k)
	return err
}

// Numbers are the numbers, from 0, of the first games behind a move that [Index.At] gave, most of
// them at most, in the order of the file.
func (x *Index) Numbers(m *Move, most int) ([]int, error) {
	if m.Games == 1 {
		return []int{int(m.game)}, nil
	}
	n := min(m.Games, most)
	text := make([]byte, min(int64(n)*binary.MaxVarintLen32, x.Blocks-m.place))
	if _, err := x.f.ReadAt(text, m.place); err != nil {
		return nil, err
	}
	d, at := decoder{rest: text}, uint64(0)
	out := make([]int, 0, n)
	for range n {
		at += d.number()
		out = append(out, int(at))
	}
	if d.bad {
		return nil, ErrStale
	}
	return out, nil
}

// Game is a game behind a move.
type Game struct {
	Number int // from 0
	collection.Header
}

// Header reads the tags of a game.
func (x *Index) Header(number int) (Game, error) {
	text, offset, err := x.where(number)
	if err != nil {
		return Game{}, err
	}
	h, err := text.HeaderAt(offset)
	return Game{number, h}, err
}

// Text is the text of a game.
func (x *Index) Text(number int) ([]byte, error) {
	text, offset, err := x.where(number)
	if err != nil {
		return nil, err
	}
	return text.TextAt(offset)
}

// where is where a game lies.
func (x *Index) where(number int) (*collection.File, int64, error) {
	offset, _, err := x.gameAt(uint32(number))
	if err != nil {
		return nil, 0, err
	}
	text, err := x.collection()
	return text, offset, err
}

// collection opens the games.
func (x *Index) collection() (*collection.File, error) {
	if err := x.fresh(); err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.text == nil {
		f, err := collection.Open(backgroundContext, x.of)
		if err != nil {
			return nil, err
		}
		x.text = f
	}
	return x.text, nil
}
