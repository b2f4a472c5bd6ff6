package serve

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive/sqlstore"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
	"rookery/variants"
)

// evening is a club with everything that belongs to it, on the loopback, and
// three people who have come: two who play and one who watches.
type evening struct {
	t       *testing.T
	club    *lobby.Lobby
	archive *sqlstore.Archive
	server  *Server
	addr    string
	keys    [3]gossh.Signer
	people  [3]*visitor // Anna, Bea and Cleo
}

// plainMen are settings with letters for pieces, capitals for White.
const plainMen = "theme = 'contrast-dark'\npieces = 'letters'\nart = 'none'\n"

// newEvening opens the club; nobody has come yet.
func newEvening(t *testing.T) *evening {
	t.Helper()
	e := &evening{t: t}
	e.server, e.addr, _ = startWith(t, func(c *Config) {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		dir := t.TempDir()
		j, err := sqljournal.Open(ctx, filepath.Join(dir, "journal"), sqljournal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { j.Close() })
		if c.Lobby, err = lobby.Open(ctx, j, time.Now, [32]byte{7}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Lobby.Close)
		e.archive, err = sqlstore.Open(ctx, sqlstore.Config{Path: filepath.Join(dir, "archive"), Journal: j, Now: time.Now,
			Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.archive.Close() })
		c.Limits.Logins, c.Limits.Keys, c.Limits.PerAddress = 1000, 1000, 100
		e.club, c.Archive = c.Lobby, e.archive
	})
	return e
}

// come has all three come, with letters for pieces, capitals for White, and go into the lobby.
func (e *evening) come(look [3]func(*visitor)) {
	e.t.Helper()
	for i, name := range []string{"Anna", "Bea", "Cleo"} {
		e.keys[i] = newSigner(e.t)
		config := filepath.Join(e.server.ownDir(printOf(e.keys[i])), "config")
		if err := os.MkdirAll(config, 0o700); err != nil {
			e.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte(plainMen), 0o600); err != nil {
			e.t.Fatal(err)
		}
		e.people[i] = arrive(e.t, e.addr, name, e.keys[i], look[i])
	}
	for _, v := range e.people {
		v.keys("1")
		v.see("Seeks", "Anna", "Bea", "Cleo")
	}
}

// form chooses a game in the form for a seek or a challenge, and sends it.
func (e *evening) form(v *visitor, variant variants.Variant, before string) {
	e.t.Helper()
	all := variants.All()
	at := func(id string) int { return slices.IndexFunc(all, func(v variants.Variant) bool { return v.ID == id }) }
	n := (at(variant.ID) - at(before) + len(all)) % len(all)
	v.keys(strings.Repeat("\x1b[C", n))
	v.see(variant.Rules.Name)
	v.keys("\r")
}

// meet has Anna and Bea agree on a game, by a seek or a challenge, and Cleo
// watch it. before is the game that Anna chose last.
func (e *evening) meet(variant variants.Variant, before string, challenge bool) *lobby.Table {
	e.t.Helper()
	anna, bea, cleo := e.people[0], e.people[1], e.people[2]
	known := e.known()
	if challenge {
		anna.keys("1\x1b[H\x1b[Bc") // the second by name
		anna.see("Challenge Bea")
		e.form(anna, variant, before)
		bea.see("Anna challenges you")
	} else {
		anna.keys("n")
		anna.see("Create a seek")
		e.form(anna, variant, before)
		anna.see("Your seek")
	}
	bea.see("Seeks 1", "5+3") // the clock alone may still be that of the game before
	bea.keys("2\r")
	for _, v := range e.people[:2] {
		v.until("a game", func(screen string) bool { return whoseTurn(screen) != "" })
	}
	table := e.newest(known)
	cleo.see("move 1")
	cleo.keys("3s")
	cleo.until("the game", func(screen string) bool { return whoseTurn(screen) != "" })
	return table
}

// known are the tables that there are.
func (e *evening) known() map[string]bool {
	known := make(map[string]bool)
	for _, t := range e.club.Tables() {
		known[t.ID()] = true
	}
	return known
}

// newest is the table that is none of those that are known.
func (e *evening) newest(known map[string]bool) *lobby.Table {
	e.t.Helper()
	for _, t := range e.club.Tables() {
		if !known[t.ID()] {
			return t
		}
	}
	e.t.Fatal("there is no table")
	return nil
}

// now is the table as a player of it sees it, or as one who watches.
func (e *evening) now(table *lobby.Table) remote.Snapshot {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(e.t.Context(), patience)
	defer cancel()
	r, err := table.Join(ctx, e.club.Guest())
	if err != nil {
		e.t.Fatal(err)
	}
	defer r.Leave()
	return <-r.C()
}

// sides are those who play at a table, by Color.
func (e *evening) sides(table *lobby.Table) (out [2]*visitor) {
	e.t.Helper()
	for c, p := range e.now(table).Players {
		for _, v := range e.people {
			if v.name == p.Name {
				out[c] = v
			}
		}
	}
	return out
}

// typed is how a player writes a move of a game that goes on.
func typed(g *chess.Game, m chess.Move) string {
	if g.Rules().Fog {
		return chess.UCI(g.Board(), m)
	}
	return strings.TrimRight(chess.MoveText(g.Board(), m), "+#")
}

// moverSign is what stands before the name of the one who is to move, on a screen
// of any size.
var moverSign = regexp.MustCompile(`▸[○●] (\pL+)`)

// whoseTurn is who is to move by the screen of a game, nobody where it is over.
func whoseTurn(screen string) string {
	if found := moverSign.FindStringSubmatch(screen); found != nil {
		return found[1]
	}
	return ""
}

// play has a move typed by the side to move and waits until all have seen it.
func (e *evening) play(sides [2]*visitor, g *chess.Game, m chess.Move) {
	e.t.Helper()
	sides[g.Turn()].keys(typed(g, m) + "\r")
	if err := g.Play(m); err != nil {
		e.t.Fatal(err)
	}
	if g.Outcome().Over() {
		e.ended(g)
		return
	}
	next := sides[g.Turn()].name
	for _, v := range e.people {
		v.until("that "+next+" is to move", func(screen string) bool { return whoseTurn(screen) == next })
	}
}

// ended waits until all see the result of a game.
func (e *evening) ended(g *chess.Game) {
	e.t.Helper()
	result := g.Outcome().Result.String()
	for _, v := range e.people {
		v.until("the result "+result, func(screen string) bool {
			return whoseTurn(screen) == "" && strings.Contains(screen, result)
		})
	}
}

// resign has a side give the game up and waits until all have seen it.
func (e *evening) resign(loser *visitor, c chess.Color, g *chess.Game) {
	e.t.Helper()
	loser.keys("\x12") // ctrl+r
	loser.see("Resign the game?")
	loser.keys("y")
	if err := g.Resign(c); err != nil {
		e.t.Fatal(err)
	}
	e.ended(g)
}

// rest has all three leave a table where the game is over.
func (e *evening) rest() {
	e.t.Helper()
	for _, v := range e.people {
		v.keys("\x1b")
		v.see("Seeks")
	}
}
