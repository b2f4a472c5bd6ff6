// Package plainclub is a club in lines of text: who is here, seeks, games, tournaments, teams and messages, in the words of
// package plain and more. It is a package of its own so that a program without a club need not have a lobby.
//
// The package may import tui/lobby, tui/plain and what those may. Start reading with [Run].
package plainclub

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/tui/lobby"
	"rookery/tui/plain"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// Club is what a session in lines of text has of the club on whose server it runs.
type Club struct {
	Lobby *lobby.Lobby
	// Me is the player; without an ID for a key that has no name yet.
	Me remote.Player
	// Name gives such a key its player.
	Name func(ctx context.Context, name string) (remote.Player, error)
	// Profile says how a player stands, a fact a line.
	Profile func(ctx context.Context, who remote.Player) ([]string, error)
	// Said brings lines of operators to all, who are named in them.
	Said <-chan string
}

// Run talks to a player of a club in the words of package plain and those of the club.
func Run(ctx context.Context, o plain.Options, c Club) error {
	return plain.RunClub(ctx, o, func(p *plain.Session) plain.Club { return &atClub{Club: c, p: p} })
}

// atClub is a session in a club.
type atClub struct {
	Club
	p     *plain.Session
	visit *lobby.Visit
	view  lobby.View
	known bool
	mail  int
	// Rows of the lists that were told last, for the numbers that are typed.
	seeks       []lobby.Seek
	games       []lobby.GameInfo
	tournaments []lobby.TournamentInfo
	teams       []lobby.Team
	opened      map[string]bool
	told        map[string]bool // challenges
	friends     map[string]bool // IDs; nil before they are known
}

