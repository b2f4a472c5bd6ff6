package lichess

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"rookery/pgn/safefile"
)

// MostImport is how long a game may be that is sent, in bytes.
const MostImport = 1 << 20

// Import sends a game and gives its address.
func (c *Client) Import(ctx context.Context, pgn string) (address string, err error) {
	switch {
	case strings.TrimSpace(pgn) == "":
		return "", errors.New("there is no game to send")
	case len(pgn) > MostImport:
		return "", errors.New("this is more than one game: send one")
	}
	var got struct {
		ID  string `json:"id"`
		URL string `json:"url"`
	}
	if err := c.do(ctx, call{method: "POST", path: "/api/import", form: url.Values{"pgn": {pgn}}}, &got); err != nil {
		return "", err
	}
	if got.ID == "" || strings.Trim(got.ID, tokenLetters) != "" {
		return "", &AnswerError{errors.New("no ID")}
	}
	return c.Server() + "/" + got.ID, nil
}

// mostGame is how long one game may be in a download, in bytes.
const mostGame = 1 << 20

// Download adds to a file the games of a user that are newer than its last one, the oldest first, and
// tells how many those are. What has come whole is kept also where it breaks off.
func (c *Client) Download(ctx context.Context, user, file string, most int) (n int, err error) {
	since, known, err := lastOf(file)
	if err != nil {
		return 0, err
	}
	q := url.Values{"sort": {"dateAsc"}, "clocks": {"true"}, "evals": {"true"}, "opening": {"true"}}
	if most > 0 {
		q.Set("max", strconv.Itoa(most+len(known)))
	}
	if !since.IsZero() {
		q.Set("since", strconv.FormatInt(max(since.UnixMilli(), 1356998400070), 10))
	}
	fresh, err := os.CreateTemp("", "rookery-games-*.pgn")
	if err != nil {
		return 0, err
	}
	defer os.Remove(fresh.Name())
	defer fresh.Close()
	n, broke := c.fetch(ctx, call{method: "GET", path: path("api", "games", "user", user), query: q, accept: pgnType}, fresh, known)
	if n == 0 {
		return 0, broke
	}
	if _, err := fresh.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	err = safefile.Replace(file, func(w io.Writer, old io.Reader) error {
		if old != nil {
			if _, err := io.Copy(w, old); err != nil {
				return err
			}
		}
		_, err := io.Copy(w, fresh)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, broke
}

// fetch writes the games of an answer that are not known, each when it is whole.
func (c *Client) fetch(ctx context.Context, q call, w io.Writer, known map[string]bool) (n int, err error) {
	var game strings.Builder
	moves := false // the game has come to its moves
	flush := func() error {
		text := strings.TrimSpace(game.String())
		game.Reset()
		if moves = false; text == "" || known[siteOf(text)] {
			return nil
		}
		n++
		_, err := io.WriteString(w, text+"\n\n")
		return err
	}
	err = c.lines(ctx, q, func(line string) error {
		if moves && strings.HasPrefix(line, "[") && !strings.HasPrefix(line, "[%") {
			if err := flush(); err != nil {
				return err
			}
		}
		if line != "" && !strings.HasPrefix(line, "[") {
			moves = true
		}
		if game.Len()+len(line) > mostGame {
			return &AnswerError{errLong}
		}
		game.WriteString(line)
		game.WriteByte('\n')
		return nil
	})
	if err == nil {
		err = flush()
	}
	return n, err
}

// lines reads an answer that may be long, line by line, for as long as something comes.
func (c *Client) lines(ctx context.Context, q call, take func(string) error) error {
	err := c.stream(ctx, q, nil, func(line []byte) error { return take(string(line)) })
	if errors.Is(err, errEnded) {
		return nil
	}
	return err
}

// siteOf is the address of a game.
func siteOf(game string) string { return tagOf(game, "Site") }

func tagOf(game, name string) string {
	_, rest, ok := strings.Cut(game, "["+name+" \"")
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, "\"")
	return value
}

// lastOf finds the time of the newest game of a file, and the addresses of the games of that second.
func lastOf(file string) (last time.Time, known map[string]bool, err error) {
	known = make(map[string]bool)
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return last, known, nil
	}
	if err != nil {
		return last, nil, err
	}
	defer f.Close()
	var site, date, clock string
	take := func() {
		at, err := time.Parse("2006.01.02 15:04:05", date+" "+clock)
		switch {
		case err != nil || site == "":
		case at.After(last):
			last, known = at, map[string]bool{site: true}
		case at.Equal(last):
			known[site] = true
		}
	}
	in := bufio.NewScanner(f)
	in.Buffer(nil, mostGame)
	for in.Scan() {
		line := in.Text()
		switch {
		case strings.HasPrefix(line, "[Event "):
			take()
			site, date, clock = "", "", ""
		case strings.HasPrefix(line, "[Site "):
			site = tagOf(line, "Site")
		case strings.HasPrefix(line, "[UTCDate "):
			date = tagOf(line, "UTCDate")
		case strings.HasPrefix(line, "[UTCTime "):
			clock = tagOf(line, "UTCTime")
		}
	}
	take()
	if err := in.Err(); err != nil {
		return last, nil, fmt.Errorf("%s: %w", file, err)
	}
	return last, known, nil
}
