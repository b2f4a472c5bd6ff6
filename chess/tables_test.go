package chess

import (
	"strings"
	"testing"

	"rookery/chess/known"
)

// numbered is a family of starting positions, so that castling is written king takes rook.
var numbered = &StartPositions{Name: "one of 960 starting positions", Count: 960, Usual: 518, FEN: func(int) string { return startFEN }}

// knownRules are the rules that the tables of known answers name and axes give.
var knownRules = map[string]Rules{
	"chess":         {},
	"chess960":      {Start: numbered},
	"crazyhouse":    rulesByName["drops"],
	"crazyhouse960": {Pocket: Anywhere, Start: numbered},
	"atomic":        rulesByName["explosions"],
	"atomic960":     {Capture: Explode, Start: numbered},
	"benedict":      rulesByName["conversions"],
	"benedict960":   {Capture: Convert, Start: numbered},
	"suicide":       rulesByName["forced to lose"],
	"giveaway":      {Forced: true, Royalty: Commoner, Goal: LoseAll, Stalemate: StalemateWins, NoCastling: true, Promotion: Roles(King, Queen, Rook, Bishop, Knight)},
	"capture":       rulesByName["forced to take"],
	"racingkings":   rulesByName["race"],
	"allqueens":     {NoCastling: true},
	"3check":        rulesByName["three checks"],
	"kingofthehill": rulesByName["hill"],
}

