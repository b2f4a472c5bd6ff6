package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/cmd/internal/clitest"
	"rookery/tui/lichess"
	"rookery/tui/lichess/lichesstest"
)

// atLichess is the program on the page of lichess, logged in as anna.
func atLichess(t *testing.T, cols, rows int) (*lichesstest.Server, *terminal) {
	t.Helper()
	s := lichesstest.New(t)
	p := startWith(t, clitest.NewHome(t), []string{"LICHESS_TOKEN=" + s.Token("anna")}, cols, rows, "lichess", "--lichess", s.URL)
	p.see("Anna", "Find an opponent", "Play the computer", "Log out")
	s.AwaitEvents("anna")
	return s, p
}

var rapidForm = url.Values{"clock.limit": {"600"}, "clock.increment": {"5"}}

// TestLichessLogin logs in by the browser of another machine and by a token, and out again: the token
// is never shown, is the owner's alone on the disk, and opens nothing afterwards.
func TestLichessLogin(t *testing.T) {
	t.Parallel()
	s, h := lichesstest.New(t), clitest.NewHome(t)
	p := start(t, h, 500, 24, "lichess", "login", "--lichess", s.URL)
	p.see("Open this address in a browser", "/oauth?")
	address := regexp.MustCompile(`http://\S+/oauth\?\S+`).FindString(p.text())
	p.enter("http://127.0.0.1/?code=x&state=y")
	p.see("belongs to another login")
	p.enter(s.Agree("anna", address, true))
	p.see("Logged in as Anna.")
	if status := p.ends(); status != 0 {
		t.Errorf("login ends with %d", status)
	}
	file := h.Path("data", "rookery", "lichess.json")
	kept, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(kept), "lip_anna") {
		t.Fatalf("kept %s: %v", kept, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the login is kept with %v: %v", info.Mode(), err)
	}
	if got := h.Run(t, program, "", "lichess", "whoami", "--lichess", s.URL); got.Status != 0 || !strings.Contains(got.Out, "Anna") {
		t.Errorf("whoami: %+v", got)
	}
	if got := h.Run(t, program, "", "lichess", "logout", "--lichess", s.URL); got.Status != 0 || !strings.Contains(got.Out, "revoked") {
		t.Errorf("logout: %+v", got)
	}
	if got := h.Run(t, program, "", "lichess", "whoami", "--lichess", s.URL); got.Status != 1 || !strings.Contains(got.Err, "not logged in") {
		t.Errorf("whoami after logout: %+v", got)
	}

	token := s.Token("bela")
	p = start(t, h, 80, 24, "lichess", "--lichess", s.URL)
	p.see("not logged in", "Log in with the browser")
	p.press("down", "enter")
	p.see("It is not shown.")
	p.enter(token)
	p.see("Bela", "Find an opponent")
	p.never(token, "the token was shown")
	p.press("end", "enter")
	p.see("You are logged out", "Log in with the browser")
	if s.Knows(token) {
		t.Error("the token was not revoked")
	}
}

// TestLichessSeek looks for an opponent: a seek that the server would refuse is not sent, one that is
// taken opens the game.
func TestLichessSeek(t *testing.T) {
	t.Parallel()
	s, p := atLichess(t, 80, 24)
	p.press("enter")
	p.see("Time control", "Opponent's rating")
	p.press("down")
	p.write("3+0")
	p.press("enter")
	p.see("rapid or slower, such as 10+0 or 5+5")
	if n := s.Count("POST"); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	p.press("backspace", "backspace", "backspace")
	p.write("10+5")
	p.press("enter")
	p.see("Looking for an opponent", "Chess, 10+5")
	g := s.TakeSeek("anna", "olga")
	p.see("Olga", "10:00", "White to move")
	p.shows(firstArray)
	p.enter("e4")
	g.AwaitMoves(1)
	g.Move("e7e5")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")

	// What others say is text.
	g.Chat("Olga", "player", "hi\x1b]0;evil\a \x1b[2J\u202eyou")
	p.see("Olga: hi", "you")
	p.never("evil\a", "a control sequence came through")
	p.enter("/good luck")
	g.AwaitSaid(1)
	p.see("Anna: good luck")

	// A takeback, an offer, an opponent who leaves.
	p.enter("undo")
	p.see("Takeback request sent")
	g.AcceptTakeback(chess.White)
	p.shows(firstArray)
	p.enter("d4")
	g.AwaitMoves(1)
	g.Move("d7d5")
	g.Offer(chess.Black, false, true)
	p.see("Olga offers a draw. Accept?")
	p.enter("n")
	p.see("Declined")
	g.Clocks(61500, 30000)
	p.see("1:0", "0:30")
	g.Gone(true, 0)
	p.see("Olga is offline: type claim")
	p.enter("claim")
	g.AwaitOver()
	p.see("White wins", "Enter: rematch")
	p.press("enter")
	id, _ := s.AwaitChallenge("anna")
	s.Reply(id, "")
	p.see("White to move", "10:00")
}

