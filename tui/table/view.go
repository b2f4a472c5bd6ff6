package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// mostChat is how many rows of what is said stand in the panel at most.
const mostChat = 8

func (t *Screen) View() string {
	return strings.Join(t.Rows(), "\n")
}

func (t *Screen) Rows() []string {
	if t.Joined {
		if t.Frame == nil {
			t.Frame = t.Compose()
		} else { // only time has passed
			t.Retime(t.Frame)
		}
		return t.Frame
	}
	text := "Joining game"
	if t.connErr != nil {
		text = ui.ErrorText(t.connErr)
	}
	return strings.Split(draw.Page([]string{"", " " + t.S.Theme.Text.Render(draw.Cut(draw.Clean(t.S.Text(text)), t.Width-1))}, t.Width, t.Height), "\n")
}

// ShownView is the position on the screen as far as it may be seen.
func (t *Screen) ShownView() chess.View {
	v, ok := t.Snap.View, true
	if !t.Live() {
		if t.Game != nil {
			return t.Game.BoardAt(t.Shown).View(chess.Everyone)
		}
		if v, ok = t.pastViews[t.Shown]; !ok {
			v = t.lastView // until it comes
		}
	}
	t.lastView = v
	v.Cells = slices.Clone(v.Cells) // a snapshot is never changed
	return v
}

// Marks are what is drawn on the squares besides the pieces.
func (t *Screen) Marks(v chess.View) draw.Marks {
	last := chess.Move(0)
	switch {
	case t.Shown == 0:
	case t.Game != nil:
		last = t.Game.Moves()[t.Shown-1]
	case t.Shown <= len(t.Snap.Moves) && t.Snap.Moves[t.Shown-1] != "":
		last = t.ownMoves[t.Shown]
	}
	m := t.Place(v, last)
	if t.Sent != nil {
		m.Targets = draw.SquareSet{}
	}
	return m
}

// Tally holds as many pieces as each side has.
func (t *Screen) Tally() chess.View {
	if t.Game != nil {
		if t.Live() {
			return t.Snap.View
		}
		return t.Game.BoardAt(t.Shown).View(chess.Everyone)
	}
	v := chess.View{}
	for c, nouns := range t.ShownView().PieceCounts {
		for role, n := range nouns {
			for range n {
				v.Cells = append(v.Cells, chess.Cell{Piece: chess.PieceOf(chess.Color(c), chess.Role(role))})
			}
		}
	}
	return v
}

// Heading is the left of the title row.
func (t *Screen) Heading() string {
	parts := []string{t.S.Text(t.Rules.Name)}
	if text := t.controlText(); text != "" {
		parts = append(parts, text)
	}
	if t.Snap.Terms.Rated {
		parts = append(parts, t.ratedText())
	}
	if w := t.watchedText(); w != "" {
		parts = append(parts, w)
	}
	s := strings.Join(parts, "  ")
	if t.Game == nil {
		return s
	}
	return ui.WithOpening(s, t.Status(), t.Openings.Reached(t.Game, t.Shown), t.Width)
}

// controlText says the time control; empty where there is none.
func (t *Screen) controlText() string {
	if c, ok := t.Conn.open().(ui.Controller); ok && c.ControlText() != "" {
		return t.S.Text(c.ControlText())
	}
	switch c := t.Snap.Terms.Control; {
	case c.Days > 0:
		return t.S.Text(ui.Plural(c.Days, "1 day per move", "%d days per move"))
	case !c.None():
		return c.String()
	}
	return ""
}

// Status is the right of the title row.
func (t *Screen) Status() string {
	switch {
	case t.Over() && t.Snap.Aborted:
		return t.S.Text("Game aborted")
	case t.Over():
		return t.S.Text("Game over  " + t.Snap.Outcome.Result.String())
	case !t.Live():
		return t.S.Text(fmt.Sprintf("Position %d of %d", t.Shown, t.Snap.Ply))
	}
	return t.S.Text(play.SideName(t.Snap.Turn) + " to move")
}

