package collection

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

// bzip2OfTwo is manyGames(2) as the program bzip2 packs it: the library only unpacks.
const bzip2OfTwo = "425a683931415926535999a8b2160000185f80001050113e000201000a238305002000405551ea6834680c428d190346" +
	"991a72920b26f144ca294e084226c70f5b1e3249d3e5522eab35935d77e2ee48a70a1213351642c0"

// manyGames writes games that are told apart by their Event.
func manyGames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Event \"game %d\"]\n\n1. e4 e5 2. Nf3 *\n\n", i+1)
	}
	return b.String()
}

func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t testing.TB, text string) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return z.EncodeAll([]byte(text), nil)
}

// opened writes a file, opens and indexes it.
func opened(t testing.TB, name string, content []byte) (*File, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(t.Context(), path)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f, f.Build(t.Context(), nil)
}

func TestArchivesOpenByTheirFirstBytes(t *testing.T) {
	const big = 300_000 // games, beyond what is kept in memory
	bz2, err := hex.DecodeString(bzip2OfTwo)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		content []byte
		games   int
	}{
		{"a.pgn", []byte(manyGames(2)), 2},
		{"a.pgn.gz", gzipped(t, manyGames(2)), 2},
		{"a.pgn.bz2", bz2, 2},
		{"a.pgn.zst", zstandard(t, manyGames(2)), 2},
		{"packed but not named so.pgn", gzipped(t, manyGames(3)), 3},
		{"named so but not packed.pgn.zst", []byte(manyGames(3)), 3},
		{"two in one.pgn.gz", append(gzipped(t, manyGames(2)), gzipped(t, manyGames(2))...), 4},
		{"two frames.pgn.zst", append(zstandard(t, manyGames(2)), zstandard(t, manyGames(2))...), 4},
		{"long.pgn.gz", gzipped(t, manyGames(big)), big},
		{"long.pgn.zst", zstandard(t, manyGames(big)), big},
		{"nothing in it.pgn.gz", gzipped(t, ""), 0},
	} {
		f, err := opened(t, c.name, c.content)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if f.Len() != c.games || f.Fault() != nil {
			t.Errorf("%s: %d games, %v, want %d", c.name, f.Len(), f.Fault(), c.games)
		}
		if c.games > 0 {
			g, err := f.Game(1)
			if err != nil || g.Tags.Value("Event") != "game 2" || g.Plies() != 3 {
				t.Errorf("%s: game 2 is %+v, %v", c.name, g, err)
			}
		}
	}
}

func TestDamagedArchiveGivesTheGamesBeforeTheDamage(t *testing.T) {
	long := manyGames(20_000)
	gz, zst := gzipped(t, long), zstandard(t, long)
	bent := bytes.Clone(gz)
	bent[len(bent)/2] ^= 0xff
	bz2, err := hex.DecodeString(bzip2OfTwo)
	if err != nil {
		t.Fatal(err)
	}
	crc := bytes.Clone(gz)
	crc[len(crc)-6] ^= 1
	for _, c := range []struct {
		name    string
		content []byte
		words   string
		some    bool // some games must be there
	}{
		{"cut.pgn.gz", gz[:len(gz)/2], "the gzip archive breaks off", true},
		{"no trailer.pgn.gz", gz[:len(gz)-4], "the gzip archive breaks off", true},
		{"checksum.pgn.gz", crc, "the gzip archive is damaged", true},
		{"bent.pgn.gz", bent, "the gzip archive is damaged", true},
		{"trailed.pgn.gz", append(bytes.Clone(gz), "rubbish"...), "the gzip archive", true},
		{"cut.pgn.zst", zst[:len(zst)/2], "the zstd archive breaks off", false},
		{"head.pgn.gz", gz[:5], ": nothing could be read", false},
		{"head.pgn.zst", zst[:5], ": nothing could be read", false},
		{"cut.pgn.bz2", bz2[:len(bz2)-8], "the bzip2 archive breaks off", false},
		{"empty.pgn.gz", nil, ", but the contents are not in", false},
		{"binary.pgn.zst", []byte("\x00\x01\x02\x03\x04\x05\x06\x07"), "the file name says zstd", false},
		{"a.zip", []byte("PK\x03\x04rest"), "the zip archive is damaged: nothing", false},
		{"a.xz", []byte("\xfd7zXZ\x00rest"), "this is a xz archive: unpack it first", false},
	} {
		f, err := opened(t, c.name, c.content)
		if err == nil {
			err = f.Fault()
		}
		if err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v, want %q", c.name, err, c.words)
		}
		var damage *ArchiveError
		switch {
		case c.some && (f == nil || f.Len() == 0 || !errors.As(err, &damage)):
			t.Errorf("%s: nothing was read", c.name)
		case c.some:
			if g, err := f.Game(0); err != nil || g.Plies() != 3 {
				t.Errorf("%s: the first game is %+v, %v", c.name, g, err)
			}
		}
	}
}

func TestEndlessArchiveIsStopped(t *testing.T) {
	file := gzipped(t, strings.Repeat("1. e4 *\n\n", 1<<20))
	f, err := openText(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := &spool{limit: 1 << 20}
	defer s.Close()
	fault, err := s.fill(t.Context(), f)
	if err != nil || fault == nil || !strings.Contains(fault.Error(), "unpacks to more than") || s.size == 0 || s.size > 1<<20 {
		t.Errorf("%d bytes, %v, %v", s.size, fault, err)
	}
}

func TestUnpackingStopsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pgn")
	utf16 := append([]byte{0xff, 0xfe}, bytes.Repeat([]byte("e\x00 \x00"), 1<<16)...)
	if err := os.WriteFile(path, utf16, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := Open(ctx, path); f != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", f, err)
	}
}

func TestStreamsOpen(t *testing.T) {
	for what, content := range map[string][]byte{"plain": []byte(manyGames(2)), "packed": zstandard(t, manyGames(2))} {
		f, err := OpenStream(t.Context(), iotest.OneByteReader(bytes.NewReader(content)))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Build(t.Context(), nil); err != nil || f.Len() != 2 {
			t.Errorf("%s: %d games, %v", what, f.Len(), err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := OpenStream(t.Context(), &failing{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a stream that fails gives %v", err)
	}
}

// failing is a stream that gives some bytes of an archive and then an error of its own.
type failing struct{ given bool }

func (f *failing) Read(p []byte) (int, error) {
	if f.given {
		return 0, io.ErrClosedPipe
	}
	f.given = true
	return copy(p, "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00"), nil
}
