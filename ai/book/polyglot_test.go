package book_test

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rookery/ai/book"
	"rookery/chess"
)

// line is an entry of a book file for tests.
type line struct {
	key          uint64
	move, weight uint16
}

// put writes a file of entries as they come.
func put(t testing.TB, entries ...line) string {
	t.Helper()
	var raw []byte
	for _, e := range entries {
		raw = binary.BigEndian.AppendUint64(raw, e.key)
		raw = binary.BigEndian.AppendUint16(raw, e.move)
		raw = binary.BigEndian.AppendUint16(raw, e.weight)
		raw = binary.BigEndian.AppendUint32(raw, 0)
	}
	return putBytes(t, raw)
}

func putBytes(t testing.TB, raw []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.bin")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// move is an entry's move of two squares, with the number of a promotion.
func move(text string, promotion uint16) uint16 {
	from, _ := chess.ParseSquare(text[:2])
	to, _ := chess.ParseSquare(text[2:])
	return promotion<<12 | uint16(from)<<6 | uint16(to)
}

// sorted puts entries into the order of the format.
func sorted(entries []line) []line {
	slices.SortStableFunc(entries, func(a, b line) int {
		if a.key < b.key {
			return -1
		} else if a.key > b.key {
			return 1
		}
		return 0
	})
	return entries
}

// The keys of the format's own description, hgm.nubati.net/book_format.html.
var published = []struct {
	moves string
	key   uint64
}{
	{"", 0x463b96181691fc9c},
	{"e4", 0x823c9b50fd114196},
	{"e4 d5", 0x0756b94461c50fb0},
	{"e4 d5 e5", 0x662fafb965db29d4},
	{"e4 d5 e5 f5", 0x22a48b5a8e47ff78},
	{"e4 d5 e5 f5 Ke2", 0x652a607ca3f242c1},
	{"e4 d5 e5 f5 Ke2 Kf7", 0x00fdd303c946bdd9},
	{"a4 b5 h4 b4 c4", 0x3c8123ea7b067637},
	{"a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f9b829b279560},
}

func TestPublishedKeys(t *testing.T) {
	for _, c := range published {
		b := board(t, c.moves)
		legal := b.Moves(nil)[0]
		m := legal.String()
		k, err := book.Open(put(t, line{c.key, move(m[:4], 0), 1}))
		if err != nil {
			t.Fatal(err)
		}
		if got := known(k, b); got != chess.SAN(b, legal)+" 1" {
			t.Errorf("after %q: %q, want %s: the key differs from %016x", c.moves, got, chess.SAN(b, legal), c.key)
		}
		k.Close()
	}
}

// TestKnownKeys looks positions of random games up by the keys that another
// implementation of the format, corentings/chess v2.3.2, gives them.
func TestKnownKeys(t *testing.T) {
	raw, err := os.ReadFile("testdata/polyglot-keys.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var fens []string
	var entries []line
	for text := range strings.Lines(string(raw)) {
		digits, fen, _ := strings.Cut(strings.TrimSpace(text), "\t")
		key, err := strconv.ParseUint(digits, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		b, err := chess.NewBoard(chess.Rules{}, fen)
		if err != nil {
			t.Fatal(err)
		}
		legal := b.Moves(nil)
		if i := slices.IndexFunc(legal, func(m chess.Move) bool { return !m.IsPromotion() && m.Kind() != chess.Castling }); i >= 0 {
			fens = append(fens, fen)
			entries = append(entries, line{key, move(legal[i].String(), 0), 1})
		}
	}
	k, err := book.Open(put(t, sorted(entries)...))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	if len(fens) < 250 {
		t.Fatalf("%d positions, want 250 or more", len(fens))
	}
	for _, fen := range fens {
		b, err := chess.NewBoard(chess.Rules{}, fen)
		if err != nil {
			t.Fatal(err)
		}
		if known(k, b) == "" {
			t.Errorf("%s: not found by its key", fen)
		}
	}
}

// TestPinnedEnPassant holds the rule of the format that differs from our own
// keys: the file counts though the capture is not legal.
func TestPinnedEnPassant(t *testing.T) {
	fen := "4k3/8/8/8/r2pK3/8/2P5/8 w - - 0 1"
	b, err := chess.NewBoard(chess.Rules{}, fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := chess.ParseSAN(b, "c4")
	if err != nil {
		t.Fatal(err)
	}
	b.Make(m)
	k, err := book.Open(put(t, line{0x9a94c6916c58431b, move("e8e7", 0), 1}))
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	if got := known(k, b); got != "Ke7 1" {
		t.Errorf("%q, want Ke7", got)
	}
}

func TestPolyglotEntriesBecomeMoves(t *testing.T) {
	const start = 0x463b96181691fc9c
	const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	const castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const blackCastles = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
	const noKing = "k7/8/8/8/8/8/8/K3R2R w - - 0 1" // a rook goes from e1 to g1
	const promotes = "1n6/P6k/8/8/8/8/8/K7 w - - 0 1"
	// The keys of these positions by corentings/chess v2.3.2.
	const (
		castle    = 0xfda239cc692a6053
		black     = 0x05741f66c60de55a
		rook      = 0x059452feaaf89d05
		promotion = 0x5875be9c04cc0ef2
	)
	for _, c := range []struct {
		name, fen string
		entries   []line
		want      string
	}{
		{"several moves, the weightiest first", usual, []line{{start, move("e2e4", 0), 7}, {start, move("d2d4", 0), 9}, {start, move("c2c4", 0), 1}}, "d4 9, e4 7, c4 1"},
		{"a move that stands there twice", usual, []line{{start, move("e2e4", 0), 7}, {start, move("d2d4", 0), 9}, {start, move("e2e4", 0), 5}}, "e4 12, d4 9"},
		{"weight nothing is not played", usual, []line{{start, move("e2e4", 0), 0}, {start, move("d2d4", 0), 65535}}, "d4 65535"},
		{"nothing but weights of nothing", usual, []line{{start, move("e2e4", 0), 0}}, ""},
		{"what is not legal is passed over", usual, []line{{start, move("e2e5", 0), 3}, {start, move("e7e5", 0), 3}, {start, 0, 3}, {start, 0xffff, 3}, {start, move("g1f3", 0), 3}}, "Nf3 3"},
		{"neighbouring keys are others' moves", usual, []line{{start - 1, move("a2a3", 0), 3}, {start, move("b2b3", 0), 3}, {start + 1, move("c2c3", 0), 3}}, "b3 3"},
		{"castling is king takes rook", castles, []line{{castle, move("e1h1", 0), 2}, {castle, move("e1a1", 0), 1}}, "O-O 2, O-O-O 1"},
		{"castling as the king goes", castles, []line{{castle, move("e1g1", 0), 2}, {castle, move("e1c1", 0), 1}}, "O-O 2, O-O-O 1"},
		{"Black castles", blackCastles, []line{{black, move("e8h8", 0), 2}, {black, move("e8a8", 0), 1}}, "O-O 2, O-O-O 1"},
		{"a rook's move is no castling", noKing, []line{{rook, move("e1g1", 0), 2}, {rook, move("e1h1", 0), 2}}, "Reg1 2"},
		{"every promotion", promotes, []line{{promotion, move("a7a8", 4), 5}, {promotion, move("a7a8", 3), 4}, {promotion, move("a7b8", 2), 3}, {promotion, move("a7a8", 1), 2}}, "a8=Q 5, a8=R 4, axb8=B 3, a8=N 2"},
		{"a promotion names its piece, others do not", promotes, []line{{promotion, move("a7a8", 0), 5}, {promotion, move("a7a8", 7), 5}, {promotion, move("a1a2", 4), 5}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := chess.NewBoard(chess.Rules{}, c.fen)
			if err != nil {
				t.Fatal(err)
			}
			k, err := book.Open(put(t, c.entries...))
			if err != nil {
				t.Fatal(err)
			}
			defer k.Close()
			if got := known(k, b); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	whole := line{1, 2, 3}
	far := make([]line, 9000)
	for i := range far {
		far[i].key = 5
	}
	far[8192].key = 4
	for _, c := range []struct{ name, path, want string }{
		{"nothing in it", put(t), "it is empty"},
		{"cut off", putBytes(t, make([]byte, 40)), "its 40 bytes are not whole entries of 16"},
		{"out of order", put(t, whole, whole, line{0, 1, 1}, whole), "entry 3 of 4 is out of order"},
		{"a directory", t.TempDir(), "not a regular file"},
		{"out of order far inside", put(t, far...), "entry 8193 of 9000 is out of order"},
		{"no file", filepath.Join(t.TempDir(), "none.bin"), "none.bin"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := book.Open(c.path)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want an error with %q", err, c.want)
			}
			if k != nil {
				t.Error("a book in spite of the error")
			}
		})
	}
}

func TestClosedBookHasNoMoves(t *testing.T) {
	k, err := book.Open(put(t, line{0x463b96181691fc9c, move("e2e4", 0), 1}))
	if err != nil {
		t.Fatal(err)
	}
	if got := known(k, board(t, "")); got != "e4 1" {
		t.Errorf("%q, want e4", got)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if got := known(k, board(t, "")); got != "" {
		t.Errorf("%q from a closed book", got)
	}
}

func FuzzPolyglot(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 32))
	raw := binary.BigEndian.AppendUint64(nil, 0x463b96181691fc9c)
	f.Add(append(raw, 0x03, 0x1c, 0, 1, 0, 0, 0, 0))
	f.Fuzz(func(t *testing.T, raw []byte) {
		k, err := book.Open(putBytes(t, raw))
		if err != nil {
			return
		}
		defer k.Close()
		b := board(t, "")
		if m, ok := k.Pick(b, rand.New(rand.NewPCG(1, 1))); ok && !slices.Contains(b.Moves(nil), m) {
			t.Errorf("%s is not legal", m)
		}
	})
}
