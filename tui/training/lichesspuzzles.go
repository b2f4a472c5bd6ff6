package training

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn/puzzle"
	"rookery/tui/lichess"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// lichessWait is how long lichess is waited for.
const lichessWait = 20 * time.Second

// lichessRun is where the puzzles of a run come from, a batch at a time.
type lichessRun struct {
	theme, difficulty string
	asking            bool
	fresh             bool // the puzzles have just come
}

// Messages of puzzles from lichess.
type (
	batchMsg struct { // puzzles, for the menu that begins a run or for a run that goes on
		menu *PuzzleMenu
		run  *play.PuzzleRun
		of   *lichessRun
		set  []puzzle.Puzzle
		err  error
	}
	resultSentMsg struct {
		game   *play.PuzzleGame
		change int
		err    error
	}
)

// fetch asks for puzzles; daily for that of the day. It logs in by the kept token first, so that they are near the
// player's rating there.
func (l *lichessRun) fetch(s *ui.Session, daily bool, reply batchMsg) tea.Cmd {
	o := s.Online
	login := o.Account == nil
	client := o.Client
	if !login {
		client = o.Account.Client()
	}
	theme, difficulty := l.theme, l.difficulty
	ask := func(ctx context.Context, client *lichess.Client) tea.Msg {
		if daily {
			var p puzzle.Puzzle
			p, reply.err = client.DailyPuzzle(ctx)
			reply.set = []puzzle.Puzzle{p}
			return reply
		}
		reply.set, reply.err = client.Puzzles(ctx, theme, difficulty)
		return reply
	}
	if !login {
		return func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), lichessWait)
			defer cancel()
			return ask(ctx, client)
		}
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), lichessWait)
		defer cancel()
		a, err := o.LogIn(ctx)
		if err != nil { // whoever has no login gets puzzles, too
			return ask(ctx, client)
		}
		answer := ask(ctx, a.Client())
		return tea.BatchMsg{func() tea.Msg { return ui.LoggedInMsg{Account: a} }, func() tea.Msg { return answer }}
	}
}

// lichessItems are the rows of the menu for lichess's puzzles.
func (m *PuzzleMenu) lichessItems(add func(ui.Item, func() tea.Cmd)) {
	if m.s.Online == nil || m.path != "" {
		return
	}
	t, g := m.s.Text, m.s.Signs()
	note := ""
	if m.asking {
		note = t("Asking lichess") + m.s.Glyphs().Ellipsis
	}
	add(ui.Item{Label: t("Puzzles from lichess"), Note: note, About: t("New ones from lichess.org, of the theme and difficulty above, near your rating there."), Gap: true}, func() tea.Cmd { return m.askLichess(false) })
	add(ui.Item{Label: t("Daily puzzle"), About: t("The same for all players of lichess today.")}, func() tea.Cmd { return m.askLichess(true) })
	value := "no"
	if m.s.Habits.SendPuzzles {
		value = "yes"
	}
	add(ui.Item{Label: t("Send results"), Note: g.Left + " " + t(value) + " " + g.Right, About: t("yes: what you solve of lichess's puzzles counts for your rating there. Needs a login.")}, func() tea.Cmd {
		m.s.Habits.SendPuzzles = !m.s.Habits.SendPuzzles
		m.fill()
		return m.s.SaveHabits()
	})
}

// askLichess begins a run of lichess's puzzles.
func (m *PuzzleMenu) askLichess(daily bool) tea.Cmd {
	if m.asking {
		return nil
	}
	if m.variant != "" {
		return ui.Toast("lichess has puzzles of chess only")
	}
	l := &lichessRun{theme: m.theme, difficulty: lichess.PuzzleDifficulties[min(m.harder, len(lichess.PuzzleDifficulties)-1)]}
	m.asking = true
	m.fill()
	return l.fetch(m.s, daily, batchMsg{menu: m, of: l})
}

// batchCame begins the run.
func (m *PuzzleMenu) batchCame(msg batchMsg) tea.Cmd {
	m.asking = false
	m.fill()
	if msg.err != nil {
		return ui.Fail(msg.err)
	}
	run, err := play.NewPuzzleRun(play.RatedPuzzles, msg.set, puzzle.Filter{}, m.record, m.s.Seed(), m.s.Now())
	if err != nil {
		return ui.Fail(err)
	}
	run.Theme = msg.of.theme
	sc, err := newPuzzleScreen(m.s, run)
	if err != nil {
		return ui.Fail(err)
	}
	sc.lichess = msg.of
	return m.s.Push(m, sc)
}

// nextFromLichess takes the puzzle that was done out, and asks for more when there are none.
func (p *PuzzleScreen) nextFromLichess() (cmd tea.Cmd, asked bool) {
	if p.lichess.fresh {
		p.lichess.fresh = false
		return nil, false
	}
	if p.Run.Drop() {
		return nil, false
	}
	if !p.lichess.asking {
		p.lichess.asking = true
		p.Say("Asking lichess")
		return p.lichess.fetch(p.S, false, batchMsg{run: p.Run, of: p.lichess}), true
	}
	return nil, true
}

// fromLichess takes what lichess says.
func (p *PuzzleScreen) fromLichess(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case batchMsg:
		if msg.run != p.Run {
			return nil
		}
		p.lichess.asking = false
		if msg.err != nil {
			p.Complain(ui.ErrorText(msg.err))
			return nil
		}
		p.Run.Set, p.lichess.fresh = msg.set, true
		return p.next()
	case resultSentMsg:
		switch {
		case msg.err != nil:
			return ui.Fail(fmt.Errorf("the result was not sent: %w", msg.err))
		case msg.game == p.puzzle:
			return ui.Toast("Your puzzle rating at lichess: " + fmt.Sprintf("%+d", msg.change))
		}
	}
	return nil
}

// sendResult tells lichess how a puzzle went, where the player wants that.
func (p *PuzzleScreen) sendResult() tea.Cmd {
	if p.lichess == nil || !p.S.Habits.SendPuzzles || p.S.Online.Account == nil {
		return nil
	}
	client, game, theme := p.S.Online.Account.Client(), p.puzzle, p.lichess.theme
	id, won := game.Puzzle.ID, game.Solved()
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), lichessWait)
		defer cancel()
		change, err := client.SendPuzzle(ctx, theme, id, won)
		return resultSentMsg{game, change, err}
	}
}
