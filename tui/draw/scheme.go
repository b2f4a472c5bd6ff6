package draw

import (
	"fmt"
	"rookery/tui/lang"
	"strings"
)

// Scheme is a set of colours.
type Scheme uint8

const (
	Dark          Scheme = iota // for a dark background
	Light                       // for a light background
	SafeDark                    // dark, with marks that colour-blind eyes tell apart
	SafeLight                   // light, the same
	ContrastDark                // black, with the strongest contrast
	ContrastLight               // white, the same
	SchemeCount
)

// SchemeParts says what a scheme is made of.
var SchemeParts = [SchemeCount]struct {
	word, About string
	dark        bool
	hollow      bool // sides are told apart by hollow and filled pieces
	board       *boardPalette
	squares     *[BoardColors]squareColors // to choose from; nil where board has its own
	chrome      *chromePalette
}{
	Dark:          {"dark", "Dark theme", true, false, &usualBoard, &squaresOnDark, &darkChrome},
	Light:         {"light", "Light theme", false, false, &lightUsual, &squaresOnLight, &lightChrome},
	SafeDark:      {"safe-dark", "Dark theme, colour-blind friendly", true, false, &safeBoard, nil, &darkChrome},
	SafeLight:     {"safe-light", "Light theme, colour-blind friendly", false, false, &lightSafe, nil, &lightChrome},
	ContrastDark:  {"contrast-dark", "High contrast theme, dark", true, true, &nightBoard, nil, &nightChrome},
	ContrastLight: {"contrast-light", "High contrast theme, light", false, true, &dayBoard, nil, &dayChrome},
}

var (
	lightUsual = onLight(usualBoard)
	lightSafe  = onLight(safeBoard)
)

// onLight is a board whose fog is light.
func onLight(p boardPalette) boardPalette {
	p.fogBack = tint{"#c3c7cf", "251", "7"}
	p.fogFront = tint{"#8e94a0", "245", "0"}
	return p
}

// palette is what a board is drawn with.
func (s Scheme) palette(board BoardColor) boardPalette {
	parts := &SchemeParts[s%SchemeCount]
	if parts.squares == nil {
		return *parts.board
	}
	return parts.board.colored(parts.squares[board%BoardColors])
}

// String is the word for a scheme in the settings.
func (s Scheme) String() string { return SchemeParts[s%SchemeCount].word }

// Next is the scheme that follows in the round.
func (s Scheme) Next() Scheme { return (s + 1) % SchemeCount }

// Schemes lists the words for all schemes.
func schemeNames() []string {
	words := make([]string, SchemeCount)
	for s := range SchemeCount {
		words[s] = s.String()
	}
	return words
}

// ParseScheme reads the word for a scheme; an empty word is Dark.
func ParseScheme(word string) (Scheme, error) {
	for s := range SchemeCount {
		if strings.EqualFold(word, s.String()) {
			return s, nil
		}
	}
	if word == "" {
		return Dark, nil
	}
	return Dark, fmt.Errorf("theme must be one of %s, not %q", lang.Name(strings.Join(schemeNames(), ", ")), word)
}
