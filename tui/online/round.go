package online

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lichess"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// roundKeys are those of a round.
type roundKeys struct {
	ui.MenuKeys
	View, Standings key.Binding
}

// NewRoundKeys are the usual ones.
func NewRoundKeys() roundKeys {
	k := roundKeys{MenuKeys: ui.NewMenuKeys(), View: ui.Bind("v", "all games in the viewer", "v"), Standings: ui.Bind("s", "standings", "s")}
	k.Open.SetHelp(k.Open.Help().Key, "watch")
	for _, off := range []*key.Binding{&k.Delete, &k.Analyse, &k.Tour, &k.Quit, &k.Digit} {
		off.SetEnabled(false)
	}
	return k
}

// round is the table of a round of a broadcast, as its games stand.
type round struct {
	s             *ui.Session
	keys          roundKeys
	of            lichess.Broadcast
	round         lichess.Round
	line          *lichess.Boards
	boards        []lichess.Board
	list          ui.List
	said          string
	bad           bool
	width, height int
}

func newRound(s *ui.Session, of lichess.Broadcast, r lichess.Round) *round {
	return &round{s: s, keys: ui.Bound(s, NewRoundKeys()), of: of, round: r, said: "Asking lichess"}
}

// roundMsg tells that something has changed in a round.
type roundMsg struct{ of *lichess.Boards }

// Init opens the line to the round.
func (r *round) Init() tea.Cmd {
	if r.line != nil {
		return nil
	}
	r.line = client(r.s).FollowRound(r.round.ID)
	return r.listen()
}

// listen waits for the next change, as long as it takes.
func (r *round) listen() tea.Cmd {
	line := r.line
	return func() tea.Msg {
		return ui.AwaitMsg{Wait: func() tea.Msg {
			select {
			case <-line.C():
				return roundMsg{line}
			case <-line.Done():
				return nil
			}
		}}
	}
}

// Close leaves the round.
func (r *round) Close() {
	if r.line != nil {
		r.line.Leave()
	}
}

func (r *round) SetSize(width, height int) { r.width, r.height = width, height }
func (r *round) Title() string             { return draw.Clean(r.of.Name + ", " + r.round.Name) }

func (r *round) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case roundMsg:
		if msg.of == r.line {
			r.fill()
			return r, r.listen()
		}
	case remoteOpenedMsg:
		if msg.of != r {
			break
		}
		r.said, r.bad = "", false
		if msg.err != nil {
			r.said, r.bad = ui.ErrorText(msg.err), true
			return r, nil
		}
		return r, r.s.Push(r, msg.screen)
	case tea.MouseMsg:
		if r.list.Clicked(msg, listTop) {
			return r, r.watch()
		}
	case tea.KeyMsg:
		return r, r.pressed(msg)
	}
	return r, nil
}

func (r *round) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, r.keys.Back):
		return r.s.Pop(r)
	case key.Matches(msg, r.keys.Standings):
		return r.s.Push(r, standings(r.s, r.of))
	case key.Matches(msg, r.keys.View):
		r.said, r.bad = "Asking lichess", false
		c, id := client(r.s), r.round.ID
		return games(r.s, r, "round-"+id, func(ctx context.Context) ([]byte, error) { return c.RoundPGN(ctx, id) })
	case len(r.boards) == 0:
	case ui.MoveMenu(&r.list, &r.keys.MenuKeys, msg):
	case key.Matches(msg, r.keys.Open):
		return r.watch()
	}
	return nil
}

// watch opens the board that is chosen.
func (r *round) watch() tea.Cmd {
	return r.s.Open(r, ui.SitAt{House: RoundHouse{Round: r.line}, ID: r.boards[r.list.At].ID})
}

// fill takes the games as they stand.
func (r *round) fill() {
	boards, told, err := r.line.List()
	r.boards, r.said, r.bad = boards, "", false
	switch {
	case err != nil:
		r.said, r.bad = ui.ErrorText(err), true
	case !told:
		r.said = "Asking lichess"
	case len(boards) == 0:
		r.said = "There are no games yet"
	}
	items := make([]ui.Item, len(boards))
	for i, b := range boards {
		items[i] = ui.Item{Label: rated(b, 0) + " – " + rated(b, 1), Note: r.note(b)}
	}
	r.list.Refill(items)
}

// rated is a player of a board with the rating.
func rated(b lichess.Board, c int) string {
	name := draw.Clean(b.Players[c].Name)
	if b.Ratings[c].Value > 0 {
		name += fmt.Sprintf(" %d", b.Ratings[c].Value)
	}
	return name
}

// note is the result of a board, or its last move and the clocks.
func (r *round) note(b lichess.Board) string {
	if b.Result != "*" {
		return b.Result
	}
	parts := []string{}
	if b.Last != "" {
		number, san, _ := strings.Cut(b.Last, ".")
		dots := len(san) - len(strings.TrimLeft(san, "."))
		parts = append(parts, number+"."+san[:dots]+r.s.Notation().Move(san[dots:]))
	}
	if b.Left[0] > 0 && b.Left[1] > 0 {
		parts = append(parts, play.ClockText(b.Left[0])+" – "+play.ClockText(b.Left[1]))
	}
	return strings.Join(parts, "  ")
}

func (r *round) View() string {
	th := r.s.Theme
	status := ""
	if r.round.Ongoing {
		status = r.s.Text("live")
	}
	rows := []string{draw.TitleBar(th, r.width, r.Title(), status), ""}
	for _, row := range r.list.Render(r.s, r.width-4, max(r.height-4, 1), false) {
		rows = append(rows, "  "+row)
	}
	return said(r.s, rows, r.said, r.bad, r.width, r.height)
}

func (r *round) ShortHelp() []key.Binding {
	k := r.keys
	return []key.Binding{k.Open, ui.PairOf(ui.MoveCursor, k.Up, k.Down), ui.Brief(k.View, "viewer"), k.Standings, k.Back}
}

func (r *round) FullHelp() [][]key.Binding {
	k := r.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Open, &k.View, &k.Standings, &k.Back)}
}

// RoundHouse is where the games of a round are watched.
type RoundHouse struct {
	stand
	Round *lichess.Boards
}

// Join implements [ui.House].
func (h RoundHouse) Join(ctx context.Context, id string) (remote.TableLine, error) {
	line, err := h.Round.Join(ctx, id)
	if err != nil {
		return nil, err
	}
	return line, nil
}

// Broadcast implements [ui.BroadcastHouse].
func (RoundHouse) Broadcast() {}

// standings is the table of a broadcast.
func standings(s *ui.Session, of lichess.Broadcast) *remoteList {
	c := client(s)
	return newRemoteList(s, s.Text(fmt.Sprintf("Standings of %s", lang.Name(of.Name))), func(ctx context.Context) ([]remoteItem, error) {
		all, err := c.Standings(ctx, of.ID)
		if errors.Is(err, lichess.ErrNotFound) {
			err = nil
		}
		var items []remoteItem
		for i, p := range all {
			rank := p.Rank
			if rank == 0 {
				rank = i + 1
			}
			name := strings.TrimSpace(p.Title + " " + p.Name)
			note := fmt.Sprintf("%g/%d", p.Score, p.Played)
			if p.Rating > 0 {
				note += fmt.Sprintf("  %d", p.Rating)
			}
			items = append(items, remoteItem{name: fmt.Sprintf("%3d  %s", rank, name), note: note})
		}
		return items, err
	})
}
