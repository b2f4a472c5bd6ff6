package web

import (
	"bytes"
	"crypto/sha256"
	"image/png"
	"net/http"
	"strings"
	"sync"

	"rookery/tui/draw"
)

const (
	// previewSide is how many points a picture for links is wide or high.
	previewSide = 640
	// mostPreviews is how many pictures are remembered, some 45 KB each.
	mostPreviews = 100
)

// previews are pictures of positions in PNG, for programs that show a link with one and know no SVG. One
// is drawn at a time: it takes some hundredths of a second of a processor.
type previews struct {
	mu    sync.Mutex
	all   map[[sha256.Size]byte][]byte // by what the SVG shows
	order [][sha256.Size]byte          // oldest first
}

// of is the picture of a position.
func (p *previews) of(d *draw.Diagram) []byte {
	key := sha256.Sum256([]byte(d.ViewBox() + strings.Join(d.Parts(), "")))
	p.mu.Lock()
	defer p.mu.Unlock()
	if text, ok := p.all[key]; ok {
		return text
	}
	var b bytes.Buffer
	code := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := code.Encode(&b, d.Image(previewSide)); err != nil {
		panic(err) // a buffer takes everything
	}
	if p.all == nil {
		p.all = make(map[[sha256.Size]byte][]byte)
	}
	if len(p.order) == mostPreviews {
		delete(p.all, p.order[0])
		p.order = p.order[1:]
	}
	p.all[key] = b.Bytes()
	p.order = append(p.order, key)
	return b.Bytes()
}

// preview answers with the picture of a position.
func (s *Server) preview(w http.ResponseWriter, d *draw.Diagram, keep string) {
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Content-Security-Policy", onlyPicture)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", keep)
	w.Write(s.previews.of(d))
}
