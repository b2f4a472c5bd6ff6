package fics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"rookery/chess"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/variants"
)

// Home is the server that is asked where no other is named.
const Home = "freechess.org:5000"

// Guest is the name of who has no account.
const Guest = "guest"

const (
	// patience is how long an answer may take.
	patience = 20 * time.Second
	// mostNews is how much news waits to be read; mostSeeks and mostOffers are how many are believed.
	mostNews, mostSeeks, mostOffers = 32, 2000, 100
)

// ParseServer reads the address of a server: a host, and a port where it is not 5000; timeseal:// before them
// asks for timeseal.
func ParseServer(text string) (string, error) {
	text, sealed := strings.CutPrefix(strings.TrimSpace(text), sealScheme)
	if text == "" {
		return Home, nil
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = text, "5000"
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 || host == "" || strings.ContainsAny(host, " /@[]\\") || remote.CleanLine(host, 200) != host {
		return "", fmt.Errorf("%s is no address of a server: write it like freechess.org:5000", remote.CleanLine(text, 80))
	}
	server := net.JoinHostPort(host, port)
	if sealed {
		server = sealScheme + server
	}
	return server, nil
}

// LineError says that the server was not reached, or is not any more.
type LineError struct{ Err error }

func (e *LineError) Error() string { return "FICS cannot be reached: check your connection" }
func (e *LineError) Unwrap() error { return e.Err }

// RefusedError is a refusal in the server's words, clean.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string {
	if e.Reason == "" {
		return "FICS refused this"
	}
	return "FICS says: " + e.Reason
}

// Account is a connection that is logged in. It may be used by many goroutines.
type Account struct {
	Name  string
	Guest bool

	server string
	wire   *wire
	c      chan struct{} // something has changed
	done   chan struct{} // closed when the connection has ended
	live   *play.LiveGames
	marks  sync.WaitGroup
	now    func() time.Time

	mu      sync.Mutex
	why     error // of the end
	closed  bool
	serial  int // of commands
	waiting map[int]chan reply
	seeks   []Seek
	offers  []Offer
	news    []News
	infos   map[int]gameInfo
	holds   map[int][2]string // pieces in hand, by game
	games   map[int]*Game     // that go on, by the server's number
	tables  map[string]*Game  // by our ID
	order   []string          // of tables, the oldest first
	opened  int
	last    *Game // that the player plays or has played last
}

// reply is an answer to a command.
type reply struct{ text string }

// News is something that the player is told.
type News struct {
	Kind    NewsKind
	Game    string // its table
	Against string
	Text    string
}

// NewsKind is what kind of news it is.
type NewsKind int

// The kinds of news.
const (
	GameBegins NewsKind = iota
	GameEnds
	Challenged
	Told  // somebody who is not at the board has said something
	Noted // the server has
	Ended // the connection
)

// Options are how a connection is made.
type Options struct {
	Server   string
	Name     string // Guest or an account
	Password string // in the open on its way, as the server has it
	// Live tells other programs of the user that a game goes on; nil for no other.
	Live *play.LiveGames
	Now  func() time.Time
}

// letters are what a name may have.
var letters = regexp.MustCompile(`^[A-Za-z]{3,17}$`)

// CheckName tells what is wrong with the name of an account.
func CheckName(name string) error {
	if !letters.MatchString(name) {
		return errors.New("names at FICS have 3 to 17 letters, and nothing else")
	}
	return nil
}

// Errors of logging in.
var (
	ErrPassword = errors.New("FICS does not take this name and password")
	errNoGuest  = errors.New("this name has no account at FICS: play as a guest")
)

