package lang

import "strings"

// article writes the Hungarian "a(z) " as "a " or "az ", by how what follows is
// said: az before a vowel, and before letters and numbers that are read with
// one. A square is read letter by letter: az f3 (eff három), a g1 (gé egy).
func article(text string) string {
	const open = "(z) "
	if !strings.Contains(text, open) {
		return text
	}
	parts := strings.Split(text, open)
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			before := parts[i-1]
			switch {
			case !strings.HasSuffix(before, "a") && !strings.HasSuffix(before, "A"):
				b.WriteString(open)
			case vowelFirst(part):
				b.WriteString("z ")
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString(part)
	}
	return b.String()
}

// vowelFirst tells whether a text begins with a vowel when it is said.
func vowelFirst(text string) bool {
	text = strings.TrimLeft(text, `"„(`)
	digits := 0
	for digits < len(text) && text[digits] >= '0' && text[digits] <= '9' {
		digits++
	}
	switch {
	case text == "":
		return false
	case digits > 0: // egy, öt, ezer
		return text[0] == '5' || text[0] == '1' && digits%3 == 1
	case len(text) > 1 && text[1] >= '0' && text[1] <= '9': // a square
		return strings.IndexByte("aefilmnorsuxy", text[0]|0x20) >= 0
	}
	for _, vowel := range []string{"a", "á", "e", "é", "i", "í", "o", "ó", "ö", "ő", "u", "ú", "ü", "ű"} {
		if strings.HasPrefix(strings.ToLower(text), vowel) {
			return true
		}
	}
	return false
}
