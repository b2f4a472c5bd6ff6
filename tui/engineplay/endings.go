package engineplay

import (
	"context"
	"fmt"
	"sync"

	"rookery/ai"
	"rookery/ai/endings"
	"rookery/ai/syzygy"
	"rookery/chess"
)

// Endings are the exact tables of endings of all games, kept below one folder. They are
// made in the background when positions are met that want them.
type Endings struct {
	folder string
	mu     sync.Mutex
	sets   map[string]*endings.Set   // by chess.Rules.PlayKey; nil for rules without tables
	making map[string]bool           // materials with their rules
	syzygy string                    // folders of Syzygy tables, separated as in PATH; "" for none
	read   map[string]*syzygy.Tables // of those, by chess.Rules.PlayKey; nil for games without
	idle   sync.WaitGroup            // of the goroutines that make
	ctx    context.Context
	stop   context.CancelFunc
}

// fewTables is how many tables of three pieces are made unasked: those of games in
// which each side has its king take a tenth of a second.
const fewTables = 12

// NewEndings keeps tables below folder.
func NewEndings(folder string) *Endings {
	ctx, stop := context.WithCancel(context.Background())
	return &Endings{folder: folder, sets: make(map[string]*endings.Set), making: make(map[string]bool), read: make(map[string]*syzygy.Tables), ctx: ctx, stop: stop}
}

// ReadSyzygy lets Syzygy tables in the folders of path, which are separated as in PATH, be asked where there are no tables of
// our own. The error tells of folders that cannot be read; the others are used.
func (e *Endings) ReadSyzygy(path string) error {
	_, err := syzygy.Open(chess.Rules{}, path)
	e.mu.Lock()
	defer e.mu.Unlock()
	if path != e.syzygy {
		e.syzygy = path
		clear(e.read) // searches may still ask them: their files are closed with the program
	}
	return err
}

// Syzygy is the Syzygy tables of games of r that were found; nil where there are none, which is so for a nil e.
func (e *Endings) Syzygy(r chess.Rules) *syzygy.Tables {
	if e == nil {
		return nil
	}
	key := r.PlayKey()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.syzygy == "" {
		return nil
	}
	tables, known := e.read[key]
	if !known {
		if tables, _ = syzygy.Open(r, e.syzygy); tables.Pieces() == 0 { // ReadSyzygy has told what is wrong
			tables = nil
		}
		e.read[key] = tables
	}
	return tables
}

// Close stops what is being made and waits until it has.
func (e *Endings) Close() {
	if e != nil {
		e.stop()
		e.idle.Wait()
	}
}

// Set is the tables of games of r; nil where there are none, which is so for a nil e.
func (e *Endings) Set(r chess.Rules) *endings.Set {
	if e == nil || r.Board != nil || r.Fog {
		return nil
	}
	key := r.PlayKey()
	e.mu.Lock()
	defer e.mu.Unlock()
	set, known := e.sets[key]
	if !known {
		set, _ = endings.NewSet(r, e.folder) // rules that are refused have none
		e.sets[key] = set
	}
	return set
}

// Want sees to it that the tables of a position are there soon: they are read, or made in the
// background. It returns at once, but for the tenth of a second that reading takes. Of more than
// four pieces it makes ready what costs little.
func (e *Endings) Want(b chess.Board) *endings.Set {
	on, ok := b.(chess.Positioned)
	if !ok {
		return nil
	}
	set := e.Set(b.Rules())
	if set == nil {
		return nil
	}
	p := on.Position()
	if n := p.Occupied().Count(); n > endings.MaxPieces || p.CastlingRooks() != 0 {
		if n > endings.MaxPieces+4 {
			return set
		}
		if three := append(set.All(2), set.All(3)...); len(three) <= fewTables {
			e.make(set, "three", three...)
		}
		return set
	}
	if m := endings.MaterialOf(p); set.Check(m) == nil && !set.Load(m) {
		e.make(set, m.String(), m)
	}
	return set
}

// make makes tables in the background, unless that is being done.
func (e *Endings) make(set *endings.Set, name string, materials ...endings.Material) {
	key := set.Hash() + name
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.making[key] || e.ctx.Err() != nil {
		return
	}
	e.making[key] = true
	e.idle.Go(func() {
		// What cannot be made, on a full disk, is not there: nobody waits for it.
		background(func() { _ = set.Make(e.ctx, nil, materials...) })
	})
}

