package collection

import (
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
	"unsafe"
)

func TestIndexIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(record{}); n > 48 {
		t.Errorf("%d bytes a game, want at most 48", n)
	}
}

func TestIndexStopsWithItsContext(t *testing.T) {
	text := strings.Repeat("[Event \"a\"]\n\n1. e4 e5 *\n\n", 200_000)
	ctx, cancel := context.WithCancel(t.Context())
	ix, err := BuildIndex(ctx, strings.NewReader(text), int64(len(text)), func(int64) { cancel() })
	if err == nil || ix.Len() == 0 || ix.Len() == 200_000 || ix.Whole() {
		t.Errorf("%d games, %v: want some games and the error of the context", ix.Len(), err)
	}
}

func TestPackedAndUTF16FilesOpen(t *testing.T) {
	text := "[Event \"Zürich ♔ 😀\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n"
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(text))
	z.Close()
	files := map[string][]byte{"a.pgn": []byte(text), "b.pgn.gz": packed.Bytes()}
	for name, mark := range map[string][]byte{"c.pgn": {0xff, 0xfe}, "d.pgn": {0xfe, 0xff}} {
		out := mark
		for _, u := range utf16.Encode([]rune(text)) {
			if mark[0] == 0xff {
				out = append(out, byte(u), byte(u>>8))
			} else {
				out = append(out, byte(u>>8), byte(u))
			}
		}
		files[name] = out
	}
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Build(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		h, err := f.Header(0)
		if err != nil || f.Len() != 2 || h.Event != "Zürich ♔ 😀" {
			t.Errorf("%s: %d games, %+v, %v", name, f.Len(), h, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := Open(t.Context(), dir); err == nil {
		t.Error("a folder was opened")
	}
}
