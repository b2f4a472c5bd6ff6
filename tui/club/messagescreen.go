package club

import (
	"context"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// MessageScreen is what was written with one player, and the line to write more.
type MessageScreen struct {
	s             *ui.Session
	keys          ui.MessageKeys
	with          remote.Player
	all           []lobby.Message
	known, busy   bool
	mail          int // which of the messages these are, as the lobby numbers them
	line          ui.LineInput
	scrolled      int
	width, height int
}

type (
	// messagesMsg brings the messages.
	messagesMsg struct {
		to  *MessageScreen
		all []lobby.Message
	}
	// sentMsg tells what became of one.
	sentMsg struct {
		from *MessageScreen
		err  error
	}
)

func newMessageScreen(s *ui.Session, with remote.Player) *MessageScreen {
	m := &MessageScreen{s: s, keys: ui.Bound(s, ui.NewMessageKeys()), with: with, line: ui.NewLineInput(s, lobby.MaxMessage)}
	m.line.Prompt = "> "
	m.line.Focus()
	return m
}

func (m *MessageScreen) Init() tea.Cmd {
	m.mail = Of(m.s).Snapshot().Mail
	return clubCall(m.s, func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		err := club.ReadMessages(ctx, me, m.with)
		var all []lobby.Message
		if err == nil {
			all, err = club.Messages(ctx, me)
		}
		if err != nil {
			return ui.FailMsg(err)
		}
		var ours []lobby.Message
		for _, one := range all {
			if one.With(me).ID == m.with.ID {
				ours = append(ours, one)
			}
		}
		return messagesMsg{m, ours}
	})
}

func (m *MessageScreen) SetSize(width, height int) {
	m.width, m.height = width, height
	m.line.Width = max(width-6, 8)
}
func (m *MessageScreen) MinSize() (int, int) { return 40, 10 }
func (m *MessageScreen) Title() string       { return draw.Clean(m.with.Name) }
func (m *MessageScreen) Typing() bool        { return true }

func (m *MessageScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case messagesMsg:
		if msg.to == m {
			m.all, m.known = msg.all, true
		}
	case sentMsg:
		if msg.from == m {
			m.busy = false
			if msg.err != nil {
				return m, ui.Fail(msg.err)
			}
			m.line.Reset()
			m.scrolled = 0
			return m, m.Init()
		}
	case LobbyMsg:
		if m.mail != Of(m.s).Snapshot().Mail {
			return m, m.Init()
		}
	case ui.RevealedMsg:
		return m, m.Init()
	case ui.ThemeMsg:
		m.line.Dress(m.s)
	case tea.KeyMsg:
		return m, m.pressed(msg)
	}
	return m, nil
}

func (m *MessageScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k := m.keys
	switch {
	case key.Matches(msg, k.Back):
		return m.s.Pop(m)
	case key.Matches(msg, k.Older):
		m.scrolled++
	case key.Matches(msg, k.Newer):
		m.scrolled = max(m.scrolled-1, 0)
	case key.Matches(msg, k.Profile):
		return openProfile(m.s, m, m.with)
	case m.busy:
	case key.Matches(msg, k.Send):
		text := m.line.Trimmed()
		if text == "" {
			return nil
		}
		m.busy = true
		return clubCall(m.s, func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
			return sentMsg{m, club.Send(ctx, me, m.with, text)}
		})
	default:
		m.line.Type(msg)
	}
	return nil
}

func (m *MessageScreen) View() string {
	th := m.s.Theme
	width, height := min(m.width-4, 100), m.height-4
	var rows []string
	day := ""
	for _, one := range m.all {
		if d := one.At.Format("2006-01-02"); d != day {
			day = d
			rows = append(rows, th.Faint.Render(day))
		}
		who, style := draw.Clean(one.From.Name), th.Accent
		if one.From.ID == Of(m.s).Me.ID {
			who, style = m.s.Text("you"), th.Good
		}
		head := one.At.Format("15:04") + " "
		for i, row := range draw.Wrap(who+": "+draw.Clean(one.Text), width-len(head)) {
			if text, ok := strings.CutPrefix(row, who+":"); i == 0 && ok {
				rows = append(rows, th.Faint.Render(head)+style.Render(who+":")+th.Text.Render(text))
			} else {
				rows = append(rows, strings.Repeat(" ", len(head))+th.Text.Render(row))
			}
		}
	}
	if m.known && len(rows) == 0 {
		rows = append(rows, th.Faint.Render(draw.Cut(m.s.Text("No messages yet."), width)))
	}
	m.scrolled = max(min(m.scrolled, len(rows)-height), 0)
	end := len(rows) - m.scrolled
	shown := rows[max(end-height, 0):end]
	out := make([]string, m.height)
	out[0] = draw.TitleBar(th, m.width, m.s.Text("Messages")+": "+draw.Clean(m.with.Name), "")
	for i, row := range shown {
		out[2+i] = "  " + row
	}
	out[m.height-1] = "  " + m.line.View()
	return draw.Page(out, m.width, m.height)
}

func (m *MessageScreen) ShortHelp() []key.Binding {
	k := m.keys
	return []key.Binding{k.Send, ui.PairOf("earlier, later", k.Older, k.Newer), k.Profile, k.Back}
}

func (m *MessageScreen) FullHelp() [][]key.Binding {
	k := m.keys
	return [][]key.Binding{ui.Bindings(&k.Send, &k.Older, &k.Newer, &k.Profile, &k.Back)}
}
