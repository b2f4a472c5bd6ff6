package uci

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"rookery/ai"
	"rookery/chess"
)

// Opener knows the first moves of a game.
type Opener interface {
	// Choose finds a move on b, before which made moves were made; ok is false
	// where it knows none. b is left as it is.
	Choose(ctx context.Context, b chess.Board, made int) (c ai.Choice, ok bool)
}

// Server is our engine as other programs use it, by UCI.
type Server struct {
	Name, Author string
	// Games are the values of UCI_Variant; the first is what is played unless
	// another is asked for.
	Games []string
	// Rules are those of a game that the other program names, from random starting
	// positions where it has set UCI_Chess960.
	Rules func(name string, drawn bool) (chess.Rules, error)
	// Elo is about how strong a level is.
	Elo func(ai.Level) int
	// Opener makes a book for a level; nil without one. The Opener may be nil.
	Opener func(l ai.Level, seed uint64) Opener
	// Endings gives the tables of endings for a position, which may be in the making; nil where there are
	// none. It may be nil.
	Endings func(b chess.Board) ai.Endings
	// Tablebase opens the Syzygy tables in the folders of path for the game of b, and says how many were found; the
	// Tablebase is nil where there are none. It may be nil.
	Tablebase func(b chess.Board, path string) (t ai.Tablebase, found string, err error)
	// Seed of the engine.
	Seed uint64
}

// session is one conversation. The goroutine of Run owns it; the goroutine of a search
// has the engine until its done is closed, and writes under mu.
type session struct {
	*Server
	ctx    context.Context
	out    *bufio.Writer
	mu     sync.Mutex // guards out and failed
	failed error      // of writing

	settings settings
	start    chess.Board // nil when the last position could not be understood
	moves    []chess.Move

	engine      *ai.Engine // belongs to the search while there is one
	opener      Opener
	engineStale bool // made by other settings
	newGame     bool // a new game begins
	search      *serverSearch
}

// Run answers commands until quit, the end of in, or the end of ctx. A search
// under way is then cut short, and its move still written. The error is that of
// reading or writing.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &session{Server: s, ctx: ctx, out: bufio.NewWriter(out), settings: s.defaults(), engineStale: true}
	c.newBoard()
	lines, readErr := make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, maxCommand)
		for {
			line, err := readCommand(r)
			if line != "" {
				select {
				case lines <- line:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				readErr <- err
				return
			}
		}
	}()
	defer c.stopSearch()
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, ok := <-lines:
			if !ok {
				c.stopSearch()
				if err := <-readErr; !errors.Is(err, io.EOF) {
					return err
				}
				return c.writeError()
			}
			if quit := c.execute(line); quit {
				c.stopSearch()
				return c.writeError()
			}
			if err := c.writeError(); err != nil {
				return err
			}
		}
	}
}

// maxCommand is how long a command may be: a game of ten thousand moves fits.
const maxCommand = 1 << 16

// readCommand reads a line, whole where it fits and else not at all.
func readCommand(r *bufio.Reader) (string, error) {
	head, err := r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return strings.TrimSpace(sanitize(string(head))), err
	}
	whole := bytes.Clone(head)
	for errors.Is(err, bufio.ErrBufferFull) {
		head, err = r.ReadSlice('\n')
		if len(whole) <= 64*maxCommand {
			whole = append(whole, head...)
		}
	}
	if len(whole) > 64*maxCommand {
		return "overlong", err
	}
	return strings.TrimSpace(sanitize(string(whole))), err
}

// execute does what a line says. Words before the first that is known are passed
// over, as the protocol wants it.
func (c *session) execute(line string) (quit bool) {
	for rest := line; rest != ""; {
		var first string
		first, rest = cutWord(rest)
		switch first {
		case "uci":
			c.identify()
		case "isready":
			if c.start != nil {
				ai.NetworkOf(c.start.Rules()) // reading it costs the first move of chess a tenth of a second
			}
			c.write("readyok")
		case "setoption":
			c.setOption(rest)
		case "ucinewgame":
			c.stopSearch()
			c.newGame = true
		case "position":
			c.stopSearch()
			c.position(rest)
		case "go":
			c.stopSearch()
			c.startSearch(rest)
		case "stop":
			if c.search != nil {
				c.search.release(true)
			}
		case "ponderhit":
			if c.search != nil {
				c.search.release(false)
			}
		case "d":
			c.display()
		case "debug", "register":
		case "quit":
			return true
		default:
			continue
		}
		return false
	}
	c.info("unknown command " + fmt.Sprintf("%.40q", line))
	return false
}

func (c *session) write(lines ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, line := range lines {
		if _, err := c.out.WriteString(line + "\n"); err != nil && c.failed == nil {
			c.failed = err
		}
	}
	if err := c.out.Flush(); err != nil && c.failed == nil {
		c.failed = err
	}
}

func (c *session) writeError() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

// info writes text for the user of the other program.
func (c *session) info(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		c.write("info string " + sanitize(line))
	}
}

// stopSearch ends the search under way and waits for its move.
func (c *session) stopSearch() {
	if c.search != nil {
		c.search.release(true)
		<-c.search.done
		c.search = nil
	}
}
