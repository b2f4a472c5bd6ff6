package lang

// Sentence makes a sentence of pieces that are translated each by itself, with
// spaces between, but for a piece that begins with a comma.
func (l *Language) Sentence(parts []string) string {
	text := ""
	for _, part := range parts {
		part = l.Text(part)
		if text != "" && part != "" && part[0] != ',' {
			text += " "
		}
		text += part
	}
	if text == "" {
		return ""
	}
	return UpperFirst(text) + "."
}
