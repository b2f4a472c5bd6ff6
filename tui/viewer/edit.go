package viewer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// textKind says what a viewer's line of text is for.
type textKind uint8

const (
	NoText textKind = iota
	commentText
	beforeText // a comment before the move
	signsText
	fileText
	SearchText
	commandText
)

// textPrompts stand before what is written.
var textPrompts = [...]string{commentText: "Comment", beforeText: "Comment before move", signsText: "Annotations", fileText: "Save as",
	SearchText: "Search", commandText: ":"}

// savingText is said to who would change a game that is being written.
const savingText = "Saving the game; please wait."

// Changed tells whether the game differs from all files that hold it.
func (v *Viewer) Changed() bool {
	return v.Game != nil && v.Tree != nil && v.Game.Edited() && v.Game.State() != v.savedState
}

// changedBy does what the keys say that change the game; false when the key is
// none of them.
func (v *Viewer) changedBy(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &v.keys
	act := v.editOf(msg)
	if act == nil {
		return nil, false
	}
	if v.saving {
		return ui.Toast(savingText), true
	}
	if v.Cur.Parent == nil && !key.Matches(msg, k.Move, k.Comment, k.Undo, k.Redo) {
		return ui.Toast("No moves here yet."), true
	}
	return act(), true
}

// editOf is what a key does to the game, nil for one that does nothing to it.
func (v *Viewer) editOf(msg tea.KeyMsg) func() tea.Cmd {
	k := &v.keys
	for _, a := range []struct {
		key.Binding
		do func() tea.Cmd
	}{
		{k.Move, func() tea.Cmd { v.takeMoves(); return nil }},
		{k.Promote, v.promote},
		{k.Delete, func() tea.Cmd { return v.delete(v.Cur) }},
		{k.DeleteLine, v.deleteLine},
		{k.Comment, func() tea.Cmd { v.write(commentText, draw.CommentText(v.Cur.After)); return nil }},
		{k.CommentBefore, func() tea.Cmd { v.write(beforeText, draw.CommentText(v.Cur.Before)); return nil }},
		{k.Signs, func() tea.Cmd { v.write(signsText, signsOf(v.Cur)); return nil }},
		{k.Good, func() tea.Cmd { return v.sign(pgn.Good) }},
		{k.Mistake, func() tea.Cmd { return v.sign(pgn.Mistake) }},
		{k.Brilliant, func() tea.Cmd { return v.sign(pgn.Brilliant) }},
		{k.Blunder, func() tea.Cmd { return v.sign(pgn.Blunder) }},
		{k.Interesting, func() tea.Cmd { return v.sign(pgn.Interesting) }},
		{k.Dubious, func() tea.Cmd { return v.sign(pgn.Dubious) }},
		{k.WhiteBetter, func() tea.Cmd { return v.value(whiteBetter) }},
		{k.BlackBetter, func() tea.Cmd { return v.value(blackBetter) }},
		{k.Even, func() tea.Cmd { return v.value(evenSigns) }},
		{k.Undo, v.undo},
		{k.Redo, v.redo},
	} {
		if key.Matches(msg, a.Binding) {
			return a.do
		}
	}
	return nil
}

// refresh shows the game as it is after a change.
func (v *Viewer) refresh() {
	v.choice = min(v.choice, max(len(v.Cur.Children)-1, 0))
	v.Redraw()
	v.layTree()
}

// add makes a move behind the present one and goes there.
func (v *Viewer) add(m chess.Move) tea.Cmd {
	if v.saving {
		return ui.Toast(savingText)
	}
	had := len(v.Cur.Children)
	n, err := v.Game.AddMove(v.Cur, m)
	if err != nil {
		v.Notice = ui.FaultOf(err)
		return nil
	}
	if len(v.Cur.Children) > had {
		v.Tree.Name(v.Board, n)
	}
	v.goTo(n)
	v.refresh()
	return nil
}

// lineHead is the first move of the innermost side line that a move is in, nil
// on the main line. A move that was taken out of the game is one too.
func lineHead(n *pgn.Node) *pgn.Node {
	for ; n.Parent != nil; n = n.Parent {
		if n.Parent.Next() != n {
			return n
		}
	}
	return nil
}

// promote puts the side line in the place of the line that it stands beside.
func (v *Viewer) promote() tea.Cmd {
	head := lineHead(v.Cur)
	if head == nil {
		return ui.Toast("Already the main line.")
	}
	v.Game.Promote(head)
	v.refresh()
	if v.Cur.Main() {
		return ui.Toast("Now the main line.")
	}
	return ui.Toast("Variation promoted.")
}

// delete takes a move away with all that follows.
func (v *Viewer) delete(n *pgn.Node) tea.Cmd {
	what := v.Tree.Label(n)
	v.goTo(n.Parent)
	v.Game.Delete(n)
	v.refresh()
	return ui.Toast(fmt.Sprintf("Deleted from %s on. Press %s to undo.", what, v.keys.Undo.Help().Key))
}

// deleteLine takes the side line away.
func (v *Viewer) deleteLine() tea.Cmd {
	head := lineHead(v.Cur)
	if head == nil {
		return ui.Toast("This is the main line. Press " + v.keys.Delete.Help().Key + " to delete from here.")
	}
	return v.delete(head)
}

