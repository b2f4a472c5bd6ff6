package table

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lobby/archive"
)

// ratedMsg brings what a game has done to the ratings of its players.
type ratedMsg struct {
	conn    *Conn
	changes [2]archive.Change
	rated   bool
}

// fetchRatings waits until the archive has the game and asks for the ratings.
func (t *Screen) fetchRatings() tea.Cmd {
	house, conn, id := t.House, t.Conn, t.Snap.Table
	if !t.Snap.Terms.Rated || t.Snap.Aborted {
		return nil
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		changes, rated, err := house.Ratings(ctx, id)
		if err != nil {
			return nil // the archive tells whoever looks there
		}
		return ratedMsg{conn, changes, rated}
	}
}

// ratedName is a player with the rating: before the game, and what the game has made of it.
func (t *Screen) ratedName(c chess.Color) string {
	name, r := t.Snap.Players[c].Name, t.Snap.Ratings[c]
	if t.rated != nil && t.rated.rated {
		before, after := t.rated.changes[c].Before, t.rated.changes[c].After
		return fmt.Sprintf("%s %s (%+d)", name, archive.ShownRating(after), archive.Rounded(after)-archive.Rounded(before))
	}
	return r.Beside(name)
}

// ratedText says whether the game is rated; a short one may turn out not to be.
func (t *Screen) ratedText() string {
	if t.rated != nil && !t.rated.rated {
		return t.S.Text("not rated")
	}
	return t.S.Text("rated")
}
