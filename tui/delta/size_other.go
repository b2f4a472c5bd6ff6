//go:build !unix

package delta

import (
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
)

// FollowSize tells a program the size of a terminal now and soon after it has
// changed, until stop is called. Nothing tells of the change here, so it looks
// from time to time.
func FollowSize(p *tea.Program, terminal *os.File) (stop func()) {
	done := make(chan struct{})
	go func() {
		look := time.NewTicker(time.Second / 2)
		defer look.Stop()
		for was := (tea.WindowSizeMsg{}); ; {
			if width, height, err := term.GetSize(terminal.Fd()); err == nil && (width != was.Width || height != was.Height) {
				was = tea.WindowSizeMsg{Width: width, Height: height}
				p.Send(was)
			}
			select {
			case <-look.C:
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}
