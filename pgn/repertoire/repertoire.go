// Package repertoire reads what a player means to play in the opening from PGN: the
// moves of one side, with variations as the replies of the other. A position is one card
// however it is reached ([Card]); when cards are asked is for tui/play to say.
//
// It imports chess, variants and pgn. Start reading at [Repertoire].
package repertoire

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn"
)

// Repertoire is what one side answers in the positions of some games.
type Repertoire struct {
	Side  chess.Color
	Rules chess.Rules
	Cards []*Card // in the order in which they are met
	// Skipped are games of other rules than the first, or that could not be read.
	Skipped int

	cards     map[string]*Card
	positions map[string]bool // all of them, by name; true where a move follows
}

// Card is a position with the moves that answer it.
type Card struct {
	Name    string       // the same in every repertoire, see [PositionName]
	Start   string       // FEN that Line begins at; empty for the usual one
	Line    []chess.Move // the first way here
	Answers []chess.Move // all are right; the first is the main line's
	Words   string       // the comment on the first answer
}

// Right tells whether a move answers the card.
func (c *Card) Right(m chess.Move) bool { return slices.Contains(c.Answers, m) }

// PositionName names a position in a few words that stay the same in later versions of the
// program: its rules, and its FEN without the counts of moves.
func PositionName(b chess.Board) string {
	fields := strings.Fields(b.FEN())
	if n := len(fields); n > 2 {
		_, err1 := strconv.Atoi(fields[n-1])
		_, err2 := strconv.Atoi(fields[n-2])
		if err1 == nil && err2 == nil {
			fields = fields[:n-2]
		}
	}
	return b.Rules().Name + " " + strings.Join(fields, " ")
}

// errNoMoves says that a repertoire has nothing to ask.
var errNoMoves = errors.New("there are no moves for this side in it")

// Read takes the games of a PGN text together.
func Read(r io.Reader, side chess.Color) (*Repertoire, error) {
	rep := newRepertoire(side)
	reader := pgn.NewReader(r)
	for {
		g, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		rep.add(g)
	}
	if len(rep.Cards) == 0 {
		return nil, errNoMoves
	}
	return rep, nil
}

// mostBytes keeps collections of whole games out: their positions would take memory
// without end, and nobody learns them.
const mostBytes = 16 << 20

// ReadFile reads a repertoire from a PGN file.
func ReadFile(path string, side chess.Color) (*Repertoire, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > mostBytes {
		return nil, fmt.Errorf("%s: a repertoire has at most %d MB; this is a collection of games", path, mostBytes>>20)
	}
	rep, err := Read(f, side)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rep, nil
}

// FromLine is the repertoire of one line: the moves to a node of a game and all that follows
// it.
func FromLine(g *pgn.Game, n *pgn.Node, side chess.Color) (*Repertoire, error) {
	if g.Err != nil {
		return nil, g.Err
	}
	rep := newRepertoire(side)
	on := make(map[*pgn.Node]bool) // the way to the node
	for at := n; at != nil; at = at.Parent {
		on[at] = true
	}
	rep.visit(g, func(at *pgn.Node) bool { return on[at] || at.Parent == n || !on[at.Parent] })
	if len(rep.Cards) == 0 {
		return nil, errNoMoves
	}
	return rep, nil
}

// FromMoves is the repertoire of a line that was not written down; start is a FEN, empty for the usual one.
func FromMoves(r chess.Rules, start string, moves []chess.Move, side chess.Color) (*Repertoire, error) {
	game, err := chess.NewGameFEN(r, start)
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		if err := game.Play(m); err != nil {
			return nil, err
		}
	}
	g := pgn.FromGame(game, nil)
	return FromLine(g, g.Root.End(), side)
}

func newRepertoire(side chess.Color) *Repertoire {
	return &Repertoire{Side: side, cards: make(map[string]*Card), positions: make(map[string]bool)}
}

func (r *Repertoire) add(g *pgn.Game) {
	if g.Err != nil || len(g.Root.Children) == 0 || len(r.positions) > 0 && g.Rules.Name != r.Rules.Name {
		r.Skipped++
		return
	}
	r.visit(g, func(*pgn.Node) bool { return true })
}

