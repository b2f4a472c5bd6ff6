package web

import (
	"net/http"

	"rookery/tui/serve"
)

// visitor is who asks: a guest.
func (s *Server) visitor(r *http.Request) serve.Visitor { return serve.Visitor{From: from(r)} }

// playPage is the terminal.
type playPage struct{ page }

func (s *Server) play(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", terminals)
	p := playPage{s.page(r, "Rookery")}
	s.show(w, r, http.StatusOK, "play.html", p)
}
