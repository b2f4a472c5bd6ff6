package tui

import (
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/lichess"
	"rookery/tui/lichess/lichesstest"
	"rookery/tui/play"
	"rookery/tui/training"
	"rookery/tui/ui"
)

// atLichess puts a session at a server for tests, logged in as anna unless user is empty.
func atLichess(t *testing.T, s *ui.Session, user string) *lichesstest.Server {
	t.Helper()
	at := lichesstest.New(t)
	client, err := lichess.New(at.URL, lichess.Token{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	client.Clock = lichesstest.NewClock(testTime)
	s.Online = &ui.Online{Access: lichess.Access{Client: client, Logins: lichess.Logins{Files: play.Dir(t.TempDir())}, Cache: filepath.Join(t.TempDir(), "cache")}}
	if user == "" {
		return at
	}
	token, err := lichess.NewToken(at.Token(user))
	if err != nil {
		t.Fatal(err)
	}
	s.Online.Given = token
	if s.Online.Account, err = s.Online.LogIn(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Online.Account.Close)
	s.Online.Account.Follow()
	at.AwaitEvents(user)
	return at
}

// tells waits until the account says something that holds, and has the App hear of it.
func (d *driver) tells(what string, holds func(a *lichess.Account) bool) {
	d.t.Helper()
	a := d.app.s.Online.Account
	late := time.After(30 * time.Second)
	for !holds(a) {
		select {
		case <-a.C():
		case <-late:
			d.t.Fatalf("waited in vain for %s", what)
		}
	}
	d.send(ui.OnlineMsg{Account: a})
	d.app.toast = ui.ToastMsg{}
}

// onlineScenes are pages of lichess.
var onlineScenes = []struct {
	name string
	user string
	show func(d *driver, at *lichesstest.Server)
}{
	{"stranger", "", func(*driver, *lichesstest.Server) {}},
	{"token", "", func(d *driver, _ *lichesstest.Server) { d.press("down", "enter") }},
	{"home", "anna", func(d *driver, at *lichesstest.Server) {
		at.Begin("anna", "olga", url.Values{"days": {"3"}})
		at.Begin("bela", "anna", url.Values{"clock.limit": {"600"}, "clock.increment": {"5"}, "variant": {"atomic"}})
		at.Challenge("cleo", "anna", url.Values{"clock.limit": {"300"}, "clock.increment": {"3"}, "rated": {"true"}}, "")
		d.tells("games and a challenge", func(a *lichess.Account) bool {
			in, _ := a.Challenges()
			return len(a.Games()) == 2 && len(in) == 1
		})
		d.press("down", "down")
	}},
	{"decline", "anna", func(d *driver, at *lichesstest.Server) {
		at.Challenge("cleo", "anna", url.Values{"clock.limit": {"300"}, "clock.increment": {"3"}}, "")
		d.tells("a challenge", func(a *lichess.Account) bool { in, _ := a.Challenges(); return len(in) == 1 })
		d.press("home", "d")
	}},
	{"seek", "anna", func(d *driver, _ *lichesstest.Server) { d.press("enter", "down") }},
	{"refused", "anna", func(d *driver, _ *lichesstest.Server) {
		d.press("enter", "down")
		d.typeText("3+0")
	}},
	{"challenge", "anna", func(d *driver, _ *lichesstest.Server) {
		d.press("down", "enter")
		d.typeText("Olga")
	}},
	{"computer", "anna", func(d *driver, _ *lichesstest.Server) { d.press("down", "down", "enter") }},
	{"television", "anna", func(d *driver, at *lichesstest.Server) {
		at.Answer("/api/tv/channels", `{"best":{"user":{"id":"ann","name":"Ann","title":"GM"},"rating":2800,"gameId":"x","color":"white"},`+
			`"horde":{"user":{"id":"ben","name":"Ben"},"rating":2100,"gameId":"y","color":"white"}}`)
		d.press("down", "down", "down", "enter")
	}},
	{"broadcasts", "anna", func(d *driver, at *lichesstest.Server) {
		at.Answer("/api/broadcast", `{"tour":{"id":"WkIVFXOx","name":"Knight Invitational"},"rounds":[{"id":"pk5fmYTD","name":"Round 1","ongoing":true,"startsAt":1783392950832}]}`+"\n"+
			`{"tour":{"id":"WkIVFXOy","name":"Bishop Masters"},"rounds":[{"id":"pk5fmYTE","name":"Final","finished":true}]}`+"\n")
		d.press("down", "down", "down", "down", "down", "enter")
	}},
	{"watch", "", func(d *driver, _ *lichesstest.Server) {
		d.press("end", "enter")
		d.typeText("Olga")
	}},
}

const (
	dailyAnswer = `{"game":{"id":"bcZBqQrZ","perf":{"key":"rapid","name":"Rapid"},"rated":true,"players":[{"name":"StourKwn","id":"stourkwn","color":"white","rating":1898},{"name":"Jaraxis","id":"jaraxis","color":"black","rating":1837}],` +
		`"pgn":"g3 e5 Bg2 d5 d3 Nc6 c4 Be6 Nc3 Nf6 Nf3 Qd7 Bg5 Be7 cxd5 Nxd5 Bxe7 Qxe7 O-O O-O-O Qc2 g5 Nxd5 Bxd5 e4 Be6 a3 f5 Rac1 Nd4 Nxd4 Rxd4 exf5 Bxf5 Rfd1 Rhd8 Qb3 c6 Rc3 h5 Rdc1 R8d6 Qg8+ Rd8 Qb3 R8d6 a4 Rxd3 Rxd3 Rxd3 Qc4 e4 a5 a6 Re1 Qe5 Bxe4 Bxe4","clock":"10+0"},` +
		`"puzzle":{"id":"IFy4T","rating":1869,"plays":42035,"solution":["c4d3","e4d3","e1e5"],"themes":["endgame","crushing","short"],"initialPly":57}}`
	batchAnswer = `{"puzzles":[{"game":{"id":"P1M5pws5","perf":{"key":"rapid","name":"Rapid"},"rated":true,"players":[{"name":"Ivan","id":"ivan","color":"white","rating":2059},{"name":"Rudra","id":"rudra","color":"black","rating":1992}],` +
		`"pgn":"d4 Nf6 Nf3 g6 Nc3 Bg7 e4 d6 Be3 Nc6 d5 Nb8 Qd2 O-O O-O-O c5 Bh6 a6 a4 b5 axb5 axb5 Bxb5 Ra1+ Nb1 Nxe4 Qe3 Nxf2","clock":"10+0"},` +
		`"puzzle":{"id":"8KtG9","rating":1512,"plays":5171,"solution":["h6g7","g8g7","e3f2"],"themes":["middlegame","short"],"initialPly":27}}]}`
)

// TestLichessPuzzles solves the daily puzzle and puzzles by theme, with the results sent.
func TestLichessPuzzles(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	at := atLichess(t, s, "anna")
	at.Answer("/api/puzzle/daily", dailyAnswer)
	at.Answer("/api/puzzle/batch/mix", batchAnswer)
	d := newDriver(t, s)
	d.app.SetSize(80, 24)
	d.run(d.app.Init())
	menu := training.NewPuzzleMenu(s, "")
	d.app.push(menu)
	d.run(menu.Init())
	d.sees("Puzzles from lichess", "Daily puzzle", "Send results")
	d.press("9") // the daily one
	d.sees("Find the best move for White")
	d.typeText("Qxd3")
	d.press("enter")
	d.sees("Qxd3 is right")
	d.typeText("Rxe5")
	d.press("enter")
	d.sees("Solved!", "Endgame")
	if len(at.Requests()) == 0 || at.Count("POST /api/puzzle") != 0 {
		t.Error("a result was sent unasked")
	}
	d.press("enter") // a batch follows
	d.sees("Find the best move for White")
	d.press("esc")
	d.sees("Send results", "no")
	d.press("down", "enter")
	d.sees("Send results", "yes")
	d.press("8")
	d.typeText("Bxg7")
	d.press("enter")
	d.typeText("Qxf2")
	d.press("enter")
	d.sees("Solved!")
	if got := at.AwaitSolved(1); got[0] != "8KtG9 true" {
		t.Errorf("sent %v", got)
	}
	d.press("enter")
	d.typeText("Kd2")
	d.press("enter")
	d.sees("is not it")
	if got := at.AwaitSolved(2); got[1] != "8KtG9 false" {
		t.Errorf("sent %v", got)
	}
}

// roundAnswer are the games of a round.
const roundAnswer = "[White \"Carlsen, Magnus\"]\n[Black \"Erigaisi, Arjun\"]\n[WhiteElo \"2840\"]\n[BlackElo \"2780\"]\n[Result \"*\"]\n[GameURL \"https://lichess.org/broadcast/k/r/pk5fmYTD/5rsW2cRb\"]\n\n1. e4 { [%clk 1:30:00] } e5 { [%clk 1:29:00] } 2. Nf3 { [%clk 1:28:11] } *\n\n\n" +
	"[White \"Polgár, Judit\"]\n[Black \"Lékó, Péter\"]\n[Result \"1/2-1/2\"]\n[GameURL \"https://lichess.org/broadcast/k/r/pk5fmYTD/5rsW2cRc\"]\n\n1. d4 1/2-1/2\n\n\n"

// TestRoundGolden draws the table of a round.
func TestRoundGolden(t *testing.T) {
	requirePortraits(t, "round", func(t *testing.T, s *ui.Session) *driver {
		at := atLichess(t, s, "anna")
		at.Answer("/api/broadcast", `{"tour":{"id":"WkIVFXOx","name":"Knight Invitational"},"rounds":[{"id":"pk5fmYTD","name":"Round 1","ongoing":true,"startsAt":1783392950832}]}`+"\n")
		at.Answer("/api/stream/broadcast/round/pk5fmYTD.pgn", roundAnswer)
		d := newDriver(t, s)
		var waits []tea.Cmd
		d.app.await = func(wait tea.Cmd) tea.Cmd { waits = append(waits, wait); return nil }
		d.app.OpenOnline()
		d.app.SetSize(80, 24)
		d.run(d.app.Init())
		d.press("down", "down", "down", "down", "down", "enter", "enter", "enter")
		for len(waits) > 0 && !strings.Contains(d.app.View(), "Polgár") {
			wait := waits[len(waits)-1]
			waits = nil
			d.send(wait())
		}
		return d
	})
}

// TestOnlineGolden draws the pages of lichess; "go test ./tui -update" writes the files anew.
func TestOnlineGolden(t *testing.T) {
	for _, sc := range onlineScenes {
		requirePortraits(t, sc.name, func(t *testing.T, s *ui.Session) *driver {
			at := atLichess(t, s, sc.user)
			d := newDriver(t, s)
			d.app.OpenOnline()
			d.app.SetSize(80, 24)
			d.run(d.app.Init())
			sc.show(d, at)
			return d
		})
	}
}

// What lichess is asked in these tests, and what it says.
const (
	mastersAnswer = `{"opening":null,"white":4000,"draws":3000,"black":2000,"moves":[` +
		`{"uci":"e2e4","san":"e4","averageRating":2400,"white":2500,"draws":1800,"black":1300,"game":null,"opening":null},` +
		`{"uci":"d2d4","san":"d4","averageRating":2410,"white":1500,"draws":1200,"black":700,"game":null,"opening":null}],` +
		`"topGames":[{"uci":"e2e4","id":"aAbqI4ey","winner":"white","white":{"name":"Ann, A.","rating":2801},"black":{"name":"Ben, B.","rating":2790},"year":2024,"month":"2024-06"}]}`
	playerAnswer = `{"opening":null,"queuePosition":0,"white":2,"draws":0,"black":1,"moves":[` +
		`{"uci":"g1f3","san":"Nf3","averageOpponentRating":1700,"performance":1750,"white":2,"draws":0,"black":1,"game":null,"opening":null}],"recentGames":[]}` + "\n"
	cloudAnswer = `{"fen":"x","knodes":1,"depth":40,"pvs":[{"cp":20,"moves":"e2e4 e7e5 g1f3"},{"cp":15,"moves":"d2d4 d7d5"}]}`
	tableAnswer = `{"category":"win","dtz":1,"dtm":17,"moves":[{"uci":"h7h8q","san":"h8=Q+","category":"loss","dtz":-2,"dtm":-16},` +
		`{"uci":"g7g8","san":"Kg8","category":"draw","dtz":0}]}`
	ending = "4k3/6KP/8/8/8/8/7p/8 w - - 0 1"
)

// knowing has the server answer questions about positions.
func knowing(at *lichesstest.Server) {
	at.Answer("/masters", mastersAnswer)
	at.Answer("/lichess", mastersAnswer)
	at.Answer("/player", playerAnswer)
	at.Answer("/api/cloud-eval", cloudAnswer)
	at.Answer("/standard", tableAnswer)
}

// TestExplorerOfLichess goes through the sources on the analysis board: each position is asked once, moves are
// played, games opened, and nothing is asked with a game on.
func TestExplorerOfLichess(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	at := atLichess(t, s, "anna")
	knowing(at)
	at.Answer("/masters/pgn/aAbqI4ey", "[Event \"Masters\"]\n[White \"Ann, A.\"]\n[Black \"Ben, B.\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n")
	d, a := studyGame(t, s, chess.Rules{}, "", &fakeMind{}, 80, 24)
	d.press("o")
	d.sees("Explorer", "Masters", "▸e4", "5600", "61%", "O source")
	if n := at.Count("GET /masters"); n != 1 {
		t.Errorf("asked %d times", n)
	}
	d.press("tab")
	d.sees("Games with e4: 1 of 5600", "Ann, A. 2801")
	d.press("enter")
	d.sees("Ann, A.", "Masters")
	d.press("esc")
	d.press("tab", "O")
	d.sees("All players of lichess", "d4")
	d.press("O")
	d.sees("Anna as White", "Nf3", "1700")
	d.press("/")
	d.typeText("Olga")
	d.press("enter")
	d.sees("Olga as White")
	d.press("O")
	d.sees("Olga as Black")
	d.press("O")
	d.sees("Cloud evaluation", "Depth 40", "+0.20", "e4 e5 Nf3")
	at.Answer("/api/cloud-eval", `{"fen":"x","knodes":1,"depth":41,"pvs":[{"cp":-20,"moves":"e7e5"}]}`)
	d.press("enter")
	if a.Cur.Ply() != 1 {
		t.Fatal("the move of the cloud was not played")
	}
	d.sees("Depth 41", "-0.20")
	d.press("left")
	d.sees("Depth 40", "+0.20")
	if n := at.Count("GET /api/cloud-eval"); n != 2 {
		t.Errorf("the cloud was asked %d times", n)
	}
	d.press("O")
	d.sees("Tablebase of lichess", "of up to 8")
	if n := at.Count("GET /standard"); n != 0 {
		t.Error("the tablebase was asked for 32 pieces")
	}

	at.Begin("anna", "olga", url.Values{"days": {"3"}})
	d.tells("a game", func(a *lichess.Account) bool { return a.PlaysPerson() })
	d.lacks("Tablebase of lichess")
	d.press("o")
	d.sees("elp is off while you play a person")
}

// TestExplorerWithoutLogin is plain about what needs a login, and about a line that does not stand.
func TestExplorerWithoutLogin(t *testing.T) {
	s := SessionFor(t, termenv.Ascii)
	at := atLichess(t, s, "")
	d, _ := studyGame(t, s, chess.Rules{}, "", &fakeMind{}, 80, 24)
	d.press("o")
	d.sees("explorer of lichess needs", "a login")
	at.Close()
	d.press("O", "O", "O", "O")
	d.sees("Cloud evaluation", "cannot be", "Enter: try again")
	d.press("right", "left", "O")
	d.sees("Tablebase")
}

// TestLichessExplorerGolden draws the sources.
func TestLichessExplorerGolden(t *testing.T) {
	for i, name := range []string{"masters", "lichess", "white", "black", "cloud", "tables"} {
		requirePortraits(t, name, func(t *testing.T, s *ui.Session) *driver {
			knowing(atLichess(t, s, "anna"))
			fen := ""
			if name == "tables" {
				fen = ending
			}
			d, _ := studyGame(t, s, chess.Rules{}, fen, &fakeMind{}, 80, 24)
			if name == "tables" {
				d.app.s.Online.Source = 6
				d.press("o")
			} else {
				d.press("o")
				d.press(strings.Fields(strings.Repeat("O ", i))...)
			}
			return d
		})
	}
}
