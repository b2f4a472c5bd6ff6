// Package opening names how games of chess begin: a [Table] of 3,807 positions
// with their names and codes, that of lichess-org/chess-openings (CC0). It is
// part of the program, packed by generate.go, and unpacked when [Load] is first
// called.
//
// It imports chess, and pgn for the games it names and tags.
package opening

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// Opening is a way to begin a game of chess that has a name. The zero Opening
// has none.
type Opening struct {
	Code string // in the Encyclopaedia of Chess Openings: "B90"
	Name string // in English: "Sicilian Defense: Najdorf Variation"
}

// String is the code and the name, empty for the zero Opening.
func (o Opening) String() string {
	if o == (Opening{}) {
		return ""
	}
	return o.Code + " " + o.Name
}

// Table is the table of the openings that have names. They are known by
// their positions, so that it does not matter in which order moves led there.
// The table never changes and may be used by several goroutines.
type Table struct {
	start chess.Position
	named names
	lines [][]chess.Move
	// minPieces is, for each [shape], the least number of pieces in a position that
	// has a name and can follow one of that shape: once there are fewer, no more
	// names follow.
	minPieces []uint8
}

// names are openings by [chess.Position.Key]: a table of keys, with the next free place
// for those that fall on the same. Most positions that are looked up have no name, which
// this tells in half the time of a map.
type names struct {
	keys  []uint64 // 0 for none
	found []uint16 // where it stands in list, by the place of its key
	list  []Opening
}

func makeNames(n int) names {
	size := 1 << bits.Len(uint(4*n))
	return names{make([]uint64, size), make([]uint16, size), make([]Opening, 1, n+1)}
}

// slot is where a key stands, or would.
func (n *names) slot(key uint64) int {
	last := uint64(len(n.keys) - 1)
	i := key & last
	for n.keys[i] != key && n.keys[i] != 0 {
		i = (i + 1) & last
	}
	return int(i)
}

func (n *names) set(key uint64, o Opening) {
	i := n.slot(key)
	n.keys[i], n.found[i] = key, uint16(len(n.list))
	n.list = append(n.list, o)
}

func (n *names) at(key uint64) (Opening, bool) {
	at := n.found[n.slot(key)]
	return n.list[at], at != 0
}

// shape is what a position cannot get back: bits for the pawns that have not moved,
// eight of each side, and for the sides that may castle still.
type shape uint32

const shapes = 1 << 18

func shapeOf(p *chess.Position) shape {
	pawns := p.Of(chess.Pawn)
	s := shape(uint64(pawns&p.Side(chess.White))>>8&0xff) | shape(uint64(pawns&p.Side(chess.Black))>>48&0xff)<<8
	if rooks := p.CastlingRooks(); rooks != 0 {
		if rooks&p.Side(chess.White) != 0 {
			s |= 1 << 16
		}
		if rooks&p.Side(chess.Black) != 0 {
			s |= 1 << 17
		}
	}
	return s
}

// noName is more pieces than a board holds: no name follows a shape.
const noName = 65

// name notes that a position has a name.
func (o *Table) name(p *chess.Position, as Opening) {
	o.named.set(p.Key(), as)
	at := &o.minPieces[shapeOf(p)]
	*at = min(*at, uint8(p.Occupied().Count()))
}

// spread has every shape know of the names of those that can follow it: they lack
// some of its bits. Eight shapes are looked at in one word, where the bit allows it: a
// quarter of the time of Load otherwise goes here.
func (o *Table) spread() {
	const high = 0x8080808080808080 // no count comes to it
	for bit := 1; bit < shapes; bit <<= 1 {
		for from := 0; from < shapes; from += 2 * bit {
			without, with := o.minPieces[from:from+bit], o.minPieces[from+bit:from+2*bit]
			if bit < 8 {
				for i := range with {
					with[i] = min(with[i], without[i])
				}
				continue
			}
			for i := 0; i < bit; i += 8 {
				a, b := binary.LittleEndian.Uint64(with[i:]), binary.LittleEndian.Uint64(without[i:])
				less := (a | high) - b // the high bit stays where b is not greater
				less = less & high >> 7 * 0xff
				binary.LittleEndian.PutUint64(with[i:], b&less|a&^less)
			}
		}
	}
}

// Load is the table. The first call makes it and takes some
// milliseconds, so a screen calls it from a command; later calls cost nothing.
func Load() *Table { return load() }

var load = sync.OnceValue(readTable)

// At is the opening that ends in p; most positions of a game have no name of
// their own, and those of other games than chess never.
func (o *Table) At(p *chess.Position) (Opening, bool) {
	if !p.Rules().Plain() {
		return Opening{}, false
	}
	return o.named.at(p.Key())
}

// Reached is the opening that moves made from b have come to: the name of the
// last position on the way that has one. b is left as it is. There is none in
// other games than chess or from another position than the usual starting position, and
// what follows a null move is not looked at.
func (o *Table) Reached(b chess.Board, moves []chess.Move) Opening {
	if !b.Rules().Plain() || b.Key() != o.start.Key() {
		return Opening{}
	}
	return o.along(slices.Values(moves))
}

// Behind is the opening that the moves of g up to n, a node of it, have come
// to; see [Table.Reached].
func (o *Table) Behind(g *pgn.Game, n *pgn.Node) Opening {
	if !o.begins(g) {
		return Opening{}
	}
	return o.along(slices.Values(n.Moves()))
}

