// Package openapi holds requests and answers to the published description of lichess's API, where
// that lies beside the repository. Only tests import it, and it imports nothing of ours.
package openapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// description is the published description of the API; nil where it is not there.
type description struct {
	router routers.Router
}

// descriptionFile lies beside the repository; it is never part of it.
const descriptionFile = "shared/lichess-api/lichess-api.yaml"

var read = sync.OnceValues(func() (*description, error) {
	_, here, _, _ := runtime.Caller(0)
	dir, err := os.Getwd()
	if filepath.IsAbs(here) && err != nil {
		dir = filepath.Dir(here)
	}
	for {
		file := filepath.Join(dir, descriptionFile)
		if _, err := os.Stat(file); err == nil {
			return readDescription(file)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil, nil
		}
		dir = up
	}
})

func readDescription(file string) (*description, error) {
	loader := openapi3.NewLoader()
	loader.IsExternalRefsAllowed = true
	// The index of schemas is one reference where a map has to stand; nothing points there.
	loader.ReadFromURIFunc = func(l *openapi3.Loader, at *url.URL) ([]byte, error) {
		text, err := openapi3.DefaultReadFromURI(l, at)
		text = bytes.Replace(text, []byte("  schemas:\n    $ref: \"./schemas/_index.yaml\"\n"), nil, 1)
		// A challenge without a clock, which asks for nothing, fits beside each of the others.
		return bytes.ReplaceAll(text, []byte("oneOf:"), []byte("anyOf:")), err
	}
	doc, err := loader.LoadFromFile(file)
	if err != nil {
		return nil, err
	}
	doc.InternalizeRefs(context.Background(), nil) // schemas of other files are not compiled where they stand
	doc.Servers = nil                              // the test's own server stands for all of them
	for _, item := range doc.Paths.Map() {
		item.Servers = nil
		for _, op := range item.Operations() {
			op.Servers = nil
		}
	}
	router, err := gorillamux.NewRouter(doc)
	return &description{router}, err
}

// Check holds what passes through a handler to the description. Where that is not there the
// handler is given back as it is.
func Check(t testing.TB, h http.Handler) http.Handler {
	t.Helper()
	d, err := read()
	if err != nil {
		t.Fatalf("description of the API: %v", err)
	}
	if d == nil {
		t.Log("the description of the API is not here")
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		copied := func() *http.Request {
			c := r.Clone(r.Context())
			c.Body = io.NopCloser(bytes.NewReader(body))
			return c
		}
		d.request(t, copied())
		rec := &recorder{ResponseWriter: w, d: d, t: t, request: copied, status: http.StatusOK}
		h.ServeHTTP(rec, r)
		rec.finish()
	})
}

// options of every check. Who asks is for the server to find out.
var options = &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, MultiError: true, IncludeResponseStatus: true}

func init() {
	openapi3filter.RegisterBodyDecoder("application/x-www-form-urlencoded", formValues)
}

// formValues reads a form as an object whose values have the types that the description gives
// them. The library's own does so only where the properties stand in no alternative.
func formValues(body io.Reader, _ http.Header, schema *openapi3.SchemaRef, _ openapi3filter.EncodingFn) (any, error) {
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(text))
	object := map[string]any{}
	for name, values := range form {
		object[name] = values[0]
		var value any
		if !property(schema, name, openapi3.TypeString) && json.Unmarshal([]byte(values[0]), &value) == nil {
			object[name] = value
		}
	}
	return object, err
}

// property tells whether an object or one of its alternatives has a property of a type.
func property(of *openapi3.SchemaRef, name, kind string) bool {
	if p := of.Value.Properties[name]; p != nil && p.Value.Type.Is(kind) {
		return true
	}
	s := of.Value
	return slices.ContainsFunc(slices.Concat(s.AllOf, s.OneOf, s.AnyOf), func(part *openapi3.SchemaRef) bool {
		return property(part, name, kind)
	})
}

