// Package lobby is the club behind the screens: who is here, what they seek, the
// tables they play at, and what is said there. It draws nothing and knows no
// network: calls go in, immutable snapshots come out, each made for the one who
// looks, so that fog hides pieces here already.
//
// A table is a record of events. Each event is appended to a [journal.Journal]
// with the number of the one before and is durable before anybody is shown it.
// The record follows from its events alone; after a restart it is rebuilt, and
// its clocks stood still meanwhile.
//
// Time is asked of the function that a Lobby is given. A front end calls
// [Lobby.Tick] a few times a second so that flags fall.
//
// Nobody waits for a reader: whoever does not read in time finds the newest snapshot
// alone, and those between are lost to him. Only a second line to the same seat, and
// leaving, close a line.
//
// A method whose name ends in Locked needs the lock of its receiver, or of the lobby
// that the receiver is a part of. Locks are taken in this order: that of a [Table], then
// that of the [Lobby]. Who holds the lobby's and has something for a table leaves it
// with Table.soon, which waits for nobody.
//
// The package imports variants, chess and lobby/tournament, and links no store: journals and archives are interfaces
// (lobby/journal, lobby/archive). Start reading with [Lobby], [Table] and record.go.
package lobby
