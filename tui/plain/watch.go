package plain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"rookery/ai"
	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/safefile"
	"rookery/tui/lichess"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// listed is what the words standings and viewer are about: the round of a broadcast that was told last.
type listed struct {
	broadcast lichess.Broadcast
	round     lichess.Round
	line      *lichess.Boards // nil for no round
}

// errNoRound says that no round is listed.
var errNoRound = errors.New("no round is open: type lichess broadcasts")

// watched is a game of others as it is put on the table.
func watched() onlineGame {
	return onlineGame{me: "-", list: "lichess", text: "You have stopped watching. Type lichess."}
}

// list asks for a list and has tell say it.
func list[T any](p *program, ask func(context.Context) (T, error), tell func(T)) {
	p.later(func(ctx context.Context) func() {
		v, err := ask(ctx)
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			p.lichess.rows = nil
			tell(v)
		}
	})
}

// television lists the channels, or watches one.
func (p *program) television(arg string) {
	client := p.lichess.client
	list(p, client.Channels, func(all []lichess.Channel) {
		watch := func(key string) func() {
			return func() {
				p.sitAt(watched(), func(ctx context.Context) (remote.TableLine, error) { return client.Watch(ctx, "tv/"+key) })
			}
		}
		for _, c := range all {
			if arg != "" && (strings.EqualFold(c.Key, arg) || strings.EqualFold(c.Name, arg) || strings.EqualFold(p.t(c.Name), arg)) {
				watch(c.Key)()
				return
			}
		}
		for _, c := range all {
			p.number(fmt.Sprintf("%s: %s %d.", p.t(c.Name), c.User.Shown(), c.Rating), watch(c.Key))
		}
		switch {
		case len(all) == 0:
			p.say("There is nothing here.")
		case arg != "":
			p.say("No channel %s. Type lichess and a number to watch one of these.", arg)
		default:
			p.say("Type lichess and a number to watch.")
		}
	})
}

// watchPlayer watches the game that somebody plays.
func (p *program) watchPlayer(name string) {
	if name == "" {
		p.say("Type lichess watch and the name of a player.")
		return
	}
	client := p.lichess.client
	p.sitAt(watched(), func(ctx context.Context) (remote.TableLine, error) {
		id, err := client.GameOf(ctx, name)
		if err != nil {
			return nil, err
		}
		return client.Watch(ctx, id)
	})
}

// tellBroadcasts lists events.
func (p *program) tellBroadcasts() {
	list(p, p.lichess.client.Broadcasts, func(all []lichess.Broadcast) {
		for _, b := range all {
			text := b.Name
			for _, r := range b.Rounds {
				if r.Ongoing {
					text += ", " + p.t("live")
					break
				}
			}
			p.number(text+".", func() { p.tellRounds(b) })
		}
		p.endList(len(all), "Type lichess and a number for the rounds.")
	})
}

// endList says what can be done with a list.
func (p *program) endList(n int, text string) {
	if n == 0 {
		text = "There is nothing here."
	}
	p.say(text)
}

// tellRounds lists the rounds of an event.
func (p *program) tellRounds(b lichess.Broadcast) {
	p.lichess.rows = nil
	for _, r := range b.Rounds {
		text := r.Name
		if r.Ongoing {
			text += ", " + p.t("live")
		}
		p.number(text+".", func() { p.openRound(b, r) })
	}
	p.endList(len(b.Rounds), "Type lichess and a number for the games of a round.")
}

// openRound opens the line to a round and tells its games when they have come.
func (p *program) openRound(b lichess.Broadcast, r lichess.Round) {
	l := p.lichess
	p.leaveRound()
	boards := l.client.FollowRound(r.ID)
	l.list = listed{b, r, boards}
	p.later(func(ctx context.Context) func() {
		for {
			_, told, err := boards.List()
			if told || err != nil {
				return func() {
					if l.list.line == boards {
						p.tellBoards()
					}
				}
			}
			select {
			case <-boards.C():
			case <-ctx.Done():
				return func() { p.fail(&lichess.LineError{Err: ctx.Err()}) }
			}
		}
	})
}

