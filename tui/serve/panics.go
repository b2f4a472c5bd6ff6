package serve

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/delta"
)

// recovering is a model whose panics end the program alone and are told.
type recovering struct {
	model    tea.Model
	panicked func(any)
}

// Init implements tea.Model.
func (r *recovering) Init() (cmd tea.Cmd) {
	defer r.catch(&cmd)
	return r.guard(r.model.Init())
}

// Update implements tea.Model.
func (r *recovering) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = r
	defer r.catch(&cmd)
	var next tea.Cmd
	r.model, next = r.model.Update(msg)
	return r, r.guard(next)
}

// View implements tea.Model.
func (r *recovering) View() (frame string) {
	defer r.catch(nil)
	return r.model.View()
}

// Rows implements delta.Rower.
func (r *recovering) Rows() (rows []string) {
	defer r.catch(nil)
	if r, ok := r.model.(delta.Rower); ok {
		return r.Rows()
	}
	return strings.Split(r.model.View(), "\n")
}

// catch takes a panic and leaves the program.
func (r *recovering) catch(cmd *tea.Cmd) {
	if v := recover(); v != nil {
		r.panicked(v)
		if cmd != nil {
			*cmd = tea.Quit
		}
	}
}

// guard catches the panics of a command and of those that it brings.
func (r *recovering) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				r.panicked(v)
				msg = tea.QuitMsg{}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = r.guard(batch[i])
			}
		}
		return msg
	}
}
