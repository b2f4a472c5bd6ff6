package cli

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rookery/chess"
)

func TestOpenBook(t *testing.T) {
	start, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.bin"), filepath.Join(dir, "bad.bin")
	entry := binary.BigEndian.AppendUint64(nil, 0x463b96181691fc9c) // the usual array
	entry = append(entry, 0x02, 0x9a, 0, 1, 0, 0, 0, 0)             // c2c4
	for path, text := range map[string][]byte{good: entry, bad: entry[:9]} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		flag, settings string
		want           string // the best reply to nothing
		fault          string
	}{
		{"", "", "e4", ""},
		{"own", "off", "e4", ""},
		{"OFF", "", "", ""},
		{"", "off", "", ""},
		{"", good, "c4", ""},
		{good, "off", "c4", ""},
		{bad, "", "", "bad.bin is not a Polyglot book: its 9 bytes"},
		{filepath.Join(dir, "none.bin"), "", "", "none.bin"},
	} {
		cmd := &cobra.Command{}
		AddBookFlag(cmd)
		if c.flag != "" {
			if err := cmd.Flags().Set("book", c.flag); err != nil {
				t.Fatal(err)
			}
		}
		k, err := Book(cmd, c.settings)
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%+v: %v, want an error with %q", c, err, c.fault)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if all := k.Replies(start); len(all) > 0 {
			got = chess.SAN(start, all[0].Move)
		}
		if got != c.want {
			t.Errorf("%+v: opens with %q, want %q", c, got, c.want)
		}
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	}
}
