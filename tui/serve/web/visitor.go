package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/serve"
)

const (
	// cookieLife is how long a browser stays signed in without being used.
	cookieLife = 180 * 24 * time.Hour
	// secretLen is how long a cookie's secret is: rand.Text gives 26 letters, more than 128 bits.
	secretLen = 26
	// signRate is how many codes an address may try or ask for in a minute.
	signRate = 10
)

// cookieName is the name of the cookie of who is signed in. That of HTTPS can be set by nobody else.
func cookieName(r *http.Request) string {
	if secure(r) {
		return "__Host-rookery"
	}
	return "rookery"
}

// mayKnow tells whether a request may say who it is: over HTTPS, or on this machine.
func mayKnow(r *http.Request) bool {
	return secure(r) || from(r) == serve.Network(netip.IPv6Loopback()) || from(r).Addr().IsLoopback()
}

// secretOf is the secret of a browser; empty for one that has none.
func secretOf(r *http.Request) string {
	if !mayKnow(r) {
		return ""
	}
	c, err := r.Cookie(cookieName(r))
	if err != nil || len(c.Value) != secretLen {
		return ""
	}
	return c.Value
}

// account is the player of a browser; ok is false for a guest.
func (s *Server) account(r *http.Request) (p remote.Player, fingerprint string, ok bool) {
	secret := secretOf(r)
	if secret == "" {
		return p, "", false
	}
	ctx, cancel := within(r)
	defer cancel()
	fingerprint = lobby.BrowserKey(secret)
	p, err := s.cfg.Lobby.Account(ctx, fingerprint)
	if err != nil && !errors.Is(err, lobby.ErrNoAccount) {
		s.cfg.Log.Error("an account cannot be read", "err", clipped(err.Error()))
	}
	return p, fingerprint, err == nil
}

// visitor is who asks for a session.
func (s *Server) visitor(r *http.Request) serve.Visitor {
	who := serve.Visitor{From: from(r)}
	if _, fingerprint, ok := s.account(r); ok {
		who.Name, who.Named, who.Key = fingerprint, true, fingerprint[:len("browser-")+8]
	}
	return who
}

// keep gives a browser a secret, or takes it away when it is empty.
func keep(w http.ResponseWriter, r *http.Request, secret string) {
	c := &http.Cookie{Name: cookieName(r), Value: secret, Path: "/", MaxAge: int(cookieLife / time.Second),
		HttpOnly: true, Secure: secure(r), SameSite: http.SameSiteStrictMode}
	if secret == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// playPage is the terminal.
type playPage struct{ page }

func (s *Server) play(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", terminals)
	s.show(w, r, http.StatusOK, "play.html", s.playPage(r))
}

// lines is the same club in lines of text.
func (s *Server) lines(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "lines.html", s.playPage(r))
}

func (s *Server) playPage(r *http.Request) playPage {
	p := playPage{s.page(r, "Rookery")}
	if who, _, ok := s.account(r); ok {
		p.Who = nameOf(who)
	}
	return p
}

// signPage says who the visitor is, and lets a browser become a player's.
type signPage struct {
	page
	Plain bool   // the page came over plain HTTP: nobody can sign in
	Code  string // to be typed in a session; empty for none
	Fault string
	SSH   string
}

func (s *Server) signPage(r *http.Request) signPage {
	p := signPage{page: s.page(r, ""), Plain: !mayKnow(r), SSH: s.sshCommand(r)}
	p.Title = p.T("Sign in")
	if who, _, ok := s.account(r); ok {
		p.Who, p.Title = nameOf(who), p.T("Account")
	}
	return p
}

// sign shows who the visitor is. A browser that shows a code asks here whether it was typed.
func (s *Server) sign(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "sign.html", s.signPage(r))
}

