package draw

import (
	"fmt"
	"strings"
)

// tint is one colour picked by hand for each kind of terminal. An empty word
// leaves the terminal's own colour.
type tint struct{ true24, ansi256, ansi16 string }

// boardPalette is the colours of squares and of what is drawn on them.
type boardPalette struct {
	darkSquare, midSquare, lightSquare tint
	lastDark, lastMid, lastLight       tint
	goalDark, goalLight                tint
	selected, check, premove           tint
	blast, turned, hint                tint
	fogBack, fogFront                  tint
	whitePiece, blackPiece             tint
	whiteDetail, blackDetail           tint // lines within drawn pieces
	target, cursor, alarm, trace       tint
}

// chromePalette is the colours round the board.
type chromePalette struct {
	label, faint, title, accent tint
	good, bad, key, border      tint
	choiceBack, choiceFront     tint
	barBack, barFront, barFaint tint
	runBack, runFront           tint
	lowBack, lowFront           tint
	comment, line               tint
}

// BoardColor chooses the colours of the squares in the themes that leave it open.
type BoardColor uint8

const (
	Brown BoardColor = iota
	Green
	Blue
	Grey
	BoardColors
)

// String is the word for a colour in the settings.
func (b BoardColor) String() string {
	return [...]string{"brown", "green", "blue", "grey"}[b%BoardColors]
}

// ParseBoardColor reads the word for a colour; an empty word is Brown.
func ParseBoardColor(word string) (BoardColor, error) {
	for b := range BoardColors {
		if strings.EqualFold(word, b.String()) {
			return b, nil
		}
	}
	if word == "" {
		return Brown, nil
	}
	return Brown, fmt.Errorf("board must be brown, green, blue or grey, not %q", word)
}

// squareColors are what a BoardColor is made of.
type squareColors struct {
	dark, mid, light             tint
	lastDark, lastMid, lastLight tint
	selected                     tint
}

// Squares are of middling tones, on which a white and a black piece both stand out:
// the contrast of either is at least 3 to 1 in 24-bit colour. On a light background they
// are as light as that allows, on a dark one darker. Of 16 colours only the grey,
// the bright blue and the terminal's brown and green bear both; grey has no second one
// and borrows the blue.
var squaresOnDark = [BoardColors]squareColors{
	Brown: {tint{"#84583a", "94", "8"}, tint{"#9a6f4b", "95", "8"}, tint{"#b0865d", "137", "3"},
		tint{"#5f7028", "58", "2"}, tint{"#738532", "64", "2"}, tint{"#879a3c", "100", "2"}, tint{"#3f7d8f", "66", "12"}},
	Green: {tint{"#4b6b3a", "22", "8"}, tint{"#608047", "64", "8"}, tint{"#769656", "65", "2"},
		tint{"#7a6d1d", "94", "3"}, tint{"#8a7f26", "100", "3"}, tint{"#9c9130", "136", "3"}, tint{"#3f7a94", "66", "12"}},
	Blue: {tint{"#4b6a88", "60", "8"}, tint{"#5f7d9c", "67", "8"}, tint{"#7490b0", "103", "12"},
		tint{"#6f6a2c", "58", "2"}, tint{"#857f3a", "100", "2"}, tint{"#9a9448", "101", "2"}, tint{"#3f8a52", "65", "3"}},
	Grey: {tint{"#5c5f66", "59", "8"}, tint{"#73767d", "243", "8"}, tint{"#8a8d94", "102", "12"},
		tint{"#6f6a2c", "58", "2"}, tint{"#857f3a", "100", "2"}, tint{"#9a9448", "101", "2"}, tint{"#3f8a52", "65", "3"}},
}

