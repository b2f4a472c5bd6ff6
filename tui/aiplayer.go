package tui

import (
	"time"

	"rookery/ai"
)

// pace of moves: a person sees the answer come, two computers can be followed.
const (
	answerPace = 250 * time.Millisecond
	watchPace  = 700 * time.Millisecond
)

// hintTime is how long a hint is thought about.
const hintTime = time.Second

// Messages from searches. They name the game and the state of it that they
// were made for; one that comes late is dropped.
type (
	engineMovedMsg struct {
		game   string
		serial int
		choice ai.Choice
		err    error
	}
	hintMsg struct {
		game   string
		serial int
		choice ai.Choice
		advice []adviceLine // the choice in words
		err    error
	}
	clockTickMsg struct {
		game   string
		serial int
	}
)
