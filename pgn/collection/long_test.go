package collection

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rookery/pgn"
)

// repeated gives a text again and again, n bytes in all.
type repeated struct {
	text string
	n    int64
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.n == 0 {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), r.n)]
	n := 0
	for n < len(p) {
		k := copy(p[n:], r.text[r.at:])
		n += k
		r.at = (r.at + k) % len(r.text)
	}
	r.n -= int64(n)
	return n, nil
}

// What stands before and behind a game that is too long.
const (
	beforeLong = "[Event \"one\"]\n\n1. e4 e5 1-0\n\n"
	headOfLong = "[Event \"two\"]\n[White \"Long\"]\n[Result \"0-1\"]\n\n1. d4 "
	behindLong = "\n\n[Event \"three\"]\n\n1. c4 {a [Event \"x\"] b} *\n\n"
)

// longText is a text of three games, the second of which has n bytes more than a head.
func longText(head, what string, n int64) io.Reader {
	return io.MultiReader(strings.NewReader(beforeLong+headOfLong+head), &repeated{text: what, n: n}, strings.NewReader(behindLong))
}

// Whatever a game that is too long is made of, it is passed over with little memory and copied
// byte for byte; the games before and behind it are read.
func TestGamesThatAreTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of megabytes of one game")
	}
	for what, c := range map[string]struct {
		head, text string
		n          int64
	}{
		"a comment":                    {"{ ", "word [Event \"none\"] word\nword ", 160 << 20},
		"many comments":                {"", "{ [Event \"no line\"] } Nf3 \n\n", 70 << 20},
		"variations":                   {"", "( ", 70 << 20},
		"one word":                     {"", "+", 70 << 20},
		"more tokens than are counted": {"", "1.", 30 << 20},
	} {
		t.Run(what, func(t *testing.T) {
			var before, behind runtime.MemStats
			runtime.ReadMemStats(&before)
			f, err := OpenOnce(t.Context(), longText(c.head, c.text, c.n))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			var reports []Report
			if err := f.Check(t.Context(), true, func(r *Report) error {
				reports = append(reports, *r)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&behind)
			if used := behind.TotalAlloc - before.TotalAlloc; used > 512<<20 {
				t.Errorf("%d MB of memory were taken", used>>20)
			}
			if len(reports) != 3 || reports[0].Plies != 2 || reports[2].Plies != 1 || len(reports[0].Warnings)+len(reports[2].Warnings) > 0 {
				t.Fatalf("%d games: %+v", len(reports), reports)
			}
			if r := reports[1]; r.Result != "0-1" || len(r.Warnings) != 1 || !errors.Is(&r.Warnings[0], pgn.ErrTooLong) || r.Warnings[0].Line != 5 || !errors.Is(r.Err, pgn.ErrTooLong) {
				t.Errorf("the long game: %+v", r)
			}
		})
	}
}

func TestLongGamesAreCopied(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of megabytes of one game")
	}
	const size = 66 << 20
	part := "{ a comment [Event \"none\"] } Nf3 \xe9\n" // not even its letters change
	whole := new(bytes.Buffer)
	if _, err := io.Copy(whole, longText("", part, size)); err != nil {
		t.Fatal(err)
	}
	long := headOfLong + whole.String()[len(beforeLong)+len(headOfLong):][:size] + "\n\n"
	path := filepath.Join(t.TempDir(), "long.pgn")
	if err := os.WriteFile(path, whole.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	z, _ := gzip.NewWriterLevel(&file, gzip.BestSpeed)
	z.Write(whole.Bytes())
	z.Close()
	if err := os.WriteFile(path+".gz", file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	open := func(name string) *File {
		f, err := Open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	stream := func() *File {
		f, err := OpenOnce(t.Context(), bytes.NewReader(whole.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	indexed := open(path)
	if err := indexed.Build(t.Context(), nil); err != nil || indexed.Len() != 3 {
		t.Fatalf("%d games, %v", indexed.Len(), err)
	}
	for what, f := range map[string]*File{"a file": open(path), "an archive": open(path + ".gz"), "a stream": stream(), "an index": indexed} {
		var got bytes.Buffer
		q := Query{White: "long"}
		if err := f.Rewrite(t.Context(), Selection{Query: q}, true, &got, nil); err != nil {
			t.Fatal(err)
		}
		if got.String() != long {
			t.Errorf("%s: %d bytes written, want %d", what, got.Len(), len(long))
		}
	}
	var got bytes.Buffer
	w := pgn.NewWriter(&got)
	numbers, length := 0, 0
	if err := stream().Select(t.Context(), Selection{Query: Query{Result: "0-1"}}, func(g *Found) error {
		if !g.More {
			numbers, length = numbers+g.Number, g.Length
		}
		if g.Header().White != "Long" {
			t.Errorf("header %+v", g.Header())
		}
		return g.Copy(w)
	}); err != nil {
		t.Fatal(err)
	}
	if got.String() != long || numbers != 1 || length != len(long) {
		t.Errorf("%d bytes copied, want %d; number %d, length %d", got.Len(), len(long), numbers, length)
	}
	e := indexed.Entry(1)
	g, err := indexed.Game(1)
	if err != nil || e.Length != len(long) || !errors.Is(g.Err, pgn.ErrTooLong) || g.Tags.Value("White") != "Long" {
		t.Errorf("%+v, %+v, %v", e, g, err)
	}
	got.Reset()
	if err := pgn.NewWriter(&got).Write(g); !errors.Is(err, pgn.ErrTooLong) || got.Len() > 0 {
		t.Errorf("half a game was written: %d bytes, %v", got.Len(), err)
	}
	got.Reset()
	if err := indexed.CopyGame(pgn.NewWriter(&got), 1); err != nil || got.String() != long {
		t.Errorf("copied %d bytes, %v", got.Len(), err)
	}
	if g, err := indexed.Game(2); err != nil || g.Plies() != 1 || g.Tags.Value("Event") != "three" {
		t.Errorf("the game behind it: %+v, %v", g, err)
	}
}
