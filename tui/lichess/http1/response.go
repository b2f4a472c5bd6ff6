package http1

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"net/textproto"
	"strconv"
	"strings"
)

// Response is the answer of a server. Whoever gets it reads its body to the end or closes it.
type Response struct {
	Status int    // such as [OK]
	Reason string // the server's words for it
	Header textproto.MIMEHeader
	Body   io.ReadCloser
	in     io.Reader // what Body reads, unpacked from the pieces that it comes in; nil where there is none
	last   bool      // the server closes the connection behind it
}

// The statuses that programs here ask for.
const (
	OK              = 200
	Unauthorized    = 401
	Forbidden       = 403
	NotFound        = 404
	TooManyRequests = 429

	noContent, notModified = 204, 304
)

// errAnswer refuses what is no answer by HTTP/1.1.
var errAnswer = errors.New("the answer is no HTTP")

// readResponse reads the head of an answer. Where its body ends is told by RFC 9112, section 6.3; no request here is
// one whose answer goes by another rule.
func readResponse(in *bufio.Reader) (*Response, error) {
	text := textproto.NewReader(in)
	line, err := text.ReadLine()
	if err != nil {
		return nil, cut(err)
	}
	proto, status, _ := strings.Cut(line, " ")
	code, reason, _ := strings.Cut(status, " ")
	n, err := strconv.ParseUint(code, 10, 16)
	if err != nil || len(code) != 3 || n < 100 || proto != "HTTP/1.1" && proto != "HTTP/1.0" {
		return nil, errAnswer
	}
	r := &Response{Status: int(n), Reason: reason}
	if r.Header, err = text.ReadMIMEHeader(); err != nil {
		return nil, cut(err)
	}
	r.last = proto == "HTTP/1.0"
	for _, words := range r.Header["Connection"] {
		for word := range strings.SplitSeq(words, ",") {
			r.last = r.last || strings.EqualFold(strings.TrimSpace(word), "close")
		}
	}
	coding, length := r.Header["Transfer-Encoding"], r.Header["Content-Length"]
	switch {
	case n < 200 || n == noContent || n == notModified:
	case len(coding) > 0:
		if len(coding) > 1 || !strings.EqualFold(coding[0], "chunked") {
			return nil, errAnswer
		}
		r.in = &chunkedReader{in: in}
	case len(length) > 0:
		n, err := strconv.ParseUint(length[0], 10, 63)
		for _, other := range length[1:] {
			if other != length[0] {
				err = errAnswer
			}
		}
		if err != nil {
			return nil, errAnswer
		}
		if n > 0 {
			r.in = &countedReader{in, n}
		}
	default:
		r.in, r.last = in, true
	}
	return r, nil
}

// cut says that an answer has broken off, where it has.
func cut(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// countedReader reads a body whose length is known.
type countedReader struct {
	in   io.Reader
	left uint64
}

func (c *countedReader) Read(p []byte) (int, error) {
	if c.left == 0 {
		return 0, io.EOF
	}
	n, err := c.in.Read(p[:min(uint64(len(p)), c.left)])
	c.left -= uint64(n)
	return n, cut(err)
}

// chunkedReader reads a body that comes in chunks (RFC 9112, section 7.1).
type chunkedReader struct {
	in    *bufio.Reader
	chunk countedReader
	begun bool
	err   error
}

func (c *chunkedReader) Read(p []byte) (n int, err error) {
	if c.chunk.left == 0 && c.err == nil {
		c.err = c.next()
	}
	if c.err == nil {
		n, c.err = c.chunk.Read(p)
	}
	return n, c.err
}

// next reads the end of a chunk and the head of the next one. The error is [io.EOF] behind the last.
func (c *chunkedReader) next() error {
	if c.begun {
		if end, err := c.line(); err != nil || end != "" {
			return cmp.Or(err, errAnswer)
		}
	}
	c.begun = true
	head, err := c.line()
	if err != nil {
		return err
	}
	size, _, _ := strings.Cut(head, ";") // extensions mean nothing here
	n, err := strconv.ParseUint(strings.TrimRight(size, " \t"), 16, 63)
	if err != nil {
		return errAnswer
	}
	c.chunk = countedReader{c.in, n}
	if n > 0 {
		return nil
	}
	for { // trailers
		if line, err := c.line(); err != nil || line == "" {
			return cmp.Or(err, io.EOF)
		}
	}
}

// line reads a line, which may be as long as the buffer.
func (c *chunkedReader) line() (string, error) {
	line, err := c.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		err = errAnswer
	}
	return strings.TrimRight(string(line), "\r\n"), cut(err)
}