// Dial connects and logs in.
func Dial(ctx context.Context, o Options) (*Account, error) {
	server, err := ParseServer(o.Server)
	if err != nil {
		return nil, err
	}
	if o.Name == "" {
		o.Name = Guest
	}
	if err := CheckName(o.Name); err != nil {
		return nil, err
	}
	if strings.ContainsFunc(o.Password, func(r rune) bool { return r < ' ' || r > 126 }) {
		return nil, errors.New("passwords at FICS have letters, digits and signs of ASCII only")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Live == nil {
		o.Live = new(play.LiveGames)
	}
	server, sealed := strings.CutPrefix(server, sealScheme)
	sealed = sealed || server == Home
	a, err := dial(ctx, o, server, sealed)
	var lost *LineError
	if sealed && errors.As(err, &lost) && ctx.Err() == nil { // a server that takes another timeseal keeps nobody out
		return dial(ctx, o, server, false)
	}
	return a, err
}

// dial connects to a server and logs in, with timeseal or without.
func dial(ctx context.Context, o Options, server string, sealed bool) (*Account, error) {
	conn, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, "tcp", server)
	if err != nil {
		return nil, &LineError{err}
	}
	a := &Account{
		server: server, wire: newWire(conn), c: make(chan struct{}, 1), done: make(chan struct{}), live: o.Live, now: o.Now,
		waiting: make(map[int]chan reply), infos: make(map[int]gameInfo), holds: make(map[int][2]string),
		games: make(map[int]*Game), tables: make(map[string]*Game),
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	if sealed {
		err = a.wire.seal()
	}
	if err == nil {
		err = a.logIn(o)
	}
	if !stop() || err != nil {
		_ = conn.Close()
		if ctx.Err() != nil {
			return nil, &LineError{ctx.Err()}
		}
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	a.live.EndOthers(server, a.Name, nil) // a game does not outlive the connection
	go a.read()
	go a.stayAlive()
	if err := a.settle(ctx); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// logIn answers the server's questions.
func (a *Account) logIn(o Options) error {
	lost := func(err error) error {
		if errors.Is(err, errLong) {
			return err
		}
		return &LineError{err}
	}
	if _, _, err := a.wire.prompt("login: "); err != nil {
		return lost(err)
	}
	if err := a.wire.write(o.Name + "\n"); err != nil {
		return lost(err)
	}
	for asked := false; ; {
		which, _, err := a.wire.prompt("login: ", "password: ", "Press return to enter the server as \"", "**** Starting FICS session as ")
		if err != nil {
			return lost(err)
		}
		switch which {
		case 0:
			if !asked && a.wire.sealer != nil {
				return &LineError{errors.New("the server does not know this timeseal")}
			}
			return ErrPassword
		case 1:
			if asked || o.Name == Guest || o.Password == "" {
				return ErrPassword
			}
			asked = true
			err = a.wire.write(o.Password + "\n")
		case 2:
			if o.Name != Guest { // a name that somebody may register tomorrow
				return errNoGuest
			}
			if _, _, err = a.wire.prompt("\":"); err == nil {
				err = a.wire.write("\n")
			}
		case 3:
			_, text, err := a.wire.prompt(" ****")
			if err != nil {
				return lost(err)
			}
			name, titles, _ := strings.Cut(strings.TrimSuffix(text, " ****"), "(")
			if a.Name = strings.TrimSpace(name); CheckName(a.Name) != nil {
				return errStyle
			}
			a.Guest = strings.Contains(titles, "U")
			return nil
		}
		if err != nil {
			return lost(err)
		}
	}
}

// settings are what the connection needs of the server: positions for programs, no chatter that is not asked for.
var settings = []string{
	"iset defprompt 1", "iset nowrap 1", "iset ms 1", "iset startpos 1", "iset gameinfo 1", "iset pendinfo 1", "iset seekremove 1", "iset seekinfo 1",
	"set style 12", "set bell 0", "set seek 0", "set autoflag 1", "set shout 0", "set cshout 0", "set pin 0", "set gin 0", "set tzone UTC", "set interface Rookery",
}

func (a *Account) settle(ctx context.Context) error {
	if err := a.wire.write("iset block 1\n"); err != nil {
		return &LineError{err}
	}
	for _, s := range settings {
		if _, err := a.command(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// stayAlive says something now and then: the server drops who is silent for an hour.
func (a *Account) stayAlive() {
	tick := time.NewTicker(25 * time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			_, err := a.command(ctx, "date")
			cancel()
			var line *LineError
			if errors.As(err, &line) {
				_ = a.wire.conn.Close()
			}
		case <-a.done:
			return
		}
	}
}

// Server is the address of the server.
func (a *Account) Server() string { return a.server }

// C tells that something has changed.
func (a *Account) C() <-chan struct{} { return a.c }

// Done is closed when the connection has ended; Err tells why.
func (a *Account) Done() <-chan struct{} { return a.done }

// Err tells why the connection has ended; nil while it stands, and where the player has closed it.
func (a *Account) Err() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.why
}

func (a *Account) changed() {
	select {
	case a.c <- struct{}{}:
	default:
	}
}

// Close leaves the server. A game that goes on is lost or adjourned by the server's rules.
func (a *Account) Close() {
	a.mu.Lock()
	first := !a.closed
	a.closed = true
	a.mu.Unlock()
	if first {
		_ = a.wire.conn.SetWriteDeadline(time.Now().Add(time.Second))
		_ = a.wire.write("quit\n")
		_ = a.wire.conn.Close()
	}
	<-a.done
	a.marks.Wait()
}

// command has the server do something and gives its answer, clean.
func (a *Account) command(ctx context.Context, text string) (string, error) {
	text = escape(text)
	a.mu.Lock()
	if a.isDone() {
		a.mu.Unlock()
		return "", &LineError{net.ErrClosed}
	}
	a.serial = a.serial%9 + 1 // the server takes small numbers
	for range 9 {
		if a.waiting[a.serial] == nil {
			break
		}
		a.serial = a.serial%9 + 1
	}
	n, c := a.serial, make(chan reply, 1)
	a.waiting[n] = c
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.waiting[n] == c {
			delete(a.waiting, n)
		}
	}()
	if err := a.wire.write(fmt.Sprintf("%d %s\n", n, text)); err != nil {
		return "", &LineError{err}
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case r := <-c:
		return r.text, nil
	case <-late.C:
		return "", &LineError{context.DeadlineExceeded}
	case <-ctx.Done():
		return "", &LineError{ctx.Err()}
	case <-a.done:
		return "", &LineError{net.ErrClosed}
	}
}

func (a *Account) isDone() bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

// ask has the server do something; the answer must have one of some texts, else it is a refusal.
func (a *Account) ask(ctx context.Context, text string, good ...string) error {
	answer, err := a.command(ctx, text)
	if err != nil {
		return err
	}
	for _, g := range good {
		if strings.Contains(answer, g) {
			return nil
		}
	}
	return &RefusedError{firstLine(answer)}
}

// firstLine is the first line of an answer that says something to a person.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = remote.CleanLine(unescape(line), 160); line != "" && !strings.HasPrefix(line, "<") && !strings.HasPrefix(line, "fics%") {
			return line
		}
	}
	return ""
}

