//go:build ignore

// This program packs the table of named openings of lichess into openings.gz:
//
//	git clone https://github.com/lichess-org/chess-openings
//	go run generate.go chess-openings
//
// The table (CC0) is five files, a.tsv to e.tsv, each with the columns eco, name
// and pgn. What is written is one line for each opening, sorted by the moves so
// that lines that begin alike stand together: how many moves it shares with the
// line before, the moves that follow in SAN, the code and the name.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

type opening struct {
	moves      []string // SAN without numbers
	code, name string
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run generate.go DIR, the folder of a.tsv to e.tsv")
	}
	var all []opening
	for _, volume := range "abcde" {
		text, err := os.ReadFile(filepath.Join(os.Args[1], string(volume)+".tsv"))
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, read(string(text))...)
	}
	slices.SortFunc(all, func(a, b opening) int {
		return cmp.Or(slices.Compare(a.moves, b.moves), cmp.Compare(a.name, b.name))
	})
	var out bytes.Buffer
	// No time and no name: the same table gives the same bytes.
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		log.Fatal(err)
	}
	var before []string
	for _, o := range all {
		shared := 0
		for shared < min(len(before), len(o.moves)) && before[shared] == o.moves[shared] {
			shared++
		}
		fmt.Fprintf(z, "%d\t%s\t%s\t%s\n", shared, strings.Join(o.moves[shared:], " "), o.code, o.name)
		before = o.moves
	}
	if err := z.Close(); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("openings.gz", out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d openings, %d bytes\n", len(all), out.Len())
}

// read takes the openings out of one file.
func read(text string) []opening {
	var out []opening
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		columns := strings.Split(strings.TrimRight(line, "\r"), "\t")
		if len(columns) != 3 {
			log.Fatalf("line %d has %d columns: %s", i+1, len(columns), line)
		}
		if i == 0 {
			if columns[2] != "pgn" {
				log.Fatalf("the columns are %v, not eco, name, pgn", columns)
			}
			continue
		}
		moves := slices.DeleteFunc(strings.Fields(columns[2]), func(word string) bool { return strings.HasSuffix(word, ".") })
		out = append(out, opening{moves, columns[0], columns[1]})
	}
	return out
}
