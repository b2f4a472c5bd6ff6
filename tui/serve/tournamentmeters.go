package serve

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"rookery/tui/lobby"
)

// tournamentMeters are the figures of a club's tournaments. Call it before anybody is here.
func tournamentMeters(l *lobby.Lobby) []prometheus.Collector {
	gauge := func(name, help string, labels prometheus.Labels, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "rookery", Name: name, Help: help, ConstLabels: labels},
			func() float64 { return float64(value()) })
	}
	in := func(state lobby.TournamentState, of func(lobby.TournamentInfo) int) func() int {
		return func() (n int) {
			for _, t := range l.Tournaments() {
				if t.State == state {
					n += of(t)
				}
			}
			return n
		}
	}
	one := func(lobby.TournamentInfo) int { return 1 }
	step := prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: "rookery", Name: "tournament_step_seconds", Help: "Time of a step of a tournament: results in, pairings and games out.",
		Buckets: []float64{.001, .005, .01, .025, .05, .1, .2, .5, 1, 5},
	})
	l.OnTournamentStep(func(d time.Duration) { step.Observe(d.Seconds()) })
	return []prometheus.Collector{
		step,
		gauge("tournaments", "Tournaments by state.", prometheus.Labels{"state": "planned"}, in(lobby.Planned, one)),
		gauge("tournaments", "Tournaments by state.", prometheus.Labels{"state": "running"}, in(lobby.Running, one)),
		gauge("tournament_players", "Players of the tournaments that are on.", nil, in(lobby.Running, func(t lobby.TournamentInfo) int { return t.Players })),
	}
}
