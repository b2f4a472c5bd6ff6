package pgn

import (
	"slices"
	"strings"

	"rookery/chess"
	"rookery/variants"
)

// known remembers the rules of tags that were met, with a board in the first
// position of each, since finding and making them takes longer than a few moves.
type known map[knownTag]knownRules

type knownTag struct {
	name  string
	usual bool // the castling rights fit the usual array
}

type knownRules struct {
	rules chess.Rules
	board chess.Board // in the first position of the usual array
}

// mostKnown bounds the memory for files that name a new variant in each game.
const mostKnown = 64

// find gives the rules that Variant and FEN tags name.
func (k *known) find(tag, fen string) (knownRules, error) {
	key := knownTag{tag, variants.UsualCastling(fen)}
	if found, ok := (*k)[key]; ok {
		return found, nil
	}
	var found knownRules
	var err error
	if found.rules, err = variants.FromPGN(tag, fen); err != nil {
		return found, err
	}
	if found.board, err = chess.NewBoard(found.rules, ""); err != nil {
		return found, err
	}
	if *k == nil || len(*k) == mostKnown {
		*k = make(known)
	}
	(*k)[key] = found
	return found, nil
}

// begin ends the tag section: it finds the rules and sets up the board.
func (p *Parser) begin() {
	p.ready = true
	g := p.g
	tag := g.Tags.Value("Variant")
	fen, _ := g.Tags.Get("FEN")
	if fen = strings.TrimSpace(fen); fen == "?" || fen == "-" {
		fen = ""
	}
	kind, err := p.rules.find(tag, fen)
	if err != nil {
		p.warn(p.where["Variant"], true, ErrVariant)
		g.Err = err
		return
	}
	g.Rules, g.Start, p.board = kind.rules, fen, kind.board
	if fen != "" {
		if p.board, err = chess.NewBoard(g.Rules, fen); err != nil {
			p.warn(p.where["FEN"], true, err)
			g.Err = err
			return
		}
	}
	if at, ok := p.where["SetUp"]; ok && fen == "" && g.Tags.Value("SetUp") == "1" {
		p.warn(at, true, ErrNoFEN)
	}
}

// tag reads a tag pair.
func (p *Parser) tag(t token) {
	span, _ := scanTag(p.text, t.start, true)
	name, value := tagText(p.raw, span)
	if span.faulty {
		p.warn(t, true, ErrTag)
	}
	p.keepTag(t, name, value)
}

// tornTag takes what is there of a pair that lacks its marks.
func (p *Parser) tornTag(t token) {
	p.warn(t, true, ErrTag)
	s := strings.Trim(p.raw[t.start+1:t.end], " \t]")
	n := 0
	for n < len(s) && isNameByte(s[n]) {
		n++
	}
	if n > 0 {
		p.keepTag(t, s[:n], oneLine(strings.Trim(s[n:], " \t\"")))
	}
}

func (p *Parser) keepTag(t token, name, value string) {
	if p.latin {
		value = fromLatin(value)
	}
	switch name {
	case "Variant", "FEN", "SetUp":
		if p.where == nil {
			p.where = make(map[string]token)
		}
		p.where[name] = t
	}
	if old, twice := p.tagAt(name); twice {
		if p.g.Tags.list[old].Value != value {
			p.warn(t, true, ErrTagTwice)
		}
		return
	}
	if p.names != nil {
		p.names[name] = len(p.g.Tags.list)
	}
	p.g.Tags.list = append(p.g.Tags.list, Tag{name, value})
}

// tagAt finds a tag that was kept, by a table when there are very many.
func (p *Parser) tagAt(name string) (i int, ok bool) {
	list := p.g.Tags.list
	if p.names == nil {
		if len(list) < mostTags {
			i = slices.IndexFunc(list, func(t Tag) bool { return t.Name == name })
			return i, i >= 0
		}
		p.names = make(map[string]int)
		for i := range list {
			p.names[list[i].Name] = i
		}
	}
	i, ok = p.names[name]
	return i, ok
}
