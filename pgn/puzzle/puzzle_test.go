package puzzle

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestEmbedded holds that every puzzle of the program can be set up and solved to its end, and
// that both tables together stay small.
func TestEmbedded(t *testing.T) {
	set := Embedded()
	lichess, many := 0, 0
	inVariant := make(map[string]int)
	names := make(map[string]bool)
	for i := range set {
		p := &set[i]
		if p.Lichess() {
			lichess++
		} else if inVariant[p.Variant]++; inVariant[p.Variant] == 100 {
			many++
		}
		if names[p.ID] {
			t.Errorf("%s is there twice", p.ID)
		}
		names[p.ID] = true
		if p.Rating < 100 || p.Rating > 4000 || p.Themes == "" {
			t.Errorf("puzzle %s has rating %d and themes %q", p.ID, p.Rating, p.Themes)
		}
		if testing.Short() && i%20 != 0 {
			continue
		}
		if _, _, err := p.Line(); err != nil {
			t.Error(err)
		}
	}
	if many < 10 {
		t.Errorf("%d variants have a hundred puzzles, want ten: %v", many, inVariant)
	}
	if lichess != 4499 {
		t.Errorf("%d puzzles of lichess, want 4499", lichess)
	}
	if games := Variants(set); len(games) < 9 || games[0] != "chess" {
		t.Errorf("puzzles of %v alone", games)
	}
	if n := len(lichessTable) + len(variantTable); n > 300<<10 {
		t.Errorf("both tables take %d bytes, want at most 300 KB", n)
	}
}

const dump = `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1798,77,95,8465,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48,
0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1473,74,96,33393,advantage endgame short,https://lichess.org/F8M8OS71#53,
"0009B","r2qr1k1/b1p2ppp/pp4n1/P1P1p3/4P1n1/B2P2Pb/3NBP1P/RN1QR1K1 b - - 1 16","b6c5 e2g4 h3g4 d1g4",1107,75,87,594,"advantage middlegame short",https://lichess.org/4MWQCxQ6/black#32,"Kings_Pawn_Game Kings_Pawn_Game_Leonardis_Variation"
`

// TestOpenDump opens lichess's dump as it is, plain and packed, and filters it.
func TestOpenDump(t *testing.T) {
	dir := t.TempDir()
	plain, packed := filepath.Join(dir, "lichess_db_puzzle.csv"), filepath.Join(dir, "lichess_db_puzzle.csv.zst")
	var z bytes.Buffer
	w, err := zstd.NewWriter(&z)
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(dump))
	w.Close()
	for name, text := range map[string][]byte{plain: []byte(dump), packed: z.Bytes()} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			f    Filter
			want string
		}{
			{Filter{}, "00008 0000D 0009B"},
			{Filter{Theme: "short"}, "0000D 0009B"},
			{Filter{From: 1200}, "00008 0000D"},
			{Filter{From: 1200, To: 1500}, "0000D"},
			{Filter{Plays: 10_000}, "0000D"},
			{Filter{Variant: "atomic"}, ""},
		} {
			set, err := Open(context.Background(), name, test.f, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, p := range set {
				ids = append(ids, p.ID)
				if _, _, err := p.Line(); err != nil {
					t.Error(err)
				}
			}
			if got := strings.Join(ids, " "); got != test.want {
				t.Errorf("%s, %+v: %q, want %q", filepath.Base(name), test.f, got, test.want)
			}
		}
	}
}

// TestOpenBadFiles says what is wrong with a file and where.
func TestOpenBadFiles(t *testing.T) {
	head := Header()
	for text, want := range map[string]string{
		"":                       "is empty",
		"1. e4 e5\n":             "no table of puzzles",
		head + "x\tfen\n":        "line 2",
		head + "a\tb\tc\tmany\n": "rating is no number",
	} {
		name := filepath.Join(t.TempDir(), "p.tsv")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(context.Background(), name, Filter{}, 1, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an error with %q", text, err, want)
		}
	}
	if _, err := Open(context.Background(), t.TempDir(), Filter{}, 1, nil); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("a folder: %v", err)
	}
}

// TestRow writes a puzzle as a row and reads it back.
func TestRow(t *testing.T) {
	p := Puzzle{ID: "abc", Variant: "atomic", FEN: "8/8/8/8/8/8/8/K1k5 w - - 0 1", Moves: "a1a2 c1c2", Rating: 1234, Deviation: 80, Plays: 7, Themes: "short fork", Game: "Anna – Bela 2026.01.02"}
	got, err := ReadRow(p.Row())
	if err != nil || got != p {
		t.Errorf("%+v, %v, want %+v", got, err, p)
	}
	p.Game = "with\ttab\nand line"
	if strings.Count(p.Row(), "\n") != 1 {
		t.Error("a row has several lines")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(dump)
	f.Add(Header() + "a\tb\tc\t1\n")
	f.Fuzz(func(t *testing.T, text string) {
		_ = Read(context.Background(), strings.NewReader(text), func(p *Puzzle) bool { _, _, _ = p.Line(); return true })
	})
}
