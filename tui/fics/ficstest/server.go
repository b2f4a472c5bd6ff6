// Package ficstest is a server for tests that speaks as freechess.org does, as far as our client asks: telnet,
// login, settings, answers in blocks, seeks, offers, games by the rules of our own boards in style 12, chat, and whatever
// goes wrong on a line. Only tests import it. Start reading at [Server].
package ficstest

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"rookery/chess"
	"rookery/variants"
)

// Server is a server for one test. Whoever is named without a connection is a player whom the test moves.
type Server struct {
	Addr     string
	Timeseal bool // whether sealed lines are understood; set before the first connection

	t        testing.TB
	listener net.Listener

	mu        sync.Mutex
	changed   *sync.Cond
	passwords map[string]string
	conns     map[string]*conn // by name, once logged in
	all       map[*conn]bool
	commands  []string // NAME: command
	seeks     map[int]*seek
	offers    map[int]*offer
	games     map[int]*Game
	serial    int
	guests    int
	pongs     int // times that were told when they were asked
	closed    bool
}

type seek struct {
	index int
	name  string
	terms terms
}

type offer struct {
	index    int
	from, to string
	kind     string
	terms    terms
	count    int // half-moves of a takeback
}

// terms are what a game is played for.
type terms struct {
	base, incr int
	rated      bool
	colour     string
	kind       string // as ByFICSKind of package variants has it; empty for chess
}

// conn is a client.
type conn struct {
	net.Conn
	name   string
	guest  bool
	sealed int64 // the time of its last sealed line, in milliseconds
	block  int   // of the command that is being answered; 0 for none
	out    strings.Builder
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		Addr: l.Addr().String(), t: t, listener: l, passwords: make(map[string]string), conns: make(map[string]*conn), all: make(map[*conn]bool),
		seeks: make(map[int]*seek), offers: make(map[int]*offer), games: make(map[int]*Game),
	}
	s.changed = sync.NewCond(&s.mu)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(&conn{Conn: c})
		}
	}()
	t.Cleanup(s.Close)
	return s
}

// Close ends all connections.
func (s *Server) Close() {
	_ = s.listener.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for c := range s.all {
		_ = c.Conn.Close()
	}
	s.changed.Broadcast()
}

// Register makes an account.
func (s *Server) Register(name, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passwords[name] = password
}

func (s *Server) await(what string, holds func() bool) {
	s.t.Helper()
	late := time.AfterFunc(30*time.Second, func() {
		s.mu.Lock()
		s.closed = true
		s.changed.Broadcast()
		s.mu.Unlock()
	})
	defer late.Stop()
	for !holds() {
		if s.closed {
			s.t.Errorf("waited in vain for %s; commands:\n%s", what, strings.Join(s.commands, "\n"))
			return
		}
		s.changed.Wait()
	}
}

// Await waits for a command, such as "seek 5 0", and tells who sent it.
func (s *Server) Await(command string) (name string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await(command, func() bool {
		for _, c := range s.commands {
			if who, text, _ := strings.Cut(c, ": "); strings.HasPrefix(text, command) {
				name = who
				return true
			}
		}
		return false
	})
	return name
}

// AwaitUser waits until somebody is logged in whose name begins so, and gives the name.
func (s *Server) AwaitUser(begin string) (name string) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.await("the login of "+begin, func() bool {
		for n := range s.conns {
			if strings.HasPrefix(n, begin) {
				name = n
				return true
			}
		}
		return false
	})
	return name
}

// Cut breaks the connection of somebody, in the middle of a line.
func (s *Server) Cut(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.conns[name]; c != nil {
		_, _ = c.Write([]byte("<12> rnbqkbnr pppp"))
		_ = c.Conn.Close()
	}
}

// Send sends somebody a text as it is.
func (s *Server) Send(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tell(name, text)
}

// Pongs is how often clients have told their time when they were asked.
func (s *Server) Pongs() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pongs
}

