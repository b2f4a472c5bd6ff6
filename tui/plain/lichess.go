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
	"rookery/tui/lobby"
	"rookery/tui/play"
)

// lichessWait is how long lichess is waited for.
const lichessWait = 20 * time.Second

// atLichess is the player's account at lichess, and the game that is played there.
type atLichess struct {
	account  *lichess.Account
	busy     bool   // something is asked
	accepted string // the challenge that was accepted last
	rows     []lichessRow
	line     *lichess.Game // nil where no game is open
	stop     func()        // ends the listening to line
	snap     lobby.Snapshot
	game     *chess.Game
	said     int // lines of the chat that were told
}

// lichessRow is a numbered game or challenge, as it was told last.
type lichessRow struct {
	game      string
	challenge *lichess.Challenge
}

// errNoHelp says why nothing helps the player now.
var errNoHelp = errors.New("help is off while you play a person")

// fair tells whether help is allowed, and says why not.
func (p *program) fair() bool {
	if p.lichess != nil && p.lichess.account != nil && p.lichess.account.PlaysPerson() {
		p.fail(errNoHelp)
		return false
	}
	return true
}

// inLichessGame tells whether a game of lichess is on the table.
func (p *program) inLichessGame() bool { return p.lichess != nil && p.lichess.game != nil }

// lichessWaits tells whether the next line of a script must wait: for an answer, or for the opponent.
func (p *program) lichessWaits() bool {
	l := p.lichess
	if l == nil {
		return false
	}
	c, seated := l.snap.Seat.Player()
	return l.busy || l.game != nil && !l.snap.Over() && seated && l.snap.Turn != c && l.snap.ClaimAt[c.Other()].IsZero() && l.snap.Outage == ""
}

// later has something done at lichess in another goroutine, and what it gives back here.
func (p *program) later(do func(ctx context.Context) func()) {
	p.lichess.busy = true
	go func() {
		ctx, cancel := context.WithTimeout(p.ctx, lichessWait)
		defer cancel()
		then := do(ctx)
		p.hand(func() {
			if p.lichess != nil {
				p.lichess.busy = false
			}
			then()
		})
	}()
}

// hand gives a function to the goroutine where everything happens.
func (p *program) hand(then func()) {
	select {
	case p.finished <- then:
	case <-p.ctx.Done():
	}
}

// ask at lichess for something that says nothing when it went well.
func (p *program) tellLichess(said string, do func(ctx context.Context) error) {
	p.later(func(ctx context.Context) func() {
		err := do(ctx)
		return func() {
			switch {
			case err != nil:
				p.fail(err)
			case said != "":
				p.say(said)
			}
		}
	})
}

