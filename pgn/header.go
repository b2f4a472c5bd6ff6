package pgn

// Header is what a list of games shows of one; values are empty where the tag
// is absent.
type Header struct {
	Event, Site, Date, Round, White, Black, Result, ECO, Variant, FEN string
}

// reachOfValue is how many bytes behind its bracket a tag is looked for at first.
const reachOfValue = 512

// Header reads the tags of game i, 0 ≤ i < Len, without its moves.
func (ix *Index) Header(i int) (Header, error) {
	r := ix.record(i)
	last := 0
	for _, at := range r.tags {
		last = max(last, int(at))
	}
	var h Header
	if last == 0 {
		return h, nil
	}
	text := make([]byte, min(last+reachOfValue, int(r.length)))
	if n, err := ix.src.ReadAt(text, r.offset); n < len(text) {
		return h, err
	}
	return headerOf(text, r), nil
}

// headerOf takes the values out of the head of a game.
func headerOf(text []byte, r record) Header {
	var h Header
	for col, field := range [columnCount]*string{
		&h.Event, &h.Site, &h.Date, &h.Round, &h.White, &h.Black, &h.Result, &h.ECO, &h.Variant, &h.FEN,
	} {
		if r.tags[col] == 0 {
			continue
		}
		if span, _ := scanTag(text, int(r.tags[col])-1, true); span.end > 0 {
			_, value := tagText(string(text[:span.end]), span)
			*field = toUTF8(value)
		}
	}
	return h
}
