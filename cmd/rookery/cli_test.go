package main

import (
	"strings"
	"testing"
)

func TestExitStatus(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	tests := []struct {
		name   string
		args   []string
		status int
		out    string // what standard output must contain; "-" for nothing at all
		err    string // what standard error must contain
	}{
		{"help is no error", []string{"--help"}, 0, "Usage:", ""},
		{"a command that does not exist", []string{"prft"}, 2, "-", `unknown command "prft"; did you mean perft?`},
		{"a flag that does not exist", []string{"perft", "--depth", "3"}, 2, "-", "--depth"},
		{"perft without a depth", []string{"perft"}, 2, "-", "DEPTH"},
		{"perft with two depths", []string{"perft", "1", "2"}, 2, "-", "DEPTH"},
		{"perft to a depth that is not a number", []string{"perft", "deep"}, 2, "-", `"deep"`},
		{"perft of a position", []string{"perft", "--fen", start, "3"}, 0, "nodes 8902\n", "nodes/s"},
		{"perft to depth 0 counts the position itself", []string{"perft", "0"}, 0, "nodes 1\n", ""},
		{"perft move by move", []string{"perft", "--divide", "2"}, 0, "g1f3: 20\n", ""},
		{"perft of a variant", []string{"perft", "--variant", "Racing Kings", "2"}, 0, "nodes 421\n", ""},
		{"perft of a combination", []string{"perft", "--variant", "atomic+960", "1"}, 0, "nodes ", ""},
		{"a variant that does not exist", []string{"perft", "--variant", "draughts", "2"}, 1, "-", `unknown variant "draughts"`},
		{"a broken FEN", []string{"perft", "--fen", "8/8/8 x", "2"}, 1, "-", "rookery:"},
		{"a suite that does not exist", []string{"perft", "--suite", "nowhere.tsv"}, 1, "-", "nowhere.tsv"},
		{"an unknown viewer", []string{"position", "--json", "--viewer", "grey"}, 2, "-", "white or black"},
		{"an illegal move", []string{"position", "--json", "--moves", "e2e5"}, 1, "-", "move 1"},
		{"moves after the end", []string{"position", "--json", "--moves", "f2f3 e7e5 g2g4 d8h4 a2a3"}, 1, "-", "move 5"},
		{"the list of variants", []string{"variants"}, 0, "crazyhouse", ""},
		{"the rules of a variant", []string{"variants", "atomic"}, 0, "Source: ", ""},
		{"the rules of a variant that does not exist", []string{"variants", "draughts"}, 1, "-", "draughts"},
		{"a PGN that does not exist", []string{"pgn", "check", "nowhere.pgn"}, 1, "-", "nowhere.pgn"},
		{"pgn without a command", []string{"pgn", "polish"}, 2, "-", "polish"},
		{"a PGN to view that does not exist", []string{"view", "nowhere.pgn"}, 1, "-", "nowhere.pgn"},
		{"nobody is called that", []string{"play", "--white", "cat"}, 2, "-", "cat"},
		{"a clock that cannot be read", []string{"play", "--clock", "soon"}, 2, "-", "soon"},
		{"a match with an unknown level", []string{"match", "--white", "ai:godlike", "--games", "1"}, 2, "-", "godlike"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := run(t, "", tt.args...)
			if got.Status != tt.status {
				t.Errorf("status %d, want %d (standard error: %s)", got.Status, tt.status, got.Err)
			}
			if tt.out == "-" && got.Out != "" {
				t.Errorf("standard output %q, want nothing", got.Out)
			}
			if tt.out != "-" && !strings.Contains(got.Out, tt.out) {
				t.Errorf("standard output %q does not contain %q", got.Out, tt.out)
			}
			if !strings.Contains(got.Err, tt.err) {
				t.Errorf("standard error %q does not contain %q", got.Err, tt.err)
			}
		})
	}
}
