package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// Team is a group of players of the club that plays matches against others: see TeamMatch. It lies in a bucket by
// its ID, and its name in another, so that no two look alike.
type Team struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	About   string          `json:"about,omitempty"`
	Leader  string          `json:"leader"`  // ID of a member
	Members []remote.Player `json:"members"` // in the order in which they joined
	Asking  []remote.Player `json:"asking,omitempty"`
	Open    bool            `json:"open,omitempty"` // who wants joins; else the leader is asked
	Founded time.Time       `json:"founded"`
}

// Limits of teams.
const (
	MaxTeamName    = 30
	MaxTeamAbout   = 120
	MaxTeamMembers = 100
	MaxTeamAsking  = 50
	// MaxTeams is how many teams one player may be in, those that he asks with them.
	MaxTeams = 10
)

// Errors of teams.
var (
	ErrNoTeam   = errors.New("there is no such team any more")
	errTeamKey  = errors.New("teams are for players with an account: connect with an SSH key")
	errLeader   = errors.New("only the leader of the team can do that")
	errNoMember = errors.New("this player is not in the team")
	errTeamName = errors.New("a team with that name, or a similar one, exists: choose another name")
)

// Has tells whether a player is a member, and Asks whether he wants to be one.
func (t Team) Has(id string) bool  { return has(t.Members, id) }
func (t Team) Asks(id string) bool { return has(t.Asking, id) }

func parseTeam(data []byte) (t Team, err error) {
	if err = json.Unmarshal(data, &t); err != nil {
		return t, err
	}
	t.Name, t.About = remote.CleanLine(t.Name, MaxTeamName), remote.CleanLine(t.About, MaxTeamAbout)
	for _, all := range [][]remote.Player{t.Members, t.Asking} {
		for i := range all {
			all[i].Name = remote.CleanLine(all[i].Name, MaxNameLength)
		}
	}
	return t, nil
}

// Team finds a team by its ID.
func (l *Lobby) Team(ctx context.Context, id string) (Team, error) {
	v, err := l.teams.Get(ctx, id)
	if errors.Is(err, journal.ErrNotFound) {
		return Team{}, ErrNoTeam
	}
	if err != nil {
		return Team{}, err
	}
	return parseTeam(v.Data)
}

// Teams lists all by name.
func (l *Lobby) Teams(ctx context.Context) (all []Team, err error) {
	ids, err := l.teams.Keys(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		t, err := l.Team(ctx, id)
		if errors.Is(err, ErrNoTeam) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b Team) int {
		return strings.Compare(strings.ToLower(a.Name)+a.ID, strings.ToLower(b.Name)+b.ID)
	})
	return all, nil
}

// mayJoin tells why a player cannot be in one more team.
func (l *Lobby) mayJoin(ctx context.Context, p remote.Player) error {
	if p.Guest || p.ID == "" {
		return errTeamKey
	}
	all, err := l.Teams(ctx)
	n := 0
	for _, t := range all {
		if t.Has(p.ID) || t.Asks(p.ID) {
			n++
		}
	}
	if err == nil && n >= MaxTeams {
		err = fmt.Errorf("you are in %d teams, or have asked to join: leave one first", n)
	}
	return err
}

// FoundTeam makes a team whose leader the player is.
func (l *Lobby) FoundTeam(ctx context.Context, by remote.Player, name, about string, open bool) (Team, error) {
	if err := l.mayJoin(ctx, by); err != nil {
		return Team{}, err
	}
	name = strings.TrimSpace(name)
	if len([]rune(name)) < 3 || remote.CleanLine(name, MaxTeamName) != name {
		return Team{}, fmt.Errorf("the name of a team has 3 to %d letters", MaxTeamName)
	}
	t := Team{ID: l.id(10), Name: name, About: remote.CleanLine(about, MaxTeamAbout), Leader: by.ID, Members: []remote.Player{by}, Open: open, Founded: l.time().UTC()}
	if err := l.freeTeamName(ctx, name); err != nil {
		return Team{}, err
	}
	if _, err := l.teamNames.Create(ctx, teamNameKey(name), []byte(t.ID)); err != nil {
		if errors.Is(err, journal.ErrExists) {
			err = errTeamName
		}
		return Team{}, err
	}
	data, err := json.Marshal(t)
	if err == nil {
		_, err = l.teams.Create(ctx, t.ID, data)
	}
	if err == nil {
		err = l.notePlayed(ctx, by) // the name is one that others know
	}
	return t, err
}

// teamNameKey is the same for names that look alike.
func teamNameKey(name string) string { return keyOf(Skeleton(strings.ReplaceAll(name, " ", ""))) }

// freeTeamName frees a name whose team is gone: it was dissolved half-way, or never came to be.
func (l *Lobby) freeTeamName(ctx context.Context, name string) error {
	v, err := l.teamNames.Get(ctx, teamNameKey(name))
	if errors.Is(err, journal.ErrNotFound) {
		return nil
	}
	if err == nil {
		_, err = l.Team(ctx, string(v.Data))
	}
	switch {
	case err == nil:
		return errTeamName
	case errors.Is(err, ErrNoTeam):
		return l.teamNames.Delete(ctx, v.Key)
	}
	return err
}

