package syzygy

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rookery/ai/endings"
	"rookery/chess"
	"rookery/variants"
)

// oracle knows the worth and the distance of positions, by our own tables and by plain retrograde analysis.
type oracle struct {
	t      testing.TB
	set    *endings.Set
	places map[uint64]*table // by material: for the numbers of positions
	dist   map[place]int     // of positions of the materials that were solved
}

func newOracle(t testing.TB, r chess.Rules, names ...string) *oracle {
	t.Helper()
	set, err := endings.NewSet(r, "")
	if err != nil {
		t.Fatal(err)
	}
	o := &oracle{t: t, set: set, dist: make(map[place]int), places: make(map[uint64]*table)}
	for _, name := range names {
		m, err := endings.ParseMaterial(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := set.Make(context.Background(), nil, m); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// worth of a position, which no fifty-move rule changes: few pieces win in time.
func (o *oracle) worth(p *chess.Position) WDL {
	v, ok := o.set.Judge(p)
	if !ok {
		o.t.Fatalf("no table of %s", p.FEN())
	}
	return WDL(2 * v.Result)
}

// kept is what a WDL file may hold of a position: its worth, or, where a capture is as good, anything
// that is not better; ok is false where a file may hold anything.
func (o *oracle) kept(p *chess.Position) (int, bool) {
	w := o.worth(p)
	best, quiet := Loss-1, false
	var next chess.Position
	moves := p.AppendMoves(nil)
	for _, m := range moves {
		if !m.IsCapture() {
			quiet = true
			continue
		}
		p.Apply(m, &next)
		best = max(best, -o.worth(&next))
	}
	switch {
	case len(moves) > 0 && !quiet:
		return 0, false
	case best == w:
		return int(Loss + 2), true // the worst that a reader must not mind
	}
	return int(w + 2), true
}

// solve finds the distances to a capture or pawn move of all positions of a material.
func (o *oracle) solve(name string) {
	tb := newWriting(name, o.set.Rules(), false, nil).prepare(o.t)
	o.places[tb.key] = tb
	type state struct {
		at    place
		worth WDL
		quiet []place
	}
	var states []state
	add := func(p *chess.Position) {
		s := state{at: o.key(p), worth: o.worth(p)}
		var next chess.Position
		moves := p.AppendMoves(nil)
		if s.worth == Draw {
			return
		}
		if len(moves) == 0 {
			o.dist[o.key(p)] = 0 // the game is over
			return
		}
		for _, m := range moves {
			p.Apply(m, &next)
			w := -o.worth(&next)
			switch {
			case !zeroes(p, m):
				if w == s.worth {
					s.quiet = append(s.quiet, o.key(&next))
				}
			case w == Win:
				o.dist[o.key(p)] = 1
				return
			}
		}
		if len(s.quiet) == 0 {
			o.dist[o.key(p)] = 1
			return
		}
		states = append(states, s)
	}
	everyPosition(o.set.Rules(), name, add)
	for n := 1; len(states) > 0; n++ {
		found := map[place]int{}
		left := states[:0]
		for _, s := range states {
			least, most, all := 1000, 0, true
			for _, k := range s.quiet {
				d, known := o.dist[k]
				all = all && known
				if known {
					least, most = min(least, d), max(most, d)
				}
			}
			switch {
			case s.worth == Win && least < n:
				found[s.at] = least + 1
			case s.worth == Loss && all && most < n:
				found[s.at] = most + 1
			default:
				left = append(left, s)
			}
		}
		for k, d := range found {
			o.dist[k] = d
		}
		if states = left; n > 200 {
			o.t.Fatal("distances have no end")
		}
	}
}

// key is the number of a position of a material that is solved.
func (o *oracle) key(p *chess.Position) place {
	at, _ := o.places[keyOf(p)].find(p)
	return at
}

// imageOf reflects a position: bit 0 the files, bit 1 the ranks, bit 2 both with each other.
func imageOf(r chess.Rules, p *chess.Position, image int) *chess.Position {
	q := *r.Blank()
	for set := p.Occupied(); set != 0; {
		sq := set.Pop()
		to := sq
		if image&1 != 0 {
			to ^= 7
		}
		if image&2 != 0 {
			to ^= 56
		}
		if image&4 != 0 {
			to = chess.At(to.Rank(), to.File())
		}
		q.Put(p.At(sq), to)
	}
	q.SetTurn(p.Turn())
	return &q
}

// distance is what a DTZ file may hold of a position.
func (o *oracle) distance(flags byte) func(p *chess.Position) (int, bool) {
	return func(p *chess.Position) (int, bool) {
		d, known := o.dist[o.key(p)]
		if !known || d == 0 {
			return 0, false
		}
		plies := winPlies
		if o.worth(p) == Loss {
			plies = lossPlies
		}
		if flags&byte(plies) != 0 {
			return d - 1, true
		}
		return (d - 1) / 2, true
	}
}

var three = []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}

// writeChess writes the WDL and DTZ files of materials.
func writeChess(t testing.TB, o *oracle, names ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for i, name := range names {
		newWriting(name, chess.Rules{}, false, o.kept).write(t, folder)
		o.solve(name)
		w := newWriting(name, chess.Rules{}, true, nil)
		if i%2 != 0 {
			w.flags = blackToMove
		}
		if i%3 != 0 {
			w.flags |= winPlies | lossPlies
		}
		w.value = o.distance(w.flags)
		w.write(t, folder)
	}
	return folder
}

func opened(t testing.TB, r chess.Rules, folder string) *Tables {
	t.Helper()
	tables, err := Open(r, folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tables.Close)
	return tables
}

// TestThreePieces holds what is read of the files of three pieces to our own tables, in every position, and distances
// to retrograde analysis.
func TestThreePieces(t *testing.T) {
	names := three
	if testing.Short() {
		t.Skip("takes seconds")
	}
	o := newOracle(t, chess.Rules{}, names...)
	folder := writeChess(t, o, names...)
	tables := opened(t, chess.Rules{}, folder)
	if tables.Pieces() != 3 || tables.Files() != 10 {
		t.Errorf("%d files of %d pieces", tables.Files(), tables.Pieces())
	}
	for _, name := range names {
		o.compare(tables, name)
	}
	askFathom(t, o, folder, names, 40)
	// The files of testdata are these, so that other tests have some.
	for _, name := range names {
		for _, suffix := range []string{".rtbw", ".rtbz"} {
			made, err := os.ReadFile(folder + "/" + name + suffix)
			if err != nil {
				t.Fatal(err)
			}
			if os.Getenv("SYZYGY_WRITE") != "" {
				if err := os.WriteFile("testdata/"+name+suffix, made, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if kept, err := os.ReadFile("testdata/" + name + suffix); err != nil || !bytes.Equal(kept, made) {
				t.Errorf("testdata/%s%s is not what SYZYGY_WRITE=1 writes (%v)", name, suffix, err)
			}
		}
	}
}

// compare holds tables to the oracle in all positions of a material.
func (o *oracle) compare(tables *Tables, name string) {
	o.t.Helper()
	positions, faults := 0, 0
	everyPosition(o.set.Rules(), name, func(p *chess.Position) {
		if p.End().Over() || faults > 5 {
			return
		}
		positions++
		w, err := tables.WDL(p)
		if want := o.worth(p); err != nil || w != want {
			faults++
			o.t.Errorf("%s: worth %d, want %d (%v)", p.FEN(), w, want, err)
			return
		}
		d, err := tables.DTZ(p)
		want := o.dist[o.key(p)] * sign(int(w))
		if err != nil || d != want && d != want-sign(want) {
			faults++
			o.t.Errorf("%s: distance %d, want %d (%v)", p.FEN(), d, want, err)
		}
	})
	o.t.Logf("%s: %d positions", name, positions)
}

var fathomLine = regexp.MustCompile(`\[(WDL|DTZ) "([^"]*)"\]`)

// askFathom holds the files to an independent reader, where the machine has one: so the encoder
// is right, and what ours reads is the format and not only what our encoder writes.
func askFathom(t *testing.T, o *oracle, folder string, names []string, each int) {
	fathom, err := exec.LookPath("fathom")
	if err != nil {
		if fathom, err = exec.LookPath("/usr/games/fathom"); err != nil {
			t.Log("fathom is not installed: nobody else has read the files")
			return
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	asked := 0
	for _, name := range names {
		var list []*chess.Position
		everyPosition(chess.Rules{}, name, func(p *chess.Position) {
			if !p.End().Over() {
				q := *p
				list = append(list, &q)
			}
		})
		for range min(each, len(list)) {
			p := imageOf(chess.Rules{}, list[rng.IntN(len(list))], rng.IntN(2))
			out, err := exec.Command(fathom, "--path="+folder, p.FEN()).CombinedOutput()
			if err != nil {
				t.Fatalf("fathom: %v\n%s", err, out)
			}
			got := map[string]string{}
			for _, m := range fathomLine.FindAllStringSubmatch(string(out), -1) {
				got[m[1]] = m[2]
			}
			want := map[WDL]string{Win: "Win", Loss: "Loss", Draw: "Draw"}[o.worth(p)]
			d, _ := strconv.Atoi(got["DTZ"])
			far := o.dist[o.key(p)]
			if got["WDL"] != want || d != far && d != far-1 {
				t.Errorf("%s: fathom says %v, want %s in %d", p.FEN(), got, want, far)
			}
			asked++
		}
	}
	t.Logf("fathom agrees in %d positions", asked)
}

// TestFourPieces is the same for four pieces, with pawns on one side and on both.
func TestFourPieces(t *testing.T) {
	names := strings.Fields(os.Getenv("SYZYGY_LONG"))
	if len(names) == 0 {
		t.Skip("SYZYGY_LONG names tables: KQvKR KPvKP")
	}
	o := newOracle(t, chess.Rules{}, append(three, names...)...)
	folder := t.TempDir()
	for _, name := range append(three, names...) {
		newWriting(name, chess.Rules{}, false, o.kept).write(t, folder)
	}
	tables := opened(t, chess.Rules{}, folder)
	for _, name := range names {
		faults, positions, passes := 0, 0, 0
		everyPosition(chess.Rules{}, name, func(p *chess.Position) {
			if p.End().Over() || faults > 5 {
				return
			}
			hold := func(p *chess.Position) {
				positions++
				if w, err := tables.WDL(p); err != nil || w != o.worth(p) {
					faults++
					t.Errorf("%s: worth %d, want %d (%v)", p.FEN(), w, o.worth(p), err)
				}
			}
			hold(p)
			if !strings.HasSuffix(name, "P") {
				return
			}
			var next chess.Position
			for _, m := range p.AppendMoves(nil) {
				if p.Apply(m, &next); next.EnPassant() != chess.NoSquare {
					hold(&next)
					passes++
				}
			}
		})
		t.Logf("%s: %d positions, %d of them en passant", name, positions, passes)
	}
}

// TestVariants holds files of atomic and antichess to our own tables: kings that touch, pieces that explode,
// captures that must be made, pieces of which each side has any number.
func TestVariants(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, c := range []struct {
		game, made string
		files      string
	}{
		{"atomic", "KQvK KRvK", "KQvK KRvK KBvK KNvK"},
		{"giveaway", "RvN BBvN QvKR", "RvN BvN BBvN QvK QvR QvKR"},
		{"giveaway", "PvR", "PvR QvR RvR RvB RvN KvR"},
		{"suicide", "NvKN", "NvN KvN NvKN"},
	} {
		t.Run(c.game+" "+c.made, func(t *testing.T) {
			v, _ := variants.ByName(c.game)
			files := strings.Fields(c.files)
			o := newOracle(t, v.Rules, files...)
			folder := t.TempDir()
			for _, name := range files {
				newWriting(name, v.Rules, false, o.kept).write(t, folder)
			}
			for _, name := range strings.Fields(c.made) {
				o.solve(name)
				w := newWriting(name, v.Rules, true, nil)
				w.flags = winPlies | lossPlies | mapped
				for i := range w.maps {
					for d := range 200 {
						w.maps[i] = append(w.maps[i], uint16(d)) // the same in another order
					}
					slices.Reverse(w.maps[i])
				}
				plain := o.distance(w.flags)
				w.value = func(p *chess.Position) (int, bool) {
					d, ok := plain(p)
					return 199 - d, ok
				}
				w.write(t, folder)
			}
			tables := opened(t, v.Rules, folder)
			for _, name := range strings.Fields(c.made) {
				o.compare(tables, name)
			}
		})
	}
}

// TestPublishedDistances holds what is read of files of our own to what published tables say of positions that need longest: the
// plies to the next capture.
func TestPublishedDistances(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	v, _ := variants.ByName("suicide")
	files := []string{"BBvK", "BvK", "KRvK", "KvK", "RvK"}
	o := newOracle(t, v.Rules, files...)
	folder := t.TempDir()
	for i, name := range files {
		newWriting(name, v.Rules, false, o.kept).write(t, folder)
		o.solve(name)
		w := newWriting(name, v.Rules, true, nil)
		w.flags = byte(i % 2) // either side to move
		w.value = o.distance(w.flags)
		w.write(t, folder)
	}
	tables := opened(t, v.Rules, folder)
	for fen, want := range map[string]int{
		"8/8/8/2B4B/8/8/8/1k6 b - - 0 1": -45, "B7/8/8/8/8/8/8/1k5B b - - 0 1": 6, "8/8/8/8/6R1/8/7k/3K4 w - - 0 1": 32,
		"8/8/8/8/8/2R5/8/1K2k3 b - - 0 1": 4, "8/8/8/8/8/3K4/8/r7 w - - 0 1": -35,
	} {
		p, err := chess.ParsePosition(v.Rules, fen)
		if err != nil {
			t.Fatal(err)
		}
		// A published distance may be one less where moves were counted, and so may ours.
		if d, err := tables.DTZ(p); err != nil || sign(d) != sign(want) || max(d-want, want-d) > 1 {
			t.Errorf("%s: %d, want %d (%v)", fen, d, want, err)
		}
	}
}

// TestDamage reads files in which bytes were changed: it must not crash, hang or take memory without bound.
func TestDamage(t *testing.T) {
	o := newOracle(t, chess.Rules{}, "KPvK")
	folder := t.TempDir()
	path := newWriting("KPvK", chess.Rules{}, false, o.kept).write(t, folder)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := chess.ParsePosition(chess.Rules{}, "8/8/8/1k6/8/1K6/1P6/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	faults := 0
	for i := range 2000 {
		bad := slices.Clone(whole)
		switch {
		case i%20 == 0:
			bad = bad[:rng.IntN(len(bad))]
		default:
			for range 1 + rng.IntN(3) {
				bad[rng.IntN(min(len(bad), 600))] = byte(rng.IntN(256))
			}
		}
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		tables := opened(t, chess.Rules{}, folder)
		if _, err := tables.WDL(p); err != nil {
			faults++
			if !strings.Contains(err.Error(), path) {
				t.Fatalf("an error does not name the file: %v", err)
			}
		}
	}
	if faults < 100 {
		t.Errorf("%d faults were told", faults)
	}
}

// TestOpen tells what is a table and what is not.
func TestOpen(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz", "KQvK.txt", "QvK.rtbw", "KQQQQQQvK.rtbw", "kqvk.rtbw", "KvK", "BvN.stbw", "PvN.stbw"} {
		if err := os.WriteFile(folder+"/"+name, []byte("no table"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tables := opened(t, chess.Rules{}, folder)
	if tables.Files() != 2 || tables.Pieces() != 3 {
		t.Errorf("%d files of %d pieces", tables.Files(), tables.Pieces())
	}
	giveaway, _ := variants.ByName("giveaway")
	if files := opened(t, giveaway.Rules, folder).Files(); files != 1 {
		t.Errorf("%d files of antichess; without pawns those of suicide are the same", files)
	}
	p, _ := chess.ParsePosition(chess.Rules{}, "8/8/8/1k6/8/1K6/1Q6/8 w - - 0 1")
	if _, err := tables.WDL(p); err == nil || !strings.Contains(err.Error(), "KQvK.rtbw") {
		t.Errorf("the error of a damaged file: %v", err)
	}
	zh, _ := variants.ByName("crazyhouse")
	if _, err := Open(zh.Rules, folder); err != ErrNoGame {
		t.Errorf("crazyhouse: %v", err)
	}
	if _, err := Open(chess.Rules{}, folder+"/none"); err == nil {
		t.Error("a folder that is not there is no error")
	}
}

// materials of all ways of numbering, with how many places the published format has for the first part.
var materials = []struct {
	game, name string
	places     uint64
}{
	{"chess", "KRvK", 31332}, {"chess", "KPvK", 6 * 63 * 62}, {"chess", "KBNvK", 31332 * 61}, {"chess", "KBBvK", 462 * 62 * 61 / 2},
	{"chess", "KQvKQ", 31332 * 61}, {"chess", "KPvKP", 6 * 47 * 62 * 61}, {"chess", "KPPPvKP", 0}, {"chess", "KRRvKRR", 462 * (62 * 61 / 2) * (60 * 59 / 2)},
	{"atomic", "KQvK", 31332}, {"atomic", "KNNvK", 518 * 62 * 61 / 2},
	{"giveaway", "RvN", 518}, {"giveaway", "BBvN", 278 * 62}, {"giveaway", "NNvNN", 278 * 62 * 61 / 2}, {"giveaway", "KKKvK", 0},
	{"giveaway", "RRRvKKK", 0}, {"suicide", "PvP", 6 * 47}, {"suicide", "PPvP", 0},
}

// class is the same for all images of a position and for no other.
func class(r chess.Rules, name string, p *chess.Position) uint64 {
	images := 8
	if strings.Contains(name, "P") {
		images = 2
	}
	least := ^uint64(0)
	for i := range images {
		least = min(least, imageOf(r, p, i).FreshKey())
	}
	return least
}

// TestPlaces holds the numbering to what it must be: positions that are not images of each other have places
// of their own, and there are no more places than the format has.
func TestPlaces(t *testing.T) {
	for _, m := range materials {
		t.Run(m.game+" "+m.name, func(t *testing.T) {
			v, _ := variants.ByName(m.game)
			r := v.Rules
			tb := newWriting(m.name, r, false, nil).prepare(t)
			if size := tb.parts[0][0].size; m.places != 0 && size != m.places {
				t.Errorf("%d places, want %d", size, m.places)
			}
			rng := rand.New(rand.NewPCG(3, 4))
			list := piecesOf(tb, m.name)
			taken := map[place]uint64{}
			for range 20_000 {
				p := *r.Blank()
				for _, piece := range list {
					c, role := chess.Color(piece>>3), chess.Role(piece&7)
					for {
						sq := chess.Square(rng.IntN(64))
						if !p.Occupied().Has(sq) && (role != chess.Pawn || p.PawnSquares(c).Has(sq)) {
							p.Put(chess.PieceOf(c, role), sq)
							break
						}
					}
				}
				p.SetTurn(chess.Color(rng.IntN(2)))
				if !p.Proper() || tb.kind.kings && !tb.kind.touching && chess.KingAttacks(p.King(0)).Has(p.King(1)) {
					continue
				}
				at, ok := tb.find(&p)
				if !ok || at.index >= at.block.size {
					t.Fatalf("%s: place %d", p.FEN(), at.index)
				}
				own := class(r, m.name, &p)
				if tb.symmetric && p.Turn() == chess.Black {
					q := flipped(r, &p)
					own = class(r, m.name, q)
				}
				if other, ok := taken[at]; ok && other != own {
					t.Fatalf("%s shares place %d with another position", p.FEN(), at.index)
				}
				taken[at] = own
			}
		})
	}
}

// flipped exchanges the colours.
func flipped(r chess.Rules, p *chess.Position) *chess.Position {
	q := *r.Blank()
	for set := p.Occupied(); set != 0; {
		sq := set.Pop()
		piece := p.At(sq)
		q.Put(chess.PieceOf(piece.Color().Other(), piece.Role()), sq^56)
	}
	q.SetTurn(p.Turn().Other())
	return &q
}

// TestRandomValues reads back random values of every kind of numbering.
func TestRandomValues(t *testing.T) {
	for _, m := range materials {
		if len(m.name) > 4 || len(m.name) > 3 && testing.Short() {
			continue
		}
		t.Run(m.game+" "+m.name, func(t *testing.T) {
			v, _ := variants.ByName(m.game)
			r, folder := v.Rules, t.TempDir()
			w := newWriting(m.name, r, false, nil)
			w.value = func(p *chess.Position) (int, bool) {
				k := class(r, m.name, p)
				if w.table("").symmetric {
					k = min(k, class(r, m.name, flipped(r, p)))
				}
				return int(k >> 7 % 5), true
			}
			path := w.write(t, folder)
			tb := opened(t, r, folder).wdl[w.table(path).key]
			if err := tb.open(); err != nil {
				t.Fatal(err)
			}
			everyPosition(r, m.name, func(p *chess.Position) {
				at, _ := tb.find(p)
				want, _ := w.value(p)
				if got, err := tb.value(at); err != nil || got != want {
					t.Fatalf("%s: %d, want %d (%v)", p.FEN(), got, want, err)
				}
			})
		})
	}
}
