package plain

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/variants"
)

// partner plays against the program through two pipes and follows the game by
// what it is told.
type partner struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Scanner
	game *chess.Game
	said []string
	done chan error
	lang *lang.Language
}

// sitDown starts a run that writes moves in notation.
func sitDown(t *testing.T, cfg play.Config) *partner {
	t.Helper()
	return sitDownIn(t, cfg, nil)
}

// sitDownIn is sitDown in a language.
func sitDownIn(t *testing.T, cfg play.Config, l *lang.Language) *partner {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	o, _ := optionsFor(t, "")
	o.In, o.Out, o.Echo, o.Terse, o.Game, o.Lang = inR, outW, false, true, &cfg, l
	g, err := chess.NewGame(cfg.Rules, cfg.Setup)
	if err != nil {
		t.Fatal(err)
	}
	p := &partner{t: t, in: inW, out: bufio.NewScanner(outR), game: g, done: make(chan error, 1), lang: l}
	go func() {
		err := Run(t.Context(), o)
		outW.Close()
		p.done <- err
	}()
	t.Cleanup(func() { inW.Close(); outR.Close() })
	return p
}

// next is the next line that is said; false at the end.
func (p *partner) next() (string, bool) {
	if !p.out.Scan() {
		return "", false
	}
	p.said = append(p.said, p.out.Text())
	return p.out.Text(), true
}

// follow reads until a move is told and plays it, or until the end of the
// game, which over tells.
func (p *partner) follow() (over bool) {
	p.t.Helper()
	for {
		line, ok := p.next()
		if !ok {
			p.t.Fatalf("the program ended:\n%s", strings.Join(p.said, "\n"))
		}
		if strings.HasPrefix(line, strings.TrimSuffix(p.lang.Sprintf("Result: %s.", ""), ".")) {
			return true
		}
		if p.game.Outcome().Over() {
			continue
		}
		for _, m := range p.game.Board().Moves(nil) {
			if p.lang.Move(chess.MoveText(p.game.Board(), m)) == line {
				if err := p.game.Play(m); err != nil {
					p.t.Fatal(err)
				}
				return false
			}
		}
	}
}

// TestGamesThroughPipe plays whole games of several variants against the
// computer, each side a fixed chance, and follows them by what is told.
func TestGamesThroughPipe(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for i, v := range []variants.Variant{
		mustVariant(t, "chess"), mustVariant(t, "atomic"), mustVariant(t, "crazyhouse"), mustVariant(t, "suicide"),
		mustVariant(t, "racing kings"), mustVariant(t, "hexagonal"), mustVariant(t, "makarenko"), mustVariant(t, "benedict"),
	} {
		t.Run(v.ID, func(t *testing.T) {
			cfg := defaultConfig()
			cfg.Rules, cfg.Variant = v.Rules, []string{v.ID}
			you := chess.Color(i % 2)
			computer := play.Player{Kind: play.Computer, Level: ai.Levels()[0], Style: ai.Styles()[0]}
			cfg.Players[you], cfg.Players[you.Other()] = play.Player{Name: "You"}, computer
			p := sitDown(t, cfg)
			engine := ai.New(ai.Levels()[0], ai.Styles()[0], 7)
			const longest = 90
			for over := false; !over; {
				if p.game.Turn() == you && !p.game.Outcome().Over() {
					if p.game.Ply() > longest {
						fmt.Fprintln(p.in, "resign\nyes")
						if !p.follow() {
							t.Fatal("a move was told behind the resignation")
						}
						break
					}
					choice, err := engine.Choose(t.Context(), p.game.Board(), ai.Limit{Nodes: 400})
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintln(p.in, chess.MoveText(p.game.Board(), choice.Move))
				}
				over = p.follow()
			}
			if p.game.Ply() < 4 {
				t.Errorf("the game had %d half-moves:\n%s", p.game.Ply(), strings.Join(p.said, "\n"))
			}
			fmt.Fprintln(p.in, "pgn\nfen\nquit")
			for {
				if _, ok := p.next(); !ok {
					break
				}
			}
			if err := <-p.done; err != nil {
				t.Error(err)
			}
			all := strings.Join(p.said, "\n")
			checkPlain(t, all)
			if want := p.game.Board().FEN(); !strings.Contains(all, want) {
				t.Errorf("the last position was not %s:\n%s", want, all)
			}
		})
	}
}