// unseal is a line of timeseal without its seal; own tells that the client's timeseal has written it, not the player.
func (s *Server) unseal(c *conn, line string) (text string, own bool) {
	const key = "Timestamp (FICS) v1.0 - programmed by Henrik Gram."
	b := []byte(line)
	for i := range b {
		b[i] = (b[i] + 32) ^ key[i%50]&0x7f ^ 0x80
	}
	for at := 0; at+12 <= len(b); at += 12 {
		for _, pair := range [][2]int{{0, 11}, {2, 9}, {4, 7}} {
			b[at+pair[0]], b[at+pair[1]] = b[at+pair[1]], b[at+pair[0]]
		}
	}
	text, rest, _ := strings.Cut(string(b), "\x18")
	digits, pad, sealed := strings.Cut(rest, "\x19")
	at, err := strconv.ParseInt(digits, 10, 64)
	s.mu.Lock()
	defer s.mu.Unlock()
	hello := strings.HasPrefix(text, "TIMESTAMP|")
	if err != nil || !sealed || len(b)%12 != 0 || strings.Trim(pad, "1") != "" || at <= c.sealed || hello != (c.sealed == 0) {
		s.t.Errorf("a seal is broken: %q at %s after %d ms", text, digits, c.sealed)
	}
	c.sealed = at
	if text == "\x029" {
		s.pongs++
		return "", true
	}
	return text, hello
}

// tell writes to somebody who is connected: into the answer that is under way, or at once.
func (s *Server) tell(name, text string) {
	c := s.conns[name]
	if c == nil {
		return
	}
	if c.block != 0 {
		c.out.WriteString(text + "\n\r")
		return
	}
	_, _ = c.Write([]byte("\n\r" + text + "\n\rfics% "))
}

// serve talks to a client.
func (s *Server) serve(c *conn) {
	s.mu.Lock()
	s.all[c] = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.conns[c.name] == c {
			delete(s.conns, c.name)
			for _, g := range s.games {
				if !g.over && slices.Contains(g.names[:], c.name) {
					g.endLocked(c.name+" forfeits by disconnection", [2]string{"0-1", "1-0"}[slices.Index(g.names[:], c.name)])
				}
			}
			for i, k := range s.seeks {
				if k.name == c.name {
					delete(s.seeks, i)
				}
			}
		}
		_ = c.Conn.Close()
		s.changed.Broadcast()
	}()
	in := bufio.NewReader(c)
	line := func() (string, bool) {
		text, err := in.ReadString('\n')
		for s.Timeseal && err == nil && strings.HasSuffix(text, "\x80\n") {
			said, own := s.unseal(c, strings.TrimSuffix(text, "\x80\n"))
			if !own {
				_, _ = c.Write([]byte("[G]\x00"))
				return said, true
			}
			text, err = in.ReadString('\n')
		}
		text = strings.TrimRight(strings.ReplaceAll(text, "\xff\xfe", ""), "\r\n")
		for len(text) > 2 && text[0] == 0xff {
			text = text[3:]
		}
		return text, err == nil
	}
	_, _ = c.Write([]byte("\xff\xfd\x18Welcome to the test server\n\r\n\rlogin: "))
	for {
		name, ok := line()
		if !ok {
			return
		}
		if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) || r > 'z' }) {
			_, _ = c.Write([]byte("\n\rSorry, names can only consist of lower and upper case letters.  Try again.\n\r\n\rlogin: "))
			continue
		}
		s.mu.Lock()
		password, registered := s.passwords[name]
		if name == "guest" {
			s.guests++
			name = "Guest" + string(rune('A'+s.guests%26)) + "BCD"
			c.guest = true
		}
		s.mu.Unlock()
		switch {
		case c.guest:
			fmt.Fprintf(c, "\n\rLogging you in as \"%s\"; you may use this name to play unrated games.\n\r\n\rPress return to enter the server as \"%s\":", name, name)
			if _, ok := line(); !ok {
				return
			}
		case registered:
			fmt.Fprintf(c, "\n\r\"%s\" is a registered name.  If it is yours, type the password.\n\rpassword: \xff\xfb\x01", name)
			given, ok := line()
			if !ok {
				return
			}
			if given != password {
				_, _ = c.Write([]byte("\xff\xfc\x01\n\r**** Invalid password! ****\n\r\n\rlogin: "))
				continue
			}
			_, _ = c.Write([]byte("\xff\xfc\x01"))
		default:
			fmt.Fprintf(c, "\n\r\"%s\" is not a registered name.  You may use this name to play unrated games.\n\rPress return to enter the server as \"%s\":", name, name)
			if _, ok := line(); !ok {
				return
			}
			c.guest = true
		}
		s.mu.Lock()
		c.name = name
		title := ""
		if c.guest {
			title = "(U)"
		}
		_, _ = fmt.Fprintf(c, "\n\r**** Starting FICS session as %s%s ****\n\r\n\rfics%% ", name, title)
		s.conns[name] = c
		s.changed.Broadcast()
		s.mu.Unlock()
		break
	}
	blocks := false
	for {
		text, ok := line()
		if !ok {
			return
		}
		s.mu.Lock()
		if !blocks {
			blocks = text == "iset block 1"
			_, _ = c.Write([]byte("block set.\n\rfics% "))
			s.mu.Unlock()
			continue
		}
		number, command, _ := strings.Cut(text, " ")
		c.block, _ = strconv.Atoi(number)
		if c.block == 0 {
			s.mu.Unlock()
			if text == "quit" {
				return
			}
			continue
		}
		s.commands = append(s.commands, c.name+": "+command)
		c.out.Reset()
		s.do(c, command)
		answer := fmt.Sprintf("\x15%d\x16%d\x16%s\n\r\x17", c.block, 1, c.out.String())
		c.block = 0
		_, _ = c.Write([]byte(answer))
		s.changed.Broadcast()
		s.mu.Unlock()
	}
}

