//go:build unix

package plain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/ai"
)

// TestPlayAgainstAnotherEngine plays a program, which dies in the middle of the
// game: our own engine may go on in its place.
func TestPlayAgainstAnotherEngine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mortal")
	program := `#!/bin/sh
while read -r line; do
	case "$line" in
	uci) echo "id name Mortal"; echo uciok;;
	isready) echo readyok;;
	quit) exit 0;;
	*"moves e2e4") reply=e7e5;;
	*"moves e2e4 e7e5 g1f3") reply=death;;
	go*) case $reply in
		death) exit 3;;
		*) echo "bestmove $reply";;
		esac;;
	esac
done
`
	if err := os.WriteFile(path, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	levels := ai.Levels()
	strongest := levels[len(levels)-1]
	out := talk(t, "new against uci:"+path+"\ne4\nNf3\nyes\nlast\nlevel 1\nlast\nstop\n")
	for _, want := range []string{
		"Black: mortal (computer).", "Black pawn from e7 to e5.", "mortal cannot move: Mortal has ended: exit status 3",
		"Should the built-in engine take over? Type yes or no.", "Black: " + strongest.Name(), "> last\nBlack ", "Black: " + levels[0].Name(),
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	// Declined, the game waits, and what was taken back is asked for anew.
	out = talk(t, "new against uci:"+path+"\ne4\nNf3\nno\nNc3\nundo\nNf3\nno\nfen\n")
	for _, want := range []string{"The game is paused", "Took back 1 half-move.", "fen", "5N2"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if n := strings.Count(out, "has ended"); n != 2 {
		t.Errorf("the program failed %d times, want 2:\n%s", n, out)
	}
	if n := strings.Count(out, "The game is paused"); n != 3 || strings.Contains(out, "is thinking") {
		t.Errorf("a move while the game waits: told %d times what to do, want 3:\n%s", n, out)
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	out = talk(t, "new against uci:"+path+".not\nnew hex against uci:"+path+"\nnew against uci:"+text+"\n")
	for _, want := range []string{"Program not found", "No external engine supports", "text is not an executable program"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}
