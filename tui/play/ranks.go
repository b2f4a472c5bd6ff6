package play

import (
	"strconv"
	"strings"
)

// FileRank cuts the name of a square into its file and the number of its rank.
func FileRank(name string) (file string, rank int) {
	i := strings.IndexAny(name, "0123456789")
	if i < 0 {
		return name, 0
	}
	rank, _ = strconv.Atoi(name[i:]) // 0 for what is no number
	return name[:i], rank
}
