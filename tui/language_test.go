package tui

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/variants"
)

// message is an English text of the source that players see, with %s for what
// is put into it.
type message struct{ text, at string }

// talking are the functions and the places in their calls that hold what
// players read.
var talking = map[string][]int{
	"say": {0}, "complain": {0}, "ask": {0}, "toast": {0}, "Text": {0}, "bind": {1}, "brief": {1}, "pairOf": {0},
	"toggle": {0, 1}, "copyText": {1}, "SetHelp": {1}, "row": {0}, "tell": {0}, "refuse": {0},
}

// fields are those of composite literals that hold such texts.
var fields = map[string]bool{"text": true, "label": true, "note": true, "about": true, "title": true, "said": true}

// spoken are variables that hold such texts.
var spoken = map[string]bool{"text": true, "note": true, "about": true, "state": true, "better": true, "words": true}

// rulesOfMoves are the files whose functions return reasons as text.
var rulesOfMoves = map[string]bool{"reason.go": true, "fenfaults.go": true, "outcome.go": true}

// messagesOf collects them from the source of a package.
func messagesOf(t *testing.T, dir string, errorsToo bool) []message {
	t.Helper()
	var all []message
	set := token.NewFileSet()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && path != dir {
			if d != nil && d.IsDir() {
				return filepath.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		take := func(e ast.Expr) {
			for _, text := range texts(e) {
				if hasWords(text) {
					all = append(all, message{text, set.Position(e.Pos()).String()})
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					name = f.Sel.Name
					if x, ok := f.X.(*ast.Ident); ok && errorsToo && (x.Name == "errors" && name == "New" || x.Name == "fmt" && name == "Errorf") {
						take(n.Args[0])
					}
				}
				for _, i := range talking[name] {
					if i < len(n.Args) {
						take(n.Args[i])
					}
				}
			case *ast.CompositeLit:
				name := ""
				if id, ok := n.Type.(*ast.Ident); ok {
					name = id.Name
				}
				for i, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if k, ok := kv.Key.(*ast.Ident); ok && fields[k.Name] {
							take(kv.Value)
						}
					} else if name == "notice" && i == 0 {
						take(e)
					}
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					name := ""
					switch to := to.(type) {
					case *ast.Ident:
						name = to.Name
					case *ast.SelectorExpr:
						name = to.Sel.Name
					}
					if spoken[name] && i < len(n.Rhs) {
						take(n.Rhs[i])
					}
				}
			case *ast.FuncDecl:
				if (n.Name.Name == "title" || rulesOfMoves[filepath.Base(path)]) && n.Body != nil {
					ast.Inspect(n.Body, func(m ast.Node) bool {
						if r, ok := m.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
							take(r.Results[0])
						}
						return true
					})
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// texts are what an expression can say, as formats; none when it holds no
// literal at all.
func texts(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			if s, err := strconv.Unquote(e.Value); err == nil {
				return []string{s}
			}
		}
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return nil
		}
		left, right := texts(e.X), texts(e.Y)
		if len(left)+len(right) == 0 {
			return nil
		}
		if left == nil {
			left = []string{"%s"}
		}
		if right == nil {
			right = []string{"%s"}
		}
		return []string{left[0] + right[0]}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && len(e.Args) > 0 {
			if x, ok := f.X.(*ast.Ident); ok && x.Name == "fmt" && f.Sel.Name == "Sprintf" {
				return texts(e.Args[0])
			}
		}
	}
	return nil
}

// verb is anything that package fmt fills in.
var verb = regexp.MustCompile(`%[-+# 0-9.*]*[a-z]`)

// hasWords tells whether a format says anything in words.
func hasWords(text string) bool {
	return regexp.MustCompile(`\pL{2}`).MatchString(verb.ReplaceAllString(text, ""))
}

// sample fills a format in with what no language knows.
func sample(format string) string {
	return verb.ReplaceAllStringFunc(strings.ReplaceAll(format, "%%", "%"), func(v string) string {
		switch v[len(v)-1] {
		case 'd':
			return "7"
		case 'c':
			return "q"
		}
		return "Xyzzy"
	})
}

// untranslated are texts that are no words of a language: names of formats,
// programs and files.
var untranslated = map[string]bool{
	"Rookery": true, "rookery": true, "FEN": true, "FEN > ": true, "FEN ": true, "!": true, "!!": true, "!?": true, "?!": true,
}

