package lichess

import (
	"context"
	"fmt"
	"io"
	"net/textproto"
	"strings"
	"testing"
	"unicode"

	"rookery/chess"
	"rookery/tui/lichess/http1"
	"rookery/tui/remote"
	"rookery/variants"
)

// saying is a server that says the same to whatever it is asked.
type saying string

func (s saying) Do(context.Context, *http1.Request) (*http1.Response, error) {
	return &http1.Response{Status: http1.OK, Header: textproto.MIMEHeader{"Content-Type": {jsonType}}, Body: io.NopCloser(strings.NewReader(string(s)))}, nil
}

// clean fails a test where what is shown has something that a terminal would obey, or that turns text round.
func clean(t *testing.T, what string, shown ...any) {
	t.Helper()
	for _, r := range fmt.Sprint(shown...) {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			t.Fatalf("%s shows %U: %q", what, r, fmt.Sprint(shown...))
		}
	}
}

// FuzzAnswers gives whatever comes as the answer to all that is asked about positions, puzzles and lists: it may be
// refused, but nothing breaks, and what is shown is text.
func FuzzAnswers(f *testing.F) {
	f.Add(`{"white":4,"draws":3,"black":2,"moves":[{"uci":"e2e4","san":"e4","averageRating":2400,"white":4,"draws":3,"black":2}],"topGames":[{"uci":"e2e4","id":"aAbqI4ey","winner":"white","white":{"name":"A\u001b[2J"},"black":{"name":"\u202eB"},"year":2024}]}`)
	f.Add(`{"fen":"x","knodes":1,"depth":40,"pvs":[{"cp":20,"moves":"e2e4 e7e5"},{"mate":-3,"moves":""}]}`)
	f.Add(`{"category":"win","dtz":-9223372036854775808,"moves":[{"uci":"e2e4","category":"loss"}]}`)
	f.Add(`{"puzzles":[{"game":{"pgn":"e4 e5"},"puzzle":{"id":"x1","rating":-1,"solution":["g1f3"],"themes":["a\u0007"]}}]}`)
	f.Add(`{"game":{"pgn":"f3 e5 g4"},"puzzle":{"id":"x","solution":["d8h4"]}}`)
	f.Add(`{"best":{"user":{"name":"\u001b]0;x\u0007"},"rating":1},"nowPlaying":[{"gameId":"a"}]}`)
	f.Add(`[{"name":"A\u0000","rank":-1,"score":1e300,"played":-5}]`)
	f.Add(`{"tour":{"name":"x\u200e"},"rounds":[{"name":"\u001b"}]}` + "\n\n" + `[]`)
	start, err := chess.NewBoard(variants.Chess, "")
	if err != nil {
		f.Fatal(err)
	}
	end, err := chess.NewBoard(variants.Chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := New("http://127.0.0.1:1", Token{}, "test")
		if err != nil {
			t.Fatal(err)
		}
		c.http = saying(text)
		ctx := t.Context()
		for _, from := range []Source{{Name: "masters"}, {Name: "lichess"}, {Name: "player", Player: "x"}} {
			if p, err := c.Explore(ctx, from, start, nil); err == nil {
				clean(t, "the explorer", p)
			}
		}
		if _, lines, err := c.Cloud(ctx, start); err == nil {
			clean(t, "the cloud", lines)
		}
		if e, err := c.Table(ctx, end); err == nil {
			clean(t, "the tablebase", e)
		}
		all, err := c.Puzzles(ctx, "", "")
		if one, daily := c.DailyPuzzle(ctx); daily == nil {
			all = append(all, one)
		}
		if err == nil {
			clean(t, "puzzles", all)
		}
		for i := range all {
			if _, _, err := all[i].Line(); err != nil {
				t.Fatalf("a puzzle without a line: %+v: %v", all[i], err)
			}
		}
		if list, err := c.Standings(ctx, "x"); err == nil {
			clean(t, "standings", list)
		}
		if list, err := c.Broadcasts(ctx); err == nil {
			for _, b := range list {
				clean(t, "broadcasts", b.Name)
				for _, r := range b.Rounds {
					clean(t, "rounds", r.Name)
				}
			}
		}
		if list, err := c.Studies(ctx, "x"); err == nil {
			for _, s := range list {
				clean(t, "studies", s.Name)
			}
		}
		if list, err := c.Channels(ctx); err == nil {
			for _, ch := range list {
				clean(t, "channels", ch.User.Shown())
			}
		}
		if list, err := c.Ongoing(ctx); err == nil {
			for _, p := range list {
				clean(t, "games", p.Against())
			}
		}
		if u, err := c.WhoAmI(ctx); err == nil {
			clean(t, "the account", u.Name, u.Title)
		}
		if _, err := c.SendPuzzle(ctx, "", "x", true); err != nil {
			clean(t, "an error", err.Error())
		}
	})
}

// FuzzWatch gives whatever comes to who watches: as a channel, as a game, and as a round.
func FuzzWatch(f *testing.F) {
	f.Add(`{"t":"featured","d":{"id":"one","players":[{"color":"white","user":{"name":"A\u001b"},"seconds":-1}],"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}}` + "\n" + `{"t":"fen","d":{"fen":"8/8/8/8/8/8/8/8","lm":"e2e4","wc":9223372036854775807}}`)
	f.Add(`{"id":"x","variant":{"key":"standard"},"players":{"white":{"user":{"name":"\u202e"}}},"initialFen":"x"}` + "\n" + `{"fen":"","lm":"a1a9"}`)
	f.Add("[White \"A\x1b[2J\"]\n[Result \"1-0\"]\n[GameURL \"https://x/y/abcdefgh\"]\n\n1. e4 { [%clk 9999999999:00:00] } e5 { [%clk -1] } 1-0\n\n\n[White \"A\"]\n\n1. e4 (1. d4 *\n\n")
	f.Add("[Variant \"Crazyhouse\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. @@e4\n\n[Event \"")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := New("http://127.0.0.1:1", Token{}, "test")
		if err != nil {
			t.Fatal(err)
		}
		for _, game := range []bool{false, true} {
			w := &Watcher{Spectator: newSpectator(), client: c, key: "standard"}
			take := w.tvLine
			if game {
				take = w.gameLine
			}
			for line := range strings.Lines(text) {
				if take([]byte(line)) != nil {
					break
				}
				w.showLocked()
			}
			showsText(t, w.C())
		}
		b := &Boards{client: c, c: make(chan struct{}, 1), lines: make(map[*BoardLine]bool)}
		for line := range strings.Lines(text) {
			if b.take([]byte(strings.TrimRight(line, "\r\n"))) != nil {
				break
			}
		}
		b.over()
		all, _, _ := b.List()
		for _, o := range all {
			clean(t, "a board", o.Players, o.Last)
			if line, err := b.Join(t.Context(), o.ID); err == nil {
				showsText(t, line.C())
				line.Leave()
			}
		}
	})
}

// showsText looks at the snapshot that waits, if any.
func showsText(t *testing.T, c <-chan remote.Snapshot) {
	t.Helper()
	select {
	case s := <-c:
		clean(t, "a game", s.Players[0].Name, s.Players[1].Name, s.Moves)
	default:
	}
}
