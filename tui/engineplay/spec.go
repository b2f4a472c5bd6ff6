package engineplay

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/tui/play"
	"rookery/variants"
)

// Options are those of the engine that spec names, uci:PATH or
// xboard:PATH, for games of r.
func Options(spec string, r chess.Rules) (uci.Options, error) {
	o, ok, err := uci.ParseSpec(spec)
	switch {
	case err != nil:
		return o, err
	case !ok:
		return o, fmt.Errorf("%q is not an engine: use uci:PATH or xboard:PATH", spec)
	}
	known := false
	if o.Protocol == uci.XBoard {
		o.Variant, o.ShuffledStart, known = variants.XBoardName(r)
	} else {
		o.Variant, o.ShuffledStart, known = variants.UCIName(r)
	}
	v, _ := variants.Of(r)
	o.OwnName = v.OwnName()
	if !known {
		return o, fmt.Errorf("no external engine supports %s", r.Name)
	}
	return o, nil
}

// Player is the engine that spec names as a player; its name is empty
// unless spec gives one. The path is made whole, so that a game can be continued
// from another place; our strongest engine stands ready to take over.
func Player(spec string) (play.Player, error) {
	o, ok, err := uci.ParseSpec(spec)
	switch {
	case err != nil:
		return play.Player{}, err
	case !ok:
		return play.Player{}, fmt.Errorf("%q is not an engine: use uci:PATH or xboard:PATH", spec)
	}
	path, err := exec.LookPath(o.Path)
	switch {
	case err == nil || errors.Is(err, exec.ErrDot):
	case errors.Is(err, fs.ErrPermission):
		return play.Player{}, fmt.Errorf("%s is not an executable program", o.Path)
	default:
		return play.Player{}, fmt.Errorf("program not found: %s", o.Path)
	}
	if o.Path, err = filepath.Abs(path); err != nil {
		return play.Player{}, err
	}
	return play.Player{
		Kind: play.Computer, Name: o.Name, Level: play.Strongest(), Style: ai.Styles()[0], Program: o.Spec(),
	}, nil
}
