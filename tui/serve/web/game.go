package web

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// gameID is what the name of a game looks like; nothing else is looked up.
var gameID = regexp.MustCompile(`^[a-z0-9]{1,40}$`)

// gamePage is a game, running or finished, at one of its positions.
type gamePage struct {
	page
	ID             string
	White, Black   sidePage
	Upper, Lower   *sidePage // as the board is turned
	Variant, Clock string
	Date           string
	Rated          bool
	Flip           bool
	Board          template.HTML
	diagram        *draw.Diagram // that Board is
	Rows           []moveRow
	First, Skip    int // number of the first row, and 1 where Black began
	Ply, Last      int
	At             bool   // the newest position is shown
	Live           bool   // the game goes on
	Hidden         bool   // fog keeps it from being shown
	Status         string // who is to move, or how it ended
	Watched        int
	Address        string // of the page, to be copied
	Preview        string // address of its picture
	Frame          string // the code of an iframe
	Size           int    // of the iframe's height
}

// sidePage is a player at the board.
type sidePage struct {
	Color, Name, Rating string
	Link                string // of the player's page; empty for a guest
	Left                string // on the clock; empty without one
	Milliseconds        int64
	Running             bool
	Result              string
}

// moveRow is a move of both sides.
type moveRow struct {
	Number int
	Moves  [2]moveCell
}

type moveCell struct {
	Text string
	Ply  int // 0 where there is none
	Here bool
}

// game shows a game, or gives it as PGN.
func (s *Server) game(w http.ResponseWriter, r *http.Request) {
	if id, ok := strings.CutSuffix(r.PathValue("id"), ".pgn"); ok {
		s.sheet(w, r, id)
		return
	}
	id, picture := strings.CutSuffix(r.PathValue("id"), ".png")
	p, err := s.gamePage(r, id)
	if err != nil {
		s.noGame(w, r, err)
		return
	}
	if picture {
		s.preview(w, p.diagram, "public, max-age=60") // it goes on
		return
	}
	s.show(w, r, http.StatusOK, "game.html", p)
}

// embed is the board of a game alone, for a frame in another page.
func (s *Server) embed(w http.ResponseWriter, r *http.Request) {
	p, err := s.gamePage(r, r.PathValue("id"))
	w.Header().Set("Content-Security-Policy", anyFrames)
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	w.Header().Del("Cross-Origin-Opener-Policy")
	if err != nil {
		s.noGame(w, r, err)
		return
	}
	p.White.Link, p.Black.Link = "", "" // no other page can stand in the frame
	s.show(w, r, http.StatusOK, "embed.html", p)
}

func (s *Server) noGame(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, archive.ErrNoGame) {
		s.fail(w, r, http.StatusNotFound, "there is no such game, or it was aborted")
		return
	}
	s.broken(w, r, err)
}

