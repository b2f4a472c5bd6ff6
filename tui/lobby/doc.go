// Package lobby is the club behind the screens: who is here, what they seek, the
// tables they play at, and what is said there. It draws nothing and knows no
// network: calls go in, immutable snapshots come out, each made for the one who
// looks, so that fog hides men here already.
//
// A table is a record of events. Each event is appended to a [journal.Journal]
// with the number of the one before and is durable before anybody is shown it.
// The record follows from its events alone; after a restart it is rebuilt, and
// its clocks stood still meanwhile.
//
// Time is asked of the function that a Lobby is given. A front end calls
// [Lobby.Tick] a few times a second so that flags fall.
//
// A reader who does not read is closed instead of waited for.
package lobby
