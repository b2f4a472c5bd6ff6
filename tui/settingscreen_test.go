package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/lang"
	"rookery/tui/library"
	"rookery/tui/ui"
)

// openSettings opens the settings from the menu.
func openSettings(t *testing.T, s *ui.Session) *driver {
	d := drive(t, s, 80, 24)
	d.press("end", "up", "enter")
	if _, ok := d.app.top().(*settingScreen); !ok {
		t.Fatalf("the menu opens %T", d.app.top())
	}
	return d
}

// TestSettingsAreRemembered changes every row and reads the file.
func TestSettingsAreRemembered(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Voice = &ui.Voice{Look: func(string) (string, error) { return "", ui.ErrNoSpeaker }}
	s.Sounds = &ui.Sounds{Dir: t.TempDir()}
	d := openSettings(t, s)
	rows := len(d.app.top().(*settingScreen).all)
	told := false
	for range rows - 2 { // the last two open screens
		d.press("right")
		told = told || strings.Contains(d.app.View(), "neither espeak-ng nor spd-say")
		d.press("down")
	}
	if !told {
		t.Error("nobody says that nothing can speak")
	}
	set, err := s.Store.Settings()
	if err != nil {
		t.Fatal(err)
	}
	want := ui.Habits{TurnBoard: true, TouchMove: true, Signal: ui.Bell, Sounds: ui.BellSounds, Speech: true}
	aids := ui.Aids{NoResign: true, Ponder: true, EvalBar: true, EngineLines: true}
	if set.Habits != want || set.Aids != aids || set.Theme != draw.Scheme(1).String() || set.Board != "green" || set.Pieces != "solid" || set.Art != draw.ArtSet(1).String() || set.Pictures != "on" ||
		set.Coordinates != draw.LabelPlace(1).String() || !set.Blindfold || set.Letters != "english" || set.Language != "en" {
		t.Errorf("the file says %+v", set)
	}
	for range rows {
		d.press("left", "down")
	}
	if set, err = s.Store.Settings(); err != nil || set.Habits != (ui.Habits{}) || set.Aids != (ui.Aids{}) || set.Pieces != "" || set.Blindfold || set.Letters != "language" || set.Language != "" {
		t.Errorf("back again the file says %+v, %v", set, err)
	}
}

// TestLanguageRow changes the language: the settings, the menu below and the
// footer speak it at once, and the file keeps it. Behind the last language
// comes that of the locale.
func TestLanguageRow(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	var err error
	if s.System, err = lang.Find("ro"); err != nil {
		t.Fatal(err)
	}
	s.Lang = s.System
	d := openSettings(t, s)
	d.press("down", "down", "down", "down", "down", "down", "down", "down")
	for _, want := range []struct{ tag, row, menu string }{
		{"en", "English", "New game"}, {"hu", "magyar", "Új játszma"}, {"ro", "română", "Partidă nouă"}, {"de", "Deutsch", "Neue Partie"}, {"", "după sistem", "Partidă nouă"},
	} {
		if d.press("right"); want.tag == "" { // behind the languages that are not named here
			for range len(lang.Tags()) - 4 {
				d.press("right")
			}
		}
		d.sees(want.row)
		set, err := s.Store.Settings()
		if err != nil || set.Language != want.tag {
			t.Errorf("%s: the file says %q, %v", want.row, set.Language, err)
		}
		fresh := &ui.Session{Terminal: ui.Terminal{Renderer: s.Renderer}, Locale: ui.Locale{System: s.System}}
		if look, err := set.Look(); err != nil {
			t.Error(err)
		} else if fresh.SetLanguage(look.Language); fresh.Lang != s.Lang {
			t.Errorf("%s: the next session speaks %v", want.row, fresh.Lang)
		}
		d.press("esc")
		d.sees(want.menu)
		d.press("enter", "esc", "end", "up", "enter", "down", "down", "down", "down", "down", "down", "down", "down")
	}
	if _, err := (&ui.Settings{Language: "tlh"}).Look(); err == nil {
		t.Error("a language that is not here is taken")
	}
}

