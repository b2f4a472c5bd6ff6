// Package collection works on files of many games: it opens them, packed or not
// ([Open]), finds their games ([Index]), and searches, checks, counts, compares
// and rewrites these on all processors.
//
// Everything goes through [Index]. Behind it games are read in two ways. Nearly
// all are written plainly; a fastIndex finds them and a fastParser plays them
// straight from their bytes, without tokens, tree or memory of their own, and
// an exporter rewrites them on the way. Where a game is written otherwise,
// these give up and package pgn's own parser and writer, which see every token
// and say what is wrong, take over. Tests and fuzzing hold that both agree on
// every game.
//
// The package imports pgn, pgn/opening and the rules, and from outside only what
// unpacks zstd. Begin with index.go; fastparser.go does most of the second way.
package collection
