package tui

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/tui/lobby"

	"github.com/charmbracelet/lipgloss"
)

// rules of terms, built once.
func (h *hallScreen) rules(t lobby.Terms) chess.Rules {
	id := strings.Join(t.Parts, "+")
	r, ok := h.names[id]
	if !ok {
		var err error
		if r, err = t.Rules(); err != nil {
			r.Name = id
		}
		h.names[id] = r
	}
	return r
}

// gameName is what a game is called.
func (h *hallScreen) gameName(t lobby.Terms) string { return clean(h.s.Text(h.rules(t).Name)) }

// clock says the clock of terms shortly.
func (h *hallScreen) clock(t lobby.Terms) string { return h.s.Text(clockWords(t.Control.String())) }

// clockWords is clock where no head says what it is.
func (h *hallScreen) clockWords(t lobby.Terms) string {
	if t.Control.None() {
		return h.s.Text("no clock")
	}
	return h.clock(t)
}

// colour is what the player has if a seek becomes a game.
func (h *hallScreen) colour(s lobby.Seek) string {
	white := s.Colour == lobby.WantsWhite
	switch {
	case s.Colour == lobby.AnyColour:
		return "any"
	case white == (s.From.ID == h.s.Club.Me.ID):
		return "White"
	}
	return "Black"
}

// gameAt finds a running game by its table.
func (h *hallScreen) gameAt(table string) (lobby.GameInfo, bool) {
	for _, g := range h.hall.Games {
		if table != "" && g.Table == table {
			return g, true
		}
	}
	return lobby.GameInfo{}, false
}

// nameOf is the name of somebody who is here.
func (h *hallScreen) nameOf(id string) string {
	for _, p := range h.hall.Here {
		if p.ID == id {
			return clean(p.Name)
		}
	}
	return "?"
}

// terms says what a seek is for: "Chess, 5+3, you play Black, rated".
func (h *hallScreen) terms(s lobby.Seek) string {
	all := []string{h.gameName(s.Terms), h.clockWords(s.Terms)}
	switch h.colour(s) {
	case "White":
		all = append(all, h.s.Text("you play White"))
	case "Black":
		all = append(all, h.s.Text("you play Black"))
	default:
		all = append(all, h.s.Text("colours by lot"))
	}
	rated := "unrated"
	if s.Terms.Rated {
		rated = "rated"
	}
	return strings.Join(append(all, h.s.Text(rated)), ", ")
}

// bar is the row under the title: what waits for an answer, or what goes on.
func (h *hallScreen) bar(width int) string {
	th, me := h.s.Theme, h.s.Club.Me
	if s, ok := h.challenge(); ok {
		answer := "  " + keyText(firstKey(h.keys.Yes)) + " " + h.s.Text("yes") + "  " + keyText(firstKey(h.keys.No)) + " " + h.s.Text("no") + " "
		words := clean(h.s.Text(s.From.Name+" challenges you")) + ": " + h.terms(s)
		return th.ClockRunning.Render(fit(" "+words, max(width-lipgloss.Width(answer), 0)) + answer)
	}
	if g, ok := h.gameAt(h.hall.Table); ok {
		other := g.Players[0]
		if other.ID == me.ID {
			other = g.Players[1]
		}
		words := fmt.Sprintf("Your game against %s goes on: %s takes you back", other.Name, keyText(firstKey(h.keys.Return)))
		return th.Accent.Render(cut(clean(h.s.Text(words)), width))
	}
	for _, s := range h.hall.Seeks {
		if s.From.ID == me.ID {
			words := h.s.Text("You seek") + ": " + h.terms(s)
			if s.To != "" {
				words = h.s.Text("You challenge "+h.nameOf(s.To)) + ": " + h.terms(s)
			}
			return th.Good.Render(cut(words, width))
		}
	}
	if h.s.Club.guest() {
		return th.Faint.Render(cut(h.s.Text("You are a guest: nothing is kept of you. Come with an SSH key to have a name."), width))
	}
	return ""
}

