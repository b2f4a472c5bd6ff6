package uci

import (
	"context"
	"errors"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/variants"
)

// board is a game of r after moves in UCI.
func game(t *testing.T, r chess.Rules, fen, moves string) *chess.Game {
	t.Helper()
	g, err := chess.NewGameFEN(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	for m := range strings.FieldsSeq(moves) {
		if _, err := g.PlayUCI(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func choose(t *testing.T, c *Client, g *chess.Game, lim ai.Limit) (ai.Choice, error) {
	t.Helper()
	c.Position(g.Start(), g.Moves())
	return c.Choose(t.Context(), g.Board(), lim)
}

func TestEngineThatSpeaksUCI(t *testing.T) {
	o, heard := fake(t, UCI, politeUCI+`go > info string hello | info depth 4 seldepth 9 multipv 1 score cp -37 nodes 12345 nps 100 hashfull 17 time 250 pv e7e5 g1f3 b8c6 | info depth 4 multipv 2 score mate -3 pv d7d5 zzzz | bestmove e7e5 ponder g1f3`)
	o.Set = map[string]string{"hash": "32", "clear hash": ""}
	c := begin(t, o)
	if c.Name() != "Polite 1.0" {
		t.Errorf("it is called %q", c.Name())
	}
	var infos []ai.Info
	c.OnInfo = func(i ai.Info) { infos = append(infos, i) }
	g := game(t, variants.Chess, "", "e2e4")
	lim := ai.Limit{
		Time: [2]time.Duration{8 * time.Second, 7500 * time.Millisecond}, Increment: [2]time.Duration{80 * time.Millisecond, 80 * time.Millisecond},
		MovesToGo: 40, Depth: 9, Nodes: 5000,
	}
	choice, err := choose(t, c, g, lim)
	if err != nil {
		t.Fatal(err)
	}
	if got := chess.UCI(g.Board(), choice.Move); got != "e7e5" || choice.Ponder.String() != "g1f3" || choice.Score != -37 || choice.Depth != 4 || choice.Nodes != 12345 || len(choice.PV) != 3 {
		t.Errorf("choice %s, %+v", got, choice)
	}
	if len(infos) != 2 || infos[0].SelDepth != 9 || infos[0].HashFull != 17 || infos[0].Elapsed != 250*time.Millisecond || infos[1].Mate != -3 || len(infos[1].PV) != 1 || infos[1].Line != 2 {
		t.Errorf("infos %+v", infos)
	}
	if len(choice.Lines) != 2 || choice.Lines[1].Mate != -3 {
		t.Errorf("lines %+v", choice.Lines)
	}
	c.Close()
	for _, want := range []string{
		"setoption name Clear Hash\n", "setoption name Hash value 32\n", "ucinewgame\n", "position startpos moves e2e4\n",
		"go wtime 8000 btime 7500 winc 80 binc 80 movestogo 40 depth 9 nodes 5000\n", "quit\n",
	} {
		if !strings.Contains(heard(), want) {
			t.Errorf("it did not hear %q but\n%s", want, heard())
		}
	}
}

// A game of our own is named to an engine that knows it, and given as positions of another to one that does not.
func TestOwnNameOfAGame(t *testing.T) {
	for own, want := range map[string]bool{"odd": true, "strange": false, "": false} {
		o, heard := fake(t, UCI, politeUCI)
		o.OwnName = own
		begin(t, o).Close()
		if told := strings.Contains(heard(), "setoption name UCI_Variant value "+own); told != want {
			t.Errorf("%q: it heard\n%s", own, heard())
		}
	}
}

// What an engine is told of a position, and what it may answer.
func TestPositionsAndMoves(t *testing.T) {
	const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, c := range []struct {
		name             string
		rules            chess.Rules
		fen, moves, best string
		drawn            bool
		heard, played    string
	}{
		{"castling as the king's step", variants.Chess, castle, "e1g1", "e8c8", false, "position fen " + castle + " moves e1g1\n", "e8c8"},
		{"castling as king takes rook where the starting position is random", variants.Chess, castle, "e1h1", "e8a8", true, "moves e1h1\n", "e8c8"},
		{"castling in the other way than announced", variants.Chess, castle, "", "e1h1", false, "fen " + castle + "\n", "e1g1"},
		{"a drop", variants.Crazyhouse, "", "e2e4 d7d5 e4d5 d8d5", "P@e4", false, "moves e2e4 d7d5 e4d5 d8d5\n", "P@e4"},
		{"a promotion in capitals", variants.Chess, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "", "a7a8N", false, "w - - 0 1\n", "a7a8n"},
		{"a promotion to king", variants.Giveaway, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "", "a7a8k", false, "", "a7a8k"},
	} {
		o, heard := fake(t, UCI, politeUCI+"go > bestmove "+c.best)
		o.ShuffledStart = c.drawn
		client := begin(t, o)
		g := game(t, c.rules, c.fen, c.moves)
		choice, err := choose(t, client, g, ai.Limit{Depth: 1})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := chess.UCI(g.Board(), choice.Move); got != c.played {
			t.Errorf("%s: it played %s, want %s", c.name, got, c.played)
		}
		if !strings.Contains(heard(), c.heard) {
			t.Errorf("%s: it did not hear %q but\n%s", c.name, c.heard, heard())
		}
	}
}

// A board that the moves do not lead to is given alone.
func TestBoardIsSentAloneWhenMovesDoNotFit(t *testing.T) {
	o, heard := fake(t, UCI, politeUCI+"go > bestmove e7e5")
	c := begin(t, o)
	g := game(t, variants.Chess, "", "e2e4")
	c.Position("", nil)
	if _, err := c.Choose(t.Context(), g.Board(), ai.Limit{Depth: 1}); err != nil {
		t.Fatal(err)
	}
	if want := "position fen " + g.Board().FEN() + "\n"; !strings.Contains(heard(), want) {
		t.Errorf("it did not hear %q but\n%s", want, heard())
	}
	over := game(t, variants.Chess, "", "f2f3 e7e5 g2g4 d8h4")
	if _, err := c.Choose(t.Context(), over.Board(), ai.Limit{}); !errors.Is(err, ai.ErrNoMove) {
		t.Errorf("after mate: %v", err)
	}
}

// Whatever an engine does, Choose comes back with an error that says what, and
// Close with nothing left of the engine.
func TestFailingEngineGivesAnError(t *testing.T) {
	for _, c := range []struct {
		name, script string
		kind         error
		says         string
	}{
		{"it dies while it thinks", politeUCI + "go > info string farewell | !exit 3", ErrDied, "exit status 3"},
		{"it dies with a complaint", politeUCI + "go > !complain out of memory | !exit 1", ErrDied, "out of memory"},
		{"it closes its output", politeUCI + "go > !close | !hang", ErrDied, "closed its output"},
		{"it says nothing", politeUCI + "go > !hang", ErrSilent, "no move came"},
		{"it does not stop", politeUCI + "go > info depth 1 score cp 1", ErrSilent, "no move came"},
		{"it is not ready", `uci > uciok
isready > readyok
isready > !hang`, ErrSilent, "readyok"},
		{"it moves what it may not", politeUCI + "go > bestmove e2e5", ErrMove, `"e2e5"`},
		{"it has no move", politeUCI + "go > bestmove (none)", ErrMove, "(none)"},
		{"it passes", politeUCI + "go > bestmove 0000", ErrMove, "0000"},
		{"it says bestmove and no more", politeUCI + "go > bestmove", ErrMove, `""`},
		{"it writes noise", politeUCI + "go > !flood", ErrSilent, "no move came"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o, _ := fake(t, UCI, c.script)
			o.MoveGrace, o.Silence = 2*time.Second, 50*time.Millisecond
			if c.kind != ErrSilent {
				o.MoveGrace, o.Silence = 20*time.Second, 20*time.Second
			}
			client := begin(t, o)
			g := game(t, variants.Chess, "", "")
			_, err := choose(t, client, g, ai.Limit{Nodes: 1000})
			var fault *Error
			if !errors.As(err, &fault) || !errors.Is(err, c.kind) {
				t.Fatalf("error %v, want %v", err, c.kind)
			}
			if all := err.Error() + strings.Join(client.Output(), "\n"); !strings.Contains(all, c.says) {
				t.Errorf("%q does not say %q", all, c.says)
			}
			if strings.ContainsAny(err.Error()+strings.Join(fault.Output, ""), "\x00\x1b\r\n") {
				t.Errorf("%q is not safe to print", fault.Output)
			}
			if !IsFatal(err) {
				t.Errorf("%v should last", err)
			}
			if _, again := choose(t, client, g, ai.Limit{Nodes: 1000}); again == nil {
				t.Error("it could be asked again")
			}
			client.Close()
			if client.process.cmd.ProcessState == nil {
				t.Error("it was not reaped")
			}
		})
	}
}

// optionsUCI is an engine with an option of each kind that has a range.
const optionsUCI = "uci > option name UCI_Elo type spin default 1320 min 1320 max 3190 | option name UCI_LimitStrength type check default false | " +
	"option name Style type combo default Calm var Calm var Very Bold | option name Deep type spin default 0 | uciok\nisready > readyok\nquit > !exit 0\n"

func TestOptionsMustBeInRange(t *testing.T) {
	o, heard := fake(t, UCI, optionsUCI)
	o.Set = map[string]string{"UCI_Elo": "1320", "uci_limitstrength": "true", "Style": "very bold", "Deep": "-7"}
	begin(t, o).Close()
	for _, want := range []string{"UCI_Elo value 1320\n", "UCI_LimitStrength value true\n", "Style value very bold\n", "Deep value -7\n"} {
		if !strings.Contains(heard(), want) {
			t.Errorf("it did not hear %q but\n%s", want, heard())
		}
	}
}

func TestEngineThatDoesNotStartIsReported(t *testing.T) {
	for _, c := range []struct {
		name, script string
		change       func(*Options)
		kind         error
		says         string
	}{
		{"there is no such file", "", func(o *Options) { o.Path = "/nonexistent/engine" }, ErrStart, "no such file"},
		{"it ends at once", "uci > !complain bad option | !exit 2", nil, ErrStart, "exit status 2"},
		{"it says nothing", "uci > !hang", func(o *Options) { o.StartTime = 50 * time.Millisecond }, ErrStart, "uciok"},
		{"it has no such option", politeUCI, func(o *Options) { o.Set = map[string]string{"Depth": "3"} }, ErrUnsupported, `"Depth"`},
		{"it does not play the game", politeUCI, func(o *Options) { o.Variant = "strange" }, ErrUnsupported, "strange"},
		{"the number is too large", optionsUCI, func(o *Options) { o.Set = map[string]string{"uci_elo": "99999"} }, ErrUnsupported, "UCI_Elo is a number from 1320 to 3190, not 99999"},
		{"the number is none", optionsUCI, func(o *Options) { o.Set = map[string]string{"UCI_Elo": "strong"} }, ErrUnsupported, `a number, not "strong"`},
		{"neither true nor false", optionsUCI, func(o *Options) { o.Set = map[string]string{"UCI_LimitStrength": "yes"} }, ErrUnsupported, `true or false, not "yes"`},
		{"none of the values", optionsUCI, func(o *Options) { o.Set = map[string]string{"Style": "Wild"} }, ErrUnsupported, `Style is Calm, Very Bold, not "Wild"`},
		{"it plays nothing but chess", "uci > uciok", func(o *Options) { o.Variant = "odd" }, ErrUnsupported, "no variant"},
		{"it has one starting position", "uci > uciok", func(o *Options) { o.ShuffledStart = true }, ErrUnsupported, "random starting positions"},
	} {
		o, _ := fake(t, UCI, c.script)
		if c.change != nil {
			c.change(&o)
		}
		before := runtime.NumGoroutine()
		client, err := Start(t.Context(), o)
		if err == nil {
			client.Close()
		}
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v with %q", c.name, err, c.kind, c.says)
		}
		if c.kind == ErrUnsupported && strings.Contains(err.Error(), "last wrote") {
			t.Errorf("%s: %v: what it wrote has nothing to do with it", c.name, err)
		}
		settle(t, c.name, before)
	}
	o, _ := fake(t, UCI, "uci > !hang")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Start(ctx, o); !errors.Is(err, ErrStart) {
		t.Errorf("a start that was called off: %v", err)
	}
}

// settle waits until there are no more goroutines than before.
func settle(t *testing.T, name string, before int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%s: %d goroutines, %d before", name, runtime.NumGoroutine(), before)
		}
	}
}

