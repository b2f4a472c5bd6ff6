package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"rookery/cmd/internal/clitest"
)

var writePage = flag.Bool("write", false, "write docs/screens.md anew instead of comparing it")

// shots are the screens of the page: how the program is started, what is
// typed, and a text that shows when the screen is there.
var shots = []struct {
	title, about string
	cols, rows   int
	args         string
	moves        string   // each is typed and sent
	keys         []string // pressed afterwards; "see:TEXT" waits for a text
	see          string   // texts parted by bars
}{
	{"The menu", "", 80, 24, "", "", nil, "Quit"},
	{"A new game", "Enter twice in the menu plays the last game again.", 80, 24, "", "", []string{"enter"}, "Opponent"},
	{"A game", "", 80, 24, "play", "e4 e5 Nf3 Nc6 Bb5 a6", nil, "3. Bb5|Ruy Lopez"},
	{"The same, larger", "Squares of 6×3 and more hold large pieces; F7 changes how they are drawn.", 120, 40, "play", "e4 e5 Nf3 Nc6 Bb5 a6", nil, "3. Bb5|Ruy Lopez"},
	{"Drawn in half blocks, coordinates inside the board", "", 120, 40, "play --art halfblocks", "e4 e5", []string{"f8"}, "inside the board|King's Pawn"},
	{"A piece is selected", "Round dots where it can go, brackets for the cursor.", 80, 24, "play", "e4 d5", []string{"up*5", "space", "up"}, "1. e4|Scandinavian"},
	{"Check, in a small window", "", 60, 20, "play", "e4 e5 Qh5 Nc6 Qxf7", nil, "Qxf7|Wayward Queen"},
	{"What an explosion would remove", "Marked while the move is typed, or under the cursor.", 80, 24, "play --variant atomic", "Nf3 a6 Ne5 a5", []string{"N", "x", "f", "7"}, "Nxf7"},
	{"Pieces that would be converted", "", 80, 24, "play --variant benedict", "e4 e5", []string{"Q", "h", "5"}, "Qh5"},
	{"A capture that must be made", "", 80, 24, "play --variant suicide", "e4 d5", nil, "1. e4"},
	{"A piece from the pocket", "", 80, 24, "play --variant crazyhouse", "e4 d5 exd5 Qxd5", []string{"tab", "enter", "up*3"}, "Enter to drop it"},
	{"Where the race ends", "", 80, 24, "play --variant racingkings", "", nil, "White to move"},
	{"Checks left to give", "", 80, 24, "play --variant threecheck", "e4 e5 Bc4 a6 Bxf7", nil, "2 left"},
	{"Fog", "", 80, 24, "play --variant dark1", "e4", []string{"enter"}, "Black to move"},
	{"Hexagons", "", 120, 40, "play --variant hex", "e4e5", nil, "1. e5"},
	{"Towers, and how many discs go", "", 80, 24, "play --variant makarenko", "e2e4 e7e5", []string{"up", "left", "space", "right", "up", "space"}, "How many discs"},
	{"The rules of the game, by F5", "", 80, 24, "play --variant atomic", "", []string{"f5"}, "Source"},
	{"Result", "", 80, 24, "play", "f3 e5 g4 Qh4", nil, "Black wins|A00"},
	{"ASCII", "", 80, 24, "play --ascii", "e4 e5 Nf3", nil, "2. Nf3|King's Knight"},
	{"The board editor", "", 80, 24, "", "", []string{"9"}, "Legal position"},
	{"Practice", "", 80, 24, "", "", []string{"8", "see:Puzzles", "3"}, "Kings and pawns"},
	{"A lesson for beginners", "", 80, 24, "", "", []string{"8", "see:Practice", "2", "see:Castling", "4"}, "Jump over"},
	{"Puzzles", "", 80, 24, "", "", []string{"8", "see:Practice", "1"}, "Solve puzzles"},
	{"The list of variants", "", 80, 24, "", "", []string{"5", "see:Benedict", "down*6"}, "checks are not allowed."},
	{"The settings", "", 80, 24, "", "", []string{"end", "up", "enter"}, "Touch-move"},
	{"A key is bound", "", 80, 24, "", "", []string{"end", "up", "enter", "see:Touch-move", "end", "enter", "see:Everywhere", "right", "down*12", "enter"}, "Press a key for:"},
	{"The keys of a game, by ?", "", 80, 24, "play", "", []string{"?"}, "best move of this piece"},
}

// inColour is the part of the page that no program writes: pictures of real terminals.
const inColour = `
## In colour

Pieces are drawn in sextants or quadrants, or are pictures where the terminal shows them. The pictures were taken
under a virtual display, after 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6.

kitty 0.41, 80×24, pieces in sextants (` + "`pictures = \"off\"`" + `):

![A board of 80×24 with pieces in sextants](pictures/sextants.png)

The same with pictures, by Kitty's protocol with placeholders. Each of the twelve is sent once, and a move takes as
many bytes as before:

![A board of 80×24 with pictures of pieces](pictures/kitty.png)

xterm 379, ` + "`xterm -ti vt340`" + `, 120×40, a green board, pictures by sixel; a picture is painted anew where its square changes:

![A board of 120×40 with pictures of pieces on green squares](pictures/xterm.png)
`

// firstWords stand on the first screen of a command.
var firstWords = map[string]string{"": "New game", "play": "Move "}

// screensPage is the page of all screens, taken from the program in a
// pseudo-terminal. A screen that is not one of before gets time to become one: a busy
// machine may stop the program in the middle of a frame.
func screensPage(t *testing.T, before string) string {
	var b strings.Builder
	b.WriteString("# The screens\n\nTaken from the program in a terminal without colour by\n" +
		"`go test ./cmd/rookery -run TestScreensPage -args -write`; a test keeps the page in step.\n" + inColour)
	for _, s := range shots {
		args := strings.Fields(s.args)
		if len(args) > 0 && args[0] == "play" {
			args = append(args, "--white", "human", "--black", "human")
		}
		p := startWith(t, clitest.NewHome(t), []string{"NO_COLOR=1"}, s.cols, s.rows, args...)
		p.see(firstWords[strings.Join(args[:min(len(args), 1)], "")])
		for _, move := range strings.Fields(s.moves) {
			p.enter(move)
		}
		for _, key := range s.keys {
			if text, ok := strings.CutPrefix(key, "see:"); ok {
				p.see(text)
			} else {
				p.press(key)
			}
		}
		p.see(strings.Split(s.see, "|")...)
		shown := func() string { return "```\n" + p.text() + "\n```\n" }
		p.quiet()
		for range 25 {
			if *writePage || strings.Contains(before, shown()) {
				break
			}
			p.quiet()
		}
		fmt.Fprintf(&b, "\n## %s\n\n", s.title)
		if s.about != "" {
			b.WriteString(s.about + "\n\n")
		}
		if len(args) > 0 {
			fmt.Fprintf(&b, "`rookery %s`, %d×%d\n\n", strings.Join(args, " "), s.cols, s.rows)
		}
		b.WriteString(shown())
		p.kill()
	}
	return b.String()
}

func TestScreensPage(t *testing.T) {
	const path = "../../docs/screens.md"
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := screensPage(t, string(got))
	if *writePage {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(got) != want {
		t.Errorf("%s is not what the program shows; write it anew with -args -write", path)
	}
}
