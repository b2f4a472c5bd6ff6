package serve

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// playerOf is who a session is in the lobby; without an ID where he is nobody.
func (s *Server) playerOf(ctx context.Context, g *client) remote.Player {
	if g.named && s.cfg.Lobby != nil {
		if p, err := s.cfg.Lobby.Account(ctx, g.player); err == nil {
			return p
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return remote.Player{Name: g.guestName, Guest: true}
}

// target is whom an operator means: sessions, and what a ban of them says.
type target struct {
	sessions []*client
	bans     map[string]string // what each key of a ban is for, for people
}

// find finds whom an operator means. The name of a player with a key may be that of one
// who is not here.
func (s *Server) find(ctx context.Context, who string) (target, error) {
	t := target{bans: make(map[string]string)}
	number, _ := strconv.Atoi(who)
	key := hashOf(who)
	network, isNet, err := networkNamed(who)
	if err != nil {
		return t, err
	}
	if key != "" {
		t.bans[key] = who
	}
	if isNet {
		t.bans[netKey(network)] = network.String()
	}
	account := ""
	if s.cfg.Lobby != nil {
		p, err := s.cfg.Lobby.Account(ctx, key)
		if key == "" {
			p, err = s.cfg.Lobby.Named(ctx, who)
		}
		switch {
		case err == nil:
			account = p.ID
			t.bans[accountKey(p.ID)] = p.Name
		case !errors.Is(err, lobby.ErrNoAccount):
			return t, err
		}
	}
	for _, g := range s.present() {
		p := s.playerOf(ctx, g)
		switch {
		case g.id == number, g.player == key, isNet && network.Contains(g.from.Addr()),
			p.Guest && strings.EqualFold(p.Name, who), account != "" && p.ID == account:
		default:
			continue
		}
		t.sessions = append(t.sessions, g)
		if isNet {
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
		return t, fmt.Errorf("no session or player matches %q: give a number or name from the list, a fingerprint SHA256:…, an address or a network", truncate(who))
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

// widest are the fewest bits of a network that may be named: one with fewer is a slip of
// the hand.
const widest4, widest6 = 8, 19

// networkNamed is the network of an address, or one as it is written; ok is false for
// anything else.
func networkNamed(text string) (p netip.Prefix, ok bool, err error) {
	if addr, err := netip.ParseAddr(text); err == nil {
		return Network(addr), true, nil
	}
	address, _, isNet := strings.Cut(text, "/")
	if _, err := netip.ParseAddr(address); err != nil || !isNet {
		return p, false, nil
	}
	p, err = netip.ParsePrefix(text)
	if err != nil {
		return p, false, fmt.Errorf("%q is not a network: write one as 192.0.2.0/24 or 2001:db8::/48", truncate(text))
	}
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	p = p.Masked()
	least, most := widest4, 32
	if p.Addr().Is6() {
		least, most = widest6, 64 // what one subscriber has counts as one address
	}
	if p.Bits() > most {
		p, _ = p.Addr().Prefix(most)
	}
	if p.Bits() < least {
		return p, false, fmt.Errorf("%s is too wide: /%d at the widest", p, least)
	}
	return p, true, nil
}
