package lobby

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// Lobby is the club. It is safe for use by many goroutines.
type Lobby struct {
	journal    journal.Journal
	now        func() time.Time
	ratings    Ratings // nil where none are kept
	began      time.Time
	times      times
	outage     outage
	stall      time.Duration // diskStall
	players    journal.Bucket
	names      journal.Bucket
	keys       journal.Bucket
	codes      journal.Bucket      // to be given further keys
	browsers   journal.Bucket      // that show a code
	homes      journal.Bucket      // what players keep besides
	savedGames journal.Bucket      // games that players saved
	ownGames   journal.Bucket      // and those that they played against computers
	mutes      journal.Bucket      // whom players have muted
	rings      journal.Bucket      // which keys players have
	reports    journal.Bucket      // what players tell the operators of others
	contacts   journal.Bucket      // whom players follow and have blocked
	messages   journal.Bucket      // what players have written to each other
	recoveries journal.Bucket      // codes for who has lost all keys
	posted     journal.Bucket      // seeks for correspondence, by their IDs
	reported   func(Report)        // nil for nobody
	teams      journal.Bucket      // of players
	teamNames  journal.Bucket      // and their names
	past       journal.Bucket      // tournaments that are over
	stepped    func(time.Duration) // of a tournament; nil for nobody
	erased     erasedPlayers
	counted    time.Time       // when those who look were told last how much time is left; of Tick alone
	life       context.Context // ends with Close
	node       *node           // what ties it to other processes; nil for none
	wait       sync.WaitGroup  // for what waits for tables
	stop       []func()        // by Close, the last first

	random  *rand.Rand // under mu, as the two below
	letters string     // for IDs to come
	blank   []*Table   // tables to come

	dirty   atomic.Bool // the lobby has changed since it was shown
	moved   atomic.Bool // what only those must know who look at it
	showing atomic.Bool

	mu          sync.Mutex
	ticks       int
	tables      map[string]*Table
	seated      map[string][]*Table // the same by the IDs of their players
	coming      map[string]*Table   // whose first event is being written
	here        map[*Visit]bool
	lines       map[*Reader]bool // all at tables
	seeks       map[string]openSeek
	tournaments map[string]*Tournament // those that are planned, on, or just over
	chat        []remote.Line
	chatter     map[string]map[string]bool // who has muted whom, by ID
	keyVersion  map[string]int             // how often the keys of who was here became others, by ID
	mailVersion map[string]int             // how often the messages of who was here became others, by ID
	faults      []error                    // of games that cannot be read
	desk        ratingDesk
	forget      []func(fingerprint string) // called when a key is taken from its player
}

// Open opens the club that a journal keeps and rebuilds the games in it that run.
// now must never run backwards; seed draws colours, arrays and names. A game whose
// events cannot be read is left out and named in the error; the lobby is usable as
// long as it is not nil. Close it before the journal.
func Open(ctx context.Context, j journal.Journal, now func() time.Time, seed [32]byte) (*Lobby, error) {
	l := &Lobby{
		journal: j, now: now, stall: diskStall, began: now(), random: rand.New(rand.NewChaCha8(seed)),
		tables: make(map[string]*Table), seated: make(map[string][]*Table), coming: make(map[string]*Table),
		here: make(map[*Visit]bool), lines: make(map[*Reader]bool),
		seeks: make(map[string]openSeek), tournaments: make(map[string]*Tournament),
		chatter:    make(map[string]map[string]bool),
		keyVersion: make(map[string]int), mailVersion: make(map[string]int), desk: ratingDesk{known: make(map[string]remote.MainRating)},
	}
	life, end := context.WithCancel(context.Background())
	l.life, l.stop = life, append(l.stop, end)
	for name, b := range map[string]*journal.Bucket{"players": &l.players, "names": &l.names, "keys": &l.keys, "codes": &l.codes, "homes": &l.homes,
		"saved": &l.savedGames, "played": &l.ownGames, "mutes": &l.mutes, "rings": &l.rings, "reports": &l.reports, "posted": &l.posted, "tournaments": &l.past,
		"browsers": &l.browsers, "contacts": &l.contacts, "messages": &l.messages, "recoveries": &l.recoveries, "teams": &l.teams, "teamnames": &l.teamNames} {
		var err error
		if *b, err = j.Bucket(ctx, name); err != nil {
			return nil, err
		}
	}
	if j.Shared() {
		if err := l.meet(ctx); err != nil {
			l.Close()
			return nil, err
		}
	}
	hearing, err := l.mutes.Watch(ctx, l.hearMuted)
	if err != nil {
		l.Close()
		return nil, err
	}
	l.stop = append(l.stop, hearing)
	if hearing, err = l.posted.Watch(ctx, l.hearPosted); err != nil {
		l.Close()
		return nil, err
	}
	l.stop = append(l.stop, hearing)
	if err := l.watchErased(ctx); err != nil {
		l.Close()
		return nil, err
	}
	if err := l.findRunning(ctx); err != nil {
		l.Close()
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l, errors.Join(l.faults...)
}

// Close ends what the lobby does by itself and tells other processes that those
// who are here have gone. Lines that are open stay so, but hear nothing new.
func (l *Lobby) Close() {
	for len(l.stop) > 0 {
		last := len(l.stop) - 1
		l.stop[last]()
		l.stop = l.stop[:last]
	}
	l.wait.Wait()
}

// atOnce is how many tables are made at a time, and letters how many letters of IDs are drawn: they
// outlive the sessions in which they are asked for, and keep less memory from being given back when
// they lie side by side.
const (
	atOnce  = 32
	letters = 1024
)

func (l *Lobby) newTable(id string) *Table {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.blank) == 0 {
		for range atOnce {
			l.blank = append(l.blank, new(Table))
		}
	}
	t := l.blank[0]
	l.blank = l.blank[1:]
	t.id, t.lobby, t.mu, t.readers = id, l, &t.lock, make(map[*Reader]bool)
	return t
}