// Words implements [plain.Club].
func (a *atClub) Words() []plain.Word {
	p := a.p
	on := func(do func(string)) func(string) { // what needs a name
		return func(arg string) {
			if a.visit == nil {
				p.Say("Choose a name first: type name and the name.")
				return
			}
			do(arg)
		}
	}
	words := []struct {
		name               string
		aliases            []string
		args, about, topic string
		does               func(arg string)
	}{
		{"moves", []string{"m"}, "[SQUARE]", "legal moves, of all pieces or of one", "play", p.TellMoves},
		{"other", nil, "", "the other board of a game on two boards", "play", func(string) { p.TellOther() }},
		{"say", nil, "TEXT", "say something to your opponent, or / TEXT to your partner", "play", p.SayThere},
		{"name", nil, "NAME", "choose the name other players see", "club", a.choose},
		{"look", []string{"lobby"}, "", "who and what is here", "club", on(func(string) { a.look() })},
		{"players", []string{"who"}, "", "who is here, and what they do", "club", on(a.tellPlayers)},
		{"seeks", nil, "", "the open seeks and challenges, numbered", "club", on(a.tellSeeks)},
		{"seek", nil, "[CLOCK] [VARIANT] [rated] [white or black]", "create a seek, such as seek 5+3 rated", "club", on(func(arg string) { a.seek("", arg) })},
		{"accept", nil, "NUMBER or NAME", "accept a seek or a challenge", "club", on(a.accept)},
		{"challenge", nil, "NAME [CLOCK] [VARIANT] [rated] [white or black]", "challenge a player who is here", "club", on(a.challenge)},
		{"withdraw", []string{"decline", "cancel"}, "[NUMBER or NAME]", "cancel your seek, or decline a challenge", "club", on(a.withdraw)},
		{"games", nil, "", "the games that are on, numbered", "club", on(a.tellGames)},
		{"watch", nil, "NUMBER or NAME", "watch a game", "club", on(a.watch)},
		{"mine", []string{"continue"}, "[NUMBER]", "your games; with one of them, or a number, play on", "club", on(a.mine)},
		{"chat", []string{"shout"}, "TEXT", "say something in the lobby", "club", on(a.chat)},
		{"profile", []string{"finger"}, "NAME", "how a player stands", "people", on(a.profile)},
		{"tournaments", nil, "", "the tournaments, numbered", "events", on(a.tellTournaments)},
		{"tournament", nil, "NUMBER", "how a tournament stands", "events", on(a.tournament(a.tellTournament))},
		{"join", nil, "NUMBER", "take part in a tournament", "events", on(a.tournament(a.take("You take part: your games open by themselves.", (*lobby.Tournament).Join)))},
		{"pause", nil, "NUMBER", "pause in a tournament", "events", on(a.tournament(a.take("You pause: join again when you are back.", (*lobby.Tournament).Pause)))},
		{"retire", nil, "NUMBER", "withdraw from a tournament", "events", on(a.tournament(a.take("You have withdrawn.", (*lobby.Tournament).Withdraw)))},
		{"teams", nil, "", "the teams, numbered", "events", on(a.tellTeams)},
		{"team", nil, "NUMBER [join, leave, accept NAME or refuse NAME]", "a team, and joining it", "events", on(a.team)},
		{"messages", nil, "[NAME]", "with whom you have written, or what", "people", on(a.messages)},
		{"tell", []string{"write"}, "NAME TEXT", "write a message", "people", on(a.write)},
		{"friends", nil, "", "whom you follow, and who of them is here", "people", on(a.tellFriends)},
		{"follow", nil, "NAME", "follow a player", "people", on(a.contact("You follow %s.", func(c context.Context, who remote.Player) error { return a.Lobby.Follow(c, a.Me, who, false) }))},
		{"unfollow", nil, "NAME", "stop following a player", "people", on(a.contact("You no longer follow %s.", func(c context.Context, who remote.Player) error { return a.Lobby.Follow(c, a.Me, who, true) }))},
		{"block", nil, "NAME", "no challenges, messages and chat between you", "people", on(a.contact("You have blocked %s.", func(c context.Context, who remote.Player) error { return a.Lobby.Block(c, a.Me, who, false) }))},
		{"unblock", nil, "NAME", "unblock a player", "people", on(a.contact("%s is no longer blocked.", func(c context.Context, who remote.Player) error { return a.Lobby.Block(c, a.Me, who, true) }))},
	}
	var all []plain.Word
	for _, w := range words {
		all = append(all, plain.Word{Name: w.name, Aliases: w.aliases, Args: w.args, About: w.about, Topic: w.topic, Does: w.does})
	}
	return all
}

// Greet implements [plain.Club]: it says where the player is.
func (a *atClub) Greet() {
	a.p.Say("Rookery: a chess club in lines of text. Type help for all commands.")
	if a.Said != nil {
		go func() {
			for {
				select {
				case text := <-a.Said:
					a.p.Hand(func() { a.p.Line(a.p.Text(text)) })
				case <-a.p.Context().Done():
					return
				}
			}
		}()
	}
	if a.Me.ID == "" {
		a.p.Say("Your key is new here. Type name and the name other players shall see, such as name Anna.")
		return
	}
	a.enter()
}

// choose gives the key its name.
func (a *atClub) choose(name string) {
	switch {
	case a.Me.ID != "":
		a.p.Say("You are %s.", a.Me.Name)
	case name == "":
		a.p.Say("Type name and the name other players shall see, such as name Anna.")
	default:
		a.p.Later(func(ctx context.Context) func() {
			me, err := a.Name(ctx, name)
			return func() {
				switch {
				case err != nil:
					a.p.Fail(err)
				case a.Me.ID == "":
					a.Me = me
					a.enter()
				}
			}
		})
	}
}

// enter comes into the lobby.
func (a *atClub) enter() {
	a.opened, a.told = make(map[string]bool), make(map[string]bool)
	a.visit = a.Lobby.Enter(a.Me)
	a.p.Say("Welcome, %s.", a.Me.Name)
	go func() {
		for view := range a.visit.C() {
			a.p.Hand(func() { a.heard(view) })
		}
	}()
}

