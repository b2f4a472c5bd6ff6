// Package tournament says who plays whom in a tournament and how its players stand:
// rules alone, without clocks, storage and goroutines. Players are numbers from 0 on.
//
//   - [RoundRobin] are FIDE's Berger tables.
//   - [Swiss] pairs a round by FIDE's Dutch system (C.04.3, as of July 2025).
//   - [PairArena] pairs those who wait in an arena by standing, and [ArenaScore] counts points as
//     lichess does.
//   - [Rank] orders players by points and tie-breaks.
//
// Package lobby keeps tournaments and opens their games. This one imports the standard library alone; each of the
// functions above is a place to start.
package tournament
