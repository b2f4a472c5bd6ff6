package opening

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/chess/known"
	"rookery/pgn"
	"rookery/pgn/internal/pgntest"
	"rookery/pgn/internal/syntax"
	"rookery/variants"
)

func fewOpenings(t *testing.T) *Table {
	t.Helper()
	table, err := parseTable("0\te4\tB00\tKing's Pawn\n" +
		"1\te5\tC20\tKing's Pawn Game\n" +
		"2\tNf3 Nc6 Bc4 Bc5 O-O\tC50\tItalian Game: castled\n" +
		"0\tNf3\tA04\tZukertort Opening\n" +
		"0\td4 d5 c4\tD06\tQueen's Gambit\n" +
		"3\te6\tD30\tQueen's Gambit Declined\n")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func readGame(t *testing.T, text string) *pgn.Game {
	t.Helper()
	g, err := pgn.NewReader(strings.NewReader(text)).Read()
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
		{"the usual starting position written down is the usual starting position", "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *", "B00 King's Pawn"},
		{"a game from elsewhere has none", "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *", ""},
		{"one from a named position has none", "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n1... e5 *", ""},
		{"another game has none", "[Variant \"Atomic\"]\n\n1. e4 e5 *", ""},
		{"random starting positions have none, the usual one among them", "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *", ""},
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
		n    *pgn.Node
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
	if g := readGame(t, "1. e4 c5 *"); !Tag(g) || g.Tags.Value("ECO") != "B20" {
		t.Errorf("the whole table gives %v", g.Tags.All())
	}
	if g := readGame(t, "[Variant \"Atomic\"]\n\n1. e4 c5 *"); Tag(g) || g.Edited() {
		t.Errorf("another game was given %v", g.Tags.All())
	}
	var out bytes.Buffer
	g := pgn.NewGame(chess.Rules{}, "")
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
	if err := pgn.NewWriter(&out).Write(g); err != nil {
		t.Fatal(err)
	}
	if want := "[Result \"*\"]\n[ECO \"A04\"]\n[Opening \"Zukertort Opening\"]\n"; !strings.Contains(out.String(), want) {
		t.Errorf("%s\nwant in it\n%s", out.String(), want)
	}
}

func TestOpeningsRefuseABadLine(t *testing.T) {
	for text, want := range map[string]string{
		"0\te4 e4\tB00\tTwice\n":             "B00 Twice: move 2, e4",
		"0\te4\tB00\n":                       "different columns",
		"0\te4\tB00\tOne\n2\te5\tC20\tTwo\n": "C20\\tTwo\\n\": the opening table has different columns",
	} {
		if _, err := parseTable(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an error with %q", text, err, want)
		}
	}
}

// TestAllOpenings reads the whole table.
func TestAllOpenings(t *testing.T) {
	table := Load()
	if table != Load() {
		t.Error("the table was made twice")
	}
	named := 0
	for _, key := range table.named.keys {
		if key != 0 {
			named++
		}
	}
	if n := len(table.lines); n < 3800 || named != n {
		t.Errorf("%d lines to %d positions, want 3,800 or more to as many", n, named)
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

// TestCodesMatchTheEncyclopaedia holds lines whose codes every edition of the
// Encyclopaedia of Chess Openings gives alike.
func TestCodesMatchTheEncyclopaedia(t *testing.T) {
	for text, want := range map[string]string{
		"1. b3":                       "A01",
		"1. f4":                       "A02",
		"1. c4 e5":                    "A20",
		"1. d4 Nf6 2. Bg5":            "A45",
		"1. d4 Nf6 2. c4 c5 3. d5 b5": "A57",
		"1. d4 f5":                    "A80",
		"1. e4 d5":                    "B01",
		"1. e4 c6 2. d4 d5 3. e5":     "B12",
		"1. e4 c5 2. c3":              "B22",
		"1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5":                              "B33",
		"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6":                               "B70",
		"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6":                               "B90",
		"1. e4 e6 2. d4 d5 3. e5":                                                           "C02",
		"1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 5. a3 Bxc3+ 6. bxc3 Ne7 7. Qg4":              "C18",
		"1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 5. a3 Bxc3+ 6. bxc3 Ne7 7. Nf3":              "C19",
		"1. e4 e5 2. f4 exf4":                                                               "C33",
		"1. e4 e5 2. Nf3 Nf6":                                                               "C42",
		"1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4":                                            "C45",
		"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4":                                              "C51",
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6":                                                    "C65",
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5": "C89",
		"1. d4 d5 2. c4 c6":                                                                 "D10",
		"1. d4 d5 2. c4 dxc4":                                                               "D20",
		"1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5":                                               "D50",
		"1. d4 Nf6 2. c4 g6 3. Nc3 d5 4. cxd5 Nxd5":                                         "D85",
		"1. d4 Nf6 2. c4 e6 3. Nf3 b6":                                                      "E12",
		"1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2":                                              "E32",
		"1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. f3":                                      "E80",
	} {
		if got := Load().Of(readGame(t, text+" *")); got.Code != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestOpeningsAgreeWithOthers compares with the codes that editors wrote.
// lichess takes its codes from this table. Those of The Week in Chess follow
// the order of moves more and know less lines: of 147 that differ, most are
// games that come by transposition to a line with a code of its own, such as
// the King's Indian Attack (A05, A07), or lines that lichess moved, such as the
// Giuoco Pianissimo (C53, C54).
func TestOpeningsAgreeWithOthers(t *testing.T) {
	for _, c := range []struct {
		file  string
		least float64 // percent
	}{{"games/lichess.pgn", 98}, {"corpora/twic1599_1000k.pgn", 86}, {"corpora/lichess_db_1000k.pgn", 99}} {
		t.Run(c.file, func(t *testing.T) {
			table, r := Load(), pgn.NewReader(bytes.NewReader(known.Read(t, known.Path(t, c.file))))
			games, same := 0, 0
			for {
				g, err := r.Read()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if code := g.Tags.Value("ECO"); !syntax.IsUnset(code) {
					games++
					if table.Of(g).Code == code {
						same++
					}
				}
			}
			percent := 100 * float64(same) / float64(max(games, 1))
			t.Logf("%d of %d codes agree, %.1f %%", same, games, percent)
			if percent < c.least {
				t.Errorf("%.1f %% of the codes agree, want %.0f %%", percent, c.least)
			}
		})
	}
}

func BenchmarkReadOpenings(b *testing.B) {
	for b.Loop() {
		readTable()
	}
}

func BenchmarkOpeningOfAGame(b *testing.B) {
	table := Load()
	g, err := pgn.NewReader(strings.NewReader("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6 10. Nd5 Nbd7 11. Qd3 Bxd5 12. exd5 Rc8 13. c4 Ne8 14. Qd2 b6 15. Rac1 a5 *")).Read()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if table.Of(g).Code == "" {
			b.Fatal("no opening")
		}
	}
}

// A game is left where no more names can follow: whoever looks at every position finds
// no other one. Games that begin with an opening and shuffle on are the hardest.
func TestNoNameIsMissed(t *testing.T) {
	table, ended, games := Load(), 0, 0
	check := func(b chess.Board, moves []chess.Move) {
		games++
		way := [2]chess.Position{*b.(chess.Positioned).Position()}
		tracker := Tracker{Table: table}
		tracker.Begin(&way[0])
		var want Opening
		for i, m := range moves {
			now, next := &way[i&1], &way[i&1^1]
			now.Apply(m, next)
			if name, ok := table.At(next); ok {
				want = name
			}
			if tracker.Active {
				tracker.See(next)
			}
		}
		if tracker.Opening != want {
			t.Fatalf("%v, want %v, behind %v", tracker.Opening, want, moves)
		}
		if !tracker.Active {
			ended++
		}
	}
	start, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range table.Lines() {
		// On with another line, as far as its moves can be played.
		moves := append([]chess.Move(nil), line...)
		p := *start.(chess.Positioned).Position()
		for _, m := range moves {
			var next chess.Position
			p.Apply(m, &next)
			p = next
		}
		for _, m := range table.Lines()[(i*37+11)%len(table.Lines())] {
			if p.IsLegal(m) {
				var next chess.Position
				p.Apply(m, &next)
				p, moves = next, append(moves, m)
			}
		}
		check(start, moves)
	}
	for _, path := range pgntest.Files(t) {
		r := pgn.NewReader(bytes.NewReader(known.Read(t, path)))
		for {
			g, err := r.Read()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if g.Err == nil && g.Rules.Plain() && g.Start == "" && !slices.Contains(g.Root.End().Moves(), chess.Pass) {
				check(start, g.Root.End().Moves())
			}
		}
	}
	if games <= len(table.Lines()) || ended == 0 {
		t.Errorf("%d games, %d lines of the table, %d games left before their end", games, len(table.Lines()), ended)
	}
}

func TestOnlyChessHasOpenings(t *testing.T) {
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
