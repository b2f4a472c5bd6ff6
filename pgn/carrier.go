package pgn

// A carrier takes words from a text to a filler. Words that stand in the text
// one behind the other as they are to be written go there in one piece.
type carrier struct {
	filler
	src      []byte // the text
	from, to int    // what of it is on the way; nothing when they are equal
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
		c.words(c.src[c.from:c.to])
		c.from = c.to
	}
}

// fill is the filler, for words that do not stand in the text.
func (c *carrier) fill() *filler {
	c.put()
	return &c.filler
}

// plainCommand tells where a comment ends that begins at i, holds one command
// and nothing else and stands as it is to be written, and where the only blank
// in the command is, i when there is none. end is 0 for anything else.
func (c *carrier) plainCommand(i int) (end, blank int) {
	const sign = "{ " + commandSign
	b := c.src[i:]
	if len(b) < len(sign) || string(b[:len(sign)]) != sign {
		return 0, 0
	}
	for k := len(sign); k < len(b); k++ {
		switch d := b[k]; {
		case !signs[d]:
		case d == ' ' && blank == 0:
			blank = k
		case d == ']' && k-1 <= lineWidth/2 && len(b) >= k+3 && b[k+1] == ' ' && b[k+2] == '}':
			return i + k + 3, i + blank
		default:
			return 0, 0
		}
	}
	return 0, 0
}

// command writes the comment that plainCommand found.
func (c *carrier) command(i, end, blank int) {
	c.stand(i, end)
	c.put()
	b := c.line[len(c.line)-(end-i):]
	b[1], c.firm = firm, true
	if blank > i {
		b[blank-i] = firm
	}
}

// plainProse tells whether a comment from i to end stands as it is to be
// written and may be broken at each of its blanks.
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
