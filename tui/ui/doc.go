// Package ui is what all screens share: the contract of a screen (Screen) and the
// messages by which it asks the program for something, routes to other screens,
// the Session of one terminal, keys, lists, sheets, and the store of settings and
// games. App, in package tui, is the other side of the contract.
//
// It may import tui/draw, tui/engineplay, tui/play, tui/remote, tui/lobby/archive, tui/lang and what
// those may; no screen. Start reading at Screen, then Session and Route.
package ui
