package tui

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/ai/explain"
	"rookery/chess"
	"rookery/tui/game"
	"rookery/tui/lang"
	"rookery/tui/lang/scan"
	"rookery/tui/library"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// untranslated are texts that are no words of a language: names of formats,
// programs and files.
var untranslated = map[string]bool{
	"Lichess": true, "Rookery": true, "rookery": true, "FEN": true, "FEN > ": true, "FEN ": true, "!": true, "!!": true, "!?": true, "?!": true,
}

// TestMessages looks for every text of the source that players see, and lists
// those that a language leaves in English.
func TestMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	var all []scan.Message
	sources := []scan.Source{{Dir: "play"}}
	for _, dir := range []string{".", "engineplay", "lichess", "fics", "serve", "remote", "lobby", "lobby/journal", "lobby/archive", "../chess", "../variants", "../variants/hex", "../variants/tower",
		"../ai", "../ai/uci", "../ai/book", "../pgn", "../pgn/puzzle", "../pgn/repertoire", "../pgn/collection", "../pgn/explorer", "../pgn/opening", "../pgn/internal/syntax", "../pgn/safefile"} {
		sources = append(sources, scan.Source{Dir: dir, Errors: true})
	}
	for _, room := range rooms {
		sources = append(sources, scan.Source{Dir: room, Errors: true})
	}
	for _, src := range sources {
		found, err := src.Messages()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	if len(all) < 300 {
		t.Fatalf("only %d messages were found: the search is blind", len(all))
	}
	for _, g := range variants.FICSGames {
		all = append(all, scan.Message{Text: g.Name, At: "FICS"})
	}
	for _, v := range variants.All() {
		all = append(all, scan.Message{Text: v.Rules.Name, At: v.ID}, scan.Message{Text: v.Rules.Aim, At: v.ID})
		for _, line := range play.CardLines(v.Card) {
			all = append(all, scan.Message{Text: line, At: v.ID + ", card"})
		}
	}
	for _, l := range ai.Levels() {
		all = append(all, scan.Message{Text: l.Name(), At: "level"}, scan.Message{Text: l.Describe(), At: "level"})
	}
	for _, s := range ai.Styles() {
		all = append(all, scan.Message{Text: s.Name(), At: "style"}, scan.Message{Text: s.Describe(), At: "style"})
	}
	for i := range play.Lessons {
		all = append(all, scan.Message{Text: play.Lessons[i].Name, At: "lesson"}, scan.Message{Text: play.Lessons[i].About, At: "lesson"})
	}
	for _, l := range play.BeginnerLessons {
		all = append(all, scan.Message{Text: l.Name, At: "lesson"}, scan.Message{Text: l.About, At: "lesson"})
		for _, e := range l.Exercises {
			all = append(all, scan.Message{Text: e.Task, At: l.ID})
		}
	}
	for _, theme := range play.PuzzleThemes {
		all = append(all, scan.Message{Text: theme.Name, At: "theme"})
	}
	for _, table := range keyTables() {
		for _, a := range actionsIn(table) {
			all = append(all, scan.Message{Text: a, At: ui.TableName(table) + " keys"})
		}
	}
	for _, p := range keyPages {
		all = append(all, scan.Message{Text: p.title, At: "page of keys"})
	}
	for _, text := range append(hallWords(), spokenAtTable()...) {
		all = append(all, scan.Message{Text: text, At: "lobby"})
	}
	scan.Report(t, all, func(text string) bool { return untranslated[text] })
}

// actionsIn are what the keys of a table do.
func actionsIn(table any) []string {
	copied := reflect.New(reflect.TypeOf(table))
	copied.Elem().Set(reflect.ValueOf(table))
	var out []string
	for _, a := range ui.ActionsOf(copied.Interface()) {
		out = append(out, a.Help().Desc)
	}
	return out
}

