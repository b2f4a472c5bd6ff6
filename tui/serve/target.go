package serve

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"rookery/tui/lobby"
)

// playerOf is who a session is in the lobby; without an ID where he is nobody.
func (s *Server) playerOf(ctx context.Context, g *client) lobby.Player {
	if g.named && s.cfg.Lobby != nil {
		if p, err := s.cfg.Lobby.Account(ctx, g.player); err == nil {
			return p
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return lobby.Player{Name: g.guestName, Guest: true}
}

// target is whom an operator means: sessions, and what a ban of them says.
type target struct {
	sessions []*client
	bans     map[string]string // what each key of a ban is for, for people
}

// find finds whom an operator means.
func (s *Server) find(ctx context.Context, who string) (target, error) {
	t := target{bans: make(map[string]string)}
	number, _ := strconv.Atoi(who)
	key := hashOf(who)
	addr, isAddr := prefixOf(who)
	if key != "" {
		t.bans[key] = who
	}
	if isAddr {
		t.bans[netKey(addr)] = addr.String()
	}
	account := ""
	if key != "" && s.cfg.Lobby != nil {
		if p, err := s.cfg.Lobby.Account(ctx, key); err == nil {
			account = p.ID
			t.bans[accountKey(p.ID)] = p.Name
		}
	}
	for _, g := range s.present() {
		p := s.playerOf(ctx, g)
		switch {
		case g.id == number, g.player == key, isAddr && g.from == addr,
			p.Name != "" && strings.EqualFold(p.Name, who), account != "" && p.ID == account:
		default:
			continue
		}
		t.sessions = append(t.sessions, g)
		if isAddr {
			continue
		}
		if g.named {
			t.bans[g.player] = g.key
		} else {
			t.bans[netKey(g.from)] = g.from.String()
		}
		if p.ID != "" && !p.Guest {
			t.bans[accountKey(p.ID)] = p.Name
		}
	}
	if len(t.sessions) == 0 && len(t.bans) == 0 {
		return t, fmt.Errorf("nobody here is %q: give a number or name of the list, a fingerprint SHA256:..., or an address", truncate(who))
	}
	return t, nil
}

// hashOf is the name of a key by its fingerprint, empty for anything else.
func hashOf(fingerprint string) string {
	text, ok := strings.CutPrefix(fingerprint, "SHA256:")
	sum, err := base64.RawStdEncoding.DecodeString(text)
	if !ok || err != nil || len(sum) != 32 {
		return ""
	}
	return hex.EncodeToString(sum)
}

// prefixOf is the network that an address is counted to.
func prefixOf(text string) (netip.Prefix, bool) {
	text, _, _ = strings.Cut(text, "/")
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, false
	}
	return networkOf(addr), true
}
