// Package uci speaks with other chess programs, both ways: a Client lets an
// engine that is a program of its own choose moves, by the UCI protocol or by
// XBoard's (also called CECP), and a Server lets other programs use ours.
//
// It knows no variant: what a game is called in either protocol is told by the
// caller. What comes from another program is not trusted. Lines are cut to a
// length, text is stripped of what a terminal would obey, moves are held to the
// legal ones, and whoever stays silent or dies is reported as an *Error that
// carries the last lines it wrote, so that a game survives its player.
//
// The package imports ai and chess. Start reading at [Client] (client.go, with
// universal.go and xboard.go for the two protocols and process.go for the program) or
// at [Server].
package uci
