//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"rookery/cmd/internal/clitest"
)

// startSlow plays against an engine that answers e7e5, then b8c6, each only
// when answer is called.
func startSlow(t *testing.T, h clitest.Home, env []string) (p *terminal, answer func()) {
	t.Helper()
	if err := exec.Command("mkfifo", h.Path("gate1"), h.Path("gate2")).Run(); err != nil {
		t.Skip("there is no mkfifo:", err)
	}
	h.Write(t, `#!/bin/sh
n=0
while read -r line; do
	case "$line" in
	uci) echo "id name Slow"; echo uciok;;
	isready) echo readyok;;
	quit) exit 0;;
	go*) n=$((n+1)); read -r gate <"${0%/*}/gate$n"
		case $n in
		1) echo "bestmove e7e5";;
		2) echo "bestmove b8c6";;
		*) exit 0;;
		esac;;
	esac
done
`, "slow")
	if err := os.Chmod(h.Path("slow"), 0o700); err != nil {
		t.Fatal(err)
	}
	p = startWith(t, h, env, 80, 24, "play", "--black", "uci:"+h.Path("slow"))
	p.shows(firstArray)
	n := 0
	return p, func() {
		t.Helper()
		n++
		if err := os.WriteFile(h.Path(fmt.Sprintf("gate%d", n)), []byte("on\n"), 0); err != nil {
			t.Fatal(err)
		}
	}
}

// TestQuestionOutlivesTheAnswer asks while the opponent thinks: his move leaves the
// question, and y answers it instead of being written as a move.
func TestQuestionOutlivesTheAnswer(t *testing.T) {
	t.Parallel()
	p, answer := startSlow(t, clitest.NewHome(t), nil)
	p.enter("e4")
	p.see("thinking")
	p.press("ctrl+r")
	p.see("Resign the game? [y/N]")
	answer()
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
	p.see("Resign the game? [y/N]")
	p.press("y")
	p.see("Black wins: White resigned")
}

// TestPremoveWhileTheOpponentThinks makes a move ahead by text and by mouse.
func TestPremoveWhileTheOpponentThinks(t *testing.T) {
	t.Parallel()
	p, answer := startSlow(t, clitest.NewHome(t), nil)
	p.enter("e4")
	p.see("thinking")
	p.enter("nc3")
	p.see("premove Nc3")
	p.press("esc")
	p.see("cancelled")
	p.enter("nf3")
	p.see("premove Nf3")
	answer()
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
	p.see("2. Nf3", "thinking")
	// The look back outlives the answer.
	p.press("pgup", "pgup")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	answer()
	p.see("Nc6 was played: End returns to the game")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.press("end")
	p.shows("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
}

// TestCalledAtOnesMove wants a bell, the title of the window and a spoken
// sentence when the opponent has moved.
func TestCalledAtOnesMove(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	if err := exec.Command("mkfifo", h.Path("spoken")).Run(); err != nil {
		t.Skip("there is no mkfifo:", err)
	}
	h.Write(t, "[habits]\nsignal = \"bell\"\nspeech = true\n", "config", "rookery", "config.toml")
	h.Write(t, "#!/bin/sh\necho \"$2\" >"+h.Path("spoken")+"\n", "bin", "espeak-ng")
	if err := os.Chmod(h.Path("bin", "espeak-ng"), 0o700); err != nil {
		t.Fatal(err)
	}
	p, answer := startSlow(t, h, []string{"PATH=" + h.Path("bin") + ":" + os.Getenv("PATH")})
	p.enter("e4")
	p.see("thinking")
	before := len(p.output())
	answer()
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
	p.until("a bell and a title", func(string) bool {
		out := p.output()[before:]
		return bytes.Contains(out, []byte("Your move: Chess")) && bytes.Contains(bytes.ReplaceAll(out, []byte("Rookery\a"), nil), []byte("\a"))
	})
	spoken, err := os.ReadFile(h.Path("spoken"))
	if err != nil || string(spoken) != "pawn e7 to e5\n" {
		t.Errorf("spoken %q, %v", spoken, err)
	}
}

// TestSounds hears a game through a player on the PATH, and its end by the bell where there
// is none.
func TestSounds(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	if err := exec.Command("mkfifo", h.Path("heard")).Run(); err != nil {
		t.Skip("there is no mkfifo:", err)
	}
	h.Write(t, "[habits]\nsounds = \"sounds\"\n", "config", "rookery", "config.toml")
	h.Write(t, "#!/bin/sh\nPATH=/usr/bin:/bin\necho \"$(basename \"$1\") $(head -c 4 \"$1\")\" >"+h.Path("heard")+"\n", "bin", "paplay")
	if err := os.Chmod(h.Path("bin", "paplay"), 0o700); err != nil {
		t.Fatal(err)
	}
	moves := []string{"e4", "f5", "exf5", "g5", "Qh5#"}
	play := func(path string) *terminal {
		return startWith(t, h, []string{"PATH=" + path}, 80, 24, "play", "--white", "human", "--black", "human")
	}
	p := play(h.Path("bin"))
	for i, want := range []string{"move.wav", "move.wav", "capture.wav", "move.wav", "end.wav"} {
		p.enter(moves[i])
		if heard, err := os.ReadFile(h.Path("heard")); err != nil || string(heard) != want+" RIFF\n" {
			t.Fatalf("%s: heard %q, %v, want %q", moves[i], heard, err, want)
		}
	}
	p = play(h.Path("nothing"))
	bells := func() int { return bytes.Count(bytes.ReplaceAll(p.output(), []byte("Rookery\a"), nil), []byte("\a")) }
	for _, m := range moves {
		p.enter(m)
		p.see(m)
	}
	p.until("a bell", func(string) bool { return bells() == 1 })
}

// TestDragAndLetGo drags a piece to its square, another off the board, and lets
// a third find its move.
func TestDragAndLetGo(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--white", "human", "--black", "human",
		"--fen", "4k3/8/4p3/p2p3r/8/8/4P3/3QK3 w - - 0 1")
	p.shows("4k3/8/4p3/p2p3r/8/8/4P3/3QK3")
	_, bottom, ok := p.find("a    b    c    d    e    f    g    h")
	if !ok {
		t.Fatal("the files are not named under the board")
	}
	mouse := func(sign byte, col, row int) { p.write(fmt.Sprintf("\x1b[<0;%d;%d%c", col+1, row+1, sign)) }
	at := func(file, rank int) (col, row int) { return 5 + 5*file, bottom - 2*rank }
	drag := func(col1, row1, col2, row2 int) { mouse('M', col1, row1); mouse('m', col2, row2) }
	c1, r1 := at(4, 1)
	drag(c1, r1, 70, 3) // off the board: put back
	c2, r2 := at(4, 4)
	p.click(c2, r2) // so that nothing is held there
	p.shows("4k3/8/4p3/p2p3r/8/8/4P3/3QK3")
	c1, r1 = at(4, 2)
	c2, r2 = at(4, 3)
	drag(c1, r1, c2, r2)
	p.shows("4k3/8/4p3/p2p3r/8/4P3/8/3QK3")
	p.enter("Kd7")
	p.shows("8/3k4/4p3/p2p3r/8/4P3/8/3QK3")
	c1, r1 = at(3, 1)
	p.click(c1, r1)
	p.press("!")
	p.shows("8/3k4/4p3/p2p3Q/8/4P3/8/4K3")
}