// visit takes in the positions of a game. A node that is not wanted is left out with what
// follows it.
func (r *Repertoire) visit(g *pgn.Game, wanted func(*pgn.Node) bool) {
	r.Rules = g.Rules
	gone := make(map[*pgn.Node]bool)
	err := g.Walk(func(n *pgn.Node, b chess.Board) bool {
		// No move to learn: a pass, and a move of one's own that is called bad.
		out := func(n *pgn.Node, own bool) bool {
			return !wanted(n) || n.Move == chess.Pass || own && slices.ContainsFunc(n.NAGs, bad)
		}
		if gone[n.Parent] || n.Parent != nil && out(n, b.Turn() != r.Side) {
			gone[n] = true
			return true
		}
		next := slices.DeleteFunc(slices.Clone(n.Children), func(c *pgn.Node) bool { return out(c, b.Turn() == r.Side) })
		name := PositionName(b)
		r.positions[name] = r.positions[name] || len(next) > 0
		if b.Turn() != r.Side || len(next) == 0 {
			return true
		}
		card := r.cards[name]
		if card == nil {
			card = &Card{Name: name, Start: g.Start, Line: n.Moves(), Words: pgn.Prose(strings.Join(next[0].After, " "))}
			r.cards[name] = card
			r.Cards = append(r.Cards, card)
		}
		for _, c := range next {
			if !card.Right(c.Move) {
				card.Answers = append(card.Answers, c.Move)
			}
		}
		return true
	})
	if err != nil {
		r.Skipped++
	}
}

// bad tells whether a sign calls a move a mistake: ?, ?? and ?!.
func bad(n pgn.NAG) bool { return n == 2 || n == 4 || n == 6 }

// GuessSide tells whose repertoire a file is: that side has one answer where the other has
// several replies.
func GuessSide(path string) (chess.Color, error) {
	return guessSide(func(side chess.Color) (*Repertoire, error) { return ReadFile(path, side) })
}

// GuessSideOf tells the same of PGN text.
func GuessSideOf(text string) (chess.Color, error) {
	return guessSide(func(side chess.Color) (*Repertoire, error) { return Read(strings.NewReader(text), side) })
}

func guessSide(read func(chess.Color) (*Repertoire, error)) (chess.Color, error) {
	var more [2]int
	var errs [2]error
	for _, side := range []chess.Color{chess.White, chess.Black} {
		rep, err := read(side)
		if errs[side] = err; err == nil {
			for _, c := range rep.Cards {
				more[side] += len(c.Answers) - 1
			}
		}
	}
	switch {
	case errs[chess.White] != nil && errs[chess.Black] != nil:
		return chess.White, errs[chess.White]
	case errs[chess.White] != nil || errs[chess.Black] == nil && more[chess.Black] < more[chess.White]:
		return chess.Black, nil
	}
	return chess.White, nil
}

// Card is the card of a position, nil where it is not asked.
func (r *Repertoire) Card(b chess.Board) *Card { return r.cards[PositionName(b)] }

// A Departure is where a game left a repertoire.
type Departure struct {
	Ply     int          // of the move that is not in it, from 1
	By      chess.Color  // who made that move
	Answers []chess.Move // that the repertoire has instead; none where the other side left it
}

// Left finds where a game left the repertoire; ok is false where it never was in it, is
// still in it, or went on behind the end of a line.
func (r *Repertoire) Left(g *chess.Game) (d Departure, ok bool) {
	if g.Rules().Name != r.Rules.Name {
		return d, false
	}
	for ply := g.Ply() - 1; ply >= 0; ply-- { // from behind: another order of moves may come back
		b := g.BoardAt(ply)
		name := PositionName(b)
		goesOn, in := r.positions[name]
		if ply == g.Ply()-1 {
			if _, still := r.positions[PositionName(g.Board())]; still {
				return d, false
			}
		}
		if !in {
			continue
		}
		d = Departure{Ply: ply + 1, By: b.Turn()}
		if card := r.cards[name]; card != nil {
			d.Answers = card.Answers
		}
		return d, goesOn
	}
	return d, false
}
