package uci

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/variants"
)

func TestEngineThatSpeaksXBoard(t *testing.T) {
	o, heard := fake(t, XBoard, politeXBoard+`go > # noise | 4 -37 25 12345 e7e5 g1f3 Nc6 | offer draw | move e7e5
go >  9. 100003 80 777 b8c6 | move Nb8-c6
go > 2 -100002 1 5 a7a6 | move a7a6`)
	o.Set = map[string]string{"skill": "5", "Hash": "32", "Threads": "1"}
	c := begin(t, o)
	if c.Name() != "Polite X" {
		t.Errorf("it is called %q", c.Name())
	}
	var infos []ai.Info
	c.OnInfo = func(i ai.Info) { infos = append(infos, i) }
	g := game(t, variants.Chess, "", "e2e4")
	clock := ai.Limit{Time: [2]time.Duration{75 * time.Second, 60 * time.Second}, Increment: [2]time.Duration{80 * time.Millisecond, 80 * time.Millisecond}, Depth: 7}
	choice, err := choose(t, c, g, clock)
	if err != nil {
		t.Fatal(err)
	}
	if choice.Move.String() != "e7e5" || !choice.Draw || choice.Score != -37 || choice.Depth != 4 || choice.Nodes != 12345 || len(choice.PV) != 3 || choice.Ponder.String() != "g1f3" {
		t.Errorf("choice %+v", choice)
	}
	if len(infos) != 1 || infos[0].Elapsed != 250*time.Millisecond {
		t.Errorf("infos %+v", infos)
	}
	for _, m := range []string{"e7e5", "g1f3"} {
		if _, err := g.PlayUCI(m); err != nil {
			t.Fatal(err)
		}
	}
	clock.Time[chess.Black] = 59 * time.Second
	if choice, err = choose(t, c, g, clock); err != nil || choice.Move.String() != "b8c6" || choice.Mate != 3 {
		t.Errorf("%+v, %v", choice, err)
	}
	// After moves were taken back the engine is told the game again.
	back := game(t, variants.Chess, "", "d2d4")
	if choice, err = choose(t, c, back, ai.Limit{MoveTime: 1500 * time.Millisecond}); err != nil || choice.Mate != -2 {
		t.Errorf("%+v, %v", choice, err)
	}
	c.Close()
	said := heard()
	for _, want := range []string{
		"xboard\nprotover 2\n", "accepted myname\n", "accepted usermove\n", "accepted done\n",
		"memory 32\ncores 1\noption Skill=5\nnew\nforce\neasy\npost\nping 1\n",
		"force\nusermove e2e4\nping 2\nlevel 0 1 0.08\ntime 6000\notim 7500\nsd 7\ngo\n",
		"force\nusermove g1f3\nping 3\ntime 5900\notim 7500\nsd 7\ngo\n",
		"new\nforce\neasy\npost\nusermove d2d4\nping 4\nst 2\ngo\n", "quit\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it did not hear %q but\n%s", want, said)
		}
	}
}

