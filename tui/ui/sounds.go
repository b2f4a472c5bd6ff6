package ui

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn/safefile"
)

// Sound is what a player hears of a game.
type Sound uint8

const (
	NoSound Sound = iota
	MoveSound
	CaptureSound
	CheckSound
	LowTimeSound
	EndSound
)

// soundNames name the files.
var soundNames = [...]string{MoveSound: "move", CaptureSound: "capture", CheckSound: "check", LowTimeSound: "low-time", EndSound: "end"}

// players are the programs that play a file, the first that is there is taken.
var players = []struct {
	name string
	args func(file string) []string
}{
	{"paplay", func(f string) []string { return []string{f} }},
	{"pw-play", func(f string) []string { return []string{f} }},
	{"aplay", func(f string) []string { return []string{"-q", f} }},
	{"afplay", func(f string) []string { return []string{f} }},
	{"play", func(f string) []string { return []string{"-q", f} }},
	{"powershell", func(f string) []string {
		return []string{"-NoProfile", "-NonInteractive", "-Command", "(New-Object Media.SoundPlayer '" + strings.ReplaceAll(f, "'", "''") + "').PlaySync()"}
	}},
}

var errNoPlayer = errors.New("no program that plays sounds is installed")

const (
	// longestSound is how long a program may take to play one sound.
	longestSound = 5 * time.Second
	// mostSounds is how many may be played at once; others are left out.
	mostSounds = 3
)

// Sounds plays sounds with a program that is installed. The sounds are made here and kept in
// a folder that may be emptied at any time. It is safe for several goroutines.
type Sounds struct {
	// Dir is the folder.
	Dir string

	mu      sync.Mutex
	playing int
	ctx     context.Context // ends with Close
	stop    context.CancelFunc
}

// Play plays a sound to its end.
func (p *Sounds) Play(sound Sound) error {
	p.mu.Lock()
	if p.ctx == nil {
		p.ctx, p.stop = context.WithCancel(context.Background())
	}
	if p.playing == mostSounds || p.ctx.Err() != nil {
		p.mu.Unlock()
		return nil
	}
	p.playing++
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.playing--
		p.mu.Unlock()
	}()
	for _, player := range players {
		path, err := exec.LookPath(player.name)
		if err != nil {
			continue
		}
		file, err := p.file(sound)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(p.ctx, longestSound)
		defer cancel()
		return exec.CommandContext(ctx, path, player.args(file)...).Run()
	}
	return errNoPlayer
}

// Close ends what is being played.
func (p *Sounds) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx == nil {
		p.ctx, p.stop = context.WithCancel(context.Background())
	}
	p.stop()
}

// file is the file of a sound, which is written where it is missing.
func (p *Sounds) file(sound Sound) (string, error) {
	path := filepath.Join(p.Dir, soundNames[sound]+".wav")
	if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	if err := safefile.MkdirAll(p.Dir, 0o700); err != nil {
		return "", err
	}
	return path, safefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(waveFile(wave(sound)))
		return err
	})
}

// Sound has the player hear something as the settings want it: a sound, or the bell of the
// terminal where there is no program for sounds, or where the bell is wanted. own tells that the
// player has done it himself, which rings no bell.
func (s *Session) Sound(sound Sound, own bool) tea.Cmd {
	bell := func() tea.Msg {
		if own {
			return nil
		}
		return BellMsg{}
	}
	switch player := s.Sounds; {
	case sound == NoSound || s.Habits.Sounds == NoSounds || !s.Local:
		return nil
	case player == nil || s.Habits.Sounds == BellSounds:
		return bell
	default:
		return func() tea.Msg {
			if player.Play(sound) != nil {
				return bell()
			}
			return nil
		}
	}
}

// BellMsg asks App to ring the bell.
type BellMsg struct{}

// sampleRate is in samples a second.
const sampleRate = 22050

// tone is a part of a sound: a note that fades, with noise as wood has it.
type tone struct {
	at, last float64 // seconds
	pitch    float64 // Hz
	loud     float64 // 0 to 1
	noise    float64 // part of it
}

// tones of each sound.
var tones = [...][]tone{
	MoveSound:    {{0, 0.07, 190, 0.6, 0.5}},
	CaptureSound: {{0, 0.06, 260, 0.6, 0.7}, {0.05, 0.10, 140, 0.7, 0.5}},
	CheckSound:   {{0, 0.10, 587, 0.4, 0.05}, {0.09, 0.20, 880, 0.4, 0.05}},
	LowTimeSound: {{0, 0.05, 1000, 0.3, 0}, {0.15, 0.05, 1000, 0.3, 0}, {0.30, 0.05, 1000, 0.3, 0}},
	EndSound:     {{0, 0.5, 392, 0.3, 0}, {0.12, 0.5, 494, 0.3, 0}, {0.24, 0.7, 587, 0.3, 0}},
}

// wave makes a sound.
func wave(sound Sound) []int16 {
	end := 0.0
	for _, t := range tones[sound] {
		end = max(end, t.at+t.last)
	}
	sum := make([]float64, int(end*sampleRate)+1)
	for _, t := range tones[sound] {
		noise := uint32(1) // the same each time
		for i := range int(t.last * sampleRate) {
			at := float64(i) / sampleRate
			noise = noise*1664525 + 1013904223
			body := math.Sin(2*math.Pi*t.pitch*at) + 0.3*math.Sin(4*math.Pi*t.pitch*at)
			rough := float64(noise>>16)/32768 - 1
			attack := min(at/0.002, 1)
			sum[int(t.at*sampleRate)+i] += t.loud * attack * math.Exp(-5*at/t.last) * (body*(1-t.noise) + rough*t.noise*math.Exp(-40*at)) / 1.3
		}
	}
	out := make([]int16, len(sum))
	for i, v := range sum {
		out[i] = int16(max(-1, min(1, v)) * math.MaxInt16)
	}
	return out
}

// waveFile writes samples in the form of RIFF, one channel of 16 bits.
func waveFile(samples []int16) []byte {
	var b bytes.Buffer
	size := uint32(2 * len(samples))
	for _, part := range []any{
		[]byte("RIFF"), 36 + size, []byte("WAVEfmt "), uint32(16), uint16(1), uint16(1),
		uint32(sampleRate), uint32(2 * sampleRate), uint16(2), uint16(16), []byte("data"), size, samples,
	} {
		_ = binary.Write(&b, binary.LittleEndian, part) // to memory
	}
	return b.Bytes()
}
