package plain

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/variants"
)

// missingError is a word that says how, with nothing behind it.
type missingError string

// Error implements error.
func (w missingError) Error() string {
	text := "missing value after " + string(w)
	return text
}

// newHelp tells how a new game is asked for.
func (p *program) newHelp() string {
	all := variants.All()
	return p.o.Lang.Sprintf("For example: new; new %s against club; new %s as black; new %s friend; new watch 2 3; new %s clock 5+3; new against uci:stockfish, for an external engine.",
		all[4].ID, all[1].ID, all[3].ID, all[0].ID)
}

// defaultConfig is chess against the computer of middling strength.
func defaultConfig() play.Config {
	l, s := ai.Club, ai.Styles()[0]
	return play.Config{Rules: variants.All()[0].Rules, Variant: []string{variants.All()[0].ID}, Setup: -1, Players: [2]play.Player{
		{Kind: play.Human, Name: "You"},
		{Kind: play.Computer, Level: l, Style: s, Name: play.ComputerName(l, s)},
	}}
}

// newGame begins a game as the words say; what they leave open is as in the
// game before.
func (p *program) newGame(arg string) {
	cfg := defaultConfig()
	if p.table != nil {
		cfg = p.table.Config
		cfg.FEN, cfg.Setup = "", -1
	}
	if err := p.configure(&cfg, strings.Fields(arg)); err != nil {
		p.fail(err)
		if errors.As(err, new(missingError)) {
			p.line(p.newHelp())
		}
		return
	}
	if p.table != nil && !p.table.Over() && p.table.Game.Ply() > 0 {
		p.say("The previous game is kept.")
	}
	p.draft = nil
	p.begin(cfg, nil)
}

// newGameOrder is what the words of "new" ask for before it is put together.
type newGameOrder struct {
	levels, styles []string
	players        string // "", friend, computer or watch
	side           string // "", white or black
	variant        []string
}

// configure changes a configuration by the words of "new".
func (p *program) configure(cfg *play.Config, words []string) error {
	var o newGameOrder
	var err error
	array := ""
	next := func(i *int) string {
		if *i++; *i < len(words) {
			return words[*i]
		}
		err = missingError(words[*i-1])
		return ""
	}
	for i := 0; i < len(words); i++ {
		w := p.english(words[i])
		_, isLevel := pick(p, ai.Levels(), w)
		_, isStyle := pick(p, ai.Styles(), w)
		switch {
		case w == "against" || w == "vs" || w == "level":
			o.levels = append(o.levels, next(&i))
			if w != "level" {
				o.players = "computer"
			}
		case w == "style":
			o.styles = append(o.styles, next(&i))
		case w == "as":
			o.side = p.english(next(&i))
		case w == "white" || w == "black":
			o.side = w
		case w == "friend" || w == "watch" || w == "computer":
			o.players = w
		case w == "clock":
			if cfg.Control, err = play.ParseClock(p.english(next(&i))); err != nil {
				return err
			}
		case w == "array":
			array = p.english(next(&i))
		case isEngine(words[i]):
			o.levels = append(o.levels, words[i])
		case isLevel && (o.players == "watch" || len(o.levels) == 0 && w[0] > '9'):
			o.levels = append(o.levels, w)
		case isStyle && w[0] > '9':
			o.styles = append(o.styles, w)
		default:
			o.variant = append(o.variant, words[i])
		}
		if err != nil {
			return err
		}
	}
	if len(o.variant) > 0 {
		if err := p.chooseVariant(cfg, strings.Join(o.variant, " ")); err != nil {
			return err
		}
	}
	if err := cfg.ChooseSetup(array, p.o.Seed); err != nil {
		return err
	}
	return p.choosePlayers(cfg, &o)
}

// chooseVariant sets the rules by a name, or by several joined by +.
func (p *program) chooseVariant(cfg *play.Config, name string) error {
	parts := strings.Split(name, "+")
	for i := range parts {
		parts[i] = p.variantID(strings.TrimSpace(parts[i]))
	}
	name = strings.Join(parts, "+")
	if v, ok := variants.ByName(name); ok {
		cfg.Rules, cfg.Variant = v.Rules, []string{v.ID}
		return play.ForTwo(v.Rules)
	}
	if len(parts) > 1 {
		rules, err := play.RulesOf(parts)
		if err != nil {
			return err
		}
		cfg.Rules, cfg.Variant = rules, parts
		return nil
	}
	var ids []string
	for _, v := range variants.All() {
		ids = append(ids, v.ID)
	}
	if near := nearest(strings.ToLower(strings.ReplaceAll(name, " ", "")), ids); near != "" {
		return fmt.Errorf("no variant %s. Did you mean %s?", name, near)
	}
	return fmt.Errorf("no variant %s: type variants for the list", name)
}

// variantID is the word for a game that is named in the language of the player;
// any other name stays.
func (p *program) variantID(name string) string {
	for _, v := range variants.All() {
		if p.o.Lang != nil && lang.Fold(p.t(v.Rules.Name)) == lang.Fold(name) {
			return v.ID
		}
	}
	return name
}

