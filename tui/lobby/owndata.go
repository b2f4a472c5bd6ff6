package lobby

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// OwnData is all that the store keeps of a player, for himself. His finished games are in the archive.
type OwnData struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Seen     time.Time         `json:"seen,omitzero"` // to within a week
	Played   bool              `json:"played,omitempty"`
	Keys     []Key             `json:"keys"`
	Codes    int               `json:"recovery_codes"` // how many are left
	Contacts Contacts          `json:"contacts"`
	Muted    []string          `json:"muted,omitempty"` // IDs
	Messages []Message         `json:"messages,omitempty"`
	Reports  []Report          `json:"reports,omitempty"` // that he made
	Files    map[string]string `json:"files"`             // settings, unfinished games, results
	Saved    map[string]string `json:"saved_games,omitempty"`
	Own      map[string]string `json:"played_games,omitempty"` // against computers
	Seeks    []Seek            `json:"seeks,omitempty"`        // made or joined
	Playing  []OwnGame         `json:"games_on,omitempty"`     // finished ones are in the archive
	// Tournaments are those that he has planned or taken part in.
	Tournaments []OwnTournament `json:"tournaments,omitempty"`
	Teams       []OwnTeam       `json:"teams,omitempty"`
}

// OwnGame is a game that is on, as its player may know it.
type OwnGame struct {
	ID         string           `json:"id"`
	Players    [2]remote.Player `json:"players"` // White, Black
	Terms      remote.Terms     `json:"terms"`
	Began      time.Time        `json:"began"`
	Moves      []string         `json:"moves"`                 // empty where fog hides one
	Plan       [][]string       `json:"conditional,omitempty"` // moves, those of the player
	Tournament string           `json:"tournament,omitempty"`  // its ID
}

// OwnTeam is a team that a player is in, or asks to join.
type OwnTeam struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Leads  bool   `json:"leads,omitempty"`
	Asking bool   `json:"asking,omitempty"`
}

// OwnTournament is what a tournament has of a player.
type OwnTournament struct {
	TournamentInfo
	Entered   bool          `json:"entered"`
	Rating    remote.Rating `json:"rating,omitzero"` // when he entered
	Paused    bool          `json:"paused,omitempty"`
	Withdrawn bool          `json:"withdrawn,omitempty"`
	Rank      int           `json:"rank,omitempty"`
	Points    int           `json:"points,omitempty"` // in half points; in an arena in points
	Games     []string      `json:"games,omitempty"`  // their IDs
}

