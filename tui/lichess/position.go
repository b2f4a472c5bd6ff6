package lichess

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/tui/remote"
	"rookery/variants"
)

// The hosts beside lichess.org. Another server answers for them itself.
const (
	explorerHost  = "explorer.lichess.org"
	tablebaseHost = "tablebase.lichess.org"
)

// Source is whose games the opening explorer counts.
type Source struct {
	Name   string // "masters", "lichess" for the rated games of all players, "player" for one
	Player string
	Colour chess.Color // of that player
}

// Played is what was played in a position, by the opening explorer.
type Played struct {
	White, Draws, Black int // results of all games
	Opening             string
	Moves               []PlayedMove
	Games               []PlayedGame // some, the best or the latest
	// Queue is how many players are indexed before this one; the answer is not whole yet.
	Queue int
}

// PlayedMove is a move that was played, and the results of its games.
type PlayedMove struct {
	chess.Move
	SAN                 string
	White, Draws, Black int
	Rating              int // the average of who played it, or of a player's opponents
}

// PlayedGame is a game in which a move was played.
type PlayedGame struct {
	ID            string
	Move          chess.Move
	White, Black  string
	Rating        [2]int // by Color; 0 where it is not known
	Result, Month string
}

// Games are all games of a move.
func (m PlayedMove) Games() int { return m.White + m.Draws + m.Black }

// mostPlayed is how many moves are asked for.
const mostPlayed = 12

// errRules says that a service does not know the rules.
var errRules = errors.New("the explorer does not know these rules")

// results are how games ended.
type results struct {
	White int `json:"white"`
	Draws int `json:"draws"`
	Black int `json:"black"`
}

func (r results) sound() bool { return r.White >= 0 && r.Draws >= 0 && r.Black >= 0 }

// explored is an answer of the explorer.
type explored struct {
	results
	Queue   int `json:"queuePosition"`
	Opening *struct {
		ECO  string `json:"eco"`
		Name string `json:"name"`
	} `json:"opening"`
	Moves []struct {
		results
		UCI      string `json:"uci"`
		Rating   int    `json:"averageRating"`
		Opponent int    `json:"averageOpponentRating"`
	} `json:"moves"`
	Top    []exploredGame `json:"topGames"`
	Recent []exploredGame `json:"recentGames"`
}

type exploredGame struct {
	UCI    string `json:"uci"`
	ID     string `json:"id"`
	Winner string `json:"winner"`
	White  struct {
		Name   string `json:"name"`
		Rating int    `json:"rating"`
	} `json:"white"`
	Black struct {
		Name   string `json:"name"`
		Rating int    `json:"rating"`
	} `json:"black"`
	Year  float64 `json:"year"`
	Month string  `json:"month"`
}

// Explore asks the explorer what was played in a position. The games of a player are perhaps still being
// counted: then take gets what there is, until the last answer is returned. take may be nil.
func (c *Client) Explore(ctx context.Context, from Source, b chess.Board, take func(Played)) (p Played, err error) {
	got, err := c.explore(ctx, from, b, take)
	if err != nil {
		return p, err
	}
	return got.played(b)
}

// explore is Explore with the answer as it came; it has been judged once.
func (c *Client) explore(ctx context.Context, from Source, b chess.Board, take func(Played)) (got explored, err error) {
	key, ok := Key(b.Rules())
	if !ok || from.Name == "masters" && key != "standard" {
		return got, errRules
	}
	q := call{method: "GET", host: explorerHost, path: path(from.Name), query: url.Values{"fen": {b.FEN()}, "moves": {strconv.Itoa(mostPlayed)}}}
	switch from.Name {
	case "lichess":
		q.query.Set("variant", key)
	case "player":
		q.query.Set("variant", key)
		q.query.Set("player", from.Player)
		q.query.Set("color", [2]string{"white", "black"}[from.Colour])
		err := each(ctx, c, q, func(line explored) error {
			p, err := line.played(b)
			if got = line; err == nil && take != nil {
				take(p)
			}
			return err
		})
		return got, err
	}
	if err = c.do(ctx, q, &got); err == nil {
		_, err = got.played(b)
	}
	return got, err
}

