package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/variants"
)

// testServer offers some games.
func testServer() *Server {
	return &Server{
		Name: "Tested 1", Author: "nobody", Games: []string{"chess", "crazyhouse", "atomic", "racingkings", "3check", "antichess", "dark1", "makarenko"},
		Elo: func(l ai.Level) int { return 1000 + 100*int(l) },
		Rules: func(name string, drawn bool) (chess.Rules, error) {
			v, ok := variants.ByName(name)
			switch {
			case !ok:
				return chess.Rules{}, fmt.Errorf("there is no game %q", name)
			case drawn:
				return chess.Combine(v.Rules, variants.Chess960)
			}
			return v.Rules, nil
		},
		Opener:  func(ai.Level, uint64) Opener { return kingsPawn{} },
		Endings: func(chess.Board) ai.Endings { return mateIn30{} },
	}
}

// mateIn30 knows that king and rook win against a king, in 30 moves when White is to move.
type mateIn30 struct{}

func (mateIn30) ProbeEnding(p *chess.Position) (result, plies int, known bool) {
	if p.Turn() == chess.White {
		return 1, 59, true
	}
	return -1, 58, p.Occupied().Count() == 3
}

// kingsPawn opens every game of chess with the king's pawn.
type kingsPawn struct{}

func (kingsPawn) Choose(_ context.Context, b chess.Board, made int) (ai.Choice, bool) {
	m, err := chess.ParseUCI(b, "e2e4")
	return ai.Choice{Move: m}, err == nil && made == 0
}

// talk is a conversation with a Server.
type talk struct {
	t    *testing.T
	to   *io.PipeWriter
	from chan string // large, so that neither side waits for the other
	all  []string
}

// converse lets a test speak to a Server, which ends with it.
func converse(t *testing.T) *talk {
	in, to := io.Pipe()
	from, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := testServer().Run(t.Context(), in, out)
		out.Close()
		ended <- err
	}()
	lines := make(chan string, 1<<16)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(from); scan.Scan(); {
			lines <- scan.Text()
		}
	}()
	t.Cleanup(func() {
		to.Close()
		if err := <-ended; err != nil {
			t.Errorf("it ended with %v", err)
		}
	})
	return &talk{t: t, to: to, from: lines}
}

func (k *talk) say(lines ...string) {
	k.t.Helper()
	for _, line := range lines {
		if _, err := fmt.Fprintln(k.to, line); err != nil {
			k.t.Fatal(err)
		}
	}
}

// until is the first line that matches; what comes before it is kept in all.
func (k *talk) until(pattern string) string {
	k.t.Helper()
	want := regexp.MustCompile(pattern)
	for line := range k.from {
		k.all = append(k.all, line)
		if want.MatchString(line) {
			return line
		}
	}
	k.t.Fatalf("no line matches %s in\n%s", pattern, strings.Join(k.all, "\n"))
	return ""
}

func TestServerIdentifiesItself(t *testing.T) {
	k := converse(t)
	k.say("uci")
	k.until("^uciok$")
	all := strings.Join(k.all, "\n")
	for _, want := range []string{
		"id name Tested 1\n", "option name UCI_Variant type combo default chess var chess var crazyhouse var atomic",
		"option name UCI_Chess960 type check default false\n", "option name Hash type spin default 16 min 1 max",
		fmt.Sprintf("option name Skill Level type spin default %d min 1 max %[1]d\n", len(ai.Levels())),
		"option name UCI_Elo type spin default", "option name Style type combo default Balanced var Balanced", "option name MultiPV type spin default 1 min 1",
		"option name OwnBook type check default false\n", "option name OwnEndings type check default false\n", "option name Clear Hash type button\n",
		"option name UCI_AnalyseMode type check default false\n", "option name Move Overhead type spin default 30 min 0 max",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("it does not say %q but\n%s", want, all)
		}
	}
}

