package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
)

// LineInput is a line that is typed into. No key of it reads a clipboard: over a network that would
// be the clipboard of the server.
type LineInput struct{ textinput.Model }

// NewLineInput is an empty one without a prompt for so many characters, 0 for any number.
func NewLineInput(s *Session, limit int) LineInput {
	in := LineInput{textinput.New()}
	in.Prompt, in.CharLimit = "", limit
	in.KeyMap.Paste.SetEnabled(false)
	in.Dress(s)
	return in
}

// Dress gives it the theme of the session and a steady cursor, which needs no ticks.
func (in *LineInput) Dress(s *Session) {
	th := s.Theme
	ghost := th.Ghost.Lipgloss()
	in.Cursor.SetMode(cursor.CursorStatic)
	in.PromptStyle, in.TextStyle = th.Key.Lipgloss(), th.Input.Lipgloss()
	in.PlaceholderStyle, in.CompletionStyle = ghost, ghost
	in.Cursor.Style, in.Cursor.TextStyle = th.Text.Lipgloss().Reverse(true), ghost
}

// Write puts a text into it, with the cursor behind it, and takes the keys from now on.
func (in *LineInput) Write(text string) {
	in.SetValue(text)
	in.CursorEnd()
	in.Focus()
}

// Type gives it a key. What is typed or pasted is cleaned.
func (in *LineInput) Type(msg tea.KeyMsg) {
	if msg.Type == tea.KeyRunes {
		msg.Runes = []rune(draw.Clean(string(msg.Runes)))
		msg.Paste = len(msg.Runes) > 1 // so that a pasted "home" is no key
	}
	in.Model, _ = in.Update(msg)
}

// Trimmed is what was typed, without space around it.
func (in *LineInput) Trimmed() string { return strings.TrimSpace(in.Value()) }

// Draw draws a line of text with its cursor; where there is no colour the
// cursor is an underscore at the end or a bar in between.
func (in *LineInput) Draw(th *draw.Theme, width int) string {
	runes := []rune(in.Value())
	at := in.Position()
	before, after := string(runes[:at]), string(runes[at:])
	sign := "_"
	if !th.Mono {
		sign = " "
		if after != "" {
			sign = string(runes[at])
			after = string(runes[at+1:])
		}
	} else if after != "" {
		sign = "|"
	}
	if fitWidth := width - len(sign); fitWidth > 0 {
		// Most of a long text is left out unmeasured: a letter has three marks at most.
		r := []rune(before)
		r = r[max(len(r)-4*fitWidth, 0):]
		for draw.WidthOf(string(r)) > fitWidth {
			r = r[1:]
		}
		before = string(r)
	}
	return th.Input.Render(before) + th.Text.Lipgloss().Reverse(true).Render(sign) + th.Input.Render(draw.Cut(after, max(width-draw.WidthOf(before)-1, 0)))
}
