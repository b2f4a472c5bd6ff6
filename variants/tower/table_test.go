package tower

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"rookery/chess"
)

const shared = "../../../shared/"

// table reads the lines of a file of tab-separated fields whose first field is
// id, or all when id is empty. Comments begin with a number sign.
func table(t testing.TB, path, id string, fields int) [][]string {
	t.Helper()
	file, err := os.Open(path)
	if os.IsNotExist(err) && strings.HasPrefix(path, shared) {
		t.Skip("the shared tables are not here; testdata covers the essentials")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		row := strings.Split(line, "\t")
		if line == "" || line[0] == '#' || id != "" && row[0] != id {
			continue
		}
		if len(row) != fields {
			t.Fatalf("%s: %d fields in %q, want %d", path, len(row), line, fields)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows for %q", path, id)
	}
	return rows
}

func setUp(t testing.TB, fen string) *board {
	t.Helper()
	b, err := chess.NewBoard(Rules, fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return b.(*board)
}
