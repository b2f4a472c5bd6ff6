package variants

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var write = flag.Bool("write", false, "write docs/rules.md anew instead of comparing it")

// rulesPage is docs/rules.md: the cards of all variants, in menu order.
func rulesPage() string {
	var b strings.Builder
	b.WriteString("# The rules\n\nThe rules card of every game, as F5 shows it. Made from package variants by\n`go test ./variants -run TestRulesPage -args -write`; a test keeps it in step.\n")
	for _, v := range append(All(), Partners()...) {
		fmt.Fprintf(&b, "\n## %s\n\n*%s*  `%s`\n\n", v.Rules.Name, v.Rules.Aim, v.ID)
		for line := range strings.SplitSeq(v.Card, "\n") {
			b.WriteString(line + "  \n")
		}
		fmt.Fprintf(&b, "\nSource: %s\n", v.Source)
		if v.Sample != "" {
			fmt.Fprintf(&b, "\nSample: %s\n", v.Sample)
		}
	}
	return b.String()
}

func TestRulesPage(t *testing.T) {
	const path = "../docs/rules.md"
	want := rulesPage()
	if *write {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the variants say; write it anew with -args -write", path)
	}
}
