package engineplay

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rookery/ai/uci"
)

// script writes a program that answers by a shell case.
func script(t *testing.T, name, cases string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the engines of this test are shell scripts")
	}
	path := filepath.Join(t.TempDir(), name)
	text := "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n" + cases + "\nquit) exit 0;;\nesac; done\n"
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

const (
	speaksUCI = `uci) echo "id name Fishy 7"; echo "option name Hash type spin default 16 min 1 max 512"; echo "option name Style type combo default Calm var Calm var Wild"; echo uciok;;
isready) echo readyok;;`
	speaksXBoard = `"protover 2") echo 'feature myname="Old Timer" ping=1 memory=1 option="Depth -spin 5 1 9" option="Brave -check 1" done=1';;
ping*) echo "pong ${line#ping }";;`
)

func TestIntroduce(t *testing.T) {
	fishy, timer := script(t, "fishy", speaksUCI), script(t, "timer", speaksXBoard)
	for _, c := range []struct{ spec, name, want, options string }{
		{"uci:" + fishy, "Fishy 7", "uci:" + fishy + "?name=Fishy 7", "Hash spin 16 1 512|Style combo Calm  "},
		{fishy, "Fishy 7", "uci:" + fishy + "?name=Fishy 7", ""},
		{"uci:" + fishy + "?Hash=64&name=Mine", "Mine", "uci:" + fishy + "?name=Mine&Hash=64", ""},
		{timer, "Old Timer", "xboard:" + timer + "?name=Old Timer", "Depth spin 5 1 9|Brave check true  |Hash spin  1 "},
	} {
		met, err := Introduce(t.Context(), c.spec)
		if err != nil || met.Spec != c.want || met.Name != c.name {
			t.Errorf("%s: %+v, %v; want %s", c.spec, met, err, c.want)
		}
		var all []string
		for _, o := range met.Options {
			all = append(all, strings.Join([]string{o.Name, o.Kind, o.Default, o.Min, o.Max}, " "))
		}
		if got := strings.Join(all, "|"); c.options != "" && got != c.options {
			t.Errorf("%s: options %q, want %q", c.spec, got, c.options)
		}
	}
	for _, spec := range []string{"", "uci:", "/nowhere/at all"} {
		if met, err := Introduce(t.Context(), spec); err == nil {
			t.Errorf("%q was met as %+v", spec, met)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if met, err := Introduce(ctx, script(t, "silent", "uci) ;;")); err == nil {
		t.Errorf("a start that was called off met %+v", met)
	}
}

func TestFindEngine(t *testing.T) {
	engines := []string{"uci:/usr/games/stockfish?name=Stockfish 16", "uci:/opt/stockfish-dev?Hash=4", "xboard:/usr/games/sjeng"}
	for name, want := range map[string]string{
		"stockfish 16": engines[0], "Stockfish-dev": engines[1], "SJENG": engines[2], "sj": engines[2], "stockfish": "", "": "", "fruit": "",
	} {
		if spec, ok := FindEngine(engines, name); ok != (want != "") || ok && spec != want {
			t.Errorf("%q finds %q %v, want %q", name, spec, ok, want)
		}
	}
	if got := WithName(engines[1], "Dev & co"); EngineName(got) != "Dev & co" {
		t.Errorf("renamed to %s", got)
	}
}

// What is installed is found by its handshake, what is known or does not answer is not.
func TestFindInstalled(t *testing.T) {
	dir := t.TempDir()
	for name, cases := range map[string]string{"stockfish": speaksUCI, "crafty": speaksXBoard, "fruit": "uci) exit 1;;"} {
		if err := os.Rename(script(t, name, cases), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	folders := engineFolders
	engineFolders = nil
	defer func() { engineFolders = folders }()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+"/bin"+string(os.PathListSeparator)+"/usr/bin")
	var names []string
	for _, m := range FindInstalled(t.Context(), nil) {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, ", "); got != "Fishy 7, Old Timer" {
		t.Errorf("found are %s", got)
	}
	left := FindInstalled(t.Context(), []string{(&uci.Options{Path: filepath.Join(dir, "stockfish")}).Spec()})
	if len(left) != 1 || left[0].Name != "Old Timer" {
		t.Errorf("besides what is known: %+v", left)
	}
}
