package chess_test

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"rookery/chess"
)

// From the rules to a board, a move on it, and how the game stands.
func Example() {
	rules := chess.Rules{} // the zero value is chess
	board, err := chess.NewBoard(rules, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(board.Moves(nil)), "moves for", board.Turn())
	var written []string
	for _, text := range []string{"f3", "e5", "g4", "Qh4"} {
		move, err := chess.ParseSAN(board, text)
		if err != nil {
			fmt.Println(err)
			return
		}
		written = append(written, chess.SAN(board, move))
		board.Make(move)
	}
	fmt.Println(strings.Join(written, " "))
	outcome := board.Outcome()
	fmt.Println(outcome.Result, "by", outcome.Reason)
	// Output:
	// 20 moves for white
	// f3 e5 g4 Qh4#
	// 0-1 by checkmate
}

// Rules combine axis by axis; a conflict is reported in words.
func ExampleCombine() {
	blast := chess.Rules{Name: "Blast", Capture: chess.Explode}
	pocket := chess.Rules{Name: "Pocket", Pocket: chess.Anywhere}
	turncoats := chess.Rules{Name: "Turncoats", Capture: chess.Convert}

	both, err := chess.Combine(blast, pocket)
	fmt.Println(both.Name, err)
	_, err = chess.Combine(blast, turncoats)
	fmt.Println(err)
	// Output:
	// Blast + Pocket <nil>
	// Blast and Turncoats both change what a capture does; choose one
}

// Undo takes back whatever Make did.
func ExampleBoard() {
	blast := chess.Rules{Capture: chess.Explode}
	board, _ := chess.NewBoard(blast, "rnbqkbnr/ppp1pppp/8/3p4/8/4N3/PPPPPPPP/R1BQKBNR w KQkq - 0 1")
	move, _ := chess.ParseSAN(board, "Nxd5")
	board.Make(move)
	fmt.Println(board.FEN())
	board.Undo()
	fmt.Println(board.FEN())
	// Output:
	// rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1
	// rnbqkbnr/ppp1pppp/8/3p4/8/4N3/PPPPPPPP/R1BQKBNR w KQkq - 0 1
}

// In fog each side is shown what its pieces see.
func ExampleView() {
	board, _ := chess.NewBoard(chess.Rules{Fog: true}, "")
	fmt.Println(board.View(chess.WhiteObserver).Placement())
	fmt.Println(board.View(chess.Everyone).Placement())
	// Output:
	// ????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
}

// A Setup may be illegal: it can be read, changed and written before it is judged.
func ExampleSetup() {
	setup, err := chess.ParseSetup("4k3/8/8/8/8/8/8/4R3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = setup.Position(chess.Rules{})
	fmt.Println(err)
	setup.Turn = chess.Black
	fmt.Println(setup.FEN())
	// Output:
	// FEN placement, character 20: white has no king
	// 4k3/8/8/8/8/8/8/4R3 b - - 0 1
}

// Every fault of a position is reported with its place.
func ExampleParsePosition() {
	_, err := chess.ParsePosition(chess.Rules{}, "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQXBNR w KQkq e4 0 1")
	fmt.Println(err)
	// Output:
	// FEN placement, character 10: rank 7 has 9 squares, not 8
	// FEN placement, character 41: invalid piece 'X': use P N B R Q K and digits
	// FEN placement, character 45: white has no king
	// FEN en passant, character 53: with white to move, the en passant square must be on rank 6, not 4
}

// What a player types is read leniently and refused with a reason.
func ExampleParseSAN() {
	board, _ := chess.NewBoard(chess.Rules{}, "4r1k1/8/8/8/8/2N5/4N3/4K2R w K - 0 1")
	for _, text := range []string{"nb5", "0-0", "Rh1xh8+!", "Nd4", "xyzzy"} {
		move, err := chess.ParseSAN(board, text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(chess.SAN(board, move), chess.UCI(board, move))
	}
	// Output:
	// Nb5 c3b5
	// O-O e1g1
	// Rh8+ h1h8
	// Nd4: the knight on e2 is pinned: the king would be in check from the rook on e8
	// "xyzzy" is not a valid move: enter one like e4, Nf3, exd5 or O-O
}

func ExampleAmbiguousError() {
	board, _ := chess.NewBoard(chess.Rules{}, "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1")
	_, err := chess.ParseSAN(board, "Ne2")
	var many *chess.AmbiguousError
	if errors.As(err, &many) {
		fmt.Println(strings.Join(many.Choices, ", "))
	}
	fmt.Println(err)
	// Output:
	// Nge2, Nce2
	// Ne2 is ambiguous (two knights): enter Nge2 or Nce2
}

func ExampleSuggest() {
	board, _ := chess.NewBoard(chess.Rules{}, "")
	fmt.Println(chess.Suggest(board, "Nf4", 1))
	// Output: [Nf3]
}

// A game knows what its board does not: here, that the position has occurred
// three times.
func ExampleGame() {
	game, err := chess.NewGame(chess.Rules{}, -1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range strings.Fields("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8") {
		if _, err := game.PlaySAN(text); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println("may be claimed:", game.Claimable())
	if err := game.Claim(); err == nil {
		fmt.Println(game.Outcome().Result, "by", game.Outcome().Reason)
	}
	game.Undo()
	fmt.Println(game.Outcome().Over(), game.Ply())
	// Output:
	// may be claimed: threefold
	// 1/2-1/2 by threefold
	// false 7
}

// The caller passes the time to a clock.
func ExampleClock() {
	control, _ := chess.ParseControl("5+3")
	now := time.Unix(0, 0)
	clock := chess.NewClock(control).Start(now)
	now = now.Add(20 * time.Second)
	clock = clock.Press(now)
	now = now.Add(5 * time.Minute)
	fmt.Println(clock.Left(chess.White, now), clock.Left(chess.Black, now))
	fmt.Println(clock.Flagged(now))
	// Output:
	// 4m43s 0s
	// black true
}

func ExamplePerft() {
	board, _ := chess.NewBoard(chess.Rules{}, "")
	fmt.Println(chess.Perft(board, 3))
	// Output: 8902
}
