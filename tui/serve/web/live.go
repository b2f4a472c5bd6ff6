package web

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/remote"
)

const (
	// beat is how often something is sent down a stream on which nothing happens, and
	// streamWrite how long a browser may take to accept it.
	beat        = 20 * time.Second
	streamWrite = 10 * time.Second
)

// update is what a page is told of a game: what has changed since it was told last.
type update struct {
	Parts   map[int]string `json:"parts,omitempty"` // of the picture, by their places in draw.Diagram.Parts
	Box     string         `json:"box,omitempty"`   // its viewBox
	Title   string         `json:"title,omitempty"`
	Pieces  string         `json:"pieces,omitempty"` // in words
	Keep    int            `json:"keep"`             // how many moves stay as they are
	Moves   []string       `json:"moves,omitempty"`  // that follow them
	Clocks  [2]int64       `json:"clocks"`           // milliseconds, White's first; -1 for none
	Running int            `json:"running"`          // whose clock runs: 0 or 1; -1 for none
	Status  string         `json:"status"`
	Watched int            `json:"watched"`
	Over    bool           `json:"over,omitempty"`
}

// live is a stream of events of a running game. When the game has ended, it ends.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	table, err := s.cfg.Lobby.Table(id)
	if err != nil || !gameID.MatchString(id) {
		w.WriteHeader(http.StatusNoContent) // a browser asks no more
		return
	}
	out, leave, ok := s.openStream(w, r)
	if !ok {
		return
	}
	defer leave()
	reader := table.Watch()
	defer reader.Leave()
	p := &gamePage{page: s.page(r, ""), ID: id, Flip: r.URL.Query().Get("flip") == "1"}
	tick := time.NewTicker(beat)
	defer tick.Stop()
	told := follower{page: p, reader: reader}
	for {
		select {
		case <-r.Context().Done():
			return
		case <-s.life.Done():
			return
		case <-tick.C:
			if !out.beat() {
				return
			}
		case snap, ok := <-reader.C():
			if !ok {
				return
			}
			u, err := told.next(snap)
			if err != nil {
				s.cfg.Log.Error("a game cannot be shown", "game", id, "err", clipped(err.Error()))
				return
			}
			if !out.send(u) || u.Over {
				return
			}
		}
	}
}

// eventStream sends server-sent events.
type eventStream struct {
	w    http.ResponseWriter
	ctrl *http.ResponseController
}

// openStream opens one for a visitor, or tells him that there are too many; leave makes room for another.
func (s *Server) openStream(w http.ResponseWriter, r *http.Request) (out eventStream, leave func(), ok bool) {
	leave, err := s.cfg.Sessions.Enter(from(r))
	if err != nil {
		w.Header().Set("Retry-After", "60")
		http.Error(w, err.Error(), http.StatusTooManyRequests)
		return out, nil, false
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("X-Accel-Buffering", "no") // for a proxy that would wait for more
	return eventStream{w, http.NewResponseController(w)}, leave, true
}

// write sends a text; false tells that nobody takes it.
func (e eventStream) write(text string) bool {
	if e.ctrl.SetWriteDeadline(time.Now().Add(streamWrite)) != nil {
		return false
	}
	if _, err := io.WriteString(e.w, text); err != nil {
		return false
	}
	return e.ctrl.Flush() == nil
}

func (e eventStream) beat() bool { return e.write(": still here\n\n") }

// send sends an event, in JSON on one line.
func (e eventStream) send(what any) bool {
	var b strings.Builder
	b.WriteString("data: ")
	text := json.NewEncoder(&b) // ends with a line's end
	text.SetEscapeHTML(false)   // a third shorter: it stands in no page
	return text.Encode(what) == nil && e.write(b.String()+"\n")
}

// follower remembers what a page was told of a game.
type follower struct {
	page   *gamePage
	reader *lobby.Reader
	layout *chess.Layout
	parts  []string // of the picture that was sent last
	box    string
	words  string
	moves  []string
}

// next is what has changed.
func (f *follower) next(snap remote.Snapshot) (u update, err error) {
	p := f.page
	if f.layout == nil {
		rules, err := snap.Terms.Rules()
		if err != nil {
			return u, err
		}
		b, err := chess.NewBoard(rules, "")
		if err != nil {
			return u, err
		}
		f.layout = b.Layout()
	}
	p.Hidden = snap.Start == ""
	var marked []chess.Square
	if before, ok := f.reader.Past(snap.Ply - 1); ok && !p.Hidden {
		marked = changed(before, snap.View)
	}
	d := p.picture(f.layout, snap.View, marked, snap.Turn)
	for i, part := range d.Parts() {
		if i >= len(f.parts) {
			f.parts = append(f.parts, "")
		}
		if part != f.parts[i] {
			if u.Parts == nil {
				u.Parts = make(map[int]string)
			}
			f.parts[i], u.Parts[i] = part, part
		}
	}
	if box := d.ViewBox(); box != f.box {
		f.box, u.Box = box, box
	}
	if words := d.Title + d.Description; words != f.words {
		f.words, u.Title, u.Pieces = words, d.Title, d.Description
	}
	texts := make([]string, len(snap.Moves))
	for i, san := range snap.Moves {
		if texts[i] = p.Lang.Move(san); san == "" {
			texts[i] = "…"
		}
	}
	u.Keep = same(f.moves, texts)
	u.Moves, f.moves = texts[u.Keep:], texts
	u.Clocks, u.Running = [2]int64{-1, -1}, -1
	if !snap.Terms.Control.None() {
		u.Clocks = [2]int64{snap.Left[0].Milliseconds(), snap.Left[1].Milliseconds()}
		if snap.Running {
			u.Running = int(snap.Turn)
		}
	}
	u.Status, u.Watched, u.Over = statusText(p.page, snap), snap.Watched, snap.Over()
	return u, nil
}