// changeTeam writes what alter makes of a team, which is dissolved when nobody is left in it.
func (l *Lobby) changeTeam(ctx context.Context, id string, alter func(*Team) error) (now Team, err error) {
	err = changeValue(ctx, l.teams, id, func(old []byte) ([]byte, error) {
		if len(old) == 0 {
			return nil, ErrNoTeam
		}
		t, err := parseTeam(old)
		if err == nil {
			err = alter(&t)
		}
		if err != nil {
			return nil, err
		}
		now = t
		return json.Marshal(t)
	})
	if err == nil && len(now.Members) == 0 {
		if err = l.teams.Delete(ctx, id); err == nil {
			err = l.teamNames.Delete(ctx, teamNameKey(now.Name))
		}
	}
	return now, err
}

// JoinTeam makes a player a member, or where the leader decides, one who asks.
func (l *Lobby) JoinTeam(ctx context.Context, p remote.Player, id string) (Team, error) {
	t, err := l.Team(ctx, id)
	if err == nil {
		err = l.mayJoin(ctx, p)
	}
	if err == nil && !t.Has(p.ID) {
		err = l.apart(ctx, p, remote.Player{ID: t.Leader})
	}
	if err == nil {
		err = l.notePlayed(ctx, p)
	}
	if err != nil {
		return t, err
	}
	return l.changeTeam(ctx, id, func(t *Team) error {
		switch {
		case t.Has(p.ID):
			return errors.New("you are in this team already")
		case t.Asks(p.ID):
			return errors.New("you have asked to join: wait for the leader")
		case len(t.Members) >= MaxTeamMembers:
			return fmt.Errorf("this team is full: it has %d members", len(t.Members))
		case t.Open:
			t.Members = append(t.Members, p)
		case len(t.Asking) >= MaxTeamAsking:
			return errors.New("many have asked to join this team: try again later")
		default:
			t.Asking = append(t.Asking, p)
		}
		return nil
	})
}

// LeaveTeam takes a player out of a team, or his question back. Of a leader who leaves, the oldest member takes the place;
// with the last one the team is gone.
func (l *Lobby) LeaveTeam(ctx context.Context, p remote.Player, id string) (Team, error) {
	return l.changeTeam(ctx, id, func(t *Team) error {
		if !t.Has(p.ID) && !t.Asks(p.ID) {
			return errors.New("you are not in this team")
		}
		t.drop(p.ID)
		return nil
	})
}

func (t *Team) drop(id string) {
	is := func(p remote.Player) bool { return p.ID == id }
	t.Members, t.Asking = slices.DeleteFunc(t.Members, is), slices.DeleteFunc(t.Asking, is)
	if t.Leader == id && len(t.Members) > 0 {
		t.Leader = t.Members[0].ID
	}
}

// led changes a team for its leader.
func (l *Lobby) led(ctx context.Context, leader remote.Player, id string, alter func(*Team) error) (Team, error) {
	return l.changeTeam(ctx, id, func(t *Team) error {
		if t.Leader != leader.ID {
			return errLeader
		}
		return alter(t)
	})
}

// AnswerAsking takes one who asks into the team, or refuses.
func (l *Lobby) AnswerAsking(ctx context.Context, leader remote.Player, id string, who remote.Player, take bool) (Team, error) {
	return l.led(ctx, leader, id, func(t *Team) error {
		if !t.Asks(who.ID) {
			return errors.New("this player asks no more")
		}
		if take && len(t.Members) >= MaxTeamMembers {
			return fmt.Errorf("this team is full: it has %d members", len(t.Members))
		}
		t.Asking = slices.DeleteFunc(t.Asking, func(p remote.Player) bool { return p.ID == who.ID })
		if take {
			t.Members = append(t.Members, who)
		}
		return nil
	})
}

// RemoveMember has the leader take a member out.
func (l *Lobby) RemoveMember(ctx context.Context, leader remote.Player, id string, who remote.Player) (Team, error) {
	return l.led(ctx, leader, id, func(t *Team) error {
		switch {
		case !t.Has(who.ID):
			return errNoMember
		case who.ID == leader.ID:
			return errors.New("that is you: leave the team instead")
		}
		t.drop(who.ID)
		return nil
	})
}

// HandTeamOver makes another member the leader.
func (l *Lobby) HandTeamOver(ctx context.Context, leader remote.Player, id string, to remote.Player) (Team, error) {
	return l.led(ctx, leader, id, func(t *Team) error {
		if !t.Has(to.ID) {
			return errNoMember
		}
		t.Leader = to.ID
		return nil
	})
}

// DescribeTeam changes what is said of a team, and whether it is open. Who has asked is in with that.
func (l *Lobby) DescribeTeam(ctx context.Context, leader remote.Player, id, about string, open bool) (Team, error) {
	return l.led(ctx, leader, id, func(t *Team) error {
		t.About, t.Open = remote.CleanLine(about, MaxTeamAbout), open
		if room := MaxTeamMembers - len(t.Members); open && room > 0 {
			n := min(room, len(t.Asking))
			t.Members = append(t.Members, t.Asking[:n]...)
			t.Asking = slices.Clone(t.Asking[n:])
		}
		return nil
	})
}

// leaveTeams takes a player out of all teams; those that he is alone in are gone.
func (l *Lobby) leaveTeams(ctx context.Context, p remote.Player) error {
	all, err := l.Teams(ctx)
	for _, t := range all {
		if err == nil && (t.Has(p.ID) || t.Asks(p.ID)) {
			_, err = l.LeaveTeam(ctx, p, t.ID)
		}
	}
	return err
}
