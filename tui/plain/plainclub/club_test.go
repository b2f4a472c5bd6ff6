package plainclub

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/plain"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/variants"
)

// buffer takes what several goroutines write.
type buffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

// TestAnyWordsInAClub writes words of a club in any order, in and outside of games of all variants: every session comes to its end
// and writes plain lines.
func TestAnyWordsInAClub(t *testing.T) {
	j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	l, err := lobby.Open(t.Context(), j, time.Now, [32]byte{3})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	anna, err := l.Register(t.Context(), "a key", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	bea, err := l.Register(t.Context(), "another key", "Bea")
	if err != nil {
		t.Fatal(err)
	}
	visit := l.Enter(bea)
	if _, err := visit.Seek(t.Context(), remote.Terms{Parts: []string{"bughouse"}, Control: chess.Control{Base: time.Minute}}, remote.AnyColour, "", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := l.FoundTeam(t.Context(), bea, "Owls", "", true); err != nil {
		t.Fatal(err)
	}
	if _, err := l.PlanTournament(t.Context(), bea, lobby.TournamentPlan{Name: "Cup", Format: lobby.Arena, Minutes: 30, Begins: time.Now().Add(time.Hour),
		Terms: remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}}}, false); err != nil {
		t.Fatal(err)
	}
	words := strings.Fields("board rank file s square piece pieces pockets attackers state last clock fen captures undo draw resign again stop " +
		"variants rules history opponent abort berserk terse flip help")
	for _, w := range new(atClub).Words() {
		words = append(words, w.Name)
	}
	args := []string{"", "", "1", "2", "99999999999", "Bea", "Anna", "nobody", "1 join", "1 leave", "1 accept Bea", "Bea 5+3", "5+3 atomic", "bughouse", "3d", "x+y", "e4", "e2", "white knight", "\x1b[31m", "é", "all", "white"}
	moves := []string{"e4", "e5", "Nf3", "Ke5", "O-O", "yes", "no", "P@e4", "zzz"}
	for seed, v := range variants.All() {
		if testing.Short() && seed > 4 {
			break
		}
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		var in strings.Builder
		if v.Rules.Pocket != chess.ToPartner {
			if _, err := l.Start(t.Context(), remote.Terms{Parts: []string{v.ID}, Control: chess.Control{Base: time.Minute}}, anna, bea); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintln(&in, "mine 1")
		for range 80 {
			switch w := words[rng.IntN(len(words))]; {
			case rng.IntN(3) == 0:
				fmt.Fprintln(&in, moves[rng.IntN(len(moves))])
			default:
				fmt.Fprintln(&in, w, args[rng.IntN(len(args))])
			}
		}
		in.WriteString("resign\nyes\nquit\n")
		var out buffer
		dir := t.TempDir()
		o := plain.Options{
			In: strings.NewReader(in.String()), Out: &out, Echo: true, Store: play.NewStore(filepath.Join(dir, "state"), filepath.Join(dir, "games")),
			Now: time.Now, Seed: func() uint64 { return 1 },
		}
		if err := Run(t.Context(), o, Club{Lobby: l, Me: anna}); err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
				t.Errorf("line %d: %q", i+1, line)
			}
		}
		for _, g := range l.Games(anna.ID) {
			table, err := l.Table(g.Table)
			if err == nil {
				var r *lobby.Reader
				if r, err = table.Join(t.Context(), anna); err == nil {
					_ = r.Resign(t.Context())
					r.Leave()
				}
			}
		}
		if err := l.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			t.Fatalf("%s:\n%s\n%s", v.ID, in.String(), out.String())
		}
	}
}
