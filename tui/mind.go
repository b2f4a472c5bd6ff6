package tui

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
)

// mind is a thinker that tells how far it has come and can look for several
// best lines.
type mind interface {
	thinker
	// listen gives what is to hear of the next search, from its goroutine; nil
	// for nobody.
	listen(tell func(ai.Info))
	// lookFor sets how many best lines the next search finds.
	lookFor(lines int)
}

// houseMind is our own engine.
type houseMind struct {
	*ai.Engine
	turns Turns // nil where nobody shares the machine
}

// newHouseMind makes an engine; resigns lets it give up lost games if its
// level does.
func newHouseMind(l ai.Level, st ai.Style, seed uint64, resigns bool) houseMind {
	e := ai.New(l, st, seed)
	e.Resigns = e.Resigns && resigns
	return houseMind{Engine: e}
}

func (h houseMind) listen(tell func(ai.Info)) { h.OnInfo = tell }
func (h houseMind) lookFor(lines int)         { h.Lines = lines }

// strongest is the level that gives hints and analyses.
func strongest() ai.Level {
	levels := ai.Levels()
	return levels[len(levels)-1]
}

// feed carries what a search tells from its goroutine to a screen, not more
// often than can be read. It wakes nobody while nothing is told.
type feed struct {
	pace  time.Duration
	mu    sync.Mutex
	lines []ai.Info // by rank
	fresh bool
	news  chan struct{} // holds one value while there is news
}

// The paces of feeds: a screen that is looked at, a panel beside a game.
const (
	analysisPace = 100 * time.Millisecond
	panelPace    = 200 * time.Millisecond
)

// toldMsg brings what a search has told since the last time.
type toldMsg struct {
	by    *feed
	lines []ai.Info // the latest of each line, best first
}

func newFeed(pace time.Duration) *feed {
	return &feed{pace: pace, news: make(chan struct{}, 1)}
}

// tell takes a report in. It never waits.
func (f *feed) tell(info ai.Info) {
	at := max(info.Line, 1) - 1
	f.mu.Lock()
	if at == len(f.lines) {
		f.lines = append(f.lines, info)
	} else if at < len(f.lines) {
		f.lines[at] = info
	}
	f.fresh = true
	f.mu.Unlock()
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// latest is what was told last, the reader's own, and whether it was read before.
func (f *feed) latest() (lines []ai.Info, fresh bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fresh, f.fresh = f.fresh, false
	return append([]ai.Info(nil), f.lines...), fresh
}

// next waits for news and brings what has come within the pace; nothing when
// ctx ends.
func (f *feed) next(ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		for {
			select {
			case <-f.news:
			case <-ctx.Done():
				return nil
			}
			pause := time.NewTimer(f.pace)
			select {
			case <-pause.C:
			case <-ctx.Done():
				pause.Stop()
				return nil
			}
			if lines, fresh := f.latest(); fresh {
				return toldMsg{by: f, lines: lines}
			}
		}
	}
}