// gameOf is the game that somebody plays.
func (s *Server) gameOf(name string) *Game {
	for _, g := range s.games {
		if !g.over && slices.Contains(g.names[:], name) {
			return g
		}
	}
	return nil
}

// do answers a command.
func (s *Server) do(c *conn, command string) {
	say := func(format string, args ...any) { fmt.Fprintf(&c.out, format+"\n\r", args...) }
	words := strings.Fields(command)
	if len(words) == 0 {
		return
	}
	me := c.name
	arg := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	g := s.gameOf(me)
	switch words[0] {
	case "set", "iset", "date":
		say("%s set.", arg(1))
		if command == "iset seekinfo 1" {
			say("<sc>")
			for _, i := range slices.Sorted(maps.Keys(s.seeks)) {
				say("%s", s.seeks[i].line("<s>"))
			}
		}
	case "seek":
		t, ok := parseTerms(words[1:])
		if !ok || t.rated && c.guest {
			say("Only unrated games are allowed for guests.")
			return
		}
		k := s.addSeek(me, t)
		say("Your seek has been posted with index %d.", k.index)
	case "unseek":
		for i, k := range s.seeks {
			if k.name == me {
				s.removeSeek(i)
			}
		}
		say("Your seeks have been removed.")
	case "play":
		n, _ := strconv.Atoi(arg(1))
		k := s.seeks[n]
		if k == nil {
			say("That seek is not available.")
			return
		}
		s.removeSeek(n)
		s.begin(k.name, me, k.terms)
	case "match":
		t, ok := parseTerms(words[2:])
		if !ok {
			say("There is no such game.")
			return
		}
		if arg(1) == "Nobody" {
			say("Nobody is not logged in.")
			return
		}
		o := s.addOffer(me, arg(1), "match", t, 0)
		say("Issuing: %s (++++) %s (++++) unrated %s %d %d.", me, arg(1), o.terms.kind, t.base, t.incr)
	case "rematch":
		for _, i := range slices.Backward(slices.Sorted(maps.Keys(s.games))) {
			if old := s.games[i]; old.over && slices.Contains(old.names[:], me) {
				other := old.names[1-slices.Index(old.names[:], me)]
				for _, o := range s.offers {
					if o.kind == "match" && o.from == other && o.to == me {
						s.settle(o, true)
						return
					}
				}
				s.addOffer(me, other, "match", old.terms, 0)
				say("Issuing: a rematch.")
				return
			}
		}
		say("You have no previous opponent.")
	case "accept", "decline", "withdraw":
		n, _ := strconv.Atoi(arg(1))
		o := s.offers[n]
		if o == nil {
			say("There are no offers %d to %s.", n, words[0])
			return
		}
		say("You %s the %s offer.", words[0], o.kind)
		s.settle(o, words[0] == "accept")
	case "draw", "abort", "takeback", "adjourn":
		if g == nil {
			say("You are not playing a game.")
			return
		}
		s.ask(me, g, words[0], arg(1), say)
	case "resign":
		if g == nil {
			say("You are not playing a game.")
			return
		}
		say("You resign.")
		g.endLocked(me+" resigns", g.lost(me))
	case "flag":
		say("Your opponent is not out of time, wait some.")
	case "moretime":
		if g == nil {
			say("You are not playing a game.")
			return
		}
		say("15 seconds were added to your opponents clock")
		g.left[1-slices.Index(g.names[:], me)] += 15000
		g.tellLocked()
	case "tell":
		if arg(1) == "Nobody" {
			say("Nobody is not logged in.")
			return
		}
		text := strings.Join(words[2:], " ")
		how := "tells you"
		if g != nil && slices.Contains(g.names[:], arg(1)) {
			how = "says"
			g.said = append(g.said, text)
		}
		s.tell(arg(1), fmt.Sprintf("%s %s: %s", me, how, text))
		say("(told %s)", arg(1))
	case "xwhisper":
		say("(whispered to 1 player)")
	case "games":
		for _, i := range slices.Sorted(maps.Keys(s.games)) {
			if g := s.games[i]; !g.over {
				say("%3d 1500 %-11s 1600 %-10s [ br%3d%4d]   0:10 -  0:10 (39-39) W:  1", g.number, g.names[0], g.names[1], g.terms.base, g.terms.incr)
			}
		}
		say("")
		say("  %d games displayed.", len(s.games))
	case "observe":
		n, err := strconv.Atoi(arg(1))
		if err != nil {
			if of := s.gameOf(arg(1)); of != nil {
				n = of.number
			}
		}
		of := s.games[n]
		if of == nil || of.over {
			say("There is no such game.")
			return
		}
		say("You are now observing game %d.", n)
		of.watchers[me] = true
		of.tellTo(me)
	case "unobserve":
		n, _ := strconv.Atoi(arg(1))
		if of := s.games[n]; of != nil {
			delete(of.watchers, me)
		}
		say("Removing game %s from observation list.", arg(1))
	default:
		if g == nil {
			say("%s: Command not found.", words[0])
			return
		}
		if reason := g.moveLocked(me, command); reason != "" {
			say("%s", reason)
		}
	}
}

