package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rookery/tui/lang"
	"rookery/tui/lang/scan"
)

// kept are texts that are the same in every language.
var kept = map[string]bool{"%s: %w": true, "%s: %d": true, "%s:%s": true}

// TestMessages fails where help or an error of a command is left in English.
func TestMessages(t *testing.T) {
	all, err := scan.Source{Dir: ".", Errors: true, Formats: true}.Messages()
	if err != nil {
		t.Fatal(err)
	}
	key := func(text, at string) {
		if text = strings.TrimSpace(text); text != "" {
			all = append(all, scan.Message{Text: text, At: at, Key: true})
		}
	}
	root := newRoot()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	each(root, func(cmd *cobra.Command) {
		if cmd.HasParent() && cmd.Parent().Name() == "completion" { // cobra's own, for who sets a shell up
			return
		}
		key(cmd.Short, cmd.CommandPath())
		key(cmd.Long, cmd.CommandPath())
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			key(f.Usage, cmd.CommandPath()+" --"+f.Name)
		})
	})
	for _, h := range headings {
		key(h, "help")
	}
	key(moreHelp, "help")
	key("help for %s", "help")
	if len(all) < 250 {
		t.Fatalf("only %d messages were found: the search is blind", len(all))
	}
	for _, tag := range lang.Tags()[1:] {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range scan.Untold(l, all) {
			if !kept[m.Text] {
				t.Errorf("%s: %s: %q is not translated", tag, m.At, m.Text)
			}
		}
	}
}

// TestSpeaks runs commands in Hungarian and Romanian: help, errors, a card;
// what programs read stays as it is.
func TestSpeaks(t *testing.T) {
	run := func(args ...string) string {
		var out bytes.Buffer
		execute(context.Background(), args, strings.NewReader(""), &out, &out)
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
		{[]string{"--lang", "hu", "variants", "atomic"}, "Atomsakk (atomic)", "Usual start"},
		{[]string{"--lang", "ro", "variants"}, "Șah", "Mate the king."},
		{[]string{"--lang", "ro", "pgn", "check", "none.pgn"}, "none.pgn: nu există un astfel de fișier", "no such"},
		{[]string{"--lang", "hu", "perft", "2"}, "nodes 400", "állás 400"},
		{[]string{"--lang", "tlh", "perft", "2"}, "languages are en, hu, ro", "nodes"},
		{[]string{"perft", "--help"}, "Usage:", "Használat"},
	} {
		got := run(c.args...)
		if !strings.Contains(got, c.want) || strings.Contains(got, c.lack) {
			t.Errorf("%v: want %q and no %q in\n%s", c.args, c.want, c.lack, got)
		}
	}
}