// TestLichessCorrespondence plays games with days for a move, from one that waits to the next.
func TestLichessCorrespondence(t *testing.T) {
	t.Parallel()
	s, p := atLichess(t, 80, 24)
	p.press("enter")
	p.see("Time control", "Opponent's rating")
	p.press("down")
	p.write("3d")
	p.press("enter")
	p.see("Your seek stays at lichess", "Find an opponent")
	first := s.TakeSeek("anna", "olga")
	p.see("You have a game against Olga", "your move, ")
	p.press("home", "enter")
	p.see("Olga", "3 days per move", "White to move", "d ")
	second := s.Begin("bela", "anna", url.Values{"days": {"1"}})
	third := s.Begin("anna", "cleo", url.Values{"days": {"14"}})
	p.see("You have a game against Cleo")
	second.Move("e2e4")
	p.enter("e4")
	first.AwaitMoves(1)
	p.see("Black to move", "1 other game waits for your move: type next")
	p.press("esc") // nobody is asked
	p.see("Find an opponent", "Bela", "24 hours left", "Cleo", "14 days left", "Olga", "opponent's move")
	p.press("home", "enter")
	p.see("Bela", "1 day per move")
	p.enter("c5")
	second.AwaitMoves(2)
	p.see("type next")
	p.enter("next")
	p.see("Cleo", "14 days per move", "14d 0:00")
	p.enter("d4")
	third.AwaitMoves(1)
	p.see("Black to move")
	p.enter("next")
	p.see("No other game waits for your move")
}

// TestLichessEnds ends games in all the ways that a player has.
func TestLichessEnds(t *testing.T) {
	t.Parallel()
	s, p := atLichess(t, 80, 24)
	end := func(name, status, winner string, play func(g *lichesstest.Game), wants ...string) {
		t.Helper()
		g := s.Begin("anna", "olga", rapidForm)
		if name == "berserk" {
			g.Arena("arena001")
		}
		p.see("Olga", "your move", "Find an opponent")
		p.press("home", "enter")
		p.see("Olga", "White to move")
		play(g)
		p.see(wants...)
		g.AwaitOver()
		if st, w := g.Status(); st != status || w != winner {
			t.Errorf("%s ends with %s, won by %q", name, st, w)
		}
		p.press("esc")
		p.see("Find an opponent", "Log out")
	}
	move := func(g *lichesstest.Game, n int, mine, theirs string) {
		t.Helper()
		p.see("White to move")
		p.enter(mine)
		g.AwaitMoves(n)
		g.Move(theirs)
	}
	end("abort", "aborted", "", func(*lichesstest.Game) {
		p.enter("abort")
		p.see("Abort the game?")
		p.press("y")
	}, "Game aborted")
	end("resign", "resign", "black", func(g *lichesstest.Game) {
		move(g, 1, "e4", "e7e5")
		p.see("White to move", "e5")
		p.enter("resign")
		p.see("Resign the game?")
		p.press("y")
	}, "Black wins")
	end("claim of a draw", "draw", "", func(g *lichesstest.Game) {
		for i, m := range [][2]string{{"Nf3", "g8f6"}, {"Ng1", "f6g8"}, {"Nf3", "g8f6"}, {"Ng1", "f6g8"}} {
			move(g, 2*i+1, m[0], m[1])
			p.until("the answer", func(screen string) bool {
				return regexp.MustCompile(fmt.Sprintf(`%d\. \S+ +\S+`, i+1)).MatchString(screen)
			})
		}
		p.see("Threefold repetition")
		p.enter("claim")
	}, "Game over", "1/2-1/2")
	end("claim of the win", "timeout", "white", func(g *lichesstest.Game) {
		move(g, 1, "e4", "e7e5")
		g.Gone(true, 8)
		p.see("Olga is offline: you can claim the win in 0:0")
		p.enter("claim")
		p.see("ait for the countdown")
		p.see("type claim to claim the win")
		p.enter("claim")
	}, "White wins")
	end("draw with one who has gone", "draw", "", func(g *lichesstest.Game) {
		move(g, 1, "e4", "e7e5")
		g.Gone(true, 0)
		p.see("type claim to claim the win")
		p.enter("draw")
	}, "Game over", "1/2-1/2")
	if n := s.Count("POST /api/board/game/"); n == 0 || s.Game() == nil {
		t.Error("no game was played")
	}
	end("berserk", "resign", "white", func(g *lichesstest.Game) {
		p.enter("berserk")
		p.see("Berserk", "5:00")
		g.End("resign", "white")
	}, "White wins")
	if g := s.Game(); !g.Berserk {
		t.Error("the clock was not halved")
	}
}