// read takes what comes until the connection ends.
func (a *Account) read() {
	err := a.readLines()
	a.mu.Lock()
	if !a.closed {
		a.why = &LineError{err}
		if errors.Is(err, errLong) {
			a.why = err
		}
		a.tellLocked(News{Kind: Ended})
	}
	a.closed = true
	for _, g := range a.games {
		g.breakLocked()
	}
	a.mu.Unlock()
	_ = a.wire.conn.Close()
	close(a.done)
	a.changed()
}

func (a *Account) readLines() error {
	var line, answer strings.Builder
	number, part := 0, 0 // of the answer that is being read; part 0 outside
	for {
		b, err := a.wire.read()
		if err != nil {
			return err
		}
		switch {
		case b == blockStart:
			number, part = 0, 1
			line.Reset()
			answer.Reset()
		case b == blockPart && part > 0:
			if part == 1 {
				number, _ = strconv.Atoi(line.String())
			}
			part++
			line.Reset()
		case b == blockEnd && part > 0:
			a.line(line.String())
			answer.WriteString(line.String())
			a.answered(number, answer.String())
			part = 0
			line.Reset()
		case b == '\n':
			if part > 0 {
				answer.WriteString(line.String())
				answer.WriteByte('\n')
			}
			a.line(line.String())
			line.Reset()
		default:
			line.WriteByte(b)
			if line.Len() == len("fics% ") && line.String() == "fics% " {
				line.Reset()
			}
		}
		if line.Len() > mostLine || answer.Len() > mostReply {
			return errLong
		}
	}
}