// TestGameInLanguages plays a whole game of chess in each language, in its own
// words and letters, and writes it down: the file keeps the letters of PGN.
func TestGameInLanguages(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	for tag, words := range map[string]struct{ resign, end string }{
		"hu": {"feladom\nigen", "pgn\nfen\nkilépés"},
		"ro": {"cedez\nda", "pgn\nfen\niesire"},
	} {
		t.Run(tag, func(t *testing.T) {
			l, err := lang.Find(tag)
			if err != nil {
				t.Fatal(err)
			}
			cfg := defaultConfig()
			computer := play.Player{Kind: play.Computer, Level: ai.Levels()[0], Style: ai.Styles()[0]}
			cfg.Players = [2]play.Player{{Name: "You"}, computer}
			p := sitDownIn(t, cfg, l)
			engine := ai.New(ai.Levels()[0], ai.Styles()[0], 11)
			const longest = 120
			for over := false; !over; {
				if p.game.Turn() == chess.White && !p.game.Outcome().Over() {
					if p.game.Ply() > longest {
						fmt.Fprintln(p.in, words.resign)
						over = p.follow()
						continue
					}
					choice, err := engine.Choose(t.Context(), p.game.Board(), ai.Limit{Nodes: 2000})
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintln(p.in, l.Move(chess.MoveText(p.game.Board(), choice.Move)))
				}
				over = p.follow()
			}
			fmt.Fprintln(p.in, words.end)
			for {
				if _, ok := p.next(); !ok {
					break
				}
			}
			if err := <-p.done; err != nil {
				t.Error(err)
			}
			all := strings.Join(p.said, "\n")
			checkPlain(t, all)
			if want := p.game.Board().FEN(); p.game.Ply() < 10 || !strings.Contains(all, want) {
				t.Errorf("%d half-moves, the last position was not %s:\n%s", p.game.Ply(), want, all)
			}
			sheet := strings.Join(strings.Fields(all[strings.Index(all, "[Event"):]), " ")
			for _, san := range p.game.SANs() {
				if !strings.Contains(sheet, san) {
					t.Errorf("the sheet has no %s:\n%s", san, sheet)
				}
			}
			for _, english := range []string{" to move", "Write ", "Result: ", "wins", " has ", " move"} {
				if strings.Contains(all, english) {
					t.Errorf("%q is told:\n%s", english, all)
				}
			}
		})
	}
}

func mustVariant(t *testing.T, name string) variants.Variant {
	t.Helper()
	v, ok := variants.ByName(name)
	if !ok {
		t.Fatalf("no variant %s", name)
	}
	return v
}

// TestEveryVariantBeginsAndIsHeard starts each game against a friend, hears
// its board and plays a move.
func TestEveryVariantBeginsAndIsHeard(t *testing.T) {
	for _, v := range variants.All() {
		out := talk(t, "new "+v.ID+" friend\nboard\npieces\nmoves\nstate\nrules\n")
		for _, want := range []string{v.Rules.Name, "Rank 1: ", "to move, move 1", v.Rules.Aim} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not told:\n%s", v.ID, want, out)
			}
		}
	}
}

// TestHint asks for a move where only one is good.
func TestHint(t *testing.T) {
	out := talk(t, "new friend\nset 7k/8/6K1/8/8/8/8/R7 w - - 0 1\nhint\n")
	if want := "Hint: White rook from a1 to a8, in notation Ra8#.\nCheckmates.\n"; !strings.Contains(out, want) {
		t.Errorf("%q is not told:\n%s", want, out)
	}
	out = talk(t, "new atomic friend\nset rnbqkbnr/1ppppppp/8/p3N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3\nanalyse 1\n")
	if want := "Blows up the king.\n"; !strings.Contains(out, want) {
		t.Errorf("%q is not told:\n%s", want, out)
	}
}

