package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"rookery/tui/lobby"
	"rookery/tui/lobby/journal"
)

// Meters count what a server does. None of them has a label that a player
// chooses, so that their number is fixed.
type Meters struct {
	registry *prometheus.Registry
	begun    prometheus.Counter
	refused  *prometheus.CounterVec // by reason
	panics   prometheus.Counter
	moves    prometheus.Counter
	finished prometheus.Counter
	durable  prometheus.Histogram
	unkept   *prometheus.CounterVec // by reason
	ready    func() error           // why nobody can be served; nil before there is a server
}

// The reasons for which somebody is not let in.
const (
	refusedAddress = "address" // too many connections, or too fast
	refusedLogin   = "login"   // the handshake, or no key that may be one
	refusedBanned  = "banned"
	refusedCrowd   = "sessions" // too many of one key
	refusedEnding  = "ending"
	refusedScreen  = "terminal"
)

// NewMeters makes meters that stand at zero.
func NewMeters() *Meters {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "rookery", Name: name, Help: help})
	}
	by := func(name, help, label string, values ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "rookery", Name: name, Help: help}, []string{label})
		for _, value := range values {
			v.WithLabelValues(value) // so that it is there from the start
		}
		return v
	}
	m := &Meters{
		registry: prometheus.NewRegistry(),
		begun:    counter("sessions_total", "Sessions that began."),
		refused: by("refused_total", "Connections and logins that were refused.", "reason",
			refusedAddress, refusedLogin, refusedBanned, refusedCrowd, refusedEnding, refusedScreen),
		panics:   counter("panics_total", "Panics, each of which ended a session."),
		moves:    counter("moves_total", "Moves that were accepted and are durable."),
		finished: counter("games_finished_total", "Games between players that ended."),
		durable: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "rookery", Name: "durable_seconds", Help: "Time until an event of a game was on disk.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}),
		unkept: by("journal_errors_total", "Events of games that were not kept.", "reason", "stale", "full", "away", "other"),
	}
	m.registry.MustRegister(m.begun, m.refused, m.panics, m.moves, m.finished, m.durable, m.unkept,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// watch adds what is asked of the server itself.
func (m *Meters) watch(s *Server) error {
	gauge := func(name, help string, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "rookery", Name: name, Help: help},
			func() float64 { return float64(value()) })
	}
	all := []prometheus.Collector{
		gauge("sessions", "Sessions at present.", func() int { return len(s.present()) }),
		gauge("connections", "Connections at present, logged in or not.", s.gate.count),
		gauge("thinking_queue", "Searches that wait for their turn.", s.pool.length),
	}
	if s.cfg.Lobby != nil {
		all = append(all, gauge("games_running", "Games between players that are on.", s.cfg.Lobby.Running))
		for _, reason := range []string{"full", "away"} {
			all = append(all, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "rookery", Name: "store_outage",
				Help: "1 while the store accepts nothing and clocks stand.", ConstLabels: prometheus.Labels{"reason": reason}}, func() float64 {
				if _, why := s.cfg.Lobby.Outage(); outageReason(why) == reason {
					return 1
				}
				return 0
			}))
		}
	}
	if s.cfg.Lobby != nil {
		all = append(all, tournamentMeters(s.cfg.Lobby)...)
	}
	m.ready = s.ready
	for _, c := range all {
		if err := m.registry.Register(c); err != nil {
			return err
		}
	}
	return nil
}

// CountDamage has the faults told that were found in the store. Call it once.
func (m *Meters) CountDamage(faults func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "rookery", Name: "store_damage", Help: "Faults that were found in the store since the start, and what was lost by them.",
	}, func() float64 { return float64(faults()) }))
}

// CountWaiting has told how many writes wait for the disk. Call it once.
func (m *Meters) CountWaiting(waiting func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "rookery", Name: "store_queue", Help: "Events and values that wait for the disk.",
	}, func() float64 { return float64(waiting()) }))
}

// refuse counts who was not let in by why.
func (m *Meters) refuse(err error) {
	reason := refusedLogin
	switch {
	case errors.As(err, new(ban)):
		reason = refusedBanned
	case errors.As(err, new(limitError)):
		reason = refusedCrowd
	case errors.Is(err, errEnding):
		reason = refusedEnding
	}
	m.refused.WithLabelValues(reason).Inc()
}

// Serve answers GET /metrics on a listener in the form of Prometheus until ctx
// ends, /healthz as long as the process lives, and /readyz with 503 and the reason
// while no move is accepted or the server ends. Nobody is asked who he is: listen on
// the loopback.
func (m *Meters) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		why := errors.New("the server is starting")
		if m.ready != nil {
			why = m.ready()
		}
		if why != nil {
			http.Error(w, why.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	srv := &http.Server{
		Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 5 * time.Second, WriteTimeout: 15 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	defer context.AfterFunc(ctx, func() { srv.Close() })()
	err := srv.Serve(l)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Journal is a journal whose appends are measured.
func (m *Meters) Journal(j journal.Journal) journal.Journal { return measured{j, m} }

type measured struct {
	journal.Journal
	meters *Meters
}

// Append implements journal.Journal.
func (j measured) Append(ctx context.Context, game string, expected uint64, data []byte) (uint64, error) {
	began := time.Now()
	seq, err := j.Journal.Append(ctx, game, expected, data)
	switch {
	case err == nil:
		j.meters.durable.Observe(time.Since(began).Seconds())
		isMove, over := lobby.Counted(data)
		if isMove {
			j.meters.moves.Inc()
		}
		if over {
			j.meters.finished.Inc()
		}
	case errors.As(err, new(*journal.StaleError)):
		j.meters.unkept.WithLabelValues("stale").Inc()
	case errors.Is(err, journal.ErrFull), errors.Is(err, journal.ErrNearlyFull):
		j.meters.unkept.WithLabelValues("full").Inc()
	case errors.Is(err, journal.ErrAway):
		j.meters.unkept.WithLabelValues("away").Inc()
	default:
		j.meters.unkept.WithLabelValues("other").Inc()
	}
	return seq, err
}
