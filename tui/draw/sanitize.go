package draw

import "rookery/tui/play"

// Clean makes text from outside safe for one row of the terminal; see
// [play.Clean].
func Clean(s string) string { return play.Clean(s) }