// OwnData gathers it.
func (l *Lobby) OwnData(ctx context.Context, p remote.Player) (d OwnData, err error) {
	v, err := l.players.Get(ctx, p.ID)
	if errors.Is(err, journal.ErrNotFound) {
		return d, ErrNoAccount
	}
	if err != nil {
		return d, err
	}
	a, err := parseAccount(v.Data)
	if err != nil {
		return d, err
	}
	d.ID, d.Name, d.Seen, d.Played = a.ID, a.Name, a.Seen, a.Played
	var errs []error
	note := func(err error) { errs = append(errs, err) }
	d.Keys, err = l.Keys(ctx, p)
	note(err)
	d.Codes, _, err = l.RecoveryLeft(ctx, p)
	note(err)
	d.Contacts, err = l.Contacts(ctx, p)
	note(err)
	d.Messages, err = l.Messages(ctx, p)
	note(err)
	all, err := l.Reports(ctx)
	note(err)
	for _, r := range all {
		if r.By.ID == p.ID {
			d.Reports = append(d.Reports, r)
		}
	}
	for _, from := range []struct {
		home *Home
		to   *map[string]string
	}{{l.Home(p, 0), &d.Files}, {l.SavedGames(p, 0), &d.Saved}, {l.PlayedGames(p, 0), &d.Own}} {
		names, err := from.home.List()
		note(err)
		*from.to = make(map[string]string, len(names))
		for _, name := range names {
			text, err := from.home.Read(name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			note(err)
			(*from.to)[name] = string(text)
		}
	}
	d.Tournaments, err = l.ownTournaments(ctx, p)
	note(err)
	teams, err := l.Teams(ctx)
	note(err)
	for _, t := range teams {
		if t.Has(p.ID) || t.Asks(p.ID) {
			d.Teams = append(d.Teams, OwnTeam{t.ID, t.Name, t.Leader == p.ID, t.Asks(p.ID)})
		}
	}
	l.mu.Lock()
	seated := slices.Clone(l.seated[p.ID])
	l.mu.Unlock()
	for _, t := range seated {
		if g, on := t.own(p); on {
			d.Playing = append(d.Playing, g)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.chatter[p.ID] {
		d.Muted = append(d.Muted, id)
	}
	for _, s := range l.seeks {
		if s.From.ID == p.ID || s.Has(p.ID) {
			d.Seeks = append(d.Seeks, s.Seek)
		}
	}
	return d, errors.Join(errs...)
}

// own is a game as one of its players may have it; on tells whether it goes on.
func (t *Table) own(p remote.Player) (g OwnGame, on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	seat := remote.BlackSeat
	if t.rec.players[remote.WhiteSeat].ID == p.ID {
		seat = remote.WhiteSeat
	}
	s := t.oneSnapshotLocked(&Reader{player: p, seat: seat})
	g = OwnGame{ID: t.id, Players: s.Players, Terms: s.Terms, Began: s.Began, Moves: s.Moves, Plan: s.Plan, Tournament: t.rec.tournamentID()}
	return g, !s.Over()
}

// DeletedName stands where the name of a player stood who has deleted the account.
const DeletedName = "deleted"

// erasedPlayers are those who have deleted their accounts, by ID.
type erasedPlayers struct {
	mu  sync.RWMutex
	ids map[string]bool
}

func (e *erasedPlayers) has(id string) bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.ids[id]
}

// shown is a player as lists may show him.
func (e *erasedPlayers) shown(p remote.Player) remote.Player {
	if e.has(p.ID) {
		return remote.Player{Name: DeletedName}
	}
	return p
}

// watchErased follows who deletes an account, here or at another front end.
func (l *Lobby) watchErased(ctx context.Context) error {
	bucket, err := l.journal.Bucket(ctx, ErasedBucket)
	if err != nil {
		return err
	}
	l.erased.ids = make(map[string]bool)
	stop, err := bucket.Watch(ctx, func(v journal.Value) {
		l.erased.mu.Lock()
		known := l.erased.ids[v.Key]
		l.erased.ids[v.Key] = !v.Deleted
		l.erased.mu.Unlock()
		if all := l.allTournaments(); !known && len(all) > 0 {
			l.wait.Go(func() { // they may be writing
				for _, t := range all {
					t.mu.Lock()
					t.view.Store(t.viewLocked())
					t.mu.Unlock()
				}
				l.show()
			})
		}
	})
	if err == nil {
		l.stop = append(l.stop, stop)
	}
	return err
}

// ErasedBucket of the journal has the IDs of players who have deleted their accounts: whoever lists
// games leaves out their names.
const ErasedBucket = "erased"

// DeleteAccount takes a player and all that is kept of him out of the store, but for his games, whose
// archives forget his name, and for what others keep of him: messages, reports, contacts. The name is
// given to nobody else. Sessions with his keys end.
func (l *Lobby) DeleteAccount(ctx context.Context, p remote.Player) error {
	if p.Guest {
		return errors.New("guests have no account: connect with a key")
	}
	l.mu.Lock()
	playing := false
	for _, t := range l.seated[p.ID] {
		playing = playing || !t.done.Load()
	}
	l.mu.Unlock()
	if playing {
		return errors.New("you have games in progress: finish or resign them first")
	}
	if _, err := l.player(ctx, p.ID); err != nil {
		return err
	}
	keys, err := l.Keys(ctx, p)
	if err != nil {
		return err
	}
	erased, err := l.journal.Bucket(ctx, ErasedBucket)
	if err == nil {
		_, err = erased.Put(ctx, p.ID, []byte("{}"))
	}
	if err != nil {
		return err
	}
	if err := l.leaveTournaments(ctx, p); err != nil {
		return err
	}
	if err := l.leaveTeams(ctx, p); err != nil {
		return err
	}
	// What follows may be stopped half-way: the keys go last, so that he can come back and do it again.
	for _, home := range []*Home{l.Home(p, 0), l.SavedGames(p, 0), l.PlayedGames(p, 0)} {
		names, err := home.List()
		for _, name := range names {
			if err == nil {
				err = home.Remove(name)
			}
		}
		if err == nil {
			err = home.bucket.Delete(ctx, p.ID)
		}
		if err != nil {
			return err
		}
	}
	v, err := l.recoveries.Get(ctx, p.ID)
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return err
	}
	r, err := parseRecovery(v.Data)
	for _, hash := range r.Codes {
		if err == nil {
			err = l.recoveries.Delete(ctx, hash)
		}
	}
	l.mu.Lock()
	l.leaveTeamsLocked(p.ID, "")
	var seeks []openSeek
	for _, s := range l.seeks {
		if s.From.ID == p.ID || s.To == p.ID {
			seeks = append(seeks, s)
		}
	}
	for _, s := range seeks {
		l.removeSeekLocked(s)
	}
	l.mu.Unlock()
	for _, s := range seeks {
		if s.posted && err == nil {
			err = l.posted.Delete(ctx, s.ID)
		}
	}
	for _, b := range []journal.Bucket{l.recoveries, l.codes, l.contacts, l.messages, l.mutes, l.players} {
		if err == nil {
			err = b.Delete(ctx, p.ID)
		}
	}
	for _, k := range keys {
		if err == nil {
			err = l.keys.Delete(ctx, keyOf(k.Fingerprint))
		}
	}
	if err == nil {
		err = l.rings.Delete(ctx, p.ID)
	}
	for _, k := range keys {
		if err == nil {
			err = l.broadcast(keyTopic, k.Fingerprint)
		}
	}
	return err
}
