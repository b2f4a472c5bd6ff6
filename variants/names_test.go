package variants

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Other packages know axes, not variants: none of their files may name one.
func TestNoOtherPackageNamesAVariant(t *testing.T) {
	names := regexp.MustCompile(`(?i)\batomic|crazyhouse|suicide|benedict|antichess|giveaway|racing ?kings|makarenko|gli[nń]ski|\bhorde\b|king of the hill|kingofthehill|three-check|chess960`)
	files := 0
	for _, room := range []string{"chess", "ai", "tui", "pgn"} {
		err := filepath.WalkDir(filepath.Join("..", room), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files++
			for i, line := range strings.Split(string(text), "\n") {
				rest := strings.NewReplacer(`"sync/atomic"`, "", "atomic.", "", "UCI_Chess960", "", "uci_chess960", "").Replace(line)
				if found := names.FindString(rest); found != "" {
					t.Errorf("%s:%d names %q: only package variants names a variant", path, i+1, found)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files == 0 {
		t.Fatal("no file was read")
	}
}
