package serve

import "strings"

// board reads the pieces off a screen with a board of 8×8 squares: the sign in the
// middle of each square, by file and rank from 0. ok is false where there is no
// such board.
func board(screen string) (signs [8][8]rune, ok bool) {
	rows := strings.Split(screen, "\n")
	var columns [8]int
	found := false
	for y := len(rows) - 1; y >= 0 && !found; y-- {
		letters := strings.Fields(rows[y])
		if len(letters) < 8 {
			continue
		}
		named := strings.Join(letters[:8], "")
		if found = named == "abcdefgh" || named == "hgfedcba"; found {
			for x, r := range []rune(rows[y]) {
				if r >= 'a' && r <= 'h' {
					columns[r-'a'] = x
				}
			}
		}
	}
	ranks := 0
	for _, row := range rows {
		signsOf := []rune(row)
		label := strings.TrimLeft(row, " ")
		if !found || label == "" || label[0] < '1' || label[0] > '8' || len(label) < 2 || label[1] != ' ' ||
			len(row)-len(label) > min(columns[0], columns[7]) {
			continue
		}
		ranks++
		for file, x := range columns {
			signs[file][label[0]-'1'] = signsOf[x]
		}
	}
	return signs, found && ranks == 8
}