// TestLessonIsJudged gives a win away, hears where, and tries again from there.
func TestLessonIsJudged(t *testing.T) {
	o, out := optionsFor(t, "learn\nlearn 10\nretry\nlearn 6\nQd7\nretry\nresign\nyes\nlearn\nlearn 7 random\npieces\n")
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"6: Queen mate. Checkmate with king and queen.", "Type learn and a number from 1 to 9", "No practice position played yet.",
		"White queen from d1 to d7.", "Black king from e8 captures white queen on d7.", "Analysing the game.", "Drawn after 1 move.",
		"The win was lost at move 1: Qd7+", "Better was ", "Type retry to try again from move 1.",
		"Lost after 0 moves.", "1 attempt, not won yet.", "Generating a random position.", "White rook "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told:\n%s", want, text)
		}
	}
}

// TestLessonGoesByTables hears how far a win is and what moves make of it, and studies with certainty.
func TestLessonGoesByTables(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	o, out := optionsFor(t, "learn 7\nRa2\nresign\nyes\nnew friend\nset 8/8/8/1k6/8/1K6/1P6/8 b - - 0 1\nanalyse 1\n")
	o.Endings = engineplay.NewEndings(t.TempDir())
	defer o.Endings.Close()
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"This is won in 12 moves.", "Ra2 still wins: in 15 moves, 3 more than the shortest way.", "This is lost in "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
}

// TestAnyEnding plays an ending drawn from tables, in a variant too, and is told what has none.
func TestAnyEnding(t *testing.T) {
	o, out := optionsFor(t, "learn KQvK easy\nlearn KQvKR atomic hard crazy\nlearn KQvK crazyhouse\nlearn KQRvKR\nlearn KvKQ\nlearn KRvK racingkings\npieces\n")
	o.Endings = engineplay.NewEndings(t.TempDir())
	defer o.Endings.Close()
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"KQvK. Win in at most 3 moves.", "This is won in ", "Unknown variant", "aptured pieces come back from the pocket", "tables have at most 4",
		"o win for White with these pieces", "KRvK. Win in at most "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
}

// TestStudy hears the best moves of a game, of a file and of nothing.
func TestStudy(t *testing.T) {
	text := talk(t, "analyse\nnew friend\nset 7k/8/6K1/8/8/8/8/R7 w - - 0 1\nanalyse 1\nanalyse x\nRa8\nanalyse\nopen testdata/lines.pgn\nanalyse 1\nnew dark1 friend\nanalyse\n")
	for _, want := range []string{"No board yet. Type new to play,", "1: White wins in 1. Ra8#.", "Checkmates.", "Type analyse and a number of seconds.",
		"White wins: checkmate.", "2: ", "3: ", "The position cannot be analysed in a fog game."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told:\n%s", want, text)
		}
	}
}

// TestTwoComputersPlayToTheEnd hears a game to which nothing more is written.
func TestTwoComputersPlayToTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	out := talk(t, "terse\nnew atomic watch 1 1\n")
	if !strings.Contains(out, "Result: ") {
		t.Errorf("no result:\n%s", out)
	}
}

// TestUnfinishedGameGoesOn ends the input in the middle and goes on later.
func TestUnfinishedGameGoesOn(t *testing.T) {
	o, out := optionsFor(t, "new friend\ne4\ne5\n")
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Game saved") {
		t.Errorf("not kept:\n%s", out)
	}
	out.Reset()
	o.In = strings.NewReader("continue\nNf3\nundo\nhistory\nsave\nresign\nyes\ncontinue\n")
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 unfinished game", "2 half-moves played", "White knight from g1 to f3.",
		"1, Black: pawn from e7 to e5.", "Saved as ", "Black wins: White resigned.", "No unfinished games."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
	if games := o.Store.Unfinished(); len(games) != 0 {
		t.Errorf("%d games wait, want none", len(games))
	}
}

// brokenPipe takes some bytes and then has nobody who reads.
type brokenPipe struct{ room int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.room -= len(p); b.room < 0 {
		return 0, syscall.EPIPE
	}
	return len(p), nil
}

// TestBrokenPipeKeepsTheGame loses its reader in the middle of a game.
func TestBrokenPipeKeepsTheGame(t *testing.T) {
	o, _ := optionsFor(t, "")
	in, feed := io.Pipe()
	defer feed.Close()
	o.In, o.Out = in, &brokenPipe{room: 420}
	go fmt.Fprint(feed, "new friend\ne4\ne5\nboard\nboard\nboard\n")
	done := make(chan error, 1)
	go func() { done <- Run(t.Context(), o) }()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("the run ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the run does not end")
	}
	games := o.Store.Unfinished()
	if len(games) != 1 || len(games[0].Moves) != 2 {
		t.Errorf("kept %+v, want one game of two half-moves", games)
	}
}