// Engines from before features, and engines that need time to tell them.
func TestStartsOfXBoardEngines(t *testing.T) {
	old, heard := fake(t, XBoard, "go > White (1) : 1. ... e7e5 | My move is: e7e5")
	old.StartTime = 50 * time.Millisecond
	c := begin(t, old)
	choice, err := choose(t, c, game(t, variants.Chess, "", "e2e4"), ai.Limit{Depth: 1})
	if err != nil || choice.Move.String() != "e7e5" {
		t.Errorf("the old engine: %v, %v", choice.Move, err)
	}
	c.Close()
	if !strings.Contains(heard(), "force\ne2e4\nsd 1\ngo\n") || strings.Contains(heard(), "ping") {
		t.Errorf("the old engine heard\n%s", heard())
	}

	slow, heard := fake(t, XBoard, "protover > feature done=0\naccepted done > feature variants=\"normal\" ping=1 san=1 frob=1 done=1\nping > pong $")
	if c = begin(t, slow); !c.protocol.(*xboardProtocol).features.ping {
		t.Error("the slow engine was not waited for")
	}
	c.Close()
	for _, want := range []string{"rejected san\n", "rejected frob\n", "accepted ping\n"} {
		if !strings.Contains(heard(), want) {
			t.Errorf("the slow engine did not hear %q but\n%s", want, heard())
		}
	}

	dead, _ := fake(t, XBoard, "protover > feature done=0 | !exit 4")
	if _, err := Start(t.Context(), dead); !errors.Is(err, ErrStart) || !strings.Contains(err.Error(), "exit status 4") {
		t.Errorf("an engine that ends: %v", err)
	}
	for _, change := range []func(*Options){
		func(o *Options) { o.Variant = "strange" },
		func(o *Options) { o.Set = map[string]string{"Depth": "3"} },
	} {
		o, _ := fake(t, XBoard, politeXBoard)
		change(&o)
		if _, err := Start(t.Context(), o); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// Two seconds are for an engine to say that it wants more.
func TestXBoardEngineThatIsNeverReady(t *testing.T) {
	t.Parallel()
	o, _ := fake(t, XBoard, "protover > feature done=0\nping > pong $")
	o.StartTime = 2500 * time.Millisecond
	if _, err := Start(t.Context(), o); !errors.Is(err, ErrStart) || !strings.Contains(err.Error(), "asked for time") {
		t.Errorf("%v", err)
	}
}

func TestBoardsOfXBoardEngines(t *testing.T) {
	const ending = "8/P6k/8/8/8/8/8/K7 b - - 3 40"
	for _, c := range []struct {
		name             string
		rules            chess.Rules
		fen, moves, best string
		change           func(*Options)
		heard, played    string
	}{
		{"a position", variants.Chess, ending, "h7g7", "a7a8n", nil, "new\nforce\neasy\npost\nsetboard " + ending + "\nusermove h7g7\n", "a7a8n"},
		{"a position for an engine that reads no FEN", variants.Chess, ending, "", "h7g7", func(o *Options) {
			o.Env[0] = strings.Replace(o.Env[0], "setboard=1", "setboard=0", 1)
		}, "post\na2a3\nedit\n#\nKa1\nPa7\nc\nKh7\n.\nping 2\n", "h7g7"},
		{"another game", variants.Crazyhouse, "", "e2e4 d7d5 e4d5", "d8d5", func(o *Options) { o.Variant = "odd" }, "new\nvariant odd\nforce\n", "d8d5"},
		{"pieces in the pocket", variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[PNq] w - - 0 1", "", "N@e5", nil, "setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nholding [NP] [Q]\n", "N@e5"},
		{"castling", variants.Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e8c8", nil, "usermove e1g1\n", "e8c8"},
		{"castling from a random starting position", variants.Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O", func(o *Options) { o.ShuffledStart = true }, "usermove O-O-O\n", "e8g8"},
	} {
		o, heard := fake(t, XBoard, politeXBoard+"go > move "+c.best)
		if c.change != nil {
			c.change(&o)
		}
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

// What an XBoard engine may say instead of a move.
func TestXBoardEnginesThatDoNotMove(t *testing.T) {
	for _, c := range []struct {
		name, script string
		kind         error
		says         string
	}{
		{"it objects to a move", politeXBoard + "usermove > Illegal move: $", ErrRefused, "Illegal move: e2e4"},
		{"it objects late", politeXBoard + "go > Illegal move (no piece): e2e4", ErrRefused, "no piece"},
		{"it moves what it may not", politeXBoard + "go > move e2e4", ErrMove, "e2e4"},
		{"it says twice that the game is over", politeXBoard + "go > 1/2-1/2 {Draw by repetition}", ErrMove, "game is over"},
		{"it dies", politeXBoard + "go > !exit 9", ErrDied, "exit status 9"},
		{"it dies before", politeXBoard + "usermove > !exit 9", ErrDied, "exit status 9"},
	} {
		o, _ := fake(t, XBoard, c.script)
		client := begin(t, o)
		_, err := choose(t, client, game(t, variants.Chess, "", "e2e4"), ai.Limit{Depth: 1})
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) || !IsFatal(err) {
			t.Errorf("%s: %v, want %v with %q", c.name, err, c.kind, c.says)
		}
	}
	for _, c := range []struct {
		name, answer string
		resigns      bool
	}{
		{"it resigns", "resign", true},
		{"it says that it has lost", "1-0 {Black resigns}", true},
		{"it claims a draw, and moves when asked again", "1/2-1/2 {Draw by repetition}\ngo > move e7e5", false},
		{"it claims a win, and moves when asked again", "0-1 {White forfeits on time}\ngo > move e7e5", false},
	} {
		o, _ := fake(t, XBoard, politeXBoard+"go > "+c.answer)
		client := begin(t, o)
		choice, err := choose(t, client, game(t, variants.Chess, "", "e2e4"), ai.Limit{Depth: 1})
		if err != nil || choice.Resign != c.resigns || (choice.Move == 0) != c.resigns {
			t.Errorf("%s: %+v, %v", c.name, choice, err)
		}
	}
	o, _ := fake(t, XBoard, politeXBoard+"go > move e7e5")
	client := begin(t, o)
	g := game(t, variants.Chess, "", "e2e4")
	if _, err := choose(t, client, g, ai.Limit{Nodes: 100}); !errors.Is(err, ErrUnsupported) || IsFatal(err) {
		t.Errorf("a limit of nodes: %v", err)
	}
	if _, err := choose(t, client, g, ai.Limit{Depth: 1}); err != nil {
		t.Errorf("after it: %v", err)
	}
}