// Of is the opening of the main line of g; see [Table.Reached].
func (o *Table) Of(g *pgn.Game) Opening {
	if !o.begins(g) {
		return Opening{}
	}
	return o.along(func(yield func(chess.Move) bool) {
		for n := g.Root.Next(); n != nil && yield(n.Move); n = n.Next() {
		}
	})
}

// begins reports whether a game is chess from the usual starting position.
func (o *Table) begins(g *pgn.Game) bool {
	if g.Err != nil || !g.Rules.Plain() {
		return false
	}
	if g.Start == "" {
		return true
	}
	p, err := chess.ParsePosition(g.Rules, g.Start)
	return err == nil && p.Key() == o.start.Key()
}

// along is the last opening that moves from the usual starting position come by.
func (o *Table) along(moves iter.Seq[chess.Move]) Opening {
	way := [2]chess.Position{o.start}
	now, next := &way[0], &way[1]
	t := Tracker{Table: o, Active: true}
	for m := range moves {
		if m == chess.Pass {
			break
		}
		now.Apply(m, next)
		now, next = next, now
		if t.See(now); !t.Active {
			break
		}
	}
	return t.Opening
}

// Tracker follows a game to its opening, position by position. Set its Table
// first.
type Tracker struct {
	Table   *Table
	Active  bool    // the game may still come to another opening
	Opening Opening // the last one that it came to
}

// Begin starts with the first position of a game.
func (t *Tracker) Begin(p *chess.Position) {
	t.Active, t.Opening = p.Rules().Plain() && p.Key() == t.Table.start.Key(), Opening{}
}

// See takes the position after the next move of the main line. It is called
// while the tracker is active.
func (t *Tracker) See(p *chess.Position) {
	if t.Active = p.Occupied().Count() >= int(t.Table.minPieces[shapeOf(p)]); t.Active {
		if name, ok := t.Table.named.at(p.Key()); ok {
			t.Opening = name
		}
	}
}

// Lines are the moves of all openings from the usual starting position, each to the
// position that has the name. They are shared: do not change them.
func (o *Table) Lines() [][]chess.Move { return o.lines }

// Tag writes the opening of the main line of g into the tags ECO and Opening
// where they say nothing yet, and reports whether it wrote anything. What a tag
// says stays, and no name is put beside a code that is not the name's own.
func (o *Table) Tag(g *pgn.Game) bool {
	if !syntax.IsUnset(g.Tags.Value("ECO")) && !syntax.IsUnset(g.Tags.Value("Opening")) {
		return false
	}
	found := o.Of(g)
	if found == (Opening{}) {
		return false
	}
	wrote := false
	if syntax.IsUnset(g.Tags.Value("ECO")) {
		g.Tags.Set("ECO", found.Code)
		wrote = true
	}
	if syntax.IsUnset(g.Tags.Value("Opening")) && g.Tags.Value("ECO") == found.Code {
		g.Tags.Set("Opening", found.Name)
		wrote = true
	}
	return wrote
}

// Tag is [Table.Tag] with the table of [Load], which it waits
// for only where the game may have an opening.
func Tag(g *pgn.Game) bool {
	return g.Err == nil && g.Rules.Plain() && g.Root.Next() != nil && Load().Tag(g)
}

// packed is the table of named openings of lichess-org/chess-openings
// (CC0), written by generate.go.
//
//go:generate go run generate.go ../../../shared/openings
//go:embed openings.gz
var packed []byte

// readTable makes the table that is part of the program.
func readTable() *Table {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // a test reads the whole table
	}
	var text strings.Builder
	text.Grow(256 << 10)
	if _, err := io.Copy(&text, z); err != nil {
		panic(err)
	}
	table, err := parseTable(text.String())
	if err != nil {
		panic(err)
	}
	return table
}

// errColumns says that a line is not as generate.go writes it.
var errColumns = errors.New("the opening table has different columns")

// parseTable makes a table of lines with four columns, separated by tabs: how
// many moves the line shares with the one before, the moves that follow in SAN,
// the code and the name. The names are parts of text.
func parseTable(text string) (*Table, error) {
	start, err := chess.ParsePosition(chess.Rules{}, "")
	if err != nil {
		return nil, err
	}
	count := strings.Count(text, "\n")
	table := &Table{
		start: *start, named: makeNames(count),
		lines: make([][]chess.Move, 0, count), minPieces: bytes.Repeat([]byte{noName}, shapes),
	}
	var moves []chess.Move
	positions, checked := []chess.Position{*start}, []bool{false} // before each move, and after the last
	for line := range strings.Lines(text) {
		column := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(column) != 4 {
			return nil, fmt.Errorf("%q: %w", line, errColumns)
		}
		opening := Opening{Code: column[2], Name: column[3]}
		shared, err := strconv.Atoi(column[0])
		if err != nil || shared < 0 || shared > len(moves) {
			return nil, fmt.Errorf("%q: %w", line, errColumns)
		}
		moves, positions, checked = moves[:shared], positions[:shared+1], checked[:shared+1]
		for san := range strings.FieldsSeq(column[1]) {
			positions = append(positions, chess.Position{})
			m, check, ok := positions[len(moves)].Follow([]byte(san), checked[len(moves)], &positions[len(moves)+1])
			if !ok {
				return nil, fmt.Errorf("%s: move %d, %s, cannot be played", opening, len(moves)+1, san)
			}
			moves, checked = append(moves, m), append(checked, check)
		}
		end := &positions[len(moves)]
		table.name(end, opening)
		table.lines = append(table.lines, slices.Clone(moves))
	}
	table.spread()
	return table, nil
}
