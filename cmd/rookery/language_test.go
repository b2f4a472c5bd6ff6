package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/clitest"
	"rookery/tui/lang"
)

// TestMessages lists help and errors of commands that a language leaves in English.
func TestMessages(t *testing.T) {
	clitest.Messages(t, newRoot(), ".", "playcmd", "onlinecmd", "pgncmd", "puzzlecmd", "matchcmd", "rulescmd", "ucicmd", "../internal/cli", "../../ai/match", "../../ai/tune", "../../ai/network")
}

// TestCheckSpeaks reads a faulty file in Hungarian.
func TestCheckSpeaks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "faulty.pgn")
	if err := os.WriteFile(file, []byte("[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{"check": ":3:13: Ke3: a király (e1) nem léphet ide: e3\n1 játszma, 1 hiba\n", "stats": "\nhibás     1 játszma\n"} {
		var out bytes.Buffer
		cli.Run(t.Context(), newRoot(), []string{"--lang", "hu", "pgn", command, file}, strings.NewReader(""), &out, &out)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: want %q in\n%s", command, want, out.String())
		}
	}
}

// TestSpeaks runs commands in Hungarian and Romanian: help, errors, a card;
// what programs read stays as it is.
func TestSpeaks(t *testing.T) {
	run := func(args ...string) string {
		var out bytes.Buffer
		cli.Run(context.Background(), newRoot(), args, strings.NewReader(""), &out, &out)
		return out.String()
	}
	for _, c := range []struct {
		args       []string
		want, lack string
	}{
		{[]string{"--lang", "hu", "--help"}, "Használat:", "Available"},
		{[]string{"perft", "--help", "--lang=ro"}, "Utilizare:", "Flags:"},
		{[]string{"play", "--help", "--lang=hu"}, "[--fen F] [kapcsolók]", "[flags]"},
		{[]string{"play", "--help", "--lang=ro"}, "      --clock text       ", "string"},
		{[]string{"pgn", "--help", "--lang=hu"}, "rookery pgn [parancs]\n", "[command]"},
		{[]string{"match", "ai:1", "ai:2", "--games", "1", "--nodes", "10", "--lang=hu"}, "1 játszma: ", "1 game"},
		{[]string{"match", "--help", "--lang=hu"}, "(alapértelmezés ", "(default "},
		{[]string{"--lang", "hu", "wiew"}, "nincs ilyen parancs: \"wiew\"", "there is"},
		{[]string{"--lang", "ro", "perft", "--fenn"}, "opțiune necunoscută: --fenn", "unknown"},
		{[]string{"--lang", "hu", "variants", "atomic"}, "Atomsakk (atomic)", "Standard starting position"},
		{[]string{"--lang", "ro", "variants"}, "Șah", "Checkmate the king."},
		{[]string{"--lang", "ro", "pgn", "check", "none.pgn"}, "none.pgn: nu există un astfel de fișier", "no such"},
		{[]string{"--lang", "hu", "perft", "2"}, "nodes 400", "állás 400"},
		{[]string{"--lang", "tlh", "perft", "2"}, "languages are " + strings.Join(lang.Tags(), ", "), "nodes"},
		{[]string{"perft", "--help"}, "Usage:", "Használat"},
	} {
		got := run(c.args...)
		if !strings.Contains(got, c.want) || strings.Contains(got, c.lack) {
			t.Errorf("%v: want %q and no %q in\n%s", c.args, c.want, c.lack, got)
		}
	}
}