var squaresOnLight = [BoardColors]squareColors{
	Brown: {tint{"#96694a", "94", "8"}, tint{"#a77a57", "95", "8"}, tint{"#b98b64", "137", "3"},
		tint{"#6f8030", "64", "2"}, tint{"#7d8f37", "64", "2"}, tint{"#8a9d3e", "100", "2"}, tint{"#4a8ba0", "67", "12"}},
	Green: {tint{"#5d8246", "64", "8"}, tint{"#6c8f55", "65", "8"}, tint{"#7c9c64", "101", "2"},
		tint{"#8a7c22", "94", "3"}, tint{"#93872a", "100", "3"}, tint{"#9c9232", "136", "3"}, tint{"#4a8aa6", "67", "12"}},
	Blue: {tint{"#587b9e", "67", "8"}, tint{"#6b89a8", "67", "8"}, tint{"#7e97b1", "103", "12"},
		tint{"#7c7734", "100", "2"}, tint{"#8b853d", "100", "2"}, tint{"#9a9448", "101", "2"}, tint{"#4a9a5e", "65", "3"}},
	Grey: {tint{"#6b6e75", "243", "8"}, tint{"#7e8188", "244", "8"}, tint{"#919499", "246", "12"},
		tint{"#7c7734", "100", "2"}, tint{"#8b853d", "100", "2"}, tint{"#9a9448", "101", "2"}, tint{"#4a9a5e", "65", "3"}},
}

// The marks of the usual board. They differ in lightness too, and every mark has a
// shape besides.
var usualBoard = boardPalette{
	goalDark:    tint{"#6d5a86", "97", "4"},
	goalLight:   tint{"#8f7fae", "103", "4"},
	check:       tint{"#b5493f", "124", "1"},
	premove:     tint{"#7a5a9e", "97", "4"},
	blast:       tint{"#c26a2e", "130", "1"},
	turned:      tint{"#8f6a3a", "94", "3"},
	hint:        tint{"#2f7f8f", "30", "4"},
	fogBack:     tint{"#2a2d34", "236", "0"},
	fogFront:    tint{"#565c68", "240", "7"},
	whitePiece:  tint{"#ffffff", "231", "15"},
	blackPiece:  tint{"#000000", "16", "0"},
	whiteDetail: tint{"#6f6a66", "242", "8"},
	blackDetail: tint{"#b9b4ae", "249", "7"},
	target:      tint{"#d8f7c8", "194", "15"},
	cursor:      tint{"#ffdf6b", "227", "11"},
	alarm:       tint{"#ffc27a", "222", "11"},
	trace:       tint{"#d7d787", "186", "11"},
}

// colored is the palette with the squares of a colour.
func (b boardPalette) colored(c squareColors) boardPalette {
	b.darkSquare, b.midSquare, b.lightSquare = c.dark, c.mid, c.light
	b.lastDark, b.lastMid, b.lastLight = c.lastDark, c.lastMid, c.lastLight
	b.selected = c.selected
	return b
}

// The colours of safeBoard come from the palette of Okabe and Ito, made darker
// where a white piece would be lost: they stay apart for eyes that lack red,
// green or blue, which a test computes.
var safeBoard = boardPalette{
	darkSquare:  tint{"#5c5f66", "59", "8"},
	midSquare:   tint{"#777a80", "243", "8"},
	lightSquare: tint{"#8f9298", "246", "12"},
	lastDark:    tint{"#7d6b00", "94", "3"},
	lastMid:     tint{"#8f7c08", "136", "3"},
	lastLight:   tint{"#a18d12", "136", "3"},
	goalDark:    tint{"#6a5570", "96", "4"},
	goalLight:   tint{"#a0879f", "139", "4"},
	selected:    tint{"#0072b2", "25", "4"},
	check:       tint{"#b8003c", "125", "1"},
	premove:     tint{"#9a5585", "132", "4"},
	blast:       tint{"#94460c", "130", "1"},
	turned:      tint{"#b3628f", "132", "3"},
	hint:        tint{"#3596d0", "38", "2"},
	fogBack:     tint{"#24272c", "235", "0"},
	fogFront:    tint{"#646a74", "242", "7"},
	whitePiece:  tint{"#ffffff", "231", "15"},
	blackPiece:  tint{"#000000", "16", "0"},
	whiteDetail: tint{"#6a6a6a", "242", "8"},
	blackDetail: tint{"#b8b8b8", "249", "7"},
	target:      tint{"#ffffff", "231", "15"},
	cursor:      tint{"#f0e442", "227", "11"},
	alarm:       tint{"#f0e442", "227", "11"},
	trace:       tint{"#f0e442", "227", "11"},
}

