package plain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/lichess"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// atLichess is what the program has of lichess.
type atLichess struct {
	connecting bool
	client     *lichess.Client  // with the login where there is one
	account    *lichess.Account // nil for nobody
	accepted   string           // the challenge that was accepted last
	rows       []lichessRow
	list       listed
}

// lichessRow is a numbered row of the list that was told last.
type lichessRow struct {
	open      func()
	challenge *lichess.Challenge
}

// errNoHelp says why nothing helps the player now.
var errNoHelp = errors.New("help is off while you play a person")

// errWatched says why a game that is watched is not judged.
var errWatched = errors.New("games of others are judged when they are over")

// fair tells whether help is allowed, and says why not.
func (p *program) fair() bool {
	switch l := p.lichess; {
	case l != nil && l.account != nil && l.account.PlaysPerson(), p.playsFICS(), p.o.Lichess != nil && p.o.Lichess.Live.Elsewhere(p.o.Now()):
		p.fail(errNoHelp)
	case p.inOnlineGame() && !p.seat.open && !p.seat.snap.Over():
		p.fail(errWatched)
	default:
		return true
	}
	return false
}

// goOnline is the word lichess.
func (p *program) goOnline(arg string) { p.withLichess(func() { p.lichessWord(arg) }) }

// withLichess does something once lichess has been reached, with the kept login where there is one.
func (p *program) withLichess(then func()) {
	if p.o.Lichess == nil {
		p.say("Lichess is not available here.")
		return
	}
	switch l := p.lichess; {
	case l == nil:
		p.lichess = &atLichess{connecting: true}
	case l.connecting:
		p.say("Connecting to lichess.")
		return
	default:
		then()
		return
	}
	p.say("Connecting to lichess.")
	p.later(func(ctx context.Context) func() {
		a, err := p.o.Lichess.LogIn(ctx)
		if err == nil {
			if _, err = a.Fair(ctx); err == nil {
				a.Follow()
				err = a.Refresh(ctx)
			}
			if err != nil {
				a.Close()
			}
		}
		return func() {
			switch {
			case errors.Is(err, lichess.ErrNoLogin):
				p.lichess = &atLichess{client: p.o.Lichess.Client}
			case err != nil:
				p.lichess = nil
				p.fail(err)
				return
			default:
				p.lichess = &atLichess{account: a, client: a.Client()}
				go p.followAccount(a)
				p.say("You are %s at lichess.", a.User.Name)
			}
			then()
		}
	})
}

// loggedIn tells whether the player is, and says how to.
func (p *program) loggedIn() bool {
	if p.lichess.account == nil {
		p.say("You are not logged in to lichess. Leave the program and run rookery lichess login.")
		return false
	}
	return true
}

// followAccount hears of games and challenges.
func (p *program) followAccount(a *lichess.Account) {
	for {
		select {
		case <-a.C():
			p.hand(func() {
				for _, n := range a.News() {
					p.tellNews(n)
				}
			})
		case <-a.Done():
			return
		case <-p.ctx.Done():
			return
		}
	}
}

// tellNews says what has happened at lichess.
func (p *program) tellNews(n lichess.News) {
	switch n.Kind {
	case lichess.GameBegins:
		switch at := p.seat; {
		case n.Asked && (at == nil || at.snap.Over() || at.snap.Seat == remote.Spectator):
			p.lichessGame(n.Game)
		case n.Game != p.lichess.accepted && (at == nil || n.Game != at.snap.Table):
			p.say("You have a game against %s. Type lichess for the list.", n.Against)
		}
	case lichess.Challenged:
		p.say("%s challenges you: %s. Type lichess for the list.", n.Against, p.termsWords(n.Challenge.Terms()))
	case lichess.Declined:
		p.say("%s declines: %s.", n.Against, strings.TrimRight(n.Challenge.Reason, "."))
	case lichess.SeekEnded:
		if n.Err != nil {
			p.fail(n.Err)
		}
	case lichess.TakenElsewhere:
		p.say("Another program with this login gets the events of lichess now.")
	}
}

