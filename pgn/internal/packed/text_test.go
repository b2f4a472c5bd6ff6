package packed

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

// gameText is n bytes of text that packs about as games do.
func gameText(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "[Event \"game %d\"]\n[White \"player %d\"]\n\n", i, r.IntN(5000))
		for k := range 20 + r.IntN(60) {
			fmt.Fprintf(&b, "%d. %c%c%d ", k+1, "NBRQK"[r.IntN(5)], 'a'+rune(r.IntN(8)), 1+r.IntN(8))
		}
		b.WriteString("1-0\n\n")
	}
	return b.Bytes()[:n]
}

// pack packs a text in every way that is read; gap is what a zip archive adds.
func pack(t testing.TB, text []byte) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, level := range []int{gzip.NoCompression, gzip.BestSpeed, gzip.DefaultCompression, gzip.HuffmanOnly} {
		var b bytes.Buffer
		for _, part := range [][]byte{text[:len(text)/3], text[len(text)/3:]} { // two members
			z, err := gzip.NewWriterLevel(&b, level)
			if err != nil {
				t.Fatal(err)
			}
			z.Name, z.Comment, z.Extra = "a name", "a note", []byte("more")
			z.Write(part)
			z.Close()
		}
		out[fmt.Sprintf("gzip %d", level)] = b.Bytes()
	}
	var frames []byte
	for _, part := range [][]byte{text[:len(text)/4], text[len(text)/4 : len(text)/2], text[len(text)/2:]} {
		z, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, "\x51\x2a\x4d\x18\x03\x00\x00\x00abc"...) // to be skipped
		frames = z.EncodeAll(part, frames)
	}
	out["zstd"] = frames
	if path, err := exec.LookPath("bzip2"); err == nil {
		cmd := exec.Command(path, "-c")
		cmd.Stdin = bytes.NewReader(text)
		b, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		out["bzip2"] = b
	}
	return out
}

func kindOf(name string) string {
	var kind string
	fmt.Sscan(name, &kind)
	return kind
}

func TestTextIsReadAtAnyPlace(t *testing.T) {
	text := gameText(3 << 20)
	for name, file := range pack(t, text) {
		t.Run(name, func(t *testing.T) {
			x, err := Open(bytes.NewReader(file), int64(len(file)), kindOf(name))
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			x.most, x.gap = 8, 256<<10 // so that little is kept
			got, err := io.ReadAll(io.NewSectionReader(x, 0, 1<<40))
			if err != nil || !bytes.Equal(got, text) {
				t.Fatalf("%d bytes, want %d: %v", len(got), len(text), err)
			}
			if end, fault := x.End(); end != int64(len(text)) || fault != nil {
				t.Errorf("end %d, %v", end, fault)
			}
			if len(x.blocks) > 8 || len(x.cursors) > mostCursors {
				t.Errorf("%d blocks, %d cursors", len(x.blocks), len(x.cursors))
			}
			if least := map[string]int{"gzip": 4, "bzip2": 3, "zstd": 3}[kindOf(name)]; len(x.points) < least {
				t.Errorf("unpacking can begin at %d places, want %d", len(x.points), least)
			}
			r := rand.New(rand.NewPCG(3, 4))
			for range 20 {
				from, n := r.IntN(len(text)), r.IntN(200_000)
				n = min(n, len(text)-from)
				p := make([]byte, n)
				if got, err := x.ReadAt(p, int64(from)); got != n || err != nil || !bytes.Equal(p, text[from:from+n]) {
					t.Fatalf("%d bytes at %d: %d, %v", n, from, got, err)
				}
			}
			p := make([]byte, 10)
			if n, err := x.ReadAt(p, int64(len(text)-4)); n != 4 || err != io.EOF {
				t.Errorf("over the end %d, %v", n, err)
			}
		})
	}
}

