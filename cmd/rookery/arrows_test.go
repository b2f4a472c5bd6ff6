package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestArrows holds the arrows between the rooms of the house: what a package
// may import, directly or through others.
func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f",
		`{{if not .Standard}}{{.ImportPath}}{{range .Deps}} {{.}}{{end}}{{end}}`, "rookery/...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	deps := make(map[string][]string)
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if fields := strings.Fields(line); len(fields) > 0 {
			deps[fields[0]] = fields[1:]
		}
	}
	const (
		ours   = "rookery/"
		draws  = "github.com/charmbracelet/"
		others = "." // a module from outside has a dot in its first element
	)
	// What pgn needs from outside, and those who need pgn.
	reading := []string{
		"github.com/klauspost/compress", // packed collections
	}
	// Networks ask what the processor can do.
	cpu := []string{"golang.org/x/sys"}
	// Files that two programs may change at once are locked; openings come again by a scheduler.
	playing := append([]string{"golang.org/x/sys", "github.com/gofrs/flock", "github.com/open-spaced-repetition/go-fsrs/v4"}, reading...)
	// The lobby compares names and texts without accents.
	comparing := append([]string{"golang.org/x/text"}, reading...)
	// What stores bring with them.
	nats := append([]string{"github.com/nats-io/nats.go", "github.com/nats-io/nkeys", "github.com/nats-io/nuid", "golang.org/x"}, reading...)
	// What a cluster in tests brings with it.
	natsServer := append([]string{
		"github.com/nats-io", "golang.org/x", "github.com/minio/highwayhash", "github.com/google/go-tpm",
		"github.com/antithesishq/antithesis-sdk-go",
	}, reading...)
	sqlite := append([]string{
		"modernc.org", "golang.org/x", "github.com/google/uuid", "github.com/dustin/go-humanize", "github.com/ncruces/go-strftime",
		"github.com/remyoudompheng/bigfft", "github.com/mattn/go-isatty",
	}, reading...)
	// One process keeps the file; and old stores have check sums of their own.
	sqlKept := append([]string{"github.com/gofrs/flock", "github.com/minio/highwayhash"}, sqlite...)
	// under is what every package of screens may import, and more.
	under := func(more ...string) []string {
		return append(more, "rookery/tui/delta", "rookery/tui/play", "rookery/tui/engineplay", "rookery/tui/lang", "rookery/tui/remote", "rookery/tui/lobby/archive", "rookery/tui/lichess", "rookery/tui/fics", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants")
	}
	rooms := []struct {
		room  string   // a package and all below it but further rooms
		may   []string // packages of the house that it may import, with all below them
		alone bool     // nothing from outside the standard library but libs
		libs  []string // with all that they need in turn
	}{
		{"rookery/chess", nil, true, nil},
		{"rookery/variants", []string{"rookery/chess"}, true, nil},
		{"rookery/ai", []string{"rookery/chess"}, true, cpu},
		{"rookery/ai/endings", []string{"rookery/chess", "rookery/pgn/safefile"}, true, nil},
		{"rookery/ai/syzygy", []string{"rookery/chess"}, true, nil},
		{"rookery/ai/network", []string{"rookery/chess"}, true, cpu},
		{"rookery/ai/network/train", []string{"rookery/ai", "rookery/chess"}, true, cpu},
		{"rookery/pgn", []string{"rookery/chess", "rookery/variants"}, true, reading},
		{"rookery/pgn/safefile", nil, true, nil},
		{"rookery/pgn/explorer", []string{"rookery/chess", "rookery/variants", "rookery/pgn"}, true, reading},
		{"rookery/pgn/opening", []string{"rookery/chess", "rookery/variants", "rookery/pgn"}, true, nil},
		{"rookery/pgn/repertoire", []string{"rookery/chess", "rookery/variants", "rookery/pgn"}, true, nil},
		{"rookery/pgn/internal", []string{"rookery/chess", "rookery/variants"}, true, nil},
		{"rookery/pgn/internal/packed", nil, true, reading},
		{"rookery/tui/play", []string{"rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, true, playing},
		{"rookery/tui/engineplay", []string{"rookery/tui/play", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, true, playing},
		{"rookery/tui/lang", nil, true, nil},
		{"rookery/tui/plain", []string{"rookery/tui/lichess", "rookery/tui/fics", "rookery/tui/remote", "rookery/tui/lang", "rookery/tui/engineplay", "rookery/tui/play", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, true, append(append([]string(nil), playing...), comparing...)},
		{"rookery/tui/plain/plainclub", []string{"rookery/tui/plain", "rookery/tui/lobby", "rookery/tui/lichess", "rookery/tui/fics", "rookery/tui/remote", "rookery/tui/lang", "rookery/tui/engineplay", "rookery/tui/play", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, true, append(append([]string(nil), playing...), comparing...)},
		{"rookery/tui/remote", []string{"rookery/chess", "rookery/variants"}, true, comparing},
		{"rookery/tui/lobby", []string{"rookery/tui/remote", "rookery/chess", "rookery/variants", "rookery/pgn"}, true, comparing},
		{"rookery/tui/lobby/archive", []string{"rookery/tui/remote", "rookery/chess", "rookery/variants", "rookery/pgn"}, true, comparing},
		{"rookery/tui/lobby/tournament", nil, true, nil},
		{"rookery/tui/lobby/journal/natsstore", []string{"rookery/tui/lobby/journal"}, true, nats},
		{"rookery/tui/lobby/journal/natsstore/clustertest", nil, true, natsServer},
		{"rookery/tui/lobby/journal/sqljournal", []string{"rookery/tui/lobby/journal", "rookery/tui/lobby/sqlfile"}, true, sqlKept},
		{"rookery/tui/lobby/sqlfile", nil, true, sqlite},
		{"rookery/tui/lobby/journal/journaltest", []string{"rookery/tui/lobby/journal"}, true, nil},
		{"rookery/tui/lobby/archive/sqlstore", []string{"rookery/tui/remote", "rookery/tui/lobby", "rookery/chess", "rookery/variants", "rookery/pgn"}, true, sqlite},
		{"rookery/tui/lichess", []string{"rookery/tui/remote", "rookery/tui/play", "rookery/ai", "rookery/chess", "rookery/variants", "rookery/pgn"}, true, append(append([]string(nil), playing...), comparing...)},
		{"rookery/tui/fics", []string{"rookery/tui/remote", "rookery/tui/play", "rookery/ai", "rookery/chess", "rookery/variants", "rookery/pgn"}, true, append(append([]string(nil), playing...), comparing...)},
		{"rookery/tui/fics/ficstest", []string{"rookery/chess", "rookery/variants"}, true, nil},
		{"rookery/chess/glicko", nil, true, nil},
		{"rookery/ai/puzzlemaker", []string{"rookery/ai", "rookery/chess"}, true, cpu},
		{"rookery/pgn/puzzle", []string{"rookery/chess", "rookery/variants", "rookery/pgn/internal"}, true, reading},
		{"rookery/tui/lichess/lichesstest", []string{"rookery/tui/lichess", "rookery/tui/remote", "rookery/tui/play", "rookery/ai", "rookery/chess", "rookery/variants", "rookery/pgn"}, true, append(append([]string(nil), playing...), comparing...)},
		{"rookery/tui/lichess/lichesstest/openapi", nil, true, []string{ // in tests alone
			"github.com/getkin/kin-openapi", "github.com/go-openapi", "github.com/gorilla/mux", "github.com/oasdiff", "github.com/santhosh-tekuri/jsonschema", "golang.org/x",
		}},
		{"rookery/tui/draw", []string{"rookery/tui/delta", "rookery/tui/play", "rookery/tui/lang", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, false, nil},
		{"rookery/tui/ui", under("rookery/tui/draw"), false, nil},
		{"rookery/tui/boardinput", under("rookery/tui/draw", "rookery/tui/ui"), false, nil},
		{"rookery/tui/explorer", under("rookery/tui/draw", "rookery/tui/ui"), false, nil},
		{"rookery/tui/library", under("rookery/tui/draw", "rookery/tui/ui"), false, nil},
		{"rookery/tui/viewer", under("rookery/tui/draw", "rookery/tui/ui", "rookery/tui/boardinput", "rookery/tui/explorer", "rookery/tui/library"), false, nil},
		{"rookery/tui/study", under("rookery/tui/draw", "rookery/tui/ui", "rookery/tui/boardinput", "rookery/tui/explorer"), false, nil},
		{"rookery/tui/game", under("rookery/tui/draw", "rookery/tui/ui", "rookery/tui/boardinput", "rookery/tui/library"), false, nil},
		{"rookery/tui/training", under("rookery/tui/draw", "rookery/tui/ui", "rookery/tui/boardinput", "rookery/tui/library"), false, nil},
		{"rookery/tui/table", under("rookery/tui/draw", "rookery/tui/ui", "rookery/tui/boardinput", "rookery/tui/library"), false, nil},
		{"rookery/tui/club", under("rookery/tui/draw", "rookery/tui/ui", "rookery/tui/boardinput", "rookery/tui/library", "rookery/tui/table", "rookery/tui/lobby"), false, nil},
		{"rookery/tui/online", under("rookery/tui/draw", "rookery/tui/ui", "rookery/tui/library"), false, nil},
		{"rookery/tui/delta", nil, false, nil},
		{"rookery/tui", []string{"rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, false, nil},
		{"rookery/tui/serve", []string{"rookery/tui", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, false, nil},
		{"rookery/tui/serve/web", []string{"rookery/tui", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, false, nil},
		{"rookery/cmd/internal", []string{"rookery/tui", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, false, nil},
		{"rookery/cmd/rookery", []string{"rookery/cmd/internal", "rookery/tui", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, false, nil},
		{"rookery/cmd/rookeryd", []string{"rookery/cmd/internal", "rookery/tui", "rookery/ai", "rookery/chess", "rookery/pgn", "rookery/variants"}, false, nil},
	}
	roomOf := func(pkg string) string { // the innermost
		best := ""
		for _, r := range rooms {
			if within(pkg, r.room) && len(r.room) > len(best) {
				best = r.room
			}
		}
		return best
	}
	for _, r := range rooms {
		seen := false
		for pkg, imports := range deps {
			if roomOf(pkg) != r.room {
				continue
			}
			seen = true
			for _, dep := range imports {
				switch {
				case strings.HasPrefix(dep, ours):
					if !within(dep, append(r.may, r.room)...) {
						t.Errorf("%s imports %s: the arrow is not drawn", pkg, dep)
					}
				case r.alone && strings.HasPrefix(dep, draws):
					t.Errorf("%s imports %s: it must not draw", pkg, dep)
				case r.alone && strings.Contains(strings.SplitN(dep, "/", 2)[0], others) && !within(dep, r.libs...):
					t.Errorf("%s imports %s: it needs nothing more from outside than %v", pkg, dep, r.libs)
				}
			}
		}
		if !seen {
			t.Errorf("%s: no such package", r.room)
		}
	}
	for pkg := range deps {
		if !strings.HasPrefix(pkg, ours) {
			continue
		}
		if roomOf(pkg) == "" {
			t.Errorf("%s is in no room of the house", pkg)
		}
	}
}

// serverOnly are the modules that the club's server needs and nobody else.
var serverOnly = []string{
	"github.com/nats-io", "modernc.org", "github.com/prometheus", "github.com/charmbracelet/wish", "github.com/charmbracelet/ssh",
	"github.com/charmbracelet/keygen", "github.com/charmbracelet/log", "golang.org/x/crypto",
	"google.golang.org", "github.com/coder/websocket",
}

// TestPlayerLinksNoServer holds that the player's program knows nothing of a club but how a table shows its games. Requests go over tui/lichess/http1, for net/http takes long to compile.
func TestPlayerLinksNoServer(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "rookery/cmd/rookery").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for _, dep := range strings.Fields(string(out)) {
		if within(dep, serverOnly...) || within(dep, "rookery/tui/serve", "rookery/tui/club", "rookery/tui/plain/plainclub", "rookery/tui/lobby", "net/http") && dep != "rookery/tui/lobby/archive" {
			t.Errorf("rookery links %s", dep)
		}
	}
}

// TestServerLinksNoNATSServer holds that rookeryd is a client of a cluster alone.
func TestServerLinksNoNATSServer(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "rookery/cmd/rookeryd").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for _, dep := range strings.Fields(string(out)) {
		if within(dep, "github.com/nats-io/nats-server", "github.com/nats-io/jwt", "rookery/tui/lobby/journal/natsstore/clustertest") {
			t.Errorf("rookeryd links %s", dep)
		}
	}
}

// within tells whether pkg is one of rooms or below one.
func within(pkg string, rooms ...string) bool {
	for _, r := range rooms {
		if pkg == r || strings.HasPrefix(pkg, r+"/") {
			return true
		}
	}
	return false
}

// TestWallClock holds that the rules never ask for the time: clocks are told it.
func TestWallClock(t *testing.T) {
	files, err := filepath.Glob("../../chess/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of package chess: %v", err)
	}
	asks := regexp.MustCompile(`\btime\.(Now|Since|Until|After|AfterFunc|Tick|NewTimer|NewTicker|Sleep)\b`)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if call := asks.Find(src); call != nil {
			t.Errorf("%s calls %s", name, call)
		}
	}
}
