package serve

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"

	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// hostile are texts that somebody may want others to be shown, each with what a
// terminal obeys, hides or turns round.
var hostile = []string{
	"clear\x1b[2J\x1b[H\x1b[31;5mred\x1b[0m\x1b[1;5r\x1b[4h", "title\x1b]0;owned\x07 link\x1b]8;;http://e.vil\x1b\\x\x1b]8;;\x1b\\",
	"clip\x1b]52;c;b3duZWQ=\x07 picture\x1b_Gf=24;AAAA\x1b\\ status\x1bP$q\"p\x1b\\",
	"ask\x1b[6n\x1b[c\x1b[?1049l\x1bc bell\x07\x07 back\x08\x08\x7f",
	"eight\u009b31m\u0090q\u009c\u009d0;x\u009c\u0085next", "raw\x9b31m\x90q\x9c\xff\xfe",
	"lines\r\n\rover\vdown\fpage\u2028one\u2029two\x00nul",
	"bidi\u202e\u202d\u2066\u2067\u2068\u2069\u200e\u200f\u061cend",
	"width\u200b\u200c\u200d\u2060\ufeff\u00ad\u180ezero", "heap" + strings.Repeat("\u0301\u0489\u20dd", 60),
	"tags\U000e0041\U000e0042\ufe0f\ufe0e\U0010eeee\ue000own", "long" + strings.Repeat("W", 5000),
	"%s%n%[1]d ${HOME} ../../etc `id` $(id)",
}

// obeyed are the sequences with which screens are drawn and nothing else: colours,
// places, clearing, modes, and the title put aside and back.
var obeyed = regexp.MustCompile("^\x1b(\\[[0-9;]*[mHGABCDJKXdPLMST@]|\\[2[23];2t|\\[\\?(25|1049|2004|2026|100[0-9])[hl])$")

// titled is what names a window.
var titled = regexp.MustCompile("^\x1b\\][02];([^\x1b\x07]*)(\x07|\x1b\\\\)$")