func TestZip(t *testing.T) {
	text := gameText(3 << 20)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range []struct {
		name   string
		method uint16
		text   []byte
	}{{"read.me", zip.Deflate, []byte("no games")}, {"a.pgn", zip.Deflate, text}, {"dir/B.PGN", zip.Store, text[:100_000]}, {"empty.pgn", zip.Store, nil}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: f.method})
		if err != nil {
			t.Fatal(err)
		}
		w.Write(f.text)
	}
	z.Close()
	want := string(text) + "\n\n" + string(text[:100_000]) + "\n\n\n\n"
	x, err := Open(bytes.NewReader(b.Bytes()), int64(b.Len()), "zip")
	if err != nil {
		t.Fatal(err)
	}
	x.most = 4
	for _, from := range []int{0, 2 << 20, 1 << 20, 3<<20 + 50_000} {
		got, err := io.ReadAll(io.NewSectionReader(x, int64(from), 1<<40))
		if err != nil || string(got) != want[from:] {
			t.Fatalf("from %d: %d bytes, want %d: %v", from, len(got), len(want)-from, err)
		}
	}
	if _, err := Open(bytes.NewReader([]byte("PK\x03\x04rest")), 8, "zip"); err == nil {
		t.Error("half a zip archive was opened")
	}
}