// ask makes an offer in a game, or agrees to one of the same kind.
func (s *Server) ask(me string, g *Game, kind, count string, say func(string, ...any)) {
	other := g.names[1-slices.Index(g.names[:], me)]
	for _, o := range s.offers {
		if o.kind == kind && o.from == other {
			say("You accept the %s offer.", kind)
			s.settle(o, true)
			return
		}
	}
	if kind == "abort" && g.game.Ply() < 2 {
		say("The game has been aborted on move one.")
		g.endLocked("Game aborted on move 1", "*")
		return
	}
	if kind == "draw" && g.game.Claimable() != chess.NoReason {
		say("The draw is claimed.")
		g.endLocked("Game drawn by repetition", "1/2-1/2")
		return
	}
	n, _ := strconv.Atoi(count)
	s.addOffer(me, other, kind, terms{}, max(n, 1))
	say("Offering %s.", map[string]string{"draw": "a draw", "abort": "to abort", "takeback": "a takeback", "adjourn": "to adjourn"}[kind]+" ("+kind+")")
}

// addOffer makes an offer.
func (s *Server) addOffer(from, to, kind string, t terms, count int) *offer {
	s.serial++
	o := &offer{s.serial, from, to, kind, t, count}
	s.offers[o.index] = o
	p := "#"
	if kind == "match" {
		p = fmt.Sprintf("%s (1500) %s (1600) unrated %s %d %d", from, to, cmp.Or(t.kind, "blitz"), t.base, t.incr)
	}
	s.tell(to, fmt.Sprintf("<pf> %d w=%s t=%s p=%s", o.index, from, kind, p))
	s.tell(from, fmt.Sprintf("<pt> %d w=%s t=%s p=%s", o.index, to, kind, p))
	s.changed.Broadcast()
	return o
}