// choosePlayers sets who plays.
func (p *program) choosePlayers(cfg *play.Config, o *newGameOrder) error {
	before := cfg.Humans()
	computer := defaultConfig().Players[chess.Black]
	you := chess.White
	for c, pl := range cfg.Players {
		if pl.Kind == play.Computer {
			computer = pl
		} else if before == 1 {
			you = chess.Color(c)
		}
	}
	machines := [2]play.Player{computer, computer}
	if before == 0 {
		machines = cfg.Players
	}
	for i := range machines {
		m := &machines[i]
		if n := len(o.levels); n > 0 {
			if err := p.chooseLevel(m, o.levels[min(i, n-1)]); err != nil {
				return err
			}
		}
		if n := len(o.styles); n > 0 {
			s, ok := pick(p, ai.Styles(), o.styles[min(i, n-1)])
			if !ok {
				return fmt.Errorf("no style %s: type style for the list", o.styles[min(i, n-1)])
			}
			m.Style = s
		}
		if m.Program == "" {
			m.Name = play.ComputerName(m.Level, m.Style)
		}
	}
	switch o.side {
	case "":
	case "white", "black":
		you = chess.White
		if o.side == "black" {
			you = chess.Black
		}
		if o.players == "" && before != 1 {
			o.players = "computer"
		}
	default:
		return fmt.Errorf("you play white or black, not %s", o.side)
	}
	players := o.players
	if players == "" {
		players = [3]string{"watch", "computer", "friend"}[before]
		if len(o.levels)+len(o.styles) > 0 && before == 2 {
			players = "computer"
		}
	}
	switch players {
	case "friend":
		cfg.Players = [2]play.Player{{Name: "White"}, {Name: "Black"}}
	case "watch":
		cfg.Players = machines
	default:
		cfg.Players[you] = play.Player{Name: "You"}
		cfg.Players[you.Other()] = machines[0]
	}
	cfg.Flip = players == "computer" && you == chess.Black
	for _, pl := range cfg.Players {
		if pl.Program == "" {
			continue
		}
		if _, err := engineplay.Options(pl.Program, cfg.Rules); err != nil {
			return err
		}
	}
	return nil
}

// chooseLevel makes a computer as strong as a level, or another engine.
func (p *program) chooseLevel(m *play.Player, word string) error {
	l, ok := pick(p, ai.Levels(), word)
	if engine, known := engineplay.FindEngine(p.o.Engines, word); known && !ok {
		word = engine
	}
	if isEngine(word) {
		var err error
		if *m, err = engineplay.Player(word); err == nil && m.Name == "" {
			o, _, _ := uci.ParseSpec(m.Program)
			m.Name = filepath.Base(o.Path)
		}
		return err
	}
	if !ok {
		return fmt.Errorf("no level %s: type level for the list", word)
	}
	m.Level, m.Program = l, ""
	return nil
}

// isEngine tells whether a word names another engine.
func isEngine(word string) bool {
	_, ok, _ := uci.ParseSpec(word)
	return ok
}

// tellVariants lists all games, or those of which a word is told.
func (p *program) tellVariants(arg string) {
	n := 0
	for _, v := range variants.All() {
		text := v.ID + ": " + p.t(v.Rules.Name) + ". " + p.t(v.Rules.Aim)
		if strings.Contains(strings.ToLower(text), strings.ToLower(arg)) {
			p.line(text)
			n++
		}
	}
	if n == 0 {
		p.say("No variant matches %s.", arg)
		return
	}
	p.say("%s. Type new and a name to play, rules and a name for its rules. Join names with + to combine variants.", p.counted(n, "%d game", "%d games"))
}

// tellRules says the rules of the present game, or of the one named.
func (p *program) tellRules(arg string) {
	cfg := defaultConfig()
	switch {
	case arg != "":
		if err := p.chooseVariant(&cfg, arg); err != nil {
			p.fail(err)
			return
		}
	case p.draft != nil:
		cfg.Rules = p.draft.Rules
	case p.files != nil:
		cfg.Rules = p.files.game.Rules
	case p.table != nil:
		cfg = p.table.Config
	}
	p.line(p.t(cfg.Rules.Name) + ". " + p.t(cfg.Rules.Aim))
	for _, sentence := range p.card(cfg.Rules) {
		p.line(sentence)
	}
	if v, ok := variants.Of(cfg.Rules); ok && v.Source != "" {
		p.say("Source: %s.", strings.TrimSuffix(v.Source, "."))
	}
}

// card is rules as sentences.
func (p *program) card(r chess.Rules) []string {
	thoughts := play.CardLines(variants.Card(r))
	for i, text := range thoughts {
		thoughts[i] = p.t(text)
	}
	return sentences(strings.Join(thoughts, " "))
}

// sentences cuts a text into lines of a sentence each.
func sentences(text string) []string {
	text = strings.Join(strings.Fields(text), " ")
	var out []string
	for {
		i := strings.Index(text, ". ")
		if i < 0 {
			break
		}
		out = append(out, text[:i+1])
		text = text[i+2:]
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}