// tellBoards lists the games of the round as they stand.
func (p *program) tellBoards() {
	l := p.lichess
	round := l.list.line
	all, _, err := round.List()
	if err != nil {
		p.fail(err)
	}
	l.rows = nil
	for _, b := range all {
		state := b.Result
		if b.Result == "*" {
			state = strings.TrimSpace(p.side(b.Turn) + " " + p.t("to move") + " " + b.Last)
		}
		p.number(p.o.Lang.Sprintf("%s against %s, %s.", boardName(&b, chess.White), boardName(&b, chess.Black), state), func() {
			g := watched()
			g.open = true
			p.sitAt(g, func(ctx context.Context) (remote.TableLine, error) { return round.Join(ctx, b.ID) })
		})
	}
	p.endList(len(all), "Type lichess and a number to watch a game, lichess standings for the table, lichess viewer to read all games.")
}

// boardName is a player of a board with the rating.
func boardName(b *lichess.Board, c chess.Color) string {
	if b.Ratings[c].Value > 0 {
		return fmt.Sprintf("%s %d", b.Players[c].Name, b.Ratings[c].Value)
	}
	return b.Players[c].Name
}

// lichessList does what may be asked of a round: its standings, its games as a file.
func (p *program) lichessList(word string) {
	of, client := p.lichess.list, p.lichess.client
	if of.line == nil {
		p.fail(errNoRound)
		return
	}
	if word == "viewer" {
		p.openCollection("round-"+of.round.ID, func(ctx context.Context) ([]byte, error) { return client.RoundPGN(ctx, of.round.ID) })
		return
	}
	p.later(func(ctx context.Context) func() {
		all, err := client.Standings(ctx, of.broadcast.ID)
		return func() {
			if err != nil && !errors.Is(err, lichess.ErrNotFound) {
				p.fail(err)
				return
			}
			for i, s := range all {
				p.line(fmt.Sprintf("%d: %s, %g/%d.", cmp.Or(s.Rank, i+1), strings.TrimSpace(s.Title+" "+s.Name), s.Score, s.Played))
			}
			if len(all) == 0 {
				p.say("There is nothing here.")
			}
		}
	})
}

// leaveRound closes the line to the round.
func (p *program) leaveRound() {
	if l := p.lichess; l != nil && l.list.line != nil {
		l.list.line.Leave()
		l.list = listed{}
	}
}

// tellStudies lists the player's studies.
func (p *program) tellStudies() {
	client, user := p.lichess.client, p.lichess.account.User.ID
	list(p, func(ctx context.Context) ([]lichess.Study, error) { return client.Studies(ctx, user) }, func(all []lichess.Study) {
		for _, s := range all {
			p.number(s.Name+".", func() {
				p.openCollection("study-"+s.ID, func(ctx context.Context) ([]byte, error) { return client.StudyPGN(ctx, s.ID) })
			})
		}
		p.endList(len(all), "Type lichess and a number to read a study.")
	})
}

// openCollection fetches games and opens them as a file.
func (p *program) openCollection(id string, fetch func(context.Context) ([]byte, error)) {
	p.later(func(ctx context.Context) func() {
		text, err := fetch(ctx)
		path := ""
		if err == nil {
			path, err = p.o.Lichess.CacheGames(id, text)
		}
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			p.clearTable()
			p.open([]string{path})
		}
	})
}

// downloadGames fetches the player's own games, those since the last time.
func (p *program) downloadGames() {
	client, user := p.lichess.client, p.lichess.account.User.ID
	file := filepath.Join(p.o.Downloads, "lichess-"+play.Clean(user)+".pgn")
	p.say("Downloading your games.")
	p.busy++
	go func() { // as long as it takes
		err := safefile.MkdirAll(p.o.Downloads, 0o700)
		n := 0
		if err == nil {
			n, err = client.Download(p.ctx, user, file, mostDownloaded)
		}
		p.hand(func() {
			p.busy--
			p.line(file + ": " + p.count(n, "%d new game", "%d new games") + ".")
			if err != nil {
				p.fail(err)
			}
		})
	}()
}

// mostDownloaded is how many games are fetched at a time.
const mostDownloaded = 10000

// importGame sends the game of the table and tells its address.
func (p *program) importGame() {
	g, err := p.pgnGame()
	var text strings.Builder
	if err == nil {
		err = pgn.NewWriter(&text).Write(g)
	}
	if err != nil {
		p.fail(err)
		return
	}
	client := p.lichess.client
	p.later(func(ctx context.Context) func() {
		address, err := client.Import(ctx, text.String())
		return func() {
			if err != nil {
				p.fail(err)
				return
			}
			p.line(address)
		}
	})
}