// knownTable reads the lines of a table for which there are rules here: the
// variants have their own tests.
func knownTable(t *testing.T, name string, width int) [][]string {
	var rows [][]string
	for _, line := range known.Lines(t, name) {
		f := strings.Split(line, "\t")
		if _, ok := knownRules[f[0]]; ok && len(f) == width {
			rows = append(rows, f)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s holds no row", name)
	}
	return rows
}

func TestKnownFEN(t *testing.T) {
	for _, row := range knownTable(t, "fen/fen.tsv", 4) {
		p, err := ParsePosition(knownRules[row[0]], row[1])
		if err != nil {
			t.Errorf("%s %s: %v", row[0], row[1], err)
			continue
		}
		if got := p.FEN(); got != row[2] {
			t.Errorf("%s %s: FEN %s, want %s", row[0], row[1], got, row[2])
		}
		if got := p.ShredderFEN(); got != row[3] {
			t.Errorf("%s %s: Shredder-FEN %s, want %s", row[0], row[1], got, row[3])
		}
	}
}

func TestKnownSAN(t *testing.T) {
	for _, row := range knownTable(t, "san/san.tsv", 4) {
		b, err := NewBoard(knownRules[row[0]], row[1])
		if err != nil {
			t.Errorf("%s %s: %v", row[0], row[1], err)
			continue
		}
		m, err := ParseUCI(b, row[2])
		if err != nil {
			t.Errorf("%s %s %s: %v", row[0], row[1], row[2], err)
			continue
		}
		if got := SAN(b, m); got != row[3] {
			t.Errorf("%s %s %s: SAN %s, want %s", row[0], row[1], row[2], got, row[3])
		}
		if got, err := ParseSAN(b, row[3]); got != m || err != nil {
			t.Errorf("%s %s: %s is read as %v, want %v (%v)", row[0], row[1], row[3], got, m, err)
		}
		if got := UCI(b, m); got != row[2] {
			t.Errorf("%s %s: UCI %s, want %s", row[0], row[1], got, row[2])
		}
	}
}

func TestKnownOutcomes(t *testing.T) {
	for _, row := range knownTable(t, "outcomes/outcomes.tsv", 5) {
		g, err := NewGameFEN(knownRules[row[0]], row[1])
		if err != nil {
			t.Errorf("%s %s: %v", row[0], row[1], err)
			continue
		}
		for _, text := range strings.Fields(row[2]) {
			if _, err = g.PlayUCI(text); err != nil {
				t.Errorf("%s %s %s: %s: %v", row[0], row[1], row[2], text, err)
				break
			}
		}
		if g.Claimable() != NoReason {
			if err := g.Claim(); err != nil {
				t.Error(err)
			}
		}
		if o := g.Outcome(); o.Result.String() != row[3] || o.Reason.String() != row[4] {
			t.Errorf("%s %s %s: %s %s, want %s %s", row[0], row[1], row[2], o.Result, o.Reason, row[3], row[4])
		}
	}
}

// Every position of the move count tables is read, printed as it stands, and
// every legal move in it survives printing and reading.
func TestKnownRoundTrip(t *testing.T) {
	for name, rules := range knownRules {
		if counted := known.Glob(t, "perft/"+name+".tsv"); len(counted) == 0 {
			continue // such as 3check: its counts stand in extras.tsv
		}
		seen := map[string]bool{}
		for _, line := range known.Lines(t, "perft/"+name+".tsv") {
			fen := strings.Split(line, "\t")[1]
			if seen[fen] {
				continue
			}
			seen[fen] = true
			b, err := NewBoard(rules, fen)
			if err != nil {
				t.Errorf("%s %s: %v", name, fen, err)
				continue
			}
			roundTrip(t, b)
		}
	}
}

// roundTrip prints and reads a board and each of its moves in all notations.
func roundTrip(t *testing.T, b Board) {
	t.Helper()
	fen := b.FEN()
	again, err := NewBoard(b.Rules(), fen)
	if err != nil {
		t.Errorf("%s cannot be read back: %v", fen, err)
		return
	}
	if got := again.FEN(); got != fen || again.Key() != b.Key() {
		t.Errorf("%s is read back as %s", fen, got)
	}
	seen := map[string]bool{}
	for _, m := range b.Moves(nil) {
		san, uci := SAN(b, m), UCI(b, m)
		if seen[san] || seen[uci] {
			t.Errorf("%s: %s or %s stands for two moves", fen, san, uci)
		}
		seen[san], seen[uci] = true, true
		if got, err := ParseSAN(b, san); got != m {
			t.Errorf("%s: %s is read as %v, want %v (%v)", fen, san, got, m, err)
		}
		if got, ok := readSAN(b.(Positioned).Position(), san); got != m || !ok {
			t.Errorf("%s: %s is read at once as %v %v, want %v", fen, san, got, ok, m)
		}
		if got, err := ParseUCI(b, uci); got != m {
			t.Errorf("%s: %s is read as %v, want %v (%v)", fen, uci, got, m, err)
		}
		if got, err := ParseSAN(b, uci); got != m && !strings.Contains(uci, "@") {
			t.Errorf("%s: %s typed for SAN is read as %v, want %v (%v)", fen, uci, got, m, err)
		}
	}
	noneTooMany(t, b, seen)
	if got := b.FEN(); got != fen {
		t.Errorf("%s became %s", fen, got)
	}
}

// noneTooMany writes the move of every piece to every square as SAN and checks
// that none is read at once but those that were seen among the legal ones.
func noneTooMany(t *testing.T, b Board, seen map[string]bool) {
	t.Helper()
	p := b.(Positioned).Position()
	for to := range Square(64) {
		for _, form := range []string{"", "x"} {
			for role := Knight; role <= King; role++ {
				text := string(role.Letter()) + form + to.String()
				if m, ok := readSAN(p, text); ok && !p.IsLegal(m) {
					t.Errorf("%s: %s is read at once as the illegal %v", b.FEN(), text, m)
				}
			}
			for file := range 8 {
				origin := ""
				if form == "x" {
					origin = string(rune('a' + file))
				} else if file > 0 {
					break
				}
				for _, end := range []string{"", "=Q", "=K"} {
					text := origin + form + to.String() + end
					m, ok := readSAN(p, text)
					if ok && (!p.IsLegal(m) || !seen[text] && !seen[text+"+"] && !seen[text+"#"]) {
						t.Errorf("%s: %s is read at once as %v, which is not that", b.FEN(), text, m)
					}
				}
			}
		}
	}
}

// readSAN reads text as a caller does who knows nothing of the moves before.
func readSAN(p *Position, text string) (Move, bool) { return p.readSAN([]byte(text), p.InCheck()) }
