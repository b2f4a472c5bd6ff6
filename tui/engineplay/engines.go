package engineplay

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"rookery/ai/uci"
	"rookery/tui/play"
)

// EngineName is what the engine of a spec is called: the name it was given, else that
// of its program.
func EngineName(spec string) string {
	o, ok, err := uci.ParseSpec(spec)
	switch {
	case err != nil || !ok:
		return play.Clean(filepath.Base(spec))
	case o.Name != "":
		return play.Clean(o.Name)
	}
	return play.Clean(filepath.Base(o.Path))
}

// FindEngine is the spec of a remembered engine by its name, ignoring case, or by a
// beginning of it that no other has.
func FindEngine(engines []string, name string) (spec string, ok bool) {
	found := 0
	for _, s := range engines {
		known := EngineName(s)
		if strings.EqualFold(known, name) {
			return s, true
		}
		if name != "" && len(known) > len(name) && strings.EqualFold(known[:len(name)], name) {
			spec = s
			found++
		}
	}
	return spec, found == 1
}

// WithName is a spec whose engine is called otherwise.
func WithName(spec, name string) string {
	o, ok, err := uci.ParseSpec(spec)
	if err != nil || !ok {
		return spec
	}
	o.Name = name
	return o.Spec()
}

// Met is an engine that answered.
type Met struct {
	Spec    string // with the name it calls itself, unless it had another
	Name    string
	Options []uci.Option
}

// Introduce starts the engine of a spec for chess, ends it, and tells its name and what can be set.
// A path without a protocol is tried by UCI, then by XBoard's. ctx bounds both.
func Introduce(ctx context.Context, spec string) (Met, error) {
	o, ok, err := uci.ParseSpec(spec)
	if err != nil {
		return Met{}, err
	}
	if ok {
		return introduce(ctx, o, false)
	}
	o = uci.Options{Path: spec, StartTime: StartTime / 2}
	met, err := introduce(ctx, o, true)
	if err != nil && ctx.Err() == nil {
		o.Protocol = uci.XBoard
		if again, e := introduce(ctx, o, true); e == nil {
			return again, nil
		}
	}
	return met, err
}

// introduce meets an engine. Where its protocol is guessed, one that announces nothing is
// no engine: XBoard's protocol lets old ones keep silent, as any other program does.
func introduce(ctx context.Context, o uci.Options, guessed bool) (Met, error) {
	path, err := exec.LookPath(o.Path)
	if err != nil {
		_, err = Player(o.Spec()) // says it in words
		return Met{}, err
	}
	if o.Path, err = filepath.Abs(path); err != nil {
		return Met{}, err
	}
	started := o
	started.Set = nil // one that is not right shall not hide the others
	c, err := uci.Start(ctx, started)
	if err != nil {
		return Met{}, err
	}
	defer c.Close()
	met := Met{Name: play.Clean(c.Name()), Options: c.Announced()}
	if !c.Answered() && guessed {
		return Met{}, errNoEngine
	}
	if o.Name == "" {
		o.Name = met.Name
	}
	met.Spec = o.Spec()
	return met, nil
}

var errNoEngine = errors.New("it answers neither by UCI nor by XBoard's protocol")

// installed are programs that play chess, as systems call them, with what they must be
// told to speak a protocol.
var installed = []string{
	"uci:stockfish", "uci:fairy-stockfish", "uci:lc0", "uci:ethereal", "uci:berserk", "uci:koivisto", "uci:rubichess", "uci:komodo",
	"uci:toga2", "uci:fruit", "uci:glaurung", "uci:arasanx", "uci:gnuchessu", "uci:gnuchess?args=--uci", "uci:demolito", "uci:ct800", "uci:texel", "uci:pulse",
	"xboard:crafty", "xboard:phalanx", "xboard:sjeng", "xboard:hoichess", "xboard:fairymax", "xboard:nightmare",
}

// Games and other systems' games lie where PATH does not always reach.
var engineFolders = []string{"/usr/games", "/usr/local/games", "/opt/homebrew/bin", "/usr/local/bin"}

// probeTime is how long one program may take to answer.
const probeTime = 3 * time.Second

// FindInstalled looks for engines that are installed and not among those known by path,
// and starts each to see that it answers; several at once, each for a few seconds.
func FindInstalled(ctx context.Context, known []string) []Met {
	var paths []string
	for _, spec := range known {
		if o, ok, err := uci.ParseSpec(spec); ok && err == nil {
			paths = append(paths, o.Path)
		}
	}
	found := make([]Met, len(installed))
	var wait sync.WaitGroup
	slots := make(chan struct{}, 4)
	for i, spec := range installed {
		o, _, err := uci.ParseSpec(spec)
		if err != nil {
			continue
		}
		if o.Path = lookUp(o.Path); o.Path == "" || slices.Contains(paths, o.Path) {
			continue
		}
		paths = append(paths, o.Path)
		o.StartTime = probeTime
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			if ctx.Err() != nil {
				return
			}
			if met, err := introduce(ctx, o, false); err == nil {
				found[i] = met
			}
		})
	}
	wait.Wait()
	return slices.DeleteFunc(found, func(m Met) bool { return m.Spec == "" })
}

// lookUp is the whole path of a program, empty where there is none.
func lookUp(name string) string {
	names := []string{name}
	for _, dir := range engineFolders {
		names = append(names, filepath.Join(dir, name))
	}
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil {
			if path, err = filepath.Abs(path); err == nil {
				return path
			}
		}
	}
	return ""
}