// TestLichessNotices calls the player by the terminal's notification and by the title of its window.
func TestLichessNotices(t *testing.T) {
	t.Parallel()
	s, h := lichesstest.New(t), clitest.NewHome(t)
	h.Write(t, "[habits]\nsignal = \"message\"\n", "config", "rookery", "config.toml")
	p := startWith(t, h, []string{"LICHESS_TOKEN=" + s.Token("anna")}, 80, 24, "lichess", "--lichess", s.URL)
	p.see("Anna", "Find an opponent")
	s.AwaitEvents("anna")
	heard := func(what string) {
		t.Helper()
		p.until(what, func(string) bool { return strings.Contains(string(p.output()), what) })
	}
	s.Challenge("cleo", "anna", rapidForm, "")
	p.see("Cleo challenges you")
	heard("\x1b]9;Cleo challenges you")
	g := s.Begin("olga", "anna", rapidForm)
	p.see("Olga", "opponent's move")
	heard("\x1b]9;You have a game against Olga")
	p.press("home", "enter")
	p.see("Olga", "White to move")
	g.Move("e2e4")
	heard("\x1b]9;Your move")
	heard("\x1b]2;Your move: Chess")
	g.Offer(chess.White, false, true)
	p.see("offers a draw")
	heard("\x1b]9;Olga offers a draw")

	// Where the bell was chosen it rings, and no notification is sent.
	h = clitest.NewHome(t)
	h.Write(t, "[habits]\nsignal = \"bell\"\n", "config", "rookery", "config.toml")
	p = startWith(t, h, []string{"LICHESS_TOKEN=" + s.Token("bela")}, 80, 24, "lichess", "--lichess", s.URL)
	p.see("Bela", "Find an opponent")
	s.AwaitEvents("bela")
	titles := regexp.MustCompile("\x1b\\][^\a]*\a") // which end with the same byte
	rings := func() int { return strings.Count(titles.ReplaceAllString(string(p.output()), ""), "\a") }
	if n := rings(); n != 0 {
		t.Errorf("%d rings before anything has happened", n)
	}
	s.Challenge("cleo", "bela", rapidForm, "")
	p.see("Cleo challenges you")
	p.until("the bell", func(string) bool { return rings() == 1 })
	p.never("\x1b]9;", "a notification was sent, too")
}

// TestLichessPlain plays in lines of text, by the words of lichess's blind mode.
func TestLichessPlain(t *testing.T) {
	t.Parallel()
	s := lichesstest.New(t)
	p := startWith(t, clitest.NewHome(t), []string{"LICHESS_TOKEN=" + s.Token("anna")}, 120, 40, "plain", "--lichess", s.URL)
	p.see("plain text")
	p.enter("lichess")
	p.see("You are Anna at lichess.", "No games and no challenges.")
	s.AwaitEvents("anna")
	p.enter("lichess seek 3+0")
	p.see("rapid or slower")
	p.enter("lichess seek 10+5 rated")
	p.see("Looking for an opponent.")
	g := s.TakeSeek("anna", "olga")
	p.see("Anna 1500 against Olga 1500, 10+5.", "You play white.", "Your move.")
	p.enter("e4")
	g.AwaitMoves(1)
	p.see("White pawn from e2 to e4.")
	g.Move("e7e5")
	p.see("Black pawn from e7 to e5.")
	p.enter("l")
	p.enter("o")
	p.see("Olga 1500.")
	p.enter("c")
	p.see("White has", "Black has 10 minutes")
	p.enter("s e")
	p.see("white king 1, pawn 4")
	p.enter("p N")
	p.see("b1")
	p.enter("hint")
	p.see("elp is off while you play a person")
	p.enter("analyse")
	p.enter("say good luck")
	g.AwaitSaid(1)
	g.Chat("Olga", "player", "thanks\x1b]0;x\a")
	p.see("Olga says: thanks")
	g.Offer(chess.Black, false, true)
	p.see("Olga offers a draw. Do you accept?")
	p.enter("no")
	p.see("Declined.")
	p.enter("takeback")
	p.see("Takeback request sent.")
	g.AcceptTakeback(chess.White)
	p.see("Took back 2 half-moves.")
	p.enter("d4")
	g.AwaitMoves(1)
	g.Move("d7d5")
	p.see("Black pawn from d7 to d5.")
	g.Gone(true, 0)
	p.see("Olga has left. Type claim")
	p.enter("claim")
	g.AwaitOver()
	p.see("White wins: Black left the game.")
	id := s.Challenge("bela", "anna", url.Values{"clock.limit": {"300"}, "clock.increment": {"3"}, "variant": {"atomic"}}, "")
	p.see("Bela challenges you: Atomic, 5+3.")
	p.enter("lichess")
	p.see("1: Bela challenges you")
	p.enter("lichess 1")
	p.see("Bela 1500 against Anna 1500, 5+3.", "You play black.")
	p.enter("resign")
	p.see("Resign the game?")
	p.enter("yes")
	p.see("White wins: Black resigned.")
	_ = id
}