// Player is what the row of one side says.
func (t *Screen) Player(c chess.Color) draw.PlayerBar {
	now := t.S.Now()
	p := draw.PlayerBar{
		Side: c, Name: t.ratedName(c), Turn: !t.Over() && t.Snap.Turn == c,
		Clocked: !t.Snap.Terms.Control.None(), Left: t.timeLeft(c, now), Running: t.Snap.Running && t.Snap.Turn == c,
	}
	me, seated := t.Me()
	side, wait, lost := t.claimWait(now)
	switch {
	case t.Snap.Offer != remote.NoOffer && t.Snap.OfferBy == c:
		p.Note = t.S.Text(OfferNote(t.Snap.Offer))
	case t.Over():
	case lost && side == c:
		p.Note = t.S.Text("offline " + countdown(wait))
	case seated && me == c && t.Sent != nil && t.Sent.slow:
		p.Note = t.S.Text("sending" + t.S.Glyphs().Ellipsis)
	case p.Turn && len(t.Drawn.View.Checked) > 0 && t.Live():
		p.Note = t.S.Text("in check")
	case len(t.Premoves) > 0 && seated && me == c:
		p.Note = t.S.Text(t.PremoveNote())
	case t.Snap.Berserk[c]:
		p.Note = t.S.Text("berserk")
	}
	if left := t.Drawn.View.ChecksLeft; left[0]+left[1] > 0 {
		p.Note = strings.TrimSpace(p.Note + " " + t.S.Text(ui.ChecksText(int(left[c]))))
	}
	return p
}

// OfferNote stands beside the name of the one who offers.
func OfferNote(o remote.Offer) string {
	note := ""
	switch o {
	case remote.Draw:
		note = "offers a draw"
	case remote.TakeBack:
		note = "asks for a takeback"
	case remote.Abort:
		note = "asks to abort"
	case remote.Rematch:
		note = "asks for a rematch"
	}
	return note
}

