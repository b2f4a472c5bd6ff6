package syntax

import "testing"

// The rules are asked for once for each game of a collection.
func TestCachedRulesAllocateNothing(t *testing.T) {
	var cache RulesCache
	for _, tag := range []string{"", "Standard", "Crazyhouse"} {
		if _, err := cache.Find(tag, ""); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { _, _ = cache.Find(tag, "") }); n != 0 {
			t.Errorf("finding the rules of %q anew allocates %v times", tag, n)
		}
	}
}