// foul lists what a terminal is sent that no text of others may contain.
func foul(sent []byte) (all []string) {
	readable := func(text string) {
		for _, r := range text {
			if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs, unicode.M, unicode.Other_Default_Ignorable_Code_Point) {
				all = append(all, fmt.Sprintf("%U in %q", r, text))
			}
		}
	}
	for state := byte(0); len(sent) > 0; {
		seq, width, n, next := ansi.DecodeSequence(sent, state, nil)
		sent, state = sent[n:], next
		switch text := string(seq); {
		case width > 0:
			readable(text)
		case text == "\r", text == "\n":
		case titled.MatchString(text):
			readable(titled.FindStringSubmatch(text)[1])
		case !obeyed.MatchString(text):
			all = append(all, fmt.Sprintf("%.60q", text))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// settled is all that has been sent, once it ends behind a whole sequence: a
// screen can stand as it should while the end of its frame is still on its way.
// A sequence that somebody has opened and left open ends the test.
func (v *visitor) settled() (sent []byte) {
	v.t.Helper()
	v.until("the end of a sequence", func(string) bool {
		sent = v.sent()
		return !halfway(sent)
	})
	return sent
}

// halfway tells whether what has been sent ends within a sequence.
func halfway(sent []byte) bool {
	state := byte(0)
	for n := 0; len(sent) > 0; sent = sent[n:] {
		_, _, n, state = ansi.DecodeSequence(sent, state, nil)
	}
	return state != ansi.NormalState
}

// TestFoul shows each hostile text to the search itself.
func TestFoul(t *testing.T) {
	for _, text := range hostile[:len(hostile)-2] {
		if len(foul([]byte(text))) == 0 {
			t.Errorf("nothing is found in %q", text)
		}
	}
	frame := []byte("\x1b[?2026h\x1b[1;1H\x1b[0;38;5;12mBöhm ♞ 王\x1b]2;a title – ♞\x07\x1b[?2026l\r\n")
	if all := foul(frame); len(all) > 0 {
		t.Errorf("found %q", all)
	}
	for n := range frame {
		if all := foul(frame[:n]); len(all) > 0 && !halfway(frame[:n]) {
			t.Errorf("found %q in %q", all, frame[:n])
		}
	}
	if !halfway([]byte("\x1b]2;never closed, and all that follows\r\n")) {
		t.Error("a title without an end counts as whole")
	}
}

// TestHostileText has one player choose names and say things that would take over
// the terminals of others, and games in the journal whose players are called so,
// and reads all that is sent to the others, byte by byte.
func TestHostileText(t *testing.T) {
	e := newEvening(t)
	e.come([3]func(*visitor){})
	pasted := func(text string) string { return "\x1b[200~" + text + "\x1b[201~" }

	// Names: too long, piled up, or like another's.
	eve := visit(t, e.addr, "Eve", gossh.PublicKeys(newSigner(t)), nil)
	eve.see("Your key is new here")
	for _, try := range [][2]string{
		{"\u0410nna", "one alphabet"}, {"ANN\u00c5", "is taken"}, {"\uff21nna", "is taken"}, {"B\u0435\u0430", "one alphabet"},
		{strings.Repeat("Eve", 15), "2 to 20 characters"}, {"E v e", "Names can contain"}, {"Eve" + strings.Repeat("\u0489", 9), "Names can contain"},
	} {
		eve.keys(pasted(try[0]) + "\r")
		eve.see(try[1])
		eve.keys(strings.Repeat("\x7f", 61))
		eve.until("the fault gone", func(screen string) bool { return !strings.Contains(screen, try[1]) })
	}
	eve.keys(pasted("\x1b[31mE\u202ev\u200be\x07\x1b]0;x\x07") + "\r")
	eve.see("Names can contain")

	// Games whose players are called so: written by another program.
	ctx := t.Context()
	var watched *lobby.Reader // plays the first game, which goes on
	for i := 0; i+1 < len(hostile); i += 2 {
		white, black := remote.Player{ID: fmt.Sprint("white", i), Name: hostile[i]}, remote.Player{ID: fmt.Sprint("black", i), Name: hostile[i+1]}
		table, err := e.club.Start(ctx, remote.Terms{Parts: []string{"chess"}}, white, black)
		if err != nil {
			t.Fatal(err)
		}
		visit := e.club.Enter(white)
		defer visit.Leave()
		r, err := table.Join(ctx, white)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Leave()
		if err := r.Move(ctx, "e4"); err != nil {
			t.Fatal(err)
		}
		if i == 0 { // both move: else it would be aborted after a while
			other, err := table.Join(ctx, black)
			if err == nil {
				err = other.Move(ctx, "e5")
			}
			if err != nil {
				t.Fatal(err)
			}
			defer other.Leave()
			watched = r
		} else {
			if err := r.Resign(ctx); err != nil {
				t.Fatal(err)
			}
			if err := e.archive.Await(ctx, table.ID()); err != nil {
				t.Fatal(err)
			}
		}
	}
	cleo := e.people[2]
	cleo.see("clear", "eight", "width")
	cleo.keys("3s")
	cleo.see("1. e4")
	for _, text := range hostile[4:9] {
		if err := watched.Say(text); err != nil {
			t.Fatal(err)
		}
	}
	cleo.see("lines", "bidiend", "widthzero")
	cleo.keys("\x1b")
	cleo.see("Seeks")
	cleo.keys("\x1b")
	cleo.see("Archive")
	cleo.keys("g" + "j" + "\r")
	cleo.see("clip", "lines")
	for range len(hostile)/2 - 1 { // each in the viewer
		cleo.keys("\r")
		cleo.see("1. e4")
		cleo.keys("\x1b")
		cleo.see("clip", "lines")
		cleo.keys("j")
	}
	cleo.keys("\x1b")
	cleo.see("Lobby")
	cleo.keys("gjj\r")
	cleo.see("Ratings")
	cleo.keys("\x1b")
	cleo.see("Lobby")

	// What is said to all, and at a table.
	anna, bea := e.people[0], e.people[1]
	for _, text := range hostile[:5] {
		anna.keys("/" + pasted(text) + "\r")
		bea.see("Anna: " + text[:3])
	}
	eve.hangUp()
	for name, v := range map[string]*visitor{"Anna": anna, "Bea": bea, "Cleo": cleo} {
		for _, fault := range foul(v.settled()) {
			t.Errorf("%s is sent %s", name, fault)
		}
	}
}
