// Package tui is the program on one terminal: App keeps the stack of screens, draws
// the footer, and builds the screen of each route; the menu, the settings and the
// help are here too. It is the only package that knows all screens.
//
// Start reading at App, then at build.go.
package tui
