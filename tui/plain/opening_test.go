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
