package serve

import (
	"sync"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// What one session may ask for before it begins.
const (
	mostVars     = 32
	mostVarBytes = 16 << 10
)

// sizes carries the size of the client's window past the SSH library, whose
// own way blocks and races. Only the latest size is kept.
type sizes struct {
	mu   sync.Mutex
	last ssh.Window
	news chan struct{} // holds one value while there is news
	done chan struct{} // closed with the requests of the channel
}

func newSizes() *sizes {
	return &sizes{news: make(chan struct{}, 1), done: make(chan struct{})}
}

func (s *sizes) put(w ssh.Window) {
	s.mu.Lock()
	s.last = w
	s.mu.Unlock()
	s.tell()
}

// tell says that there is news.
func (s *sizes) tell() {
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// get gives the latest size, made one that can be drawn.
func (s *sizes) get() (width, height int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return min(max(s.last.Width, 1), 500), min(max(s.last.Height, 1), 200)
}

// strictChannel is a channel whose requests are looked at before the library sees them.
type strictChannel struct {
	gossh.NewChannel
	sizes *sizes
	admin bool // of an operator, who has one command and nothing else
}

// may tells whether a request is one of those for this user: an operator has commands and no shell, a
// player a shell and the commands of his own.
func (c *strictChannel) may(r *gossh.Request) bool {
	if r.Type != "exec" || c.admin {
		return c.admin == (r.Type == "exec")
	}
	var command struct{ Text string }
	return gossh.Unmarshal(r.Payload, &command) == nil && (ownCommand(command.Text) || command.Text == plainCommand)
}

// Accept implements gossh.NewChannel.
func (c *strictChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	ch, in, err := c.NewChannel.Accept()
	if err != nil {
		return ch, in, err
	}
	out := make(chan *gossh.Request)
	go func() {
		defer close(out)
		defer close(c.sizes.done)
		vars, bytes := 0, 0
		for r := range in {
			if !c.may(r) || r.Type != "env" && len(r.Payload) > mostVarBytes {
				r.Reply(false, nil)
				continue
			}
			switch r.Type {
			case "env":
				vars++
				bytes += len(r.Payload)
				if vars > mostVars || bytes > mostVarBytes {
					r.Reply(false, nil)
					continue
				}
			case "pty-req", "shell", "exec":
			case "window-change":
				var w struct{ Width, Height, X, Y uint32 }
				err := gossh.Unmarshal(r.Payload, &w)
				if err == nil {
					c.sizes.put(ssh.Window{Width: int(min(w.Width, 1<<16)), Height: int(min(w.Height, 1<<16))})
				}
				r.Reply(err == nil, nil)
				continue
			default: // subsystem, agent, x11, signal, break
				r.Reply(false, nil)
				continue
			}
			out <- r
		}
	}()
	return ch, out, nil
}
