package plain

import (
	"context"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/remote"
)

// Club is what a club adds to a run on its server: package plainclub.
type Club interface {
	// Greet begins, Leave ends.
	Greet()
	Leave()
	Words() []Word
}

// Word is a word of a club and what it does.
type Word struct {
	Name               string
	Aliases            []string
	Args, About, Topic string
	Does               func(arg string)
}

// RunClub talks to a player of a club as Run does to one at his own computer: the words for games are the same. No word of
// it opens a file, starts a program or asks another server.
func RunClub(ctx context.Context, o Options, join func(*Session) Club) error {
	o.Live, o.Lichess, o.Files, o.Game = true, nil, nil, nil
	return run(ctx, o, func(p *program) {
		p.club = join(&Session{p})
		p.words, p.topics = p.clubWords(p.club.Words()), clubTopics
	})
}

// clubTopics replace those of a program at home.
var clubTopics = []topic{
	{"hear", "the board, by rank, file, square or piece"},
	{"play", "moves, takebacks, draws, the end of a game"},
	{"club", "players, seeks, challenges, games, chat"},
	{"events", "tournaments, teams and their matches"},
	{"people", "friends, messages, blocking"},
	{"program", "terse, flip, help, quit"},
}

// ownWords are those of a program at home that mean the same in a club.
var ownWords = []string{"board", "rank", "file", "s", "square", "piece", "pieces", "pockets", "attackers", "state", "last", "clock", "fen",
	"captures", "undo", "draw", "resign", "again", "stop", "variants", "rules", "history",
	"opponent", "abort", "berserk", "terse", "flip", "help", "quit"}

// clubWords are those of a program at home that mean the same in a club, and those of the club.
func (p *program) clubWords(more []Word) []word {
	var words []word
	for _, w := range p.vocabulary() {
		if i := slices.Index(ownWords, w.name); i >= 0 {
			if w.name == "state" {
				w.aliases = []string{"status"}
			}
			switch w.topic {
			case "games", "read", "online":
				w.topic = "play"
			}
			words = append(words, w)
		}
	}
	for _, w := range more {
		words = append(words, word{w.Name, w.Aliases, w.Args, w.About, w.Topic, w.Does})
	}
	return words
}

// Session is a run as its club sees it.
type Session struct{ p *program }

func (s *Session) Context() context.Context               { return s.p.ctx }
func (s *Session) Now() time.Time                         { return s.p.o.Now() }
func (s *Session) Lang() *lang.Language                   { return s.p.o.Lang }
func (s *Session) Say(format string, args ...any)         { s.p.say(format, args...) }
func (s *Session) Line(text string)                       { s.p.line(text) }
func (s *Session) Fail(err error)                         { s.p.fail(err) }
func (s *Session) Text(english string) string             { return s.p.t(english) }
func (s *Session) English(word string) string             { return s.p.english(word) }
func (s *Session) Count(n int, one, many string) string   { return s.p.count(n, one, many) }
func (s *Session) Counted(n int, one, many string) string { return s.p.counted(n, one, many) }
func (s *Session) TimeWords(d time.Duration) string       { return s.p.timeWords(d) }
func (s *Session) SayThere(text string)                   { s.p.sayThere(text) }

// Later has something asked in another goroutine, and what it gives back done where everything happens.
func (s *Session) Later(do func(ctx context.Context) func()) { s.p.later(do) }

// Hand gives a function to the goroutine where everything happens.
func (s *Session) Hand(then func()) { s.p.hand(then) }

// TellServer asks for something that says nothing but said when it went well.
func (s *Session) TellServer(said string, do func(ctx context.Context) error) {
	s.p.tellServer(said, do)
}

// ReadVariant reads the name of a variant or a combination.
func (s *Session) ReadVariant(name string) ([]string, error) {
	cfg := defaultConfig()
	err := s.p.chooseVariant(&cfg, name)
	return cfg.Variant, err
}

// Seat is where the player sits down.
type Seat struct {
	Me   string // ID of the player
	List string // the word that lists games
	Left string // what is said when the player leaves
	Next func(table string)
}

// Sit opens a game.
func (s *Session) Sit(at Seat, join func(ctx context.Context) (remote.TableLine, error)) {
	s.p.sitAt(onlineGame{me: at.Me, list: at.List, text: at.Left, next: at.Next}, join)
}

// LeaveGame closes the line to the game.
func (s *Session) LeaveGame() { s.p.leaveOnlineGame() }

// Table is the ID of the table at which the player is; empty for none.
func (s *Session) Table() string {
	if !s.p.inOnlineGame() {
		return ""
	}
	return s.p.seat.snap.Table
}

// Playing tells whether the player sits at a game that goes on: nothing of the lobby is told then but what is for him.
func (s *Session) Playing() bool {
	if !s.p.inOnlineGame() {
		return false
	}
	_, seated := s.p.seat.snap.Seat.Player()
	return seated && !s.p.seat.snap.Over()
}

// TellMoves lists what may be played; in the fog what may be tried.
func (s *Session) TellMoves(arg string) {
	p := s.p
	if !p.inOnlineGame() || !p.seat.blind() {
		p.tellMoves(arg)
		return
	}
	var all []string
	for _, m := range p.seat.snap.Tries {
		if arg == "" || strings.HasPrefix(m, strings.ToLower(arg)) {
			all = append(all, m)
		}
	}
	if len(all) == 0 {
		p.say("No such move.")
		return
	}
	p.line(strings.Join(all, " "))
}

// TellOther says the other board of a game of partners.
func (s *Session) TellOther() {
	p := s.p
	if !p.inOnlineGame() || p.seat.snap.Twin == nil {
		p.say("This game has one board.")
		return
	}
	twin := p.seat.snap.Twin
	p.say("%s against %s.", twin.Players[0].Name, twin.Players[1].Name)
	b := p.seat.game.Board()
	at := position{view: twin.View, layout: b.Layout(), rules: b.Rules(), eyes: chess.Everyone}
	for _, rank := range at.layout.Rows() {
		p.tellRank(&at, rank)
	}
	p.tellPocketsOf(&at)
}
