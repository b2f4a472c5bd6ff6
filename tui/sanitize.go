package tui

import "rookery/tui/play"

// clean makes text from outside safe for one row of the terminal; see
// [play.Clean].
func clean(s string) string { return play.Clean(s) }
