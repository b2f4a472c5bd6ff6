package uci

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// goLimits writes the limits of a search as the go command wants them. Times
// are whole milliseconds, at least one where there is a clock.
func goLimits(lim ai.Limit) string {
	var b strings.Builder
	if t := lim.Time; t[chess.White] > 0 || t[chess.Black] > 0 {
		fmt.Fprintf(&b, " wtime %d btime %d", millis(t[chess.White]), millis(t[chess.Black]))
		if inc := lim.Increment; inc[chess.White] > 0 || inc[chess.Black] > 0 {
			fmt.Fprintf(&b, " winc %d binc %d", inc[chess.White].Milliseconds(), inc[chess.Black].Milliseconds())
		}
		if lim.MovesToGo > 0 {
			fmt.Fprintf(&b, " movestogo %d", lim.MovesToGo)
		}
	}
	if lim.MoveTime > 0 {
		fmt.Fprintf(&b, " movetime %d", millis(lim.MoveTime))
	}
	if lim.Depth > 0 {
		fmt.Fprintf(&b, " depth %d", lim.Depth)
	}
	if lim.Nodes > 0 {
		fmt.Fprintf(&b, " nodes %d", lim.Nodes)
	}
	if lim.Infinite || b.Len() == 0 {
		return " infinite"
	}
	return b.String()
}

func millis(d time.Duration) int64 { return max(1, d.Milliseconds()) }

// parseInfo reads what follows the word info. ok is false for a line that tells
// nothing of a search: free text, or what it is looking at.
func parseInfo(s string) (info ai.Info, pv []string, ok bool) {
	fields := strings.Fields(s)
	number := func(i int) (int, bool) {
		if i >= len(fields) {
			return 0, false
		}
		n, err := strconv.Atoi(fields[i])
		return max(-math.MaxInt32, min(n, math.MaxInt32)), err == nil
	}
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case "string":
			return info, nil, ok
		case "pv":
			return info, fields[i+1:], true
		case "score":
			if i+2 >= len(fields) {
				return info, nil, ok
			}
			if n, is := number(i + 2); is {
				ok = true
				switch fields[i+1] {
				case "cp":
					info.Score, info.Mate = ai.Centipawns(n), 0
				case "mate":
					info.Score, info.Mate = mateScore(n), n
				}
				i += 2
			}
			continue
		case "nodes":
			if i+1 < len(fields) {
				info.Nodes, _ = strconv.ParseUint(fields[i+1], 10, 64)
				i++
			}
			continue
		}
		n, is := number(i + 1)
		if !is {
			continue
		}
		switch fields[i] {
		case "depth":
			info.Depth = n
		case "seldepth":
			info.SelDepth = n
		case "multipv":
			info.Line = n
		case "time":
			info.Elapsed = time.Duration(n) * time.Millisecond
		case "hashfull":
			info.HashFull = n
		default:
			continue
		}
		i++
	}
	return info, nil, ok
}

// mateScore is what a game decided in n moves, negative when lost, is worth; an
// engine says mate 0 of a side that is mated.
func mateScore(n int) ai.Centipawns {
	const decided = 30000
	if n > 0 {
		return ai.Centipawns(decided - min(n, 1000))
	}
	return ai.Centipawns(-decided - max(n, -1000))
}
