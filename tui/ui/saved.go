package ui

import (
	"rookery/ai"
	"rookery/chess"
	"rookery/tui/play"
)

// RulesOf builds rules from the names that made them.
func RulesOf(parts []string) (chess.Rules, error) { return play.RulesOf(parts) }

// PartsOf names rules so that RulesOf builds them again.
func PartsOf(r chess.Rules) []string { return play.PartsOf(r) }

// LevelOf finds a strength by name, the middle one when it is unknown.
func LevelOf(name string) ai.Level { return play.LevelOf(name) }

// StyleOf finds a style by name, the first when it is unknown.
func StyleOf(name string) ai.Style { return play.StyleOf(name) }

// Strongest is the level that gives hints and analyses.
func Strongest() ai.Level { return play.Strongest() }
