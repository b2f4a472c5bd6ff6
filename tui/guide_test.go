package tui

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/muesli/termenv"

	"rookery/tui/draw"
	"rookery/tui/lang"
)

// TestGuide reads the help of the menu to its end, and takes the tour of a first start.
func TestGuide(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.FirstStart = true
	d := drive(t, s, 80, 24)
	d.sees("New here? Press t")
	d.press("6")
	d.sees("What this is", "play the computer at ten levels", "more")
	d.press("end")
	d.sees("rookery --help lists all commands.")
	d.press("home")
	d.sees("What this is")
	d.press("esc")
	d.lacks("New here?")
	d.press("t")
	d.sees("What this is", "1 of 4")
	d.press("enter")
	d.sees("Playing", "2 of 4")
	d.lacks("What this is")
	d.press("enter")
	d.sees("Where things are", "Analysis board: ")
	d.press("enter", "enter")
	d.sees("New game")
}

// TestFirstStart is one only once.
func TestFirstStart(t *testing.T) {
	store := SessionFor(t, termenv.Ascii).Store
	if !store.FirstStart() || store.FirstStart() {
		t.Error("the first start is not the first alone")
	}
}

// TestASCIIAlone looks at screens in ASCII, where nothing else may stand.
func TestASCIIAlone(t *testing.T) {
	for _, tag := range []string{"en", "hu"} {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		s := SessionFor(t, termenv.Ascii)
		s.ASCII, s.Lang = true, l
		d := drive(t, s, 80, 24)
		for _, keys := range [][]string{{}, {"6"}, {"esc", "5"}, {"esc", "1"}, {"enter", "e4", "enter"}, {"?"}} {
			for _, k := range keys {
				if len(k) == 2 && k[1] == '4' {
					d.typeText(k)
				} else {
					d.press(k)
				}
			}
			view := d.app.View()
			if at := strings.IndexFunc(view, func(r rune) bool { return r >= utf8.RuneSelf }); at >= 0 && (l == nil || draw.ASCII(view, true) != view) {
				r, _ := utf8.DecodeRuneInString(view[at:])
				t.Errorf("%s after %q: %q stands in\n%s", tag, keys, r, view)
			}
		}
	}
}
