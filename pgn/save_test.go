package pgn

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"rookery/chess"
	"rookery/pgn/internal/syntax"
	"slices"
	"strings"
	"testing"
)

func put(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return path
}

// saveBack edits game number i of a file by do and writes it back.
func saveBack(t *testing.T, path string, i int, do func(g *Game)) *Game {
	t.Helper()
	games, _ := readAll(t, strings.NewReader(read(t, path)))
	g := games[i]
	do(g)
	text, err := g.Text()
	if err != nil {
		t.Fatal(err)
	}
	state := g.State()
	at, written, err := Exchange(path, g.Offset, g.Raw(), text)
	if err != nil {
		t.Fatal(err)
	}
	g.Saved(state, at, written)
	if g.Edited() {
		t.Error("a game that was saved counts as edited")
	}
	return g
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestExchangeKeepsEveryOtherByte changes the middle game of files whose other
// games no writer would write so.
func TestExchangeKeepsEveryOtherByte(t *testing.T) {
	const first, third = "[White   \"A\"]\r\n1.e4   e5{ odd }*\r\n\r\n", "\n\n[White \"C\"]\n\n1 c4!?  ; said\n*   "
	const middle = "[White \"B\"]\n\n1. d4 *\n\n"
	for name, test := range map[string]struct{ before, old, after, gap string }{
		"between others":             {first, middle, third, ""},
		"alone":                      {"", middle, "", ""},
		"first, behind a mark":       {"\ufeff", middle, third, ""},
		"first, behind some words":   {"some words\n\n", middle, third, ""},
		"close behind another":       {"[White \"A\"]\n\n1. e4 *", "[White \"B\"]\n\n1. d4 *\n\n", third, "\n\n"},
		"with words that are none's": {first, middle + "Here is prose.\n\n", third[2:], ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, "x.pgn", test.before+test.old+test.after)
			i := strings.Count(test.before, "[White")
			g := saveBack(t, path, i, func(g *Game) {
				if g.Tags.Value("White") != "B" {
					t.Fatalf("read the game of %q", g.Tags.Value("White"))
				}
				g.SetComments(g.Root.Next(), "new")
			})
			got := read(t, path)
			rest, ok := strings.CutPrefix(got, test.before+test.gap)
			if !ok || !strings.HasSuffix(rest, test.after) {
				t.Errorf("the file is %q", got)
			}
			if !strings.Contains(got, "1. d4 { new } *\n\n") {
				t.Errorf("the change is not there: %q", got)
			}
			if strings.Contains(test.old, "prose") && strings.Count(got, "Here is prose.\n\n") != 1 {
				t.Errorf("words between the games are lost: %q", got)
			}
			if got[g.Offset:g.Offset+int64(len(g.Raw()))] != g.Raw() {
				t.Errorf("the game is told to lie at %d", g.Offset)
			}
			// Once more: what was saved can be changed again.
			g.SetComments(g.Root.Next(), "newer")
			text, err := g.Text()
			if err != nil {
				t.Fatal(err)
			}
			whole, now, _, err := ExchangeText(got, g.Offset, g.Raw(), text)
			if err != nil {
				t.Fatal(err)
			}
			at, _, err := Exchange(path, g.Offset, g.Raw(), text)
			if err != nil {
				t.Fatal(err)
			}
			if whole != read(t, path) || now != at {
				t.Errorf("as a text the file is %q with the game at %d, as a file it is %q with it at %d", whole, now, read(t, path), at)
			}
			if again := read(t, path); again != strings.Replace(got, "{ new }", "{ newer }", 1) {
				t.Errorf("saved again the file is %q", again)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("the file has mode %v (%v)", info.Mode(), err)
			}
		})
	}
}

