package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/tui"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Engine is the spec of an engine that a player names: uci:PATH or xboard:PATH as they
// stand, or else one of the player's list by its name.
func Engine(text string) (spec string, ok bool) {
	if _, ok, _ := uci.ParseSpec(text); ok {
		return text, true
	}
	settings, err := tui.NewStore(ui.Dirs{Config: filepath.Join(xdg.ConfigHome, "rookery")}).Settings()
	if err != nil {
		return "", false
	}
	return engineplay.FindEngine(settings.Engines, text)
}

// ParsePlayer reads who moves a side's pieces: human, ai, ai:LEVEL,
// ai:LEVEL:STYLE, or another engine: uci:PATH, xboard:PATH or the name of one in the
// player's list. Levels go by name or by number, counted from 1.
func ParsePlayer(spec string) (play.Player, error) {
	if _, ok, err := uci.ParseSpec(spec); ok {
		if err != nil {
			return play.Player{}, UsageError{err}
		}
		return engineplay.Player(spec)
	}
	kind, rest, _ := strings.Cut(spec, ":")
	switch strings.ToLower(kind) {
	case "human":
		if rest != "" {
			return play.Player{}, Usagef("a player must be human or ai:LEVEL:STYLE, not %q", spec)
		}
		return play.Player{Kind: play.Human}, nil
	case "ai":
	default:
		if engine, ok := Engine(spec); ok {
			return engineplay.Player(engine)
		}
		return play.Player{}, Usagef("a player must be human, ai, ai:LEVEL, ai:LEVEL:STYLE, uci:PATH, xboard:PATH or an engine from your list, not %q", spec)
	}
	levelName, styleName, _ := strings.Cut(rest, ":")
	levels := ai.Levels()
	level := levels[len(levels)/2]
	if levelName != "" {
		found := false
		for i, l := range levels {
			if strings.EqualFold(l.Name(), levelName) || fmt.Sprint(i+1) == levelName {
				level, found = l, true
			}
		}
		if !found {
			return play.Player{}, Usagef("level must be one of %s, not %q", names(levels), levelName)
		}
	}
	styles := ai.Styles()
	style := styles[0]
	if styleName != "" {
		found := false
		for _, s := range styles {
			if strings.EqualFold(s.Name(), styleName) {
				style, found = s, true
			}
		}
		if !found {
			return play.Player{}, Usagef("style must be one of %s, not %q", names(styles), styleName)
		}
	}
	return play.Player{Kind: play.Computer, Name: level.Name() + ", " + strings.ToLower(style.Name()), Level: level, Style: style}, nil
}

// names lists what may be written: "novice, club or master".
func names[T interface{ Name() string }](all []T) string {
	var b strings.Builder
	for i, x := range all {
		switch {
		case i == 0:
		case i == len(all)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strings.ToLower(x.Name()))
	}
	return b.String()
}
