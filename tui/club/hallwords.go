package club

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// rules of terms, built once.
func (h *LobbyScreen) rules(t lobby.Terms) chess.Rules {
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
func (h *LobbyScreen) gameName(t lobby.Terms) string { return draw.Clean(h.s.Text(h.rules(t).Name)) }

// clock says the clock of terms shortly.
func (h *LobbyScreen) clock(t lobby.Terms) string { return h.s.Text(ui.ClockWords(t.Control.String())) }

// clockWords is clock where no head says what it is.
func (h *LobbyScreen) clockWords(t lobby.Terms) string {
	if t.Control.None() {
		return h.s.Text("no clock")
	}
	return h.clock(t)
}

// colour is what the player has if a seek becomes a game.
func (h *LobbyScreen) colour(s lobby.Seek) string {
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
func (h *LobbyScreen) gameAt(table string) (lobby.GameInfo, bool) {
	for _, g := range h.hall.Games {
		if table != "" && g.Table == table {
			return g, true
		}
	}
	return lobby.GameInfo{}, false
}

// nameOf is the name of somebody who is here.
func (h *LobbyScreen) nameOf(id string) string {
	for _, p := range h.hall.Here {
		if p.ID == id {
			return draw.Clean(p.Name)
		}
	}
	return "?"
}

// terms says what a seek is for: "Chess, 5+3, you play Black, rated".
func (h *LobbyScreen) terms(s lobby.Seek) string {
	all := []string{h.gameName(s.Terms), h.clockWords(s.Terms)}
	switch h.colour(s) {
	case "White":
		all = append(all, h.s.Text("you play White"))
	case "Black":
		all = append(all, h.s.Text("you play Black"))
	default:
		all = append(all, h.s.Text("random colours"))
	}
	rated := "casual"
	if s.Terms.Rated {
		rated = "rated"
	}
	return strings.Join(append(all, h.s.Text(rated)), ", ")
}

// bar is the row under the title: what waits for an answer, or what goes on.
func (h *LobbyScreen) bar(width int) string {
	th, me := h.s.Theme, h.s.Club.Me
	if s, ok := h.challenge(); ok {
		answer := "  " + ui.KeyText(firstKey(h.keys.Yes)) + " " + h.s.Text("yes") + "  " + ui.KeyText(firstKey(h.keys.No)) + " " + h.s.Text("no") + " "
		words := draw.Clean(h.s.Text(lang.Name(s.From.Name)+" challenges you")) + ": " + h.terms(s)
		return th.ClockRunning.Render(draw.Fit(" "+words, max(width-lipgloss.Width(answer), 0)) + answer)
	}
	if g, ok := h.gameAt(h.hall.Table); ok {
		other := g.Players[0]
		if other.ID == me.ID {
			other = g.Players[1]
		}
		words := fmt.Sprintf("Your game against %s is in progress: press %s to return", lang.Name(other.Name), ui.KeyText(firstKey(h.keys.Return)))
		return th.Accent.Render(draw.Cut(draw.Clean(h.s.Text(words)), width))
	}
	for _, s := range h.hall.Seeks {
		if s.From.ID == me.ID {
			words := h.s.Text("Your seek") + ": " + h.terms(s)
			if s.To != "" {
				words = h.s.Text("You challenge "+lang.Name(h.nameOf(s.To))) + ": " + h.terms(s)
			}
			return th.Good.Render(draw.Cut(words, width))
		}
	}
	if h.s.Club.Guest() {
		return th.Faint.Render(draw.Cut(h.s.Text("You are a guest: nothing is saved. Connect with an SSH key to have a name."), width))
	}
	return ""
}

// about says more of what is chosen.
func (h *LobbyScreen) about(width int) string {
	var words string
	switch h.panel {
	case hallPlayers:
		if p, ok := h.Player(); ok {
			words = h.aboutPlayer(p)
		}
	case hallSeeks:
		if s, ok := h.seek(); ok {
			words = h.terms(s) + ". " + draw.Clean(h.s.Text(h.rules(s.Terms).Aim))
		}
	case hallGames:
		if g, ok := h.game(); ok {
			words = h.aboutGame(g) + ". " + draw.Clean(h.s.Text(h.rules(g.Terms).Aim))
		}
	}
	return h.s.Theme.Faint.Render(draw.Cut(words, width))
}

// aboutPlayer says what somebody does.
func (h *LobbyScreen) aboutPlayer(p lobby.Presence) string {
	name := lang.Name(draw.Clean(p.Name))
	g, on := h.gameAt(p.Table)
	switch {
	case on && p.State == lobby.Watching:
		return h.s.Text(name+" is watching") + ": " + h.aboutGame(g)
	case on:
		return h.s.Text(name+" is playing") + ": " + h.aboutGame(g)
	case p.ID == h.s.Club.Me.ID && h.s.Club.Guest():
		return h.s.Text("This is you. You can only return to a game in progress with an SSH key.")
	case p.ID == h.s.Club.Me.ID:
		return h.s.Text("This is you.")
	case p.Guest:
		return h.s.Text(name + " is a guest and available: games with guests are casual")
	}
	return h.s.Text(name + " is available")
}

// aboutGame says who plays what with whom.
func (h *LobbyScreen) aboutGame(g lobby.GameInfo) string {
	return strings.Join([]string{
		draw.Clean(g.Players[0].Name + " " + h.s.Signs().Dash + " " + g.Players[1].Name), h.gameName(g.Terms), h.clockWords(g.Terms),
		h.s.Text(fmt.Sprintf("move %d", g.Ply/2+1)), h.s.Text(ui.Counted(g.Watched, "1 watching", "%d watching")),
	}, ", ")
}

// chatHead is the row over the chat.
func (h *LobbyScreen) chatHead(width int) string {
	th := h.s.Theme
	label := th.Key.Render(ui.KeyText(firstKey(h.keys.Say))) + " " + th.Text.Render(h.s.Text("Chat")) + " "
	more := ""
	if h.older > 0 {
		more = " " + h.s.Text("more below")
	}
	rule := max(width-lipgloss.Width(h.s.Text("Chat"))-3-lipgloss.Width(more), 0)
	return draw.Fit(label+th.Border.Render(strings.Repeat(h.s.Signs().Rule, rule))+th.Faint.Render(more), width)
}

// chatRows are the last rows of what is said, or those that were scrolled to.
func (h *LobbyScreen) chatRows(width, height int) []string {
	th := h.s.Theme
	var all []string
	for _, line := range h.hall.Chat {
		if h.silent[line.From.ID] {
			continue
		}
		name := draw.Clean(line.From.Name)
		for i, row := range draw.Wrap(name+": "+draw.Clean(line.Text), width) {
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
		return []string{th.Faint.Render(draw.Cut(h.s.Text("No messages yet."), width))}
	}
	h.older = max(min(h.older, len(all)-height), 0)
	end := len(all) - h.older
	return all[max(end-height, 0):end]
}

// prompt is the line that is written, or how to write one.
func (h *LobbyScreen) prompt(width int) string {
	if h.writing {
		return h.line.View()
	}
	key := ui.KeyText(firstKey(h.keys.Say))
	return h.s.Theme.Faint.Render(draw.Cut(key+" "+h.s.Text("message everyone"), width))
}