// Leave implements [plain.Club].
func (a *atClub) Leave() {
	a.p.LeaveGame()
	if a.visit != nil {
		a.visit.Leave()
	}
}

// heard takes the lobby as it is now and tells what is new.
func (a *atClub) heard(view lobby.View) {
	p, before, first := a.p, a.view, !a.known
	a.view, a.known = view, true
	if first {
		a.look()
		a.learnFriends()
	}
	for _, s := range view.Seeks {
		if s.To == a.Me.ID && !a.told[s.ID] {
			a.told[s.ID] = true
			p.Say("%s challenges you: %s. Type accept %s, or decline %s.", s.From.Name, a.terms(s.Terms), s.From.Name, s.From.Name)
		}
	}
	if id := view.Table; id != "" && !a.opened[id] {
		a.opened[id] = true
		if p.Table() != id {
			a.sit(id)
		}
	}
	for _, id := range view.Waiting {
		if !slices.Contains(before.Waiting, id) && !first {
			p.Say("It is your move in a correspondence game. Type mine.")
		}
	}
	if !first && !a.p.Playing() {
		a.tellNews(&view, &before)
	}
	if first || view.Mail != a.mail {
		a.mail = view.Mail
		a.countMail()
	}
}

// tellNews says what was said in the lobby, and which friends have come.
func (a *atClub) tellNews(view, before *lobby.View) {
	p := a.p
	from := 0
	if n := len(before.Chat); n > 0 {
		last := before.Chat[n-1]
		from = 1 + slices.IndexFunc(view.Chat, func(l remote.Line) bool { return l == last })
	}
	for _, line := range view.Chat[from:] {
		if line.From.ID != a.Me.ID {
			p.Say("%s says: %s", line.From.Name, line.Text)
		}
	}
	was := make(map[string]bool)
	for _, h := range before.Here {
		was[h.ID] = true
	}
	for _, h := range view.Here {
		if a.friends[h.ID] && !was[h.ID] {
			p.Say("%s is here now.", h.Name)
		}
	}
}

// look says what is here.
func (a *atClub) look() {
	p, v := a.p, a.visit.View()
	a.view = v
	var parts []string
	for _, c := range []struct {
		n         int
		one, many string
	}{
		{len(v.Here), "%d player", "%d players"}, {len(v.Seeks), "%d seek", "%d seeks"}, {len(v.Games), "%d game", "%d games"},
		{len(v.Tournaments), "%d tournament", "%d tournaments"},
	} {
		parts = append(parts, p.Counted(c.n, c.one, c.many))
	}
	p.Line(strings.Join(parts, ", ") + ".")
	if n := len(v.Waiting); n > 0 {
		p.Say("%s. Type mine.", p.Counted(n, "%d correspondence game waits for your move", "%d correspondence games wait for your move"))
	}
}

// terms says what is played.
func (a *atClub) terms(t remote.Terms) string {
	p := a.p
	var parts []string
	if r, err := t.Rules(); err == nil {
		parts = append(parts, p.Text(r.Name))
	}
	switch {
	case t.Control.Days == 1:
		parts = append(parts, p.Text("1 day per move"))
	case t.Control.Days > 1:
		parts = append(parts, p.Text(fmt.Sprintf("%d days per move", t.Control.Days)))
	case t.Control.None():
		parts = append(parts, p.Text("no clock"))
	default:
		parts = append(parts, t.Control.String())
	}
	rated := "casual"
	if t.Rated {
		rated = "rated"
	}
	return strings.Join(append(parts, p.Text(rated)), ", ")
}

func (a *atClub) tellPlayers(string) {
	a.look()
	for _, h := range a.view.Here {
		a.p.Line(h.Rating.Beside(h.Name) + ", " + a.p.Text(h.State) + ".")
	}
}