// input finds what the description says of a request.
func (d *description) input(r *http.Request) (*openapi3filter.RequestValidationInput, error) {
	route, params, err := d.router.FindRoute(r)
	return &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: options}, err
}

func (d *description) request(t testing.TB, r *http.Request) {
	in, err := d.input(r)
	if err == nil {
		err = openapi3filter.ValidateRequest(r.Context(), in)
	}
	if err != nil {
		t.Errorf("%s %s is not as described: %v", r.Method, r.URL, err)
	}
}

// recorder looks at an answer while it goes by.
type recorder struct {
	http.ResponseWriter
	d       *description
	t       testing.TB
	request func() *http.Request
	status  int
	body    bytes.Buffer
	lines   bool
	began   bool
	faulty  bool // the answer is wrong on purpose
}

// Faulty marks the answer as wrong on purpose.
func (r *recorder) Faulty() { r.faulty = true }

func (r *recorder) WriteHeader(status int) {
	r.began, r.status = true, status
	r.lines = strings.HasPrefix(r.Header().Get("Content-Type"), "application/x-ndjson")
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if !r.began {
		r.WriteHeader(http.StatusOK)
	}
	if !r.faulty {
		r.body.Write(p)
		if r.lines {
			r.checkLines()
		}
	}
	return r.ResponseWriter.Write(p)
}

func (r *recorder) Flush() { r.ResponseWriter.(http.Flusher).Flush() }

// checkLines holds each whole line to the schema of lines.
func (r *recorder) checkLines() {
	for {
		line, rest, whole := bytes.Cut(r.body.Bytes(), []byte("\n"))
		if !whole {
			return
		}
		line = bytes.Clone(line)
		rest = bytes.Clone(rest)
		r.body.Reset()
		r.body.Write(rest)
		if len(bytes.TrimSpace(line)) > 0 {
			r.d.line(r.t, r.request(), line)
		}
	}
}

// line holds one line of a stream to the description.
func (d *description) line(t testing.TB, r *http.Request, line []byte) {
	what := fmt.Sprintf("%s %s: line %s", r.Method, r.URL.Path, line)
	in, err := d.input(r)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	content := in.Route.Operation.Responses.Status(http.StatusOK).Value.Content
	media := content["application/x-ndjson"]
	if media == nil { // a challenge that is kept alive: described as JSON, and in words
		if bytes.HasPrefix(line, []byte(`{"done":`)) {
			return
		}
		media = content["application/json"]
	}
	if media == nil {
		t.Errorf("%s: no lines are described", what)
		return
	}
	schema := media.Schema.Value
	if schema.Type.Is(openapi3.TypeArray) { // of lines
		schema = schema.Items.Value
	}
	var value any
	if err = json.Unmarshal(line, &value); err == nil {
		err = schema.VisitJSON(value, openapi3.EnableJSONSchema2020(), openapi3.MultiErrors())
	}
	if err != nil {
		t.Errorf("%s is not as described: %v", what, err)
	}
}

// finish holds an answer that is no stream to the description.
func (r *recorder) finish() {
	if r.lines || r.faulty || r.status == http.StatusUnauthorized || r.status == http.StatusTooManyRequests || r.status >= 500 {
		return // described nowhere, or line by line
	}
	if strings.HasPrefix(r.Header().Get("Content-Type"), "application/x-chess-pgn") {
		return // games are text
	}
	req := r.request()
	in, err := r.d.input(req)
	if err == nil {
		err = openapi3filter.ValidateResponse(req.Context(), &openapi3filter.ResponseValidationInput{
			RequestValidationInput: in, Status: r.status, Header: r.Header(), Body: io.NopCloser(&r.body), Options: options,
		})
	}
	if err != nil {
		r.t.Errorf("answer %d to %s %s is not as described: %v", r.status, req.Method, req.URL.Path, err)
	}
}
