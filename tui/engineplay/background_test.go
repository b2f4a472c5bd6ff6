package engineplay

import (
	"strings"
	"testing"
)

// TestBackgroundPanicsAsItsCaller holds that a fault of what thinks reaches the
// goroutine that asked, where the library puts the terminal back in order.
func TestBackgroundPanicsAsItsCaller(t *testing.T) {
	done := false
	background(func() { done = true })
	if !done {
		t.Error("background came back before its work was done")
	}
	defer func() {
		text, _ := recover().(string)
		if !strings.Contains(text, "lost in thought") || !strings.Contains(text, "background_test.go") {
			t.Errorf("recovered %q, want the fault and where it was", text)
		}
	}()
	background(func() { panic("lost in thought") })
	t.Error("the panic got lost")
}
