package matchcmd

import (
	"context"

	"rookery/ai"
	"rookery/ai/book"
	"rookery/ai/match"
	"rookery/chess"
	"rookery/tui/engineplay"
)

// opener is a player of a match that opens from a book.
type opener struct {
	match.Player
	book  *book.Book
	level ai.Level
	first *engineplay.Opener
}

// opening lets a player of a level open from a book; without one it is p itself.
func opening(p match.Player, k *book.Book, level ai.Level) match.Player {
	if k == nil {
		return p
	}
	return &opener{Player: p, book: k, level: level}
}

// Begin implements match.Player.
func (o *opener) Begin(ctx context.Context, g *chess.Game, seed uint64) error {
	o.first = engineplay.NewOpener(o.book, o.level, seed)
	return o.Player.Begin(ctx, g, seed)
}

// Choose implements match.Player. A move of the book says nothing about the score.
func (o *opener) Choose(ctx context.Context, g *chess.Game, lim ai.Limit) (ai.Choice, error) {
	if c, ok := o.first.Choose(ctx, g.Board().Clone(), g.Ply()); ok {
		return c, nil
	}
	return o.Player.Choose(ctx, g, lim)
}