// waiting is what a page that shows a code asks: 200 when somebody has typed it.
func (s *Server) waiting(w http.ResponseWriter, r *http.Request) {
	if _, _, ok := s.account(r); ok {
		http.Redirect(w, r, "/account", http.StatusSeeOther)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// refuses tells why a form cannot be taken, and writes the page that says it.
func (s *Server) refuses(w http.ResponseWriter, r *http.Request) bool {
	p := s.signPage(r)
	status := http.StatusOK
	switch {
	case p.Plain:
		status = http.StatusForbidden
	case !s.signs.allow(from(r)):
		p.Fault, status = p.T("Too many tries: wait a minute."), http.StatusTooManyRequests
	case r.ParseForm() != nil:
		p.Fault, status = p.T("The form cannot be read."), http.StatusBadRequest
	default:
		return false
	}
	s.show(w, r, status, "sign.html", p)
	return true
}

// signIn takes a code that a session of the player has shown.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	if s.refuses(w, r) {
		return
	}
	secret := rand.Text()
	ctx, cancel := within(r)
	defer cancel()
	_, err := s.cfg.Lobby.AddBrowser(ctx, lobby.BrowserKey(secret), browserName(r), r.PostForm.Get("code"))
	if err != nil {
		p := s.signPage(r)
		p.Fault = p.T(err.Error())
		s.show(w, r, http.StatusForbidden, "sign.html", p)
		return
	}
	s.leaves(ctx, r)
	keep(w, r, secret)
	s.cfg.Log.Info("browser signed in", "from", from(r).String())
	http.Redirect(w, r, "/account", http.StatusSeeOther)
}

// askCode shows a code, to be typed in a session of the player.
func (s *Server) askCode(w http.ResponseWriter, r *http.Request) {
	if s.refuses(w, r) {
		return
	}
	secret := rand.Text()
	ctx, cancel := within(r)
	defer cancel()
	code, err := s.cfg.Lobby.AskForBrowser(ctx, lobby.BrowserKey(secret), browserName(r))
	p := s.signPage(r)
	status := http.StatusOK
	if err != nil {
		p.Fault, status = p.T(err.Error()), http.StatusServiceUnavailable
	} else {
		s.leaves(ctx, r)
		keep(w, r, secret)
		p.Code, p.Who = code[:5]+"-"+code[5:], ""
	}
	s.show(w, r, status, "sign.html", p)
}

// signOut takes the browser from its player; its sessions end.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	if s.refuses(w, r) {
		return
	}
	ctx, cancel := within(r)
	defer cancel()
	s.leaves(ctx, r)
	keep(w, r, "")
	http.Redirect(w, r, "/account", http.StatusSeeOther)
}

// leaves takes from its player the browser that a request comes from, if it is one's.
func (s *Server) leaves(ctx context.Context, r *http.Request) {
	if who, fingerprint, ok := s.account(r); ok {
		if err := s.cfg.Lobby.Forget(ctx, who, fingerprint); err != nil {
			s.cfg.Log.Error("a browser cannot be signed out", "err", clipped(err.Error()))
		}
	}
}

// browserName says in words of our own which browser it is: what it says of itself is not kept.
func browserName(r *http.Request) string {
	agent := r.UserAgent()
	first := func(names ...[2]string) string {
		for _, n := range names {
			if strings.Contains(agent, n[0]) {
				return n[1]
			}
		}
		return ""
	}
	name := first([2]string{"Firefox/", "Firefox"}, [2]string{"FxiOS/", "Firefox"}, [2]string{"Edg", "Edge"}, [2]string{"OPR/", "Opera"},
		[2]string{"Chrome/", "Chrome"}, [2]string{"CriOS/", "Chrome"}, [2]string{"Safari/", "Safari"})
	system := first([2]string{"Android", "Android"}, [2]string{"iPhone", "iPhone"}, [2]string{"iPad", "iPad"}, [2]string{"Windows", "Windows"},
		[2]string{"Macintosh", "Mac"}, [2]string{"CrOS", "ChromeOS"}, [2]string{"Linux", "Linux"}, [2]string{"BSD", "BSD"})
	return strings.Trim(name+", "+system, ", ")
}