// answered gives an answer to who waits for it.
func (a *Account) answered(number int, text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.waiting[number]; c != nil {
		delete(a.waiting, number)
		c <- reply{text}
	}
}

// line reads one line of what comes.
func (a *Account) line(text string) {
	text = strings.TrimRight(text, " ")
	if text == "" {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	head, rest, _ := strings.Cut(text, " ")
	switch head {
	case "<12>":
		if p, err := parsePosition(rest, true); err == nil {
			a.positionLocked(&p)
		}
	case "<g1>":
		if g, err := parseInfo(rest); err == nil && len(a.infos) < 500 {
			a.infos[g.number] = g
		}
	case "<b1>":
		a.holdsLocked(rest)
	case "<sc>":
		a.seeks = nil
		a.changed()
	case "<s>", "<sn>":
		if s, err := parseSeek(rest); err == nil && s.Kind != "bughouse" {
			a.removeSeekLocked(s.Index)
			if len(a.seeks) < mostSeeks {
				a.seeks = append(a.seeks, s)
			}
			a.changed()
		}
	case "<sr>":
		for _, n := range strings.Fields(rest) {
			if i, err := strconv.Atoi(n); err == nil {
				a.removeSeekLocked(i)
			}
		}
		a.changed()
	case "<pf>", "<pt>":
		if o, err := parseOffer(rest, head == "<pt>"); err == nil {
			a.offeredLocked(o)
		}
	case "<pr>":
		for _, n := range strings.Fields(rest) {
			i, err := strconv.Atoi(n)
			if err == nil {
				a.offers = slices.DeleteFunc(a.offers, func(o Offer) bool { return o.Index == i })
			}
		}
		a.offersChangedLocked()
	default:
		a.wordsLocked(text)
	}
}

// wordsLocked reads a line that is meant for people.
func (a *Account) wordsLocked(text string) {
	if m := endLine.FindStringSubmatch(text); m != nil {
		number, _ := strconv.Atoi(m[1])
		a.endedLocked(number, m[4], m[5])
		return
	}
	if m := saidLine.FindStringSubmatch(text); m != nil {
		number, _ := strconv.Atoi(m[3])
		a.saidLocked(m[1], number, m[4], unescape(m[5]))
		return
	}
	for _, end := range []string{"**** You have been logged out", "**** Auto-logout", "has arrived - you can't both be logged in", "declines the ", "declines your ", "withdraws the "} {
		if strings.Contains(text, end) {
			a.tellLocked(News{Kind: Noted, Text: remote.CleanLine(unescape(strings.Trim(text, "* ")), 160)})
			return
		}
	}
}

// tellLocked keeps news until it is read.
func (a *Account) tellLocked(n News) {
	if len(a.news) < mostNews {
		a.news = append(a.news, n)
	}
	a.changed()
}

// News gives what has happened since it was asked last.
func (a *Account) News() []News {
	a.mu.Lock()
	defer a.mu.Unlock()
	news := a.news
	a.news = nil
	return news
}

func (a *Account) removeSeekLocked(index int) {
	a.seeks = slices.DeleteFunc(a.seeks, func(s Seek) bool { return s.Index == index })
}

// offeredLocked takes what somebody wants of the player, or the player of somebody.
func (a *Account) offeredLocked(o Offer) {
	a.offers = slices.DeleteFunc(a.offers, func(old Offer) bool { return old.Index == o.Index })
	if len(a.offers) >= mostOffers {
		a.offers = a.offers[1:]
	}
	a.offers = append(a.offers, o)
	rematch := a.last != nil && a.last.over() && a.last.against(a.Name) == o.Name && len(a.last.lines) > 0 // the board tells
	if o.Kind == "match" && !o.Mine && !rematch {
		a.tellLocked(News{Kind: Challenged, Against: o.Name, Text: o.Text})
	}
	a.offersChangedLocked()
}

func (a *Account) offersChangedLocked() {
	if a.last != nil {
		a.last.showLocked()
	}
	a.changed()
}

// holdsLocked takes the pieces in hand of a game.
func (a *Account) holdsLocked(rest string) {
	m := holding.FindStringSubmatch(rest)
	if m == nil {
		return
	}
	number, _ := strconv.Atoi(m[1])
	if len(a.holds) > 500 {
		clear(a.holds)
	}
	a.holds[number] = [2]string{strings.ToUpper(m[2]), strings.ToLower(m[3])}
	if g := a.games[number]; g != nil {
		g.refillLocked(a.holds[number])
	}
}

// saidLocked takes what somebody has said: at the board of a game, or to the player.
func (a *Account) saidLocked(who string, number int, how, text string) {
	who, text = remote.CleanLine(who, mostName), remote.CleanLine(text, remote.MaxChat)
	if text == "" || who == a.Name {
		return
	}
	g := a.games[number]
	if g == nil && (how == "says" || how == "tells you") && a.last != nil && a.last.against(a.Name) == who {
		g = a.last
	}
	switch {
	case g != nil && g.seat != remote.Spectator && !g.over() && (how == "kibitzes" || how == "whispers"):
		// what spectators say might be advice
	case g != nil:
		g.chatLocked(who, text)
	case how == "tells you" || how == "says":
		a.tellLocked(News{Kind: Told, Against: who, Text: text})
	}
}

// positionLocked takes a position of a game.
func (a *Account) positionLocked(p *position) {
	seat := remote.Spectator
	switch {
	case p.relation == myMove && p.turn == chess.White, p.relation == theirMove && p.turn == chess.Black:
		seat = remote.WhiteSeat
	case p.relation == myMove, p.relation == theirMove:
		seat = remote.BlackSeat
	case p.relation < -2:
		return // a position that was asked for, of no game
	}
	g := a.games[p.number]
	if g == nil || g.names() != p.names {
		if g = a.beginLocked(p, seat); g == nil {
			return
		}
	}
	g.takeLocked(p)
}

// mostTables is how many games are remembered.
const mostTables = 50

// beginLocked takes a game that begins, or that is watched from now on.
func (a *Account) beginLocked(p *position, seat remote.Seat) *Game {
	a.opened++
	g := newGame(a, p, seat, a.infos[p.number], a.holds[p.number])
	if g == nil {
		return nil
	}
	g.id = fmt.Sprintf("fics-%d-%d", a.opened, p.number)
	a.games[p.number], a.tables[g.id] = g, g
	if a.order = append(a.order, g.id); len(a.order) > mostTables {
		delete(a.tables, a.order[0])
		a.order = a.order[1:]
	}
	if seat != remote.Spectator {
		before, followed := a.last, false
		a.last = g
		if before != nil && before.over() && before.against(a.Name) == g.against(a.Name) {
			before.next = g.id
			before.showLocked()
			followed = len(before.lines) > 0 // who looks at that board goes on from there
		}
		a.markLocked(g, true)
		if !followed {
			a.tellLocked(News{Kind: GameBegins, Game: g.id, Against: g.against(a.Name)})
		}
	}
	return g
}

// markLocked tells other programs of the user that a game goes on, or no longer.
func (a *Account) markLocked(g *Game, on bool) {
	long := 2*g.terms.Control.Base + 200*g.terms.Control.Increment + 10*time.Minute
	if g.terms.Control.None() {
		long = 24 * time.Hour
	}
	until := a.now().Add(long)
	a.marks.Add(1)
	before := g.marked
	done := make(chan struct{})
	g.marked = done
	go func() { // one after the other
		defer a.marks.Done()
		defer close(done)
		if before != nil {
			<-before
		}
		if on {
			_ = a.live.Begin(a.server, a.Name, g.id, until)
		} else {
			_ = a.live.End(a.server, a.Name, g.id)
		}
	}()
}

// endedLocked takes the end of a game.
func (a *Account) endedLocked(number int, words, result string) {
	g := a.games[number]
	if g == nil {
		return
	}
	delete(a.games, number)
	delete(a.infos, number)
	delete(a.holds, number)
	g.endLocked(words, result)
	if g.seat != remote.Spectator {
		a.markLocked(g, false)
		a.tellLocked(News{Kind: GameEnds, Game: g.id, Against: g.against(a.Name)})
	}
}

// Seeks are those that stand, the newest last, but for the player's own.
func (a *Account) Seeks() (others, mine []Seek) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.seeks {
		if s.Name == a.Name {
			mine = append(mine, s)
		} else {
			others = append(others, s)
		}
	}
	return others, mine
}

