package tower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// piles is the game told a second time. Each square is a pile of discs
// written as a number, White's positive and Black's negative; every way to
// cut a pile is tried on a copy, which must hold a king afterwards.
type piles struct {
	pile  [8][8]int // by rank and file
	white bool
}

// lay reads the first two fields of a FEN.
func lay(fen string) *piles {
	fields := strings.Fields(fen)
	p := &piles{white: fields[1] == "w"}
	for i, row := range strings.Split(fields[0], "/") {
		file := 0
		for row != "" {
			c := row[0]
			row = row[1:]
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			n := map[byte]int{'p': 1, 'r': 3, 'n': 4, 'b': 5, 'q': 7, 'k': 8}[c|0x20]
			if strings.HasPrefix(row, "{") {
				end := strings.Index(row, "}")
				n, _ = strconv.Atoi(row[1:end])
				row = row[end+1:]
			}
			if c >= 'a' {
				n = -n
			}
			p.pile[7-i][file] = n
			file++
		}
	}
	return p
}

// side is 1 for White to move and -1 for Black.
func (p *piles) side() int {
	if p.white {
		return 1
	}
	return -1
}

// mine is the number of discs of the side to move on a square.
func (p *piles) mine(rank, file int) int { return p.pile[rank][file] * p.side() }

type cut struct{ rank, file, toRank, toFile, discs int }

func (p *piles) text(c cut) string {
	s := fmt.Sprintf("%c%d%c%d", 'a'+c.file, c.rank+1, 'a'+c.toFile, c.toRank+1)
	if c.discs < p.mine(c.rank, c.file) {
		s += ":" + strconv.Itoa(c.discs)
	}
	return s
}

// after is the board once the discs have moved.
func (p *piles) after(c cut) *piles {
	n := *p
	n.pile[c.rank][c.file] -= c.discs * p.side()
	if p.mine(c.toRank, c.toFile) < 0 {
		n.pile[c.toRank][c.toFile] = 0
	}
	n.pile[c.toRank][c.toFile] += c.discs * p.side()
	n.white = !p.white
	return &n
}

// reaches reports whether a part of so many discs goes there, by the shape of
// the way and by what stands on it.
func (p *piles) reaches(c cut) bool {
	up, right := c.toRank-c.rank, c.toFile-c.file
	far, near := max(up, -up, right, -right), min(max(up, -up), max(right, -right))
	straight, diagonal := near == 0, near == far
	switch {
	case c.discs <= 2:
		if diagonal {
			return up == p.side() && far == 1 && p.pile[c.toRank][c.toFile] != 0
		}
		ahead := up * p.side()
		home := c.rank == 1 && p.white || c.rank == 6 && !p.white
		return right == 0 && (ahead == 1 || ahead == 2 && home) && p.pile[c.toRank][c.toFile] == 0 && p.clear(c)
	case c.discs == 3:
		return straight && p.clear(c)
	case c.discs == 4:
		return far == 2 && near == 1
	case c.discs <= 6:
		return diagonal && p.clear(c)
	case c.discs == 7:
		return (straight || diagonal) && p.clear(c)
	}
	return far == 1
}

// clear reports whether nothing stands between the two squares of a line.
func (p *piles) clear(c cut) bool {
	sign := func(n int) int { return min(1, max(-1, n)) }
	up, right := sign(c.toRank-c.rank), sign(c.toFile-c.file)
	for r, f := c.rank+up, c.file+right; r != c.toRank || f != c.toFile; r, f = r+up, f+right {
		if p.pile[r][f] != 0 {
			return false
		}
	}
	return true
}

// hasKing reports whether the side that has just moved owns a king.
func (p *piles) hasKing() bool {
	for rank := range 8 {
		for file := range 8 {
			if -p.mine(rank, file) >= 8 {
				return true
			}
		}
	}
	return false
}

// legal lists the legal moves in order, and gives them by name.
func (p *piles) legal() ([]string, map[string]cut) {
	byName := map[string]cut{}
	for n := range 64 * 64 {
		c := cut{n >> 9, n >> 6 & 7, n >> 3 & 7, n & 7, 0}
		if n>>6 == n&63 {
			continue
		}
		for c.discs = 1; c.discs <= p.mine(c.rank, c.file); c.discs++ {
			if p.reaches(c) && p.after(c).hasKing() {
				byName[p.text(c)] = c
			}
		}
	}
	var all []string
	for name := range byName {
		all = append(all, name)
	}
	slices.Sort(all)
	return all, byName
}
