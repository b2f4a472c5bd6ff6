package draw

import (
	"sync"

	"github.com/charmbracelet/lipgloss"
)

// Themes keeps the themes of sessions that draw with the same renderers, so that
// a thousand sessions have one of each. It is safe for use by many goroutines; the
// zero value is ready.
type Themes struct {
	mu  sync.Mutex
	all map[themeKey]*Theme
}

type themeKey struct {
	renderer *lipgloss.Renderer
	scheme   Scheme
}

// Theme is the one of a renderer and a scheme. Without Themes it is a new one.
func (t *Themes) Theme(r *lipgloss.Renderer, scheme Scheme) *Theme {
	if t == nil {
		return NewTheme(r, scheme)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	k := themeKey{r, scheme}
	th := t.all[k]
	if th == nil {
		th = NewTheme(r, scheme)
		if t.all == nil {
			t.all = make(map[themeKey]*Theme)
		}
		t.all[k] = th
	}
	return th
}
