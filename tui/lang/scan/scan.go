// Package scan reads Go source for the texts that players see, so that tests
// can tell which of them a catalogue lacks. Only tests import it. Start reading at [Source].
package scan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rookery/tui/lang"
)

// Message is an English text of the source that players see.
type Message struct {
	Text string // with %s and the like for what is put into it
	At   string // file and line, or what it belongs to
	// Key tells that the catalogue must hold just this text; otherwise a
	// pattern may make it.
	Key bool
}

// talking are the functions and the places in their calls that hold what
// players read.
var talking = map[string][]int{
	"say": {0}, "complain": {0}, "ask": {0}, "usagef": {0}, "toast": {0}, "text": {0}, "t": {0}, "bind": {1}, "brief": {1}, "pairOf": {0}, "tellServer": {0}, "endList": {1},
	"toggle": {0, 1, 2}, "copyText": {1}, "setHelp": {1}, "row": {0}, "tell": {0}, "refuse": {0}, "newError": {1},
}

// fields are those of composite literals that hold such texts.
var fields = map[string]bool{"text": true, "label": true, "note": true, "about": true, "title": true, "said": true}

// spoken are variables that hold such texts.
var spoken = map[string]bool{"text": true, "note": true, "about": true, "state": true, "better": true, "words": true}

// rulesOfMoves are the files whose functions return reasons as text.
var rulesOfMoves = map[string]bool{"reason.go": true, "fenfaults.go": true, "outcome.go": true}

// formats are the functions that look their format up as it stands, and the
// places of the formats in their calls.
var formats = map[string][]int{"say": {0}, "sprintf": {0}, "count": {1}, "counted": {1}, "plural": {1}}

// Source says how a directory speaks.
type Source struct {
	Dir string
	// Errors tells that players read the errors that are made there.
	Errors bool
	// Formats tells that say, Sprintf and count look formats up as they stand.
	Formats bool
}

// Messages collects the texts of a package, without its tests.
func (src Source) Messages() ([]Message, error) {
	dir, errorsToo := src.Dir, src.Errors
	var all []Message
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
		key := false
		take := func(e ast.Expr) {
			for _, text := range texts(e) {
				if hasWords(text) {
					all = append(all, Message{text, set.Position(e.Pos()).String(), key})
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.Ident:
					name = small(f.Name)
				case *ast.SelectorExpr:
					name = small(f.Sel.Name)
					if x, ok := f.X.(*ast.Ident); ok && errorsToo && (x.Name == "errors" && name == "new" || x.Name == "fmt" && name == "errorf") {
						take(n.Args[0])
					}
					if x, ok := f.X.(*ast.Ident); ok && x.Name == "fmt" {
						return true
					}
				}
				if name == "within" && len(n.Args) == 2 {
					if place, text := texts(n.Args[0]), texts(n.Args[1]); len(place)+len(text) == 2 {
						all = append(all, Message{lang.Within(place[0], text[0]), set.Position(n.Pos()).String(), true})
					}
				}
				if places, ok := formats[name]; ok && src.Formats {
					key = true
					for _, i := range places {
						if i < len(n.Args) {
							take(n.Args[i])
						}
					}
					key = false
					return true
				}
				for _, i := range talking[name] {
					if i < len(n.Args) {
						take(n.Args[i])
					}
				}
			case *ast.CompositeLit:
				name := ""
				if id, ok := n.Type.(*ast.Ident); ok {
					name = small(id.Name)
				}
				for i, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if k, ok := kv.Key.(*ast.Ident); ok && fields[small(k.Name)] {
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
						name = small(to.Name)
					case *ast.SelectorExpr:
						name = small(to.Sel.Name)
					}
					if spoken[name] && i < len(n.Rhs) {
						take(n.Rhs[i])
					}
				}
			case *ast.FuncDecl:
				if (small(n.Name.Name) == "title" || rulesOfMoves[filepath.Base(path)]) && n.Body != nil {
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
	return all, err
}

// Untold gives the messages that a language leaves in English, each once.
func Untold(l *lang.Language, all []Message) []Message {
	var out []Message
	told := map[string]bool{}
	for _, m := range all {
		known := l.Has(strings.TrimSpace(m.Text))
		switch {
		case m.Key: // a format is looked up as it is
		case verb.MatchString(m.Text) || strings.HasSuffix(m.Text, " "):
			known = l.Knows(sample(m.Text))
		case !known: // a text made of a format and what was put in
			known = l.Knows(m.Text)
		}
		if !known && !told[m.Text] {
			told[m.Text] = true
			out = append(out, m)
		}
	}
	return out
}

// Report lists what each language leaves in English. Such a text is shown in
// English and fails no test; "go test ./... -run TestMessages -v" shows the list.
// Texts that same holds for are no words of a language.
func Report(t testing.TB, all []Message, same func(text string) bool) {
	t.Helper()
	for _, tag := range lang.Tags()[1:] {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range Untold(l, all) {
			if !same(m.Text) {
				t.Logf("%s: %s: %q has no translation", tag, m.At, m.Text)
			}
		}
	}
}

// small is a name as it is written inside its package: what is exported or not says
// nothing about what players read.
func small(name string) string { return strings.ToLower(name[:1]) + name[1:] }

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
