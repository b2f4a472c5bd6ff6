// Package syzygy reads Syzygy tables of endings: files that users have downloaded, for chess
// (.rtbw and .rtbz), for captures that explode (.atbw, .atbz) and for the two games in which all must be lost (.gtbw and .gtbz
// where stalemate wins, .stbw and .stbz where fewer pieces do), of up to seven pieces. Nothing is written, and no file is held in memory as a whole.
//
// A file of the first kind tells who wins ("WDL"), one of the second how many plies it is to the next capture
// or pawn move ("DTZ"), after which the count of the fifty-move rule begins anew. Where a capture is best a
// file may hold any value that is not better, so that captures are looked at first ([Tables.WDL]); of the
// two sides to move a DTZ file holds one, and the other is found a ply deeper.
//
// # The format
//
// Numbers are little-endian. A file begins with four bytes that name its kind, then a byte of flags: 1 for two
// sides, 2 for pawns. With pawns there are four parts, by the file of the leading pawn (a to d); in each part one block
// of values a side. For each part follow the order of the groups of pieces and the pieces, a nibble for
// each side; then for each block a header with a Huffman code whose symbols are pairs of symbols; then
// the maps of DTZ values, the sparse indexes, the lengths of the packed blocks, and the packed blocks
// themselves, which begin at multiples of 64. The last 16 bytes are a check sum of the makers.
//
// The package imports chess alone. Start reading at [Open]; how a position becomes a number is in number.go, how a number becomes a value in file.go.
package syzygy
