package viewer

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// question waits for one of a few keys or Esc; any other leaves it standing.
type question struct {
	about string // a row above it, which is not translated; empty for none
	text  string
	keys  []string // as English offers them in brackets; each language has its own
	// answer does what a key says.
	answer func(key string) tea.Cmd
}

// pressed gives a key to the question, to what is written, to the moves that
// are made, or does what it says.
func (v *Viewer) pressed(msg tea.KeyMsg) tea.Cmd {
	k := &v.keys
	switch {
	case v.asking != nil:
		return v.answered(msg)
	case v.Writing != NoText:
		return v.wrote(msg)
	case v.Mode != Stepping || v.Chooser != nil:
		return v.handled(msg)
	}
	if v.Tree != nil {
		if cmd, ok := v.explored(msg); ok {
			v.Auto.stop()
			return cmd
		}
	}
	switch {
	case key.Matches(msg, k.Back) && v.Selection.Held():
		v.Selection.LetGo()
		v.Redraw()
		return nil
	case key.Matches(msg, k.Back) && v.find.Search != nil:
		v.endSearch()
		return nil
	case key.Matches(msg, k.Back), key.Matches(msg, k.Games):
		return v.leaving(func() tea.Cmd { return v.S.Pop(v) })
	case key.Matches(msg, k.NextGame):
		return v.loadNeighbour(1)
	case key.Matches(msg, k.PrevGame):
		return v.loadNeighbour(-1)
	}
	if v.Tree == nil {
		if v.fault == nil && len(v.early) < ui.MaxEarly {
			v.early = append(v.early, msg)
		}
		return nil
	}
	if cmd, ok := v.timed(msg); ok {
		return cmd
	}
	v.Auto.stop()
	if v.find.stop != nil { // what is done now is wanted more than what is looked for
		v.callOffSearch()
		v.Notice = ui.Notice{}
	}
	if cmd, ok := v.stepped(msg); ok {
		return cmd
	}
	if cmd, ok := v.changedBy(msg); ok {
		return cmd
	}
	return v.shown(msg)
}

// Asking tells that a question waits.
func (v *Viewer) Asking() bool { return v.asking != nil }

// answered gives a key to the question.
func (v *Viewer) answered(msg tea.KeyMsg) tea.Cmd {
	q := v.asking
	choice, said := v.S.Choice(q.text, q.keys, msg)
	if !said {
		return nil
	}
	if v.asking = nil; choice == "" {
		return nil
	}
	return q.answer(choice)
}

// shown does what the keys say that change neither place nor game.
func (v *Viewer) shown(msg tea.KeyMsg) tea.Cmd {
	k := &v.keys
	switch {
	case key.Matches(msg, k.Fold):
		v.fold.Next()
		v.layTree()
	case key.Matches(msg, k.FoldHere):
		return v.foldHere()
	case key.Matches(msg, k.Flip):
		v.Flip = !v.Flip
		v.Redraw()
	case key.Matches(msg, k.Card):
		return v.S.Open(v, ui.ShowRules{Rules: v.Game.Rules})
	case key.Matches(msg, k.CopyFEN):
		return ui.CopyText(v.Board.FEN(), "FEN copied to clipboard: "+v.Board.FEN())
	case key.Matches(msg, k.CopyPGN):
		return v.copyPGN()
	case key.Matches(msg, k.Play):
		if v.Board.Outcome().Over() {
			return ui.Toast("The game is over in this position.")
		}
		return v.S.NewGameFrom(v, v.Game.Rules, v.Board.FEN())
	case key.Matches(msg, k.Setup):
		return v.edit()
	case key.Matches(msg, k.Analyse):
		return v.analyse()
	case key.Matches(msg, k.Report):
		return v.report()
	case key.Matches(msg, k.Explore):
		return v.explore()
	case key.Matches(msg, k.Train):
		v.askSide("Guess whose moves?  [w] White  [b] Black  [Esc] cancel", v.startGuesses)
	case key.Matches(msg, k.Line):
		v.askSide("Train whose moves?  [w] White  [b] Black  [Esc] cancel", v.trainLine)
	case key.Matches(msg, k.Save):
		return v.save(nil)
	case key.Matches(msg, k.SaveAs):
		v.askFile()
	case key.Matches(msg, k.Command):
		v.write(commandText, "")
	case key.Matches(msg, k.Search):
		v.askSearch()
	case key.Matches(msg, k.FindNext):
		return v.goOn(1)
	case key.Matches(msg, k.FindPrev):
		return v.goOn(-1)
	case key.Matches(msg, k.Tags):
		if v.saving {
			return ui.Toast(savingText)
		}
		return v.S.Push(v, newTagEditor(v))
	}
	return nil
}

// foldHere folds or unfolds the lines that begin here or stand for the present
// move. Inside a side line it goes out of it and folds it.
func (v *Viewer) foldHere() tea.Cmd {
	n := v.Cur
	if head := lineHead(n); head != nil {
		v.goTo(head.Parent.Children[0])
		n = head.Parent
	} else if len(n.Children) < 2 {
		n = n.Parent
	}
	if n == nil || len(n.Children) < 2 {
		return ui.Toast("No variations at this move.")
	}
	if v.fold.Shut == nil {
		v.fold.Shut = make(map[*pgn.Node]bool)
	}
	v.fold.Shut[n] = !v.fold.Shut[n]
	v.layTree()
	return nil
}