func TestExchangeRefusesAChangedFile(t *testing.T) {
	const text = "[White \"B\"]\n\n1. d4 *\n\n"
	for name, now := range map[string]string{"another game": "[White \"X\"]\n\n1. d4 *\n\n", "shorter": text[:9], "empty": ""} {
		path := put(t, "x.pgn", now)
		if _, _, err := Exchange(path, 0, text, "new"); !errors.Is(err, ErrMoved) {
			t.Errorf("%s: error %v", name, err)
		}
		if got := read(t, path); got != now {
			t.Errorf("%s: the file is %q", name, got)
		}
		if whole, _, _, err := ExchangeText(now, 0, text, "new"); !errors.Is(err, ErrMoved) || whole != now {
			t.Errorf("%s as a text: %q, error %v", name, whole, err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".rookery-*")); len(left) > 0 {
			t.Errorf("%s: %q left behind", name, left)
		}
	}
	path := put(t, "x.pgn.gz", text)
	if _, _, err := Exchange(path, 0, text, "new"); err == nil || read(t, path) != text {
		t.Errorf("a packed file: error %v", err)
	}
	if _, _, err := Exchange(filepath.Join(t.TempDir(), "none.pgn"), 0, text, "new"); !errors.Is(err, ErrMoved) {
		t.Errorf("no file: error %v", err)
	}
}

// TestSavedStateIsNotEdited undoes and makes again around a saved state.
func TestSavedStateIsNotEdited(t *testing.T) {
	g, err := NewReader(strings.NewReader("1. e4 e5 *\n\n")).Read()
	if err != nil {
		t.Fatal(err)
	}
	first := g.Root.Next()
	g.SetComments(first, "one")
	text, err := g.Text()
	if err != nil {
		t.Fatal(err)
	}
	g.Saved(g.State(), 0, text)
	for i, step := range []struct {
		do     func()
		edited bool
		at     *Node
	}{
		{func() { g.Undo() }, true, first},
		{func() { g.Redo() }, false, first},
		{func() { g.SetTag("White", "W") }, true, nil},
		{func() { g.Undo() }, false, nil},
		{func() { g.Undo() }, true, first},
		{func() { g.SetNAGs(first, Good) }, true, first}, // as many edits as when it was saved
		{func() { g.Delete(first.Next()) }, true, first},
		{func() { g.Undo(); g.Undo() }, true, first},
	} {
		step.do()
		if g.Edited() != step.edited || g.Touched() != step.at {
			t.Errorf("step %d: edited %v at %p, want %v at %p", i, g.Edited(), g.Touched(), step.edited, step.at)
		}
	}
}

func TestRewordKeepsCommands(t *testing.T) {
	for _, test := range []struct {
		before []string
		prose  string
		after  []string
	}{
		{nil, "new", []string{"new"}},
		{[]string{"old"}, "", nil},
		{[]string{"[%clk 0:05:00]"}, "new", []string{"[%clk 0:05:00] new"}},
		{[]string{"[%clk  0:05:00] old [%cal Ge2e4]"}, "new", []string{"[%clk  0:05:00] [%cal Ge2e4] new"}},
		{[]string{"[%clk 0:05:00] old"}, "", []string{"[%clk 0:05:00]"}},
		{[]string{"[%eval 0.1]", "old", "more [%x]"}, "new", []string{"[%eval 0.1]", "new", "[%x]"}},
		{[]string{"old", "[%eval 0.1]"}, "", []string{"[%eval 0.1]"}},
	} {
		if got := Reword(test.before, test.prose); !slices.Equal(got, test.after) {
			t.Errorf("%q with %q: %q, want %q", test.before, test.prose, got, test.after)
		}
	}
}

