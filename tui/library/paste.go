package library

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

const (
	// maxPasted is how many bytes of games are taken from a paste over a network.
	maxPasted = 16 << 10
	// pastePatience is how long they may take to be read.
	pastePatience = 5 * time.Second
)

// pasteKeys are those of the screen for a paste, beside the paste itself.
type pasteKeys struct{ Back key.Binding }

func newPasteKeys() pasteKeys { return pasteKeys{Back: ui.Bind("esc", "back", "esc", "q")} }

// pasteScreen takes games in PGN that the player pastes into the terminal, and
// opens them in the viewer. They lie in no file until they are saved there.
type pasteScreen struct {
	s             *ui.Session
	back          key.Binding
	reading       bool
	fault         string
	width, height int
}

// pastedMsg brings the games of a paste, or why there are none.
type pastedMsg struct {
	to    *pasteScreen
	games *Collection
	err   error
}

func NewPasteScreen(s *ui.Session) ui.Screen {
	return &pasteScreen{s: s, back: ui.Bound(s, newPasteKeys()).Back}
}

func (p *pasteScreen) Init() tea.Cmd             { return nil }
func (p *pasteScreen) TakesPaste() bool          { return true }
func (p *pasteScreen) SetSize(width, height int) { p.width, p.height = width, height }
func (p *pasteScreen) MinSize() (int, int)       { return 40, 10 }
func (p *pasteScreen) Title() string             { return p.s.Text("Paste PGN") }

func (p *pasteScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case pastedMsg:
		if msg.to != p {
			break
		}
		p.reading = false
		if msg.err != nil {
			p.fault = ui.ErrorText(msg.err)
			break
		}
		p.fault = ""
		return p, p.s.Open(p, ShowGames{Games: msg.games, Owns: true})
	case tea.KeyMsg:
		switch {
		case msg.Paste && !p.reading:
			p.reading, p.fault = true, ""
			return p, p.read(string(msg.Runes))
		case msg.Paste:
		case key.Matches(msg, p.back):
			return p, p.s.Pop(p)
		}
	}
	return p, nil
}

// read looks for games in what was pasted.
func (p *pasteScreen) read(text string) tea.Cmd {
	return func() tea.Msg {
		games, err := PastedGames(text, p.s.Local)
		return pastedMsg{p, games, err}
	}
}

// PastedGames are the games of a text that came by a paste, of any length on the
// player's own machine.
func PastedGames(text string, local bool) (*Collection, error) {
	text, err := PastedText(text, local)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.Background(), func() {}
	if !local {
		ctx, cancel = context.WithTimeout(ctx, pastePatience)
	}
	defer cancel()
	games, err := collectionIn(ctx, text)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.New("these games take too long to read: paste fewer")
	case err != nil:
		return nil, err
	case games.Len() == 0:
		games.Close()
		return nil, errors.New("no games found: the text must start with [Event …] or with moves")
	}
	return games, nil
}

// PastedText is PGN that came by a paste, with the ends of lines that files have; an error where it cannot
// be whole.
func PastedText(text string, local bool) (string, error) {
	if !local && len(text) >= maxPasted { // the server cuts what is longer, and half a game is none
		return "", errors.New("larger than 16 KiB: paste fewer games, or leave out comments")
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), nil
}

func (p *pasteScreen) View() string {
	th, s := p.s.Theme, p.s
	width := min(p.width-4, ui.MenuWidth)
	indent := strings.Repeat(" ", (p.width-width)/2)
	rows := []string{draw.TitleBar(th, p.width, s.Text("Paste PGN"), ""), ""}
	words := func(text string, bad bool) {
		style := th.Faint
		if bad {
			style = th.Error
		}
		for _, row := range draw.Wrap(draw.Clean(s.Text(text)), width-4) {
			rows = append(rows, indent+"  "+style.Render(row))
		}
		rows = append(rows, "")
	}
	words("Paste PGN games here, at most 16 KiB: with the middle mouse button or your terminal's paste key.", false)
	words("They open at once. In the viewer, :w and a name saves a game here.", false)
	switch {
	case p.reading:
		words("Reading pasted games", false)
	case p.fault != "":
		words(p.fault, true)
	}
	return draw.Page(rows, p.width, p.height)
}

func (p *pasteScreen) ShortHelp() []key.Binding { return []key.Binding{p.back} }

func (p *pasteScreen) FullHelp() [][]key.Binding { return [][]key.Binding{{p.back}} }
