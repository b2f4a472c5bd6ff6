package plain

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/fics"
	"rookery/tui/lichess"
	"rookery/tui/remote"
	"rookery/variants"
)

// atFICS is what the program has of FICS.
type atFICS struct {
	account *fics.Account // nil while it connects
	rows    []ficsRow
}

// ficsRow is a numbered row of the list that was told last.
type ficsRow struct {
	open  func()
	offer *fics.Offer
}

// goFICS is the word fics.
func (p *program) goFICS(arg string) {
	switch {
	case p.o.FICS == nil:
		p.say("FICS is not available here.")
	case p.fics != nil && p.fics.account == nil:
		p.say("Connecting to FICS.")
	case p.fics != nil:
		p.ficsWord(arg)
	default:
		p.fics = &atFICS{}
		p.say("Connecting to FICS. The connection is not encrypted.")
		p.later(func(ctx context.Context) func() {
			a, err := p.o.FICS(ctx)
			return func() {
				if err != nil {
					p.fics = nil
					p.fail(err)
					return
				}
				p.fics.account = a
				go p.followFICS(a)
				p.say("You are %s at FICS.", a.Name)
				p.ficsWord(arg)
			}
		})
	}
}

// followFICS hears of games, challenges and messages.
func (p *program) followFICS(a *fics.Account) {
	for {
		over := false
		select {
		case <-a.C():
		case <-a.Done():
			over = true
		case <-p.ctx.Done():
			return
		}
		p.hand(func() {
			for _, n := range a.News() {
				p.tellFICS(n)
			}
			if over && p.fics != nil && p.fics.account == a {
				p.fics = nil
			}
		})
		if over {
			return
		}
	}
}

// tellFICS says what has happened there.
func (p *program) tellFICS(n fics.News) {
	switch n.Kind {
	case fics.GameBegins:
		p.ficsGame(n.Game)
	case fics.Challenged:
		p.say("%s challenges you: %s. Type fics for the list.", n.Against, n.Text)
	case fics.Told:
		p.say("%s says: %s", n.Against, n.Text)
	case fics.Noted:
		p.line(n.Text)
	case fics.Ended:
		p.say("The connection to FICS is lost: log in again. A game that was on may be adjourned.")
	}
}

// ficsGame opens a game.
func (p *program) ficsGame(table string) {
	a := p.fics.account
	g := onlineGame{me: strings.ToLower(a.Name), list: "fics", next: p.ficsGame, text: "You have left the game; it goes on at FICS. Type fics to return."}
	p.sitAt(g, func(context.Context) (remote.TableLine, error) { return a.Join(table) })
}

// ficsWord does what follows the word fics.
func (p *program) ficsWord(arg string) {
	a := p.fics.account
	first, rest, _ := strings.Cut(strings.TrimSpace(arg), " ")
	rest = strings.TrimSpace(rest)
	name, after, _ := strings.Cut(rest, " ")
	switch p.english(first) {
	case "":
		p.tellFICSRows()
	case "seek":
		if t, ok := p.ficsTerms(rest); ok {
			said := "Looking for an opponent. Type fics cancel to stop."
			p.tellServer(said, func(ctx context.Context) error { return a.Seek(ctx, t) })
		}
	case "match":
		if t, ok := p.ficsTerms(after); ok {
			p.tellServer("Challenge sent.", func(ctx context.Context) error { return a.Match(ctx, name, t) })
		}
	case "cancel":
		p.tellServer("You are no longer looking for an opponent.", a.StopSeek)
	case "tell":
		p.tellServer("Message sent.", func(ctx context.Context) error { return a.Tell(ctx, name, after) })
	case "watch":
		p.watchFICS(name)
	case "games":
		p.tellFICSGames()
	case "decline":
		if row, ok := p.rowFICS(name); ok && row.offer != nil {
			p.tellServer("Challenge declined.", func(ctx context.Context) error { return a.Decline(ctx, row.offer.Index) })
		}
	case "logout":
		p.leaveFICS()
		p.say("You have left FICS.")
	default:
		if row, ok := p.rowFICS(first); ok {
			row.open()
		}
	}
}

// rowFICS finds a numbered row.
func (p *program) rowFICS(text string) (ficsRow, bool) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(p.fics.rows) {
		p.say("Type fics for the numbered list, fics seek 5+0 losers, fics match NAME 5+0, fics games, or help fics.")
		return ficsRow{}, false
	}
	return p.fics.rows[n-1], true
}