// Through a pipe a zip archive is read by the heads before its files, whether sizes stand there or
// behind the files.
func TestZipStream(t *testing.T) {
	text := gameText(1 << 20)
	archive := func(raw bool, names ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i, name := range names {
			content := text[:len(text)/(i+1)]
			head := &zip.FileHeader{Name: name, Method: zip.Deflate}
			if !raw {
				w, err := z.CreateHeader(head)
				if err != nil {
					t.Fatal(err)
				}
				w.Write(content)
				continue
			}
			if i%2 == 0 {
				head.Method = zip.Store
			}
			packed := content
			if head.Method == zip.Deflate {
				var p bytes.Buffer
				f, _ := flate.NewWriter(&p, 6)
				f.Write(content)
				f.Close()
				packed = p.Bytes()
			}
			head.CRC32, head.CompressedSize64, head.UncompressedSize64 = crc32.ChecksumIEEE(content), uint64(len(packed)), uint64(len(content))
			w, err := z.CreateRaw(head)
			if err != nil {
				t.Fatal(err)
			}
			w.Write(packed)
		}
		z.Close()
		return b.Bytes()
	}
	open := func(file []byte) (*Text, error) {
		return Open(OpenStream(iotest.HalfReader(bytes.NewReader(file))), -1, "zip")
	}
	want := string(text) + "\n\n" + string(text[:len(text)/3]) + "\n\n" + string(text[:len(text)/4]) + "\n\n"
	for _, raw := range []bool{false, true} {
		file := archive(raw, "a.pgn", "words.txt", "dir/B.PGN", "c.pgn")
		x, err := open(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(io.NewSectionReader(x, 0, 1<<40))
		if _, fault := x.End(); err != nil || fault != nil || string(got) != want {
			t.Errorf("raw %t: %d bytes, want %d: %v, %v", raw, len(got), len(want), err, fault)
		}
		for _, n := range []int{len(file) / 2, 100} { // cut off, and hurt
			for _, hurt := range [][]byte{file[:n], slices.Concat(file[:n], []byte{^file[n]}, file[n+1:])} {
				if x, err = open(hurt); err != nil {
					continue
				}
				got, _ = io.ReadAll(io.NewSectionReader(x, 0, 1<<40))
				if _, fault := x.End(); fault == nil && string(got) != want {
					t.Errorf("raw %t: damage at %d was not seen", raw, n)
				}
			}
		}
	}
	if _, err := open(archive(false, "words.txt")); !errors.Is(err, errNoPGN) {
		t.Errorf("without games: %v", err)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if w, err := z.CreateHeader(&zip.FileHeader{Name: "a.pgn"}); err == nil {
		w.Write(text)
	}
	z.Close()
	if _, err := open(b.Bytes()); !errors.Is(err, errStoredStream) {
		t.Errorf("stored without a size: %v", err)
	}
}

func TestStreamsAreReadOnce(t *testing.T) {
	text := gameText(6 << 20)
	x := OpenStream(iotest.HalfReader(bytes.NewReader(text)))
	got, err := io.ReadAll(io.NewSectionReader(x, 0, 1<<40))
	if err != nil || !bytes.Equal(got, text) {
		t.Fatalf("%d bytes, want %d: %v", len(got), len(text), err)
	}
	p := make([]byte, 100)
	if _, err := x.ReadAt(p, int64(len(text)-2<<20)); err != nil || !bytes.Equal(p, text[len(text)-2<<20:][:100]) {
		t.Errorf("a little back: %v", err)
	}
	if _, err := x.ReadAt(p, 0); err != ErrGone {
		t.Errorf("far back: %v", err)
	}
	if _, err := OpenStream(iotest.ErrReader(io.ErrClosedPipe)).ReadAt(p, 0); err != io.ErrClosedPipe {
		t.Errorf("a stream that fails: %v", err)
	}
	// A packed stream is unpacked on the way.
	text = text[:1<<20]
	for name, file := range pack(t, text) {
		x, err := Open(OpenStream(bytes.NewReader(file)), -1, kindOf(name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(io.NewSectionReader(x, 0, 1<<40))
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes, want %d: %v", name, len(got), len(text), err)
		}
	}
}

func TestFilesThatBreakOff(t *testing.T) {
	text := gameText(1 << 20)
	for name, file := range pack(t, text) {
		for _, n := range []int{2, len(file) / 3, len(file) - 5} {
			x, err := Open(bytes.NewReader(file[:n]), int64(n), kindOf(name))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(io.NewSectionReader(x, 0, 1<<40))
			if err != nil || !bytes.HasPrefix(text, got) {
				t.Fatalf("%s cut to %d: %d bytes, %v", name, n, len(got), err)
			}
			if _, fault := x.End(); fault == nil {
				t.Errorf("%s cut to %d is taken for sound", name, n)
			}
		}
	}
}

// FuzzInflate holds the inflater against the library's: the same text, and an error
// where it has one.
func FuzzInflate(f *testing.F) {
	for _, level := range []int{0, 1, 6, 9, flate.HuffmanOnly} {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, level)
		if err != nil {
			f.Fatal(err)
		}
		w.Write(gameText(3000))
		w.Flush()
		w.Write(bytes.Repeat([]byte("ab"), 70_000))
		w.Close()
		f.Add(b.Bytes())
	}
	f.Add([]byte{0xed, 0xc0, 0x01, 0x01})
	f.Add([]byte{0x4b, 0x04, 0x00})
	f.Fuzz(func(t *testing.T, file []byte) {
		want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(file)), 4<<20))
		in := &input{src: bytes.NewReader(file)}
		d := newInflater(in)
		var got []byte
		var err error
		for err == nil && len(got) < 4<<20 {
			var text []byte
			text, err = d.next()
			got = append(got, text...)
		}
		got = got[:min(len(got), 4<<20)]
		if len(got) == 4<<20 {
			if !bytes.Equal(got, want) {
				t.Fatal("another text")
			}
			return
		}
		if (err == io.EOF) != (wantErr == nil) {
			t.Fatalf("%v, the library says %v", err, wantErr)
		}
		if wantErr == nil && !bytes.Equal(got, want) || !bytes.HasPrefix(got, want) {
			t.Fatalf("%d bytes, want %d", len(got), len(want))
		}
	})
}

func BenchmarkText(b *testing.B) {
	text := gameText(16 << 20)
	for name, file := range pack(b, text) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				x, err := Open(bytes.NewReader(file), int64(len(file)), kindOf(name))
				if err != nil {
					b.Fatal(err)
				}
				io.Copy(io.Discard, io.NewSectionReader(x, 0, 1<<40))
				x.Close()
			}
		})
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(text)
	w.Close()
	b.Run("library", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			r, _ := gzip.NewReader(bytes.NewReader(z.Bytes()))
			io.Copy(io.Discard, r)
		}
	})
}
