// Package club is the screens of a server: the lobby, the form for a seek, the account, the archive and the ratings.
// They know the lobby by its snapshots and the archive by its interface; no storage
// engine is linked.
//
// It may import tui/table, tui/boardinput, tui/library, tui/ui, tui/draw, tui/lobby and what
// those may. Start reading at LobbyScreen.
package club
