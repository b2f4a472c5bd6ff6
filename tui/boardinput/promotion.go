package boardinput

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
)

// chooser asks in place which of several moves between the same squares is
// meant: what a pawn becomes, how many discs go, or whether a king castles.
type chooser struct {
	Title   string
	Options []option
	at      int // the option that Enter takes
}

// option is one move of a chooser.
type option struct {
	key   string // the key that takes it at once
	label string
	Move  chess.Move
}

// promotionOrder is how promotions are offered: the first is what Enter takes.
var promotionOrder = [...]chess.Role{chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.King, chess.Pawn}

// mostValuable is the only move of a list, or of promotions the one that is
// offered first.
func mostValuable(moves []chess.Move) chess.Move {
	for _, r := range promotionOrder {
		for _, m := range moves {
			if m.IsPromotion() && m.Role() == r {
				return m
			}
		}
	}
	return moves[0]
}

// newChooser makes a chooser for at least two moves. texts are the moves as
// they are written, for those that neither role nor count tells apart.
func newChooser(gl *draw.Glyphs, side chess.Color, moves []chess.Move, texts []string) *chooser {
	c := &chooser{Title: "Which move?"}
	var rest, counted []option
	byRole := make(map[chess.Role]option)
	for i, m := range moves {
		switch {
		case m.IsPromotion():
			letter := string(m.Role().Letter())
			label := letter
			if sign := gl.Pieces[side][m.Role()]; string(sign) != letter {
				label = string(sign) + " " + letter
			}
			byRole[m.Role()] = option{key: strings.ToLower(letter), label: label, Move: m}
		case m.Count() > 0:
			counted = append(counted, option{key: strconv.Itoa(m.Count()), label: strconv.Itoa(m.Count()), Move: m})
		default:
			rest = append(rest, option{label: texts[i], Move: m})
		}
	}
	for _, r := range promotionOrder {
		if o, ok := byRole[r]; ok {
			c.Options = append(c.Options, o)
		}
	}
	switch {
	case len(c.Options) > 0:
		c.Title = "Promote to"
	case len(counted) > 0:
		c.Title = "How many discs?"
	}
	c.Options = append(c.Options, counted...)
	for _, o := range rest {
		if o.key == "" {
			o.key = strconv.Itoa(len(c.Options) + 1)
			o.label = o.key + " " + o.label
		}
		c.Options = append(c.Options, o)
	}
	return c
}

// pressed takes a key: the move that was chosen, or done without a move when
// the question was given up.
func (c *chooser) pressed(key string) (m chess.Move, done bool) {
	switch key {
	case "enter", " ":
		return c.Options[c.at].Move, true
	case "esc":
		return 0, true
	case "left", "up", "shift+tab":
		c.at = (c.at + len(c.Options) - 1) % len(c.Options)
	case "right", "down", "tab":
		c.at = (c.at + 1) % len(c.Options)
	default:
		for _, o := range c.Options {
			if o.key == strings.ToLower(key) {
				return o.Move, true
			}
		}
	}
	return 0, false
}

// text of option i with the room it takes, its frame included.
func (c *chooser) text(i int) string {
	if i == c.at {
		return "[" + c.Options[i].label + "]"
	}
	return " " + c.Options[i].label + " "
}

// View is the row that asks.
func (c *chooser) View(th *draw.Theme) string {
	var b strings.Builder
	b.WriteByte(' ')
	b.WriteString(th.Accent.Render(c.Title))
	b.WriteByte(' ')
	for i := range c.Options {
		b.WriteByte(' ')
		if i == c.at {
			b.WriteString(th.Choice.Render(c.text(i)))
		} else {
			b.WriteString(th.Bold.Render(c.text(i)))
		}
	}
	return b.String()
}

// optionAt is the move drawn at a column of the row that asks.
func (c *chooser) optionAt(x int) (chess.Move, bool) {
	at := draw.WidthOf(c.Title) + 2
	for i := range c.Options {
		at++
		end := at + draw.WidthOf(c.text(i))
		if x >= at && x < end {
			return c.Options[i].Move, true
		}
		at = end
	}
	return 0, false
}

// choose asks which of several moves between the same squares is meant. texts are
// the moves as they are written; nil for the usual way.
func (in *Input) choose(moves []chess.Move, texts []string) {
	b := in.host.Present()
	if texts == nil {
		texts = moveTexts(b, moves)
	}
	in.Chooser = newChooser(in.S.Glyphs(), b.Turn(), moves, texts)
	in.Chooser.Title = in.S.Text(in.Chooser.Title)
}

// moveTexts writes moves of a board.
func moveTexts(b chess.Board, moves []chess.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = chess.MoveText(b, m)
	}
	return texts
}

// Chose gives a key to the question and plays the move that it chooses.
func (in *Input) Chose(msg tea.KeyMsg) tea.Cmd {
	m, done := in.Chooser.pressed(msg.String())
	if done {
		in.Chooser = nil
	}
	if m != 0 {
		return in.host.Play(m)
	}
	return nil
}