// settle answers an offer.
func (s *Server) settle(o *offer, yes bool) {
	delete(s.offers, o.index)
	for _, name := range []string{o.from, o.to} {
		s.tell(name, fmt.Sprintf("<pr> %d", o.index))
	}
	if !yes {
		s.tell(o.from, fmt.Sprintf("%s declines the %s request.", o.to, o.kind))
		return
	}
	g := s.gameOf(o.from)
	switch {
	case o.kind == "match":
		s.begin(o.from, o.to, o.terms)
	case g == nil:
	case o.kind == "draw":
		g.endLocked("Game drawn by mutual agreement", "1/2-1/2")
	case o.kind == "abort":
		g.endLocked("Game aborted by mutual agreement", "*")
	case o.kind == "adjourn":
		g.endLocked("Game adjourned by mutual agreement", "*")
	case o.kind == "takeback":
		for range min(o.count, g.game.Ply()) {
			g.game.Undo()
		}
		g.tellLocked()
	}
}

// parseTerms reads "5 0 unrated white wild 5".
func parseTerms(words []string) (t terms, ok bool) {
	numbers := 0
	for i := 0; i < len(words); i++ {
		switch w := words[i]; w {
		case "rated":
			t.rated = true
		case "unrated":
		case "white", "black":
			t.colour = w
		case "wild":
			if i++; i < len(words) {
				t.kind = "wild/" + words[i]
			}
		default:
			if slices.ContainsFunc(variants.FICSGames, func(g struct{ Kind, ID, Name string }) bool { return g.Kind == w }) {
				t.kind = w
				continue
			}
			n, err := strconv.Atoi(w)
			if err != nil {
				if strings.Contains(w, "-") {
					continue
				}
				return t, false
			}
			if numbers == 0 {
				t.base = n
			} else {
				t.incr = n
			}
			numbers++
		}
	}
	return t, numbers == 2
}

func (k *seek) line(mark string) string {
	rated := "u"
	if k.terms.rated {
		rated = "r"
	}
	return fmt.Sprintf("%s %d w=%s ti=00 rt=1500  t=%d i=%d r=%s tp=%s c=? rr=0-9999 a=t f=f", mark, k.index, k.name, k.terms.base, k.terms.incr, rated, cmp.Or(k.terms.kind, "blitz"))
}

func (s *Server) addSeek(name string, t terms) *seek {
	s.serial++
	k := &seek{s.serial, name, t}
	s.seeks[k.index] = k
	for n := range s.conns {
		s.tell(n, k.line("<s>"))
	}
	s.changed.Broadcast()
	return k
}

func (s *Server) removeSeek(index int) {
	delete(s.seeks, index)
	for n := range s.conns {
		s.tell(n, fmt.Sprintf("<sr> %d", index))
	}
}

