// Package tui is the program on one terminal: App keeps the stack of screens, draws
// the footer, and builds the screen of each route; the menu, the settings and the
// help are here too. It is the only package that knows the others.
//
// It imports all screens but those of a club, which come in by NewClub, and no store and no server. Start reading at App, then at routes.go.
package tui
