// Package syntax is how PGN is spelled, for the readable reader and writer of
// package pgn and the fast ones of package collection, which so agree on it: the
// tokens of a text and where its games begin, tag pairs, encodings, packings,
// the lines of export format, and the rules that the tags of a game name.
//
// It imports only chess and variants, for those rules. Begin with lexer.go,
// which makes tokens, and splitter.go, which finds games in them; the cutter
// puts both to work on a stream.
package syntax