// termsWords says what is played.
func (p *program) termsWords(t lichess.Terms) string {
	parts := []string{}
	if v, err := lichess.Variant(orStandard(t.Variant)); err == nil {
		parts = append(parts, p.t(v.Rules.Name))
	}
	switch {
	case t.Days == 1:
		parts = append(parts, p.t("1 day per move"))
	case t.Days > 1:
		parts = append(parts, p.t(fmt.Sprintf("%d days per move", t.Days)))
	case !t.NoClock():
		parts = append(parts, chess.Control{Base: t.Base, Increment: t.Incr}.String())
	default:
		parts = append(parts, p.t("no clock"))
	}
	if t.Rated {
		parts = append(parts, p.t("rated"))
	}
	return strings.Join(parts, ", ")
}

func orStandard(key string) string {
	if key == "" {
		return "standard"
	}
	return key
}

// lichessWord does what follows the word lichess.
func (p *program) lichessWord(arg string) {
	l := p.lichess
	first, rest, _ := strings.Cut(strings.TrimSpace(arg), " ")
	rest = strings.TrimSpace(rest)
	word := p.english(first)
	switch word { // what anybody may do
	case "tv":
		p.television(rest)
		return
	case "watch":
		p.watchPlayer(rest)
		return
	}
	if _, err := strconv.Atoi(first); err == nil {
		if row, ok := p.row(first); ok {
			row.open()
		}
		return
	}
	if !p.loggedIn() {
		return
	}
	switch word {
	case "":
		p.tellRows()
	case "broadcasts":
		p.tellBroadcasts()
	case "standings", "viewer":
		p.lichessList(word)
	case "studies":
		p.tellStudies()
	case "download":
		p.downloadGames()
	case "import":
		p.importGame()
	case "seek":
		if t, ok := p.readTerms(rest, false); ok {
			if err := t.CheckSeek(); err != nil {
				p.fail(err)
				return
			}
			said := "Looking for an opponent. Type lichess cancel to stop."
			p.tellServer(said, func(context.Context) error { return l.account.Seek(t, p.termsWords(t)) })
		}
	case "challenge":
		who, rest, _ := strings.Cut(rest, " ")
		if t, ok := p.readTerms(rest, false); ok && who != "" {
			p.tellServer("Challenge sent.", func(context.Context) error { return l.account.Challenge(who, t, p.termsWords(t)) })
		}
	case "computer":
		level, rest, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(level)
		if err != nil || n < 1 || n > 8 {
			p.say("Type a level from 1 to 8, such as lichess computer 3 10+5.")
			return
		}
		if t, ok := p.readTerms(rest, true); ok {
			p.tellServer("", func(ctx context.Context) error {
				_, err := l.account.Computer(ctx, n, t)
				return err
			})
		}
	case "cancel":
		l.account.StopSeek()
		p.say("You are no longer looking for an opponent.")
	case "decline":
		p.declineChallenge(rest)
	default:
		p.row(first)
	}
}

// declineChallenge refuses the challenge of a row, with a reason where one is given.
func (p *program) declineChallenge(arg string) {
	number, why, _ := strings.Cut(arg, " ")
	row, ok := p.row(number)
	if !ok {
		return
	}
	if row.challenge == nil {
		p.say("Row %s is no challenge.", number)
		return
	}
	reason := "generic"
	if why = strings.TrimSpace(why); why != "" {
		i := slices.IndexFunc(lichess.Reasons, func(r struct{ Key, Text string }) bool {
			return strings.EqualFold(r.Text, why) || strings.EqualFold(p.t(r.Text), why)
		})
		if i < 0 {
			var all []string
			for _, r := range lichess.Reasons {
				all = append(all, p.t(r.Text))
			}
			p.say("The reasons are: %s.", strings.Join(all, "; "))
			return
		}
		reason = lichess.Reasons[i].Key
	}
	client, id := p.lichess.client, row.challenge.ID
	p.tellServer("Challenge declined.", func(ctx context.Context) error { return client.Decline(ctx, id, reason) })
}