// row is the number of a row, from 0; false where it is none.
func row(text string, n int) (int, bool) {
	i, err := strconv.Atoi(strings.TrimSpace(text))
	return i - 1, err == nil && i >= 1 && i <= n
}

func (a *atClub) tellSeeks(string) {
	p := a.p
	a.seeks = a.visit.View().Seeks
	for i, s := range a.seeks {
		text := s.Rating.Beside(s.From.Name) + ": " + a.terms(s.Terms)
		switch {
		case s.From.ID == a.Me.ID:
			text += ", " + p.Text("yours")
		case s.To == a.Me.ID:
			text += ", " + p.Text("for you")
		}
		if s.Terms.Partners() {
			text += ", " + p.Lang().Sprintf("%d of %d are there", len(s.Joined)+1, lobby.PartnerSeats)
		}
		p.Line(fmt.Sprintf("%d: %s.", i+1, text))
	}
	if len(a.seeks) == 0 {
		p.Say("No seeks. Type seek 5+3 to create one.")
		return
	}
	p.Say("Type accept and a number.")
}

// readTerms reads a clock, a variant, rated, white or black, in any order.
func (a *atClub) readTerms(text string) (t remote.Terms, colour remote.Colour, ok bool) {
	p := a.p
	t.Control = chess.Control{Base: 5 * time.Minute, Increment: 3 * time.Second}
	var game []string
	for _, w := range strings.Fields(text) {
		switch english := p.English(w); {
		case english == "rated":
			t.Rated = true
		case english == "casual":
		case english == "white":
			colour = remote.WantsWhite
		case english == "black":
			colour = remote.WantsBlack
		case strings.ContainsAny(w[:1], "0123456789"):
			control, err := chess.ParseControl(w)
			if err != nil {
				p.Fail(err)
				return t, colour, false
			}
			t.Control = control
		default:
			game = append(game, w)
		}
	}
	t.Parts = []string{"chess"}
	if len(game) > 0 {
		name := strings.Join(game, " ")
		parts, err := p.ReadVariant(name)
		if _, wrong := play.RulesOf([]string{name}); err != nil && wrong == nil { // one for partners
			parts, err = []string{name}, nil
		}
		if err != nil {
			p.Fail(err)
			return t, colour, false
		}
		t.Parts = parts
	}
	return t, colour, true
}

// seek creates a seek, or a challenge to a player by ID.
func (a *atClub) seek(to, arg string) {
	t, colour, ok := a.readTerms(arg)
	if !ok {
		return
	}
	said := "You seek a game: %s. Type withdraw to stop."
	if to != "" {
		said = "Challenge sent: %s."
	}
	text := a.p.Lang().Sprintf(said, a.terms(t))
	a.p.Later(func(ctx context.Context) func() {
		_, err := a.visit.Seek(ctx, t, colour, to, 0)
		return func() {
			if err != nil {
				a.p.Fail(err)
				return
			}
			a.p.Line(text)
		}
	})
}

// here finds a player who is in the club by the name.
func (a *atClub) here(name string) (remote.Player, bool) {
	for _, h := range a.visit.View().Here {
		if strings.EqualFold(h.Name, name) {
			return h.Player, true
		}
	}
	a.p.Say("No player %s is here. Type players.", name)
	return remote.Player{}, false
}

func (a *atClub) challenge(arg string) {
	name, rest, _ := strings.Cut(arg, " ")
	if name == "" {
		a.p.Say("Type challenge, a name, and what to play, such as challenge Anna 5+3.")
		return
	}
	who, ok := a.here(name)
	if !ok {
		return
	}
	to := who.ID
	a.seek(to, rest)
}