// Challenges are offers to play, in both directions.
func (a *Account) Challenges() (in, out []Offer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, o := range a.offers {
		switch {
		case o.Kind != "match":
		case o.Mine:
			out = append(out, o)
		default:
			in = append(in, o)
		}
	}
	return in, out
}

// Playing is the table of the game that the player plays; empty for none.
func (a *Account) Playing() (table, against string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.last == nil || a.last.over() || a.last.seat == remote.Spectator {
		return "", ""
	}
	return a.last.id, a.last.against(a.Name)
}

// PlaysPerson tells whether a game against somebody else goes on. A computer there is an account as any other.
func (a *Account) PlaysPerson() bool {
	table, _ := a.Playing()
	return table != "" && !a.isDone()
}

// Terms are what a game is played for.
type Terms struct {
	Kind   string // as the server calls it: empty for chess, or one of variants.FICSGames
	Base   time.Duration
	Incr   time.Duration
	Rated  bool
	Colour string // white, black, or anything else for either
	Lowest int    // rating of the opponent in a seek; 0 for any
	Most   int
}

// Check tells why the server would refuse the terms, and what works instead.
func (t Terms) Check(guest bool) error {
	switch {
	case t.Rated && guest:
		return errors.New("guests play casual games only")
	case t.Base == 0 && t.Incr == 0:
		return errors.New("choose a clock such as 5+0")
	case t.Base%time.Minute != 0 || t.Incr%time.Second != 0 || t.Base < 0 || t.Incr < 0:
		return errors.New("FICS has whole minutes and whole seconds")
	case t.Base > 600*time.Minute || t.Incr > 600*time.Second:
		return errors.New("that is longer than FICS allows: at most 600 minutes and 600 seconds")
	}
	return nil
}

