// Package uci speaks with other chess programs, both ways: a Client lets an
// engine that is a program of its own choose moves, by the UCI protocol or by
// XBoard's (also called CECP), and a Server lets other programs use ours.
//
// It knows no variant: what a game is called in either protocol is told by the
// caller. What comes from another program is not trusted. Lines are cut to a
// length, text is stripped of terminal control sequences, moves must be legal,
// and an engine that stays silent or exits is reported as an *Error that carries
// the last lines it wrote, so that the game can go on without it.
//
// The package imports ai and chess. Start reading at [Client] (client.go, with
// universal.go and xboard.go for the two protocols and process.go for the program) or
// at [Server].
package uci
