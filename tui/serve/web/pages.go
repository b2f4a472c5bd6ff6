package web

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"html/template"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/variants"
)

//go:embed templates/*.html
var templateFiles embed.FS

// templates are those of all pages. Each page hands itself over as the data, and says texts by its
// methods T and F in the language of its visitor.
var templates = template.Must(template.New("").Funcs(template.FuncMap{"static": assetPath}).ParseFS(templateFiles, "templates/*.html"))

// page is what every page has.
type page struct {
	Lang  *lang.Language
	Tag   string // of the language
	Title string
	Path  string // of the page, without what follows a question mark
	Who   string // the player whose browser it is; empty for a guest
	Local bool   // the page may be framed by others, and leads out of its frame
}

func (s *Server) page(r *http.Request, title string) page {
	return page{Lang: languageOf(r), Tag: languageTag(r), Title: title, Path: r.URL.Path}
}

// T is a text in the language of the page.
func (p page) T(english string) string { return p.Lang.Text(english) }

// F is a text into which something is put.
func (p page) F(format string, args ...any) string { return p.Lang.Sprintf(format, args...) }

// N is a text that counts something.
func (p page) N(n int, one, several string) string { return p.Lang.Plural(n, one, several) }

// choice is a language that the page can be read in.
type choice struct {
	Tag, Name string
	Here      bool
}

// Languages are those of the program.
func (p page) Languages() (all []choice) {
	names := lang.Names()
	for i, tag := range lang.Tags() {
		all = append(all, choice{tag, names[i], tag == p.Tag})
	}
	return all
}

// show writes a page.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		panic(err)
	}
	keepLanguage(w, r)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Add("Vary", "Accept-Language, Cookie")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

// sorry is a page that says what is wrong.
type sorry struct {
	page
	Why string
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, status int, why string) {
	p := sorry{page: s.page(r, http.StatusText(status)), Why: why}
	p.Title = p.T(why)
	s.show(w, r, status, "error.html", p)
}

func (s *Server) missing(w http.ResponseWriter, r *http.Request) {
	s.fail(w, r, http.StatusNotFound, "there is no such page")
}

// broken is for what the store could not answer.
func (s *Server) broken(w http.ResponseWriter, r *http.Request, err error) {
	s.cfg.Log.Error("a page cannot be made", "path", clipped(r.URL.Path), "err", clipped(err.Error()))
	s.fail(w, r, http.StatusServiceUnavailable, "this page cannot be shown right now: try again in a moment")
}

// frontPage says what this is, who plays, and how to come.
type frontPage struct {
	page
	SSH, Fingerprint string
	Games            []gameRow
	Seeks            []seekRow
	Tournaments      []tournamentRow
	Players          []playerRow
	Guests           int
}

// gameList is a table of games.
type gameList struct {
	Page     page
	Games    []gameRow
	Finished bool
}

// List is the table of the page's games.
func (p frontPage) List() gameList  { return gameList{p.page, p.Games, false} }
func (p playerPage) List() gameList { return gameList{p.page, p.Games, true} }

type gameRow struct {
	ID, White, Black, Variant, Clock string
	Result, Date                     string // of a finished game
	Moves, Watched                   int
	Rated                            bool
}

type seekRow struct {
	Who, Variant, Clock string
	Rated               bool
}

type playerRow struct{ Name, State string }

// mostRows is how long lists of the pages are.
const mostRows = 50

func (s *Server) front(w http.ResponseWriter, r *http.Request) {
	view := s.cfg.Lobby.View()
	p := frontPage{page: s.page(r, "Rookery"), SSH: s.sshCommand(r), Fingerprint: s.cfg.Sessions.Fingerprint()}
	for _, g := range view.Games[:min(len(view.Games), mostRows)] {
		p.Games = append(p.Games, gameRow{ID: g.Table, White: nameOf(g.Players[0]), Black: nameOf(g.Players[1]),
			Variant: p.variantName(g.Terms), Clock: p.clockText(g.Terms.Control), Moves: (g.Ply + 1) / 2, Watched: g.Watched, Rated: g.Terms.Rated})
	}
	for _, k := range view.Seeks[:min(len(view.Seeks), mostRows)] {
		p.Seeks = append(p.Seeks, seekRow{nameOf(k.From), p.variantName(k.Terms), p.clockText(k.Terms.Control), k.Terms.Rated})
	}
	p.Tournaments = s.tournamentRows(p.page)
	for _, h := range view.Here {
		switch {
		case h.Guest:
			p.Guests++
		case len(p.Players) < mostRows:
			p.Players = append(p.Players, playerRow{nameOf(h.Player), p.T(h.State)})
		}
	}
	s.show(w, r, http.StatusOK, "front.html", p)
}

// nameOf is the name of a player without what a page must not show.
func nameOf(p remote.Player) string { return draw.Clean(p.Name) }

// variantName is what a game of some terms is called.
func (p page) variantName(t remote.Terms) string {
	v, err := archive.VariantOf(t)
	if err != nil {
		return draw.Clean(strings.Join(t.Parts, "+"))
	}
	return draw.Clean(p.T(v.Name))
}

func (p page) clockText(c chess.Control) string {
	if c.None() {
		return p.T("no clock")
	}
	return c.String()
}

// hostName is what a request may call the server: anything else is not written into a page.
var hostName = regexp.MustCompile(`^[A-Za-z0-9.-]{1,253}$|^[0-9a-fA-F:]{2,45}$`)