// pick finds a seek by its number, or by the name of the seeker; of several of his, that to the player.
func (a *atClub) pick(arg string, mine bool) (lobby.Seek, bool) {
	if i, ok := row(arg, len(a.seeks)); ok {
		return a.seeks[i], true
	}
	var found []lobby.Seek
	for _, s := range a.visit.View().Seeks {
		own := s.From.ID == a.Me.ID || s.Has(a.Me.ID)
		switch {
		case arg != "" && !strings.EqualFold(s.From.Name, arg), !mine && own:
		case arg == "" && !own && s.To != a.Me.ID:
		default:
			found = append(found, s)
		}
	}
	sorted.By(found, func(x, y lobby.Seek) int {
		return cmp.Compare(len(y.To), len(x.To))
	})
	if len(found) == 0 {
		a.p.Say("No such seek. Type seeks for the numbered list.")
		return lobby.Seek{}, false
	}
	return found[0], true
}

func (a *atClub) accept(arg string) {
	s, ok := a.pick(arg, false)
	if !ok {
		return
	}
	a.p.Later(func(ctx context.Context) func() {
		t, err := a.visit.Accept(ctx, s.ID)
		return func() {
			switch {
			case err != nil:
				a.p.Fail(err)
			case t == nil:
				a.p.Say("You have joined: the game begins when four players are there.")
			default:
				a.opened[t.ID()] = true
				a.sit(t.ID())
			}
		}
	})
}

func (a *atClub) withdraw(arg string) {
	s, ok := a.pick(arg, true)
	if !ok {
		return
	}
	said := "The seek is cancelled."
	if s.To == a.Me.ID {
		said = "Challenge declined."
	}
	a.p.TellServer(said, func(context.Context) error { return a.visit.Withdraw(s.ID) })
}

func (a *atClub) tellGame(i int, g lobby.GameInfo) {
	a.p.Say("%d: %s against %s, %s, %s.", i+1, g.Players[0].Name, g.Players[1].Name, a.terms(g.Terms), a.p.Counted((g.Ply+1)/2, "%d move", "%d moves"))
}

func (a *atClub) tellGames(string) {
	a.games = a.visit.View().Games
	for i, g := range a.games {
		a.tellGame(i, g)
	}
	if len(a.games) == 0 {
		a.p.Say("No games in progress.")
		return
	}
	a.p.Say("Type watch and a number.")
}

func (a *atClub) watch(arg string) {
	if i, ok := row(arg, len(a.games)); ok {
		a.sit(a.games[i].Table)
		return
	}
	for _, g := range a.visit.View().Games {
		for _, q := range g.Players {
			if strings.EqualFold(q.Name, arg) {
				a.sit(g.Table)
				return
			}
		}
	}
	a.p.Say("No such game. Type games for the numbered list.")
}

// mine lists the player's games; one alone, or that of a number, is opened.
func (a *atClub) mine(arg string) {
	own := a.Lobby.Games(a.Me.ID)
	i, ok := row(arg, len(own))
	switch {
	case len(own) == 0:
		a.p.Say("You have no game in progress.")
	case ok:
		a.sit(own[i].Table)
	case len(own) == 1:
		a.sit(own[0].Table)
	default:
		for i, g := range own {
			a.tellGame(i, g)
		}
		a.p.Say("Type mine and a number.")
	}
}

// sit opens a table: the player's own seat, or as one who watches.
func (a *atClub) sit(id string) {
	if a.p.Table() == id {
		return
	}
	g := plain.Seat{Me: a.Me.ID, List: "look", Left: "You have left the game. Type mine to return to your own game."}
	g.Next = func(next string) {
		a.opened[next] = true
		a.sit(next)
	}
	a.p.Sit(g, func(ctx context.Context) (remote.TableLine, error) {
		t, err := a.Lobby.Table(id)
		if err != nil {
			return nil, err
		}
		r, err := t.Join(ctx, a.Me)
		if err != nil {
			return nil, err
		}
		return r, nil
	})
}

func (a *atClub) chat(text string) {
	a.p.TellServer("", func(context.Context) error { return a.visit.Say(text) })
}
