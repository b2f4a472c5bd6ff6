package serve

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// allHostile asks for all hostile games; see docs/testing.md.
const allHostile = "ROOKERY_TEST_HOSTILE"

// hostileFENs are positions that are none, with what says so.
func hostileFENs() map[string]string {
	all := map[string]string{
		"a rank without end":    strings.Repeat("p", 280),
		"ranks without end":     strings.Repeat("8/", 140),
		"big numbers":           "99999999999999999999/8/8/8/8/8/8/8 w - - 18446744073709551616 -9223372036854775808",
		"letters of no man":     "xyzxyzxy/8/8/8/8/8/8/XYZXYZXY w - - 0 1",
		"no kings":              "8/8/8/8/8/8/8/8 w KQkq e3 0 1",
		"sixteen kings":         "kkkkkkkk/kkkkkkkk/8/8/8/8/KKKKKKKK/KKKKKKKK w - - 0 1",
		"pawns on the last row": "PPPPkPPP/8/8/8/8/8/8/ppppKppp w - - 0 1",
		"brackets":              "[[[[((((/8[Q]/8[[[/~~~~~~~~/++++/8/8/8{}<> w - - 3+3 0 1",
		"bytes of no text":      "k7/8/8/8/8/8/8/K7\xff\xfe\xc0\x80 w - - 0 1",
		"castles of nobody":     "4k3/8/8/8/8/8/8/4K3 w ABCDEFGHabcdefgh z9 0 1",
	}
	for i, text := range hostile {
		if i%2 == 0 {
			text = "4k3/8/8/8/8/8/8/4K3 w - - 0 1" + text
		} else {
			text += "/8/8/8/8/8/8/8 w - - 0 1"
		}
		all[fmt.Sprint("hostile text ", i)] = text
	}
	return all
}

// emptyLine is the line for a FEN without one.
var emptyLine = regexp.MustCompile(`(?m)FEN ▸ *$`)

// hostilePGN are games that would take terminals, memory or time over.
func hostilePGN() map[string]string {
	quoted := func(text string) string {
		return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
	}
	head := "[Event \"x\"]\n[White \"Anna\"]\n[Black \"Bea\"]\n\n"
	all := map[string]string{
		"lines deep in lines": head + "1. e4 " + strings.Repeat("(1. d4 ", 600) + strings.Repeat(")", 600) + " e5 *\n",
		"lines never closed":  head + "1. e4 " + strings.Repeat("(", 4000) + "\n",
		"lines never opened":  head + "1. e4 " + strings.Repeat(")", 4000) + " *\n",
		"many lines":          head + "1. e4 " + strings.Repeat("(1. d4)(1. c4)", 200) + " e5 *\n",
		"a huge tag":          "[Event \"" + strings.Repeat("E", 15000) + "\"]\n[White \"" + strings.Repeat("\u0301", 300) + "\"]\n\n1. e4 *\n",
		"a tag never closed":  "[Event \"" + strings.Repeat("[Event ", 500),
		"many tags":           strings.Repeat("[A \"b\"]\n", 400) + "\n1. e4 *\n",
		"a huge comment":      head + "1. e4 {" + strings.Repeat("word ", 700) + "} *\n",
		"comments in a heap":  head + "1. e4 " + strings.Repeat("{}", 1500) + " *\n",
		"signs in a heap":     head + "1. e4 " + strings.Repeat("$99999 ", 500) + " $18446744073709551616 *\n",
		"numbers":             head + "99999999999999999999999. e4 -1... e5 0. Nf3 *\n",
		"null moves":          head + "1. " + strings.Repeat("-- -- ", 300) + "*\n",
		"a position of none":  "[SetUp \"1\"]\n[FEN \"" + strings.Repeat("8/", 1000) + "\"]\n\n1. e4 *\n",
		"a variant of none":   "[Variant \"" + strings.Repeat("atomic+", 400) + "\x1b[31m\"]\n\n1. e4 *\n",
		"another page":        "\xfe\xff\x00[\x00E\x00v\x00e\x00n\x00t\x00 \x00\"\x00x\x00\"\x00]",
		"a packed file":       "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff\xff\xff",
		"another packed file": "BZh91AY&SY\x28\xb5\x2f\xfd",
		"no games at all":     strings.Repeat("\x00\x1b\u202e", 2000),
		"a board that blinks": head + "1. e4 {[%csl Ra1\x1b[5m,Gz9][%cal \u202eRa1h8][%clk \x1b]0;x\x07][%eval \x9b31m99999999999]} *\n",
	}
	for i, text := range hostile {
		all[fmt.Sprint("hostile text ", i)] = fmt.Sprintf("[Event \"%[1]s\"]\n[Site \"%[1]s\"]\n[White \"%[1]s\"]\n[Black \"%[1]s\"]\n[Date \"%[1]s\"]\n[ECO \"%[1]s\"]\n[%[1]s \"%[1]s\"]\n[Result \"%[1]s\"]\n\n{%[1]s} 1. e4 %[1]s {%[1]s} e5 ; %[1]s\n(1... c5 {%[1]s} %[1]s) 2. Nf3 *\n",
			quoted(text[:min(len(text), 300)]))
	}
	return all
}