// Verdict is what tables say of a position and of its moves.
type Verdict struct {
	endings.Verdict
	Moves []endings.MoveVerdict // the best first
}

// Judge is the verdict on a position whose tables are there.
func (e *Endings) Judge(b chess.Board) (v Verdict, ok bool) {
	on, positioned := b.(chess.Positioned)
	set := e.Set(b.Rules())
	if !positioned || set == nil || b.Outcome().Over() {
		return v, false
	}
	if v.Verdict, ok = set.Judge(on.Position()); !ok {
		return v, false
	}
	v.Moves, ok = set.Moves(on.Position())
	return v, ok && len(v.Moves) > 0
}

// Parts say a verdict in English, a sentence each.
func (v *Verdict) Parts(b chess.Board) []string {
	var parts []string
	switch moves := v.Verdict.Moves(); {
	case v.Result == endings.Drawn:
		parts = append(parts, "with best play this is a draw")
	case v.Result == endings.Won && moves == 1:
		parts = append(parts, "this is won in 1 move")
	case v.Result == endings.Won:
		parts = append(parts, fmt.Sprintf("this is won in %d moves", moves))
	case moves == 1:
		parts = append(parts, "this is lost in 1 move")
	default:
		parts = append(parts, fmt.Sprintf("this is lost in %d moves", moves))
	}
	if only := v.Only(); only != 0 {
		text := chess.MoveText(b, only)
		if v.Result == endings.Won {
			parts = append(parts, fmt.Sprintf("only %s wins", text))
		} else {
			parts = append(parts, fmt.Sprintf("only %s draws", text))
		}
	}
	return parts
}

// Tell says in English, a sentence each, what is known for certain of a position: by our tables, else by Syzygy tables. It
// may read from disk.
func (e *Endings) Tell(b chess.Board) []string {
	if v, ok := e.Judge(b); ok {
		return v.Parts(b)
	}
	on, positioned := b.(chess.Positioned)
	tables := e.Syzygy(b.Rules())
	if !positioned || tables == nil || b.Outcome().Over() || on.Position().Occupied().Count() > tables.Pieces() {
		return nil
	}
	v, err := tables.Judge(on.Position())
	if err != nil {
		return nil
	}
	parts := []string{[5]string{
		"this is lost", "this is lost, but drawn by the fifty-move rule", "with best play this is a draw",
		"this is won, but drawn by the fifty-move rule", "this is won",
	}[v.WDL-syzygy.Loss]}
	list, err := tables.Moves(on.Position())
	if err != nil || len(list) < 2 {
		return parts
	}
	switch text, next := chess.MoveText(b, list[0].Move), list[1].WDL; {
	case v.WDL == syzygy.Win && next < syzygy.Win:
		parts = append(parts, fmt.Sprintf("only %s wins", text))
	case v.WDL > syzygy.Loss && v.WDL < syzygy.Win && next == syzygy.Loss:
		parts = append(parts, fmt.Sprintf("only %s draws", text))
	}
	return parts
}

// Ready is the set with the tables of a position, which are made now where they are missing;
// nil where there can be none, or none before ctx ends.
func (e *Endings) Ready(ctx context.Context, b chess.Board) *endings.Set {
	on, ok := b.(chess.Positioned)
	set := e.Set(b.Rules())
	if !ok || set == nil {
		return nil
	}
	p := on.Position()
	if m := endings.MaterialOf(p); p.CastlingRooks() != 0 || set.Make(ctx, nil, m) != nil {
		return nil
	}
	return set
}

// Only is the one move that keeps what a position is worth, where there is another choice;
// 0 where there are several, and in lost positions.
func (v *Verdict) Only() chess.Move { return endings.Only(v.Moves) }

// teach lets an engine of ours ask the tables.
func (e *Endings) teach(engine *ai.Engine, b chess.Board) {
	engine.Endings = nil
	if set := e.Want(b); set != nil {
		engine.Endings = set
	}
	engine.Tablebase = nil
	if tables := e.Syzygy(b.Rules()); tables != nil {
		engine.Tablebase = tables
	}
}
