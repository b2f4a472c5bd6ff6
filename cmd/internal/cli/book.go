package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"rookery/ai/book"
	"rookery/chess"
	openingnames "rookery/pgn/opening"
)

// AddBookFlag gives cmd the flag that says what computers open from.
func AddBookFlag(cmd *cobra.Command) {
	cmd.Flags().String("book", "own", "opening book for computer players, in standard chess: own, off or a Polyglot file")
}

// Book opens the book that the flag of cmd names, or else the settings do.
func Book(cmd *cobra.Command, settings string) (*book.Book, error) {
	word, err := cmd.Flags().GetString("book")
	if err != nil {
		return nil, err
	}
	if settings != "" && !cmd.Flags().Changed("book") {
		word = settings
	}
	return openBook(word)
}

// OpenBook opens a book by the word for it: "own" for that of named openings,
// which is made when it is first asked, "off" for none, which is nil, else the
// path of a Polyglot file. It may serve any number of players at once.
func openBook(word string) (*book.Book, error) {
	switch strings.ToLower(word) {
	case "own", "":
		return book.FromLines(func() [][]chess.Move { return openingnames.Load().Lines() }), nil
	case "off", "none":
		return nil, nil
	}
	return book.Open(word)
}
