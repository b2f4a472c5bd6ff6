package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lobby"
)

// Update implements screen.
func (t *tableScreen) Update(msg tea.Msg) (screen, tea.Cmd) {
	if _, tick := msg.(tableTickMsg); !tick {
		t.frame = nil
	}
	cmd := t.heard(msg)
	return t, tea.Batch(cmd, t.recall())
}

// heard does what a message says.
func (t *tableScreen) heard(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return t.pressed(msg)
	case tea.MouseMsg:
		if t.known {
			return t.clicked(msg)
		}
	case themeMsg:
		t.redress()
	case revealedMsg:
		if _, seated := t.me(); seated && t.snap.Next != "" {
			return t.findNext()
		}
	case openingsMsg:
		t.openings.table = msg.table
	case tableJoinedMsg:
		if msg.wire == t.wire {
			return t.joined(msg.err)
		}
	case tableShownMsg:
		if msg.wire == t.wire && t.gone == nil {
			return tea.Batch(t.takeIn(msg.snap), t.wire.next())
		}
	case tableClosedMsg:
		if msg.wire == t.wire && t.gone == nil {
			t.closed(msg.err)
		}
	case tableDidMsg:
		if msg.wire == t.wire {
			t.did(msg)
		}
	case tablePastMsg:
		if msg.wire == t.wire && msg.ply <= t.snap.Ply {
			t.past[msg.ply] = msg.view
			t.redraw()
		}
	case tableNextMsg:
		if msg.wire == t.wire {
			return t.s.replace(t, newTableScreen(t.s, msg.table))
		}
	case tableTickMsg:
		if msg.wire == t.wire && msg.serial == t.ticks {
			return t.ticked()
		}
	case tableSlowMsg:
		if msg.wire == t.wire && t.sent != nil && t.sent.ply == msg.ply {
			t.sent.slow = true
		}
	}
	return nil
}

// joined begins to listen, or says why there is nothing to listen to.
func (t *tableScreen) joined(err error) tea.Cmd {
	if err != nil {
		t.gone = err
		return nil
	}
	return t.wire.next()
}

// recall asks for the view of an earlier position that is on the screen and not
// known yet.
func (t *tableScreen) recall() tea.Cmd {
	if !t.known || t.live() || t.game != nil || t.asked[t.shown] || t.gone != nil {
		return nil
	}
	t.asked[t.shown] = true
	return t.wire.past(t.shown)
}

// pressed gives a key to what waits for one: a question, a choice, an offer;
// then to the keys of the game; then to the line.
func (t *tableScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case !t.known:
		if key.Matches(msg, t.keys.Menu) {
			return t.s.pop(t)
		}
		return nil
	case t.asking != nil:
		return t.answer(msg, t.pressed)
	case t.chooser != nil:
		return t.chose(msg)
	case msg.Paste:
		t.write(msg)
		return nil
	}
	if cmd, done := t.acted(msg); done {
		return cmd
	}
	if t.line.empty() {
		if cmd, done := t.freely(msg); done {
			return cmd
		}
	} else if key.Matches(msg, t.keys.Send) {
		return t.enter()
	}
	return t.write(msg)
}

// write gives a key to the line, which has more room for what is said than for
// a move.
func (t *tableScreen) write(msg tea.KeyMsg) tea.Cmd {
	t.line.field.CharLimit = longestInput
	if text := t.line.text(); text == "" && len(msg.Runes) > 0 && string(msg.Runes[:1]) == chatSign || len(text) > 0 && text[:1] == chatSign {
		t.line.field.CharLimit = lobby.MaxChat + len(chatSign)
	}
	return t.wrote(msg)
}

// freely does what keys mean on an empty line: the answer to an offer first.
func (t *tableScreen) freely(msg tea.KeyMsg) (tea.Cmd, bool) {
	if t.offerText() != "" {
		switch {
		case key.Matches(msg, t.also.Yes):
			return t.respond(true), true
		case key.Matches(msg, t.also.No):
			t.denied = true
			return t.respond(false), true
		}
	}
	if t.gone != nil && key.Matches(msg, t.keys.Send) {
		return t.sitDown(), true
	}
	return t.steered(msg)
}
