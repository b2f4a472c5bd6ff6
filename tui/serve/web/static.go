package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed static
var staticFiles embed.FS

// asset is a file of the pages, plain and packed.
type asset struct {
	kind         string
	mark         string // changes with the content
	plain, small []byte
}

var kinds = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".md": "text/plain; charset=utf-8", "": "text/plain; charset=utf-8", ".addon-fit": "text/plain; charset=utf-8",
}

// assets are all files by their paths, packed when the first one is asked for.
var assets = sync.OnceValue(func() map[string]asset {
	all := make(map[string]asset)
	err := fs.WalkDir(staticFiles, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := staticFiles.ReadFile(name)
		if err != nil {
			return err
		}
		var small bytes.Buffer
		z := gzip.NewWriter(&small)
		if _, err := z.Write(text); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		all["/"+name] = asset{kinds[path.Ext(name)], hex.EncodeToString(sum[:8]), text, small.Bytes()}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return all
})

// assetPath is the address of a file with a mark, so that browsers may keep it for ever.
func assetPath(name string) string { return "/static/" + name + "?" + assets()["/static/"+name].mark }

// static serves a file.
func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	a, ok := assets()[r.URL.Path]
	if !ok {
		s.missing(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("ETag", `"`+a.mark+`"`)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // a frame in a foreign page asks for them, too
	h.Set("Cache-Control", "public, max-age=3600")
	if r.URL.RawQuery == a.mark {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	body := a.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = a.small
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