func TestParseNAG(t *testing.T) {
	for text, want := range map[string]NAG{"!?": 5, "+=": 14, "±": 16, "+−": 18, "-+": 19, "$146": 146, "$0": 0, "N": 146, "□": 7} {
		if got, ok := ParseNAG(text); !ok || got != want {
			t.Errorf("%s is $%d (%v), want $%d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "$", "$256", "$-1", "x", "!!!"} {
		if got, ok := ParseNAG(text); ok {
			t.Errorf("%q is $%d", text, got)
		}
	}
	for n := range glyphSigns {
		if got, ok := ParseNAG(n.Sign()); !ok || got != n && got.Sign() != n.Sign() {
			t.Errorf("the sign of $%d is read as $%d", n, got)
		}
	}
}

func TestAppendText(t *testing.T) {
	const one, two = "[White \"A\"]\n\n1. d4 *", "[White \"B\"]\n\n1. e4 *\n\n"
	g, err := NewReader(strings.NewReader(two)).Read()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"", one, one + "\n", one + "\n\n"} {
		path := put(t, "x.pgn", file)
		if err := Append(path, g); err != nil {
			t.Fatal(err)
		}
		if whole, err := AppendText(file, g); err != nil || whole != read(t, path) {
			t.Errorf("behind %q: %q (%v), as a file %q", file, whole, err, read(t, path))
		}
	}
}

func TestWriteRawCopiesAndKeepsApart(t *testing.T) {
	for _, c := range []struct{ what, raw, want string }{
		{"a game is copied", "[Event \"a\"]\n\n1. e4 *\n\n", "[Event \"a\"]\n\n1. e4 *\n\n"},
		{"odd spacing stays", "1.e4   *  \n\n", "1.e4   *  \n\n"},
		{"a line end is missing", "1. e4 *", "1. e4 *\n\n"},
		{"a byte order mark goes", "\ufeff1. e4 *\n\n", "1. e4 *\n\n"},
		{"Windows-1252", "[White \"M\xfcller\"]\n\n*\n\n", "[White \"Müller\"]\n\n*\n\n"},
		{"an open comment is closed", "1. e4 {good\n", "1. e4 {good }\n\n"},
		{"a brace in a tag is no comment", "[White \"a{b\"]\n\n1. e4 *\n\n", "[White \"a{b\"]\n\n1. e4 *\n\n"},
		{"a brace behind a semicolon is no comment", "1. e4 ; {\n*\n\n", "1. e4 ; {\n*\n\n"},
	} {
		var b strings.Builder
		if err := NewWriter(&b).WriteRaw([]byte(c.raw)); err != nil || b.String() != c.want {
			t.Errorf("%s: %q, %v, want %q", c.what, b.String(), err, c.want)
		}
	}
}

// TestTagsAloneAreEnded adds a game to a file that ends with tags: they stay a game of
// their own.
func TestTagsAloneAreEnded(t *testing.T) {
	for _, file := range []string{"[White \"B", "[White \"B\"]", "[White \"B\"\r\n", "1. e4 *\n\n[Wh", "["} {
		path := put(t, "x.pgn", file)
		was, _ := readAll(t, strings.NewReader(file))
		g := NewGame(chess.Rules{}, "")
		g.Tags.Set("Black", "C")
		if err := Append(path, g); err != nil {
			t.Fatal(err)
		}
		now, _ := readAll(t, strings.NewReader(read(t, path)))
		if last := now[len(now)-1]; len(now) != len(was)+1 || last.Tags.Value("Black") != "C" || last.Tags.Value("White") != "?" {
			t.Errorf("behind %q there are %d games, want %d:\n%s", file, len(now), len(was)+1, read(t, path))
		}
	}
	if got := EndOfTags("1. e4 { a\n[%clk 0:00:01] } *\n"); got != "" {
		t.Errorf("a command in a comment is taken for a tag: %q", got)
	}
}

func TestFileName(t *testing.T) {
	for text, want := range map[string]string{
		"Carlsen, Magnus":       "Carlsen_Magnus",
		"Müller–Grün 2024/5":    "Müller_Grün_2024_5",
		"../../etc/passwd":      "etc_passwd",
		"":                      "unknown",
		"?":                     "unknown",
		"con":                   "_con",
		"nul.txt":               "_nul.txt",
		".hidden":               "hidden",
		"a\x00b\u202ec\x1b[2Jd": "a_b_c_2Jd",
		strings.Repeat("ü", 90): strings.Repeat("ü", 50),
		"B90":                   "B90",
	} {
		if got := FileName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSaveWithKeepsTheOldFileOnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pgn")
	put := func(text string, err error) error {
		return SaveWith(path, func(w io.Writer) error {
			io.WriteString(w, text)
			return err
		})
	}
	if err := put("old", nil); err != nil {
		t.Fatal(err)
	}
	if err := put("new", io.ErrClosedPipe); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the error is %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the file holds %q", text)
	}
}

// TestExchangeKeepsTheFileAsItIs edits a game of files in every encoding and with every
// line end: the tags keep their order and spelling, none comes in, and the other games keep
// their bytes.
func TestExchangeKeepsTheFileAsItIs(t *testing.T) {
	const first, last = "[White \"A\"]\n\n1.e4  e5{ odd }*\n\n", "[White \"Zoë\"]\n\n1 c4!?  ; said\n*\n"
	const before = "[Black   \"Müller\"]\n[white \"x\" ]\n[Event \"a\"]\n\n1. d4 {old} *\n\n"
	const after = "[Black   \"Müller\"]\n[white \"x\" ]\n[Event \"a \\\"b\\\"\"]\n[Annotator \"Ödön\"]\n\n1. d4 { a &#123;brace&#125; &#38;#123; é } *\n\n"
	inLatin := func(s string) string {
		out, bad := syntax.ToWindows1252(s)
		if bad != 0 {
			t.Fatal(bad)
		}
		return out
	}
	in16 := func(order binary.ByteOrder) func(string) string {
		return func(s string) string {
			var b strings.Builder
			io.WriteString(syntax.ToUTF16(&b, order), "\ufeff"+s)
			return b.String()
		}
	}
	for name, as := range map[string]func(string) string{
		"UTF-8": func(s string) string { return s }, "UTF-8 with a mark": func(s string) string { return "\ufeff" + s },
		"Latin-1": inLatin, "UTF-16 LE": in16(binary.LittleEndian), "UTF-16 BE": in16(binary.BigEndian),
	} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			file := func(middle string) string { return as(strings.ReplaceAll(first+middle+last, "\n", end)) }
			path := put(t, "x.pgn", file(before))
			games, _ := readAll(t, strings.NewReader(read(t, path)))
			g := games[1]
			g.SetTag("Event", `a "b"`)
			g.SetTag("Annotator", "Ödön")
			g.SetComments(g.Root.Next(), "a {brace} &#123; é")
			text, err := g.Text()
			if err != nil {
				t.Fatal(err)
			}
			state := g.State()
			at, written, err := Exchange(path, g.Offset, g.Raw(), text)
			if err != nil {
				t.Fatalf("%s, lines end with %q: %v", name, end, err)
			}
			if got, want := read(t, path), file(after); got != want {
				t.Errorf("%s, lines end with %q: the file is\n%q, want\n%q", name, end, got, want)
			}
			g.Saved(state, at, written)
			if g.Edited() || g.Raw() != written {
				t.Errorf("%s: the game that was saved counts as edited", name)
			}
			again, _ := readAll(t, strings.NewReader(read(t, path)))
			if got := again[1].Root.Next().After; len(got) != 1 || got[0] != "a {brace} &#123; é" {
				t.Errorf("%s: the comment is read as %q", name, got)
			}
			// One more game goes behind them in the same way.
			if err := Append(path, NewGame(chess.Rules{}, "")); err != nil {
				t.Fatal(err)
			}
			if got := read(t, path); !strings.HasPrefix(got, file(after)) || strings.Contains(as(""), "\ufeff") && !strings.HasSuffix(got, "*"+end+end) {
				t.Errorf("%s, lines end with %q: added, the file is %q", name, end, got)
			}
		}
	}
}

// TestLatinLacksACharacter says what a file cannot hold, leaves it as it is, and converts
// it when asked.
func TestLatinLacksACharacter(t *testing.T) {
	const old = "[White \"M\xfcller\"]\r\n\r\n1. e4 *\r\n\r\n"
	path := put(t, "x.pgn", old)
	games, _ := readAll(t, strings.NewReader(old))
	games[0].SetTag("Black", "Erdős")
	text, err := games[0].Text()
	if err != nil {
		t.Fatal(err)
	}
	var lacks *CharsetError
	if _, _, err := Exchange(path, 0, games[0].Raw(), text); !errors.As(err, &lacks) || lacks.Char != 'ő' {
		t.Errorf("the error is %v, want one that names ő", err)
	}
	if err := Append(path, games[0]); !errors.As(err, &lacks) {
		t.Errorf("added, the error is %v", err)
	}
	if read(t, path) != old {
		t.Errorf("the file is %q", read(t, path))
	}
	if err := ConvertToUTF8(path); err != nil || read(t, path) != "[White \"Müller\"]\r\n\r\n1. e4 *\r\n\r\n" {
		t.Errorf("converted, the file is %q, %v", read(t, path), err)
	}
}
