//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rookery/cmd/internal/clitest"
)

// TestServeRunsTheServer puts a program that tells its arguments where the server is
// looked for.
func TestServeRunsTheServer(t *testing.T) {
	beside, onPath := t.TempDir(), t.TempDir()
	own := filepath.Join(beside, "rookery")
	if err := os.Link(program, own); err != nil {
		t.Skip(err)
	}
	run := func() clitest.Answer {
		cmd := exec.Command(own, "--lang", "hu", "serve", "admin", "--host", "h:1", "list", "--help")
		cmd.Env = append(clitest.NewHome(t).Environ(), "PATH="+onPath)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		err := cmd.Run()
		return clitest.Answer{Out: out.String(), Err: errs.String(), Status: clitest.Status(t, err)}
	}
	if got := run(); got.Status != 1 || got.Out != "" || !strings.Contains(got.Err, `"go run ./cmd/rookeryd"`) {
		t.Errorf("without a server: %+v", got)
	}
	for _, at := range []string{onPath, beside} { // the one beside it counts more
		text := "#!/bin/sh\necho \"" + filepath.Base(at) + " $*\"\nexit 7\n"
		if err := os.WriteFile(filepath.Join(at, "rookeryd"), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		want := filepath.Base(at) + " --lang hu admin --host h:1 list --help\n"
		if got := run(); got.Status != 7 || got.Out != want {
			t.Errorf("%+v, want %q and status 7", got, want)
		}
	}
}

// TestVersion holds what both forms say, and that the manual has every command.
func TestVersion(t *testing.T) {
	short, long := run(t, "", "--version"), run(t, "", "version")
	if short.Status != 0 || !strings.HasPrefix(short.Out, "rookery ") || !strings.Contains(short.Out, "go1.") || strings.Count(short.Out, "\n") != 1 {
		t.Errorf("--version: %+v", short)
	}
	if long.Status != 0 || !strings.HasPrefix(long.Out, "rookery ") || !strings.Contains(long.Out, "\ngo     go1.") {
		t.Errorf("version: %+v", long)
	}
	page := run(t, "", "man")
	if page.Status != 0 || !strings.HasPrefix(page.Out, ".TH ROOKERY 1") {
		t.Errorf("man: %+v", page)
	}
	for _, want := range []string{".SS pgn search\n", ".SS play\n", ".SS serve\n", `\fB\-\-variant\fR`, ".SH EXIT STATUS"} {
		if !strings.Contains(page.Out, want) {
			t.Errorf("the manual lacks %q", want)
		}
	}
	if strings.Contains(page.Out, ".SS tune") {
		t.Error("the manual tells of a hidden command")
	}
}
