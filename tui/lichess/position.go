package lichess

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/variants"
)

// The hosts beside lichess.org. Another server answers for them itself.
const (
	explorerHost  = "explorer.lichess.org"
	tablebaseHost = "tablebase.lichess.org"
)

// Played is what was played in a position, by the opening explorer.
type Played struct {
	White, Draws, Black int // results of all games
	Opening             string
	Moves               []PlayedMove
}

// PlayedMove is a move that was played, and the results of its games.
type PlayedMove struct {
	SAN                 string
	White, Draws, Black int
	Rating              int // the average of who played it
}

// Games are all games of a move.
func (m PlayedMove) Games() int { return m.White + m.Draws + m.Black }

// mostPlayed is how many moves are asked for.
const mostPlayed = 12

// Explore asks the explorer what was played in a position: "masters", or "lichess" for the rated games of
// all players.
func (c *Client) Explore(ctx context.Context, source string, b chess.Board) (Played, error) {
	key, ok := Key(b.Rules())
	if !ok || source == "masters" && key != "standard" {
		return Played{}, errors.New("the explorer does not know these rules")
	}
	q := url.Values{"fen": {b.FEN()}, "topGames": {"0"}, "moves": {"12"}}
	if source == "lichess" {
		q.Set("variant", key)
		q.Set("recentGames", "0")
	}
	type results struct {
		White int `json:"white"`
		Draws int `json:"draws"`
		Black int `json:"black"`
	}
	var got struct {
		results
		Opening *struct {
			ECO  string `json:"eco"`
			Name string `json:"name"`
		} `json:"opening"`
		Moves []struct {
			results
			UCI    string `json:"uci"`
			Rating int    `json:"averageRating"`
		} `json:"moves"`
	}
	if err := c.do(ctx, call{method: http.MethodGet, host: explorerHost, path: path(source), query: q}, &got); err != nil {
		return Played{}, err
	}
	p := Played{White: got.White, Draws: got.Draws, Black: got.Black}
	if got.Opening != nil {
		p.Opening = lobby.CleanLine(got.Opening.ECO+" "+got.Opening.Name, mostTitle)
	}
	for _, m := range got.Moves[:min(len(got.Moves), mostPlayed)] {
		move, err := chess.ParseUCI(b, m.UCI)
		if err != nil {
			return p, &AnswerError{err}
		}
		p.Moves = append(p.Moves, PlayedMove{chess.MoveText(b, move), m.White, m.Draws, m.Black, m.Rating})
	}
	return p, nil
}

// CloudLine is a line of the cloud's evaluation, from White's point of view.
type CloudLine struct {
	Centipawns int
	Mate       int // in moves, 0 for none
	Moves      []string
}

// Cloud asks how engines have judged a position: the best lines, and how deep they looked. The error
// is ErrNotFound where nobody has.
func (c *Client) Cloud(ctx context.Context, b chess.Board) (depth int, lines []CloudLine, err error) {
	key, ok := Key(b.Rules())
	if !ok {
		return 0, nil, ErrNotFound
	}
	q := url.Values{"fen": {b.FEN()}, "multiPv": {"3"}, "variant": {key}}
	var got struct {
		Depth int `json:"depth"`
		PVs   []struct {
			CP    int    `json:"cp"`
			Mate  int    `json:"mate"`
			Moves string `json:"moves"`
		} `json:"pvs"`
	}
	if err := c.do(ctx, call{method: http.MethodGet, path: "/api/cloud-eval", query: q}, &got); err != nil {
		var refused *Error
		if errors.As(err, &refused) && refused.Status == http.StatusNotFound {
			err = ErrNotFound
		}
		return 0, nil, err
	}
	for _, pv := range got.PVs[:min(len(got.PVs), 5)] {
		line, at := CloudLine{Centipawns: pv.CP, Mate: pv.Mate}, b.Clone()
		for _, uci := range strings.Fields(pv.Moves)[:min(len(strings.Fields(pv.Moves)), 12)] {
			m, err := chess.ParseUCI(at, uci)
			if err != nil {
				return 0, nil, &AnswerError{err}
			}
			line.Moves = append(line.Moves, chess.MoveText(at, m))
			at.Make(m)
		}
		lines = append(lines, line)
	}
	return got.Depth, lines, nil
}

// Exact is what tables of endings say of a position, for who is to move, and of its moves, for who
// is to move after them.
type Exact struct {
	Category string
	Moves    []ExactMove // the best first
}

// ExactMove is a move and what it leads to.
type ExactMove struct{ SAN, Category string }

// categories are the words of the tables.
var categories = []string{"win", "unknown", "syzygy-win", "maybe-win", "cursed-win", "draw", "blessed-loss", "maybe-loss", "syzygy-loss", "loss"}

// mostTable is how many pieces a position of the tables has at most.
const mostTable = 8

// Table asks the tables of endings.
func (c *Client) Table(ctx context.Context, b chess.Board) (e Exact, err error) {
	at, ok := variants.LichessTables(b.Rules())
	pieces := 0
	for _, cell := range b.View(chess.Everyone).Cells {
		if cell.Piece != 0 {
			pieces++
		}
	}
	if !ok || pieces > mostTable {
		return e, ErrNotFound
	}
	var got struct {
		Category string `json:"category"`
		Moves    []struct {
			UCI      string `json:"uci"`
			Category string `json:"category"`
		} `json:"moves"`
	}
	if err := c.do(ctx, call{method: http.MethodGet, host: tablebaseHost, path: path(at), query: url.Values{"fen": {b.FEN()}}, open: true}, &got); err != nil {
		return e, err
	}
	if !slices.Contains(categories, got.Category) {
		return e, &AnswerError{errors.New("no such category")}
	}
	e.Category = got.Category
	for _, m := range got.Moves[:min(len(got.Moves), 300)] {
		move, err := chess.ParseUCI(b, m.UCI)
		if err != nil || !slices.Contains(categories, m.Category) {
			return e, &AnswerError{err}
		}
		e.Moves = append(e.Moves, ExactMove{chess.MoveText(b, move), m.Category})
	}
	return e, nil
}
