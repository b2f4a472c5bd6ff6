package tui

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/tui/engineplay"
)

// enginesMsg brings the engines that the settings name.
type enginesMsg struct {
	to   *gameForm
	list []string
}

// metMsg tells that an engine is ready for a game, as a player of it, or why not.
type metMsg struct {
	to     *gameForm
	spec   string
	player PlayerConfig
	err    error
}

// engineSchemes stand before the path of an engine.
var engineSchemes = []string{"uci:", "xboard:"}

// loadEngines reads the engines of the settings in a command.
func (f *gameForm) loadEngines() tea.Cmd {
	if !f.s.Local {
		return nil
	}
	store := f.s.Store
	return func() tea.Msg {
		set, err := store.Settings()
		if err != nil {
			return nil // the menu has told it
		}
		return enginesMsg{f, set.Engines}
	}
}

// nextEngine takes the engine of the list before or behind the one that is
// written, so far as there are some.
func (f *gameForm) nextEngine(by int) {
	if len(f.engines) == 0 {
		return
	}
	i := slices.Index(f.engines, f.c.Engine)
	if i < 0 && by < 0 {
		i = 0
	}
	f.c.Engine = f.engines[(i+by+len(f.engines))%len(f.engines)]
}

// engineRow is the row with the engine, and words about it.
func (f *gameForm) engineRow() (name, value, about string) {
	about = "Write uci:PATH or xboard:PATH; tab completes."
	if len(f.engines) > 0 {
		about = "Write uci:PATH or xboard:PATH; tab completes, ← and → go through yours."
	}
	return "Engine", f.c.Engine, about
}

// completeEngine lengthens the path of the engine.
func (f *gameForm) completeEngine() tea.Cmd {
	text := f.c.Engine
	scheme, path, ok := strings.Cut(text, ":")
	if !ok {
		for _, s := range engineSchemes {
			if strings.HasPrefix(s, text) {
				f.c.Engine = s
				break
			}
		}
		return nil
	}
	return func() tea.Msg {
		typed, base := filepath.Split(path)
		dir := expandHome(typed)
		if dir == "" {
			dir = "."
		}
		entries, err := readFolder(dir)
		fits := beginning(entries, base)
		if err != nil || len(fits) == 0 {
			return toastMsg{text: "No file or folder begins like this."}
		}
		if name := longest(fits); len(name) >= len(base) {
			return engineTypedMsg{f, text, scheme + ":" + expandHome(typed) + clean(name)}
		}
		return nil
	}
}

// engineTypedMsg brings the name of an engine made longer.
type engineTypedMsg struct {
	to           *gameForm
	from, longer string
}

// writeEngine edits the name of the engine.
func (f *gameForm) writeEngine(msg tea.KeyMsg) {
	if msg.Type == tea.KeyBackspace {
		if r := []rune(f.c.Engine); len(r) > 0 {
			f.c.Engine = string(r[:len(r)-1])
		}
		return
	}
	const longest = 500
	if text := f.c.Engine + clean(string(msg.Runes)); lipgloss.Width(text) <= longest {
		f.c.Engine = text
	}
}

// meet starts the engine in a command, to see that it plays this game.
func (f *gameForm) meet() tea.Cmd {
	spec, rules := strings.TrimSpace(f.c.Engine), f.rules
	if spec == "" {
		f.at = rowEngine
		f.enable()
		return fail(errors.New("write the path of an engine, as uci:PATH or xboard:PATH"))
	}
	if !strings.HasPrefix(spec, engineSchemes[0]) && !strings.HasPrefix(spec, engineSchemes[1]) {
		spec = engineSchemes[0] + spec
	}
	if f.meeting {
		return nil
	}
	f.meeting = true
	return tea.Batch(toast("Starting "+f.c.engineName()+f.s.signs().More), func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), engineplay.StartTime)
		defer cancel()
		msg := metMsg{to: f, spec: spec}
		if msg.player, msg.err = engineplay.Player(spec); msg.err != nil {
			return msg
		}
		var name string
		if name, msg.err = engineplay.Meet(ctx, msg.player.Program, rules); msg.player.Name == "" {
			msg.player.Name = name
		}
		return msg
	})
}

// met starts the game against an engine that is ready.
func (f *gameForm) met(msg metMsg) tea.Cmd {
	f.meeting = false
	if msg.err != nil {
		return fail(msg.err)
	}
	f.c.Engine = msg.spec
	store := f.s.Store
	return tea.Batch(f.begin(msg.player), onDisk(func() error { return store.AddEngine(msg.spec) }))
}
