package http1

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
)

// read gives an answer's status and body as ours and the standard library read them; ok is false where they refuse it.
func read(text string) (ours, theirs string, ok, want bool) {
	in := func() *bufio.Reader { return bufio.NewReader(iotest.OneByteReader(strings.NewReader(text))) }
	res, err := readResponse(in())
	if err == nil {
		var body []byte
		if res.in != nil {
			body, err = io.ReadAll(res.in)
		}
		ours, ok = http.StatusText(res.Status)+": "+string(body), err == nil
	}
	req, _ := http.NewRequest("GET", "http://localhost/", nil)
	other, err := http.ReadResponse(in(), req)
	if err == nil {
		var body []byte
		body, err = io.ReadAll(other.Body)
		theirs, want = http.StatusText(other.StatusCode)+": "+string(body), err == nil
	}
	return ours, theirs, ok, want
}

// answers are answers of servers, good and bad.
var answers = []string{
	"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, and more",
	"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell",
	"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
	"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nhi",
	"HTTP/1.1 200 OK\nContent-Length: 2\n\nhi",
	"HTTP/1.1 200 OK\r\n\r\nuntil the end",
	"HTTP/1.0 200 OK\r\n\r\nuntil the end",
	"HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello",
	"HTTP/1.1 304 Not Modified\r\n\r\nhello",
	"HTTP/1.1 429 Too Many Requests\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1F;a=b\r\n, this is a chunk with extension\r\n0\r\nX: y\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello,\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\nhello\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("0", 5000) + "5\r\nhello\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhello",
	"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello",
	"HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\nhello",
	"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nh",
	"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhello",
	"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhello",
	"HTTP/1.1 200 OK\r\nno header\r\n\r\nhello",
	"HTTP/1.1 200 OK\r\nX: y",
	"HTTP/1.1 20 OK\r\n\r\n",
	"HTTP/1.1 abc OK\r\n\r\n",
	"HTTP/1.1 -20 OK\r\n\r\n",
	"HTTP/1.1\r\n\r\n",
	"SSH-2.0-x\r\n\r\n",
	"",
}

// TestResponses holds that answers are read as the standard library reads them.
func TestResponses(t *testing.T) {
	for _, text := range answers {
		if ours, theirs, ok, want := read(text); ok != want || ok && ours != theirs {
			t.Errorf("%q: %q (%t), want %q (%t)", text, ours, ok, theirs, want)
		}
	}
}

// FuzzResponses compares them further: what ours reads whole, the standard library reads as the same.
func FuzzResponses(f *testing.F) {
	for _, text := range answers {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if ours, theirs, ok, want := read(text); ok && want && ours != theirs {
			t.Errorf("%q: %q, want %q", text, ours, theirs)
		}
	})
}
