//go:build linux

package serve

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk plays on a disk of 200 MB that somebody else fills during the game and
// then empties.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("rookery", dir, "tmpfs", 0, "size=200m"); err != nil {
		t.Skipf("a file system of one's own cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { // after the server has ended
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	h := openAt(t, buildProgram(t), dir)
	anna, bea := h.come("Anna"), h.come("Bea")
	anna.see("Bea")
	anna.keys("n")
	anna.see("Create a seek")
	anna.keys("\r")
	bea.see("5+3")
	bea.keys("2\r")
	screen := anna.until("a game", func(screen string) bool { return whoseTurn(screen) != "" && len(clocks(screen)) == 2 })
	white := whoseTurn(screen)
	black := strings.Replace("AnnaBea", white, "", 1)
	bea.until("the game", func(screen string) bool { return whoseTurn(screen) == white })
	move := func(name, move string) {
		t.Helper()
		h.people[name].keys(move + "\r")
		for _, v := range h.people {
			v.until(move, func(screen string) bool { return strings.Contains(screen, move) && whoseTurn(screen) != name })
		}
	}
	move(white, "e4")
	move(black, "e5")

	heard := hears(t, h.addr, asGuest, "plain", "")
	heard.types("games", "watch 1")
	heard.hear("1500?, 5+3")

	filler, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 1<<20); err == nil; {
		if _, err = filler.Write(block); errors.Is(err, syscall.ENOSPC) && len(block) > 4096 {
			block, err = block[:4096], nil
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	const told = "The server's disk is full: the clocks stand"
	for _, v := range h.people {
		v.see(told)
	}
	heard.hear(told)
	h.people[white].keys("Nf3\r")
	h.people[white].see("disk is full")
	stood := clocks(h.people[white].text())
	if err := errors.Join(filler.Close(), os.Remove(filler.Name())); err != nil {
		t.Fatal(err)
	}
	for _, v := range h.people {
		v.until("that it goes on", func(screen string) bool { return !strings.Contains(screen, told) })
	}
	heard.hear("the clocks run")
	move(white, "Nf3")
	move(black, "Nc6")
	t.Logf("clocks stood at %v and are at %v", stood, clocks(h.people[white].text()))

	h.kill()
	h.start()
	for name, other := range map[string]string{"Anna": "Bea", "Bea": "Anna"} {
		h.comeBack(name, other).see("Nc6")
	}
}