// row finds a numbered row.
func (p *program) row(text string) (lichessRow, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > len(p.lichess.rows) {
		p.say("Type lichess for the numbered list, lichess seek 10+5, lichess challenge NAME 5+3, lichess computer 3 10+5, or help lichess.")
		return lichessRow{}, false
	}
	return p.lichess.rows[n-1], true
}

// readTerms reads a clock, a variant, rated, white or black, in any order.
func (p *program) readTerms(text string, computer bool) (t lichess.Terms, ok bool) {
	t = lichess.Terms{Base: 10 * time.Minute, Incr: 5 * time.Second}
	var parts []string
	for _, w := range strings.Fields(text) {
		switch english := p.english(w); {
		case english == "rated":
			t.Rated = true
		case english == "white" || english == "black":
			t.Colour = english
		case strings.ContainsAny(w[:1], "0123456789") && (strings.Contains(w, "+") || strings.HasSuffix(w, "d")):
			clock, err := lichess.ParseTerms(w)
			if err != nil {
				p.fail(err)
				return t, false
			}
			t.Base, t.Incr, t.Days = clock.Base, clock.Incr, clock.Days
		default:
			parts = append(parts, w)
		}
	}
	if len(parts) > 0 {
		rules, err := play.RulesOf(parts)
		if err != nil {
			p.fail(err)
			return t, false
		}
		if t.Variant, ok = lichess.Key(rules); !ok {
			p.say("Lichess does not play %s.", p.t(rules.Name))
			return t, false
		}
	}
	if err := t.CheckChallenge(computer); err != nil && t.Days == 0 {
		p.fail(err)
		return t, false
	}
	return t, true
}

// tellRows lists games and challenges with numbers.
func (p *program) tellRows() {
	l := p.lichess
	l.rows = nil
	for _, g := range l.account.Games() {
		turn := "opponent's move"
		if g.MyTurn {
			turn = "your move"
		}
		name := "?"
		if v, err := lichess.Variant(g.Variant.Key); err == nil {
			name = p.t(v.Rules.Name)
		}
		p.number(fmt.Sprintf("%s, %s, %s.", g.Against(), name, p.t(turn)), func() { p.lichessGame(g.ID) })
	}
	in, _ := l.account.Challenges()
	for i, c := range in {
		p.number(p.o.Lang.Sprintf("%s challenges you: %s.", c.Challenger.Shown(), p.termsWords(c.Terms())), func() { p.acceptChallenge(c.ID) })
		l.rows[len(l.rows)-1].challenge = &in[i]
	}
	if seek := l.account.Seeking(); seek != "" {
		p.say("Looking for an opponent: %s.", seek)
	}
	if len(l.rows) == 0 {
		p.say("No games and no challenges.")
		p.row("")
		return
	}
	p.say("Type lichess and a number to play a game or accept a challenge, lichess decline and a number to decline one.")
}

// number tells a row of a list, with its number, and remembers what it opens.
func (p *program) number(text string, open func()) {
	l := p.lichess
	l.rows = append(l.rows, lichessRow{open: open})
	p.line(fmt.Sprintf("%d: %s", len(l.rows), text))
}

// acceptChallenge agrees to a challenge and sits down.
func (p *program) acceptChallenge(id string) {
	l := p.lichess
	l.accepted = id // the game has the same
	p.later(func(ctx context.Context) func() {
		err := l.client.Accept(ctx, id)
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			p.lichessGame(id)
		}
	})
}

// lichessGame opens a game of the player.
func (p *program) lichessGame(id string) {
	a := p.lichess.account
	g := onlineGame{me: a.User.ID, list: "lichess", next: p.lichessGame, text: "You have left the game; it goes on at lichess. Type lichess to return."}
	p.sitAt(g, func(ctx context.Context) (remote.TableLine, error) { return a.Game(ctx, id) })
}

// leaveLichess closes all lines; a seek is withdrawn.
func (p *program) leaveLichess() {
	p.leaveOnlineGame()
	if p.lichess != nil && p.lichess.account != nil {
		p.lichess.account.Close()
	}
}
