package plain

import (
	"context"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// onlineWait is how long a server is waited for.
const onlineWait = 20 * time.Second

// onlineGame is a game at a server that is on the table: one of the player's, or one of others.
type onlineGame struct {
	line remote.TableLine
	stop func() // ends the listening to line
	me   string // the player's ID there
	open bool   // anybody may judge it while it goes on, as a broadcast
	text string // what is said when the player leaves it
	snap remote.Snapshot
	game *chess.Game // nil before the first snapshot
	said int         // lines of the chat that were told
	list string      // the word that lists games there
	next func(table string)
}

// blind tells whether the player sees a part of the board alone.
func (g *onlineGame) blind() bool { return g.snap.Start == "" }

// inOnlineGame tells whether a game of a server is on the table.
func (p *program) inOnlineGame() bool { return p.seat != nil && p.seat.game != nil }

// onlineWaits tells whether the next line of a script must wait: for an answer, or for the opponent.
func (p *program) onlineWaits() bool {
	if p.busy > 0 {
		return true
	}
	if !p.inOnlineGame() {
		return false
	}
	s := &p.seat.snap
	c, seated := s.Seat.Player()
	return seated && !s.Over() && s.Turn != c && s.ClaimAt[c.Other()].IsZero() && s.Outage == ""
}

// later has something asked at a server in another goroutine, and what it gives back done here.
func (p *program) later(do func(ctx context.Context) func()) {
	p.busy++
	go func() {
		ctx, cancel := context.WithTimeout(p.ctx, onlineWait)
		defer cancel()
		then := do(ctx)
		p.hand(func() {
			p.busy--
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

// tellServer asks for something that says nothing but said when it went well.
//
//go:noinline
func (p *program) tellServer(said string, do func(ctx context.Context) error) {
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

// sitAt opens a game; what it is like but for the line stands in g.
func (p *program) sitAt(g onlineGame, join func(ctx context.Context) (remote.TableLine, error)) {
	p.clearTable()
	p.later(func(ctx context.Context) func() {
		line, err := join(ctx)
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			p.clearTable()
			ctx, stop := context.WithCancel(p.ctx)
			g.line, g.stop = line, stop
			p.seat = &g
			go p.follow(ctx, &g)
		}
	})
}

// follow hands on what comes of a game.
func (p *program) follow(ctx context.Context, g *onlineGame) {
	for {
		select {
		case snap, open := <-g.line.C():
			if !open {
				err := g.line.Err()
				p.hand(func() {
					if p.seat == g && err != nil {
						p.fail(err)
					}
				})
				return
			}
			p.hand(func() {
				if p.seat == g {
					p.onlineShown(snap)
				}
			})
		case <-ctx.Done():
			return
		}
	}
}

// leaveOnlineGame closes the line to the game; it goes on at the server.
func (p *program) leaveOnlineGame() {
	if g := p.seat; g != nil {
		g.stop()
		go g.line.Leave()
		p.seat = nil
	}
}

// onlineShown takes the game as it stands, and tells what has changed.
func (p *program) onlineShown(s remote.Snapshot) {
	l := p.seat
	first, before := l.game == nil || s.Table != l.snap.Table || s.Start != l.game.Start() && (s.Start != "" || !l.blind()), l.snap
	same := l.game != nil && s.Table == before.Table // the game that was shown, from another position on
	if first {
		rules, err := s.Terms.Rules()
		switch {
		case err != nil:
		case s.Start == "": // in the fog: it stands for the form of the board alone
			l.game, err = chess.NewGame(rules, 0)
		default:
			l.game, err = chess.NewGameFEN(rules, s.Start)
		}
		if err != nil {
			p.fail(err)
			return
		}
		c, seated := s.Seat.Player()
		p.flip = c == chess.Black
		if !same {
			p.tellPlayers(&s)
		}
		if seated && !same {
			p.say("You play %s.", p.t(strings.ToLower(play.SideName(c))))
		}
	}
	l.snap = s
	if l.blind() {
		if !first && s.Ply > before.Ply {
			p.tellUnseen(&s, &before)
		}
		p.afterMoves(s, before, first)
		return
	}
	kept, have := 0, l.game.SANs()
	for kept < min(len(have), len(s.Moves)) && have[kept] == s.Moves[kept] {
		kept++
	}
	if len(have) > kept {
		p.say("Took back %s.", p.count(len(have)-kept, "%d half-move", "%d half-moves"))
		for l.game.Ply() > kept {
			l.game.Undo()
		}
	}
	for i, san := range s.Moves[kept:] {
		b := l.game.BoardAt(l.game.Ply())
		var m chess.Move
		err := p.takeGifts(&s, first)
		if err == nil {
			b = l.game.BoardAt(l.game.Ply())
			m, err = l.game.PlaySAN(san)
		}
		if err != nil {
			p.fail(err)
			return
		}
		if !first || i == len(s.Moves)-kept-1 { // a game that is opened says its last move
			for _, line := range p.moveWords(b, m, l.game.BoardAt(l.game.Ply()), chess.Everyone) {
				p.line(line)
			}
		}
	}
	if !l.game.Outcome().Over() {
		if err := p.takeGifts(&s, first); err != nil {
			p.fail(err)
			return
		}
	}
	p.afterMoves(s, before, first)
}

// takeGifts puts into pockets what came from the other board of a game of partners by now.
func (p *program) takeGifts(s *remote.Snapshot, first bool) error {
	l := p.seat
	for _, g := range s.Gifts[min(len(l.game.Gifts()), len(s.Gifts)):] {
		if g.Ply > l.game.Ply() {
			break
		}
		if err := l.game.Give(g.Piece); err != nil {
			return err
		}
		if c, seated := s.Seat.Player(); seated && g.Piece.Color() == c && !first {
			p.say("Your partner passes you a piece: %s.", p.t(g.Piece.Role().String()))
		}
	}
	return nil
}

// tellUnseen says what is noticed of moves in the fog: that they were made, and which own pieces are gone.
func (p *program) tellUnseen(s, before *remote.Snapshot) {
	c, seated := s.Seat.Player()
	if !seated {
		p.say("A move was made.")
		return
	}
	if s.Turn == c || s.Ply > before.Ply+1 {
		p.say("%s has moved.", s.Players[c.Other()].Name)
		for sq := range before.View.Cells {
			was, is := before.View.Cells[sq].Piece, s.View.Cells[sq].Piece
			if was != 0 && was.Color() == c && (is == 0 || is.Color() != c) && before.Turn != c {
				p.say("Your %s on %s was captured.", p.t(was.Role().String()), p.seat.game.Board().Layout().SquareName(chess.Square(sq)))
			}
		}
	}
}

// afterMoves says what has changed besides the board.
func (p *program) afterMoves(s, before remote.Snapshot, first bool) {
	l := p.seat
	c, seated := s.Seat.Player()
	for _, line := range s.Chat[min(l.said, len(s.Chat)):] {
		if line.From.ID != l.me {
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
		if seated {
			p.say("Type again for a rematch, or %s.", l.list)
		}
	case s.Over():
	case s.Outage != before.Outage && s.Outage != "":
		p.line(p.t(s.Outage))
	case s.Outage == "" && before.Outage != "" && before.Ply == s.Ply:
		p.say("The server saves again: the clocks run.")
		if seated && s.Turn == c {
			p.say("Your move.")
		}
	case seated && s.Turn == c && (first || before.Turn != c || before.Ply > s.Ply):
		p.say("Your move.")
	}
	if !seated {
		return
	}
	if !s.ClaimAt[c.Other()].IsZero() && before.ClaimAt[c.Other()].IsZero() {
		p.say("%s has left. Type claim to claim the win in %s.", other, p.timeWords(max(s.ClaimAt[c.Other()].Sub(p.o.Now()), time.Second)))
	}
	if s.Offer != before.Offer && s.OfferBy != c {
		text := map[remote.Offer]string{remote.Draw: "%s offers a draw. Do you accept?", remote.TakeBack: "%s asks for a takeback. Do you accept?", remote.Rematch: "%s asks for a rematch. Do you accept?"}[s.Offer]
		if g := l.line; text != "" {
			p.ask(p.o.Lang.Sprintf(text, other), func() { p.tellServer("", g.Accept) }, func() { p.tellServer("Declined.", g.Decline) })
		}
	}
	if s.Next != "" && before.Next != s.Next {
		l.next(s.Next)
	}
}

// ratedName is a player with the rating.
func (p *program) ratedName(s *remote.Snapshot, c chess.Color) string {
	return s.Ratings[c].Beside(s.Players[c].Name)
}

// tellPlayers says who plays, and by which clock.
func (p *program) tellPlayers(s *remote.Snapshot) {
	control := ""
	switch c, ok := p.seat.line.(interface{ ControlText() string }); {
	case ok && c.ControlText() != "":
		control = strings.TrimSpace(p.t(c.ControlText()))
	case s.Terms.Control.None():
		control = p.t("no clock")
	default:
		control = s.Terms.Control.String()
	}
	if control == "" { // it is not known
		p.say("%s against %s.", p.ratedName(s, chess.White), p.ratedName(s, chess.Black))
		return
	}
	p.say("%s against %s, %s.", p.ratedName(s, chess.White), p.ratedName(s, chess.Black), control)
}

// onlineMove plays a move there.
func (p *program) onlineMove(text string) {
	l := p.seat
	c, seated := l.snap.Seat.Player()
	b := l.game.Board()
	m, err := p.readMove(b, text)
	switch {
	case !seated && (err == nil || p.nearWord(text) == ""):
		p.say("You are watching: only the players can move. Type stop to leave.")
		return
	case seated && l.snap.Over():
		p.say("The game is over. Type again for a rematch, or %s.", l.list)
		return
	case seated && l.snap.Turn != c:
		p.say("Not your move.")
		return
	case l.blind():
		if near := p.nearWord(text); near != "" {
			p.unknown(text)
			return
		}
		g := l.line // it reads moves as they are typed, and knows the board
		p.tellServer("", func(ctx context.Context) error { return g.Move(ctx, text) })
		return
	case err != nil && p.nearWord(text) != "":
		p.unknown(text)
		return
	case err != nil || m == chess.Pass:
		p.refuse(b, text, err)
		return
	}
	uci, g := chess.UCI(b, m), l.line
	p.tellServer("", func(ctx context.Context) error { return g.Move(ctx, uci) })
}

// onlineDoes does a word of play in a game at a server; false where there is none.
func (p *program) onlineDoes(word string) bool {
	if !p.inOnlineGame() {
		return false
	}
	l := p.seat
	g := l.line
	c, seated := l.snap.Seat.Player()
	over := func() bool {
		switch {
		case !seated:
			p.say("You are watching: only the players can do that. Type stop to leave.")
		case l.snap.Over():
			p.say("The game is over. Type again for a rematch, or %s.", l.list)
		}
		return !seated || l.snap.Over()
	}
	switch word {
	case "again":
		if !seated || !l.snap.Over() {
			if !over() {
				p.say("The game is not over.")
			}
			break
		}
		p.tellServer("Rematch offer sent.", func(ctx context.Context) error { return g.Offer(ctx, remote.Rematch) })
	case "draw":
		if over() {
			break
		}
		switch {
		case !l.snap.ClaimAt[c.Other()].IsZero():
			p.tellServer("", g.ClaimWin)
		case l.snap.Claim != chess.NoReason:
			p.tellServer("", g.ClaimDraw)
		default:
			p.tellServer("Draw offer sent.", func(ctx context.Context) error { return g.Offer(ctx, remote.Draw) })
		}
	case "undo":
		if !over() {
			p.tellServer("Takeback request sent.", func(ctx context.Context) error { return g.Offer(ctx, remote.TakeBack) })
		}
	case "resign":
		if !over() {
			p.ask(p.t("Resign the game?"), func() { p.tellServer("", g.Resign) }, func() { p.say("The game continues.") })
		}
	case "abort":
		if !over() {
			p.tellServer("", g.Abort)
		}
	case "berserk":
		if !over() {
			if b, ok := g.(interface{ Berserk(context.Context) error }); ok {
				p.tellServer("Half the time, one more point for a win.", b.Berserk)
			} else {
				p.say("That is not possible in this game.")
			}
		}
	case "adjourn":
		if !over() {
			if a, ok := g.(interface{ Adjourn(context.Context) error }); ok {
				p.tellServer("Adjournment offer sent.", a.Adjourn)
			} else {
				p.say("That is not possible in this game.")
			}
		}
	case "moretime":
		if !over() {
			if b, ok := g.(interface{ GiveTime(context.Context) error }); ok {
				p.tellServer("Your opponent has more time now.", b.GiveTime)
			} else {
				p.say("That is not possible in this game.")
			}
		}
	case "opponent":
		if !seated {
			p.tellPlayers(&l.snap)
			break
		}
		p.say("%s.", p.ratedName(&l.snap, c.Other()))
	case "stop":
		text := l.text
		p.leaveOnlineGame()
		p.say(text)
	case "last":
		if l.blind() {
			p.say("The last move is hidden by the fog.")
			break
		}
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
		if l.blind() {
			notation = slices.DeleteFunc(slices.Clone(l.snap.Moves), func(san string) bool { return san == "" })
		}
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

// only is a word that games at a server alone have.
func (p *program) only(word string) func(string) {
	return func(string) {
		if !p.onlineDoes(word) {
			p.noOnlineGame()
		}
	}
}

// sayThere says something to the opponent.
func (p *program) sayThere(text string) {
	if !p.inOnlineGame() {
		p.noOnlineGame()
		return
	}
	g := p.seat.line
	p.tellServer("", func(context.Context) error { return g.Say(text) })
}

// noOnlineGame says that no game at a server is on the table.
func (p *program) noOnlineGame() {
	if p.club != nil {
		p.say("No game is open. Type look.")
		return
	}
	p.say("No game at a server is open. Type lichess or fics.")
}