// words are the terms as commands have them.
func (t Terms) words() string {
	parts := []string{strconv.Itoa(int(t.Base / time.Minute)), strconv.Itoa(int(t.Incr / time.Second)), "unrated"}
	if t.Rated {
		parts[2] = "rated"
	}
	if t.Colour == "white" || t.Colour == "black" {
		parts = append(parts, t.Colour)
	}
	if t.Kind != "" {
		parts = append(parts, t.Kind)
	}
	return strings.Join(parts, " ")
}

// Seek looks for a game with anybody.
func (a *Account) Seek(ctx context.Context, t Terms) error {
	if err := t.Check(a.Guest); err != nil {
		return err
	}
	text := "seek " + t.words()
	if t.Lowest > 0 && t.Most > 0 {
		text += fmt.Sprintf(" %d-%d", t.Lowest, t.Most)
	}
	return a.ask(ctx, text, "Your seek has been posted", "Your seek matches", "Your seek intercepts", "Creating:", "Issuing match")
}

// StopSeek takes the player's seeks back.
func (a *Account) StopSeek(ctx context.Context) error {
	return a.ask(ctx, "unseek", "Your seeks have been removed", "no active seeks", "have been removed")
}

// Take takes the seek of somebody.
func (a *Account) Take(ctx context.Context, index int) error {
	return a.ask(ctx, fmt.Sprintf("play %d", index), "Creating:", "Issuing match", "{Game ", "accept", "matches")
}