// undo takes the last change back and goes where it was made.
func (v *Viewer) undo() tea.Cmd {
	if !v.Game.Undo() {
		return ui.Toast("Nothing to undo.")
	}
	return v.travelled("Undone.")
}

// redo makes a change again.
func (v *Viewer) redo() tea.Cmd {
	if !v.Game.Redo() {
		return ui.Toast("Nothing to redo.")
	}
	return v.travelled("Redone.")
}

// travelled goes to where the last change was made. A move that is no longer in
// the game is left for the one before it.
func (v *Viewer) travelled(said string) tea.Cmd {
	root := v.Cur
	for root.Parent != nil {
		root = root.Parent
	}
	if root != v.Game.Root { // restored edits were undone, or made again
		board, err := v.Game.Board()
		if err == nil {
			err = v.replant(board)
		}
		if err != nil {
			return ui.Fail(err)
		}
	}
	to := v.Cur
	for n := v.Cur; n.Parent != nil; n = n.Parent {
		if !slices.Contains(n.Parent.Children, n) {
			to = n.Parent
		}
	}
	if at := v.Game.Touched(); at != nil {
		to = at
	} else {
		said += " The tags are as before."
	}
	v.goTo(to)
	v.refresh()
	return ui.Toast(said)
}

// The signs that the keys for positions go through, in their order.
var (
	whiteBetter = []pgn.NAG{14, 16, 18}
	blackBetter = []pgn.NAG{15, 17, 19}
	evenSigns   = []pgn.NAG{10, 13}
)

// sign sets one of the six signs of moves, or takes it away.
func (v *Viewer) sign(s pgn.NAG) tea.Cmd {
	rest := slices.DeleteFunc(slices.Clone(v.Cur.NAGs), func(n pgn.NAG) bool { return n >= pgn.Good && n <= pgn.Dubious })
	if !slices.Contains(v.Cur.NAGs, s) {
		rest = append(rest, s)
	}
	return v.setSigns(rest)
}

// value sets the sign that follows, in a round, the one the position has.
func (v *Viewer) value(round []pgn.NAG) tea.Cmd {
	next := 0
	rest := slices.DeleteFunc(slices.Clone(v.Cur.NAGs), func(n pgn.NAG) bool {
		if i := slices.Index(round, n); i >= 0 {
			next = i + 1
		}
		return n >= 10 && n <= 19
	})
	if next < len(round) {
		rest = append(rest, round[next])
	}
	return v.setSigns(rest)
}

func (v *Viewer) setSigns(signs []pgn.NAG) tea.Cmd {
	v.Game.SetNAGs(v.Cur, signs...)
	v.refresh()
	return nil
}

// signsOf writes the signs of a move as they can be read again.
func signsOf(n *pgn.Node) string {
	var words []string
	for _, s := range n.NAGs {
		word := s.Sign()
		if again, ok := pgn.ParseNAG(word); !ok || again != s {
			word = s.String()
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// write opens the line with a text.
func (v *Viewer) write(what textKind, text string) {
	v.Writing, v.written, v.Notice = what, text, ui.Notice{}
	v.Text.Write(text)
}

// wrote gives a key to the line.
func (v *Viewer) wrote(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEsc:
		drops := v.Writing == SearchText || v.Writing == commandText
		if v.Text.Value() != v.written && v.Notice.Text == "" && !drops {
			v.Notice = ui.Notice{Text: "Press Esc again to discard it, Enter to save it", Bad: true}
			return nil
		}
		v.Writing, v.Notice = NoText, ui.Notice{}
		return nil
	case tea.KeyTab:
		return v.complete()
	case tea.KeyBackspace:
		if v.Writing == commandText && v.Text.Value() == "" {
			v.Writing = NoText
		}
	case tea.KeyEnter:
		return v.took(v.Text.Trimmed())
	case tea.KeyCtrlU:
		v.Text.SetValue("")
		return nil
	}
	v.Notice = ui.Notice{}
	v.Text.Type(msg)
	return nil
}

// took does what the text was written for.
func (v *Viewer) took(text string) tea.Cmd {
	what := v.Writing
	switch what {
	case fileText:
		return v.saveAs(text, false, nil)
	case SearchText:
		return v.search(text)
	case commandText:
		return v.command(text)
	}
	if what == signsText {
		signs, fault := readSigns(text)
		if fault != "" {
			v.Notice = ui.Notice{Text: fault, Bad: true}
			return nil
		}
		v.Writing = NoText
		if text == v.written {
			return nil
		}
		return v.setSigns(signs)
	}
	v.Writing = NoText
	switch {
	case text == v.written: // what was not shown, line ends and commands, stays too
	case what == beforeText:
		v.Game.SetBefore(v.Cur, pgn.Reword(v.Cur.Before, text)...)
	default:
		v.Game.SetComments(v.Cur, pgn.Reword(v.Cur.After, text)...)
	}
	v.refresh()
	return nil
}

// readSigns reads signs with blanks between them.
func readSigns(text string) (signs []pgn.NAG, fault string) {
	for _, word := range strings.Fields(text) {
		n, ok := pgn.ParseNAG(word)
		if !ok {
			return nil, word + " is not an annotation: use ! ? = += -+ N or a number such as $146"
		}
		signs = append(signs, n)
	}
	return signs, ""
}
