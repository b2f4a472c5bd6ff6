package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rookery/ai"
	"rookery/cmd/internal/clitest"
)

// BenchmarkFirstScreen measures from the start of the process to the first
// full screen of the menu in a terminal of 80×24.
func BenchmarkFirstScreen(b *testing.B) {
	h := clitest.NewHome(b)
	var took, worked []time.Duration
	for b.Loop() {
		began := time.Now()
		p := start(b, h, 80, 24)
		p.see("New game", "Quit", "help")
		took = append(took, time.Since(began))
		b.StopTimer()
		worked = append(worked, p.worked())
		p.kill()
		b.StartTimer()
	}
	reportTimes(b, took)
	reportWork(b, worked)
}

// BenchmarkFirstBoard measures from the start of the process to a whole board.
func BenchmarkFirstBoard(b *testing.B) {
	h := clitest.NewHome(b)
	var took, worked []time.Duration
	for b.Loop() {
		began := time.Now()
		p := start(b, h, 120, 40, "play", "--black", "human")
		p.see("White to move", "▟██▙", "a       b       c")
		took = append(took, time.Since(began))
		b.StopTimer()
		worked = append(worked, p.worked())
		p.kill()
		b.StartTimer()
	}
	reportTimes(b, took)
	reportWork(b, worked)
}

// BenchmarkKeyWhileThinking measures from a cursor key to its frame while the
// strongest opponent thinks about a long game's first move, and no core is free
// for the screen: the program is given one core in all.
func BenchmarkKeyWhileThinking(b *testing.B) {
	strongest := fmt.Sprintf("ai:%d", len(ai.Levels()))
	p := startWith(b, clitest.NewHome(b), []string{"GOMAXPROCS=1"}, 80, 24,
		"play", "--variant", "atomic", "--white", "human", "--black", strongest, "--clock", "180+60")
	p.shows(firstArray)
	p.press("left") // the cursor is there
	p.until("the cursor", func(string) bool { return p.cursor() != [2]int{} })
	p.enter("e4")
	p.until("the move", func(string) bool {
		return strings.HasPrefix(p.placement(), "rnbqkbnr/pppppppp/8/8/4P3/")
	})
	p.press("left*8")
	p.until("the cursor on the a-file", func(string) bool { return p.cursor()[0] == 3 })
	right := true
	at := 0 // file
	var took []time.Duration
	for b.Loop() {
		if at == 7 {
			right = false
		} else if at == 0 {
			right = true
		}
		before := p.cursor()
		began := time.Now()
		if right {
			p.press("right")
			at++
		} else {
			p.press("left")
			at--
		}
		p.until("another cursor", func(string) bool { now := p.cursor(); return now != before && now != [2]int{} })
		took = append(took, time.Since(began))
	}
	if got := p.placement(); !strings.HasPrefix(got, "rnbqkbnr/pppppppp/8/8/4P3/") {
		b.Errorf("the opponent has moved before the end: %s", got)
	}
	reportTimes(b, took)
}

// cursor is the column and row of the corner where the cursor begins on the
// board, zeros when there is none.
func (t *terminal) cursor() [2]int {
	col, row, ok := t.find("┏")
	if !ok {
		return [2]int{}
	}
	return [2]int{col, row}
}

// reportTimes reports the median and what 99 of a hundred stay below.
func reportTimes(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	ms := func(share float64) float64 {
		return float64(took[int(share*float64(len(took)-1))].Microseconds()) / 1000
	}
	b.ReportMetric(ms(0.5), "ms/median")
	b.ReportMetric(ms(0.99), "ms/99%")
	b.ReportMetric(0, "ns/op")
}

// worked is the time of the processor that the program's threads have used, as
// Linux counts it; 0 elsewhere. Unlike the time that passes it hardly depends
// on what else the machine does.
func (t *terminal) worked() time.Duration {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", t.cmd.Process.Pid))
	var sum time.Duration
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			continue
		}
		var ns int64
		if _, err := fmt.Sscan(string(text), &ns); err == nil {
			sum += time.Duration(ns)
		}
	}
	return sum
}

// reportWork reports the median time of the processor.
func reportWork(b *testing.B, worked []time.Duration) {
	slices.Sort(worked)
	b.ReportMetric(float64(worked[len(worked)/2].Microseconds())/1000, "ms-cpu/median")
}
