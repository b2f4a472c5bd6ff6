package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEmbedding runs what docs/embedding.md shows: the Go program, the UCI session and the
// commands that print JSON.
func TestEmbedding(t *testing.T) {
	page, err := os.ReadFile("../../docs/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(kind string) string {
		t.Helper()
		m := regexp.MustCompile("(?s)```" + kind + "\n(.*?)```").FindStringSubmatch(string(page))
		if m == nil {
			t.Fatalf("no block of %s", kind)
		}
		return m[1]
	}

	t.Run("go", func(t *testing.T) {
		program := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(program, []byte(block("go")), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("go", "run", program).CombinedOutput()
		text := string(out)
		for _, want := range []string{"e5: ", "2 half-moves, false\n", `[White "Ann"]`, `[Variant "`, "1. Nf3 "} {
			if err != nil || !strings.Contains(text, want) {
				t.Errorf("%v, want %q in\n%s", err, want, text)
			}
		}
	})

	t.Run("uci", func(t *testing.T) {
		var in strings.Builder
		var want []string
		for line := range strings.Lines(block("uci")) {
			if said, ok := strings.CutPrefix(line, "> "); ok {
				in.WriteString(said)
			} else {
				want = append(want, strings.TrimSpace(line))
			}
		}
		got := run(t, in.String(), "uci")
		rest := got.Out
		for _, w := range want {
			_, after, ok := strings.Cut(rest, "\n"+w)
			if !ok {
				t.Fatalf("no %q after what came before in\n%s", w, got.Out)
			}
			rest = after
		}
	})

	t.Run("json", func(t *testing.T) {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("games.pgn", []byte("[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		words := regexp.MustCompile(`"[^"]*"|\S+`)
		var shown string
		commands := 0
		for line := range strings.Lines(block("console")) {
			line = strings.TrimSpace(line)
			command, ok := strings.CutPrefix(line, "$ rookery ")
			if !ok {
				if !strings.Contains(shown, line) {
					t.Errorf("no %s in\n%s", line, shown)
				}
				continue
			}
			args := words.FindAllString(command, -1)
			for i, a := range args {
				args[i] = strings.Trim(a, `"`)
			}
			got := run(t, "", args...)
			if got.Status != 0 {
				t.Errorf("%s: %+v", command, got)
			}
			shown = got.Out
			commands++
		}
		if commands < 6 {
			t.Errorf("only %d commands", commands)
		}
	})
}
