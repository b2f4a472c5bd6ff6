package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rookery/cmd/internal/clitest"
	"rookery/tui/lobby/journal/natsstore"
	"rookery/tui/lobby/journal/natsstore/clustertest"
)

// TestServeOnACluster runs two front ends on one server of NATS, and stops them.
func TestServeOnACluster(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	for _, args := range [][]string{
		{"--nats", nodes.URLs(0)[0], "--nats-replicas", "1"},
		{"--nats", "nats://127.0.0.1:1," + nodes.URLs(0)[0], "--nats-replicas", "1"},
	} {
		data := t.TempDir()
		cmd := exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", data}, args...)...)
		cmd.Env = clitest.NewHome(t).Environ()
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Signal(syscall.SIGTERM)
			if err := cmd.Wait(); err != nil {
				t.Errorf("%v: %s", err, errs.String())
			}
		})
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "Listening on 127.0.0.1:") {
			t.Fatalf("%q %v: %s", line, err, errs.String())
		}
		if kept, err := filepath.Glob(filepath.Join(data, "journal", "*")); err != nil || len(kept) > 0 {
			t.Errorf("%v %v lie in the directory", kept, err)
		}
	}
}

// TestServeMovesAnOldStoreOver exports a store that a NATS server in the process kept.
func TestServeMovesAnOldStoreOver(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	j, err := natsstore.Dial(t.Context(), nodes.URLs(0), natsstore.Options{Replicas: 1})
	if err != nil {
		t.Fatal(err)
	}
	var last uint64
	for range 10 {
		if last, err = j.Append(t.Context(), "g", last, []byte(`{"kind":"moved"}`)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	nodes.Kill(0)
	data := t.TempDir()
	if err := os.CopyFS(filepath.Join(data, "journal", "jetstream"), os.DirFS(filepath.Join(nodes.Dir(0), "jetstream"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "club.gz")
	got := run(t, "", "export", "--data", data, file)
	if got.Status != 0 || !strings.Contains(got.Out, "10 events and 0 values") || !strings.Contains(got.Err, "moved over") {
		t.Errorf("%+v", got)
	}
}
