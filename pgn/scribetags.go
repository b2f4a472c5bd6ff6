package pgn

import (
	"bytes"
	"slices"
)

// tag puts the opening into the tags that say nothing.
func (s *scribe) tag(r *replay) {
	if s.tracker.Opening == (Opening{}) {
		return
	}
	eco, _ := r.value("ECO")
	name, _ := r.value("Opening")
	if unsaid(string(eco)) {
		r.set("ECO", s.tracker.Opening.Code)
		eco = []byte(s.tracker.Opening.Code)
	}
	if unsaid(string(name)) && string(eco) == s.tracker.Opening.Code {
		r.set("Opening", s.tracker.Opening.Name)
	}
}

// head writes the tag pairs.
func (s *scribe) head(r *replay) {
	s.tag(r)
	if !s.arranged(r.tags) {
		s.arrange(r.tags)
	}
	for _, i := range s.order {
		switch {
		case i >= 0:
			s.pair(&r.tags[i])
		case ^i == rosterResult:
			s.out = appendTag(s.out, "Result", r.result)
		default:
			s.out = appendTag(s.out, roster[^i].Name, roster[^i].Value)
		}
	}
	s.out = append(s.out, '\n')
}

// arranged tells whether the tags have the names of those that were arranged
// last, in the same order.
func (s *scribe) arranged(tags []plainPair) bool {
	rest := s.shape
	for i := range tags {
		name := tags[i].name
		n := len(name)
		if len(rest) <= n || rest[n] != '"' || string(rest[:n]) != string(name) {
			return false
		}
		rest = rest[n+1:]
	}
	return len(rest) == 0 && len(tags) > 0
}

// arrange finds the order of export: places of tags, and for the result and
// for tags of the roster that are not there the complements of their places in
// the roster.
func (s *scribe) arrange(tags []plainPair) {
	s.shape, s.order = s.shape[:0], s.order[:0]
	for k := range roster {
		s.order = append(s.order, ^k)
	}
	for i := range tags {
		s.shape = append(append(s.shape, tags[i].name...), '"')
		switch k := rosterPlace(tags[i].name); {
		case k < 0:
			s.order = append(s.order, i)
		case k != rosterResult:
			s.order[k] = i
		}
	}
	slices.SortFunc(s.order[len(roster):], func(a, b int) int { return bytes.Compare(tags[a].name, tags[b].name) })
}

// rosterResult is the place of the Result tag in the roster.
const rosterResult = 6

// rosterPlace is the place of a tag in the roster, -1 for others.
func rosterPlace(name []byte) int {
	switch string(name) {
	case "Event":
		return 0
	case "Site":
		return 1
	case "Date":
		return 2
	case "Round":
		return 3
	case "White":
		return 4
	case "Black":
		return 5
	case "Result":
		return rosterResult
	}
	return -1
}

// pair writes a tag pair as it was found.
func (s *scribe) pair(t *plainPair) {
	if t.line != nil {
		s.out = append(append(s.out, t.line...), '\n')
		return
	}
	s.out = append(append(append(s.out, '['), t.name...), ` "`...)
	s.out = append(append(s.out, t.value...), "\"]\n"...)
}