// played judges an answer.
func (got *explored) played(b chess.Board) (Played, error) {
	p := Played{White: got.White, Draws: got.Draws, Black: got.Black, Queue: max(got.Queue, 0)}
	if !got.sound() {
		return p, &AnswerError{errors.New("a count below nothing")}
	}
	if got.Opening != nil {
		p.Opening = remote.CleanLine(got.Opening.ECO+" "+got.Opening.Name, mostTitle)
	}
	for _, m := range got.Moves[:min(len(got.Moves), mostPlayed)] {
		move, err := chess.ParseUCI(b, m.UCI)
		if err == nil && !m.sound() {
			err = errors.New("a count below nothing")
		}
		if err != nil {
			return p, &AnswerError{err}
		}
		rating := min(max(m.Rating, m.Opponent, 0), 9999)
		p.Moves = append(p.Moves, PlayedMove{move, chess.MoveText(b, move), m.White, m.Draws, m.Black, rating})
	}
	for _, g := range append(got.Top, got.Recent...) {
		move, err := chess.ParseUCI(b, g.UCI)
		if err != nil || g.ID == "" || strings.Trim(g.ID, tokenLetters) != "" || len(p.Games) >= 40 {
			continue
		}
		month := remote.CleanLine(g.Month, 10)
		if month == "" && g.Year > 0 && g.Year < 9999 {
			month = strconv.Itoa(int(g.Year))
		}
		p.Games = append(p.Games, PlayedGame{
			ID: g.ID, Move: move, White: remote.CleanLine(g.White.Name, mostName), Black: remote.CleanLine(g.Black.Name, mostName),
			Rating: [2]int{min(max(g.White.Rating, 0), 9999), min(max(g.Black.Rating, 0), 9999)}, Month: month,
			Result: map[string]string{"white": "1-0", "black": "0-1", "": "1/2-1/2"}[g.Winner],
		})
	}
	return p, nil
}

// GamePGN is a game of the explorer, or any other by its ID.
func (c *Client) GamePGN(ctx context.Context, from Source, id string) (string, error) {
	q := call{method: "GET", path: path("game", "export", id), accept: pgnType}
	if from.Name == "masters" {
		q = call{method: "GET", host: explorerHost, path: path("masters", "pgn", id), accept: pgnType}
	}
	text, err := c.read(ctx, q)
	if err == nil && len(text) > mostGame {
		err = &AnswerError{errLong}
	}
	return string(text), err
}

// CloudLine is a line of the cloud's evaluation, from White's point of view.
type CloudLine struct {
	Centipawns int
	Mate       int // in moves, 0 for none
	First      chess.Move
	Moves      []string
}

// Cloud asks how engines have judged a position: the best lines, and how deep they looked. The error
// is ErrNotFound where nobody has.
func (c *Client) Cloud(ctx context.Context, b chess.Board) (depth int, lines []CloudLine, err error) {
	got, err := c.cloud(ctx, b)
	if err != nil {
		return 0, nil, err
	}
	return got.judge(b)
}

// clouded is an answer of the cloud.
type clouded struct {
	Depth int `json:"depth"`
	PVs   []struct {
		CP    int    `json:"cp"`
		Mate  int    `json:"mate"`
		Moves string `json:"moves"`
	} `json:"pvs"`
}

func (c *Client) cloud(ctx context.Context, b chess.Board) (got clouded, err error) {
	key, ok := Key(b.Rules())
	if !ok {
		return got, ErrNotFound
	}
	q := url.Values{"fen": {b.FEN()}, "multiPv": {"3"}, "variant": {key}}
	err = c.do(ctx, call{method: "GET", path: "/api/cloud-eval", query: q}, &got)
	if errors.Is(err, ErrNotFound) {
		err = ErrNotFound // whatever the server's words are
	}
	return got, err
}

// judge reads the lines of an answer.
func (got *clouded) judge(b chess.Board) (depth int, lines []CloudLine, err error) {
	for _, pv := range got.PVs[:min(len(got.PVs), 5)] {
		line, at := CloudLine{Centipawns: pv.CP, Mate: pv.Mate}, b.Clone()
		for _, uci := range strings.Fields(pv.Moves)[:min(len(strings.Fields(pv.Moves)), 12)] {
			m, err := chess.ParseUCI(at, uci)
			if err != nil {
				return 0, nil, &AnswerError{err}
			}
			if len(line.Moves) == 0 {
				line.First = m
			}
			line.Moves = append(line.Moves, chess.MoveText(at, m))
			at.Make(m)
		}
		if len(line.Moves) > 0 {
			lines = append(lines, line)
		}
	}
	return got.Depth, lines, nil
}