// ficsTerms reads a clock, a variant, rated, white or black, in any order.
func (p *program) ficsTerms(text string) (t fics.Terms, ok bool) {
	t = fics.Terms{Base: 15 * time.Minute}
	var kind []string
	for _, w := range strings.Fields(text) {
		switch english := p.english(w); {
		case english == "rated":
			t.Rated = true
		case english == "white" || english == "black":
			t.Colour = english
		case strings.Contains(w, "+"):
			clock, err := lichess.ParseTerms(w)
			if err != nil {
				p.fail(err)
				return t, false
			}
			t.Base, t.Incr = clock.Base, clock.Incr
		default:
			kind = append(kind, strings.ToLower(w))
		}
	}
	if word := strings.Join(kind, " "); word != "" {
		i := slices.IndexFunc(variants.FICSGames, func(g struct{ Kind, ID, Name string }) bool {
			return word == g.Kind || word == strings.ToLower(g.Name) || word == strings.ToLower(p.t(g.Name))
		})
		if i < 0 {
			var all []string
			for _, g := range variants.FICSGames {
				all = append(all, strings.ToLower(g.Name))
			}
			p.say("FICS has no %s. It has: %s.", word, strings.Join(all, ", "))
			return t, false
		}
		t.Kind = variants.FICSGames[i].Kind
	}
	if err := t.Check(p.fics.account.Guest); err != nil {
		p.fail(err)
		return t, false
	}
	return t, true
}

// numberFICS tells a row of a list, with its number, and remembers what it opens.
func (p *program) numberFICS(text string, open func()) {
	p.fics.rows = append(p.fics.rows, ficsRow{open: open})
	p.line(fmt.Sprintf("%d: %s", len(p.fics.rows), text))
}

// tellFICSRows lists the game, challenges and seeks with numbers.
func (p *program) tellFICSRows() {
	a := p.fics.account
	p.fics.rows = nil
	if table, against := a.Playing(); table != "" {
		p.numberFICS(p.o.Lang.Sprintf("Your game against %s", against)+".", func() { p.ficsGame(table) })
	}
	in, _ := a.Challenges()
	for i, o := range in {
		p.numberFICS(p.o.Lang.Sprintf("%s challenges you: %s.", o.Name, o.Text), func() {
			p.tellServer("", func(ctx context.Context) error { return a.Accept(ctx, o.Index) })
		})
		p.fics.rows[len(p.fics.rows)-1].offer = &in[i]
	}
	others, mine := a.Seeks()
	if len(mine) > 0 {
		p.say("Looking for an opponent: %s.", p.seekWords(&mine[0]))
	}
	for _, k := range others[:min(len(others), mostSeeksTold)] {
		p.numberFICS(p.o.Lang.Sprintf("%s looks for an opponent: %s.", k.Name, p.seekWords(&k)), func() {
			p.tellServer("", func(ctx context.Context) error { return a.Take(ctx, k.Index) })
		})
	}
	if len(p.fics.rows) == 0 {
		p.say("No games and no challenges.")
	}
	p.say("Type fics and a number to play, fics decline and a number to decline, fics seek 5+0 losers, fics match NAME 5+0, or fics games.")
}

// mostSeeksTold is how many seeks are said at a time.
const mostSeeksTold = 30

// seekWords says what is played for.
func (p *program) seekWords(k *fics.Seek) string {
	parts := []string{p.t(variants.FICSName(k.Kind)), chess.Control{Base: k.Base, Increment: k.Incr}.String()}
	if k.Rating > 0 {
		parts = append(parts, strconv.Itoa(k.Rating))
	}
	if k.Rated {
		parts = append(parts, p.t("rated"))
	}
	return strings.Join(parts, ", ")
}

// tellFICSGames lists what can be watched.
func (p *program) tellFICSGames() {
	a := p.fics.account
	p.later(func(ctx context.Context) func() {
		all, err := a.Games(ctx)
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			if p.fics == nil {
				return
			}
			p.fics.rows = nil
			slices.Reverse(all) // the strongest first
			for _, g := range all[:min(len(all), mostSeeksTold)] {
				p.numberFICS(p.o.Lang.Sprintf("%s against %s, %s.", g.Names[0], g.Names[1], p.t(g.Kind)), func() { p.watchFICS(strconv.Itoa(g.Number)) })
			}
			p.endList(len(all), "Type fics and a number to watch.")
		}
	})
}

// watchFICS watches a game, by a player or its number.
func (p *program) watchFICS(what string) {
	a := p.fics.account
	g := onlineGame{me: strings.ToLower(a.Name), list: "fics", next: p.ficsGame, text: "You have stopped watching. Type fics."}
	p.sitAt(g, func(ctx context.Context) (remote.TableLine, error) {
		table, err := a.Observe(ctx, what)
		if err != nil {
			return nil, err
		}
		return a.Join(table)
	})
}

// playsFICS tells whether a game against somebody goes on there.
func (p *program) playsFICS() bool {
	return p.fics != nil && p.fics.account != nil && p.fics.account.PlaysPerson()
}

// leaveFICS leaves the server.
func (p *program) leaveFICS() {
	if p.fics == nil || p.fics.account == nil {
		return
	}
	p.leaveOnlineGame()
	p.fics.account.Close()
	p.fics = nil
}