// Match challenges somebody. An adjourned game with them goes on.
func (a *Account) Match(ctx context.Context, name string, t Terms) error {
	if err := t.Check(a.Guest); err != nil {
		return err
	}
	if err := CheckName(name); err != nil {
		return err
	}
	return a.ask(ctx, "match "+name+" "+t.words(), "Issuing:", "Updating", "Creating:", "intercepts", "matches", "Your challenge")
}

// Accept agrees to an offer.
func (a *Account) Accept(ctx context.Context, index int) error {
	return a.ask(ctx, fmt.Sprintf("accept %d", index), "You accept", "Accepting", "Creating:", "accepted", "agree")
}

// Decline refuses an offer.
func (a *Account) Decline(ctx context.Context, index int) error {
	return a.ask(ctx, fmt.Sprintf("decline %d", index), "You decline", "Declining", "declined")
}

// Withdraw takes an offer of the player back.
func (a *Account) Withdraw(ctx context.Context, index int) error {
	return a.ask(ctx, fmt.Sprintf("withdraw %d", index), "You withdraw", "Withdrawing", "withdrawn")
}

// Tell says something to somebody.
func (a *Account) Tell(ctx context.Context, name, text string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if text = remote.CleanLine(text, remote.MaxChat); text == "" {
		return errors.New("the message is empty")
	}
	return a.ask(ctx, "tell "+name+" "+text, "told ")
}

// Observed is a game that can be watched.
type Observed struct {
	Number  int
	Names   [2]string
	Ratings [2]int
	Kind    string // a word of the server
}

// gameLine is a row of the list of games.
var gameLine = regexp.MustCompile(`^ *(\d+) +([0-9+\-]+E?P?) +([A-Za-z]{2,20}) +([0-9+\-]+E?P?) +([A-Za-z]{2,20}) +\[([ p])([a-zA-Z])([ur]) *(\d+) +(\d+)\]`)

// Games lists those that are played now, the strongest last as the server has it.
func (a *Account) Games(ctx context.Context) (all []Observed, err error) {
	answer, err := a.command(ctx, "games")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(answer) {
		m := gameLine.FindStringSubmatch(line)
		if m == nil || m[6] == "p" || len(all) >= mostSeeks {
			continue
		}
		kind, ok := variants.FICSLetter(m[7])
		if !ok {
			continue
		}
		number, err := strconv.Atoi(m[1])
		if err == nil {
			all = append(all, Observed{number, [2]string{m[3], m[5]}, [2]int{rating(m[2]), rating(m[4])}, kind})
		}
	}
	return all, nil
}

// Observe watches a game, by its number or a player, and gives its table.
func (a *Account) Observe(ctx context.Context, what string) (table string, err error) {
	if _, number := strconv.Atoi(what); number != nil {
		if err := CheckName(what); err != nil {
			return "", err
		}
	}
	answer, err := a.command(ctx, "observe "+what)
	if err != nil {
		return "", err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for number, g := range a.games {
		if strings.Contains(answer, fmt.Sprintf("observing game %d.", number)) {
			return g.id, nil
		}
	}
	return "", &RefusedError{firstLine(answer)}
}
