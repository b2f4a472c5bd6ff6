package serve

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound what those who connect can make the server do.
type Limits struct {
	Connections int           // open at a time, in all
	PerAddress  int           // open at a time from one address
	PerKey      int           // sessions at a time of one key
	Logins      int           // connections a minute from one address
	Names       int           // new names a day from one address
	Keys        int           // a second in one session; who sends more waits
	Games       int           // unfinished ones kept of a player, and as many saved ones
	Login       time.Duration // from the connection to the session
	Idle        time.Duration // without a key
	Longest     time.Duration // a session
	Stall       time.Duration // that a client may leave output unread
	Alive       time.Duration // between two questions whether a client is there; cut after twice that
	Thinkers    int           // searches at a time, in all
	Think       time.Duration // one search
}

// Usual are the limits of a server of ordinary size.
func Usual() Limits {
	return Limits{
		Connections: 1000, PerAddress: 10, PerKey: 3, Logins: 30, Names: 20, Keys: 100, Games: 200,
		Login: 10 * time.Second, Idle: 30 * time.Minute, Longest: 12 * time.Hour, Stall: 8 * time.Second, Alive: 15 * time.Second,
		Thinkers: 1, Think: 10 * time.Second,
	}
}

// gate counts connections by address.
type gate struct {
	lim  Limits
	now  func() time.Time
	mu   sync.Mutex
	all  int
	from map[netip.Prefix]*caller
}

type caller struct {
	open   int
	logins *rate.Limiter
	names  *rate.Limiter
}

func newGate(lim Limits, now func() time.Time) *gate {
	return &gate{lim: lim, now: now, from: make(map[netip.Prefix]*caller)}
}

// many is how many addresses are remembered before the idle ones are dropped.
const many = 4096

// enter lets a connection from an address in, or tells which limit keeps it out.
func (g *gate) enter(at netip.Prefix) (leave func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := g.from[at]
	if w == nil {
		if len(g.from) >= many {
			g.sweep()
		}
		w = &caller{
			logins: rate.NewLimiter(rate.Limit(float64(g.lim.Logins)/60), g.lim.Logins),
			names:  rate.NewLimiter(rate.Every(24*time.Hour/time.Duration(max(g.lim.Names, 1))), g.lim.Names),
		}
		g.from[at] = w
	}
	switch {
	case g.all >= g.lim.Connections:
		return nil, errFull(g.lim.Connections)
	case w.open >= g.lim.PerAddress:
		return nil, errAddress(g.lim.PerAddress)
	case !w.logins.AllowN(g.now(), 1):
		return nil, errFast(g.lim.Logins)
	}
	g.all++
	w.open++
	return sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.all--
		w.open--
	}), nil
}

// errNames refuses one more new name.
var errNames = errors.New("too many new names come from your address today: use the one that you have, or try again tomorrow")

// name has a new name count against the address that it comes from, if one may come.
// keep is called with it; an error of it costs nothing.
func (g *gate) name(at netip.Prefix, keep func() error) error {
	g.mu.Lock()
	w := g.from[at] // there is one: a connection of it is open
	var r *rate.Reservation
	if w != nil {
		r = w.names.ReserveN(g.now(), 1)
	}
	g.mu.Unlock()
	if r != nil && (!r.OK() || r.DelayFrom(g.now()) > 0) {
		r.CancelAt(g.now())
		return errNames
	}
	err := keep()
	if r != nil && err != nil {
		r.CancelAt(g.now())
	}
	return err
}

// count tells how many connections are open.
func (g *gate) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.all
}

// sweep forgets addresses that nothing is held against, for who holds mu.
func (g *gate) sweep() {
	for at, w := range g.from {
		if w.open == 0 && w.logins.TokensAt(g.now()) >= float64(g.lim.Logins) && w.names.TokensAt(g.now()) >= float64(g.lim.Names) {
			delete(g.from, at)
		}
	}
}

// counted is a connection that leaves the gate when it is closed.
type counted struct {
	net.Conn
	leave func()
}

func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}

// network is the Network of the far end of a connection.
func network(a net.Addr) netip.Prefix {
	ap, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Prefix{}
	}
	return Network(ap.Addr())
}

// Network is what counts as one address: with IPv6 the 64 bits that one subscriber is given.
func Network(addr netip.Addr) netip.Prefix {
	addr, bits := addr.Unmap().WithZone(""), 32
	if addr.Is6() {
		bits = 64
	}
	p, _ := addr.Prefix(bits)
	return p
}