// countdown writes a countdown in whole seconds.
func countdown(d time.Duration) string {
	s := int((d + time.Second - 1) / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Sheet is the moves as the list shows them: question marks for those that fog
// hides.
func (t *Screen) Sheet() draw.ScoreSheet {
	first := t.Snap.Turn
	if t.Snap.Ply%2 == 1 {
		first = first.Other()
	}
	s := draw.ScoreSheet{Texts: make([]string, len(t.Snap.Moves)), Shown: t.Shown, First: 1, Black: first == chess.Black}
	if t.Game != nil {
		s.First = t.Start.Fullmove
	}
	notation := t.S.Notation()
	for i, text := range t.Snap.Moves {
		s.Texts[i] = "?"
		if text != "" {
			s.Texts[i] = notation.Move(text)
		}
	}
	if t.Over() && !t.Snap.Aborted {
		s.End = t.Snap.Outcome.Result.String()
	}
	return s
}

// AsideRows are the last lines of what was said at the table, under a rule.
func (t *Screen) AsideRows(width, most int) []string {
	if t.Snap.Twin != nil {
		return t.twinRows(width, most)
	}
	th := t.S.Theme
	var rows []string
	for i := len(t.Snap.Chat) - 1; i >= 0 && len(rows) < mostChat; i-- {
		line := t.Snap.Chat[i]
		if t.muted[line.From.ID] {
			continue
		}
		said := draw.Wrap(draw.Clean(line.From.Name+": "+line.Text), width-1)
		for j := range said {
			said[j] = " " + th.Text.Render(said[j])
		}
		rows = append(said, rows...)
	}
	rows = append(t.planRows(width), rows...)
	if len(rows) == 0 || most < 2 {
		return nil
	}
	rows = rows[max(len(rows)-min(most-1, mostChat), 0):]
	return append([]string{th.Border.Render(strings.Repeat(string(t.S.Glyphs().Rule), width))}, rows...)
}

// lastChat is the last line of chat in one row, where there is no panel.
func (t *Screen) lastChat() string {
	for i := len(t.Snap.Chat) - 1; i >= 0; i-- {
		if line := t.Snap.Chat[i]; !t.muted[line.From.ID] {
			return draw.Clean(line.From.Name + ": " + line.Text)
		}
	}
	return ""
}

// NoticeRow is the row that talks: a question, a choice, an offer, a message.
func (t *Screen) NoticeRow(width int) string {
	th := t.S.Theme
	if t.Question != nil || t.Chooser != nil || t.Notice.Bad {
		row, _ := t.Talk(width)
		return row
	}
	if t.connErr != nil {
		return " " + th.Error.Render(draw.Cut(draw.Clean(t.S.Text(t.connErrText())), width-1))
	}
	if t.Snap.Outage != "" {
		return " " + th.Error.Render(draw.Cut(draw.Clean(t.S.Text(t.Snap.Outage)), width-1))
	}
	if text := t.OfferText(); text != "" {
		keys := " [y/n]"
		if t.typesMoves() {
			keys = " [y, n Enter]"
		}
		return " " + th.Accent.Render(draw.Cut(draw.Clean(t.S.Text(text))+keys, width-1))
	}
	if text := t.offlineText(); text != "" {
		return " " + th.Accent.Render(draw.Cut(draw.Clean(t.S.Text(text)), width-1))
	}
	if row, ok := t.Talk(width); ok {
		return row
	}
	switch {
	case t.Over():
		return " " + th.Accent.Render(draw.Cut(t.S.Text(t.endText()), width-1))
	case t.waitingText() != "":
		return " " + th.Accent.Render(draw.Cut(t.S.Text(t.waitingText()), width-1))
	case t.Room.Panel.W == 0 && t.lastChat() != "":
		return " " + th.Text.Render(draw.Cut(t.lastChat(), width-1))
	}
	if t.onWeb() && t.S.PlaysPerson() {
		return " " + th.Faint.Render(draw.Cut(t.S.Text("Engines, hints and openings are off while you play a person"), width-1))
	}
	return ""
}

// waitingText tells a player who has moved in a game of days that others wait.
func (t *Screen) waitingText() string {
	if _, seated := t.Me(); !seated || t.HumanTurn() || !t.unhurried() {
		return ""
	}
	switch n := len(t.waiting()); n {
	case 0:
		return ""
	case 1:
		return "1 other game waits for your move: type next"
	default:
		return fmt.Sprintf("%d other games wait for your move: type next", n)
	}
}

// offlineText says that the other player's line is gone and what can be done.
func (t *Screen) offlineText() string {
	side, wait, ok := t.claimWait(t.S.Now())
	if !ok {
		return ""
	}
	who := lang.Name(t.Snap.Players[side].Name)
	if _, seated := t.Me(); !seated {
		return who + " is offline"
	}
	if wait > 0 {
		return who + " is offline: you can claim the win in " + countdown(wait)
	}
	return who + " is offline: type claim to claim the win, or wait"
}

// InputRow is the line on which moves are written.
func (t *Screen) InputRow(width int) string {
	text := ""
	_, seated := t.Me()
	switch {
	case !t.Line.Empty():
	case t.connErr != nil:
		text = "Press Enter to return to the game, Esc to leave"
	case t.Over() && t.Snap.Next != "":
		text = "Enter: new game, v: review game, Esc: leave"
	case t.Over() && seated && t.Snap.Twin == nil:
		text = "Enter: rematch, v: review game, Esc: leave"
		if t.Snap.Tournament != nil {
			text = "Enter: tournament, v: review game, Esc: leave"
		}
	case t.Over():
		text = "v: review game, Esc: leave"
	case !seated && t.onWeb():
		text = "Watching. PgUp/PgDn: step, Esc: leave"
	case !seated && t.Snap.Twin != nil:
		text = "Watching. Tab: other board, PgUp/PgDn: step, /: chat, Esc: leave"
	case !seated:
		text = "Watching. PgUp/PgDn: step, /: chat, Esc: leave"
	}
	if text != "" {
		return " " + t.S.Theme.Faint.Render(draw.Cut(t.S.Text(text), width-1))
	}
	return " " + t.Line.View(t.S.Theme, width-1)
}