// about says more of what is chosen.
func (h *hallScreen) about(width int) string {
	var words string
	switch h.panel {
	case hallPlayers:
		if p, ok := h.player(); ok {
			words = h.aboutPlayer(p)
		}
	case hallSeeks:
		if s, ok := h.seek(); ok {
			words = h.terms(s) + ". " + clean(h.s.Text(h.rules(s.Terms).Aim))
		}
	case hallGames:
		if g, ok := h.game(); ok {
			words = h.aboutGame(g) + ". " + clean(h.s.Text(h.rules(g.Terms).Aim))
		}
	}
	return h.s.Theme.Faint.Render(cut(words, width))
}

// aboutPlayer says what somebody does.
func (h *hallScreen) aboutPlayer(p lobby.Presence) string {
	name := clean(p.Name)
	g, on := h.gameAt(p.Table)
	switch {
	case on && p.State == lobby.Watching:
		return h.s.Text(name+" watches") + ": " + h.aboutGame(g)
	case on:
		return h.s.Text(name+" plays") + ": " + h.aboutGame(g)
	case p.ID == h.s.Club.Me.ID && h.s.Club.guest():
		return h.s.Text("This is you. A running game finds you again only with an SSH key.")
	case p.ID == h.s.Club.Me.ID:
		return h.s.Text("This is you.")
	case p.Guest:
		return h.s.Text(name + " is a guest and has time: games with guests are unrated")
	}
	return h.s.Text(name + " has time for a game")
}

// aboutGame says who plays what with whom.
func (h *hallScreen) aboutGame(g lobby.GameInfo) string {
	return strings.Join([]string{
		clean(g.Players[0].Name + " " + h.s.signs().Dash + " " + g.Players[1].Name), h.gameName(g.Terms), h.clockWords(g.Terms),
		h.s.Text(fmt.Sprintf("move %d", g.Ply/2+1)), h.s.Text(counted(g.Watched, "1 watches", "%d watch")),
	}, ", ")
}

// chatHead is the row over the chat.
func (h *hallScreen) chatHead(width int) string {
	th := h.s.Theme
	label := th.Key.Render(keyText(firstKey(h.keys.Say))) + " " + th.Text.Render(h.s.Text("Chat")) + " "
	more := ""
	if h.older > 0 {
		more = " " + h.s.Text("there is more below")
	}
	rule := max(width-lipgloss.Width(h.s.Text("Chat"))-3-lipgloss.Width(more), 0)
	return fit(label+th.Border.Render(strings.Repeat(h.s.signs().Rule, rule))+th.Faint.Render(more), width)
}

// chatRows are the last rows of what is said, or those that were scrolled to.
func (h *hallScreen) chatRows(width, height int) []string {
	th := h.s.Theme
	var all []string
	for _, line := range h.hall.Chat {
		if h.silent[line.From.ID] {
			continue
		}
		name := clean(line.From.Name)
		for i, row := range wrap(name+": "+clean(line.Text), width) {
			if text, ok := strings.CutPrefix(row, name+":"); i == 0 && ok {
				style := th.Accent
				if line.From.ID == h.s.Club.Me.ID {
					style = th.Good
				}
				row = style.Render(name+":") + th.Text.Render(text)
			} else {
				row = th.Text.Render(row)
			}
			all = append(all, row)
		}
	}
	if len(all) == 0 {
		return []string{th.Faint.Render(cut(h.s.Text("Nobody has said anything yet."), width))}
	}
	h.older = max(min(h.older, len(all)-height), 0)
	end := len(all) - h.older
	return all[max(end-height, 0):end]
}

// prompt is the line that is written, or how to write one.
func (h *hallScreen) prompt(width int) string {
	if h.writing {
		return h.line.View()
	}
	key := keyText(firstKey(h.keys.Say))
	return h.s.Theme.Faint.Render(cut(key+" "+h.s.Text("says something to everybody here"), width))
}