// An engine that does nothing it is asked, with a child that does the same and
// holds its output, is gone after Close.
func TestCloseEndsTheEngineAndItsChildren(t *testing.T) {
	address := t.TempDir() + "/s"
	listener, err := net.Listen("unix", address)
	if err != nil {
		t.Skip("no sockets here: ", err)
	}
	defer listener.Close()
	o, _ := fake(t, UCI, strings.Replace(politeUCI, "quit > !exit 0", "quit > !hang", 1)+"go > !child | !hang")
	o.Env = append(o.Env, childVar+"="+address)
	before := runtime.NumGoroutine()
	c := begin(t, o)
	g := game(t, variants.Chess, "", "")
	chosen := make(chan error, 1)
	go func() {
		_, err := c.Choose(context.Background(), g.Board(), ai.Limit{Nodes: 1})
		chosen <- err
	}()
	child, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if err := <-chosen; !errors.Is(err, ErrClosed) {
		t.Errorf("the search ended with %v", err)
	}
	if _, err := child.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the child is there: %v", err)
	}
	child.Close()
	settle(t, "closed", before)
	if _, err := c.Choose(t.Context(), g.Board(), ai.Limit{}); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	c.Close()
}

// The end of ctx makes the engine move; what it then says counts.
func TestCancelMakesTheEngineMove(t *testing.T) {
	o, heard := fake(t, UCI, politeUCI+"go > info depth 1 score cp 5 pv a2a3\nstop > bestmove a2a3")
	c := begin(t, o)
	ctx, cancel := context.WithCancel(t.Context())
	c.OnInfo = func(ai.Info) { cancel() }
	choice, err := c.Choose(ctx, game(t, variants.Chess, "", "").Board(), ai.Limit{Infinite: true})
	if err != nil || choice.Move.String() != "a2a3" {
		t.Errorf("%v, %v", choice.Move, err)
	}
	if !strings.Contains(heard(), "go infinite\nstop\n") {
		t.Errorf("it heard\n%s", heard())
	}
	// An engine that exceeds its time is told to move, too.
	if choice, err = c.Choose(t.Context(), game(t, variants.Chess, "", "").Board(), ai.Limit{MoveTime: time.Millisecond}); err != nil || choice.Move == 0 {
		t.Errorf("%v, %v", choice.Move, err)
	}
}

// A move that comes late does not count for the next position.
func TestLateMoveIsIgnored(t *testing.T) {
	o, _ := fake(t, UCI, politeUCI+"go > bestmove e2e4 | bestmove e2e3\ngo > bestmove e7e5")
	c := begin(t, o)
	if _, err := choose(t, c, game(t, variants.Chess, "", ""), ai.Limit{Depth: 1}); err != nil {
		t.Fatal(err)
	}
	choice, err := choose(t, c, game(t, variants.Chess, "", "e2e4"), ai.Limit{Depth: 1})
	if err != nil || choice.Move.String() != "e7e5" {
		t.Errorf("%v, %v", choice.Move, err)
	}
}