// TestMessages looks for every text of the source that players see, and fails
// where a language leaves one in English.
func TestMessages(t *testing.T) {
	all := messagesOf(t, ".", true)
	all = append(all, messagesOf(t, "../chess", true)...)
	all = append(all, messagesOf(t, "play", true)...)
	if len(all) < 300 {
		t.Fatalf("only %d messages were found: the search is blind", len(all))
	}
	for _, v := range variants.All() {
		all = append(all, message{v.Rules.Name, v.ID}, message{v.Rules.Aim, v.ID})
		for _, line := range thoughts(v.Card) {
			all = append(all, message{line, v.ID + ", card"})
		}
	}
	for _, l := range ai.Levels() {
		all = append(all, message{l.Name(), "level"}, message{l.Describe(), "level"})
	}
	for _, s := range ai.Styles() {
		all = append(all, message{s.Name(), "style"}, message{s.Describe(), "style"})
	}
	for i := range play.Lessons {
		all = append(all, message{play.Lessons[i].Name, "lesson"}, message{play.Lessons[i].About, "lesson"})
	}
	for _, table := range keyTables() {
		for _, a := range actionsIn(table) {
			all = append(all, message{a, tableName(table) + " keys"})
		}
	}
	for _, tag := range lang.Tags()[1:] {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]bool{}
		for _, m := range all {
			if !told[m.text] && !untranslated[m.text] && !l.Knows(sample(m.text)) {
				told[m.text] = true
				t.Errorf("%s: %s: %q is not translated", tag, m.at, m.text)
			}
		}
		if n := len(told); n > 0 {
			t.Logf("%s: %d of %d messages are not translated", tag, n, len(all))
		}
	}
}

// actionsIn are what the keys of a table do.
func actionsIn(table any) []string {
	copied := reflect.New(reflect.TypeOf(table))
	copied.Elem().Set(reflect.ValueOf(table))
	var out []string
	for _, a := range actionsOf(copied.Interface()) {
		out = append(out, a.Help().Desc)
	}
	return out
}

// TestReadMove takes moves in the letters of the language, and in English
// where they mean nothing there.
func TestReadMove(t *testing.T) {
	hu, err := lang.Find("hu")
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Lang: hu}
	rules, err := rulesOf([]string{"chess"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := chess.NewBoard(rules, "4k3/8/8/8/8/8/4B3/R2QK1N1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{"Hf3": "g1f3", "Nf3": "g1f3", "Va4": "d1a4", "Bb1": "a1b1", "Ff3": "e2f3", "Bf3": "e2f3", "e2d3": "e2d3"} {
		m, err := s.readMove(b, typed)
		if err != nil {
			t.Errorf("%s: %v", typed, err)
		} else if got := chess.UCI(b, m); got != want {
			t.Errorf("%s is %s, want %s", typed, got, want)
		}
	}
}

// TestGoldenLanguages draws screens in every language.
func TestGoldenLanguages(t *testing.T) {
	screens := []struct {
		name string
		open func(d *driver)
	}{
		{"menu", func(d *driver) {}},
		{"form", func(d *driver) { d.press("enter") }},
		{"help", func(d *driver) { d.press("enter", "enter", "f1") }},
		{"game", func(d *driver) {
			d.press("enter", "down", "right", "enter")
			for _, move := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6"} {
				d.typeText(move)
				d.press("enter")
			}
			d.typeText("Ke3")
			d.press("enter")
		}},
	}
	for _, tag := range lang.Tags()[1:] {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range [][2]int{{80, 24}, {60, 20}} {
			for _, sc := range screens {
				name := fmt.Sprintf("%s-%s-%dx%d", sc.name, tag, size[0], size[1])
				t.Run(name, func(t *testing.T) {
					s := sessionFor(t, termenv.Ascii)
					s.Lang = l
					d := drive(t, s, size[0], size[1])
					sc.open(d)
					for i, row := range strings.Split(ansi.Strip(d.app.View()), "\n") {
						if w := ansi.StringWidth(row); w > size[0] {
							t.Errorf("row %d is %d cells wide", i, w)
						}
					}
					golden.RequireEqual(t, []byte(d.app.View()))
				})
			}
		}
	}
}
