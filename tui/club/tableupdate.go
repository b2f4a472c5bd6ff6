package club

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/boardinput"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// Update implements screen.
func (t *TableScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	if _, tick := msg.(TableTickMsg); !tick {
		t.Frame = nil
	}
	cmd := t.heard(msg)
	return t, tea.Batch(cmd, t.recall())
}

// heard does what a message says.
func (t *TableScreen) heard(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return t.pressed(msg)
	case tea.MouseMsg:
		if t.Known {
			return t.Clicked(msg)
		}
	case ui.ThemeMsg:
		t.Redress()
	case ui.RevealedMsg:
		if _, seated := t.Me(); seated && t.Snap.Next != "" {
			return t.findNext()
		}
	case ui.OpeningsMsg:
		t.Openings.Table = msg.Table
	case tableJoinedMsg:
		if msg.wire == t.Wire {
			return t.joined(msg.err)
		}
	case TableShownMsg:
		if msg.Wire == t.Wire && t.Gone == nil {
			return tea.Batch(t.takeIn(msg.Snap), t.Wire.next())
		}
	case tableClosedMsg:
		if msg.wire == t.Wire && t.Gone == nil {
			t.closed(msg.err)
		}
	case tableDidMsg:
		if msg.wire == t.Wire {
			t.did(msg)
		}
	case tablePastMsg:
		if msg.wire == t.Wire && msg.ply <= t.Snap.Ply {
			t.Past[msg.ply] = msg.view
			t.Redraw()
		}
	case tableNextMsg:
		if msg.wire == t.Wire {
			return t.S.Replace(t, NewTableScreen(t.S, msg.table))
		}
	case TableTickMsg:
		if msg.Wire == t.Wire && msg.Serial == t.Ticks {
			return t.ticked()
		}
	case tableSlowMsg:
		if msg.wire == t.Wire && t.Sent != nil && t.Sent.ply == msg.ply {
			t.Sent.slow = true
		}
	}
	return nil
}

// joined begins to listen, or says why there is nothing to listen to.
func (t *TableScreen) joined(err error) tea.Cmd {
	if err != nil {
		t.Gone = err
		return nil
	}
	return t.Wire.next()
}

// recall asks for the view of an earlier position that is on the screen and not
// known yet.
func (t *TableScreen) recall() tea.Cmd {
	if !t.Known || t.Live() || t.Game != nil || t.asked[t.Shown] || t.Gone != nil {
		return nil
	}
	t.asked[t.Shown] = true
	return t.Wire.past(t.Shown)
}

// pressed gives a key to what waits for one: a question, a choice, an offer;
// then to the keys of the game; then to the line.
func (t *TableScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case !t.Known:
		if key.Matches(msg, t.Keys.Menu) {
			return t.S.Pop(t)
		}
		return nil
	case t.Asking != nil:
		return t.Answer(msg, t.pressed)
	case t.Chooser != nil:
		return t.Chose(msg)
	case msg.Paste:
		t.write(msg)
		return nil
	}
	if cmd, done := t.Acted(msg); done {
		return cmd
	}
	if t.Line.Empty() {
		if cmd, done := t.freely(msg); done {
			return cmd
		}
	} else if key.Matches(msg, t.Keys.Send) {
		return t.enter()
	}
	return t.write(msg)
}

// write gives a key to the line, which has more room for what is said than for
// a move.
func (t *TableScreen) write(msg tea.KeyMsg) tea.Cmd {
	t.Line.Field.CharLimit = boardinput.LongestInput
	if text := t.Line.Text(); text == "" && len(msg.Runes) > 0 && string(msg.Runes[:1]) == chatSign || len(text) > 0 && text[:1] == chatSign {
		t.Line.Field.CharLimit = lobby.MaxChat + len(chatSign)
	}
	return t.Wrote(msg)
}

// freely does what keys mean on an empty line: the answer to an offer first.
func (t *TableScreen) freely(msg tea.KeyMsg) (tea.Cmd, bool) {
	if t.OfferText() != "" {
		switch {
		case key.Matches(msg, t.also.Yes):
			return t.respond(true), true
		case key.Matches(msg, t.also.No):
			t.denied = true
			return t.respond(false), true
		}
	}
	if t.Gone != nil && key.Matches(msg, t.Keys.Send) {
		return t.sitDown(), true
	}
	return t.Steered(msg)
}
