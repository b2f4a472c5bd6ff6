package variants

import (
	"math/rand/v2"
	"strings"

	"rookery/chess"
)

// Chaos draws how each piece looks and, apart from that, how it moves.
var Chaos = chess.Rules{
	Name: "Chaos", Aim: "Checkmate the king; pieces do not move as they look.",
	Start:      &chess.StartPositions{Name: "a random setup", Count: 1 << 30, Usual: 1, FEN: chaosStart},
	NoCastling: true,
	Disguise:   true,
}

var chaosVariant = Variant{
	ID: "chaos", Rules: Chaos, PGN: "Chaos",
	Card: `The king stands on a random file. Each of the other fifteen pieces gets a random look
and, independently, a random way of moving: pawn, knight, bishop, rook or queen. Black
mirrors White. The king looks and moves like a king, and checkmate depends on how pieces
move.
A piece that moves like a pawn also captures and promotes like one. There is no
castling.`,
	Source: "EVP Chess; no castling: house rule",
	Sample: "Qxc7 Nac6 Q1xc6 Ne6 Qa5#", // from starting position 1
	Lesson: Lesson{About: "Pieces do not move as they look. Pick one up to see where it may go.", Exercises: []Exercise{
		{"4k3/8/8/8/N{r}6p/8/8/4K3 w - - 0 1", "This knight moves like a rook. Capture the pawn.", ToCapture, ""},
		{"4k3/8/8/3p4/8/2B{n}5/8/4K3 w - - 0 1", "This bishop moves like a knight. Capture the pawn.", ToCapture, ""},
		{"8/Q{p}3k3/8/8/8/8/8/4K3 w - - 0 1", "This queen moves like a pawn. Promote it.", ToPromote, ""},
		{"4k3/8/8/8/8/8/8/P{r}5K1 w - - 0 1", "This pawn moves like a rook. Give check.", ToCheck, ""},
		{"6k1/5ppp/8/8/8/8/8/B{q}5K1 w - - 0 1", "This bishop moves like a queen. Checkmate.", ToWin, ""},
	}},
}

// chaosStart draws the starting position of a seed: the king's file, then for each of
// White's other pieces a look and a move set out of pawn, knight, bishop, rook
// and queen. In FEN a letter is the look, braces hold the move set where it
// differs.
func chaosStart(seed int) string {
	rng := rand.New(rand.NewPCG(uint64(seed), 0x726f6f6b657279))
	const kinds = "pnbrq"
	king := rng.IntN(8)
	var ranks [2]strings.Builder // the first and the second
	for i := range ranks {
		for file := range 8 {
			if i == 0 && file == king {
				ranks[i].WriteByte('k')
				continue
			}
			look, moves := kinds[rng.IntN(5)], kinds[rng.IntN(5)]
			ranks[i].WriteByte(look)
			if look != moves {
				ranks[i].WriteString("{" + string(moves) + "}")
			}
		}
	}
	first, second := ranks[0].String(), ranks[1].String()
	return first + "/" + second + "/8/8/8/8/" + looksOfWhite(second) + "/" + looksOfWhite(first) + " w - - 0 1"
}

// looksOfWhite writes the looks of a rank in capitals and leaves the move sets alone.
func looksOfWhite(rank string) string {
	var b strings.Builder
	inside := false
	for _, c := range rank {
		inside = inside && c != '}' || c == '{'
		if !inside {
			c = []rune(strings.ToUpper(string(c)))[0]
		}
		b.WriteRune(c)
	}
	return b.String()
}
