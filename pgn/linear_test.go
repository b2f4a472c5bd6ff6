package pgn

import (
	"strings"
	"testing"
	"time"
)

// Half a megabyte of the same brackets, quotation marks or tags must be read about
// as fast as any other text: text that makes a reader look ahead again and
// again would take minutes.
func TestHostileTextTakesLinearTime(t *testing.T) {
	const size = 1 << 19
	for _, unit := range []string{
		"(", ")", "{", "}", "[", "]", "\"", "$", "!", "*", "\\", "%", ";", "\n%", "\r", "\r\r\n", "1", "1.", "e4 ",
		"{\n\n[A \"b\"]\n", "{}", "[A \"", "[A \"b\"] ", "[A \"b\"] 1 ", "[A \"b\"] x\"] ", "[A\n", "[A \"\n", "\n\n1. e4 ",
		"(1. e4 ", "1. e4 (", "1. e4 (1. d4 ", "[ ", "[A ", "\n\n[", "{\n\n[", "\xe9", "\xe2\x80", "\n{", "; \n\n",
		"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Ng1 Nb8 ", "(1... c9 ", "1-0 (", "1-0 {x}\n\n",
	} {
		for _, head := range []string{"", "[Event \"a\"]\n\n1. e4 "} {
			text := head + strings.Repeat(unit, size/len(unit))
			from := time.Now()
			readAll(t, strings.NewReader(text))
			if took := time.Since(from); took > 10*time.Second {
				t.Errorf("half a megabyte of %q behind %q took %v", unit, head, took)
			} else if testing.Verbose() && took > 300*time.Millisecond {
				t.Logf("%q behind %q: %v", unit, head, took)
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
