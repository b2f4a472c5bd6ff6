package sqlstore

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"rookery/tui/lobby/archive"
)

// where writes a filter as a condition with its values.
func where(f archive.Filter) (string, []any) {
	conditions := []string{"1"}
	var values []any
	add := func(condition string, v ...any) {
		conditions = append(conditions, condition)
		values = append(values, v...)
	}
	if f.Player != "" {
		add("(white = ? OR black = ?)", f.Player, f.Player)
	}
	if f.Variant != "" {
		add("variant = ?", f.Variant)
	}
	if f.Speed != "" {
		add("speed = ?", string(f.Speed))
	}
	for _, w := range strings.Fields(fold(f.Name)) {
		add("(instr(white_fold, ?) OR instr(black_fold, ?))", w, w)
	}
	for _, w := range strings.Fields(fold(f.White)) {
		add("instr(white_fold, ?)", w)
	}
	for _, w := range strings.Fields(fold(f.Black)) {
		add("instr(black_fold, ?)", w)
	}
	if low, high, ranged := strings.Cut(f.ECO, "-"); ranged {
		add("eco BETWEEN ? AND ?", low, high)
	} else if f.ECO != "" {
		add("substr(eco, 1, ?) = ?", len(f.ECO), f.ECO)
	}
	for _, w := range strings.Fields(fold(f.Opening)) {
		add("instr(lower(opening), ?)", w)
	}
	if f.Result != "" {
		add("result = ?", f.Result)
	}
	if !f.From.IsZero() {
		add("ended >= ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		add("ended < ?", f.To.UnixMilli())
	}
	for _, w := range strings.Fields(fold(f.Text)) {
		add("instr(words, ?)", w)
	}
	return strings.Join(conditions, " AND "), values
}

// order is how the games follow each other.
func order(f archive.Filter) string {
	if f.Oldest {
		return " ORDER BY seq"
	}
	return " ORDER BY seq DESC"
}

// fold is text without case and accents, for searching.
func fold(s string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s)))
}
