package game

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai/uci"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/ui"
)

// enginesMsg brings the engines that the settings name.
type enginesMsg struct {
	to   *Form
	list []string
}

// engineStartedMsg tells that an engine is ready for a game, as a player of it, or why not.
type engineStartedMsg struct {
	to     *Form
	serial int
	spec   string
	player ui.PlayerConfig
	err    error
}

// engineSchemes stand before the path of an engine.
var engineSchemes = []string{"uci:", "xboard:"}

// loadEngines reads the engines of the settings in a command.
func (f *Form) loadEngines() tea.Cmd {
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
func (f *Form) nextEngine(by int) {
	if len(f.engines) == 0 {
		return
	}
	i := slices.Index(f.engines, f.Choices.Engine)
	if i < 0 && by < 0 {
		i = 0
	}
	f.Choices.Engine = f.engines[(i+by+len(f.engines))%len(f.engines)]
}

// enginesKey opens the list of engines while one is written.
var enginesKey = ui.Bind("F3", "engines", "f3")

// chooseEngine opens the list of engines.
func (f *Form) chooseEngine() tea.Cmd {
	return f.s.Open(f, ui.ChooseEngine{Chosen: func(spec string) tea.Cmd {
		if spec == "" {
			f.Choices.Opponent = ui.AgainstComputer
			f.choose(rowOpponent)
			return nil
		}
		f.Choices.Engine = spec
		return nil
	}})
}

// named tells whether the engine that is written is one of the list that has a name.
func (f *Form) named() bool {
	o, ok, err := uci.ParseSpec(f.Choices.Engine)
	return ok && err == nil && o.Name != "" && slices.Contains(f.engines, f.Choices.Engine)
}

// engineRow is the row with the engine, and words about it.
func (f *Form) engineRow() (name, value, about string) {
	about = "Enter uci:PATH or xboard:PATH, or press F3 for your engines and installed ones."
	if len(f.engines) > 0 {
		about = "Enter uci:PATH or xboard:PATH. ← and → cycle through your engines, F3 lists them."
	}
	if f.named() {
		return "Engine", engineplay.EngineName(f.Choices.Engine), about
	}
	return "Engine", f.Choices.Engine, about
}

// completeEngine lengthens the path of the engine.
func (f *Form) completeEngine() tea.Cmd {
	text := f.Choices.Engine
	scheme, path, ok := strings.Cut(text, ":")
	if !ok {
		for _, s := range engineSchemes {
			if strings.HasPrefix(s, text) {
				f.Choices.Engine = s
				break
			}
		}
		return nil
	}
	return func() tea.Msg {
		typed, base := filepath.Split(path)
		dir := ui.ExpandHome(typed)
		if dir == "" {
			dir = "."
		}
		entries, err := ui.ReadFolder(dir)
		fits := ui.MatchingEntries(entries, base)
		if err != nil || len(fits) == 0 {
			return ui.ToastMsg{Text: "No matching file or folder."}
		}
		if name := ui.LongestCompletion(fits); len(name) >= len(base) {
			return engineTypedMsg{f, text, scheme + ":" + ui.ExpandHome(typed) + draw.Clean(name)}
		}
		return nil
	}
}

// engineTypedMsg brings the name of an engine made longer.
type engineTypedMsg struct {
	to           *Form
	from, longer string
}

// startEngine starts the engine in a command, to see that it plays this game.
func (f *Form) startEngine() tea.Cmd {
	spec, rules := strings.TrimSpace(f.Choices.Engine), f.Rules
	if spec == "" {
		f.choose(rowEngine)
		return ui.Fail(errors.New("enter an engine path: uci:PATH or xboard:PATH"))
	}
	if !strings.HasPrefix(spec, engineSchemes[0]) && !strings.HasPrefix(spec, engineSchemes[1]) {
		spec = engineSchemes[0] + spec
	}
	ctx, serial, tick := f.starting.Begin(f.Choices.EngineName())
	return tea.Batch(func() tea.Msg {
		msg := engineStartedMsg{to: f, serial: serial, spec: spec}
		if msg.player, msg.err = engineplay.Player(spec); msg.err != nil {
			return msg
		}
		var name string
		if name, msg.err = engineplay.Meet(ctx, msg.player.Program, rules); msg.player.Name == "" {
			msg.player.Name = name
		}
		return msg
	}, tick)
}

// engineStarted starts the game against an engine that is ready.
func (f *Form) engineStarted(msg engineStartedMsg) tea.Cmd {
	if !f.starting.Done(msg.serial) {
		return nil
	}
	if msg.err != nil {
		return ui.Fail(msg.err)
	}
	f.Choices.Engine = msg.spec
	store := f.s.Store
	return tea.Batch(f.play(msg.player), ui.SaveCmd(func() error { return store.AddEngine(msg.spec) }))
}
