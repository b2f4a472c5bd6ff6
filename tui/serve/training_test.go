package serve

import (
	"regexp"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// TestTrainingFollows has a player solve puzzles, do a lesson, and paste opening lines and train them over SSH, and come back
// with a second key: the rating, what went wrong, the lines and how long they are remembered belong to the account. The program and its sessions are real.
func TestTrainingFollows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	program := buildProgram(t)
	h := openAt(t, program, t.TempDir())
	keys := [2]gossh.Signer{newSigner(t), newSigner(t)}
	anna := arrive(t, h.addr, "Anna", keys[0], nil)
	h.people["Anna"] = anna
	learn := func(v *visitor) {
		t.Helper()
		v.keys("Gkkk\r")
		v.see("Learn", "First steps", "Openings")
	}
	learn(anna)
	anna.keys("1")
	anna.see("Solve puzzles", "your rating: 1500?", "0 wait", " puzzles.")
	anna.keys("1")
	anna.see("Move ▸", "You (1500?)", "to move")
	anna.keys("\x12") // the solution, which counts as a mistake
	shown := anna.see("That is the solution", "Rating 1")
	rating := regexp.MustCompile(`Rating (\d+\?) \(-\d+\)`).FindStringSubmatch(shown)
	if rating == nil {
		t.Fatalf("no rating is told:\n%s", shown)
	}
	anna.keys("\x1b")
	anna.see("your rating: "+rating[1], "1 waits")
	anna.keys("\x1b")
	anna.see("First steps")
	anna.keys("2\r")
	for _, now := range []string{"Exercise 1 of 3", "Exercise 2 of 3", "Exercise 3 of 3"} { // by their solutions
		anna.see(now, "Ctrl+R solution")
		anna.keys("\x12")
		anna.see(now, "Enter: ")
		anna.keys("\r")
	}
	anna.see("First steps")
	anna.keys("\x1b")
	anna.see("Practice")
	anna.keys("4")
	anna.see("Paste your lines")
	anna.keys("\x1b[200~[Event \"Italian\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6 3. Bc4 *\r\n\x1b[201~")
	anna.see("Italian", "White, 3 due")
	anna.keys("1")
	anna.see("What do you play here?")
	anna.keys("e4\r")
	anna.see("2 left")
	anna.keys("\x1b")
	anna.see("White, 2 due")
	anna.keys("\x1b")
	anna.see("Practice")
	anna.keys("\x1b")
	anna.see("Lobby")

	anna.keys("4")
	anna.see("1 key")
	anna.keys("\r")
	code := regexp.MustCompile(`Code +([a-z0-9]{10})`).FindStringSubmatch(anna.see("Code", "Valid once"))
	if code == nil {
		t.Fatalf("no code is shown:\n%s", anna.text())
	}
	other := visit(t, h.addr, "Anna elsewhere", gossh.PublicKeys(keys[1]), nil)
	h.people["Anna"] = other
	other.see("Your key is new here")
	other.keys("\t" + code[1] + "\r")
	other.see("Welcome, Anna")
	learn(other)
	other.keys("1")
	other.see("your rating: "+rating[1], "1 waits")
	other.keys("5") // the mistake comes again
	other.see("Mistakes again", "Move ▸", "to move")
	other.keys("\x1b")
	other.see("1 waits")
	other.keys("\x1b")
	other.see("First steps")
	other.keys("4") // the lines, and what is known of them
	other.see("Italian", "White, 2 due")
	other.keys("\x1b")
	other.see("First steps")
	other.keys("2")
	other.see("done")
	anna.hangUp()
}
