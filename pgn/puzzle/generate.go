//go:build ignore

// This program packs tables of puzzles for the program:
//
//	go run generate.go lichess.gz lichess.tsv
//	go run generate.go variants.gz FILE.tsv...
//
// The first is a choice of lichess's puzzles (database.lichess.org, CC0), the second what
// rookery puzzles make has written. A packed table is column after column, one line a cell.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"rookery/pgn/puzzle"
)

// mended is the name of a puzzle that a spreadsheet took for a number.
func mended(id string) string {
	id = strings.Replace(id, "E+", "E", 1)
	if len(id) < 5 && strings.Trim(id, "0123456789") == "" {
		id = strings.Repeat("0", 5-len(id)) + id
	}
	return id
}

func main() {
	if len(os.Args) < 3 {
		log.Fatal("usage: go run generate.go OUT FILE...")
	}
	var set []puzzle.Puzzle
	for _, name := range os.Args[2:] {
		f, err := os.Open(name)
		if err != nil {
			log.Fatal(err)
		}
		if err := puzzle.Read(context.Background(), f, func(p *puzzle.Puzzle) bool { set = append(set, *p); return true }); err != nil {
			log.Fatal(name, ": ", err)
		}
		f.Close()
	}
	slices.SortStableFunc(set, func(a, b puzzle.Puzzle) int { return strings.Compare(a.Variant, b.Variant) })
	var rows [][]string
	for i := range set {
		set[i].ID = mended(set[i].ID)
		if _, _, err := set[i].Line(); err != nil {
			log.Fatal(err)
		}
		rows = append(rows, strings.Split(strings.TrimSuffix(set[i].Row(), "\n"), "\t"))
	}
	var out bytes.Buffer
	// No time and no name: the same table gives the same bytes.
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		log.Fatal(err)
	}
	for column := range strings.Count(puzzle.Header(), "\t") + 1 {
		for _, cells := range rows {
			fmt.Fprintln(z, cells[column])
		}
	}
	if err := z.Close(); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[1], out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d puzzles, %d bytes\n", len(set), out.Len())
}
