package viewer

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/ui"
)

// searching is what a viewer looks for, and where its game has it.
type searching struct {
	*library.Search
	stop  context.CancelFunc // of the search among other games; nil when none is under way
	land  int                // +1 goes to the first place in the game that comes, -1 to the last
	of    *pgn.Game
	state int // of the game that found and order belong to
	found map[*pgn.Node]bool
	order []*pgn.Node // of all moves as they are written
}

// searchMsg brings the game in which a viewer goes on searching.
type searchMsg struct {
	to       *Viewer
	search   *library.Search
	game, by int
	err      error
}

// askSearch opens the line for what is looked for.
func (v *Viewer) askSearch() {
	text := ""
	if v.find.Search != nil {
		text = v.find.Text
	}
	v.write(SearchText, text)
	v.Notice = ui.Notice{Text: "words, move, FEN, = this position, white: event: eco:"}
}

// search begins to look for a text; an empty one ends the search.
func (v *Viewer) search(text string) tea.Cmd {
	if text == "" {
		v.Writing = NoText
		v.endSearch()
		return nil
	}
	f, err := library.NewSearch(text, v.S.Lang, v.Game.Rules, v.Board)
	if err != nil {
		v.Notice = ui.FaultOf(err)
		return nil
	}
	v.Writing = NoText
	v.endSearch()
	v.find.Search = f
	v.enableSearch()
	return v.goOn(1)
}

// endSearch forgets what was looked for.
func (v *Viewer) endSearch() {
	v.callOffSearch()
	v.find = searching{}
	v.Notice = ui.Notice{}
	v.enableSearch()
}

// callOffSearch ends the search among other games.
func (v *Viewer) callOffSearch() {
	if v.find.stop != nil {
		v.find.stop()
		v.find.stop = nil
	}
}

// enableSearch gives n and N to the search while there is one.
func (v *Viewer) enableSearch() {
	on := v.find.Search != nil
	v.keys.FindNext.SetEnabled(on)
	v.keys.FindPrev.SetEnabled(on)
	many := v.Games.Len() > 1 && !on
	v.keys.NextGame.SetEnabled(many)
	v.keys.PrevGame.SetEnabled(many)
}

// goOn goes to the next place, or with -1 the one before, where the game has
// what is looked for; behind the last it goes on among the other games.
func (v *Viewer) goOn(by int) tea.Cmd {
	v.callOffSearch()
	v.places()
	if n := v.place(by); n != nil {
		v.goTo(n)
		return nil
	}
	if v.Games.Len() < 2 {
		return v.wrapAround(by)
	}
	return v.leaving(func() tea.Cmd { return v.searchGames(by) })
}

// places finds what is looked for in the present game, unless that is known.
func (v *Viewer) places() {
	s := &v.find
	if s.of == v.Game && s.state == v.Game.State() {
		return
	}
	s.of, s.state, s.order = v.Game, v.Game.State(), nil
	s.found = make(map[*pgn.Node]bool)
	for _, n := range s.Nodes(v.Game) {
		s.found[n] = true
	}
	s.order = appendInOrder(s.order, v.Game.Root)
}

// appendInOrder adds a move and all that follows it in the order in which a game is
// written: a move, the lines that stand for it, what follows.
func appendInOrder(to []*pgn.Node, n *pgn.Node) []*pgn.Node {
	to = append(to, n)
	for len(n.Children) > 0 {
		next := n.Children[0]
		to = append(to, next)
		for _, other := range n.Children[1:] {
			to = appendInOrder(to, other)
		}
		n = next
	}
	return to
}

// place is the next place behind the present move, or before it, nil for none.
func (v *Viewer) place(by int) *pgn.Node {
	order := v.find.order
	at := 0
	for i, n := range order {
		if n == v.Cur {
			at = i
		}
	}
	for i := at + by; i >= 0 && i < len(order); i += by {
		if v.find.found[order[i]] {
			return order[i]
		}
	}
	return nil
}

// end is the first place of the present game, or with -1 the last; nil for none.
func (s *searching) end(by int) *pgn.Node {
	i := 0
	if by < 0 {
		i = len(s.order) - 1
	}
	for ; i >= 0 && i < len(s.order); i += by {
		if s.found[s.order[i]] {
			return s.order[i]
		}
	}
	return nil
}

// wrapAround goes on at the other end of the only game.
func (v *Viewer) wrapAround(by int) tea.Cmd {
	n := v.find.end(by)
	if n == nil {
		text := v.find.Text
		v.endSearch()
		return ui.Fail(fmt.Errorf("%s: no match in this game", draw.Clean(text)))
	}
	if n == v.Cur {
		return ui.Toast("No other match.")
	}
	v.goTo(n)
	return ui.Toast("Search wrapped around.")
}

// searchGames looks among the other games in a command.
func (v *Viewer) searchGames(by int) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	v.find.stop = stop
	v.Notice = ui.Notice{Text: "Searching" + v.S.Signs().More}
	games, f, from := v.Games, v.find.Search, v.index
	return func() tea.Msg {
		defer stop()
		game, err := games.FindNext(ctx, f, from, by)
		if ctx.Err() != nil {
			return nil
		}
		return searchMsg{to: v, search: f, game: game, by: by, err: err}
	}
}

// searchDone goes to the game that was found.
func (v *Viewer) searchDone(msg searchMsg) tea.Cmd {
	if v.find.Search != msg.search || v.find.stop == nil {
		return nil
	}
	v.find.stop = nil
	v.Notice = ui.Notice{}
	switch {
	case msg.err != nil:
		return ui.Fail(msg.err)
	case msg.game < 0:
		text := v.find.Text
		v.endSearch()
		return ui.Fail(fmt.Errorf("%s: no match in any game", draw.Clean(text)))
	case msg.game == v.index:
		n := v.find.end(msg.by)
		switch {
		case n == nil:
			return ui.Toast("Found in this game's tags only.")
		case n == v.Cur:
			return ui.Toast("No other match.")
		}
		v.goTo(n)
		return ui.Toast("Search wrapped around.")
	}
	v.find.land = msg.by
	return v.Load(msg.game)
}

// landed goes to where a game that came up in a search has what is looked for.
func (v *Viewer) landed() {
	by := v.find.land
	v.find.land = 0
	if by == 0 {
		return
	}
	v.places()
	if n := v.find.end(by); n != nil {
		v.goTo(n)
	}
}
