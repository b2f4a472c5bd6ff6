package play

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/opening"
)

// The tags that an unfinished game has besides those every reader knows. With
// them a file tells who plays, what is left on the clocks and how the board
// was turned; other programs pass them over.
const (
	tagParts  = "VariantParts" // names joined by "+"
	tagArray  = "Array"        // number of the starting array
	tagLeft   = "Left"         // after White or Black: a duration
	tagEngine = "Engine"       // after White or Black: "level/style"
	// tagProgram stands after White or Black: another engine that plays.
	tagProgram = "Program"
	tagFlip    = "BlackBelow"
	tagBegan   = "Began" // RFC 3339
	tagSaved   = "Saved" // RFC 3339
	// TagLesson has the ID of a lesson, also in the history; tagAgain tells that it is not counted.
	TagLesson = "Lesson"
	tagAgain  = "LessonAgain"
)

// Replay plays the saved moves again and gives a game that goes on from there.
func (g *Saved) Replay() (*chess.Game, error) {
	var game *chess.Game
	var err error
	switch {
	case g.Start != "":
		game, err = chess.NewGameFEN(g.Config.Rules, g.Start)
	case g.Config.FEN != "":
		game, err = chess.NewGameFEN(g.Config.Rules, g.Config.FEN)
	default:
		game, err = chess.NewGame(g.Config.Rules, g.Config.Setup)
	}
	if err != nil {
		return nil, err
	}
	for i, m := range g.Moves {
		if err := game.Play(m); err != nil {
			return nil, fmt.Errorf("move %d of the saved game: %w", i/2+1, err)
		}
	}
	return game, nil
}

// Sheet writes the game as PGN, an unfinished one with the tags that readSaved needs.
func (g *Saved) Sheet() (*pgn.Game, error) {
	game, err := g.Replay()
	if err != nil {
		return nil, err
	}
	switch o := g.Outcome; {
	case !o.Over() || game.Outcome().Over():
	case o.Reason == chess.ByResignation, o.Reason == chess.ByTime:
		loser := chess.White
		if w, ok := o.Winner(); ok {
			loser = w.Other()
		}
		if o.Reason == chess.ByTime {
			err = game.Flag(loser)
		} else {
			err = game.Resign(loser)
		}
	case o.Reason == chess.ByAbandonment && o.Result != chess.Drawn:
		winner, _ := o.Winner()
		err = game.AbandonBy(winner.Other())
	case o.Reason == chess.ByResult, o.Reason == chess.ByPartner:
		err = game.Record(o.Result)
	case o.Reason == chess.ByTimeDraw:
		err = game.Flag(game.Turn())
	case o.Result == chess.Drawn && game.Claimable() != chess.NoReason:
		err = game.Claim()
	case o.Result == chess.Drawn:
		err = game.AgreeDraw()
	default:
		err = game.Abandon()
	}
	if err != nil {
		return nil, err
	}
	tags := map[string]string{
		"Event": "Rookery game",
		"Site":  "?",
		"Date":  g.Began.Format("2006.01.02"),
		"Time":  g.Began.Format("15:04:05"),
		"Round": "-",
		"White": g.Config.Players[chess.White].Name,
		"Black": g.Config.Players[chess.Black].Name,
	}
	if g.Config.Control != (chess.Control{}) {
		tags["TimeControl"] = g.Config.Control.PGN()
	}
	for side, name := range [2]string{"White", "Black"} {
		p := g.Config.Players[side]
		tags[name+"Type"] = "human"
		if p.Kind == Computer {
			tags[name+"Type"] = "program"
			tags[name+tagEngine] = p.Level.Name() + "/" + p.Style.Name()
			if p.Program != "" && !g.Outcome.Over() {
				tags[name+tagProgram] = p.Program
			}
		}
		if !g.Outcome.Over() && g.Config.Control != (chess.Control{}) {
			tags[name+tagLeft] = g.Left[side].Round(time.Millisecond).String()
		}
	}
	if g.Config.Lesson != "" {
		tags["Event"], tags[TagLesson] = "Rookery training: "+LessonName(g.Config.Lesson), g.Config.Lesson
	}
	if !g.Outcome.Over() {
		if g.Config.Again {
			tags[tagAgain] = "1"
		}
		tags[tagParts] = strings.Join(g.Config.Variant, "+")
		tags[tagArray] = strconv.Itoa(g.Config.Setup)
		tags[tagBegan] = g.Began.Format(time.RFC3339)
		tags[tagSaved] = g.Saved.Format(time.RFC3339)
		tags["Clock"] = g.Config.Control.String()
		if g.Config.Flip {
			tags[tagFlip] = "1"
		}
	}
	return pgn.FromGame(game, tags), nil
}

// TaggedSheet is Sheet with the opening of a game of chess.
func (g *Saved) TaggedSheet() (*pgn.Game, error) {
	sheet, err := g.Sheet()
	if err == nil {
		opening.Tag(sheet)
	}
	return sheet, err
}

// readSaved reads the text of an unfinished game, as Store.SaveUnfinished wrote it.
func readSaved(id string, r io.Reader) (*Saved, error) {
	sheet, err := pgn.NewReader(r).Read()
	if err != nil {
		return nil, err
	}
	tag := sheet.Tags.Value
	g := &Saved{ID: id, Start: tag("FEN")}
	c := &g.Config
	c.Variant = strings.Split(tag(tagParts), "+")
	if c.Rules, err = RulesOf(c.Variant); err != nil {
		return nil, err
	}
	if c.Setup, err = strconv.Atoi(tag(tagArray)); err != nil {
		c.Setup = -1
	}
	if c.Control, err = chess.ParseControl(tag("Clock")); err != nil {
		return nil, err
	}
	c.Flip, c.Lesson, c.Again = tag(tagFlip) != "", tag(TagLesson), tag(tagAgain) != ""
	for side, name := range [2]string{"White", "Black"} {
		p := &c.Players[side]
		p.Name = Clean(tag(name))
		if engine := tag(name + tagEngine); engine != "" {
			p.Kind = Computer
			level, style, _ := strings.Cut(engine, "/")
			p.Level, p.Style = LevelOf(level), StyleOf(style)
			p.Program = tag(name + tagProgram)
		}
		if left := tag(name + tagLeft); left != "" {
			if g.Left[side], err = time.ParseDuration(left); err != nil {
				return nil, err
			}
		}
	}
	g.Began, _ = time.Parse(time.RFC3339, tag(tagBegan))
	if g.Saved, err = time.Parse(time.RFC3339, tag(tagSaved)); err != nil {
		return nil, errors.New("not an unfinished game file")
	}
	for n := sheet.Root; n != nil && len(n.Children) > 0; {
		n = n.Children[0]
		g.Moves = append(g.Moves, n.Move)
	}
	game, err := g.Replay()
	if err != nil {
		return nil, err
	}
	g.Start, g.Outcome = game.Start(), game.Outcome()
	return g, nil
}