// Each line is said, and the answer awaited.
func TestServer(t *testing.T) {
	const info = `^info depth 3 seldepth \d+ multipv 2 score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv [a-h]`
	for _, c := range []struct {
		name string
		says []string // what is said, and after > what is awaited
	}{
		{"a search", []string{"position startpos moves e2e4 e7e5", "isready", "> ^readyok$", "go depth 3", "> ^info depth 3 ", "> ^bestmove [a-h]"}},
		{"several lines", []string{"setoption name MultiPV value 2", "go depth 3", "> " + info, "> ^bestmove"}},
		{"mate in one", []string{"position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go depth 4", "> score mate 1 ", "> ^bestmove a1a8$"}},
		{"only some moves", []string{"go depth 2 searchmoves a2a3", "> ^bestmove a2a3", "go searchmoves h2h3 h2h4 depth 2", "> ^bestmove h2h[34]"}},
		{"for ever, until stop", []string{"go infinite", "> ^info depth 2", "isready", "> ^readyok$", "stop", "> ^bestmove"}},
		{"the mate is known, but stop was not said", []string{"position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "go infinite", "isready", "> ^readyok$", "stop", "> ^bestmove a1a8"}},
		{"on the opponent's time", []string{"go ponder wtime 1000 btime 1000", "> ^info depth 2", "isready", "> ^readyok$", "ponderhit", "> ^bestmove"}},
		{"on the opponent's time in vain", []string{"go ponder movetime 100", "> ^info", "stop", "> ^bestmove"}},
		{"times that have run out", []string{"go wtime -50 btime 0 winc 0 binc 0 movestogo 0", "> ^bestmove"}},
		{"a new command ends the search", []string{"go infinite", "go depth 1", "> ^bestmove", "> ^bestmove", "go infinite", "position startpos moves d2d4", "> ^bestmove", "d", "> /3P4/"}},
		{"counting", []string{"go perft 3", "> ^a2a3: 380$", "> ^Nodes searched: 8902$", "go perft 1", "> ^e2e4: 1$"}},
		{"counting is broken off", []string{"go perft 30", "stop", "isready", "> ^readyok$"}},
		{"the book", []string{"setoption name OwnBook value true", "go depth 1", "> ^bestmove e2e4$", "setoption name ownbook value false", "go nodes 1", "> ^bestmove"}},
		{"castling as the king's step", []string{"position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8a8", "d", "> ^Fen: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"}},
		{"castling as king takes rook", []string{"setoption name UCI_Chess960 value true", "position fen rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", "go perft 1", "> ^b1a1: 1$", "> ^Nodes"}},
		{"drops", []string{"setoption name UCI_Variant value crazyhouse", "position startpos moves e2e4 d7d5 e4d5 d8d5", "go searchmoves P@e4 depth 1", "> ^bestmove P@e4"}},
		{"a pocket", []string{"setoption name UCI_Variant value crazyhouse", "position fen 4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1", "go perft 1", "> ^N@a1: 1$"}},
		{"checks remaining", []string{"setoption name UCI_Variant value 3check", "position fen 4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1", "go depth 2", "> mate 1", "> ^bestmove h1h8"}},
		{"a game of compulsory captures", []string{"setoption name UCI_Variant value antichess", "position startpos moves e2e4 d7d5", "go depth 2", "> ^bestmove e4d5"}},
		{"a fog game can be saved once it", []string{"setoption name UCI_Variant value dark1", "go nodes 100", "> ^bestmove"}},
		{"a game with a notation of its own", []string{"setoption name UCI_Variant value makarenko", "go nodes 100", "> ^bestmove"}},
		{"a level and a style", []string{"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000", "setoption name Style value aggressive", "go", "> ^info", "stop", "> ^bestmove"}},
		{"End of the game. Result:", []string{"position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 1", "> ^info depth 0 score mate 0$", "> ^bestmove \\(none\\)$", "d", "> ^Checked: e1$", "> ^Result: 0-1 checkmate$"}},
		{"stalemate", []string{"position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "go movetime 50", "> ^info depth 0 score cp 0$", "> ^bestmove \\(none\\)$"}},
		{"lost by the opponent's last move", []string{"setoption name UCI_Variant value antichess", "position fen 8/8/8/8/8/8/8/4k3 w - - 0 1", "go depth 1", "> ^info depth 0 score mate 1$", "> ^bestmove \\(none\\)$"}},
		{"a forced move is told of", []string{"position fen 7k/8/8/8/8/8/6PP/r5K1 w - - 0 1", "go movetime 100000", "> ^info depth [1-9]", "> ^bestmove g1f2 ponder "}},
		{"a forced move, looked at to a depth", []string{"position fen 7k/8/8/8/8/8/6PP/r5K1 w - - 0 1", "go depth 9", "> ^info depth 9 ", "> ^bestmove g1f2"}},
		{"a mate in so many moves", []string{"position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 2", "> score mate 2 ", "> ^bestmove a1a6"}},
		{"a mate in three by a quiet move", []string{"position fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "go mate 3", "> score mate 3 ", "> ^bestmove f6a6"}},
		{"there is no such mate", []string{"position fen 8/8/8/8/8/2k5/8/K6R b - - 0 1", "go mate 1", "> ^bestmove c3"}},
		{"tables of endings", []string{"setoption name OwnEndings value true", "position fen 8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "go depth 1", "> score mate 30 "}},
		{"no tables of endings", []string{"position fen 8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "go depth 1", "> score cp "}},
		{"no book for who only analyses", []string{"setoption name OwnBook value true", "setoption name UCI_AnalyseMode value true", "go nodes 100", "> ^info depth 1 ", "> ^bestmove"}},
		{"words before a command", []string{"joho isready", "> ^readyok$"}},
		{"after a new game", []string{"ucinewgame", "isready", "> ^readyok$", "go depth 1", "> ^bestmove"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := converse(t)
			for _, s := range c.says {
				if want, ok := strings.CutPrefix(s, "> "); ok {
					k.until(want)
				} else {
					k.say(s)
				}
			}
		})
	}
}

// What cannot be done is told, and does no harm.
func TestServerReportsErrors(t *testing.T) {
	k := converse(t)
	for _, c := range []struct{ line, says string }{
		{"frobnicate", "unknown command"},
		{strings.Repeat("x", 1000), "unknown command"},
		{"setoption", "setoption name NAME"},
		{"setoption name", "setoption name NAME"},
		{"setoption name Nonsense value 1", "unknown option"},
		{"setoption name Hash value -1", "from 1 to"},
		{"setoption name Hash value 99999999999999999999", "from 1 to"},
		{"setoption name Threads value", "from 1 to"},
		{"setoption name Move Overhead value -1", "from 0 to"},
		{"setoption name UCI_Chess960 value maybe", "true or false"},
		{"setoption name UCI_Variant value strange", "no game"},
		{"setoption name Style value rude", "unknown style"},
		{"go depth", "depth needs a number"},
		{"go nodes many", "nodes must be a number"},
		{"go searchmoves e2e5 depth 1", "not a legal move"},
		{"position", "startpos or fen"},
		{"position fen", "startpos or fen"},
		{"position fen 8/8/8 w - - 0 1", "info string"},
		{"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN\x1b[2J w", "info string"},
		{"position startpos moves e2e4 e2e4", "move 2"},
	} {
		k.say(c.line)
		k.until(`^info string .*` + regexp.QuoteMeta(strings.TrimPrefix(c.says, "info string")))
		if strings.HasPrefix(c.line, "go ") {
			k.say("stop")
			k.until("^bestmove")
		}
	}
	k.say("go depth 1")
	k.until(`^bestmove \(none\)$`) // the last position was none
	k.say("position startpos", "go depth 1")
	k.until("^bestmove [a-h]")
	for _, line := range k.all {
		if strings.ContainsAny(line, "\x1b\x00") {
			t.Errorf("it wrote %q", line)
		}
	}
}

// A program that says anything at all gets one bestmove for each go, one
// readyok for each isready, and an end.
func TestServerSurvivesAnyInput(t *testing.T) {
	pieces := strings.Split("uci|isready|ucinewgame|position startpos|position startpos moves|position fen|go|stop|ponderhit|d|setoption name|value|moves|"+
		"e2e4|e7e5|e1g1|P@e4|0000|a7a8q|zz|8/8/8/8/8/8/8/K1k5 w - - 0 1|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|"+
		"UCI_Variant|crazyhouse|atomic|chess|makarenko|UCI_Chess960|true|false|MultiPV|3|-1|0|99999999999|depth|nodes|movetime|wtime|btime|winc|movestogo|mate|infinite|ponder|searchmoves|"+
		"\xff\xfe|\x00|\x1b[31m|Skill Level|UCI_LimitStrength|Clear Hash|register later|debug on", "|")
	rng := rand.New(rand.NewPCG(4, 9))
	var script strings.Builder
	wantReady, wantMoves := 0, 0
	for range 3000 {
		words := make([]string, 1+rng.IntN(6))
		for i := range words {
			words[i] = pieces[rng.IntN(len(pieces))]
		}
		line := strings.Join(words, " ")
		// The first command of a line is what counts.
		for _, w := range strings.Fields(sanitize(line)) {
			known := true
			switch w {
			case "isready":
				wantReady++
			case "go":
				wantMoves++
			case "uci", "ucinewgame", "position", "stop", "ponderhit", "d", "setoption", "register", "debug":
			default:
				known = false
			}
			if known {
				break
			}
		}
		script.WriteString(line + "\n")
	}
	var out strings.Builder
	began := time.Now()
	if err := testServer().Run(t.Context(), strings.NewReader(script.String()), &out); err != nil {
		t.Fatal(err)
	}
	ready, moves := 0, 0
	for line := range strings.Lines(out.String()) {
		switch first, _ := cutWord(strings.TrimSpace(line)); first {
		case "readyok":
			ready++
		case "bestmove":
			moves++
		}
	}
	if ready != wantReady || moves != wantMoves {
		t.Errorf("%d readyok, want %d; %d bestmove, want %d; in %v", ready, wantReady, moves, wantMoves, time.Since(began))
	}
}

func TestServerEnds(t *testing.T) {
	for name, script := range map[string]string{
		"at the end of its input": "go infinite\n", "with quit": "go infinite\nquit\nisready\n",
		"in a line": "position startpos\ngo depth 1", "with a line too long": strings.Repeat("a", 70*maxCommand) + "\ngo infinite\n",
	} {
		var out strings.Builder
		if err := testServer().Run(t.Context(), strings.NewReader(script), &out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(out.String(), "bestmove ") || strings.Contains(out.String(), "readyok") {
			t.Errorf("%s: it wrote\n%s", name, out.String())
		}
	}
	in, to := io.Pipe()
	defer to.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := testServer().Run(ctx, in, io.Discard); err != nil {
		t.Errorf("called off: %v", err)
	}
	if err := testServer().Run(t.Context(), strings.NewReader("isready\nisready\n"), brokenPipe{}); err == nil {
		t.Error("nobody reads, and it does not say so")
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, os.ErrClosed }

// Our Client and our Server play whole games through a pipe between two
// processes, by every kind of move.
func TestClientAgainstServer(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rules chess.Rules
		start int
	}{
		{variants.Chess, -1}, {variants.Chess960, 111}, {variants.Crazyhouse, -1}, {variants.Atomic960, 7},
		{variants.RacingKings, -1}, {variants.Giveaway, -1}, {variants.ThreeCheck, -1}, {variants.Dark1, -1},
	} {
		t.Run(c.rules.Name, func(t *testing.T) {
			t.Parallel()
			o := Options{Path: exe, Env: []string{serverVar + "=1"}, Set: map[string]string{"Hash": "1", "MultiPV": "2"}}
			if c.rules.Fog {
				o.Variant = "dark1"
			} else if o.Variant, o.ShuffledStart, _ = variants.UCIName(c.rules); o.Variant == "" {
				t.Fatal("no name")
			}
			client := begin(t, o)
			infos := 0
			client.OnInfo = func(i ai.Info) {
				if infos++; len(i.PV) == 0 {
					t.Error("a line without moves")
				}
			}
			g, err := chess.NewGame(c.rules, c.start)
			if err != nil {
				t.Fatal(err)
			}
			for !g.Outcome().Over() && g.Ply() < 80 {
				choice, err := choose(t, client, g, ai.Limit{Nodes: 150})
				if err != nil {
					t.Fatalf("%v after %v", err, g.SANs())
				}
				if err := g.Play(choice.Move); err != nil {
					t.Fatal(err)
				}
			}
			if infos == 0 {
				t.Error("it told nothing of its search")
			}
		})
	}
}

// A search that ends in the middle of a depth tells how many positions it looked at in
// all, with the line of the move that it then gives.
func TestStoppedSearchTellsItsEnd(t *testing.T) {
	for _, c := range []struct{ name, search, nodes string }{
		{"out of positions", "go nodes 5000", "5000"},
		{"told to stop", "go infinite", `\d+`},
	} {
		k := converse(t)
		k.say("position startpos", c.search)
		k.until("^info depth 5 ")
		if c.search == "go infinite" {
			k.say("stop")
		}
		move := k.until("^bestmove ")
		last := k.all[len(k.all)-2]
		if !regexp.MustCompile(`^info depth \d+ .* nodes ` + c.nodes + ` .* pv ` + strings.Fields(move)[1]).MatchString(last) {
			t.Errorf("%s: before %q it says %q", c.name, move, last)
		}
	}
}

// The counts of go perft add up to its total.
func TestPerftDivides(t *testing.T) {
	k := converse(t)
	k.say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "go perft 2")
	k.until("^Nodes searched: 2039$")
	sum, lines := 0, 0
	for _, line := range k.all {
		if move, count, ok := strings.Cut(line, ": "); ok && len(move) <= 5 {
			n, err := strconv.Atoi(count)
			if err != nil {
				t.Fatal(err)
			}
			sum, lines = sum+n, lines+1
		}
	}
	if lines != 48 || sum != 2039 {
		t.Errorf("%d lines add up to %d, want 48 and 2039", lines, sum)
	}
}
