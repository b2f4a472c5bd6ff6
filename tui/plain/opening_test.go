package plain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpeningIsTold(t *testing.T) {
	out := talk(t, "opening\nnew chess friend\nopening\nNf3\nd5\nd4\nNf6\nc4\ne6\nNc3\nopening\nback 6\neco\npgn\nquit\n")
	for _, want := range []string{
		"> opening\nNo board yet.", "This opening has no name.",
		"Queen's Gambit Declined: Three Knights Variation. ECO code D37.", "> eco\nZukertort Opening. ECO code A04.",
		"[ECO \"D37\"]\n[Opening \"Queen's Gambit Declined: Three Knights Variation\"]",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
	out = talk(t, "new kingofthehill friend\ne4\nopening\npgn\nquit\n")
	if !strings.Contains(out, "This opening has no name.") || strings.Contains(out, "ECO") {
		t.Errorf("another game has an opening:\n%s", out)
	}
}

func TestOpeningOfAGameThatIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.pgn")
	if err := os.WriteFile(path, []byte("1. e4 e5 (1... c5) 2. Nf3 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := talk(t, "open "+path+"\nopening\nnext 2\nopening\nback\nline 2\nopening\nquit\n")
	for _, want := range []string{"This opening has no name.", "King's Pawn Game. ECO code C20.", "Sicilian Defense. ECO code B20."} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
}

// TestBoardFromTheOtherSide tells the board from both sides; the board itself stays
// as it is, also for what is saved.
func TestBoardFromTheOtherSide(t *testing.T) {
	out := talk(t, "new chess friend\nflip\nboard\ne4\nfen\npgn\n")
	for _, want := range []string{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq", "1. e4 *"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
}

// TestPlayedGames ends games, hears of them and deletes one.
func TestPlayedGames(t *testing.T) {
	o, out := optionsFor(t, strings.Join([]string{
		"played", "new friend chess", "f3", "e5", "g4", "Qh4", "new friend atomic", "e4", "resign", "yes", "new friend chess", "d4", "stop",
		"delete 2", "delete 1", "yes", "played", "results", "delete 2-9", "delete 2", "yes", "close", "delete all",
	}, "\n"))
	o.Store.KeepHistory(filepath.Join(t.TempDir(), "history"))
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	checkPlain(t, out.String())
	for _, want := range []string{
		"No games yet. Every game you finish is kept here.", "Type again for a rematch, played for your games.",
		"Type delete and numbers from 1 to 1", "Abandon 1 game? They stay among the games you have played. Type yes or no.", "0 unfinished games left.",
		"> played\n3 games.", "3 games between two people or two computers.", "Type delete and numbers from 1 to 3", "Delete 1 game? This cannot be undone. Type yes or no.\n> yes\n2 games.",
		"> delete all\nNo unfinished games.",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told:\n%s", want, out.String())
		}
	}
}
