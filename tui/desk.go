package tui

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// desk is a board with all that a player needs at it: the cursor, what is held
// or made ahead, the line to write on, questions, and the room round the board.
// Screens on which a game is played embed one. What game it is, and what becomes
// of a move, their deskHost tells.
type desk struct {
	host   deskHost
	s      *Session
	keys   gameKeys
	rules  chess.Rules
	layout *chess.Layout

	// Of the present position.
	legal []chess.Move // in the fog also what only a hidden man forbids
	texts []string     // how legal is written; none where the player is not to move
	start chess.View   // the men that the game began with

	pre     []premove          // wait until the opponent has moved
	letting context.CancelFunc // of the search for the best move of one man

	holding holding
	line    inputLine
	chooser *chooser
	asking  *asking
	notice  notice
	shown   int  // half-moves on the board; host.ply() while the game is followed
	flip    bool // Black is at the bottom

	width, height int
	smaller       int // steps that the board is smaller than it could be
	room          gameRoom
	fits          bool
	drawn         boardCache
	bars          [2]playerBar // by Color, as retime drew them on composed rows
}

// deskHost is the screen that a desk stands on.
type deskHost interface {
	deskGame
	deskFace
}

// deskGame is a game as far as the player at the desk may know it.
type deskGame interface {
	board() chess.Board // as it is now; it belongs to the host
	ply() int
	observer() chess.Observer
	// fogged tells whether somebody must not see all of the board now.
	fogged() bool
	over() bool
	// humanTurn tells whether who sits here is to move.
	humanTurn() bool
	// premoving tells whether what a player does now is done ahead.
	premoving() bool
	// ready tells whether a move can be made now and says why not.
	ready() bool
	// play makes a legal move.
	play(chess.Move) tea.Cmd
	// obey does what a word of the line says.
	obey(word string) tea.Cmd
}

// deskFace is what is drawn on and round the board.
type deskFace interface {
	shownView() chess.View // of the position on the screen
	marks(chess.View) marks
	// tally holds the men of the position on the screen, which both sides may
	// count, in cells of no meaning.
	tally() chess.View
	heading() string
	status() string
	player(chess.Color) playerBar
	sheet() scoreSheet
	// asideRows are rows between the moves and the lower player, at most so many.
	asideRows(width, most int) []string
	noticeRow(width int) string
	inputRow(width int) string
	meter() []string // the column beside the board; nil for none
}

// newDesk makes a desk for games of some rules; the host sets the rest.
func newDesk(s *Session, host deskHost, r chess.Rules, l *chess.Layout) desk {
	return desk{
		host: host, s: s, keys: bound(s, newGameKeys()), rules: r, layout: l,
		line: newInputLine(s.Theme, s.glyphs()), holding: newHolding(),
	}
}

// SetSize lays the screen out anew.
func (d *desk) SetSize(width, height int) {
	d.width, d.height = width, height
	d.relay()
}

// relay finds the places of everything for the present size.
func (d *desk) relay() {
	d.room, d.fits = arrange(d.layout, sizesWith(d.s.Labels), d.width, d.height, d.smaller)
	d.drawn = boardCache{}
}

func (d *desk) minSize() (int, int) { return leastRoom(d.layout, sizesWith(d.s.Labels)) }

// live tells whether the present position is on the board.
func (d *desk) live() bool { return d.shown == d.host.ply() }

// say puts a message into its row.
func (d *desk) say(text string) { d.notice = notice{text: text} }

// complain puts a refusal into its row.
func (d *desk) complain(text string) { d.notice = notice{text: text, bad: true} }

// ask puts a question into the message row; anything but y is no. no may be nil.
func (d *desk) ask(text string, yes, no func() tea.Cmd) {
	d.asking = &asking{text: text, yes: yes, no: no}
}

// answer takes y for yes and every other key for no; done is false for a key that
// means more than that, and has still to be obeyed.
func (d *desk) answer(msg tea.KeyMsg) (cmd tea.Cmd, done bool) {
	q := d.asking
	d.asking = nil
	if s := msg.String(); s == "y" || s == "Y" {
		return q.yes(), true
	}
	if q.no != nil {
		cmd = q.no()
	}
	return cmd, onlyNo(msg)
}

// onlyNo tells whether a key that answers a question means no and nothing else.
// Any other key that is no yes goes on to what it means without a question.
func onlyNo(msg tea.KeyMsg) bool {
	switch msg.String() {
	case "n", "N", "esc", "enter", " ":
		return true
	}
	return false
}

// show puts an earlier or later position on the board.
func (d *desk) show(ply int) {
	ply = max(0, min(ply, d.host.ply()))
	if ply == d.shown {
		return
	}
	d.shown = ply
	d.stopLetting()
	d.holding.letGo()
	if d.live() {
		d.holding.from = d.holding.bound
	}
	d.drawn = boardCache{}
	if d.live() && !d.host.over() {
		d.notice = notice{}
	} else if !d.live() {
		d.say("An earlier position. End comes back to the game")
	}
}

// wrote gives a key to the line.
func (d *desk) wrote(msg tea.KeyMsg) tea.Cmd {
	k := &d.keys
	switch {
	case key.Matches(msg, k.Send):
		return d.send()
	case key.Matches(msg, k.Complete):
		if !d.line.complete() {
			d.complain("nothing that can be played begins like that")
		}
	case key.Matches(msg, k.Up):
		d.line.recall(-1)
	case key.Matches(msg, k.Down):
		d.line.recall(1)
	default:
		d.line.edit(msg, d.writable())
		if d.rules.Capture != chess.Take {
			d.drawn = boardCache{} // what the typed move would do is marked
		}
		if d.notice.bad {
			d.notice = notice{}
		}
	}
	return nil
}

// steered does what keys mean on an empty line: the cursor, the pocket, the past,
// the size of the board.
func (d *desk) steered(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &d.keys
	switch {
	case key.Matches(msg, k.Start):
		d.show(0)
	case key.Matches(msg, k.Live):
		d.show(d.host.ply())
	case key.Matches(msg, k.Bigger):
		d.smaller = max(d.smaller-1, 0)
		d.relay()
	case key.Matches(msg, k.Smaller):
		d.smaller = min(d.smaller+1, len(cellSizes)-1)
		d.relay()
	case key.Matches(msg, k.Up):
		d.steer(chess.Up)
	case key.Matches(msg, k.Down):
		d.steer(chess.Down)
	case key.Matches(msg, k.Left):
		d.steer(chess.Left)
	case key.Matches(msg, k.Right):
		d.steer(chess.Right)
	case key.Matches(msg, k.Complete):
		d.toPocket()
	case key.Matches(msg, k.Pick), key.Matches(msg, k.Send):
		return d.pick(), true
	default:
		return nil, false
	}
	return nil, true
}

// undone takes back the last thing begun: what is held, what is written, a move
// made ahead, a look into the past; false where nothing is.
func (d *desk) undone() bool {
	switch {
	case d.holding.held() || d.holding.pocket:
		d.drawn = boardCache{}
		if !d.putDown() {
			return true
		}
	case !d.line.empty():
		d.line.clear()
	case d.dropAhead():
		return true
	case !d.live() && !d.host.over():
		d.show(d.host.ply())
	default:
		return false
	}
	d.notice = notice{}
	return true
}
