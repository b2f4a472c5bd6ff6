package serve

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/delta"
)

// warden is a model whose panics end the program alone and are told.
type warden struct {
	model    tea.Model
	panicked func(any)
}

// Init implements tea.Model.
func (w *warden) Init() (cmd tea.Cmd) {
	defer w.catch(&cmd)
	return w.guard(w.model.Init())
}

// Update implements tea.Model.
func (w *warden) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = w
	defer w.catch(&cmd)
	var next tea.Cmd
	w.model, next = w.model.Update(msg)
	return w, w.guard(next)
}

// View implements tea.Model.
func (w *warden) View() (frame string) {
	defer w.catch(nil)
	return w.model.View()
}

// Rows implements delta.Rower.
func (w *warden) Rows() (rows []string) {
	defer w.catch(nil)
	if r, ok := w.model.(delta.Rower); ok {
		return r.Rows()
	}
	return strings.Split(w.model.View(), "\n")
}

// catch takes a panic and leaves the program.
func (w *warden) catch(cmd *tea.Cmd) {
	if v := recover(); v != nil {
		w.panicked(v)
		if cmd != nil {
			*cmd = tea.Quit
		}
	}
}

// guard catches the panics of a command and of those that it brings.
func (w *warden) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				w.panicked(v)
				msg = tea.QuitMsg{}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = w.guard(batch[i])
			}
		}
		return msg
	}
}