// Exact is what tables of endings say of a position, for who is to move, and of its moves, for who
// is to move after them.
type Exact struct {
	Category string
	DTZ, DTM int         // half-moves to the next capture or pawn move, and to mate; 0 where they are not known
	Moves    []ExactMove // the best first
}

// ExactMove is a move and what it leads to.
type ExactMove struct {
	chess.Move
	SAN, Category string
	DTZ, DTM      int
}

// categories are the words of the tables.
var categories = []string{"win", "unknown", "syzygy-win", "maybe-win", "cursed-win", "draw", "blessed-loss", "maybe-loss", "syzygy-loss", "loss"}

// CategoryWords says what the tables have found, for who is to move or has moved.
func CategoryWords(category string) string { return categoryWords[category] }

var categoryWords = map[string]string{
	"win": "win", "loss": "loss", "draw": "draw", "unknown": "not known",
	"cursed-win": "win, but drawn by the 50-move rule", "blessed-loss": "loss, but drawn by the 50-move rule",
	"syzygy-win": "win, or drawn by the 50-move rule", "syzygy-loss": "loss, or drawn by the 50-move rule",
	"maybe-win": "win, or drawn by the 50-move rule", "maybe-loss": "loss, or drawn by the 50-move rule",
}

// plies is a distance that is believed, without its sign.
func plies(n int) int { return min(max(n, -n), 2000) }

// Opposite is what a category comes to for the other side.
func Opposite(category string) string {
	for _, pair := range [][2]string{{"cursed-win", "blessed-loss"}, {"win", "loss"}} {
		for i := range pair {
			if rest, ok := strings.CutSuffix(category, pair[i]); ok {
				return rest + pair[1-i]
			}
		}
	}
	return category
}

// InTables tells whether a position has few enough pieces for the tables of endings, and they are for its rules.
func InTables(b chess.Board) bool {
	_, ok := variants.LichessTables(b.Rules())
	pieces := 0
	for _, cell := range b.View(chess.Everyone).Cells {
		if cell.Piece != 0 {
			pieces++
		}
	}
	return ok && pieces <= mostTable
}

// mostTable is how many pieces a position of the tables has at most.
const mostTable = 8

// Table asks the tables of endings.
func (c *Client) Table(ctx context.Context, b chess.Board) (e Exact, err error) {
	got, err := c.table(ctx, b)
	if err != nil {
		return e, err
	}
	return got.judge(b)
}

// tabled is an answer of the tables.
type tabled struct {
	Category string `json:"category"`
	DTZ      int    `json:"dtz"`
	DTM      int    `json:"dtm"`
	Moves    []struct {
		UCI      string `json:"uci"`
		Category string `json:"category"`
		DTZ      int    `json:"dtz"`
		DTM      int    `json:"dtm"`
	} `json:"moves"`
}

func (c *Client) table(ctx context.Context, b chess.Board) (got tabled, err error) {
	if !InTables(b) {
		return got, ErrNotFound
	}
	at, _ := variants.LichessTables(b.Rules())
	err = c.do(ctx, call{method: "GET", host: tablebaseHost, path: path(at), query: url.Values{"fen": {b.FEN()}}, open: true}, &got)
	return got, err
}

// judge reads the verdict of an answer.
func (got *tabled) judge(b chess.Board) (e Exact, err error) {
	if !slices.Contains(categories, got.Category) {
		return e, &AnswerError{errors.New("no such category")}
	}
	e.Category, e.DTZ, e.DTM = got.Category, plies(got.DTZ), plies(got.DTM)
	for _, m := range got.Moves[:min(len(got.Moves), 300)] {
		move, err := chess.ParseUCI(b, m.UCI)
		if err != nil || !slices.Contains(categories, m.Category) {
			return e, &AnswerError{err}
		}
		e.Moves = append(e.Moves, ExactMove{move, chess.MoveText(b, move), m.Category, plies(m.DTZ), plies(m.DTM)})
	}
	return e, nil
}