// TestEndFromOutsideKeepsTheGame cancels the context, as a signal does.
func TestEndFromOutsideKeepsTheGame(t *testing.T) {
	o, _ := optionsFor(t, "")
	in, feed := io.Pipe()
	defer feed.Close()
	o.In = in
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, o) }()
	fmt.Fprint(feed, "new friend\ne4\nstate\n")
	fmt.Fprint(feed, "state\n") // taken when the line before has been heard
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if games := o.Store.Unfinished(); len(games) != 1 {
		t.Errorf("%d games kept, want 1", len(games))
	}
}

// TestFlagFalls loses a game on time.
func TestFlagFalls(t *testing.T) {
	cfg := defaultConfig()
	cfg.Players = [2]play.Player{{Name: "Ann"}, {Name: "Ben"}}
	cfg.Control = chess.Control{Base: 300 * time.Millisecond}
	in, feed := io.Pipe()
	o, out := optionsFor(t, "")
	o.In, o.Now, o.Game = in, time.Now, &cfg
	done := make(chan error, 1)
	go func() { done <- Run(t.Context(), o) }()
	fmt.Fprint(feed, "e4\n")
	fmt.Fprint(feed, "e5\n")
	time.Sleep(600 * time.Millisecond)
	feed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if want := "Black wins: White ran out of time."; !strings.Contains(out.String(), want) {
		t.Errorf("%q is not told:\n%s", want, out)
	}
}

// TestClockSpeaksUp holds the words of a clock that runs low.
func TestClockSpeaksUp(t *testing.T) {
	cfg := defaultConfig()
	cfg.Players = [2]play.Player{{Name: "Ann"}, {Name: "Ben"}}
	cfg.Control = chess.Control{Base: 10*time.Second + 300*time.Millisecond}
	in, feed := io.Pipe()
	o, out := optionsFor(t, "")
	o.In, o.Now, o.Game = in, time.Now, &cfg
	done := make(chan error, 1)
	go func() { done <- Run(t.Context(), o) }()
	fmt.Fprint(feed, "e4\n")
	time.Sleep(500 * time.Millisecond)
	fmt.Fprint(feed, "clock\n")
	feed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
	for _, want := range []string{"White has 11 seconds.", "Black has 10 seconds left.", "Black has 10 seconds."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
}

// TestFogTellsNothing plays in the fog and listens with White: nothing of Black
// may be heard, who has moved out of White's sight.
func TestFogTellsNothing(t *testing.T) {
	out := talk(t, "new dark1 friend\ne4\nready\nh6\nready\nboard\npieces\nlast\nhistory\nmoves\nattackers e5\nfen\npgn\nsave\nedit\nanalyse\n")
	parts := strings.Split(out, "> ready\n")
	if len(parts) != 3 {
		t.Fatalf("the players did not sit down twice:\n%s", out)
	}
	text := parts[2]
	for _, hidden := range []string{"black pawn", "black knight", "black king", "Black pawn", "Black knight", "h6"} {
		if strings.Contains(text, hidden) {
			t.Errorf("the fog lets %q be heard:\n%s", hidden, text)
		}
	}
	for _, want := range []string{"1, Black: hidden.", "Attackers are hidden by the fog.", "hidden a b c", "The last move is hidden by the fog."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told:\n%s", want, text)
		}
	}
}

// TestFogAgainstTheComputer hears no more of its moves than that it has moved.
func TestFogAgainstTheComputer(t *testing.T) {
	v := mustVariant(t, "dark1")
	cfg := defaultConfig()
	cfg.Rules, cfg.Variant = v.Rules, []string{v.ID}
	o, out := optionsFor(t, "a3\nlast\nhistory\n")
	o.Game = &cfg
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"White pawn from a2 to a3.", "Black has moved.", "The last move is hidden by the fog.", "1, Black: hidden."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told:\n%s", want, out)
		}
	}
}
