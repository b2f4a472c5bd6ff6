package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/tui/library"
)

// TestEditsSurviveAKill edits a game of a file in a program that ends without a word, and
// restores the edits in the next one. (How a killed program lets them go is tried with real
// ones, in TestTwoViewersOfOneFile.)
func TestEditsSurviveAKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, []byte("[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := SessionFor(t, termenv.Ascii)
	var d *driver
	open := func() *driver {
		if d != nil {
			d.app.Close()
		}
		d := drive(t, s, 80, 24)
		sc, err := library.OpenGames(s, []string{path})
		if err != nil {
			t.Fatal(err)
		}
		d.puts(sc)
		return d
	}
	d = open()
	d.lacks("Unsaved edits")
	d.press("right", "1", "c")
	d.typeText("kept")
	d.press("enter")

	d = open() // the first one was killed
	d.sees("Unsaved edits from ", "[y] restore  [n] discard  [Esc] later")
	d.press("esc")
	d = open()
	d.press("y")
	d.sees("Edits restored.", "kept")
	d.press("right", "ctrl+u")
	d.lacks("kept")
	d.press("right", "right", "ctrl+y")
	d.sees("kept")
	d.press("w")
	d.sees("Saved in ")
	if text, err := os.ReadFile(path); err != nil || string(text) != "[White \"A\"]\n\n1. e4 $1 { kept } 1... e5 2. Nf3 *\n\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
	d = open()
	d.lacks("Unsaved edits")
	d.press("right", "2")
	d.press("ctrl+u") // undone, nothing is left
	d = open()
	d.lacks("Unsaved edits")
	d.press("right", "3")
	d = open()
	d.sees("Unsaved edits from ")
	d.press("n")
	d = open()
	d.lacks("Unsaved edits")
	if text, _ := os.ReadFile(path); strings.Contains(string(text), "$3") {
		t.Error("discarded edits are in the file")
	}
}

// TestEditsOfLatin1Survive restores the edits of a game whose file is not in UTF-8.
func TestEditsOfLatin1Survive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, []byte("[White \"M\xfcller\"]\r\n\r\n1. e4 e5 *\r\n\r\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := SessionFor(t, termenv.Ascii)
	open := func() *driver {
		d := drive(t, s, 80, 24)
		sc, err := library.OpenGames(s, []string{path})
		if err != nil {
			t.Fatal(err)
		}
		d.puts(sc)
		return d
	}
	d := open()
	d.press("right", "1")
	d.app.Close()
	d = open()
	d.sees("Müller", "Unsaved edits from ")
	d.press("y", "w")
	d.sees("Saved in ")
	if text, err := os.ReadFile(path); err != nil || string(text) != "[White \"M\xfcller\"]\r\n\r\n1. e4 $1 e5 *\r\n\r\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
}