// TestPieceSymbols goes through the sets of signs while a game lies below the
// settings: it is drawn with them at once, and so is one of the next session.
func TestPieceSymbols(t *testing.T) {
	d, g := sit(t, friends(t, "chess", ""), termenv.TrueColor, 80, 24)
	s := d.app.s
	settings := newSettingScreen(s)
	for _, want := range []struct {
		word, rank string
		ascii      bool
	}{
		{"solid", "♜♞♝♛♚♝♞♜", false}, {"outlined", "♜♞♝♛♚♝♞♜ ♖♘♗♕♔♗♘♖", false},
		{"letters", "RNBQKBNR", false}, {"ascii", "RNBQKBNR", true}, {"", "▙▟", false}, // drawn in small cells too
	} {
		d.app.push(settings)
		d.app.SetSize(80, 24)
		d.press("home", "down", "down", "down", "down", "right")
		set, err := s.Store.Settings()
		if err != nil || set.Pieces != want.word {
			t.Fatalf("%q: the file says %q, %v", want.word, set.Pieces, err)
		}
		d.press("esc")
		if d.app.top() != ui.Screen(g) {
			t.Fatalf("%T is on top of the game", d.app.top())
		}
		pieces := strings.Map(func(r rune) rune {
			if strings.ContainsRune("♖♘♗♕♔♜♞♝♛♚♙▴RNBQK▙▟", r) {
				return r
			}
			return -1
		}, ansi.Strip(d.app.View()))
		for _, rank := range strings.Fields(want.rank) {
			if !strings.Contains(pieces, rank) {
				t.Errorf("%q: no %s among %s", want.word, rank, pieces)
			}
		}
		if plain := !strings.ContainsFunc(ansi.Strip(d.app.View()), func(r rune) bool { return r > '~' }); plain != want.ascii {
			t.Errorf("%q: ASCII alone: %v\n%s", want.word, plain, ansi.Strip(d.app.View()))
		}
		next := &ui.Session{Terminal: ui.Terminal{Renderer: s.Renderer}}
		if err := next.Apply(set); err != nil || next.DrawnPieces() != s.DrawnPieces() {
			t.Errorf("%q: the next session draws with %v, %v", want.word, next.DrawnPieces(), err)
		}
	}
	if _, err := (&ui.Settings{Pieces: "jade"}).Look(); err == nil {
		t.Error("pieces of jade are taken")
	}
}

// TestSignsThatFit tells what a terminal is given by itself, and what outdoes it.
func TestSignsThatFit(t *testing.T) {
	for _, test := range []struct {
		term    string
		colours termenv.Profile
		asked   draw.PieceSet
		want    draw.PieceSet
		art     draw.ArtSet
	}{
		{"xterm-256color", termenv.ANSI256, draw.Fitting, draw.Solid, draw.Quadrants},
		{"vt220", termenv.Ascii, draw.Fitting, draw.Outlined, draw.Quadrants},
		{"linux", termenv.ANSI, draw.Fitting, draw.Letters, draw.HalfBlocks},
		{"linux", termenv.ANSI, draw.Outlined, draw.Outlined, draw.HalfBlocks},
		{"xterm", termenv.TrueColor, draw.OnlyASCII, draw.OnlyASCII, draw.Quadrants},
	} {
		s := &ui.Session{Look: draw.Look{Pieces: test.asked}}
		s.Fit(func(name string) string { return map[string]string{"TERM": test.term}[name] }, test.colours)
		if s.DrawnPieces() != test.want || s.DrawnArt() != test.art || s.ASCIIOnly() != (test.want == draw.OnlyASCII) {
			t.Errorf("%s, asked for %q: %q with %v", test.term, test.asked, s.DrawnPieces(), s.DrawnArt())
		}
	}
	s := SessionFor(t, termenv.Ascii)
	s.ASCII = true
	d := openSettings(t, s)
	d.lacks("Piece symbols")
}

// TestFigurines writes lists of moves with the signs of pieces and takes either
// way of writing; PGN keeps its letters, and where pieces are letters lists are too.
func TestFigurines(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	s.Letters = ui.Figurines
	g, err := game.New(s, friends(t, "chess", ""))
	if err != nil {
		t.Fatal(err)
	}
	d := drive(t, s, 80, 24)
	d.app.push(g)
	d.enter("♘f3")
	d.enter("Nf6")
	d.sees("♘f3")
	d.sees("♘f6")
	if fen := g.(*game.Screen).Present().FEN(); fen != "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2" {
		t.Errorf("the position is %s", fen)
	}
	s.Pieces = draw.Letters
	d.sees("Nf3")
	s.Pieces, s.ASCII = draw.Solid, true
	d.sees("Nf3")
	s.ASCII = false
	games, err := library.OpenGames(s, []string{"testdata/lines.pgn"})
	if err != nil {
		t.Fatal(err)
	}
	d.app.push(games)
	d.run(games.Init())
	d.press("right")
	d.sees("♘")
}

