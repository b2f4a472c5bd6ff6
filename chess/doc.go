// Package chess is the rules of chess and of the games that differ from it in
// some ways: what a position is, what is legal, how a game ends, and how all
// of it is written down. It names no variant, draws nothing, reads no wall
// clock and imports only the standard library.
//
// # Rules
//
// A [Rules] is a struct of axes: what a capture does, whether it is
// compulsory, what the king is, what wins, what stalemate is worth, whether
// captured pieces come back, and so on. Each axis is zero where the game is as in
// chess, so Rules{} is chess and a variant names only what it changes:
//
//	explosive := chess.Rules{Name: "Explosive", Capture: chess.Explode}
//
// [Combine] joins such deltas axis by axis and says in words why two do not
// go together. Whatever it accepts is a game that can be played, written,
// read and searched.
//
// # Board
//
// A [Board] is one game in progress: it lists its legal moves, makes them and
// takes them back. [NewBoard] sets one up from rules and a FEN. Where its
// cells are and what they are called is its [Layout]; what somebody may know
// of it is its [View], and nothing else is drawn or sent to anybody, so that
// fog hides pieces in one place only.
//
// Boards that are not 8×8 plug in through [BoardType]. The 8×8 board stands on
// a [Position], a plain value of bitboards that is copied and never undone; a
// search takes it from the board through [Positioned] and plays with
// [Position.Apply].
//
// # Move
//
// A [Move] is a word that means something only on the board that gave it. It
// is written as a player reads it by [SAN] or [MoveText], as programs do by
// [UCI], and read back by [ParseSAN], [ParseMove] and [ParseUCI]. Reading is
// lenient, and its errors are meant for the player: [SyntaxError] when it is
// no move, [IllegalError] with the rule that forbids it, [AmbiguousError] with
// the choices. [Suggest] guesses what was meant.
//
// A text from outside that describes a position is read once, as a [Setup],
// which need not be legal, and judged once, by [ParsePosition] or NewBoard,
// which report every fault with its place as a [FENError]. Inside, a position
// is taken to be playable.
//
// # Outcome
//
// [Board.Outcome] tells how a game stands by the board alone. A [Game] keeps
// what led to the board and adds what a board cannot know: repetition and the
// count of moves, claims of a draw, resignation, agreement, and flags, which a
// [Clock] tells it of. An [Outcome] is a [Result] and the [Reason] for it.
package chess
