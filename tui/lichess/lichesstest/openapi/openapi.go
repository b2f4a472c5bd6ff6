// Package openapi holds requests and answers to the published description of lichess's API, where
// that lies beside the repository. It is for tests.
package openapi

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/errors"
	"github.com/pb33f/libopenapi-validator/paths"
	"github.com/pb33f/libopenapi-validator/schema_validation"
	"github.com/pb33f/libopenapi/datamodel"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

// description is the published description of the API; nil where it is not there.
type description struct {
	mu      sync.Mutex // the validators say nothing of use by many
	valid   validator.Validator
	schemas schema_validation.SchemaValidator
	model   *v3.Document
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
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	doc, err := libopenapi.NewDocumentWithConfiguration(text, &datamodel.DocumentConfiguration{
		AllowFileReferences: true, BasePath: filepath.Dir(file), SpecFilePath: file,
		Logger: slog.New(slog.DiscardHandler), // of references that nothing here needs
	})
	if err != nil {
		return nil, err
	}
	model, err := doc.BuildV3Model()
	if err != nil {
		return nil, err
	}
	return &description{valid: validator.NewValidatorFromV3Model(&model.Model), schemas: schema_validation.NewSchemaValidator(), model: &model.Model}, nil
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

// complain tells what is wrong.
func complain(t testing.TB, what string, faults []*errors.ValidationError) {
	for _, f := range faults {
		var more []string
		for _, s := range f.SchemaValidationErrors {
			more = append(more, s.FieldPath+": "+s.Reason)
		}
		t.Errorf("%s is not as described: %s: %s %s", what, f.Message, f.Reason, strings.Join(more, "; "))
	}
}

func (d *description) request(t testing.TB, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ok, faults := d.valid.ValidateHttpRequestSync(r); !ok {
		complain(t, r.Method+" "+r.URL.String(), faults)
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
	d.mu.Lock()
	defer d.mu.Unlock()
	what := fmt.Sprintf("%s %s: line %s", r.Method, r.URL.Path, line)
	item, faults, _ := paths.FindPath(r, d.model, nil)
	if item == nil || len(faults) > 0 {
		complain(t, what, faults)
		return
	}
	op := item.GetOperations().GetOrZero(strings.ToLower(r.Method))
	if op == nil {
		t.Errorf("%s: no such operation", what)
		return
	}
	content := op.Responses.Codes.GetOrZero("200").Content
	media := content.GetOrZero("application/x-ndjson")
	if media == nil { // a challenge that is kept alive: described as JSON, and in words
		if bytes.HasPrefix(line, []byte(`{"done":`)) {
			return
		}
		media = content.GetOrZero("application/json")
	}
	if media == nil {
		t.Errorf("%s: no lines are described", what)
		return
	}
	schema := media.Schema.Schema()
	if len(schema.Type) == 1 && schema.Type[0] == "array" { // of lines
		schema = schema.Items.A.Schema()
	}
	if ok, faults := d.schemas.ValidateSchemaBytes(schema, line); !ok {
		complain(t, what, faults)
	}
}

// finish holds an answer that is no stream to the description.
func (r *recorder) finish() {
	if r.lines || r.faulty || r.status == http.StatusUnauthorized || r.status == http.StatusTooManyRequests || r.status >= 500 {
		return // described nowhere, or line by line
	}
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	req := r.request()
	res := &http.Response{StatusCode: r.status, Header: r.Header().Clone(), Body: io.NopCloser(bytes.NewReader(r.body.Bytes())), Request: req}
	if kind := res.Header.Get("Content-Type"); strings.HasPrefix(kind, "application/x-chess-pgn") {
		return // games are text
	}
	if ok, faults := r.d.valid.ValidateHttpResponse(req, res); !ok {
		complain(r.t, fmt.Sprintf("answer %d to %s %s: %s", r.status, req.Method, req.URL.Path, r.body.Bytes()), faults)
	}
}
