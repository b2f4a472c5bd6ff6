package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/tui/lobby/journal/sqljournal"
)

func TestServeExportImport(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	s, err := sqljournal.Open(t.Context(), filepath.Join(from, "journal"), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), "g", 0, []byte("started")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "club.gz")
	if got := run(t, "", "export", "--data", from, file); got.Status != 1 || !strings.Contains(got.Err, "another server") {
		t.Errorf("a store in use: %+v", got)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file was left")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", "export", "--data", from, file); got.Status != 0 || !strings.Contains(got.Out, "1 event and 0 values written") {
		t.Fatalf("export: %+v", got)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if got := run(t, "", "import", "--data", to, file); got.Status != 0 || !strings.Contains(got.Out, "1 event and 0 values read") {
		t.Fatalf("import: %+v", got)
	}
	if got := run(t, "", "import", "--data", to, file); got.Status != 1 || !strings.Contains(got.Err, "import into an empty one") {
		t.Errorf("a second import: %+v", got)
	}
	if s, err = sqljournal.Open(t.Context(), filepath.Join(to, "journal"), sqljournal.Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if events, err := s.Read(t.Context(), "g", 0); err != nil || len(events) != 1 || string(events[0].Data) != "started" {
		t.Errorf("%+v %v", events, err)
	}
}
