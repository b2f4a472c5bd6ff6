package serve

import (
	"context"
	"errors"
	"io"
	"time"
	"unicode/utf8"

	"github.com/muesli/termenv"

	"rookery/tui/club"
	"rookery/tui/plain"
	"rookery/tui/plain/plainclub"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// The club in lines of text, for screen readers, pipes and terminals that cannot move their cursor: ssh HOST plain, ssh -T
// HOST, and any session whose TERM is dumb.

// plainCommand asks for it.
const plainCommand = "plain"

// talk runs a session in lines until the player leaves, or gives why he had to.
func (s *Server) talk(g *client, l *Line) (err error) {
	defer func() {
		if v := recover(); v != nil {
			s.panicked(v)
			err = errPanic
		}
	}()
	lim := s.cfg.Limits
	idle := time.AfterFunc(lim.Idle, func() { g.cancel(errIdle) })
	defer idle.Stop()
	defer time.AfterFunc(lim.Longest, func() { g.cancel(errLongest) }).Stop()
	session, err := s.session(g, "dumb", termenv.Ascii, l.Environ)
	if err != nil {
		return err
	}
	var line lag
	defer alive(g, l, &line, lim.Alive)()
	in := io.Reader(newGuard(g.ctx, l.In, lim.Keys, func() { idle.Reset(lim.Idle) }, func(error) {}))
	if l.Term != "" { // of a terminal that leaves echo and corrections to us
		in = &lineReader{in: in, out: l.Out}
	}
	club := club.Of(session)
	c := plainclub.Club{Lobby: s.cfg.Lobby, Me: club.Me, Said: g.said,
		Name: func(ctx context.Context, name string) (p remote.Player, err error) {
			if p, err = club.Register(ctx, name); err == nil {
				_, _, err = club.Home(ctx, p)
			}
			return p, err
		},
	}
	if s.cfg.Archive != nil {
		c.Profile = func(ctx context.Context, who remote.Player) (facts []string, err error) {
			records, err := s.cfg.Archive.Stats(ctx, who.ID)
			for _, r := range records {
				text := session.Text(r.Variant.Name) + ", " + session.Lang.In("speed", string(r.Speed)) + ": "
				if r.Games > 0 {
					text += r.Shown().String() + ", "
				}
				facts = append(facts, text+session.Text(ui.Plural(r.All(), "1 game", "%d games")))
			}
			return facts, err
		}
	}
	go func() { // the client closes its window
		select {
		case <-l.sizes.done:
			g.cancel(errGone)
		case <-g.ctx.Done():
		}
	}()
	err = plainclub.Run(g.ctx, plain.Options{In: in, Out: l.Out, Store: session.Store.Store, Now: s.cfg.Now, Seed: s.cfg.Seed, Lang: session.Lang}, c)
	g.lang = session.Lang
	if cause := context.Cause(g.ctx); errors.Is(cause, context.Canceled) {
		return errGone
	} else if cause != nil {
		return cause
	}
	return err
}

// longestTyped is how many bytes a line may have.
const longestTyped = 4 << 10

// lineReader makes lines of what is typed at a terminal in raw mode: it echoes, and takes Backspace, Ctrl-U, Ctrl-C and
// Ctrl-D. Escape sequences are dropped.
type lineReader struct {
	in    io.Reader
	out   io.Writer
	buf   [256]byte
	line  []byte
	ready []byte
	seq   sequence
	over  bool
}

// Read implements io.Reader.
func (r *lineReader) Read(p []byte) (int, error) {
	for len(r.ready) == 0 {
		if r.over {
			return 0, io.EOF
		}
		n, err := r.in.Read(r.buf[:])
		if err := r.typed(r.buf[:n]); err != nil {
			return 0, err
		}
		if err != nil && len(r.ready) == 0 {
			return 0, err
		}
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// typed takes keys in.
func (r *lineReader) typed(keys []byte) error {
	var echo []byte
	for _, b := range keys {
		inside := r.seq.in != 0
		r.seq.keys([]byte{b})
		switch {
		case inside || b == 0x1b:
		case b == '\r' || b == '\n':
			r.ready = append(append(r.ready, r.line...), '\n')
			r.line, echo = r.line[:0], append(echo, '\r', '\n')
		case b == 3 || b == 4 && len(r.line) == 0:
			r.over = true
			echo = append(echo, '\r', '\n')
		case b == 8 || b == 127:
			if len(r.line) > 0 {
				_, size := utf8.DecodeLastRune(r.line)
				r.line, echo = r.line[:len(r.line)-size], append(echo, '\b', ' ', '\b')
			}
		case b == 21:
			for range utf8.RuneCount(r.line) {
				echo = append(echo, '\b', ' ', '\b')
			}
			r.line = r.line[:0]
		case b >= ' ' && len(r.line) < longestTyped:
			r.line, echo = append(r.line, b), append(echo, b)
		}
	}
	if len(echo) == 0 {
		return nil
	}
	_, err := r.out.Write(echo)
	return err
}
