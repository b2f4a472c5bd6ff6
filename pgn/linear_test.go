package pgn

import (
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"rookery/pgn/internal/pgntest"
)

// hostileUnits are texts whose repetition makes a careless reader look ahead,
// or back, again and again.
var hostileUnits = []string{
	"(", ")", "{", "}", "[", "]", "\"", "$", "!", "*", "\\", "%", ";", "\n%", "\r", "\r\r\n", "1", "1.", "e4 ",
	"{\n\n[A \"b\"]\n", "{}", "[A \"", "[A \"b\"] ", "[A \"b\"] 1 ", "[A \"b\"] x\"] ", "[A\n", "[A \"\n", "\n\n1. e4 ",
	"(1. e4 ", "1. e4 (", "1. e4 (1. d4 ", "[ ", "[A ", "\n\n[", "{\n\n[", "\xe9", "\xe2\x80", "\n{", "; \n\n",
	"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Ng1 Nb8 ", "(1... c9 ", "1-0 (", "1-0 {x}\n\n",
}

// longRuns are runs of every kind of token, glued and apart, alone and in turn.
func longRuns() []string {
	out := slices.Clone(hostileUnits)
	for _, unit := range []string{"+", "#", "=", "-", "e4+", "e4#!", "N", "Nf3", "0", "0-", "1/", "a1=", "½", "∞", "−", "♘", "x", "e.p.", ".", "...", "12.", "$", "$140", "!?", "??", "--"} {
		out = append(out, unit, unit+" ", unit+"\n")
	}
	return append(out, "(1... c9) ", "(1. e4) ", "(c9 (c9) c9) ", "c9 ) ", "{a} ", "{ {", "} ", ";x\n", "%x\n", "\n%x\r", "[A \"b\"]\n", "[A \"b\\\"]\n",
		"[AB", "[A\"", "]\"", "\"]", "\n\n\t", "\t ", "\n \n[", "* ", "1-0 ", "1-0\n{x}\n")
}

// smallReader gives a text in small pieces, as pipes and archives do.
type smallReader struct{ r io.Reader }

func (s smallReader) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), 1000)]) }

// A text in one piece may take about as long as the same amount in 96 pieces;
// where reading were quadratic it would take 96 times as long. Both sides read
// as many bytes and the best of several goes counts, without the collector, so
// that neither a slow machine nor other work on it brings them apart.
func TestHostileTextTakesLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("times say little where the race detector slows the machine")
	}
	if pgntest.CPUTime() == 0 {
		t.Skip("the time of the processor is not known here")
	}
	const (
		size    = 4 << 10
		pieces  = 96
		allowed = 5 // far from both 1 and 96
		tries   = 6
	)
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	read := func(text string, times int) time.Duration {
		runtime.GC()
		from := pgntest.CPUTime()
		for range times {
			readAll(t, smallReader{strings.NewReader(text)})
		}
		return pgntest.CPUTime() - from
	}
	for _, unit := range longRuns() {
		for _, head := range []string{"", "[Event \"a\"]\n\n1. e4 "} {
			apart, whole := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
			for try := 0; try == 0 || whole > allowed*apart && try < tries; try++ {
				apart = min(apart, read(head+strings.Repeat(unit, size/len(unit)), pieces))
				whole = min(whole, read(head+strings.Repeat(unit, pieces*size/len(unit)), 1))
			}
			if whole > allowed*apart {
				t.Fatalf("%d pieces of %d bytes of %q behind %q took %v, one of as many bytes %v", pieces, size, unit, head, apart, whole)
			}
		}
	}
}

func TestDeepAndLongGames(t *testing.T) {
	const levels = 20_000
	knights := [...]string{"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "}
	var text strings.Builder
	text.WriteString("Nf3 ")
	for i := range levels {
		text.WriteString("(" + knights[i%4] + knights[(i+1)%4])
	}
	deep := text.String() + strings.Repeat(")", levels) + " Nf6 *"
	games, _ := readAll(t, strings.NewReader(deep))
	if len(games) != 1 || games[0].Plies() != 2 || len(games[0].Warnings) > 0 {
		t.Fatalf("%d games, %d plies, %v", len(games), games[0].Plies(), games[0].Warnings)
	}
	checkRound(t, games[0])
	long := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 1500) + "*"
	games, _ = readAll(t, strings.NewReader(long))
	if len(games) != 1 || games[0].Plies() != 6000 {
		t.Fatalf("%d games, %d plies, want one of 6000", len(games), games[0].Plies())
	}
	checkRound(t, games[0])
	comment := "1. e4 {" + strings.Repeat("word ", 60_000) + "} e5 *"
	games, _ = readAll(t, strings.NewReader(comment))
	if len(games) != 1 || games[0].Plies() != 2 {
		t.Fatal("a long comment was not read over")
	}
	checkRound(t, games[0])
}
