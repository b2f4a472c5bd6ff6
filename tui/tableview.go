package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/lobby"
)

// mostChat is how many rows of what is said stand in the panel at most.
const mostChat = 8

// View implements screen.
func (t *tableScreen) View() string {
	return strings.Join(t.rows(), "\n")
}

// rows implements rowed.
func (t *tableScreen) rows() []string {
	if t.known {
		if t.frame == nil {
			t.frame = t.compose()
		} else { // only time has passed
			t.retime(t.frame)
		}
		return t.frame
	}
	text := "Sitting down"
	if t.gone != nil {
		text = t.gone.Error()
	}
	return strings.Split(page([]string{"", " " + t.s.Theme.Text.Render(cut(clean(t.s.Text(text)), t.width-1))}, t.width, t.height), "\n")
}

// shownView is the position on the screen as far as it may be seen.
func (t *tableScreen) shownView() chess.View {
	v, ok := t.snap.View, true
	if !t.live() {
		if t.game != nil {
			return t.game.BoardAt(t.shown).View(chess.Everyone)
		}
		if v, ok = t.past[t.shown]; !ok {
			v = t.was // until it comes
		}
	}
	t.was = v
	v.Cells = slices.Clone(v.Cells) // a snapshot is never changed
	return v
}

// marks are what is drawn on the squares besides the men.
func (t *tableScreen) marks(v chess.View) marks {
	last := chess.Move(0)
	switch {
	case t.shown == 0:
	case t.game != nil:
		last = t.game.Moves()[t.shown-1]
	case t.shown <= len(t.snap.Moves) && t.snap.Moves[t.shown-1] != "":
		last = t.mine[t.shown]
	}
	m := t.place(v, last)
	if t.sent != nil {
		m.targets = squareSet{}
	}
	return m
}

// tally holds as many men as each side has.
func (t *tableScreen) tally() chess.View {
	if t.game != nil {
		if t.live() {
			return t.snap.View
		}
		return t.game.BoardAt(t.shown).View(chess.Everyone)
	}
	v := chess.View{}
	for c, men := range t.shownView().PieceCounts {
		for role, n := range men {
			for range n {
				v.Cells = append(v.Cells, chess.Cell{Piece: chess.PieceOf(chess.Color(c), chess.Role(role))})
			}
		}
	}
	return v
}

// heading is the left of the title row.
func (t *tableScreen) heading() string {
	parts := []string{t.s.Text(t.rules.Name)}
	if c := t.snap.Terms.Control; !c.None() {
		parts = append(parts, c.String())
	}
	if t.snap.Terms.Rated {
		parts = append(parts, t.s.Text("rated"))
	}
	if w := t.watchedText(); w != "" {
		parts = append(parts, w)
	}
	s := strings.Join(parts, "  ")
	if t.game == nil {
		return s
	}
	return withOpening(s, t.status(), t.openings.reached(t.game, t.shown), t.width)
}

// status is the right of the title row.
func (t *tableScreen) status() string {
	switch {
	case t.over() && t.snap.Aborted:
		return t.s.Text("Game aborted")
	case t.over():
		return t.s.Text("Game over  " + t.snap.Outcome.Result.String())
	case !t.live():
		return t.s.Text(fmt.Sprintf("Position %d of %d", t.shown, t.snap.Ply))
	}
	return t.s.Text(sideName(t.snap.Turn) + " to move")
}

// player is what the row of one side says.
func (t *tableScreen) player(c chess.Color) playerBar {
	now := t.s.Now()
	p := playerBar{
		side: c, name: t.snap.Players[c].Name, turn: !t.over() && t.snap.Turn == c,
		clocked: !t.snap.Terms.Control.None(), left: t.left(c, now), running: t.snap.Running && t.snap.Turn == c,
	}
	me, seated := t.me()
	side, wait, lost := t.claimIn(now)
	switch {
	case t.snap.Offer != lobby.NoOffer && t.snap.OfferBy == c:
		p.note = t.s.Text(offerNote(t.snap.Offer))
	case t.over():
	case lost && side == c:
		p.note = t.s.Text("not here " + countdown(wait))
	case seated && me == c && t.sent != nil && t.sent.slow:
		p.note = t.s.Text("sending" + t.s.glyphs().ellipsis)
	case p.turn && len(t.drawn.view.Checked) > 0 && t.live():
		p.note = t.s.Text("in check")
	case len(t.pre) > 0 && seated && me == c:
		p.note = t.s.Text(t.premoveNote())
	}
	if left := t.drawn.view.ChecksLeft; left[0]+left[1] > 0 {
		p.note = strings.TrimSpace(p.note + " " + t.s.Text(checksText(t.s.glyphs(), int(left[c]))))
	}
	return p
}

