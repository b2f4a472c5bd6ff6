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

// FuzzParseMove reads any text on boards with an en passant capture, a
// promotion and checks; what is read is legal and survives its notation.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"O-O", "0-0-0", "Rif4", "exd6", "g10=Q", "g10", "f10f11q", "N@f3", "Kg1", "j4", "--", "l11", "e12", "a1a10"} {
		f.Add(text)
	}
	boards := []*board{
		setUp(f, ""),
		setUp(f, "1/1k1/5/7/9/4P6/3p7/11/11/5K5/11 w - d6 0 1"),
		setUp(f, "1/P2/PP1P1/1k5/9/11/11/11/8p2/1p4p1K2/p1p8 w - - 0 1"),
		setUp(f, "1/3/5/2r4/4k4/11/3P1P5/11/4R6/5K5/5B5 b - - 3 20"),
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range boards {
			for _, parse := range []func(chess.Board, string) (chess.Move, error){chess.ParseMove, chess.ParseUCI} {
				m, err := parse(b, text)
				if err != nil || m == chess.Pass {
					continue
				}
				if got, err := chess.ParseMove(b, chess.MoveText(b, m)); got != m || err != nil {
					t.Errorf("%s: %q is %s, which is read as %v (%v)", b.FEN(), text, chess.MoveText(b, m), got, err)
				}
			}
			chess.Suggest(b, text, 3)
		}
	})
}
