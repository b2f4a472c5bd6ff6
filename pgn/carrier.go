package pgn

import "bytes"

// A carrier takes words from a text to a filler. Words that stand in the text
// one behind the other as they are to be written go there in one piece.
type carrier struct {
	filler
	src      []byte // the text
	from, to int    // what of it is on the way; nothing when they are equal
	broken   bool   // that holds line ends
}

// start begins with another text.
func (c *carrier) start(src []byte) {
	*c = carrier{filler: filler{line: c.line[:0], text: c.text}, src: src}
}

// stand writes the word that stands from from to to.
func (c *carrier) stand(from, to int) {
	if c.to > c.from {
		switch gap := from - c.to; {
		case c.glue && gap == 0:
			c.glue, c.to = false, to
			return
		case !c.glue && gap == 1 && (c.src[c.to] == ' ' || c.src[c.to] == '\n'):
			c.broken = c.broken || c.src[c.to] == '\n'
			c.to = to
			return
		}
		c.put()
	}
	c.begin()
	c.from, c.to = from, to
}

// put brings what is on the way to the filler.
func (c *carrier) put() {
	if c.to > c.from {
		c.line = append(c.line, c.src[c.from:c.to]...)
		if c.broken {
			mend(c.line[len(c.line)-(c.to-c.from):])
		}
		c.from, c.broken = c.to, false
	}
}

// mend makes line ends blanks.
func mend(b []byte) {
	for {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			return
		}
		b[i] = ' '
		b = b[i+1:]
	}
}

// fill is the filler, for words that do not stand in the text.
func (c *carrier) fill() *filler {
	c.put()
	return &c.filler
}

// plainCommand tells where a comment ends that begins at i, holds commands and
// nothing else and stands as it is to be written; 0 for anything else.
func (c *carrier) plainCommand(i int) (end int) {
	const sign = "{ " + commandSign
	b := c.src[i:]
	if len(b) < len(sign) || string(b[:len(sign)]) != sign {
		return 0
	}
	for k := len(sign); k < len(b); k++ {
		switch d := b[k]; {
		case !signs[d]:
		case d == ' ' && b[k-1] != ' ':
		case d == ']' && len(b) >= k+3 && b[k+1] == ' ' && b[k+2] == '}':
			return i + k + 3
		case d == ']' && len(b) >= k+4 && b[k+1] == ' ' && string(b[k+2:k+4]) == commandSign:
			k += 3
		default:
			return 0
		}
	}
	return 0
}

// command writes the comment that plainCommand found.
func (c *carrier) command(i, end int) {
	c.sign = true
	c.stand(i, end)
}

// plainProse tells whether a comment from i to end stands as it is to be
// written but for its line ends.
func (c *carrier) plainProse(i, end int) bool {
	b := c.src[i+1 : end-1]
	gap := false
	for k, d := range b {
		was := gap
		if gap = d == ' ' || d == '\n'; gap {
			if was {
				return false
			}
		} else if signs[d] || k == 0 {
			return false
		}
	}
	return gap && len(b) > 1
}

// prose writes the comment that plainProse was asked about.
func (c *carrier) prose(i, end int) {
	c.stand(i, end)
	c.broken = true
}
