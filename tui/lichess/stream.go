package lichess

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"
)

const (
	// Silence is how long a stream may say nothing: the server sends an empty line every
	// seven seconds.
	Silence = 15 * time.Second
	// mostLine is how long a line of a stream may be, in bytes.
	mostLine = 1 << 20
	// firstRetry is the first pause before a stream is opened again; it doubles up to lastRetry.
	firstRetry, lastRetry = time.Second, time.Minute
)

// errSilent says that nothing has come for Silence.
var errSilent = errors.New("the line is silent")

// errEnded says that the server has closed a stream.
var errEnded = errors.New("the stream has ended")

// stream opens a stream and gives each line to take until that returns an error or the stream
// breaks; empty lines keep it alive. opened, unless it is nil, is called when it
// stands. The error is errEnded where the server has closed it properly.
func (c *Client) stream(ctx context.Context, q call, opened func(), take func(line []byte) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if q.accept == "" {
		q.accept = linesType
	}
	res, _, err := c.send(ctx, q, true)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if opened != nil {
		opened()
	}
	type read struct {
		line []byte
		err  error
	}
	lines := make(chan read)
	go func() {
		scan := bufio.NewScanner(res.Body)
		scan.Buffer(make([]byte, 0, 4<<10), mostLine)
		scan.Split(wholeLines)
		for scan.Scan() {
			select {
			case lines <- read{line: append([]byte(nil), scan.Bytes()...)}:
			case <-ctx.Done():
				return
			}
		}
		err := scan.Err()
		if err == nil {
			err = errEnded
		}
		select {
		case lines <- read{err: err}:
		case <-ctx.Done():
		}
	}()
	if q.silence == 0 {
		q.silence = Silence
	}
	for {
		silent, stop := c.Clock.After(q.silence)
		select {
		case r := <-lines:
			stop()
			switch {
			case errors.Is(r.err, errEnded):
				return r.err
			case errors.Is(r.err, bufio.ErrTooLong):
				return &AnswerError{errLong}
			case r.err != nil:
				return &LineError{r.err}
			}
			if err := take(r.line); err != nil {
				return err
			}
		case <-silent:
			return &LineError{errSilent}
		case <-ctx.Done():
			stop()
			return ctx.Err()
		}
	}
}

// wholeLines splits at ends of lines. What a line that breaks leaves behind is not a line: it may
// lack its end.
func wholeLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	advance, token, err = bufio.ScanLines(data, atEOF)
	if atEOF && advance == len(data) && advance > 0 && data[len(data)-1] != '\n' {
		if json.Valid(data) { // the last line of an answer that is not a stream
			return advance, token, nil
		}
		return 0, nil, io.ErrUnexpectedEOF
	}
	return advance, token, err
}

// retry is the pause before the n-th attempt, from 0, to open a stream that has broken.
func retry(n int) time.Duration {
	d := firstRetry
	for range n {
		if d *= 2; d >= lastRetry {
			return lastRetry
		}
	}
	return d
}

// wait lets time pass; false when ctx has ended first.
func (c *Client) wait(ctx context.Context, d time.Duration) bool {
	over, stop := c.Clock.After(d)
	defer stop()
	select {
	case <-over:
		return true
	case <-ctx.Done():
		return false
	}
}

// last tells whether an error of a stream will be the same the next time.
func last(err error) bool {
	var refused *Error
	return errors.As(err, &refused) && refused.Status < 500
}

// follow keeps a stream open: when it breaks it is opened again with growing pauses. state is told
// of each change: nil when it stands, else why it does not. It ends with ctx, when take or the server
// says that there is nothing more (errEnded of take), and when the server refuses the stream.
func (c *Client) follow(ctx context.Context, q call, state func(error), take func(line []byte) error) error {
	for n := 0; ; n++ {
		err := c.stream(ctx, q, func() { state(nil) }, func(line []byte) error {
			n = 0
			return take(line)
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var over *overError
		if errors.As(err, &over) {
			return over.why
		}
		if last(err) {
			return err
		}
		state(err)
		if errors.Is(err, errEnded) && q.single {
			return err
		}
		if !c.wait(ctx, retry(n)) {
			return ctx.Err()
		}
	}
}

// overError has follow end for good.
type overError struct{ why error }

func (e *overError) Error() string { return "over" }

// each reads a stream that comes to an end by itself, such as a list.
func each[T any](ctx context.Context, c *Client, q call, take func(T) error) error {
	err := c.stream(ctx, q, nil, func(line []byte) error {
		if len(line) == 0 {
			return nil
		}
		var v T
		if err := unmarshal(line, &v); err != nil {
			return err
		}
		return take(v)
	})
	if errors.Is(err, errEnded) {
		return nil
	}
	return err
}

// unmarshal reads one line.
func unmarshal(line []byte, into any) error {
	if err := json.Unmarshal(line, into); err != nil {
		return &AnswerError{err}
	}
	return nil
}
