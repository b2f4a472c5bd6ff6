package puzzle

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"rookery/pgn/internal/packed"
	"rookery/pgn/internal/syntax"
)

// columns of our own tables, in order. Lichess's have other names for some.
var columns = [...]string{"id", "fen", "moves", "rating", "deviation", "plays", "themes", "variant", "game"}

// lichessColumns are the columns of lichess's dump by the names of ours.
var lichessColumns = map[string]string{
	"PuzzleId": "id", "FEN": "fen", "Moves": "moves", "Rating": "rating", "RatingDeviation": "deviation",
	"NbPlays": "plays", "Themes": "themes",
}

// layout is where a table has each of our columns, -1 for nowhere, and what splits them.
type layout struct {
	at   [len(columns)]int
	mark byte
}

// layoutOf reads the first line of a table.
func layoutOf(line string) (layout, error) {
	l := layout{mark: ','}
	if strings.ContainsRune(line, '\t') {
		l.mark = '\t'
	}
	for i := range l.at {
		l.at[i] = -1
	}
	for i, name := range strings.Split(line, string(l.mark)) {
		if ours, ok := lichessColumns[name]; ok {
			name = ours
		}
		for j, ours := range columns {
			if name == ours {
				l.at[j] = i
			}
		}
	}
	for _, i := range [...]int{0, 1, 2, 3} {
		if l.at[i] < 0 {
			return l, fmt.Errorf("this is no table of puzzles: its first line names no column %q", columns[i])
		}
	}
	return l, nil
}

// read takes a puzzle out of a line.
func (l *layout) read(line string, cells []string) (Puzzle, []string, error) {
	cells = cells[:0]
	if l.mark == ',' && strings.ContainsRune(line, '"') {
		quoted, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil {
			return Puzzle{}, cells, err
		}
		cells = append(cells, quoted...)
	} else {
		for cell := range strings.SplitSeq(line, string(l.mark)) {
			cells = append(cells, cell)
		}
	}
	var faults []error
	text := func(column int) string {
		if i := l.at[column]; i >= 0 && i < len(cells) {
			return cells[i]
		}
		return ""
	}
	number := func(column int) int {
		s := text(column)
		if s == "" {
			return 0
		}
		n, err := strconv.Atoi(s)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s is no number: %.20q", columns[column], s))
		}
		return n
	}
	p := Puzzle{
		ID: text(0), FEN: text(1), Moves: text(2), Rating: number(3), Deviation: number(4), Plays: number(5),
		Themes: text(6), Variant: text(7), Game: text(8),
	}
	if p.Variant == chessID {
		p.Variant = ""
	}
	if p.FEN == "" || p.Moves == "" {
		faults = append(faults, errors.New("a position or its moves are missing"))
	}
	return p, cells, errors.Join(faults...)
}

// longestLine is more than any line of a table takes.
const longestLine = 1 << 16

// Read hands the puzzles of a table to take until that is content. A table has a line of
// names and one line a puzzle, with tabs or commas between: ours, or lichess's dump.
func Read(ctx context.Context, r io.Reader, take func(*Puzzle) (more bool)) error {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 64<<10), longestLine)
	if !in.Scan() {
		if err := in.Err(); err != nil {
			return err
		}
		return errors.New("the table of puzzles is empty")
	}
	l, err := layoutOf(strings.TrimPrefix(in.Text(), "\ufeff"))
	if err != nil {
		return err
	}
	var cells []string
	for line := 2; in.Scan(); line++ {
		if line%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(in.Bytes()) == 0 {
			continue
		}
		p, used, err := l.read(in.Text(), cells)
		if cells = used; err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		if !take(&p) {
			return nil
		}
	}
	return in.Err()
}

// Most is how many puzzles of a file are kept: more than anybody solves before another
// look into it.
const Most = 5000

// Open reads those puzzles of a file that a filter wants, the file being text or packed by
// zstd, gzip, bzip2 or zip. Of more than [Most], as many are drawn by chance. progress,
// when not nil, is told now and then how many puzzles were looked at.
func Open(ctx context.Context, path string, f Filter, seed uint64, progress func(read int)) ([]Puzzle, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: this is a folder: choose a file in it", path)
	}
	var head [syntax.MagicLength]byte
	n, err := file.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var text io.Reader = file
	if kind := syntax.PackingOfText(head[:n]); kind != "" {
		if !packed.Reads(kind) {
			return nil, fmt.Errorf("%s: this is a %s archive: unpack it first", path, kind)
		}
		unpacked, err := packed.Open(file, info.Size(), kind)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		defer unpacked.Close()
		text = io.NewSectionReader(unpacked, 0, math.MaxInt64)
	}
	var kept []Puzzle
	rng, read, fit := rand.New(rand.NewPCG(seed, 0x70757a)), 0, 0
	err = Read(ctx, text, func(p *Puzzle) bool {
		if read++; progress != nil && read%10_000 == 0 {
			progress(read)
		}
		if !f.Wants(p) {
			return true
		}
		if fit++; len(kept) < Most {
			kept = append(kept, *p)
		} else if i := rng.IntN(fit); i < Most { // each has the same chance to stay
			kept[i] = *p
		}
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return kept, nil
}

// Header is the first line of a table of our own.
func Header() string { return strings.Join(columns[:], "\t") + "\n" }

// Row is a puzzle as a line of a table of our own.
func (p *Puzzle) Row() string {
	clean := strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")
	return strings.Join([]string{
		clean.Replace(p.ID), clean.Replace(p.FEN), clean.Replace(p.Moves), strconv.Itoa(p.Rating), strconv.Itoa(p.Deviation), strconv.Itoa(p.Plays),
		clean.Replace(p.Themes), clean.Replace(p.Variant), clean.Replace(p.Game),
	}, "\t") + "\n"
}

// ReadRow is the puzzle of a line that [Puzzle.Row] wrote.
func ReadRow(row string) (Puzzle, error) {
	l, err := layoutOf(strings.TrimSuffix(Header(), "\n"))
	if err != nil {
		return Puzzle{}, err
	}
	p, _, err := l.read(strings.TrimSuffix(row, "\n"), nil)
	return p, err
}
