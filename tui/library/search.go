package library

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	pgnfiles "rookery/pgn/collection"
	"rookery/tui/draw"
	"rookery/tui/lang"
)

// Search is what is looked for in a game and in the games of its file. It does
// not change.
type Search struct {
	Text  string
	query pgnfiles.Query // what tags, openings, pieces and positions must be
	// words, in lower case, are looked for in comments, and move among the
	// moves; both are empty where the query asks for more than words.
	words string
	move  string
	// key is that of the position that is looked for; 0 for none.
	key uint64
}

// boardPosition asks for the position on the board.
const boardPosition = "="

// NewSearch reads what is looked for: words, a move, a FEN, "=" for the
// position of b, or what the filter of the table of games takes. Moves may have
// the letters of l.
func NewSearch(text string, l *lang.Language, rules chess.Rules, b chess.Board) (*Search, error) {
	f := &Search{Text: text}
	if text == boardPosition {
		f.query.Rules, f.query.Position = rules, b.Key()
	} else if strings.Contains(text, "/") && !strings.Contains(text, ":") {
		if err := f.query.SetPosition(rules, text); err != nil {
			f.query = pgnfiles.Query{}
		}
	}
	if f.query.Position == 0 {
		var err error
		if f.query, err = pgnfiles.ParseQuery(text); err != nil {
			return nil, err
		}
	}
	f.key = f.query.Position
	if f.query == (pgnfiles.Query{Text: f.query.Text}) {
		f.words = strings.ToLower(text)
		if move := l.Typed(text); moveLike(move) {
			f.move = strings.TrimRight(move, "+#!?")
		}
	}
	if f.query.Empty() {
		return nil, errors.New("enter words, a move, a FEN, or = for the position on the board")
	}
	return f, nil
}

// moveLike tells whether a text may be a move in algebraic notation.
func moveLike(text string) bool {
	return !strings.Contains(text, " ") && (strings.ContainsAny(text, "12345678") || strings.HasPrefix(text, "O-O")) &&
		strings.ContainsRune("KQRBNMAHCGFabcdefghiklO@P", rune(text[0]))
}

// Nodes lists where a game has what is looked for.
func (f *Search) Nodes(g *pgn.Game) []*pgn.Node {
	var found []*pgn.Node
	// A game without a board has no moves either.
	_ = g.Walk(func(n *pgn.Node, b chess.Board) bool {
		if f.matches(n, b) {
			found = append(found, n)
		}
		return true
	})
	return found
}

// matches tells whether a move, its comments or the position behind it, which b
// shows, is what is looked for.
func (f *Search) matches(n *pgn.Node, b chess.Board) bool {
	if f.key != 0 {
		return b.Key() == f.key
	}
	if f.words == "" {
		return false
	}
	if strings.Contains(strings.ToLower(draw.CommentText(n.Before)+"\n"+draw.CommentText(n.After)), f.words) {
		return true
	}
	if f.move == "" || n.Parent == nil || n.Move == chess.Pass {
		return false
	}
	b.Undo()
	text := chess.MoveText(b, n.Move)
	b.Make(n.Move)
	return strings.TrimRight(text, "+#") == f.move
}

// mayHave tells whether the text of a game can have the words in its comments,
// or the move, which saves reading it.
func (f *Search) mayHave(raw []byte) bool {
	if f.move != "" && bytes.Contains(raw, []byte(f.move)) {
		return true
	}
	low := bytes.ToLower(raw)
	for w := range strings.FieldsSeq(f.words) {
		if !bytes.Contains(low, []byte(w)) {
			return false
		}
	}
	return true
}

// SearchBatch is how many games are looked through by their tags at once.
const searchBatch = 1 << 10

// FindNext finds the next game, up or down from game from and round the ends, that
// has what is looked for in its tags or moves; from itself comes last. It is -1
// when there is none.
func (c *Collection) FindNext(ctx context.Context, f *Search, from, by int) (int, error) {
	c.use.RLock()
	defer c.use.RUnlock()
	if c.closed {
		return -1, errClosed
	}
	n := c.Len()
	for done := 0; done < n; {
		at := ((from+by*(done+1))%n + n) % n
		file, local, ok := c.where(at)
		if !ok {
			return -1, errClosed
		}
		first, last := local, min(local+searchBatch, local+n-done, file.Len()) // of the file
		if by < 0 {
			first, last = max(local+1-searchBatch, local+1-(n-done), 0), local+1
		}
		game, err := f.firstOf(ctx, file, first, last, by)
		if err != nil || game >= 0 {
			return game + at - local, err
		}
		done += last - first
	}
	return -1, ctx.Err()
}

// firstOf finds the first of some games of a file, or the last where by is
// negative; -1 for none.
func (f *Search) firstOf(ctx context.Context, file *pgnfiles.File, first, last, by int) (int, error) {
	tagged := make(map[int]bool)
	if err := file.SearchPart(ctx, f.query, first, last, func(i int) { tagged[i] = true }); err != nil {
		return -1, err
	}
	i := first
	if by < 0 {
		i = last - 1
	}
	for ; i >= first && i < last; i += by {
		if tagged[i] {
			return i, nil
		}
		if f.words == "" {
			continue
		}
		if err := ctx.Err(); err != nil {
			return -1, err
		}
		raw, err := file.Raw(i)
		if err != nil {
			return -1, err
		}
		if !f.mayHave(raw) {
			continue
		}
		if g, err := file.Game(i); err == nil && len(f.Nodes(g)) > 0 {
			return i, nil
		}
	}
	return -1, nil
}
