//go:build unix

package delta

import (
	"os"
	"os/signal"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
)

// FollowSize tells a program the size of a terminal now and whenever it
// changes, until stop is called.
func FollowSize(p *tea.Program, terminal *os.File) (stop func()) {
	changed := make(chan os.Signal, 1)
	done := make(chan struct{})
	signal.Notify(changed, syscall.SIGWINCH)
	go func() {
		for {
			if width, height, err := term.GetSize(terminal.Fd()); err == nil {
				p.Send(tea.WindowSizeMsg{Width: width, Height: height})
			}
			select {
			case <-changed:
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(changed)
		close(done)
	}
}
