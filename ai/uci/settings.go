package uci

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/ai"
)

type settings struct {
	game          string
	shuffledStart bool
	hash, threads int // megabytes, and a count
	skill         int // number of the level, from 1
	limited       bool
	elo           int
	style         ai.Style
	lines         int
	book          bool
	endings       bool
	syzygy        string // folders, separated as in PATH
	analyse       bool   // without the book
	lag           int    // milliseconds kept back for each move
}

// The ranges of the options.
const (
	maxHash     = 1 << 14
	defaultHash = 16
	maxThreads  = 256
	defaultLag  = 30
	maxLag      = 5000
)

// defaults are the settings before any is changed.
func (s *Server) defaults() settings {
	levels := ai.Levels()
	return settings{
		game: s.Games[0], hash: defaultHash, threads: 1, skill: len(levels), elo: s.Elo(levels[len(levels)-1]),
		style: ai.Styles()[0], lines: 1, lag: defaultLag,
	}
}

func (c *session) identify() {
	usual, levels := c.defaults(), ai.Levels()
	styles := make([]string, 0, len(ai.Styles()))
	for _, style := range ai.Styles() {
		styles = append(styles, style.Name())
	}
	lines := []string{
		"id name " + c.Name, "id author " + c.Author,
		optionLine("UCI_Variant", "combo", c.Games[0], c.Games...),
		optionLine("UCI_Chess960", "check", "false"),
		spinLine("Hash", usual.hash, 1, maxHash),
		optionLine("Clear Hash", "button", ""),
		spinLine("Threads", usual.threads, 1, maxThreads),
		spinLine("Skill Level", usual.skill, 1, len(levels)),
		optionLine("UCI_LimitStrength", "check", "false"),
		spinLine("UCI_Elo", usual.elo, c.Elo(levels[0]), c.Elo(levels[len(levels)-1])),
		optionLine("Style", "combo", usual.style.Name(), styles...),
		spinLine("MultiPV", usual.lines, 1, maxLines),
		optionLine("Ponder", "check", "false"), optionLine("UCI_AnalyseMode", "check", "false"),
		spinLine("Move Overhead", usual.lag, 0, maxLag),
	}
	if c.Opener != nil {
		lines = append(lines, optionLine("OwnBook", "check", "false"))
	}
	if c.Endings != nil {
		lines = append(lines, optionLine("OwnEndings", "check", "false"))
	}
	if c.Tablebase != nil {
		lines = append(lines, optionLine("SyzygyPath", "string", "<empty>"))
	}
	c.write(append(lines, "uciok")...)
}

func optionLine(name, kind, usual string, values ...string) string {
	line := "option name " + name + " type " + kind
	if usual != "" {
		line += " default " + usual
	}
	for _, v := range values {
		line += " var " + v
	}
	return line
}

func spinLine(name string, usual, least, most int) string {
	return fmt.Sprintf("option name %s type spin default %d min %d max %d", name, usual, least, most)
}

// setOption does "name NAME value VALUE"; names and the values of a choice are
// known ignoring case.
func (c *session) setOption(s string) {
	fields := strings.Fields(s)
	if len(fields) < 2 || fields[0] != "name" {
		c.info("an option is set by: setoption name NAME value VALUE")
		return
	}
	name, value := strings.Join(fields[1:], " "), ""
	if i := slices.Index(fields, "value"); i > 0 {
		name, value = strings.Join(fields[1:i], " "), strings.Join(fields[i+1:], " ")
	}
	if strings.EqualFold(name, "Clear Hash") {
		c.stopSearch()
		c.newGame = true
		return
	}
	old := c.settings
	if err := c.change(name, value); err != nil {
		c.info(err.Error())
		return
	}
	switch {
	case c.settings.game != old.game || c.settings.shuffledStart != old.shuffledStart:
		c.stopSearch()
		c.newBoard()
		c.engineStale = true
	case c.settings.analyse != old.analyse: // no change to the engine
	case c.settings != old:
		c.engineStale = true
	}
}

// change changes one setting; a value that is out of range changes nothing.
func (c *session) change(name, value string) (err error) {
	s := &c.settings
	switch strings.ToLower(name) {
	case "uci_variant":
		if _, err = c.Rules(value, s.shuffledStart); err == nil {
			s.game = value
		}
	case "uci_chess960":
		err = flag(&s.shuffledStart, name, value)
	case "hash":
		err = number(&s.hash, name, value, 1, maxHash)
	case "threads":
		err = number(&s.threads, name, value, 1, maxThreads)
	case "skill level":
		err = number(&s.skill, name, value, 1, len(ai.Levels()))
	case "uci_limitstrength":
		err = flag(&s.limited, name, value)
	case "uci_elo":
		levels := ai.Levels()
		err = number(&s.elo, name, value, c.Elo(levels[0]), c.Elo(levels[len(levels)-1]))
	case "style":
		i := slices.IndexFunc(ai.Styles(), func(style ai.Style) bool { return strings.EqualFold(style.Name(), value) })
		if i < 0 {
			return fmt.Errorf("unknown style %.40q", value)
		}
		s.style = ai.Styles()[i]
	case "multipv":
		err = number(&s.lines, name, value, 1, maxLines)
	case "ownbook":
		err = flag(&s.book, name, value)
	case "ownendings":
		err = flag(&s.endings, name, value)
	case "syzygypath":
		if s.syzygy = value; value == "<empty>" {
			s.syzygy = ""
		}
		if c.Tablebase != nil && s.syzygy != "" {
			var found string
			if _, found, err = c.Tablebase(c.start, s.syzygy); err == nil {
				c.info(found)
			}
		}
	case "move overhead":
		err = number(&s.lag, name, value, 0, maxLag)
	case "uci_analysemode":
		err = flag(&s.analyse, name, value)
	case "ponder":
		var ponder bool // only tells that go ponder may come
		err = flag(&ponder, name, value)
	default:
		err = fmt.Errorf("unknown option %.40q", name)
	}
	return err
}

func flag(to *bool, name, value string) error {
	switch strings.ToLower(value) {
	case "true":
		*to = true
	case "false":
		*to = false
	default:
		return fmt.Errorf("%s is true or false, not %.40q", name, value)
	}
	return nil
}

func number(to *int, name, value string, least, most int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return fmt.Errorf("%s must be a number from %d to %d, not %.40q", name, least, most, value)
	}
	*to = n
	return nil
}

// level is the one asked for: by number, or the one nearest to a strength.
func (c *session) level() ai.Level {
	levels := ai.Levels()
	if !c.settings.limited {
		return levels[c.settings.skill-1]
	}
	return slices.MinFunc(levels, func(a, b ai.Level) int {
		return cmp.Compare(abs(c.Elo(a)-c.settings.elo), abs(c.Elo(b)-c.settings.elo))
	})
}

func abs(n int) int { return max(n, -n) }

// prepareEngine makes the engine as the settings want it. There is no search.
func (c *session) prepareEngine() {
	if c.engineStale {
		c.engine = ai.New(c.level(), c.settings.style, c.Seed)
		c.engine.Resigns = false
		c.engine.SetHash(c.settings.hash << 20)
		c.engine.SetThreads(c.settings.threads)
		c.engine.Lines = c.settings.lines
		c.engine.SetLag(time.Duration(c.settings.lag) * time.Millisecond)
		c.opener = nil
		if c.settings.book && c.Opener != nil {
			c.opener = c.Opener(c.level(), c.Seed)
		}
		c.engineStale, c.newGame = false, false
	}
	if c.newGame {
		c.engine.NewGame()
		c.newGame = false
	}
}
