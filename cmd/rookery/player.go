package main

import (
	"context"
	"fmt"
	"strings"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/tui"
	"rookery/tui/engineplay"
)

// parsePlayer reads who moves a side's men: human, ai, ai:LEVEL,
// ai:LEVEL:STYLE, or another engine, uci:PATH or xboard:PATH. Levels go by name
// or by number, counted from 1.
func parsePlayer(spec string) (tui.PlayerConfig, error) {
	if _, ok, err := uci.ParseSpec(spec); ok {
		if err != nil {
			return tui.PlayerConfig{}, usageError{err}
		}
		return engineplay.Player(spec)
	}
	kind, rest, _ := strings.Cut(spec, ":")
	switch strings.ToLower(kind) {
	case "human":
		if rest != "" {
			return tui.PlayerConfig{}, usagef("a player is human or ai:LEVEL:STYLE, not %q", spec)
		}
		return tui.PlayerConfig{Kind: tui.Human}, nil
	case "ai":
	default:
		return tui.PlayerConfig{}, usagef("a player is human, ai, ai:LEVEL, ai:LEVEL:STYLE, uci:PATH or xboard:PATH, not %q", spec)
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
			return tui.PlayerConfig{}, usagef("the levels are %s, not %q", names(levels), levelName)
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
			return tui.PlayerConfig{}, usagef("the styles are %s, not %q", names(styles), styleName)
		}
	}
	return tui.PlayerConfig{Kind: tui.Computer, Name: level.Name() + ", " + strings.ToLower(style.Name()), Level: level, Style: style}, nil
}

// meetPrograms sees that the other engines of a game start and play it, and
// asks them their names.
func meetPrograms(ctx context.Context, cfg *tui.GameConfig) error {
	for side := range cfg.Players {
		p := &cfg.Players[side]
		if p.Program == "" {
			continue
		}
		name, err := engineplay.Meet(ctx, p.Program, cfg.Rules)
		if err != nil {
			return err
		}
		if p.Name == "" {
			p.Name = name
		}
	}
	return nil
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