// goOnline is the word lichess.
func (p *program) goOnline(arg string) {
	if p.o.Lichess == nil {
		p.say("Lichess is not available here.")
		return
	}
	if p.lichess != nil && p.lichess.account == nil {
		p.say("Connecting to lichess.")
		return
	}
	if p.lichess == nil {
		p.lichess = &atLichess{}
		p.say("Connecting to lichess.")
		p.later(func(ctx context.Context) func() {
			a, err := p.o.Lichess(ctx)
			if err == nil {
				if _, err = a.Fair(ctx); err == nil {
					a.Follow()
					err = a.Refresh(ctx)
				}
			}
			return func() {
				if err != nil {
					p.lichess = nil
					p.fail(err)
					return
				}
				p.lichess.account = a
				go p.followAccount(a)
				p.say("You are %s at lichess.", a.User.Name)
				p.lichessWord(arg)
			}
		})
		return
	}
	p.lichessWord(arg)
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
		if n.Asked && (p.lichess.game == nil || p.lichess.snap.Over()) {
			p.sitDown(n.Game)
			return
		}
		if n.Game != p.lichess.accepted && (p.lichess.line == nil || n.Game != p.lichess.snap.Table) {
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
	switch p.english(first) {
	case "":
		p.tellRows()
	case "seek":
		if t, ok := p.readTerms(rest, false); ok {
			if err := t.CheckSeek(); err != nil {
				p.fail(err)
				return
			}
			said := "Looking for an opponent. Type lichess cancel to stop."
			p.tellLichess(said, func(context.Context) error { return l.account.Seek(t, p.termsWords(t)) })
		}
	case "challenge":
		who, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if t, ok := p.readTerms(rest, false); ok && who != "" {
			p.tellLichess("Challenge sent.", func(context.Context) error { return l.account.Challenge(who, t, p.termsWords(t)) })
		}
	case "computer":
		level, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
		n, err := strconv.Atoi(level)
		if err != nil || n < 1 || n > 8 {
			p.say("Type a level from 1 to 8, such as lichess computer 3 10+5.")
			return
		}
		if t, ok := p.readTerms(rest, true); ok {
			p.tellLichess("", func(ctx context.Context) error {
				_, err := l.account.Computer(ctx, n, t)
				return err
			})
		}
	case "cancel":
		l.account.StopSeek()
		p.say("You are no longer looking for an opponent.")
	case "decline":
		if row, ok := p.row(rest); ok && row.challenge != nil {
			p.tellLichess("Challenge declined.", func(ctx context.Context) error { return l.account.Client().Decline(ctx, row.challenge.ID, "generic") })
		}
	default:
		row, ok := p.row(first)
		switch {
		case !ok:
		case row.challenge != nil:
			l.accepted = row.challenge.ID // the game has the same
			p.later(func(ctx context.Context) func() {
				err := l.account.Client().Accept(ctx, row.challenge.ID)
				return func() {
					if err != nil {
						p.fail(err)
						return
					}
					p.sitDown(row.challenge.ID)
				}
			})
		default:
			p.sitDown(row.game)
		}
	}
}

// row finds a numbered row.
func (p *program) row(text string) (lichessRow, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > len(p.lichess.rows) {
		p.say("Type lichess for the numbered list, lichess seek 10+5, lichess challenge NAME 5+3, or lichess computer 3 10+5.")
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
		l.rows = append(l.rows, lichessRow{game: g.ID})
		turn := "opponent's move"
		if g.MyTurn {
			turn = "your move"
		}
		name := "?"
		if v, err := lichess.Variant(g.Variant.Key); err == nil {
			name = p.t(v.Rules.Name)
		}
		p.line(fmt.Sprintf("%d: %s, %s, %s.", len(l.rows), g.Against(), name, p.t(turn)))
	}
	in, _ := l.account.Challenges()
	for i, c := range in {
		l.rows = append(l.rows, lichessRow{challenge: &in[i]})
		p.line(fmt.Sprintf("%d: ", len(l.rows)) + p.o.Lang.Sprintf("%s challenges you: %s.", c.Challenger.Shown(), p.termsWords(c.Terms())))
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

// sitDown opens a game.
func (p *program) sitDown(id string) {
	l := p.lichess
	p.clearTable()
	p.leaveLichessGame()
	p.later(func(ctx context.Context) func() {
		g, err := l.account.Game(ctx, id)
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			ctx, stop := context.WithCancel(p.ctx)
			l.line, l.stop, l.snap, l.game, l.said = g, stop, lobby.Snapshot{}, nil, 0
			go func() {
				for {
					select {
					case snap, open := <-g.C():
						if !open {
							err := g.Err()
							p.hand(func() {
								if l.line == g && err != nil {
									p.fail(err)
								}
							})
							return
						}
						p.hand(func() {
							if l.line == g {
								p.lichessShown(snap)
							}
						})
					case <-ctx.Done():
						return
					}
				}
			}()
		}
	})
}

// leaveLichessGame closes the line to the game; it goes on at lichess.
func (p *program) leaveLichessGame() {
	if l := p.lichess; l != nil && l.line != nil {
		l.stop()
		go l.line.Leave()
		l.line, l.game, l.snap = nil, nil, lobby.Snapshot{}
	}
}

// lichessShown takes the game as it stands, and tells what has changed.
func (p *program) lichessShown(s lobby.Snapshot) {
	l := p.lichess
	first, before := l.game == nil, l.snap
	if first {
		rules, err := s.Terms.Rules()
		if err == nil {
			l.game, err = chess.NewGameFEN(rules, s.Start)
		}
		if err != nil {
			p.fail(err)
			return
		}
		c, _ := s.Seat.Player()
		p.flip = c == chess.Black
		p.say("%s against %s, %s.", p.ratedName(&s, chess.White), p.ratedName(&s, chess.Black), p.controlWords(&s))
		p.say("You play %s.", p.t(strings.ToLower(play.SideName(c))))
	}
	l.snap = s
	same, have := 0, l.game.SANs()
	for same < min(len(have), len(s.Moves)) && have[same] == s.Moves[same] {
		same++
	}
	if len(have) > same {
		p.say("Took back %s.", p.count(len(have)-same, "%d half-move", "%d half-moves"))
		for l.game.Ply() > same {
			l.game.Undo()
		}
	}
	for i, san := range s.Moves[same:] {
		b := l.game.BoardAt(l.game.Ply())
		m, err := l.game.PlaySAN(san)
		if err != nil {
			p.fail(err)
			return
		}
		if !first || i == len(s.Moves)-same-1 { // a game that is opened says its last move
			for _, line := range p.moveWords(b, m, l.game.BoardAt(l.game.Ply()), chess.Everyone) {
				p.line(line)
			}
		}
	}
	c, _ := s.Seat.Player()
	for _, line := range s.Chat[min(l.said, len(s.Chat)):] {
		if line.From.ID != l.account.User.ID {
			p.say("%s says: %s", line.From.Name, line.Text)
		}
	}
	l.said = len(s.Chat)
	other := s.Players[c.Other()].Name
	switch {
	case s.Over() && (first || !before.Over()):
		p.asking = nil
		if s.Aborted {
			p.say("The game was aborted.")
		} else {
			p.line(p.t(play.OutcomeText(s.Outcome)) + ".")
		}
		p.say("Type again for a rematch, or lichess.")
	case s.Over():
	case s.Outage != before.Outage && s.Outage != "":
		p.line(p.t(s.Outage))
	case s.Turn == c && (first || before.Turn != c || before.Ply > s.Ply):
		p.say("Your move.")
	}
	if !s.ClaimAt[c.Other()].IsZero() && before.ClaimAt[c.Other()].IsZero() {
		p.say("%s has left. Type claim to claim the win in %s.", other, p.timeWords(max(s.ClaimAt[c.Other()].Sub(p.o.Now()), time.Second)))
	}
	if s.Offer != before.Offer && s.OfferBy != c {
		text := map[lobby.Offer]string{lobby.Draw: "%s offers a draw. Do you accept?", lobby.TakeBack: "%s asks for a takeback. Do you accept?", lobby.Rematch: "%s asks for a rematch. Do you accept?"}[s.Offer]
		if g := l.line; text != "" {
			p.ask(p.o.Lang.Sprintf(text, other), func() { p.tellLichess("", g.Accept) }, func() { p.tellLichess("Declined.", g.Decline) })
		}
	}
	if s.Next != "" && before.Next != s.Next {
		p.sitDown(s.Next)
	}
}

// ratedName is a player with the rating.
func (p *program) ratedName(s *lobby.Snapshot, c chess.Color) string {
	if r := s.Ratings[c].Value; r > 0 {
		return fmt.Sprintf("%s %d", s.Players[c].Name, r)
	}
	return s.Players[c].Name
}

// controlWords is the time control.
func (p *program) controlWords(s *lobby.Snapshot) string {
	if text := p.lichess.line.ControlText(); text != "" {
		return p.t(text)
	}
	if s.Terms.Control.None() {
		return p.t("no clock")
	}
	return s.Terms.Control.String()
}

// lichessMove plays a move there.
func (p *program) lichessMove(text string) {
	l := p.lichess
	c, _ := l.snap.Seat.Player()
	b := l.game.Board()
	m, err := p.readMove(b, text)
	switch {
	case l.snap.Over():
		p.say("The game is over. Type again for a rematch, or lichess.")
		return
	case l.snap.Turn != c:
		p.say("Not your move.")
		return
	case err != nil && p.nearWord(text) != "":
		p.unknown(text)
		return
	case err != nil || m == chess.Pass:
		p.refuse(b, text, err)
		return
	}
	uci, g := chess.UCI(b, m), l.line
	p.tellLichess("", func(ctx context.Context) error { return g.Move(ctx, uci) })
}

// lichessDoes does a word of play in a game of lichess; false where there is none.
func (p *program) lichessDoes(word string) bool {
	if !p.inLichessGame() {
		return false
	}
	l := p.lichess
	g, c := l.line, chess.White
	c, _ = l.snap.Seat.Player()
	over := func() bool {
		if l.snap.Over() {
			p.say("The game is over. Type again for a rematch, or lichess.")
		}
		return l.snap.Over()
	}
	switch word {
	case "again":
		if !l.snap.Over() {
			p.say("The game is not over.")
			break
		}
		p.tellLichess("Rematch offer sent.", func(ctx context.Context) error { return g.Offer(ctx, lobby.Rematch) })
	case "draw":
		if over() {
			break
		}
		switch {
		case !l.snap.ClaimAt[c.Other()].IsZero():
			p.tellLichess("", g.ClaimWin)
		case l.snap.Claim != chess.NoReason:
			p.tellLichess("", g.ClaimDraw)
		default:
			p.tellLichess("Draw offer sent.", func(ctx context.Context) error { return g.Offer(ctx, lobby.Draw) })
		}
	case "undo":
		if !over() {
			p.tellLichess("Takeback request sent.", func(ctx context.Context) error { return g.Offer(ctx, lobby.TakeBack) })
		}
	case "resign":
		if !over() {
			p.ask(p.t("Resign the game?"), func() { p.tellLichess("", g.Resign) }, func() { p.say("The game continues.") })
		}
	case "abort":
		if !over() {
			p.tellLichess("", g.Abort)
		}
	case "berserk":
		if !over() {
			p.tellLichess("Half the time, one more point for a win.", g.Berserk)
		}
	case "opponent":
		p.say("%s.", p.ratedName(&l.snap, c.Other()))
	case "stop":
		p.leaveLichessGame()
		p.say("You have left the game; it goes on at lichess. Type lichess to return.")
	case "last":
		if l.game.Ply() == 0 {
			p.say("No moves yet.")
			break
		}
		n := l.game.Ply()
		for _, line := range p.moveWords(l.game.BoardAt(n-1), l.game.Moves()[n-1], l.game.BoardAt(n), chess.Everyone) {
			p.line(line)
		}
	case "clock":
		if l.snap.Terms.Control.None() {
			p.say("No clock.")
			break
		}
		for _, side := range [2]chess.Color{c, c.Other()} {
			left := l.snap.Left[side]
			if l.snap.Running {
				left = l.snap.Clock.Left(side, p.o.Now())
			}
			p.say("%s has %s.", p.side(side), p.timeWords(left))
		}
	case "history":
		notation := slices.Clone(l.game.SANs())
		for i := range notation {
			notation[i] = p.o.Lang.Move(notation[i])
		}
		if len(notation) == 0 {
			p.say("No moves yet.")
			break
		}
		p.line(strings.Join(notation, " "))
	}
	return true
}

// only is a word that games of lichess alone have.
func (p *program) only(word string) func(string) {
	return func(string) {
		if !p.lichessDoes(word) {
			p.say("No game of lichess is open. Type lichess.")
		}
	}
}

// sayThere says something to the opponent.
func (p *program) sayThere(text string) {
	if !p.inLichessGame() {
		p.say("No game of lichess is open. Type lichess.")
		return
	}
	g := p.lichess.line
	p.tellLichess("", func(context.Context) error { return g.Say(text) })
}

// leaveLichess closes all lines; a seek is withdrawn.
func (p *program) leaveLichess() {
	if p.lichess != nil && p.lichess.account != nil {
		p.leaveLichessGame()
		p.lichess.account.Close()
	}
}