// TestLettersOfPieces plays in Hungarian with the letters of that language, which are
// offered too, and with English ones; either are read.
func TestLettersOfPieces(t *testing.T) {
	hu, err := lang.Find("hu")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		letters         ui.PieceLetters
		typed, possible string // a knight, and what Tab offers for it
		rook            string
	}{{ui.OwnLetters, "H", "Hc3 Hf3", "Ba2"}, {ui.EnglishLetters, "N", "Nc3 Nf3", "Ra2"}, {ui.Figurines, "H", "Hc3 Hf3", "♖a2"}} {
		s := SessionFor(t, termenv.Ascii)
		s.Language = "hu"
		s.System = hu
		s.SetLetters(test.letters)
		g, err := game.New(s, friends(t, "chess", ""))
		if err != nil {
			t.Fatal(err)
		}
		d := drive(t, s, 80, 24)
		d.app.push(g)
		d.typeText(test.typed)
		d.press("tab")
		for _, m := range strings.Fields(test.possible) {
			d.sees(m)
		}
		d.press("ctrl+u")
		for _, m := range []string{"Hf3", "Nf6", "♘c3", "Hc6", "a4", "a5", test.rook} {
			d.enter(m)
		}
		if fen := g.(*game.Screen).Present().FEN(); fen != "r1bqkb1r/1ppppppp/2n2n2/p7/P7/2N2N2/RPPPPPPP/2BQKB1R b Kkq - 1 4" {
			t.Errorf("%v: the position is %s", test.letters, fen)
		}
		d.sees(map[ui.PieceLetters]string{ui.OwnLetters: "2. Hc3", ui.EnglishLetters: "2. Nc3", ui.Figurines: "2. ♘c3"}[test.letters])
	}
}

func TestSettingsWithoutVoice(t *testing.T) {
	d := openSettings(t, SessionFor(t, termenv.Ascii))
	d.lacks("Speech")
}

func TestGoldenSettings(t *testing.T) {
	requirePortraits(t, "settings", func(t *testing.T, s *ui.Session) *driver {
		s.Voice = new(ui.Voice)
		d := openSettings(t, s)
		d.press("down", "down")
		return d
	})
}

// TestResizeInTheMiddleOfThings changes the size while a piece is held, a choice
// is open, a question waits, a premove waits, and a text is half written.
func TestResizeInTheMiddleOfThings(t *testing.T) {
	const promoting = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
	for name, open := range map[string]func() (*driver, *game.Screen){
		"a man is held": func() (*driver, *game.Screen) {
			d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
			d.mouse(g, tea.MouseActionPress, "e2")
			return d, g
		},
		"a choice is open": func() (*driver, *game.Screen) {
			d, g := sit(t, friends(t, "chess", promoting), termenv.Ascii, 80, 24)
			d.enter("a8")
			return d, g
		},
		"a question waits": func() (*driver, *game.Screen) {
			d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
			d.press("ctrl+r")
			return d, g
		},
		"a premove waits": func() (*driver, *game.Screen) {
			d, g := thinking(t, SessionFor(t, termenv.Ascii), "chess", "", "e4")
			d.enter("Nf3")
			return d, g
		},
		"a text is half written": func() (*driver, *game.Screen) {
			d, g := sit(t, friends(t, "chess", ""), termenv.Ascii, 80, 24)
			d.typeText("Nf")
			return d, g
		},
	} {
		d, g := open()
		view, from, text := d.app.View(), g.Selection.From, g.Line.Text()
		for width := 12; width < 150; width += 11 {
			for height := 4; height < 60; height += 5 {
				d.app.Update(tea.WindowSizeMsg{Width: width, Height: height})
				checkFrameFits(t, d.app.View(), width, height)
			}
		}
		d.app.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		if d.app.View() != view || g.Selection.From != from || g.Line.Text() != text {
			t.Errorf("%s: the screen is another afterwards:\n%s\nwas\n%s", name, d.app.View(), view)
		}
	}
}