// TestLichessPlainBeyondGames watches, reads, solves and asks in lines of text.
func TestLichessPlainBeyondGames(t *testing.T) {
	t.Parallel()
	s, h := lichesstest.New(t), clitest.NewHome(t)
	env := []string{"LICHESS_TOKEN=" + s.Token("anna")}
	p := startWith(t, h, env, 130, 50, "plain", "--lichess", s.URL)
	p.see("plain text")
	s.Answer("/api/tv/channels", `{"best":{"user":{"id":"ann","name":"Ann","title":"GM"},"rating":2800,"gameId":"x","color":"white"},"horde":{"user":{"id":"ben","name":"Ben"},"rating":2100,"gameId":"y","color":"white"}}`)
	s.Fault("/api/tv/feed", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		_, _ = w.Write([]byte(`{"t":"featured","d":{"id":"one","orientation":"white","players":[{"color":"white","user":{"name":"Ann","id":"ann"},"rating":2800,"seconds":60},{"color":"black","user":{"name":"Ben","id":"ben"},"rating":2700,"seconds":61}],"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}` + "\n" +
			`{"t":"fen","d":{"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b","lm":"e2e4","wc":58,"bc":61}}` + "\n"))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	p.enter("lichess tv")
	p.see("You are Anna at lichess.", "1: Top rated: GM Ann 2800.", "2: Horde: Ben 2100.", "Type lichess and a number to watch.")
	p.enter("lichess 1")
	p.see("Ann 2800 against Ben 2700", "White pawn from e2 to e4.")
	p.enter("c")
	p.see("White has", "Black has")
	p.enter("e5")
	p.see("You are watching: only the players can move.")
	p.enter("analyse")
	p.see("Games of others are judged when they are over.")
	p.enter("resign")
	p.see("You are watching: only the players can do that.")
	p.enter("stop")
	p.see("You have stopped watching.")

	playsNow := `{"id":"abcdefgh","rated":true,"variant":"standard","speed":"blitz","perf":"blitz","createdAt":1,"lastMoveAt":2,"status":"%s","players":{}}`
	s.Answer("/api/user/olga/current-game", fmt.Sprintf(playsNow, "started"))
	s.Fault("/api/stream/game/abcdefgh", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		head := `{"id":"abcdefgh","variant":{"key":"standard","name":"Standard","short":"Std"},"initialFen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","status":{"id":%d,"name":"%s"},"players":{"white":{"user":{"name":"Olga","id":"olga"},"rating":1800},"black":{"user":{"name":"Bela","id":"bela"},"rating":1700}}%s}` + "\n"
		_, _ = fmt.Fprintf(w, head, 20, "started", "")
		_, _ = fmt.Fprintln(w, `{"fen":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b","lm":"d2d4","wc":60,"bc":60}`)
		_, _ = fmt.Fprintf(w, head, 31, "resign", `,"winner":"white"`)
	})
	p.enter("lichess watch olga")
	p.see("Olga 1800 against Bela 1700", "White pawn from d2 to d4.", "White wins: Black resigned.")
	s.Answer("/api/user/olga/current-game", fmt.Sprintf(playsNow, "resign"))
	p.enter("lichess watch olga")
	p.see("This player does not play now.")

	const first = "[Event \"Knight Invitational\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[WhiteElo \"2700\"]\n[Result \"*\"]\n[GameURL \"https://lichess.org/broadcast/k/r/pk5fmYTD/5rsW2cRb\"]\n\n1. e4 { [%clk 1:30:00] } e5 { [%clk 1:29:00] } *\n\n\n"
	s.Answer("/api/broadcast", `{"tour":{"id":"WkIVFXOx","name":"Knight Invitational"},"rounds":[{"id":"pk5fmYTD","name":"Round 1","ongoing":true}]}`+"\n")
	s.Answer("/api/broadcast/round/pk5fmYTD.pgn", first)
	s.Answer("/api/stream/broadcast/round/pk5fmYTD.pgn", first)
	s.Answer("/broadcast/WkIVFXOx/players", `[{"name":"Ann","title":"GM","rating":2700,"score":2.5,"played":3,"rank":1}]`)
	p.enter("lichess broadcasts")
	p.see("1: Knight Invitational, live.")
	p.enter("lichess 1")
	p.see("1: Round 1, live.")
	p.enter("lichess 1")
	p.see("1: Ann 2700 against Ben, White to move 1...e5.")
	p.enter("lichess standings")
	p.see("1: GM Ann, 2.5/3.")
	p.enter("lichess 1")
	p.see("Ann 2700 against Ben", "Black pawn from e7 to e5.")
	p.enter("lichess viewer")
	p.see("1 game.")
	p.enter("close")
	s.Answer("/api/study/by/anna", `{"id":"abcd1234","name":"Rook endings\u001b[2J","createdAt":1,"updatedAt":2}`+"\n")
	s.Answer("/api/study/abcd1234.pgn", "[Event \"Rook endings: Lucena\"]\n[Result \"*\"]\n\n1. d4 { a bridge } d5 *\n\n\n")
	p.enter("lichess studies")
	p.see("1: Rook endings[2J.", "Type lichess and a number to read a study.")
	p.enter("lichess 1")
	p.see("Rook endings: Lucena")
	p.enter("next")
	p.see("a bridge")

	s.Answer("/api/cloud-eval", `{"fen":"x","knodes":1,"depth":40,"pvs":[{"cp":20,"moves":"d7d5 c2c4"}]}`)
	s.Answer("/masters", `{"opening":{"eco":"A40","name":"Queen's Pawn"},"white":4,"draws":3,"black":3,"moves":[{"uci":"g8f6","san":"Nf6","averageRating":2400,"white":4,"draws":3,"black":3,"game":null,"opening":null}],"topGames":[]}`)
	p.enter("explorer")
	p.see("A40 Queen's Pawn.", "Nf6: 10 games, White won 40 percent, 30 drawn, Black won 30.")
	p.enter("cloud")
	p.see("Depth 40.", "1: White is better by 0.2. d5 c4.")
	p.enter("tablebase")
	p.see("The tablebase has positions of up to 8 pieces")
	p.enter("set 4k3/6KP/8/8/8/8/7p/8 w - - 0 1")
	s.Answer("/standard", `{"category":"win","dtz":1,"moves":[{"uci":"h7h8q","san":"h8=Q+","category":"loss"}]}`)
	p.enter("tables")
	p.see("White: win, DTZ 1.", "h8=Q+: win.")

	s.Answer("/api/puzzle/daily", dailyPuzzle)
	p.enter("puzzle daily")
	p.see("Puzzle. You play White.", "Find the best move for White.")
	p.enter("solution")
	p.see("That is the solution.")
	p.enter("next")
	p.see("This was the puzzle of the day.")
	s.Answer("/api/puzzle/batch/fork", puzzleBatch)
	p.enter("puzzle send")
	p.see("counts for your rating there from now on")
	p.enter("puzzle lichess fork harder")
	p.see("Black knight from e4 captures white pawn on f2.", "Rank 1: black rook a, white knight b")
	p.enter("Bxg7")
	p.see("Right.")
	p.enter("Qxf2")
	p.see("Solved!", "Your puzzle rating at lichess: +")
	if got := s.AwaitSolved(1); !strings.Contains(got[0], "true") {
		t.Errorf("sent %v", got)
	}
	p.enter("stop")

	s.Answer("/api/import", `{"id":"R6iLjwz5","url":"https://lichess.org/R6iLjwz5"}`)
	p.enter("new friend")
	p.enter("e4")
	p.enter("lichess import")
	p.see(s.URL + "/R6iLjwz5")
	s.Played("[Event \"x\"]\n[Site \"https://lichess.org/abcd0001\"]\n[UTCDate \"2026.01.01\"]\n[UTCTime \"10:00:00\"]\n\n1. e4 *")
	p.enter("lichess download")
	p.see("lichess-anna.pgn: 1 new game.")
	if _, err := os.Stat(h.Path("data", "rookery", "games", "lichess-anna.pgn")); err != nil {
		t.Error(err)
	}
	p.never("\x1b[2J", "a control sequence came through")

	// Without a login what is open to all is there, and the rest says what to do.
	got := clitest.NewHome(t).Run(t, program, "lichess\nlichess tv\nnew\nexplorer\nquit\n", "plain", "--lichess", s.URL)
	if !strings.Contains(got.Out, "run rookery lichess login") || !strings.Contains(got.Out, "1: Top rated") || strings.Contains(got.Out, "Queen's Pawn") {
		t.Errorf("without a login: %+v", got)
	}
}

