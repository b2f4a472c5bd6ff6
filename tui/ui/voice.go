package ui

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
)

// longestSpeech is how long a program may take to speak one sentence.
const longestSpeech = 20 * time.Second

// utterance is a text in a language, the empty one English.
type utterance struct{ text, tag string }

// Voice speaks sentences with a program that is installed: espeak-ng, else
// spd-say. It never makes anybody wait: what is said while it speaks is heard
// afterwards, only the latest of it. It is safe for several goroutines.
type Voice struct {
	// Look finds a program by its name; nil for exec.LookPath.
	Look func(name string) (string, error)

	mu     sync.Mutex
	busy   bool
	next   utterance
	told   bool // that there is no program
	stop   context.CancelFunc
	closed bool
}

// speakers are the programs, the first that is there is taken, with what makes
// each read one text and wait until it is spoken.
var speakers = []struct {
	name string
	tag  string // before the code of a language
	args []string
}{
	{"espeak-ng", "-v", []string{"--"}},
	{"spd-say", "-l", []string{"--wait", "--"}},
}

// ErrNoSpeaker says that nothing can speak here.
var ErrNoSpeaker = errors.New("speech is not available: neither espeak-ng nor spd-say is installed")

// Say speaks a text in the language of a code, empty for that of the program,
// and returns when nothing more is to be said. The first
// time that no program is there it returns an error, after that nil.
func (v *Voice) Say(text, tag string) error {
	v.mu.Lock()
	if v.closed {
		v.mu.Unlock()
		return nil
	}
	v.next = utterance{text, tag}
	if v.busy {
		v.mu.Unlock()
		return nil
	}
	v.busy = true
	for v.next.text != "" && !v.closed {
		now := v.next
		v.next = utterance{}
		ctx, cancel := context.WithTimeout(context.Background(), longestSpeech)
		v.stop = cancel
		v.mu.Unlock()
		err := v.speak(ctx, now)
		cancel()
		v.mu.Lock()
		if err != nil && !v.closed && !v.told {
			v.told, v.busy, v.next = true, false, utterance{}
			v.mu.Unlock()
			return err
		}
	}
	v.busy = false
	v.mu.Unlock()
	return nil
}

// speak runs the program.
func (v *Voice) speak(ctx context.Context, u utterance) error {
	look := v.Look
	if look == nil {
		look = exec.LookPath
	}
	for _, s := range speakers {
		path, err := look(s.name)
		if err != nil {
			continue
		}
		args := append(s.args[:len(s.args):len(s.args)], u.text)
		if u.tag != "" {
			args = append([]string{s.tag, u.tag}, args...)
		}
		return exec.CommandContext(ctx, path, args...).Run()
	}
	return ErrNoSpeaker
}

// Close ends what is being spoken.
func (v *Voice) Close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
	if v.stop != nil {
		v.stop()
	}
}

// Speak has a text spoken where the player wants it and the terminal stands
// beside him.
func (s *Session) Speak(text string) tea.Cmd {
	if s.Voice == nil || !s.Habits.Speech || text == "" {
		return nil
	}
	voice, text, tag := s.Voice, draw.Clean(text), ""
	if s.Lang != nil {
		tag = s.Lang.Tag
	}
	return func() tea.Msg {
		if err := voice.Say(text, tag); err != nil {
			return FailMsg(err)
		}
		return nil
	}
}
