package play

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestLiveGames has two programs of one user know of each other's games.
func TestLiveGames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "playing")
	plays, other := &LiveGames{Files: Dir(dir)}, &LiveGames{Files: Dir(dir)}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	know := func(mine, theirs bool) {
		t.Helper()
		at = at.Add(2 * time.Second)
		if plays.Elsewhere(at) != mine || other.Elsewhere(at) != theirs {
			t.Errorf("the one that plays knows %v, the other %v", plays.Elsewhere(at), other.Elsewhere(at))
		}
	}
	know(false, false)
	must(plays.Begin("https://a", "anna", "one", at.Add(time.Hour)))
	must(plays.Begin("https://a", "anna", "two", at.Add(time.Hour)))
	know(false, true)
	must(plays.End("https://a", "anna", "one"))
	know(false, true)
	other.EndOthers("https://a", "bela", nil) // somebody else's
	other.EndOthers("https://a", "anna", map[string]bool{"two": true})
	know(false, true)
	other.EndOthers("https://a", "anna", nil)
	know(false, false)

	// A program that ends leaves its game to the clock.
	must(plays.Begin("https://a", "anna", "three", at.Add(time.Hour)))
	plays.Leave()
	know(true, true)
	at = at.Add(2 * time.Hour)
	know(false, false)

	must(os.WriteFile(filepath.Join(dir, "x.json"), []byte("{"), 0o600))
	must(os.WriteFile(filepath.Join(dir, "y.json"), []byte(`{"until":"9999-01-01T00:00:00Z"}`), 0o600))
	know(false, false)
	var nowhere LiveGames
	must(nowhere.Begin("", "", "", at))
	must(nowhere.End("", "", ""))
	if nowhere.Elsewhere(at) {
		t.Error("a game is on nowhere")
	}
}
