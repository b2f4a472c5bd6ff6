package tui

import (
	"regexp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/library"
	"rookery/tui/study"
	"rookery/tui/ui"
	"rookery/tui/viewer"
	"rookery/variants"
)

var (
	// fenLike is a placement of at least three ranks and what may follow it.
	fenLike = regexp.MustCompile(`^[^\s/]+/[^\s/]+/\S+(\s+\S+)*$`)
	// pgnLike is a tag, or a first move with another behind it.
	pgnLike = regexp.MustCompile(`^(\[\s*\w+\s+"|(\{[^}]*\}\s*)?\d+\s*\.+\s*\S+\s+\S+)`)
)

// pasted opens what was pasted where nothing is being written: a position on the analysis
// board, games in the viewer. It is false for any other text, and where the screen
// takes pastes itself.
func (a *App) pasted(text string) (cmd tea.Cmd, ok bool) {
	if in, typing := a.top().(ui.TextInput); typing && in.Typing() || a.asking() {
		return nil, false
	}
	if p, ok := a.top().(ui.Paster); ok && p.TakesPaste() {
		return nil, false
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	switch {
	case len(text) < longestFEN && fenLike.MatchString(text):
		return a.pastedFEN(strings.Join(strings.Fields(text), " ")), true
	case pgnLike.MatchString(text):
		s, from := a.s, a.top()
		return s.Opening(func() tea.Msg {
			games, err := library.PastedGames(text, s.Local)
			if err != nil {
				return ui.ToastMsg{Text: err.Error(), Bad: true}
			}
			return ui.OpenMsg{From: from, To: library.ShowGames{Games: games, Owns: true}}
		}), true
	}
	return nil, false
}

// longestFEN is more than any position takes.
const longestFEN = 1000

// plain8x8 is a placement that says nothing of the variant.
var plain8x8 = regexp.MustCompile(`^([pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+(\s|$)`)

// pastedFEN analyses a position by the rules of the screen, else of chess; one that has more
// than pieces on 8×8 squares by those of the first variant that it fits.
func (a *App) pastedFEN(fen string) tea.Cmd {
	var rules []chess.Rules
	switch sc := a.top().(type) {
	case *game.Screen:
		rules = append(rules, sc.Rules)
	case *study.Analysis:
		rules = append(rules, sc.Game.Rules)
	case *viewer.Viewer:
		if sc.Game != nil {
			rules = append(rules, sc.Game.Rules)
		}
	}
	all := variants.All()
	if plain8x8.MatchString(fen) {
		all = all[:1] // chess
	}
	for _, v := range all {
		rules = append(rules, v.Rules)
	}
	for _, r := range rules {
		if b, err := chess.NewBoard(r, fen); err == nil {
			return a.s.Open(a.top(), ui.Analyse{Rules: r, Start: b.FEN()})
		}
	}
	_, err := chess.NewBoard(rules[0], fen)
	return a.say(ui.ToastMsg{Text: draw.Clean(err.Error()), Bad: true})
}
