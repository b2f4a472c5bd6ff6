package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/charmbracelet/ssh"

	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
)

// The commands that a player's key may give instead of having a session: what is kept of him goes to
// standard output.
const (
	dataCommand  = "data"  // all but the finished games, as JSON
	gamesCommand = "games" // the finished games, as PGN
)

var ownCommands = []string{dataCommand, gamesCommand}

// own answers a command of a player and gives the exit status. It counts as a session of the key.
func (s *Server) own(sess ssh.Session, out io.Writer) int {
	g, err := s.admit(sess.Context(), visitorOf(sess))
	if err == nil {
		defer s.leave(g)
		err = s.tellOwn(g.ctx, g, sess.RawCommand(), out)
	} else {
		s.cfg.Meters.refuse(err)
	}
	if err != nil {
		fmt.Fprintf(sess.Stderr(), "Rookery: %s.\r\n", languageOf(sess.Environ()).Text(err.Error()))
		return 1
	}
	return 0
}

func (s *Server) tellOwn(ctx context.Context, g *client, command string, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Limits.Longest)
	defer cancel()
	if !g.named || s.cfg.Lobby == nil {
		return errors.New("nothing is kept of guests: connect with your SSH key")
	}
	p, err := s.cfg.Lobby.Account(ctx, g.player)
	if errors.Is(err, lobby.ErrNoAccount) {
		return errors.New("this key has no name here: nothing is kept of it but its settings")
	}
	if err == nil {
		err = s.enter(g, p) // unless the account is banned
	}
	if err != nil {
		return err
	}
	s.cfg.Log.Info("a player downloads what is kept", "session", g.id, "account", p.ID, "what", command)
	out = pieces{out}
	if command == gamesCommand {
		if s.cfg.Archive == nil {
			return errors.New("finished games are not saved here")
		}
		_, err := s.cfg.Archive.PGN(ctx, archive.Filter{Player: p.ID, Oldest: true}, out)
		return err
	}
	d, err := s.cfg.Lobby.OwnData(ctx, p)
	if err != nil {
		s.cfg.Log.Error("what is kept of a player cannot be read", "account", p.ID, "err", truncate(err.Error()))
		return errors.New("not all of your data can be read right now: try again in a moment")
	}
	all := ownData{OwnData: d}
	if s.cfg.Archive != nil {
		if all.Ratings, err = ratingsOf(ctx, s.cfg.Archive, p); err != nil {
			return err
		}
	}
	lines := json.NewEncoder(out)
	lines.SetIndent("", "  ")
	return lines.Encode(all)
}

// ownData is what the command data tells.
type ownData struct {
	lobby.OwnData
	Ratings []ownRating `json:"ratings,omitempty"`
}

// ownRating is how a player stands in one pool, and how it went.
type ownRating struct {
	Variant   string          `json:"variant"`
	Speed     archive.Speed   `json:"speed"`
	Rating    int             `json:"rating"`
	Deviation int             `json:"deviation"`
	Wins      int             `json:"wins"`
	Draws     int             `json:"draws"`
	Losses    int             `json:"losses"`
	History   []archive.Point `json:"history,omitempty"`
}

// mostHistory is how many points of each rating are told.
const mostHistory = 10_000

func ratingsOf(ctx context.Context, from archive.Archive, p remote.Player) (all []ownRating, err error) {
	records, err := from.Stats(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		o := ownRating{Variant: r.Variant.Key, Speed: r.Speed, Rating: archive.Rounded(r.Rating), Deviation: int(r.Deviation),
			Wins: r.Wins, Draws: r.Draws, Losses: r.Losses}
		if o.History, err = from.History(ctx, p.ID, r.Pool(), mostHistory); err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// ownCommand tells whether a request asks for one of the commands of players.
func ownCommand(command string) bool { return slices.Contains(ownCommands, command) }

// pieces writes in pieces small enough for a slow line, each of which has its own time.
type pieces struct{ w io.Writer }

func (p pieces) Write(text []byte) (n int, err error) {
	for piece := range slices.Chunk(text, 8<<10) {
		m, err := p.w.Write(piece)
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
