package pgn

import (
	"iter"
	"slices"
	"sync"

	"rookery/chess"
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

// Openings is the table of the openings that have names. They are known by
// their positions, so that it does not matter in which order moves led there.
// The table never changes and may be used by several goroutines.
type Openings struct {
	start chess.Position
	named map[uint64]Opening // by chess.Position.Key
	lines [][]chess.Move
	// fewest is the least number of men in a position that has a name: once
	// there are fewer, no more names follow.
	fewest int
}

// LoadOpenings is the table. The first call makes it and takes some
// milliseconds, so a screen calls it from a command; later calls cost nothing.
func LoadOpenings() *Openings { return loadOpenings() }

var loadOpenings = sync.OnceValue(readOpenings)

// At is the opening that ends in p; most positions of a game have no name of
// their own, and those of other games than chess never.
func (o *Openings) At(p *chess.Position) (Opening, bool) {
	if !p.Rules().Plain() {
		return Opening{}, false
	}
	name, ok := o.named[p.Key()]
	return name, ok
}

// Reached is the opening that moves made from b have come to: the name of the
// last position on the way that has one. b is left as it is. There is none in
// other games than chess or from another position than the usual array, and
// what follows a null move is not looked at.
func (o *Openings) Reached(b chess.Board, moves []chess.Move) Opening {
	if !b.Rules().Plain() || b.Key() != o.start.Key() {
		return Opening{}
	}
	return o.along(slices.Values(moves))
}

// Behind is the opening that the moves of g up to n, a node of it, have come
// to; see [Openings.Reached].
func (o *Openings) Behind(g *Game, n *Node) Opening {
	if !o.begins(g) {
		return Opening{}
	}
	return o.along(slices.Values(n.Moves()))
}

// Of is the opening of the main line of g; see [Openings.Reached].
func (o *Openings) Of(g *Game) Opening {
	if !o.begins(g) {
		return Opening{}
	}
	return o.along(func(yield func(chess.Move) bool) {
		for n := g.Root.Next(); n != nil && yield(n.Move); n = n.Next() {
		}
	})
}

// begins tells whether a game is chess from the usual array.
func (o *Openings) begins(g *Game) bool {
	if g.Err != nil || !g.Rules.Plain() {
		return false
	}
	if g.Start == "" {
		return true
	}
	p, err := chess.ParsePosition(g.Rules, g.Start)
	return err == nil && p.Key() == o.start.Key()
}

// along is the last opening that moves from the usual array come by.
func (o *Openings) along(moves iter.Seq[chess.Move]) Opening {
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
	Table   *Openings
	Active  bool    // the game may still come to another opening
	Opening Opening // the last one that it came to
}

// Begin starts with the first position of a game.
func (t *Tracker) Begin(p *chess.Position) {
	t.Active, t.Opening = p.Rules().Plain() && p.Key() == t.Table.start.Key(), Opening{}
}

// See takes the position behind the next move of the main line. It is called
// while the tracker is active.
func (t *Tracker) See(p *chess.Position) {
	if t.Active = p.Occupied().Count() >= t.Table.fewest; t.Active {
		if name, ok := t.Table.named[p.Key()]; ok {
			t.Opening = name
		}
	}
}

// Lines are the moves of all openings from the usual array, each to the
// position that has the name. They are shared: do not change them.
func (o *Openings) Lines() [][]chess.Move { return o.lines }

// Tag writes the opening of the main line of g into the tags ECO and Opening
// where they say nothing yet, and tells whether it wrote anything. What a tag
// says stays, and no name is put beside a code that is not the name's own.
func (o *Openings) Tag(g *Game) bool {
	if !unsaid(g.Tags.Value("ECO")) && !unsaid(g.Tags.Value("Opening")) {
		return false
	}
	found := o.Of(g)
	if found == (Opening{}) {
		return false
	}
	wrote := false
	if unsaid(g.Tags.Value("ECO")) {
		g.Tags.Set("ECO", found.Code)
		wrote = true
	}
	if unsaid(g.Tags.Value("Opening")) && g.Tags.Value("ECO") == found.Code {
		g.Tags.Set("Opening", found.Name)
		wrote = true
	}
	return wrote
}

// TagOpening is [Openings.Tag] with the table of [LoadOpenings], which it waits
// for only where the game may have an opening.
func TagOpening(g *Game) bool {
	return g.Err == nil && g.Rules.Plain() && g.Root.Next() != nil && LoadOpenings().Tag(g)
}

// unsaid tells whether the value of a tag stands for none.
func unsaid(value string) bool { return value == "" || value == "?" || value == "-" }