// Seek has somebody look for a game, such as "5 0 unrated losers".
func (s *Server) Seek(name, words string) {
	s.t.Helper()
	t, ok := parseTerms(strings.Fields(words))
	if !ok {
		s.t.Fatalf("no terms: %s", words)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addSeek(name, t)
}

// TakeSeek has somebody take the seek of another when it stands.
func (s *Server) TakeSeek(name, by string) *Game {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var k *seek
	s.await("a seek of "+name, func() bool {
		for _, o := range s.seeks {
			if o.name == name {
				k = o
			}
		}
		return k != nil
	})
	if k == nil {
		s.t.Fatal("no seek")
	}
	s.removeSeek(k.index)
	return s.begin(name, by, k.terms)
}

// Match has somebody challenge another.
func (s *Server) Match(from, to, words string) {
	s.t.Helper()
	t, ok := parseTerms(strings.Fields(words))
	if !ok {
		s.t.Fatalf("no terms: %s", words)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.addOffer(from, to, "match", t, 0)
}

// Answer answers the offer that somebody has made, when it stands.
func (s *Server) Answer(from, kind string, yes bool) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var of *offer
	s.await("an offer of "+from, func() bool {
		for _, o := range s.offers {
			if o.from == from && o.kind == kind {
				of = o
			}
		}
		return of != nil
	})
	if of != nil {
		s.settle(of, yes)
	}
}

// Begin starts a game.
func (s *Server) Begin(white, black, words string) *Game {
	s.t.Helper()
	t, ok := parseTerms(strings.Fields(words))
	if !ok {
		s.t.Fatalf("no terms: %s", words)
	}
	t.colour = "white"
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begin(white, black, t)
}

// Last is the game that began last.
func (s *Server) Last() *Game {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var last *Game
	s.await("a game", func() bool {
		for _, g := range s.games {
			if !g.over {
				last = g
			}
		}
		return last != nil
	})
	return last
}

// Game is a game.
type Game struct {
	s        *Server
	number   int
	names    [2]string // by Color
	terms    terms
	game     *chess.Game
	left     [2]int // milliseconds
	watchers map[string]bool
	said     []string
	over     bool
}

// startOf is where a kind of game begins, by our rules; empty for the usual position.
func startOf(kind string) string {
	switch kind {
	case "wild/5":
		return "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w - - 0 1"
	case "wild/0":
		return "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
	case "wild/fr":
		return "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
	}
	return ""
}

func (s *Server) begin(one, two string, t terms) *Game {
	s.serial++
	white, black := one, two
	if t.colour == "black" {
		white, black = two, one
	}
	v, _ := variants.ByFICSKind(t.kind)
	game, err := chess.NewGameFEN(v.Rules, startOf(t.kind))
	if err != nil {
		s.t.Errorf("%s: %v", t.kind, err)
		return nil
	}
	g := &Game{s: s, number: s.serial, names: [2]string{white, black}, terms: t, game: game, left: [2]int{60000 * t.base, 60000 * t.base}, watchers: make(map[string]bool)}
	s.games[g.number] = g
	for _, name := range g.names {
		rated := map[bool]string{true: "rated", false: "unrated"}[t.rated]
		s.tell(name, fmt.Sprintf("Creating: %s (1500) %s (1600) %s %s %d %d\n\r{Game %d (%s vs. %s) Creating %s %s match.}", white, black, rated, cmp.Or(t.kind, "blitz"), t.base, t.incr, g.number, white, black, rated, cmp.Or(t.kind, "blitz")))
		g.tellTo(name)
	}
	s.changed.Broadcast()
	return g
}

// tellTo tells somebody how the game stands.
func (g *Game) tellTo(name string) {
	r := 0
	if g.terms.rated {
		r = 1
	}
	text := fmt.Sprintf("<g1> %d p=0 t=%s r=%d u=0,0 it=%d,%d i=%d,%d pt=0 rt=1500 ,1600E ts=1,1 m=2 n=0\n\r", g.number, cmp.Or(g.terms.kind, "blitz"), r, 60*g.terms.base, g.terms.incr, 60*g.terms.base, g.terms.incr)
	if g.game.Rules().Pocket != chess.NoPocket {
		v := g.game.Board().View(chess.Everyone)
		hands := [2]string{}
		for c := range hands {
			for _, role := range []chess.Role{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
				hands[c] += strings.Repeat(string(chess.PieceOf(chess.White, role).Letter()), int(v.Pockets[c][role]))
			}
		}
		text += fmt.Sprintf("<b1> game %d white [%s] black [%s]\n\r", g.number, hands[0], hands[1])
	}
	g.s.tell(name, text+g.style12(name))
}

// tellLocked tells everybody at the board how the game stands.
func (g *Game) tellLocked() {
	for _, name := range g.names {
		g.tellTo(name)
	}
	for name := range g.watchers {
		g.tellTo(name)
	}
	g.s.changed.Broadcast()
}

// style12 writes the position for somebody.
func (g *Game) style12(name string) string {
	b := g.game.Board()
	v := b.View(chess.Everyone)
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		row := make([]byte, 8)
		for file := range 8 {
			row[file] = '-'
			if p := v.Cells[8*rank+file].Piece; p != 0 {
				row[file] = p.Letter()
			}
		}
		ranks = append(ranks, string(row))
	}
	fen := strings.Fields(b.FEN())
	rights := fen[len(fen)-4]
	flag := func(c chess.Color, long bool) int { // by the side that the letters name
		for _, r := range rights {
			if (r >= 'a') == (c == chess.Black) && r != '-' {
				file := strings.ToLower(string(r))
				isLong := file == "q" || file >= "a" && file < "e"
				if g.terms.kind == "wild/fr" {
					isLong = file == "f"
				}
				if isLong == long {
					return 1
				}
			}
		}
		return 0
	}
	pushed := -1
	last := "none"
	if n := g.game.Ply(); n > 0 {
		m := g.game.Moves()[n-1]
		last = g.game.SANs()[n-1]
		before := g.game.BoardAt(n - 1).View(chess.Everyone)
		if d := int(m.To()) - int(m.From()); m.Kind() != chess.Dropping && before.Cells[m.From()].Piece.Role() == chess.Pawn && (d == 16 || d == -16) {
			pushed = int(m.From()) % 8
		}
	}
	turn := "W"
	if v.Turn == chess.Black {
		turn = "B"
	}
	relation := 0
	if i := slices.Index(g.names[:], name); i >= 0 {
		relation = -1
		if chess.Color(i) == v.Turn {
			relation = 1
		}
	}
	running := 0
	if g.game.Ply() >= 2 && !g.over {
		running = 1
	}
	return fmt.Sprintf("<12> %s %s %d %d %d %d %d %d %d %s %s %d %d %d 39 39 %d %d %d none (0:00.000) %s 0 %d 0",
		strings.Join(ranks, " "), turn, pushed, flag(0, false), flag(0, true), flag(1, false), flag(1, true), v.Halfmoves, g.number, g.names[0], g.names[1], relation,
		g.terms.base, g.terms.incr, g.left[0], g.left[1], v.Fullmove, last, running)
}