// TestHostileGames pastes positions and games that would take terminals over into
// sessions, looks at them in every way there is, saves them under such names, and
// reads all that is sent, byte by byte. Every session serves to the end.
func TestHostileGames(t *testing.T) {
	_, s, addr := startClub(t)
	pasted := func(text string) string {
		return "\x1b[200~" + strings.ReplaceAll(text, "\x1b[201~", "") + "\x1b[201~"
	}
	look := func(v *visitor) {
		t.Helper()
		for _, fault := range foul(v.settled()) {
			// Text of one's own may be of any script: a letter has three marks at most.
			pile := strings.Trim(fault, "\"\u0301\u0489\u20dd") == "" && len([]rune(fault)) <= 2+3
			titled := strings.HasPrefix(fault, "U+0301 in") || strings.HasPrefix(fault, "U+0489 in") || strings.HasPrefix(fault, "U+20DD in")
			if !pile && !titled {
				t.Errorf("%s is sent %s", v.name, fault)
			}
		}
	}
	s.cfg.Limits.Logins = 1000
	seen := 0
	skips := func() bool { // two of three, unless all are asked for
		seen++
		return seen%3 != 0 && os.Getenv(allHostile) == ""
	}

	fens := arrive(t, addr, "Fens", newSigner(t), nil)
	fens.keys("Gkk\r")
	fens.see("c clear")
	bad := hostileFENs()
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		fen := bad[name]
		if skips() {
			continue
		}
		fens.keys(pasted(fen) + "cs") // onto the board, then the first array again
		fens.keys("F\x15")            // and into the line
		fens.until("the line for "+name, func(screen string) bool {
			return emptyLine.MatchString(screen) && !strings.Contains(screen, "•") // no fault is told any more
		})
		fens.keys(pasted(fen) + "\r")
		open := false
		fens.until("what comes of "+name, func(screen string) bool {
			open = strings.Contains(screen, "FEN ▸") // and what was said of the paste before may stand there still
			return open && strings.Contains(screen, "•") || !open && strings.Contains(screen, "Position loaded")
		})
		if open {
			fens.keys("\x1b")
			fens.until("the line closed", func(screen string) bool { return !strings.Contains(screen, "FEN ▸") })
		}
	}
	fens.see("c clear")
	fens.keys("csF\x15" + pasted("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") + "\r")
	fens.see("Position loaded")
	fens.keys("\r")
	fens.see("Opponent", "custom position")
	look(fens)

	games := arrive(t, addr, "Games", newSigner(t), nil)
	saved := 0 // of those that are opened
	sheets := hostilePGN()
	for _, name := range slices.Sorted(maps.Keys(sheets)) {
		text := sheets[name]
		if skips() {
			continue
		}
		paste := func() (opened bool) {
			games.keys("Gkkkk\r")
			games.see("at most 16 KiB")
			games.keys(pasted(text))
			games.until("what comes of "+name, func(screen string) bool {
				opened = !strings.Contains(screen, "at most 16 KiB")
				return opened || faulty(screen)
			})
			return opened
		}
		if paste() {
			// Its lines, folds, tags, a search, the list of games.
			games.keys("ll]lG\r\rkjvVvg/e4\r")
			games.keys("r")
			games.home()
			paste()
			games.keys("W\x15" + pasted(hostile[saved%len(hostile)]) + "\r")
			games.until("the game saved or refused", func(screen string) bool {
				return strings.Contains(screen, "Saved in") || strings.Contains(screen, "already exists.") || strings.Contains(screen, "ermitted") ||
					strings.Contains(screen, "kept here") || strings.Contains(screen, "packed") || strings.Contains(screen, "cannot be shown")
			})
			saved++
		}
		games.home()
	}
	if saved == 0 {
		t.Error("none of the games is opened")
	}
	look(games)
	games.see("Board editor")
	games.opens("Games")
	games.see("saved files")
	games.keys("o")
	games.see("Saved games", "games")
	look(games)

	// The server and other sessions go on.
	visit(t, addr, "a guest", asGuest, nil).see("Lobby")
}

// home goes back to the menu and gives changes up.
func (v *visitor) home() {
	v.t.Helper()
	for n := 0; ; n++ {
		screen := v.text()
		switch {
		case strings.Contains(screen, "Board editor"):
			return
		case n > 100:
			v.t.Fatalf("%s does not come back to the menu\n%s", v.name, screen)
		case strings.Contains(screen, "[n] discard"):
			v.keys("n")
		default:
			v.keys("\x1b")
		}
		// The next key waits until this one has done something, so that none reaches the menu; some do nothing.
		for second := time.After(time.Second); v.text() == screen; {
			select {
			case <-v.news:
				continue
			case <-second:
			}
			break
		}
	}
}

// faulty tells whether a fault is told on the screen of pastes.
func faulty(screen string) bool {
	rows := strings.Split(screen, "\n")
	for i, row := range rows {
		if strings.Contains(row, "In the viewer, :w") {
			for _, below := range rows[i+2 : min(i+6, len(rows))] {
				if text := strings.TrimSpace(below); text != "" && text != "Reading pasted games" {
					return true
				}
			}
		}
	}
	return false
}