// clicked goes to moves that are clicked, and makes moves on the board.
func (v *Viewer) clicked(msg tea.MouseMsg) tea.Cmd {
	if v.Tree == nil || v.asking != nil || v.Writing != NoText {
		return nil
	}
	r := &v.Room
	switch {
	case v.Mode == guessingMoves && !r.Board.Has(msg.X, msg.Y):
	case msg.Button == tea.MouseButtonWheelDown && v.Mode != guessingMoves:
		v.next()
	case msg.Button == tea.MouseButtonWheelUp && v.Mode != guessingMoves && v.Cur.Parent != nil:
		v.goTo(v.Cur.Parent)
	case r.Board.Has(msg.X, msg.Y) || v.Selection.Drag:
		v.Auto.stop()
		return v.Pointed(msg, r.Board, r.Size)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress && r.tree.Has(msg.X, msg.Y):
		if n := v.outline.NodeAt(v.treeTop+msg.Y-r.tree.Y, msg.X-r.tree.X); n != nil {
			v.Auto.stop()
			v.goTo(n)
		}
	}
	return nil
}

// analyse studies the present position of a game that is stepped through, with
// the line that it stands on.
func (v *Viewer) analyse() tea.Cmd {
	return v.S.Open(v, ui.Analyse{Rules: v.Game.Rules, Start: v.Game.Start, Moves: v.Cur.End().Moves(), At: v.Cur.Ply(), Flip: v.Flip, Explore: v.exploring()})
}

// report opens the report on the main line, which can be written into the game.
func (v *Viewer) report() tea.Cmd {
	switch {
	case v.saving:
		return ui.Toast(savingText)
	case v.Game.Root.Next() == nil:
		return ui.Toast("No moves here yet.")
	}
	game, err := v.Game.Play()
	if err != nil {
		return ui.Fail(err)
	}
	cfg := ui.GameConfig{Rules: v.Game.Rules, Setup: -1, Flip: v.Flip}
	row := v.row()
	cfg.Players = [2]ui.PlayerConfig{{Name: row.White}, {Name: row.Black}}
	v.reported = v.Game.State()
	return v.S.Open(v, ui.ReviewGame{Config: cfg, Game: game, Sheet: v.Game, Flip: v.Flip})
}

// reportWritten shows what the report has written into the game.
func (v *Viewer) reportWritten() {
	if v.Game == nil || v.Tree == nil || v.Game.State() == v.reported {
		return
	}
	if tree, err := draw.NewGameTree(v.Game, v.S.Notation(), v.S.Lang); err == nil {
		v.Tree = tree
	}
	v.reported = v.Game.State()
	v.refresh()
}

// edit sets up another position from the one that is shown.
func (v *Viewer) edit() tea.Cmd { return v.S.Open(v, ui.EditPosition{Board: v.Board, Flip: v.Flip}) }

func (v *Viewer) Present() chess.Board { return v.Board }

func (v *Viewer) Ready() bool {
	if v.Board.Outcome().Over() {
		v.Complain("the game is over in this position")
		return false
	}
	return true
}

// Play does with a move what moves are made for.
func (v *Viewer) Play(m chess.Move) tea.Cmd {
	v.Selection.LetGo()
	v.Redraw()
	if v.Mode == guessingMoves {
		return v.judge(m)
	}
	return v.add(m)
}

// takeMoves lets the keys make moves.
func (v *Viewer) takeMoves() {
	v.Mode, v.Notice = moving, ui.Notice{}
	v.Reset()
	v.Selection.Seen = false
}

// endMoves gives the keys back to stepping.
func (v *Viewer) endMoves() {
	v.takeMoves()
	v.Mode = Stepping
	v.arrange()
}

// handled gives a key to the moves that are made.
func (v *Viewer) handled(msg tea.KeyMsg) tea.Cmd {
	if v.Chooser != nil {
		return v.Chose(msg)
	}
	k := &v.Bindings
	switch {
	case key.Matches(msg, k.Cancel):
		return v.backOut()
	case key.Matches(msg, k.Up, k.Down, k.Left, k.Right), v.Line.Empty() && key.Matches(msg, k.Send, k.Pick, k.Complete):
		cmd, _ := v.Steered(msg)
		return cmd
	case key.Matches(msg, k.Send, k.Complete), msg.Type == tea.KeyRunes:
	case v.Mode == guessingMoves && key.Matches(msg, v.keys.Hint):
		return v.hint()
	case v.Mode == moving && v.steps(msg):
		return nil
	}
	return v.Input.Wrote(msg)
}

// steps does what keys that are no letters say while moves are added.
func (v *Viewer) steps(msg tea.KeyMsg) bool {
	k := &v.keys
	switch {
	case v.Line.Edits(msg):
		return false
	case key.Matches(msg, k.Undo) && !v.saving:
		if v.Game.Undo() {
			v.travelled("")
		}
	case key.Matches(msg, k.Redo) && !v.saving:
		if v.Game.Redo() {
			v.travelled("")
		}
	case key.Matches(msg, k.Flip):
		v.Flip = !v.Flip
		v.Redraw()
	case !v.Line.Empty():
		return false
	case key.Matches(msg, k.Prev), msg.Type == tea.KeyBackspace:
		if v.Cur.Parent != nil {
			v.goTo(v.Cur.Parent)
		}
	case key.Matches(msg, k.Next):
		v.next()
	case key.Matches(msg, k.Start):
		v.goTo(v.Game.Root)
	case key.Matches(msg, k.End):
		v.goTo(v.Cur.End())
	default:
		return false
	}
	return true
}

// backOut gives up what was begun last.
func (v *Viewer) backOut() tea.Cmd {
	switch {
	case v.Undone():
	case v.Mode == guessingMoves:
		return v.endGuesses()
	default:
		v.endMoves()
	}
	return nil
}