// offerNote stands beside the name of the one who offers.
func offerNote(o lobby.Offer) string {
	note := ""
	switch o {
	case lobby.Draw:
		note = "offers a draw"
	case lobby.TakeBack:
		note = "wants a move back"
	case lobby.Abort:
		note = "wants to break off"
	case lobby.Rematch:
		note = "wants a rematch"
	}
	return note
}

// countdown writes a countdown in whole seconds.
func countdown(d time.Duration) string {
	s := int((d + time.Second - 1) / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// sheet is the moves as the list shows them: question marks for those that fog
// hides.
func (t *tableScreen) sheet() scoreSheet {
	first := t.snap.Turn
	if t.snap.Ply%2 == 1 {
		first = first.Other()
	}
	s := scoreSheet{texts: make([]string, len(t.snap.Moves)), shown: t.shown, first: 1, black: first == chess.Black}
	if t.game != nil {
		s.first = t.start.Fullmove
	}
	notation := t.s.notation()
	for i, text := range t.snap.Moves {
		s.texts[i] = "?"
		if text != "" {
			s.texts[i] = notation.Move(text)
		}
	}
	if t.over() && !t.snap.Aborted {
		s.end = t.snap.Outcome.Result.String()
	}
	return s
}

// asideRows are the last lines of what was said at the table, under a rule.
func (t *tableScreen) asideRows(width, most int) []string {
	th := t.s.Theme
	var rows []string
	for i := len(t.snap.Chat) - 1; i >= 0 && len(rows) < mostChat; i-- {
		line := t.snap.Chat[i]
		if t.muted[line.From.ID] {
			continue
		}
		said := wrap(clean(line.From.Name+": "+line.Text), width-1)
		for j := range said {
			said[j] = " " + th.Text.Render(said[j])
		}
		rows = append(said, rows...)
	}
	if len(rows) == 0 || most < 2 {
		return nil
	}
	rows = rows[max(len(rows)-min(most-1, mostChat), 0):]
	return append([]string{th.Border.Render(strings.Repeat(string(t.s.glyphs().rule), width))}, rows...)
}

// lastSaid is the last line of chat in one row, where there is no panel.
func (t *tableScreen) lastSaid() string {
	for i := len(t.snap.Chat) - 1; i >= 0; i-- {
		if line := t.snap.Chat[i]; !t.muted[line.From.ID] {
			return clean(line.From.Name + ": " + line.Text)
		}
	}
	return ""
}

// noticeRow is the row that talks: a question, a choice, an offer, a message.
func (t *tableScreen) noticeRow(width int) string {
	th := t.s.Theme
	if t.asking != nil || t.chooser != nil || t.notice.bad {
		row, _ := t.talk(width)
		return row
	}
	if t.gone != nil {
		return " " + th.Error.Render(cut(clean(t.s.Text(t.goneText())), width-1))
	}
	if text := t.offerText(); text != "" {
		return " " + th.Accent.Render(cut(clean(t.s.Text(text))+" [y/n]", width-1))
	}
	if text := t.lostText(); text != "" {
		return " " + th.Accent.Render(cut(clean(t.s.Text(text)), width-1))
	}
	if row, ok := t.talk(width); ok {
		return row
	}
	switch {
	case t.over():
		return " " + th.Accent.Render(cut(t.s.Text(t.endText()), width-1))
	case t.room.panel.w == 0 && t.lastSaid() != "":
		return " " + th.Text.Render(cut(t.lastSaid(), width-1))
	}
	return ""
}

// lostText says that the other player's line is gone and what can be done.
func (t *tableScreen) lostText() string {
	side, wait, ok := t.claimIn(t.s.Now())
	if !ok {
		return ""
	}
	who := t.snap.Players[side].Name
	if _, seated := t.me(); !seated {
		return who + " is not at the table"
	}
	if wait > 0 {
		return who + " is not at the table: in " + countdown(wait) + " you may claim the game"
	}
	return who + " is not at the table: write claim to win, or wait"
}

// inputRow is the line on which moves are written.
func (t *tableScreen) inputRow(width int) string {
	text := ""
	_, seated := t.me()
	switch {
	case !t.line.empty():
	case t.gone != nil:
		text = "Enter sits down here again, Esc leaves"
	case t.over() && t.snap.Next != "":
		text = "Enter goes to the new table, v steps through the game, Esc leaves"
	case t.over() && seated:
		text = "Enter asks for a rematch, v steps through the game, Esc leaves"
	case t.over():
		text = "v steps through the game, Esc leaves"
	case !seated:
		text = "You watch. PgUp and PgDn step through the game, / chats, Esc leaves"
	}
	if text != "" {
		return " " + t.s.Theme.Faint.Render(cut(t.s.Text(text), width-1))
	}
	return " " + t.line.view(t.s.Theme, width-1)
}

// meter is not shown in games between people.
func (t *tableScreen) meter() []string { return nil }