// On the boards of high contrast pieces stand out 7 to 1 from every square they
// may stand on, so both sides are lighter, or darker, than the board; hollow
// and filled shapes tell them apart.
var (
	nightBoard = boardPalette{
		darkSquare:  tint{"#000000", "16", "0"},
		midSquare:   tint{"#141414", "233", "0"},
		lightSquare: tint{"#2b2b2b", "235", "8"},
		lastDark:    tint{"#3a3500", "236", "0"},
		lastMid:     tint{"#3a3500", "236", "0"},
		lastLight:   tint{"#403b00", "237", "8"},
		goalDark:    tint{"#260038", "53", "4"},
		goalLight:   tint{"#38124c", "53", "4"},
		selected:    tint{"#003a7a", "18", "4"},
		check:       tint{"#7a0000", "88", "1"},
		premove:     tint{"#4a0a5e", "53", "4"},
		blast:       tint{"#5c2600", "52", "1"},
		turned:      tint{"#4d2f00", "58", "1"},
		hint:        tint{"#004040", "23", "2"},
		fogBack:     tint{"#000000", "16", "0"},
		fogFront:    tint{"#8a8a8a", "245", "7"},
		whitePiece:  tint{"#ffffff", "231", "15"},
		blackPiece:  tint{"#ffc838", "220", "11"},
		whiteDetail: tint{"#000000", "16", "0"},
		blackDetail: tint{"#000000", "16", "0"},
		target:      tint{"#7dff7d", "120", "10"},
		cursor:      tint{"#ffffff", "231", "15"},
		alarm:       tint{"#ffffff", "231", "15"},
		trace:       tint{"#ffffff", "231", "15"},
	}
	dayBoard = boardPalette{
		darkSquare:  tint{"#d4d4d4", "252", "7"},
		midSquare:   tint{"#e8e8e8", "254", "7"},
		lightSquare: tint{"#ffffff", "231", "15"},
		lastDark:    tint{"#e6dc7a", "222", "11"},
		lastMid:     tint{"#efe68f", "228", "11"},
		lastLight:   tint{"#f7f0a8", "229", "11"},
		goalDark:    tint{"#e4c8f0", "183", "10"},
		goalLight:   tint{"#f2e0fa", "225", "10"},
		selected:    tint{"#a8d0ff", "153", "11"},
		check:       tint{"#ffc4bc", "217", "9"},
		premove:     tint{"#e3c4f5", "183", "10"},
		blast:       tint{"#ffcf9e", "223", "9"},
		turned:      tint{"#f3d9a0", "223", "11"},
		hint:        tint{"#a6ecec", "159", "10"},
		fogBack:     tint{"#ffffff", "231", "15"},
		fogFront:    tint{"#6a6a6a", "242", "8"},
		whitePiece:  tint{"#00337a", "18", "4"},
		blackPiece:  tint{"#000000", "16", "0"},
		whiteDetail: tint{"#ffffff", "231", "15"},
		blackDetail: tint{"#ffffff", "231", "15"},
		target:      tint{"#004d00", "22", "2"},
		cursor:      tint{"#000000", "16", "0"},
		alarm:       tint{"#7a0000", "88", "1"},
		trace:       tint{"#4a3b00", "58", "0"},
	}
)

