package tune

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rookery/chess"
)

// Write writes samples a line each: the position as FEN, the score and the result,
// with semicolons between.
func Write(out io.Writer, samples []Sample) error {
	w := bufio.NewWriter(out)
	for i := range samples {
		s := &samples[i]
		fmt.Fprintf(w, "%s;%g;%g\n", s.Position.FEN(), s.Score, s.Result)
	}
	return w.Flush()
}

// Read reads samples of r that Write wrote, or positions that package train wrote, the loud ones of
// which it passes over; the error names the line.
func Read(in io.Reader, r chess.Rules) ([]Sample, error) {
	var all []Sample
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), ";")
		if len(fields) != 3 && len(fields) != 5 && len(fields) != 6 {
			return nil, fmt.Errorf("line %d: %d fields, want a position, a score and a result", n, len(fields))
		}
		if len(fields) == 6 {
			continue
		}
		b, err := chess.NewBoard(r, fields[0])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		p, ok := b.(chess.Positioned)
		if !ok {
			return nil, fmt.Errorf("line %d: this board has no weights to tune", n)
		}
		s := Sample{Position: *p.Position()}
		if fields[2] == "" {
			fields[2] = "-1"
		}
		for i, v := range []*float64{&s.Score, &s.Result} {
			if *v, err = strconv.ParseFloat(fields[i+1], 64); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		}
		all = append(all, s)
	}
	return all, lines.Err()
}