// TestReadMove takes moves in the letters of the language, and in English
// where they mean nothing there.
func TestReadMove(t *testing.T) {
	hu, err := lang.Find("hu")
	if err != nil {
		t.Fatal(err)
	}
	s := &ui.Session{Locale: ui.Locale{Lang: hu}}
	rules, err := play.RulesOf([]string{"chess"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := chess.NewBoard(rules, "4k3/8/8/8/8/8/4B3/R2QK1N1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{"Hf3": "g1f3", "Nf3": "g1f3", "Va4": "d1a4", "Bb1": "a1b1", "Ff3": "e2f3", "Bf3": "e2f3", "e2d3": "e2d3"} {
		m, err := s.ParseMove(b, typed)
		if err != nil {
			t.Errorf("%s: %v", typed, err)
		} else if got := chess.UCI(b, m); got != want {
			t.Errorf("%s is %s, want %s", typed, got, want)
		}
	}
}

// TestGoldenLanguages draws screens in two languages with long words.
func TestGoldenLanguages(t *testing.T) {
	screens := []struct {
		name string
		open func(d *driver)
	}{
		{"menu", func(d *driver) {}},
		{"form", func(d *driver) { d.press("enter") }},
		{"help", func(d *driver) { d.press("enter", "enter", "f1") }},
		{"game", func(d *driver) {
			d.press("enter", "down", "right", "enter")
			for _, move := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6"} {
				d.typeText(move)
				d.press("enter")
			}
			d.typeText("Ke3")
			d.press("enter")
		}},
	}
	for _, tag := range []string{"hu", "ro", "de"} {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range [][2]int{{80, 24}, {60, 20}} {
			for _, sc := range screens {
				name := fmt.Sprintf("%s-%s-%dx%d", sc.name, tag, size[0], size[1])
				t.Run(name, func(t *testing.T) {
					s := SessionFor(t, termenv.Ascii)
					s.Lang = l
					d := drive(t, s, size[0], size[1])
					sc.open(d)
					for i, row := range strings.Split(ansi.Strip(d.app.View()), "\n") {
						if w := ansi.StringWidth(row); w > size[0] {
							t.Errorf("row %d is %d cells wide", i, w)
						}
					}
					golden.RequireEqual(t, []byte(d.app.View()))
				})
			}
		}
	}
}

// TestCountsInWords reads counts where one is another form than many.
func TestCountsInWords(t *testing.T) {
	for _, test := range []struct {
		english, hu, ro string
	}{
		{ui.Plural(1, "1 seek", "%d seeks"), "1 keresés", "1 cerere"},
		{ui.Plural(3, "1 seek", "%d seeks"), "3 keresés", "3 cereri"},
		{ui.Plural(0, "1 seek", "%d seeks"), "0 keresés", "0 cereri"},
		{ui.Plural(21, "1 seek", "%d seeks"), "21 keresés", "21 de cereri"},
		{ui.Plural(1, "start, 1 half-move", "start, %d half-moves"), "1 féllépés", "1 semimutare"},
		{ui.Plural(40, "start, 1 half-move", "start, %d half-moves"), "40 féllépés", "40 de semimutări"},
		{fmt.Sprintf("3 and %s", ui.Plural(1, "1 check", "%d checks")), "3 és 1 sakk", "3 și 1 șah"},
		{"1 of " + ui.Plural(30, "1 game", "%d games"), "1 / 30 játszma", "1 din 30 de partide"},
		{"1 watching", "1 néző", "1 spectator"},
		{"1 move: Kh1", "1 lépés: Kh1", "o mutare: Rh1"},
	} {
		for tag, want := range map[string]string{"hu": test.hu, "ro": test.ro} {
			l, err := lang.Find(tag)
			if err != nil {
				t.Fatal(err)
			}
			if got := l.Text(test.english); got != want {
				t.Errorf("%s: %q is %q, want %q", tag, test.english, got, want)
			}
		}
	}
}

// TestMessagesOfReasons lists the reasons for moves that a language leaves in
// English.
func TestMessagesOfReasons(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	men := [][]chess.Role{{chess.Queen}, {chess.Rook, chess.Pawn}, {chess.Knight, chess.Knight}}
	// These are told without pieces, too.
	vague := map[explain.Cause]bool{explain.WinsPieces: true, explain.WinsBack: true, explain.GivesAway: true, explain.Sacrifices: true, explain.LosesLeast: true, explain.BlowsUp: true}
	ends := map[explain.Cause]bool{explain.WinsNow: true, explain.DrawsNow: true, explain.WinsIn: true, explain.LosesIn: true, explain.ThreatensWin: true, explain.PreventsWin: true}
	var all []scan.Message
	tell := func(c explain.Clause) {
		for _, first := range []explain.Explanation{{Clauses: []explain.Clause{c}}, {Clauses: []explain.Clause{{Cause: explain.OnlyMove}, c}}} {
			for _, part := range first.Parts() {
				all = append(all, scan.Message{Text: part, At: "reason"})
			}
		}
	}
	for cause := explain.Improves; cause <= explain.TakesPiece; cause++ {
		for n := range 4 {
			for _, m := range men {
				tell(explain.Clause{Cause: cause, N: n, Pieces: m, Text: "e4"})
				tell(explain.Clause{Cause: cause, N: n, Pieces: m, Price: m, Text: "e4"})
			}
			if vague[cause] {
				tell(explain.Clause{Cause: cause, N: n})
			}
			for why := chess.NoReason; ends[cause] && why <= chess.ByBareKing; why++ {
				tell(explain.Clause{Cause: cause, N: n, Reason: why})
			}
		}
	}
	if len(all) < 300 {
		t.Fatalf("only %d reasons were made", len(all))
	}
	scan.Report(t, all, func(string) bool { return false })
}

// TestNamesAreNotTranslated plays as somebody whose name is a word of the catalogue.
func TestNamesAreNotTranslated(t *testing.T) {
	hu, err := lang.Find("hu")
	if err != nil {
		t.Fatal(err)
	}
	s := SessionFor(t, termenv.Ascii)
	s.Lang = hu
	if s.Text("Quit") == "Quit" || s.Text("Black") == "Black" {
		t.Fatal("the catalogue lacks the words of the test")
	}
	d := newDriver(t, s)
	if err := d.app.OpenGame(ui.GameConfig{Rules: variants.All()[0].Rules, Setup: -1, Players: [2]ui.PlayerConfig{{Name: "Quit"}, {Name: "Black"}}}); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	d.sees("Quit", s.Text("Black"))
	d.lacks(s.Text("Quit") + " ")
	d.press("ctrl+r")
	d.sees(strings.Replace(s.Text("Xy, resign the game?"), "Xy", "Quit", 1))
	if got := s.Text(library.DescribeSaved(&ui.SavedGame{Config: ui.GameConfig{Rules: variants.All()[0].Rules, Players: [2]ui.PlayerConfig{{Name: "Quit"}, {Name: "Black"}}}}, s.Now())); !strings.Contains(got, "Quit – "+s.Text("Black")) {
		t.Errorf("a saved game is called %q", got)
	}
}

// TestPromptAndPocketAreTranslated looks at what stands beside the board.
func TestPromptAndPocketAreTranslated(t *testing.T) {
	for tag, want := range map[string][]string{"hu": {"Lépés ▸", "üres tartalék"}, "ro": {"Mutare ▸", "rezervă goală"}} {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		s := SessionFor(t, termenv.TrueColor)
		s.Lang = l
		v, _ := variants.ByName("crazyhouse")
		d := newDriver(t, s)
		if err := d.app.OpenGame(ui.GameConfig{Rules: v.Rules, Setup: -1, Players: [2]ui.PlayerConfig{{Name: "White"}, {Name: "Black"}}}); err != nil {
			t.Fatal(err)
		}
		d.app.SetSize(80, 24)
		d.run(d.app.Init())
		d.sees(want...)
	}
}

// TestWordsAreTypedInTheLanguage writes words of the line, in Hungarian and in English.
func TestWordsAreTypedInTheLanguage(t *testing.T) {
	hu, err := lang.Find("hu")
	if err != nil {
		t.Fatal(err)
	}
	s := SessionFor(t, termenv.Ascii)
	s.Lang = hu
	d := newDriver(t, s)
	if err := d.app.OpenGame(ui.GameConfig{Rules: variants.All()[0].Rules, Setup: -1, Players: [2]ui.PlayerConfig{{Name: "White"}, {Name: "Black"}}}); err != nil {
		t.Fatal(err)
	}
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	for _, question := range []string{"feladás", "feladas", "Feladom", "resign", ":resign"} {
		d.enter(question)
		d.sees("[i/N]")
		d.press("n")
		d.lacks("[i/N]")
	}
	d.enter("e4", "visszavesz")
	if g := d.app.top().(*game.Screen); g.Ply() != 0 {
		t.Error("visszavesz takes nothing back")
	}
	d.enter("eval")
	if !s.Aids.EvalBar {
		t.Error("eval shows no evaluation bar")
	}
	d.enter("feladás")
	d.press("i")
	if g := d.app.top().(*game.Screen); !g.Over() {
		t.Error("i does not resign")
	}
}
