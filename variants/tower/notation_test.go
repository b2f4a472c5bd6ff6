package tower

import (
	"errors"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/chess/boardtest"
)

// splitting has towers to split: a king of twelve on e1, a queen on d1.
const splitting = "4k3/8/8/8/3p4/8/4P3/3QK{12}3 w - - 0 1"

func TestMoveText(t *testing.T) {
	b := setUp(t, splitting)
	for text, want := range map[string]string{
		"d1d4":        "d1d4",
		"D1D4":        "d1d4",
		"d1-d4":       "d1d4",
		"d1xd4":       "d1d4",
		"d1d4:7":      "d1d4",
		" d1 d4 ":     "d1d4",
		"1.d1d4!?":    "d1d4",
		"d1d4:3":      "d1d4:3",
		"d1xd4=3":     "d1d4:3",
		"d1-d4/3":     "d1d4:3",
		"d1d4(3)":     "d1d4:3",
		"e1f2:8":      "e1f2:8",
		"e1f2":        "e1f2",
		"e1e2":        "e1e2",
		"e1e2:10":     "e1e2:10",
		"c3:4":        "d1c3:4",
		"d1d2:1":      "d1d2:1",
		"e2e4":        "e2e4",
		"e1d3":        "e1d3:4",
		"e1-d3\u2009": "e1d3:4",
		"--":          "--",
		"0000":        "--",
	} {
		m, err := chess.ParseMove(b, text)
		if err != nil {
			t.Errorf("%q: %v, want %s", text, err, want)
			continue
		}
		if got := chess.MoveText(b, m); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}

func TestIllegalMovesAreRefusedWithAReason(t *testing.T) {
	for _, test := range []struct{ name, fen, text, want string }{
		{"an empty square", splitting, "a4a5", "a4a5: no tower on a4"},
		{"the other side's tower", splitting, "d4d3", "d4d3: the tower on d4 is not yours"},
		{"more discs than there are", splitting, "d1d4:9", "d1d4:9: the tower on d1 has only 7 discs"},
		{"a part that does not go so", splitting, "d1d4:4", "d1d4:4: 4 discs, moving as a knight, cannot go from d1 to d4"},
		{"one disc", splitting, "d1c2:1", "d1c2:1: 1 disc, moving as a pawn, cannot go from d1 to c2"},
		{"the last king broken up", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e4:3", "e1e4:3: you would be left without a king"},
		{"a target that none reaches", splitting, "a8", "a8: none of your towers can go there"},
		{"a target and a count", splitting, "h8:3", "h8:3: no part of 3 discs can go there"},
		{"the same square", splitting, "d1d1", "d1d1: a move must end on another square"},
		{"a target for many", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d2", "d2 is ambiguous (four moves): enter d1d2, d1d2:2, d1d2:1 or e1d2"},
		{"parts that differ only in height", "4k3/8/8/8/8/8/8/4K{30}3 w - - 0 1", "e1f2:99", "e1f2:99: the tower on e1 has only 30 discs"},
		{"no whole tower goes there, three parts do", "4k3/8/8/8/8/8/8/K3K{9}3 w - - 0 1", "e1g3",
			"e1g3 is ambiguous (three moves): enter e1g3:7, e1g3:6 or e1g3:5"},
		{"nonsense", splitting, "Nf3", `"Nf3" is not a valid move: enter one like e2e4, or d1d4:3 for three discs`},
		{"control characters", splitting, "\x1b[2J\u202e", `"\x1b[2J\u202e" is not a valid move: enter one like e2e4, or d1d4:3 for three discs`},
		{"a text without end", splitting, strings.Repeat(" ", 80) + "e2e4", `is not a valid move`},
		{"No saved games yet. Save one", "8/8/8/8/8/8/8/k7 w - - 0 1", "a1a2", "the game is over"},
	} {
		_, err := chess.ParseMove(setUp(t, test.fen), test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	var syntax *chess.SyntaxError
	if _, err := chess.ParseMove(setUp(t, ""), "?"); !errors.As(err, &syntax) || syntax.Text != "?" {
		t.Errorf("a question mark gives %v, want a *chess.SyntaxError", err)
	}
}

func FuzzParseMove(f *testing.F) {
	boardtest.FuzzMoves(f, Rules, []string{splitting}, []string{"e2e4", "d1d4:3", "1.e1-d3(4)+", "--", "d4"})
}
