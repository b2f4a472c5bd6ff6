package collection

import (
	"bytes"

	"rookery/pgn/internal/syntax"
)

// A copier takes words from a text to a line wrapper. Words that stand in the text
// one behind the other as they are to be written go there in one piece.
type copier struct {
	syntax.LineWrapper
	text     []byte // the text
	from, to int    // what of it is on the way; nothing when they are equal
	broken   bool   // that holds line ends
}

func (c *copier) start(src []byte) {
	*c = copier{LineWrapper: syntax.LineWrapper{Words: c.Words[:0], Scratch: c.Scratch}, text: src}
}

// copyWord writes the word that stands from from to to.
func (c *copier) copyWord(from, to int) {
	if c.to > c.from {
		switch gap := from - c.to; {
		case c.Glue && gap == 0:
			c.Glue, c.to = false, to
			return
		case !c.Glue && gap == 1 && (c.text[c.to] == ' ' || c.text[c.to] == '\n'):
			c.broken = c.broken || c.text[c.to] == '\n'
			c.to = to
			return
		}
		c.flush()
	}
	c.BeginWord()
	c.from, c.to = from, to
}

// flush brings what is on the way to the line wrapper.
func (c *copier) flush() {
	if c.to > c.from {
		c.Words = append(c.Words, c.text[c.from:c.to]...)
		if c.broken {
			joinLines(c.Words[len(c.Words)-(c.to-c.from):])
		}
		c.from, c.broken = c.to, false
	}
}

func joinLines(b []byte) {
	for {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			return
		}
		b[i] = ' '
		b = b[i+1:]
	}
}

// wrapper is the line wrapper itself, for words that do not stand in the text.
func (c *copier) wrapper() *syntax.LineWrapper {
	c.flush()
	return &c.LineWrapper
}

// plainCommand tells where a comment ends that begins at i, holds commands and
// nothing else and stands as it is to be written; 0 for anything else.
func (c *copier) plainCommand(i int) (end int) {
	const sign = "{ " + syntax.CommandPrefix
	b := c.text[i:]
	if len(b) < len(sign) || string(b[:len(sign)]) != sign {
		return 0
	}
	for k := len(sign); k < len(b); k++ {
		switch d := b[k]; {
		case !syntax.NotProse[d]:
		case d == ' ' && b[k-1] != ' ':
		case d == ']' && len(b) >= k+3 && b[k+1] == ' ' && b[k+2] == '}':
			return i + k + 3
		case d == ']' && len(b) >= k+4 && b[k+1] == ' ' && string(b[k+2:k+4]) == syntax.CommandPrefix:
			k += 3
		default:
			return 0
		}
	}
	return 0
}

// command writes the comment that plainCommand found.
func (c *copier) command(i, end int) {
	c.HasCommands = true
	c.copyWord(i, end)
}

// plainProse tells whether a comment from i to end stands as it is to be
// written but for its line ends.
func (c *copier) plainProse(i, end int) bool {
	b := c.text[i+1 : end-1]
	gap := false
	for k, d := range b {
		was := gap
		if gap = d == ' ' || d == '\n'; gap {
			if was {
				return false
			}
		} else if syntax.NotProse[d] || k == 0 {
			return false
		}
	}
	return gap && len(b) > 1
}

// prose writes the comment that plainProse was asked about.
func (c *copier) prose(i, end int) {
	c.copyWord(i, end)
	c.broken = true
}
