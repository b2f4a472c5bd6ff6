package hex

import (
	"testing"

	"rookery/chess"
)

func checkSAN(t *testing.T, path string) {
	for _, row := range table(t, path, "hex", 4) {
		b := setUp(t, row[1])
		m, err := chess.ParseUCI(b, row[2])
		if err != nil {
			t.Errorf("%s: %v", row[1], err)
			continue
		}
		if got := chess.SAN(b, m); got != row[3] {
			t.Errorf("%s %s: %s, want %s", row[1], row[2], got, row[3])
		}
		if got, err := chess.ParseSAN(b, row[3]); got != m || err != nil {
			t.Errorf("%s %s: read as %s (%v), want %s", row[1], row[3], chess.UCI(b, got), err, row[2])
		}
	}
}

func TestSAN(t *testing.T)       { checkSAN(t, "testdata/san.tsv") }
func TestSANShared(t *testing.T) { checkSAN(t, shared+"san/san.tsv") }