// lost is the result when somebody loses.
func (g *Game) lost(name string) string {
	if name == g.names[0] {
		return "0-1"
	}
	return "1-0"
}

// moveLocked plays a move of somebody; a reason says why not.
func (g *Game) moveLocked(name, text string) string {
	if g.names[g.game.Turn()] != name {
		return "It is not your move."
	}
	m, err := chess.ParseMove(g.game.Board(), strings.ReplaceAll(text, "=", ""))
	if err == nil {
		err = g.game.Play(m)
	}
	if err != nil {
		return fmt.Sprintf("Illegal move (%s).", text)
	}
	g.tellLocked()
	if o := g.game.Board().Outcome(); o.Over() {
		switch o.Result {
		case chess.WhiteWins:
			g.endLocked(g.names[1]+" checkmated", "1-0")
		case chess.BlackWins:
			g.endLocked(g.names[0]+" checkmated", "0-1")
		default:
			g.endLocked("Game drawn by stalemate", "1/2-1/2")
		}
	}
	return ""
}

// endLocked ends the game.
func (g *Game) endLocked(words, result string) {
	g.over = true
	text := fmt.Sprintf("{Game %d (%s vs. %s) %s} %s", g.number, g.names[0], g.names[1], words, result)
	for _, name := range g.names {
		g.s.tell(name, text)
	}
	for name := range g.watchers {
		g.s.tell(name, text)
	}
	g.s.changed.Broadcast()
}

// Move plays a move of whoever is to move.
func (g *Game) Move(text string) {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	if reason := g.moveLocked(g.names[g.game.Turn()], text); reason != "" {
		g.s.t.Errorf("%s: %s", text, reason)
	}
}

// AwaitMoves waits until so many half-moves were played.
func (g *Game) AwaitMoves(n int) {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.await(fmt.Sprintf("%d half-moves", n), func() bool { return g.game.Ply() >= n })
}

// AwaitOver waits until the game is over.
func (g *Game) AwaitOver() {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.await("the end", func() bool { return g.over })
}

// AwaitSaid waits for so many lines of chat and gives them.
func (g *Game) AwaitSaid(n int) []string {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.await("chat", func() bool { return len(g.said) >= n })
	return slices.Clone(g.said)
}

// Clocks sets the clocks, in milliseconds, and tells them.
func (g *Game) Clocks(white, black int) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.left = [2]int{white, black}
	g.tellLocked()
}

// Offer has somebody ask for draw, takeback, abort or adjourn.
func (g *Game) Offer(name, kind string, count int) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.addOffer(name, g.names[1-slices.Index(g.names[:], name)], kind, terms{}, count)
}

// Say has somebody say something to the opponent.
func (g *Game) Say(name, text string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.tell(g.names[1-slices.Index(g.names[:], name)], fmt.Sprintf("%s(U)[%d] says: %s", name, g.number, text))
}

// End ends the game in the server's words.
func (g *Game) End(words, result string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.endLocked(words, result)
}
