package pgn

import (
	"bytes"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/corentings/chess/v2/opening"

	"rookery/chess"
	"rookery/variants"
)

// fewOpenings is a table of a few lines, in no order.
func fewOpenings(t *testing.T) *Openings {
	t.Helper()
	var lines []namedLine
	for _, row := range [][3]string{
		{"1. e4 e5", "C20", "King's Pawn Game"},
		{"1. d4 d5 2. c4 e6", "D30", "Queen's Gambit Declined"},
		{"1. e4", "B00", "King's Pawn"},
		{"1. Nf3", "A04", "Zukertort Opening"},
		{"1. d4 d5 2. c4", "D06", "Queen's Gambit"},
		{"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O", "C50", "Italian Game: castled"},
	} {
		lines = append(lines, namedLine{row[0], Opening{row[1], row[2]}})
	}
	table, err := makeOpenings(lines)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// readGame reads the one game of a text.
func readGame(t *testing.T, text string) *Game {
	t.Helper()
	g, err := NewReader(strings.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestOpeningOfAGame(t *testing.T) {
	table := fewOpenings(t)
	for _, c := range []struct{ name, text, want string }{
		{"the last name on the way counts", "1. e4 e5 2. Nf3 Nc6 *", "C20 King's Pawn Game"},
		{"moves in another order lead to the same name", "1. c4 e6 2. d4 d5 3. Nc3 *", "D30 Queen's Gambit Declined"},
		{"the name of a way that was left is forgotten for a later one", "1. Nf3 d5 2. d4 e6 3. Ng1 Nf6 4. c4 Ng8 *", "D30 Queen's Gambit Declined"},
		{"castling is understood", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 *", "C50 Italian Game: castled"},
		{"a game without moves has none", "[White \"A\"]\n\n*", ""},
		{"a beginning without a name has none", "1. a3 a6 *", ""},
		{"the usual array written down is the usual array", "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *", "B00 King's Pawn"},
		{"a game from elsewhere has none", "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *", ""},
		{"one from a named position has none", "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n1... e5 *", ""},
		{"another game has none", "[Variant \"Atomic\"]\n\n1. e4 e5 *", ""},
		{"drawn arrays have none, the usual one among them", "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *", ""},
		{"a game of unknown rules has none", "[Variant \"Nobody knows\"]\n\n1. e4 *", ""},
		{"behind a null move nothing is looked for", "1. e4 -- 2. Nf3 e5 3. Ng1 *", "B00 King's Pawn"},
		{"a broken game has that of its sound beginning", "1. e4 e5 2. Ke3 *", "C20 King's Pawn Game"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := table.Of(readGame(t, c.text)).String(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestOpeningBehindAMove(t *testing.T) {
	table := fewOpenings(t)
	g := readGame(t, "1. e4 (1. d4 d5 2. c4 dxc4) 1... e5 *")
	line := g.Root.Children[1]
	for _, c := range []struct {
		n    *Node
		want string
	}{
		{g.Root, ""}, {g.Root.Next(), "B00 King's Pawn"}, {g.Root.End(), "C20 King's Pawn Game"},
		{line, ""}, {line.Next().Next(), "D06 Queen's Gambit"}, {line.End(), "D06 Queen's Gambit"},
	} {
		if got := table.Behind(g, c.n).String(); got != c.want {
			t.Errorf("after %v: %q, want %q", c.n.Moves(), got, c.want)
		}
	}
}

func TestOpeningOfAPosition(t *testing.T) {
	table := fewOpenings(t)
	for _, c := range []struct{ fen, want string }{
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "C20 King's Pawn Game"},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w Qkq - 0 2", ""},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", ""},
	} {
		p, err := chess.ParsePosition(chess.Rules{}, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := table.At(p); got.String() != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q %v, want %q", c.fen, got, ok, c.want)
		}
	}
	p, err := chess.ParsePosition(chess.Rules{Goal: chess.Hill}, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := table.At(p); ok {
		t.Errorf("%q in another game than chess", got)
	}
}

func TestTagOpening(t *testing.T) {
	table := fewOpenings(t)
	for _, c := range []struct{ name, tags, eco, opening string }{
		{"both are written", "", "C20", "King's Pawn Game"},
		{"a question mark says nothing", "[ECO \"?\"]\n[Opening \"?\"]\n", "C20", "King's Pawn Game"},
		{"the name is added to its code", "[ECO \"C20\"]\n", "C20", "King's Pawn Game"},
		{"no name is put beside another code", "[ECO \"C60\"]\n", "C60", ""},
		{"the code is added to a name", "[Opening \"Open game\"]\n", "C20", "Open game"},
		{"what is there stays", "[ECO \"A00\"]\n[Opening \"Mine\"]\n", "A00", "Mine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := readGame(t, c.tags+"[White \"A\"]\n\n1. e4 e5 *\n")
			before := g.Tags.Value("ECO") + g.Tags.Value("Opening")
			wrote := table.Tag(g)
			if eco, opening := g.Tags.Value("ECO"), g.Tags.Value("Opening"); eco != c.eco || opening != c.opening {
				t.Errorf("%q %q, want %q %q", eco, opening, c.eco, c.opening)
			}
			if changed := before != g.Tags.Value("ECO")+g.Tags.Value("Opening"); wrote != changed || g.Edited() != changed {
				t.Errorf("wrote %v, edited %v, want %v", wrote, g.Edited(), changed)
			}
		})
	}
	if g := readGame(t, "1. e4 c5 *"); !TagOpening(g) || g.Tags.Value("ECO") != "B20" {
		t.Errorf("the whole table gives %v", g.Tags.All())
	}
	if g := readGame(t, "[Variant \"Atomic\"]\n\n1. e4 c5 *"); TagOpening(g) || g.Edited() {
		t.Errorf("another game was given %v", g.Tags.All())
	}
	var out bytes.Buffer
	g := NewGame(chess.Rules{}, "")
	if table.Tag(g) {
		t.Error("a game without moves was given an opening")
	}
	b, _ := g.Board()
	m, err := chess.ParseSAN(b, "Nf3")
	if err != nil {
		t.Fatal(err)
	}
	g.AddMove(g.Root, m)
	table.Tag(g)
	if err := NewWriter(&out).Write(g); err != nil {
		t.Fatal(err)
	}
	if want := "[Result \"*\"]\n[ECO \"A04\"]\n[Opening \"Zukertort Opening\"]\n"; !strings.Contains(out.String(), want) {
		t.Errorf("%s\nwant in it\n%s", out.String(), want)
	}
}

func TestOpeningsRefuseABadLine(t *testing.T) {
	_, err := makeOpenings([]namedLine{{"1. e4 e4", Opening{"B00", "Twice"}}})
	if err == nil || !strings.Contains(err.Error(), "B00 Twice") {
		t.Errorf("%v, want an error that names the line", err)
	}
}

// TestAllOpenings reads the whole table of the library.
func TestAllOpenings(t *testing.T) {
	table := LoadOpenings()
	if table != LoadOpenings() {
		t.Error("the table was made twice")
	}
	if n := len(table.lines); n < 3000 || len(table.named) != n {
		t.Errorf("%d lines to %d positions, want 3,000 or more to as many", n, len(table.named))
	}
	code := regexp.MustCompile(`^[A-E]\d\d$`)
	start, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range table.Lines() {
		got := table.Reached(start, line)
		if !code.MatchString(got.Code) || got.Name == "" {
			t.Fatalf("after %v: %+v", line, got)
		}
	}
	for text, want := range map[string]string{
		"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 *": "B92 Sicilian Defense: Najdorf Variation, Opocensky Variation",
		"1. Nf3 d5 2. d4 Nf6 3. c4 e6 4. Nc3 *":                        "D37 Queen's Gambit Declined",
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 *":                                 "C60 Ruy Lopez",
	} {
		if got := table.Of(readGame(t, text)).String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestOpeningsAreThoseOfTheLibrary holds the table against what the library says
// of the same text.
func TestOpeningsAreThoseOfTheLibrary(t *testing.T) {
	want := make(map[string]Opening)
	for _, o := range opening.NewBookECO().Possible(nil) {
		want[o.PGN()] = Opening{o.Code(), o.Title()}
	}
	table := LoadOpenings()
	if len(table.lines) != len(want) {
		t.Fatalf("%d lines, the library has %d", len(table.lines), len(want))
	}
	for _, line := range table.lines {
		b, err := chess.NewBoard(chess.Rules{}, "")
		if err != nil {
			t.Fatal(err)
		}
		var moves []string
		for _, m := range line {
			moves = append(moves, chess.UCI(b, m))
			b.Make(m)
		}
		text := strings.Join(moves, " ")
		if got, _ := table.At(b.(chess.Positioned).Position()); got != want[text] {
			t.Errorf("%s is %q, the library has %q", text, got, want[text])
		}
	}
}

// TestOpeningsAgreeWithOthers compares with the codes that editors wrote.
func TestOpeningsAgreeWithOthers(t *testing.T) {
	for _, c := range []struct {
		file  string
		least float64 // percent
	}{{"twic1599_1000k.pgn", 95}, {"lichess_db_1000k.pgn", 95}} {
		f, err := os.Open("../../shared/corpora/" + c.file)
		if err != nil {
			t.Skip("the collections are not here")
		}
		defer f.Close()
		table, r := LoadOpenings(), NewReader(f)
		games, same := 0, 0
		for {
			g, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if code := g.Tags.Value("ECO"); !unsaid(code) {
				games++
				if table.Of(g).Code == code {
					same++
				}
			}
		}
		percent := 100 * float64(same) / float64(max(games, 1))
		t.Logf("%s: %d of %d codes agree, %.1f %%", c.file, same, games, percent)
		if percent < c.least {
			t.Errorf("%s: %.1f %% of the codes agree, want %.0f %%", c.file, percent, c.least)
		}
	}
}

func BenchmarkReadOpenings(b *testing.B) {
	for b.Loop() {
		readOpenings()
	}
}

func BenchmarkOpeningOfAGame(b *testing.B) {
	table := LoadOpenings()
	g, err := NewReader(strings.NewReader("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6 10. Nd5 Nbd7 11. Qd3 Bxd5 12. exd5 Rc8 13. c4 Ne8 14. Qd2 b6 15. Rac1 a5 *")).Read()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if table.Of(g).Code == "" {
			b.Fatal("no opening")
		}
	}
}

func TestChessAloneHasOpenings(t *testing.T) {
	table := fewOpenings(t)
	for _, v := range variants.All() {
		b, err := chess.NewBoard(v.Rules, "")
		if err != nil {
			t.Fatal(err)
		}
		m, err := chess.ParseMove(b, "e4")
		if err != nil {
			continue // no such move on this board
		}
		if got := table.Reached(b, []chess.Move{m}); (got != Opening{}) != (v.ID == "chess") {
			t.Errorf("%s: %q after e4", v.ID, got)
		}
		if v.Rules.Plain() != (v.ID == "chess") {
			t.Errorf("%s: Plain is %v", v.ID, v.Rules.Plain())
		}
	}
}
