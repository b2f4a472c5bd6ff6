package serve

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"

	"github.com/charmbracelet/ssh"
)

// Line is the terminal at the far end of what carries a session: an SSH channel, or a
// WebSocket. Make one with NewLine.
type Line struct {
	In      io.Reader    // what is typed; its end ends the session
	Out     io.Writer    // what is shown
	Term    string       // as TERM says it
	Environ []string     // "NAME=value"
	Ping    func() error // asks the far end whether it is there, and waits for the answer
	Cut     func()       // called when the far end does not answer
	Plain   bool         // the player wants lines of text
	Deaf    func() bool  // tells whether the line was cut because nobody took the output; nil for never

	sizes *sizes
	again chan struct{} // holds one value while the terminal is to be drawn anew
}

// NewLine makes a line of a terminal that has no size yet: call Resize.
func NewLine() *Line { return &Line{sizes: newSizes(), again: make(chan struct{}, 1)} }

// Resize says how large the terminal is now. What cannot be drawn is made so that it can.
func (l *Line) Resize(width, height int) { l.sizes.put(ssh.Window{Width: width, Height: height}) }

// Redraw has the screen opened and drawn anew, for another terminal that shows nothing yet.
func (l *Line) Redraw() {
	select {
	case l.again <- struct{}{}:
	default:
	}
}

// Visitor is who comes.
type Visitor struct {
	Name  string       // of the key by its fingerprint, or of the connection of one without a key
	Named bool         // came with a key: Name is that of an account, or can become one
	Key   string       // the fingerprint as people compare it; empty without a key
	From  netip.Prefix // see Network
}

// Enter counts a connection from an address in, as one of SSH is counted, or tells which
// limit or ban keeps it out. Call leave once.
func (s *Server) Enter(from netip.Prefix) (leave func(), err error) {
	if b, banned := s.bans.of(netKeys(from)...); banned {
		s.cfg.Meters.refuse(b)
		return nil, b
	}
	leave, err = s.gate.enter(from)
	if err != nil {
		s.cfg.Meters.refused.WithLabelValues(refusedAddress).Inc()
		s.cfg.Log.Info("connection refused", "from", from.String(), "limit", err.Error())
	}
	return leave, err
}

// Host runs a session over a line until it ends, and gives why it had to; nil when the player
// left. began is false where nobody was let in. The reason is written to the line.
func (s *Server) Host(ctx context.Context, who Visitor, l *Line) (began bool, why error) {
	language := languageOf(l.Environ)
	profile, fits := profileOf(l.Term, l.Environ)
	if l.Plain = s.cfg.Lobby != nil && (l.Plain || l.Term == "" || strings.EqualFold(l.Term, "dumb")); !fits && !l.Plain {
		s.cfg.Meters.refused.WithLabelValues(refusedScreen).Inc()
		fmt.Fprintf(l.Out, "%s\r\n", language.Text(needsTerminal))
		return false, errScreen
	}
	g, err := s.admit(ctx, who)
	if err != nil {
		s.cfg.Meters.refuse(err)
		fmt.Fprintf(l.Out, "%s.\r\n", language.Text(err.Error()))
		return false, err
	}
	g.lang = language
	defer s.leave(g)
	return true, s.attend(g, l, profile)
}

// Limited counts the connections of a listener by address and closes those that are too many;
// those from some networks only count as connections in all.
func Limited(l net.Listener, lim Limits, s *Server, free []netip.Prefix) net.Listener {
	return &limitedListener{Listener: l, gate: newGate(lim, s.cfg.Now), free: free}
}

type limitedListener struct {
	net.Listener
	gate *gate
	free []netip.Prefix
}

// Accept implements net.Listener.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		at := network(c.RemoteAddr())
		for _, p := range l.free {
			if p.Contains(at.Addr()) {
				return c, nil
			}
		}
		leave, err := l.gate.enter(at)
		if err != nil {
			c.Close()
			continue
		}
		return &counted{Conn: c, leave: leave}, nil
	}
}
