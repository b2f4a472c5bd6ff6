// Package ai chooses moves: an engine that plays every game the rules can
// describe, at several strengths and in several styles.
//
// Start reading at [Engine.Choose]; root.go deepens, search.go searches, eval.go
// evaluates, fog.go chooses where the board is not seen whole, level.go and style.go say
// how strength and style are made. The package imports only chess; those below it let
// engines meet (match), fit weights (tune), open games (book), talk to programs (uci) and
// say why a move is good (explain).
//
// The search is one for all games: iterative deepening of a principal
// variation search with a transposition table, on copies of [chess.Position]
// where the board stands on one and on [chess.Board] where it does not. What a
// game's rules change is derived once, in traits, weights and the evaluator,
// from the axes of [chess.Rules]; no game is known by name, so a combination
// of rules inherits what its parts have.
//
// With one engine, one seed and a limit of nodes or depth, the same calls give
// the same moves on every machine. In a game with fog the engine looks at
// nothing but its own side's View and the moves it may try.
package ai
