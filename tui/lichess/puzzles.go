package lichess

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn/puzzle"
	"rookery/variants"
)

// PuzzleDifficulties are how hard puzzles may be beside the player's rating there, the easiest first.
var PuzzleDifficulties = []string{"easiest", "easier", "normal", "harder", "hardest"}

// PuzzleBatch is how many puzzles are asked for at a time; lichess gives 50 at most.
const PuzzleBatch = 15

// sentPuzzle is a puzzle as lichess sends it, with the game up to the move that makes it.
type sentPuzzle struct {
	Game struct {
		ID  string `json:"id"`
		PGN string `json:"pgn"`
	} `json:"game"`
	Puzzle struct {
		ID       string   `json:"id"`
		Rating   int      `json:"rating"`
		Plays    int      `json:"plays"`
		Solution []string `json:"solution"`
		Themes   []string `json:"themes"`
	} `json:"puzzle"`
}

// mostSolution is how many moves a solution may have that is believed.
const mostSolution = 60

// puzzle judges what was sent.
func (s *sentPuzzle) puzzle() (p puzzle.Puzzle, err error) {
	sans := strings.Fields(s.Game.PGN)
	id := s.Puzzle.ID
	if len(sans) == 0 || len(sans) > mostMoves || len(s.Puzzle.Solution) == 0 || len(s.Puzzle.Solution) > mostSolution || id == "" || len(id) > 20 || strings.Trim(id, tokenLetters) != "" {
		return p, &AnswerError{errors.New("no puzzle")}
	}
	game, err := chess.NewGameFEN(variants.Chess, "")
	if err != nil {
		return p, err
	}
	for _, san := range sans {
		if _, err := game.PlaySAN(san); err != nil {
			return p, &AnswerError{err}
		}
	}
	before := game.BoardAt(game.Ply() - 1)
	p = puzzle.Puzzle{ID: id, FEN: before.FEN(), Rating: min(max(s.Puzzle.Rating, 0), 9999), Plays: max(s.Puzzle.Plays, 0)}
	moves := []string{chess.UCI(before, game.Moves()[game.Ply()-1])}
	p.Moves = strings.Join(append(moves, s.Puzzle.Solution...), " ")
	for _, theme := range s.Puzzle.Themes {
		if theme != "" && len(theme) < 40 && strings.Trim(theme, tokenLetters) == "" && len(p.Themes) < 400 {
			p.Themes = strings.TrimSpace(p.Themes + " " + theme)
		}
	}
	if _, _, err := p.Line(); err != nil {
		return p, &AnswerError{err}
	}
	return p, nil
}

// Puzzles asks for some puzzles of a theme, empty for any, of one of the PuzzleDifficulties. With a login they are
// near the player's rating there, and new to him.
func (c *Client) Puzzles(ctx context.Context, theme, difficulty string) (all []puzzle.Puzzle, err error) {
	if theme == "" {
		theme = "mix"
	}
	q := url.Values{"nb": {strconv.Itoa(PuzzleBatch)}}
	if slices.Contains(PuzzleDifficulties, difficulty) {
		q.Set("difficulty", difficulty)
	}
	var got struct {
		Puzzles []sentPuzzle `json:"puzzles"`
	}
	if err := c.do(ctx, call{method: "GET", path: path("api", "puzzle", "batch", theme), query: q}, &got); err != nil {
		return nil, err
	}
	var fault error
	for i := range got.Puzzles[:min(len(got.Puzzles), 50)] {
		p, err := got.Puzzles[i].puzzle()
		if fault = err; err == nil {
			all = append(all, p)
		}
	}
	if len(all) == 0 && fault == nil {
		fault = errors.New("lichess has no such puzzles")
	}
	if len(all) > 0 {
		fault = nil
	}
	return all, fault
}

// DailyPuzzle asks for the puzzle of the day.
func (c *Client) DailyPuzzle(ctx context.Context) (puzzle.Puzzle, error) {
	var got sentPuzzle
	if err := c.do(ctx, call{method: "GET", path: "/api/puzzle/daily"}, &got); err != nil {
		return puzzle.Puzzle{}, err
	}
	return got.puzzle()
}

// SendPuzzle tells how a puzzle went; it changes the player's rating there, by as much as is given back.
func (c *Client) SendPuzzle(ctx context.Context, theme, id string, won bool) (change int, err error) {
	if theme == "" {
		theme = "mix"
	}
	type solution struct {
		ID    string `json:"id"`
		Win   bool   `json:"win"`
		Rated bool   `json:"rated"`
	}
	body := map[string][]solution{"solutions": {{id, won, true}}}
	var got struct {
		Rounds []struct {
			ID   string `json:"id"`
			Diff int    `json:"ratingDiff"`
		} `json:"rounds"`
	}
	if err := c.do(ctx, call{method: "POST", path: path("api", "puzzle", "batch", theme), body: body}, &got); err != nil {
		return 0, err
	}
	for _, r := range got.Rounds {
		if r.ID == id {
			change = min(max(r.Diff, -1000), 1000)
		}
	}
	return change, nil
}