// Puzzles as lichess sends them.
const (
	dailyPuzzle = `{"game":{"id":"bcZBqQrZ","perf":{"key":"rapid","name":"Rapid"},"rated":true,"players":[],` +
		`"pgn":"g3 e5 Bg2 d5 d3 Nc6 c4 Be6 Nc3 Nf6 Nf3 Qd7 Bg5 Be7 cxd5 Nxd5 Bxe7 Qxe7 O-O O-O-O Qc2 g5 Nxd5 Bxd5 e4 Be6 a3 f5 Rac1 Nd4 Nxd4 Rxd4 exf5 Bxf5 Rfd1 Rhd8 Qb3 c6 Rc3 h5 Rdc1 R8d6 Qg8+ Rd8 Qb3 R8d6 a4 Rxd3 Rxd3 Rxd3 Qc4 e4 a5 a6 Re1 Qe5 Bxe4 Bxe4","clock":"10+0"},` +
		`"puzzle":{"id":"IFy4T","rating":1869,"plays":42035,"solution":["c4d3","e4d3","e1e5"],"themes":["endgame","crushing","short"],"initialPly":57}}`
	puzzleBatch = `{"puzzles":[{"game":{"id":"P1M5pws5","perf":{"key":"rapid","name":"Rapid"},"rated":true,"players":[],` +
		`"pgn":"d4 Nf6 Nf3 g6 Nc3 Bg7 e4 d6 Be3 Nc6 d5 Nb8 Qd2 O-O O-O-O c5 Bh6 a6 a4 b5 axb5 axb5 Bxb5 Ra1+ Nb1 Nxe4 Qe3 Nxf2","clock":"10+0"},` +
		`"puzzle":{"id":"8KtG9","rating":1512,"plays":5171,"solution":["h6g7","g8g7","e3f2"],"themes":["middlegame","short"],"initialPly":27}}]}`
)