// knowing asks about the position that is heard now and has tell say the answer.
func knowing[T any](p *program, login bool, ask func(context.Context, *lichess.Knowledge, *lichess.Client, chess.Board) (T, error), tell func(chess.Board, T)) {
	s, ok := p.position()
	switch {
	case !ok:
		return
	case s.board == nil || !s.open() || p.puzzles != nil && !p.puzzles.Game.Over:
		p.say("Nothing is asked about this position.")
		return
	}
	b := s.board.Clone()
	p.withLichess(func() {
		if login && !p.loggedIn() || !p.fair() {
			return
		}
		known, client := &p.o.Lichess.Known, p.lichess.client
		p.later(func(ctx context.Context) func() {
			v, err := ask(ctx, known, client, b)
			return func() {
				switch {
				case errors.Is(err, lichess.ErrNotFound):
					p.say("Nothing is known of this position.")
				case err != nil:
					p.fail(err)
				default:
					tell(b, v)
				}
				if known.Damaged() {
					p.fail(errors.New(lichess.DamagedAnswer))
				}
			}
		})
	})
}

// tellExplorer says what was played.
func (p *program) tellExplorer(arg string) {
	from := lichess.Source{Name: "masters"}
	switch words := strings.Fields(arg); {
	case len(words) == 0 || p.english(arg) == "masters":
	case p.english(arg) == "lichess":
		from.Name = "lichess"
	default:
		from = lichess.Source{Name: "player", Player: words[0]}
		if len(words) > 1 && p.english(words[1]) == "black" {
			from.Colour = chess.Black
		}
	}
	knowing(p, true, func(ctx context.Context, k *lichess.Knowledge, c *lichess.Client, b chess.Board) (lichess.Played, error) {
		return k.Explore(ctx, c, from, b, nil)
	}, func(b chess.Board, got lichess.Played) {
		if got.Opening != "" {
			p.line(got.Opening + ".")
		}
		if len(got.Moves) == 0 {
			p.say("No game is known with this position.")
		}
		for _, m := range got.Moves {
			n := max(m.Games(), 1)
			p.say("%s: %s, White won %d percent, %d drawn, Black won %d.", p.san(b, m.Move), p.count(m.Games(), "%d game", "%d games"), 100*m.White/n, 100*m.Draws/n, 100*m.Black/n)
		}
	})
}

// tellCloud says the evaluation of the cloud.
func (p *program) tellCloud(string) {
	knowing(p, false, func(ctx context.Context, k *lichess.Knowledge, c *lichess.Client, b chess.Board) (lichess.CloudAnswer, error) {
		return k.Cloud(ctx, c, b)
	}, func(_ chess.Board, got lichess.CloudAnswer) {
		p.say("Depth %d.", got.Depth)
		for i, l := range got.Lines {
			moves := make([]string, len(l.Moves))
			for j, san := range l.Moves {
				moves[j] = p.o.Lang.Move(san)
			}
			p.say("%d: %s. %s.", i+1, p.scoreText(ai.Centipawns(l.Centipawns), l.Mate, chess.White), strings.Join(moves, " "))
		}
	})
}

// tellTable says what the tables of endings know.
func (p *program) tellTable(string) {
	knowing(p, false, func(ctx context.Context, k *lichess.Knowledge, c *lichess.Client, b chess.Board) (lichess.Exact, error) {
		if !lichess.InTables(b) {
			return lichess.Exact{}, errTables
		}
		return k.Table(ctx, c, b)
	}, func(b chess.Board, got lichess.Exact) {
		verdict := func(category string, dtm, dtz int) string {
			text := p.o.Lang.In("tablebase", lichess.CategoryWords(category))
			switch {
			case category == "draw":
			case dtm > 0:
				text += ", " + p.t(fmt.Sprintf("mate in %d", (dtm+1)/2))
			case dtz > 0:
				text += fmt.Sprintf(", DTZ %d", dtz)
			}
			return text
		}
		p.say("%s: %s.", p.side(b.Turn()), verdict(got.Category, got.DTM, got.DTZ))
		for _, m := range got.Moves[:min(len(got.Moves), 12)] {
			p.line(p.san(b, m.Move) + ": " + verdict(lichess.Opposite(m.Category), m.DTM, m.DTZ) + ".")
		}
	})
}

// errTables says which positions the tables have.
var errTables = errors.New("the tablebase has positions of up to 8 pieces, of chess and few variants")