// sit notes that a line to a table is there, or is gone.
func (l *Lobby) sit(r *Reader, there bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if there {
		l.lines[r] = true
		r.key = l.announceLocked(line{Player: r.player, Table: r.table.id, Seat: r.seat})
	} else {
		delete(l.lines, r)
		l.withdrawLineLocked(r.key)
	}
	l.dirty.Store(true)
}

// draw is a random number below n, and id a name that nobody has.
func (l *Lobby) draw(n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.random.IntN(n)
}

func (l *Lobby) id(length int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
	if len(l.letters) < length {
		b := make([]byte, letters)
		for i := range b {
			b[i] = alphabet[l.random.IntN(len(alphabet))]
		}
		l.letters = string(b)
	}
	id := l.letters[:length]
	l.letters = l.letters[length:]
	return id
}

// patience is how long a player waits for another whose line is gone.
func (l *Lobby) patience(c chess.Control) time.Duration {
	switch {
	case c.None():
		return 5 * time.Minute
	case c.Base >= 25*time.Minute:
		return 2 * time.Minute
	case c.Base >= 8*time.Minute:
		return 80 * time.Second
	}
	return 40 * time.Second
}

// Start opens a table; the array is drawn where there are several.
func (l *Lobby) Start(ctx context.Context, terms remote.Terms, white, black remote.Player) (*Table, error) {
	if _, err := terms.Rules(); err != nil {
		return nil, err
	}
	if white.ID == black.ID {
		return nil, errors.New("you cannot play yourself here: use pass and play from the menu")
	}
	if terms.Partners() {
		return nil, errors.New("this game is for two teams of two")
	}
	if terms.Rated {
		if err := l.mayRate(ctx, white, black); err != nil {
			return nil, err
		}
	}
	return l.open(ctx, l.id(idLength), terms, [2]remote.Player{white, black}, nil, nil)
}

// open opens a table of an ID that no game has, or two where there is a second board; about is nil for one that
// belongs to no tournament.
func (l *Lobby) open(ctx context.Context, id string, terms remote.Terms, first [2]remote.Player, second *[2]remote.Player, about *remote.TournamentTable) (*Table, error) {
	rules, err := terms.Rules()
	if err != nil {
		return nil, err
	}
	players := first[:]
	if second != nil {
		players = append(players[:2:2], second[:]...)
	}
	for _, p := range players {
		if err := l.notePlayed(ctx, p); err != nil {
			return nil, err
		}
	}
	array := -1
	if rules.Start != nil && rules.Start.Count > 1 {
		array = l.draw(rules.Start.Count)
	}
	if _, why := l.Outage(); why != nil {
		return nil, why
	}
	t := l.newTable(id)
	if second != nil {
		t.pairUp()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l.mu.Lock()
	l.coming[t.id] = t // others may hear of it before it is ready
	l.mu.Unlock()
	e := event{Kind: started, At: l.time(), Terms: terms, Players: first, Twin: second, Array: array, Tournament: about}
	if second == nil {
		e.Ratings = [2]remote.Rating{l.ratingOf(ctx, first[0], terms), l.ratingOf(ctx, first[1], terms)}
	}
	err = t.writeLocked(ctx, e)
	if err == nil {
		for _, b := range t.boards() {
			b.openLocked()
		}
	}
	l.mu.Lock()
	delete(l.coming, t.id)
	if err == nil {
		for _, b := range t.boards() {
			l.placeLocked(b)
		}
	}
	l.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if about == nil { // else whoever opens many shows them together
		l.show()
	}
	return t, nil
}

// placeLocked adds a table that is open, and removeLocked takes it away.
func (l *Lobby) placeLocked(t *Table) {
	l.tables[t.id] = t
	for _, p := range t.who {
		l.seated[p.ID] = append(l.seated[p.ID], t)
	}
}

func (l *Lobby) removeLocked(t *Table) {
	delete(l.tables, t.id)
	for _, p := range t.who {
		left := slices.DeleteFunc(l.seated[p.ID], func(o *Table) bool { return o == t })
		if l.seated[p.ID] = left; len(left) == 0 {
			delete(l.seated, p.ID)
		}
	}
}

// openLocked makes a table that has its record ready. The lock is held, or nobody else
// has the table yet.
func (t *Table) openLocked() {
	t.first, t.who = t.rec.game.BoardAt(0).Turn(), t.rec.players
	if about := t.rec.tournament; about != nil && about.Host != "" {
		t.host.Store(&about.Host)
	}
	t.away = [2]time.Time{t.lobby.now(), t.lobby.now()} // until they sit down
	t.remote = t.lobby.linesTo(t.id)
	t.attendLocked()
	t.noteLocked()
}

// Table finds a table by its ID.
func (l *Lobby) Table(id string) (*Table, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.tables[id]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("no game %q in progress: see the list", id)
}

// Tables lists all tables, in no order.
func (l *Lobby) Tables() []*Table {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]*Table, 0, len(l.tables))
	for _, t := range l.tables {
		all = append(all, t)
	}
	return all
}
