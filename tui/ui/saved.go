package ui

import (
	"rookery/ai"
	"rookery/chess"
	"rookery/tui/play"
)

// rulesOf builds rules from the names that made them.
func RulesOf(parts []string) (chess.Rules, error) { return play.RulesOf(parts) }

// partsOf names rules so that rulesOf builds them again.
func PartsOf(r chess.Rules) []string { return play.PartsOf(r) }

// levelOf finds a strength by name, the middle one when it is unknown.
func LevelOf(name string) ai.Level { return play.LevelOf(name) }

// styleOf finds a style by name, the first when it is unknown.
func StyleOf(name string) ai.Style { return play.StyleOf(name) }

// strongest is the level that gives hints and analyses.
func Strongest() ai.Level { return play.Strongest() }
