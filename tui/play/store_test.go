package play

import (
	"os"
	"strings"
	"testing"
	"time"

	"rookery/chess"
)

func TestKeptGamesHaveTheirOpening(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules chess.Rules
		fen   string
		want  []string
		lacks string
	}{
		{"chess", chess.Rules{}, "", []string{`[ECO "C60"]`, `[Opening "Ruy Lopez"]`}, "SetUp"},
		{"another game", chess.Rules{Goal: chess.Hill}, "", []string{`[Variant "`}, "ECO"},
		{"from elsewhere", chess.Rules{}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", []string{`[SetUp "1"]`}, "ECO"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := Saved{
				ID: "1", Config: Config{Rules: c.rules, Setup: -1, FEN: c.fen, Players: [2]Player{{Name: "A"}, {Name: "B"}}},
				Began: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC),
			}
			game, err := g.Replay()
			if err != nil {
				t.Fatal(err)
			}
			for _, san := range strings.Fields("e4 e5 Nf3 Nc6 Bb5") {
				if _, err := game.PlaySAN(san); err != nil {
					t.Fatal(err)
				}
			}
			g.Moves = game.Moves()
			path, err := NewStore("", t.TempDir()).Keep(g)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range c.want {
				if !strings.Contains(string(text), want) {
					t.Errorf("the file lacks %s:\n%s", want, text)
				}
			}
			if strings.Contains(string(text), c.lacks) {
				t.Errorf("the file tells %s:\n%s", c.lacks, text)
			}
		})
	}
}
