package web

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"rookery/tui/serve"
)

// Security policies of pages. No script and no style stands in a page; xterm.js alone writes style
// sheets while it runs.
const (
	policy      = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
	ownFrames   = policy + "; frame-ancestors 'none'"
	anyFrames   = policy + "; frame-ancestors *"
	terminals   = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	onlyPicture = "default-src 'none'; frame-ancestors *"
)

// callerKey is the key of a request's address in its context, secureKey that of whether it came
// by HTTPS.
type (
	callerKey struct{}
	secureKey struct{}
)

// guarded is a handler behind all that is looked at before it.
func (s *Server) guarded(next http.Handler) http.Handler {
	next = http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil && v != http.ErrAbortHandler {
				s.cfg.Log.Error("panic", "value", clipped(fmt.Sprint(v)), "stack", string(debug.Stack()))
				http.Error(w, "something went wrong; the error was logged", http.StatusInternalServerError)
			}
		}()
		h := w.Header()
		h.Set("Content-Security-Policy", ownFrames)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=(), clipboard-write=(self)")
		h.Set("Cache-Control", "no-store")
		from, secure := s.caller(r)
		if secure {
			h.Set("Strict-Transport-Security", "max-age=15552000")
		}
		if s.public != nil && !strings.EqualFold(r.Host, s.public.Host) {
			http.Error(w, "these pages are at "+s.public.String(), http.StatusMisdirectedRequest)
			return
		}
		if !s.rates.allow(from) {
			h.Set("Retry-After", "10")
			http.Error(w, "too many requests: wait a moment", http.StatusTooManyRequests)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		ctx := context.WithValue(r.Context(), callerKey{}, from)
		next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, secureKey{}, secure)))
	})
}

// mostBody is how many bytes a form may have.
const mostBody = 4 << 10

// clipped is what came from outside at a length fit for a log.
func clipped(text string) string { return text[:min(len(text), 200)] }

// caller is the network from which a request comes, and whether it came by HTTPS. What a
// request says of that itself is believed from the proxies that are named.
func (s *Server) caller(r *http.Request) (from netip.Prefix, secure bool) {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}, false
	}
	addr, secure := at.Addr().Unmap(), r.TLS != nil
	if !s.proxy(addr) {
		return serve.Network(addr), secure
	}
	if proto := r.Header.Get("X-Forwarded-Proto"); proto != "" {
		secure = proto == "https"
	}
	// Each proxy adds the address that it sees: the last that is no proxy is the client's.
	chain := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(chain) - 1; i >= 0; i-- {
		said, err := netip.ParseAddr(strings.TrimSpace(chain[i]))
		if err != nil {
			break
		}
		if addr = said.Unmap(); !s.proxy(addr) {
			break
		}
	}
	return serve.Network(addr), secure
}

func (s *Server) proxy(addr netip.Addr) bool {
	for _, p := range s.cfg.Proxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// from is the network of a request that has come through guarded, and secure whether it came by HTTPS.
func from(r *http.Request) netip.Prefix {
	p, _ := r.Context().Value(callerKey{}).(netip.Prefix)
	return p
}

func secure(r *http.Request) bool {
	is, _ := r.Context().Value(secureKey{}).(bool)
	return is
}

const (
	requestRate  = 10  // a second, from one address
	requestBurst = 100 // at once
	rememberMost = 4096
)

// rates counts requests by address.
type rates struct {
	now   func() time.Time
	each  rate.Limit // a second
	burst int
	mu    sync.Mutex
	all   map[netip.Prefix]*rate.Limiter
}

func (r *rates) allow(from netip.Prefix) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	l := r.all[from]
	if l == nil {
		if len(r.all) >= rememberMost {
			for at, l := range r.all {
				if l.TokensAt(now) >= float64(r.burst) {
					delete(r.all, at)
				}
			}
		}
		if r.all == nil {
			r.all = make(map[netip.Prefix]*rate.Limiter)
		}
		l = rate.NewLimiter(r.each, r.burst)
		r.all[from] = l
	}
	return l.AllowN(now, 1)
}