var (
	darkChrome = chromePalette{
		label: tint{"#8b93a3", "246", "7"}, faint: tint{"#868d9b", "245", "7"},
		title: tint{"#f2cf8d", "222", "11"}, accent: tint{"#e3b566", "179", "3"},
		good: tint{"#8fcf8a", "114", "10"}, bad: tint{"#ff8a80", "210", "9"},
		key: tint{"#8ec1dd", "110", "12"}, border: tint{"#4b5260", "240", "8"},
		choiceBack: tint{"#33405a", "238", "4"}, choiceFront: tint{"#ffffff", "231", "15"},
		barBack: tint{"#262c38", "235", ""}, barFront: tint{"#f2cf8d", "222", "11"}, barFaint: tint{"#a3abba", "248", "7"},
		runBack: tint{"#e3b566", "179", "3"}, runFront: tint{"#16181d", "234", "0"},
		lowBack: tint{"#c0392b", "160", "1"}, lowFront: tint{"#ffffff", "231", "15"},
		comment: tint{"#9fbf9a", "108", "2"}, line: tint{"#a7adba", "248", "7"},
	}
	lightChrome = chromePalette{
		label: tint{"#5c6370", "241", "0"}, faint: tint{"#5f6673", "241", "8"},
		title: tint{"#7a4a00", "94", "1"}, accent: tint{"#8a5600", "94", "1"},
		good: tint{"#1f7a35", "28", "2"}, bad: tint{"#b3261e", "124", "1"},
		key: tint{"#0b5c8a", "24", "4"}, border: tint{"#a9afba", "249", "7"},
		choiceBack: tint{"#d3ddf0", "153", "12"}, choiceFront: tint{"#101217", "16", "0"},
		barBack: tint{"#e4e7ee", "254", ""}, barFront: tint{"#7a4a00", "94", "1"}, barFaint: tint{"#5f6673", "241", "0"},
		runBack: tint{"#8a5600", "94", "3"}, runFront: tint{"#ffffff", "231", "15"},
		lowBack: tint{"#b3261e", "124", "1"}, lowFront: tint{"#ffffff", "231", "15"},
		comment: tint{"#2f6b3a", "22", "2"}, line: tint{"#5c6370", "241", "8"},
	}
	nightChrome = chromePalette{
		label: tint{"#ffffff", "231", "15"}, faint: tint{"#d0d0d0", "252", "7"},
		title: tint{"#ffd75f", "221", "11"}, accent: tint{"#ffd75f", "221", "11"},
		good: tint{"#7dff7d", "120", "10"}, bad: tint{"#ffb0a8", "217", "9"},
		key: tint{"#87d7ff", "117", "11"}, border: tint{"#b0b0b0", "249", "7"},
		choiceBack: tint{"#ffffff", "231", "15"}, choiceFront: tint{"#000000", "16", "0"},
		barBack: tint{"#000000", "16", ""}, barFront: tint{"#ffffff", "231", "15"}, barFaint: tint{"#e0e0e0", "254", "7"},
		runBack: tint{"#ffd75f", "221", "11"}, runFront: tint{"#000000", "16", "0"},
		lowBack: tint{"#a00000", "124", "1"}, lowFront: tint{"#ffffff", "231", "15"},
		comment: tint{"#b8f0b8", "157", "10"}, line: tint{"#d8d8d8", "253", "7"},
	}
	dayChrome = chromePalette{
		label: tint{"#000000", "16", "0"}, faint: tint{"#303030", "236", "0"},
		title: tint{"#5a2d00", "52", "0"}, accent: tint{"#5a2d00", "52", "0"},
		good: tint{"#004d1a", "22", "0"}, bad: tint{"#7a0000", "88", "1"},
		key: tint{"#00337a", "18", "4"}, border: tint{"#505050", "239", "0"},
		choiceBack: tint{"#000000", "16", "0"}, choiceFront: tint{"#ffffff", "231", "15"},
		barBack: tint{"#ffffff", "231", ""}, barFront: tint{"#000000", "16", "0"}, barFaint: tint{"#303030", "236", "0"},
		runBack: tint{"#5a2d00", "52", "0"}, runFront: tint{"#ffffff", "231", "15"},
		lowBack: tint{"#7a0000", "88", "1"}, lowFront: tint{"#ffffff", "231", "15"},
		comment: tint{"#0f4d1a", "22", "0"}, line: tint{"#303030", "236", "0"},
	}
)