// TestLichessVariants wins a game in each of the ten variants.
func TestLichessVariants(t *testing.T) {
	t.Parallel()
	s, p := atLichess(t, 80, 24)
	for _, c := range []struct{ key, fen, moves string }{
		{"standard", "", "f3 e5 g4 Qh4#"},
		{"chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4 e5 Nf3 Nc6 Bc4 d6 O-O h6 Nh4 a6 Qf3 b6 Qxf7#"},
		{"crazyhouse", "", "a4 b5 axb5 f6 e4 a5 P@h3 g5 Qh5#"},
		{"antichess", "", "d4 b5 a3 Bb7 Bf4 Bxg2 Bxc7 Qxc7 Bxg2 Qxh2 Bxa8 Qxg1 Rxh7 Qxe1 Rxh8 Qxd1 Rxg8 Qxc2 Rxf8 Kxf8 Be4 Qxe2 Bg2 Qxf2 Bc6 Nxc6 b4 Nxb4 axb4 Qxd4 Rxa7 Qxa7 Na3 Qxa3#"},
		{"atomic", "", "Nf3 a6 Ne5 a5 Nxf7#"},
		{"horde", "", "e5 d5 g6 a5 e6 h5 gxf7#"},
		{"kingOfTheHill", "", "e4 e5 Ke2 Ke7 Ke3 Ke6 d4 exd4+ Kxd4#"},
		{"racingKings", "", "Kg3 Kb3 Qh6 Qa5 Kh4 Nc3 Qh8 Nb5 Qa8 Qb6 Qc6 Kb4 Kg5 Ba4 Kg6 Nd4 Kg7 Bc2 Kf8#"},
		{"threeCheck", "", "e4 e5 Bc4 Nc6 Bxf7+ Kxf7 Qh5+ g6 Qxg6#"},
		{"fromPosition", "6k1/5ppp/8/8/8/8/8/R3K2R w K - 0 1", "Ra8#"},
	} {
		v, err := lichess.Variant(c.key)
		if err != nil {
			t.Fatal(err)
		}
		game, err := chess.NewGameFEN(v.Rules, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		var moves, sans []string
		for _, san := range strings.Fields(c.moves) {
			m, err := chess.ParseMove(game.Board(), strings.TrimRight(san, "+#"))
			if err != nil {
				t.Fatalf("%s: %s: %v", c.key, san, err)
			}
			moves = append(moves, chess.UCI(game.Board(), m))
			sans = append(sans, strings.TrimRight(san, "+#"))
			if err := game.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		o := game.Board().Outcome()
		me := chess.White
		switch o.Result {
		case chess.BlackWins:
			me = chess.Black
		case chess.WhiteWins:
		default:
			t.Fatalf("%s: the game ends with %v", c.key, o)
		}
		form := url.Values{"clock.limit": {"600"}, "clock.increment": {"5"}, "variant": {c.key}}
		if c.fen != "" {
			form.Set("fen", c.fen)
		}
		players := [2]string{"anna", "olga"}
		if me == chess.Black {
			players = [2]string{"olga", "anna"}
		}
		g := s.Begin(players[0], players[1], form)
		p.see("Olga", "opponent", "Find an opponent")
		p.press("home", "enter")
		p.see(v.Rules.Name, "Olga", "10:00")
		var theirs []string
		for i, m := range moves {
			if chess.Color(i%2) != me {
				theirs = append(theirs, m)
			}
		}
		g.Script(theirs...)
		for i := range moves {
			if chess.Color(i%2) == me {
				g.AwaitMoves(i)
				p.until("the turn of "+c.key, func(screen string) bool {
					return strings.Contains(screen, [2]string{"White to move", "Black to move"}[me]) && (i == 0 || strings.Contains(screen, sans[i-1]))
				})
				p.enter(moves[i])
				g.AwaitMoves(i + 1)
			}
		}
		g.AwaitOver()
		want := fmt.Sprintf("%s wins", [2]string{"White", "Black"}[me])
		p.see("Game over", want)
		p.press("esc")
		p.see("Find an opponent")
	}
}

// TestLichessLines breaks lines: in the middle of a line and of a premove, by a second program, and by
// a pause that the server asks for.
func TestLichessLines(t *testing.T) {
	t.Parallel()
	s, p := atLichess(t, 120, 40)
	g := s.Begin("olga", "anna", rapidForm)
	p.see("Olga", "Find an opponent")
	p.press("home", "enter")
	p.see("Olga", "White to move")
	p.enter("e5") // ahead
	p.see("premove")
	s.Fault("/api/board/game/"+g.ID+"/move", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	g.Move("e2e4")
	p.see("cannot be reached") // the premove has perhaps come through
	seen := make(chan struct{})
	s.Fault("/api/board/game/stream/"+g.ID, func(http.ResponseWriter, *http.Request) { // else it is back within a second
		<-seen
		panic(http.ErrAbortHandler)
	})
	g.Cut()
	p.see("Connection lost")
	close(seen)
	g.AwaitStreams(1) // again
	p.until("the line again", func(screen string) bool { return !strings.Contains(screen, "Connection lost") })
	if n := s.Count("POST /api/board/game/" + g.ID + "/move"); n != 1 {
		t.Errorf("the premove was sent %d times", n)
	}
	p.enter("e5")
	g.AwaitMoves(2)
	p.see("▸○ Olga") // what is told before the move has come back gives way to it

	s.Fail("/api/board/game/"+g.ID+"/chat", http.StatusTooManyRequests, "")
	p.enter("/hello")
	p.see("asks for a pause")

	second := startWith(t, clitest.NewHome(t), []string{"LICHESS_TOKEN=" + s.TokenOf("anna")}, 80, 24, "lichess", "--lichess", s.URL)
	p.see("Another program with this login") // for some seconds only: it is looked for first
	second.see("Anna", "You are playing a person")
}

// TestLichessFair holds that nothing helps while a game against a person goes on, on any screen.
func TestLichessFair(t *testing.T) {
	t.Parallel()
	s := lichesstest.New(t)
	p := startWith(t, clitest.NewHome(t), []string{"LICHESS_TOKEN=" + s.Token("anna")}, 120, 40, "--lichess", s.URL)
	p.see("New game", "Lichess", "Quit")
	p.press("end", "up", "up", "up", "enter")
	p.see("Anna", "Find an opponent")
	s.AwaitEvents("anna")
	g := s.Begin("anna", "olga", rapidForm)
	p.see("You are playing a person")
	p.press("esc")
	p.see("New game", "Quit")
	p.press("a")
	p.see("help is off while you play a person")
	g.End("resign", "black")
	p.until("the engine", func(screen string) bool {
		return !strings.Contains(screen, "help is off") && strings.Contains(screen, "depth")
	})
}

// TestLichessFairInOtherPrograms holds that no other program of the same user helps while one plays a person, also
// those that never asked lichess, and after the one that plays was killed; who looks at lichess again is told the truth.
func TestLichessFairInOtherPrograms(t *testing.T) {
	t.Parallel()
	s, h := lichesstest.New(t), clitest.NewHome(t)
	p := startWith(t, h, []string{"LICHESS_TOKEN=" + s.Token("anna")}, 80, 24, "lichess", "--lichess", s.URL)
	p.see("Anna", "Find an opponent")
	s.AwaitEvents("anna")
	other := start(t, h, 120, 40)
	other.see("New game", "Quit")
	other.press("a")
	other.see("depth")
	g := s.Begin("olga", "anna", rapidForm)
	p.see("You are playing a person")
	shows := func(want string) { // the folder is looked at once in a second
		t.Helper()
		for began := time.Now(); time.Since(began) < patience; {
			other.press("esc")
			other.see("New game", "Quit")
			other.press("a")
			if strings.Contains(other.until("the analysis board", func(screen string) bool {
				return strings.Contains(screen, "help is off while you play a person") || strings.Contains(screen, "depth")
			}), want) {
				return
			}
		}
		t.Errorf("the other program does not show %q", want)
	}
	shows("help is off")
	if got := h.Run(t, program, "new\nhint\nquit\n", "plain"); !strings.Contains(got.Out, "elp is off while you play a person") {
		t.Errorf("plain: %+v", got)
	}
	if got := h.Run(t, program, "", "lichess", "position", "--lichess", s.URL); got.Status != 1 || !strings.Contains(got.Err, "help is off") {
		t.Errorf("position: %+v", got)
	}
	if files, err := os.ReadDir(h.Path("data", "rookery", "playing")); err != nil || len(files) != 1 {
		t.Errorf("%d games are marked: %v", len(files), err)
	}
	p.kill()
	if got := h.Run(t, program, "new\nhint\nquit\n", "plain"); !strings.Contains(got.Out, "elp is off while you play a person") {
		t.Errorf("plain after the program was killed: %+v", got)
	}
	g.End("resign", "white")
	p = startWith(t, h, []string{"LICHESS_TOKEN=" + s.TokenOf("anna")}, 80, 24, "lichess", "--lichess", s.URL)
	p.see("Anna", "Find an opponent")
	shows("depth")
}

// TestLichessShelves opens a round of a broadcast as games, and watches television.
func TestLichessShelves(t *testing.T) {
	t.Parallel()
	s, p := atLichess(t, 80, 24)
	s.Answer("/api/broadcast", `{"tour":{"id":"WkIVFXOx","name":"Knight Invitational"},"rounds":[{"id":"pk5fmYTD","name":"Round 1","ongoing":true}]}`+"\n")
	const first = "[Event \"Knight Invitational\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[WhiteElo \"2700\"]\n[Result \"*\"]\n[GameURL \"https://lichess.org/broadcast/k/r/pk5fmYTD/5rsW2cRb\"]\n\n"
	const second = "[Event \"Knight Invitational\"]\n[White \"Cal\"]\n[Black \"Dan\"]\n[Result \"1-0\"]\n\n1. d4 1-0\n\n\n"
	s.Answer("/api/broadcast/round/pk5fmYTD.pgn", first+"1. e4 e5 *\n\n\n"+second)
	s.Answer("/api/stream/broadcast/round/pk5fmYTD.pgn", first+"1. e4 { [%clk 1:30:00] } e5 { [%clk 1:29:00] } *\n\n\n"+second)
	s.Answer("/broadcast/WkIVFXOx/players", `[{"name":"Ann","title":"GM","rating":2700,"score":2.5,"played":3,"rank":1},{"name":"Ben","score":2,"played":3,"rank":2}]`)
	p.press("end", "up", "up", "enter")
	p.see("Knight Invitational", "live")
	p.press("enter")
	p.see("Round 1")
	p.press("enter")
	p.see("Ann 2700 – Ben", "1...e5", "1:30:00 – 1:29:00", "Cal – Dan", "1-0", "live")
	p.press("enter")
	p.see("Ann 2700", "Watching", "1:29:00")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
	p.press("ctrl+v")
	p.see("Evaluation bar shown")
	s.Answer("/api/stream/broadcast/round/pk5fmYTD.pgn", first+"1. e4 e5 2. Nf3 { [%clk 1:28:00] } *\n\n\n")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
	p.until("who stands better", func(screen string) bool { return strings.Contains(screen, "░") && strings.Contains(screen, "█ ") })
	p.press("esc")
	p.see("Ann 2700 – Ben", "2.Nf3")
	p.press("s")
	p.see("Standings of Knight Invitational", "1  GM Ann", "2.5/3  2700")
	p.press("esc")
	p.see("Ann 2700 – Ben", "v viewer")
	p.press("v")
	p.see("Ann", "Ben", "Cal", "Dan", "1-0", "games")
	p.press("esc")
	p.see("Ann 2700 – Ben", "v viewer")
	p.press("esc")
	p.until("the rounds", func(screen string) bool {
		return strings.Contains(screen, "Round 1") && !strings.Contains(screen, "viewer")
	})
	p.press("esc")
	p.see("Broadcasts", "Knight Invitational")
	p.press("esc")
	p.see("Find an opponent")
	s.Answer("/api/tv/channels", `{"best":{"user":{"id":"ann","name":"Ann","title":"GM"},"rating":2800,"gameId":"x","color":"white"}}`)
	s.Fault("/api/tv/feed", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		_, _ = w.Write([]byte(`{"t":"featured","d":{"id":"one","orientation":"white","players":[{"color":"white","user":{"name":"Ann","id":"ann"},"rating":2800,"seconds":60},{"color":"black","user":{"name":"Ben","id":"ben"},"rating":2700,"seconds":61}],"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}` + "\n" +
			`{"t":"fen","d":{"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b","lm":"e2e4","wc":58,"bc":61}}` + "\n"))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	p.press("up", "enter") // the game of a player
	p.see("Watch a player")
	s.Answer("/api/user/olga/current-game", `{"id":"abcdefgh","rated":true,"variant":"standard","speed":"blitz","perf":"blitz","createdAt":1,"lastMoveAt":2,"status":"started","players":{}}`)
	s.Fault("/api/stream/game/abcdefgh", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		_, _ = fmt.Fprintln(w, `{"id":"abcdefgh","variant":{"key":"standard","name":"Standard","short":"Std"},"initialFen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","status":{"id":20,"name":"started"},"players":{"white":{"user":{"name":"Olga","id":"olga"},"rating":1800},"black":{"user":{"name":"Bela","id":"bela"},"rating":1700}}}`)
		_, _ = fmt.Fprintln(w, `{"fen":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b","lm":"d2d4","wc":60,"bc":60}`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	p.write("nobody")
	p.press("enter")
	p.see("does not know this player")
	for range "nobody" {
		p.press("backspace")
	}
	p.write("olga")
	p.press("enter")
	p.see("Olga 1800", "Bela 1700", "Watching")
	p.shows("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")
	p.press("esc")
	p.see("Watch a player")
	p.press("esc")
	p.see("Find an opponent")
	p.press("up", "enter")
	p.see("Top rated", "GM Ann 2800")
	p.press("enter")
	p.see("Ann 2800", "Ben 2700", "Watching")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

// TestLichessCommands runs the commands for scripts: a position, a download, an import.
func TestLichessCommands(t *testing.T) {
	t.Parallel()
	s, h := lichesstest.New(t), clitest.NewHome(t)
	run := func(stdin string, args ...string) clitest.Answer {
		return h.Run(t, program, stdin, append([]string{"lichess", "--lichess", s.URL}, args...)...)
	}
	s.Answer("/standard", `{"category":"win","moves":[{"uci":"h7h8q","san":"h8=Q+","category":"loss"}]}`)
	got := run("", "position", "4k3/6KP/8/8/8/8/7p/8 w - - 0 1")
	if got.Status == 0 { // without a login the cloud of the test server knows nobody
		t.Errorf("position without a login: %+v", got)
	}
	if got := run(s.Token("anna")+"\n", "login", "--token"); got.Status != 0 {
		t.Fatalf("login: %+v", got)
	}
	s.Answer("/api/cloud-eval", `{"fen":"x","knodes":1,"depth":40,"pvs":[{"cp":20,"moves":"h7h8q e8e7"}]}`)
	s.Answer("/masters", `{"opening":null,"white":4,"draws":3,"black":2,"moves":[{"uci":"h7h8q","san":"h8=Q+","averageRating":2400,"white":4,"draws":3,"black":3,"game":null,"opening":null}],"topGames":[]}`)
	got = run("", "position", "4k3/6KP/8/8/8/8/7p/8 w - - 0 1")
	for _, want := range []string{"Tables: win", "h8=Q+    win", "Cloud, depth 40", "+0.20", "40%"} {
		if !strings.Contains(got.Out, want) {
			t.Errorf("position: %q is missing in %+v", want, got)
		}
	}
	g := s.Begin("anna", "olga", rapidForm)
	if got := run("", "position"); got.Status != 1 || !strings.Contains(got.Err, "help is off") {
		t.Errorf("position while a game is on: %+v", got)
	}
	if got := run("", "games"); !strings.Contains(got.Out, "Olga") || !strings.Contains(got.Out, "your move") {
		t.Errorf("games: %+v", got)
	}
	g.End("resign", "white")
	s.Played("[Event \"x\"]\n[Site \"https://lichess.org/abcd0001\"]\n[UTCDate \"2026.01.01\"]\n[UTCTime \"10:00:00\"]\n\n1. e4 *")
	file := h.Path("mine.pgn")
	for _, want := range []string{"1 new game", "0 new games"} {
		if got := run("", "download", file); got.Status != 0 || !strings.Contains(got.Err, want) {
			t.Errorf("download: %+v, want %q", got, want)
		}
	}
	s.Answer("/api/import", `{"id":"R6iLjwz5","url":"https://lichess.org/R6iLjwz5"}`)
	if got := run("", "import", file); got.Out != s.URL+"/R6iLjwz5\n" {
		t.Errorf("import: %+v", got)
	}
}

// TestLichessMistakes gives a token and addresses that are none: what does not need lichess goes on.
func TestLichessMistakes(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, "lichess = \"lichess\"\n", "config", "rookery", "config.toml")
	p := startWith(t, h, []string{"LICHESS_TOKEN=not a token"}, 100, 24)
	p.see("New game", "Quit", "line 1: lichess is no address of a server")
	if got := h.Run(t, program, "", "lichess", "--lichess", "http://example.org", "whoami"); got.Status != 1 || !strings.Contains(got.Err, "in the open") {
		t.Errorf("an open line: %+v", got)
	}
}