// sheet gives a finished game as PGN.
func (s *Server) sheet(w http.ResponseWriter, r *http.Request, id string) {
	err := archive.ErrNoGame
	var text string
	if gameID.MatchString(id) && s.cfg.Archive != nil {
		ctx, cancel := within(r)
		defer cancel()
		text, err = s.cfg.Archive.Sheet(ctx, id)
	}
	if err != nil {
		s.noGame(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+id+`.pgn"`)
	w.Write([]byte(text))
}

// gamePage finds a game among those that go on, else in the archive.
func (s *Server) gamePage(r *http.Request, id string) (*gamePage, error) {
	if !gameID.MatchString(id) {
		return nil, archive.ErrNoGame
	}
	q := r.URL.Query()
	p := &gamePage{page: s.page(r, ""), ID: id, Flip: q.Get("flip") == "1", Ply: -1}
	if n, err := strconv.Atoi(q.Get("ply")); err == nil && n >= 0 {
		p.Ply = n
	}
	var err error
	if table, running := s.cfg.Lobby.Table(id); running == nil {
		err = p.running(table)
	} else {
		ctx, cancel := within(r)
		defer cancel()
		err = p.finished(ctx, s.cfg.Archive)
	}
	if err != nil {
		return nil, err
	}
	p.Upper, p.Lower = &p.Black, &p.White
	if p.Flip {
		p.Upper, p.Lower = p.Lower, p.Upper
	}
	p.Title = p.White.Name + " – " + p.Black.Name
	p.Address = s.address(r, "/game/"+id)
	p.Preview = s.address(r, "/game/"+id+".png")
	if p.Ply != p.Last {
		p.Preview += "?ply=" + strconv.Itoa(p.Ply)
	}
	p.Size = 560
	p.Frame = `<iframe src="` + s.address(r, "/embed/"+id) + `" width="420" height="` + strconv.Itoa(p.Size) + `" title="` +
		template.HTMLEscapeString(p.Title) + `" loading="lazy"></iframe>`
	return p, nil
}

// running fills the page with a game that is at a table.
func (p *gamePage) running(table *lobby.Table) error {
	reader := table.Watch()
	defer reader.Leave()
	snap := <-reader.C()
	rules, err := snap.Terms.Rules()
	if err != nil {
		return err
	}
	p.terms(snap.Terms)
	p.Watched, p.Live, p.Date = snap.Watched-1, !snap.Over(), snap.Began.UTC().Format(time.DateOnly)
	p.White, p.Black = side(chess.White, snap.Players, snap.Ratings), side(chess.Black, snap.Players, snap.Ratings)
	p.clocks(snap)
	p.Status = statusText(p.page, snap)
	p.Hidden = snap.Start == ""
	if p.Hidden {
		p.moves(make([]string, snap.Ply), chess.White, 1)
		return p.draw(rules, snap.View, nil, snap.Turn)
	}
	g, err := chess.NewGameFEN(rules, snap.Start)
	if err != nil {
		return err
	}
	for _, text := range snap.Moves {
		if _, err := g.PlaySAN(text); err != nil {
			return err
		}
	}
	return p.at(g, snap.Moves)
}

// side is a player of a running game.
func side(c chess.Color, players [2]remote.Player, ratings [2]remote.Rating) sidePage {
	who := players[c]
	s := sidePage{Color: c.String(), Name: nameOf(who), Rating: ratings[c].String()}
	if !who.Guest {
		s.Link = "/player/" + url.PathEscape(who.Name)
	}
	return s
}

// terms says what is played.
func (p *gamePage) terms(t remote.Terms) {
	p.Variant, p.Clock, p.Rated = p.variantName(t), p.clockText(t.Control), t.Rated
}

// clocks sets both clocks as they stand now.
func (p *gamePage) clocks(snap remote.Snapshot) {
	if snap.Terms.Control.None() {
		return
	}
	for c, s := range []*sidePage{&p.White, &p.Black} {
		s.Left, s.Milliseconds = play.ClockText(snap.Left[c]), snap.Left[c].Milliseconds()
		s.Running = snap.Running && snap.Turn == chess.Color(c)
	}
}

// statusText says who is to move, or how a game ended.
func statusText(p page, snap remote.Snapshot) string {
	switch {
	case snap.Aborted:
		return p.T("The game was aborted")
	case snap.Over():
		return endText(p, snap.Outcome)
	case snap.Outage != "":
		return p.T(snap.Outage)
	}
	return p.turnText(snap.Turn)
}

func endText(p page, o chess.Outcome) string {
	return resultText(o.Result) + " · " + lang.UpperFirst(p.T(play.OutcomeText(o)))
}

// finished fills the page with a game of the archive.
func (p *gamePage) finished(ctx context.Context, a archive.Archive) error {
	if a == nil {
		return archive.ErrNoGame
	}
	text, err := a.Sheet(ctx, p.ID)
	if err != nil {
		return err
	}
	sheet, err := pgn.NewReader(strings.NewReader(text)).Read()
	if err == nil {
		err = sheet.Err
	}
	if err != nil {
		return err
	}
	tag := func(name string) string { return draw.Clean(sheet.Tags.Value(name)) }
	for c, s := range []*sidePage{&p.White, &p.Black} {
		color := chess.Color(c)
		s.Color, s.Name = color.String(), tag(play.SideName(color))
		s.Rating = tag(play.SideName(color) + "Elo")
		if !strings.HasPrefix(s.Name, "guest-") {
			s.Link = "/player/" + url.PathEscape(s.Name)
		}
	}
	p.Variant = draw.Clean(p.T(sheet.Rules.Name))
	p.Date = strings.ReplaceAll(tag("UTCDate"), ".", "-")
	if p.Date == "" {
		p.Date = strings.ReplaceAll(tag("Date"), ".", "-")
	}
	p.Clock = tag("TimeControl")
	b, err := sheet.Board()
	if err != nil {
		return err
	}
	g, err := chess.NewGameFEN(sheet.Rules, b.FEN())
	if err != nil {
		return err
	}
	for n := sheet.Root.Next(); n != nil; n = n.Next() {
		if err := g.Play(n.Move); err != nil {
			break // what was played until there is shown
		}
	}
	p.Status = resultText(g.Outcome().Result)
	return p.at(g, g.SANs())
}

// at shows the position of a game that was asked for, or the last one.
func (p *gamePage) at(g *chess.Game, sans []string) error {
	p.Last = g.Ply()
	if p.Ply < 0 || p.Ply > p.Last {
		p.Ply = p.Last
	}
	p.At = p.Ply == p.Last
	first := g.BoardAt(0)
	texts := make([]string, len(sans))
	for i, san := range sans {
		texts[i] = p.Lang.Move(san)
	}
	p.moves(texts, first.Turn(), first.View(chess.Everyone).Fullmove)
	b := g.BoardAt(p.Ply)
	view := b.View(chess.Everyone)
	var marked []chess.Square
	if p.Ply > 0 {
		marked = changed(g.BoardAt(p.Ply-1).View(chess.Everyone), view)
	}
	return p.draw(g.Rules(), view, marked, b.Turn())
}

// moves fills the list of moves.
func (p *gamePage) moves(texts []string, first chess.Color, number int) {
	skip := 0
	if first == chess.Black {
		skip = 1
	}
	p.First, p.Skip = number, skip
	p.Rows = make([]moveRow, (len(texts)+skip+1)/2)
	for i := range p.Rows {
		p.Rows[i].Number = number + i
	}
	for i, text := range texts {
		if text == "" {
			text = "…"
		}
		p.Rows[(i+skip)/2].Moves[(i+skip)%2] = moveCell{text, i + 1, i+1 == p.Ply}
	}
}

// changed are the squares that are not as they were.
func changed(before, now chess.View) (squares []chess.Square) {
	for i, cell := range now.Cells {
		if i < len(before.Cells) && before.Cells[i] != cell {
			squares = append(squares, chess.Square(i))
		}
	}
	return squares
}

// draw draws the board.
func (p *gamePage) draw(rules chess.Rules, view chess.View, marked []chess.Square, turn chess.Color) error {
	b, err := chess.NewBoard(rules, "")
	if err != nil {
		return err
	}
	p.diagram = p.picture(b.Layout(), view, marked, turn)
	p.Board = template.HTML(p.diagram.SVG()) // made by draw, which escapes the texts
	return nil
}

// picture is that of a position with its words.
func (p *gamePage) picture(l *chess.Layout, view chess.View, marked []chess.Square, turn chess.Color) *draw.Diagram {
	d := &draw.Diagram{View: view, Layout: l, Flip: p.Flip, Marked: marked, Title: p.turnText(turn)}
	if p.Hidden {
		d.Title = p.T("The position is hidden in the fog until the game ends")
		return d
	}
	d.Description = p.piecesText(view, l)
	return d
}

// Previous and Following are the plies beside the one that is shown.
func (p *gamePage) Previous() int { return max(p.Ply-1, 0) }

func (p *gamePage) Following() int { return min(p.Ply+1, p.Last) }

// Query is what follows the address of the page for another position or the other side.
func (p *gamePage) Query(ply int, flip bool) string {
	q := make(url.Values)
	if ply != p.Last {
		q.Set("ply", strconv.Itoa(ply))
	}
	if flip {
		q.Set("flip", "1")
	}
	if len(q) == 0 {
		return p.Path
	}
	return p.Path + "?" + q.Encode()
}

// same counts how many moves two lists begin with alike.
func same(a, b []string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