// sshCommand is how to come with an SSH client.
func (s *Server) sshCommand(r *http.Request) string {
	host, port, err := net.SplitHostPort(s.cfg.SSH)
	if err != nil {
		host, port = s.cfg.SSH, "22"
	}
	if host == "" {
		asked := r.Host
		if s.public != nil {
			asked = s.public.Host
		}
		if h, _, err := net.SplitHostPort(asked); err == nil {
			asked = h
		}
		if host = strings.Trim(asked, "[]"); !hostName.MatchString(host) {
			host = "HOST"
		}
	}
	if port == "22" {
		return "ssh " + host
	}
	return "ssh -p " + port + " " + host
}

// address is the public address of a path, for links that are copied.
func (s *Server) address(r *http.Request, path string) string {
	if s.public != nil {
		return s.public.Scheme + "://" + s.public.Host + path
	}
	scheme := "http"
	if secure(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host + path
}

// playerPage is what is known of a player.
type playerPage struct {
	page
	Name    string
	Records []recordRow
	Games   []gameRow
	All     int
}

type recordRow struct {
	Variant, Speed      string
	Rating              string
	Games               int
	Wins, Draws, Losses int
}

func (s *Server) player(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if len(name) > 100 {
		s.missing(w, r)
		return
	}
	ctx := r.Context()
	who, err := s.cfg.Lobby.Named(ctx, name)
	if errors.Is(err, lobby.ErrNoAccount) {
		s.fail(w, r, http.StatusNotFound, "there is no such player")
		return
	}
	p := playerPage{page: s.page(r, nameOf(who)), Name: nameOf(who)}
	var records []archive.Record
	var games []archive.Game
	if s.cfg.Archive != nil && err == nil {
		if records, err = s.cfg.Archive.Stats(ctx, who.ID); err == nil {
			games, p.All, err = s.cfg.Archive.Games(ctx, archive.Filter{Player: who.ID}, archive.Page{Limit: mostRows})
		}
	}
	if err != nil {
		s.broken(w, r, err)
		return
	}
	for _, k := range records {
		row := recordRow{Variant: p.T(k.Variant.Name), Speed: p.T(string(k.Speed)), Games: k.All(), Wins: k.Wins, Draws: k.Draws, Losses: k.Losses}
		if k.Games > 0 {
			row.Rating = k.Shown().String()
		}
		p.Records = append(p.Records, row)
	}
	for _, g := range games {
		p.Games = append(p.Games, p.finishedRow(g))
	}
	s.show(w, r, http.StatusOK, "player.html", p)
}

func (p page) finishedRow(g archive.Game) gameRow {
	control, _ := chess.ParseControl(g.Control)
	return gameRow{ID: g.ID, White: nameOf(g.Players[0]), Black: nameOf(g.Players[1]), Variant: p.T(g.Variant.Name), Clock: p.clockText(control),
		Result: resultText(g.Outcome.Result), Date: g.Ended.UTC().Format(time.DateOnly), Moves: (g.Plies + 1) / 2, Rated: g.Rated}
}

// resultText is a result as people write it.
func resultText(r chess.Result) string {
	switch r {
	case chess.Drawn:
		return "½–½"
	case chess.WhiteStalemates:
		return "¾–¼"
	case chess.BlackStalemates:
		return "¼–¾"
	}
	return strings.Replace(r.String(), "-", "–", 1)
}

const (
	mostFEN     = 512 // bytes
	mostVariant = 120
	mostParts   = 6
	mostMarks   = 4
)

// position draws any position of any variant as a picture for links, in SVG or PNG.
func (s *Server) position(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	fen, name := q.Get("fen"), cmp.Or(q.Get("variant"), "chess")
	parts := strings.Split(name, "+")
	if len(fen) > mostFEN || len(name) > mostVariant || len(parts) > mostParts {
		http.Error(w, "the position or the variant is too long", http.StatusBadRequest)
		return
	}
	v, err := variants.Custom(parts...)
	var b chess.Board
	if err == nil {
		b, err = chess.NewBoard(v.Rules, fen)
	}
	if err != nil {
		http.Error(w, draw.Clean(err.Error()), http.StatusBadRequest)
		return
	}
	d := draw.Diagram{View: b.View(chess.Everyone), Layout: b.Layout(), Flip: q.Get("flip") == "1"}
	if last := q.Get("last"); last != "" && len(last) <= 40 {
		for _, square := range strings.SplitN(last, ",", mostMarks) {
			if sq, ok := d.Layout.Square(square); ok {
				d.Marked = append(d.Marked, sq)
			}
		}
	}
	if r.URL.Path == "/position.png" {
		s.preview(w, &d, "public, max-age=86400")
		return
	}
	p := s.page(r, "")
	d.Title, d.Description = p.turnText(b.Turn()), p.piecesText(d.View, d.Layout)
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", onlyPicture)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, max-age=86400")
	h.Add("Vary", "Accept-Language, Cookie")
	w.Write([]byte(d.SVG()))
}

// turnText says who is to move.
func (p page) turnText(c chess.Color) string { return p.T(play.SideName(c) + " to move") }

// piecesText lists the pieces of a view for those who do not see the board: "white king e1".
func (p page) piecesText(v chess.View, l *chess.Layout) string {
	type named struct{ what, where string }
	var all []named
	for _, c := range []chess.Color{chess.White, chess.Black} {
		for r := chess.King; r >= chess.Pawn; r-- {
			var squares []string
			for i, cell := range v.Cells {
				if cell.Piece == chess.PieceOf(c, r) && cell.Piece != 0 {
					squares = append(squares, l.SquareName(chess.Square(i)))
				}
			}
			if slices.Sort(squares); len(squares) > 0 {
				all = append(all, named{p.T(c.String() + " " + r.String()), strings.Join(squares, " ")})
			}
		}
	}
	texts := make([]string, len(all))
	for i, n := range all {
		texts[i] = n.what + " " + n.where
	}
	return strings.Join(texts, ", ")
}

// within bounds what a page asks of the store.
func within(r *http.Request) (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.Context(), 5*time.Second)
}
