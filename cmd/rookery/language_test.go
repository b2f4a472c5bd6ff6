package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/clitest"
	"rookery/tui/lang"
)

// TestMessages lists help and errors of commands that a language leaves in English.
func TestMessages(t *testing.T) {
	clitest.Messages(t, newRoot(), ".", "playcmd", "pgncmd", "matchcmd", "rulescmd", "ucicmd", "../internal/cli")
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
