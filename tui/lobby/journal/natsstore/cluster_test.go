package natsstore

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/journaltest"
	"rookery/tui/lobby/journal/natsstore/clustertest"
)

// lengthy asks for the tests of minutes; see docs/testing.md.
const lengthy = "ROOKERY_TEST_CLUSTER"

// dial connects to a cluster, to node first if it can, until the test ends.
func dial(t *testing.T, nodes *clustertest.Nodes, first, replicas int) *Store {
	t.Helper()
	s, err := Dial(t.Context(), nodes.URLs(first), Options{Replicas: replicas})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestOneNode lets two stores share one server.
func TestOneNode(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a, b := dial(t, nodes, 0, 1), dial(t, nodes, 0, 1)
	if !a.Shared() {
		t.Error("the store counts as this process's own")
	}
	journaltest.Race(t, a, b, 50)
	heard := make(chan string, 1)
	stop, err := b.Hear(func(topic string, data []byte) { heard <- topic + " " + string(data) })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if err := b.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := a.Tell("hall", []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if got := <-heard; got != "hall hello" {
		t.Errorf("heard %q", got)
	}
}

func TestTimedOutAppendIsFound(t *testing.T) {
	s := opened(t)
	first, err := s.Append(t.Context(), "g", 0, []byte("e4"))
	if err != nil {
		t.Fatal(err)
	}
	// What is on the stream under the name of a try counts, answered or not.
	events := func(id string) (uint64, bool, error) { return s.settle(t.Context(), "g", 0, id) }
	if _, settled, err := events("another"); !settled || !errors.As(err, new(*journal.StaleError)) {
		t.Errorf("of another: settled %v, %v", settled, err)
	}
	msg, err := s.stream.GetMsg(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	id := msg.Header.Get("Nats-Msg-Id")
	if _, err := s.Append(t.Context(), "g", first, []byte("e5")); err != nil {
		t.Fatal(err)
	}
	if seq, settled, err := events(id); !settled || err != nil || seq != first {
		t.Errorf("own: event %d, settled %v, %v; want %d", seq, settled, err, first)
	}
	if _, settled, _ := s.settle(t.Context(), "new", 0, "x"); settled {
		t.Error("an event that was not written counts as settled")
	}
}

func TestLazyServerRefused(t *testing.T) {
	for _, always := range []bool{true, false} {
		ns, err := server.NewServer(&server.Options{
			Host: "127.0.0.1", Port: server.RANDOM_PORT, HTTPHost: "127.0.0.1", HTTPPort: server.RANDOM_PORT,
			JetStream: true, StoreDir: t.TempDir(), SyncAlways: always, NoLog: true, NoSigs: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		ns.Start()
		if !ns.ReadyForConnections(time.Minute) {
			t.Fatal("the server did not start")
		}
		s, err := Dial(t.Context(), []string{ns.ClientURL()}, Options{Replicas: 1, Monitors: []string{"http://" + ns.MonitorAddr().String() + "/"}})
		if (err == nil) != always {
			t.Errorf("sync_always %v: %v", always, err)
		}
		if err == nil {
			s.Close()
		}
		ns.Shutdown()
		ns.WaitForShutdown()
	}
}

// TestLeaderKilled writes without end while the node that leads the stream is
// killed and comes back, and then another is lost for a while.
func TestLeaderKilled(t *testing.T) {
	if os.Getenv(lengthy) == "" {
		t.Skip("set " + lengthy + "=1 to kill nodes of a cluster")
	}
	nodes := clustertest.Spawn(t, 3)
	s := dial(t, nodes, 0, 3)
	ctx, stop := context.WithCancel(t.Context())
	var mu sync.Mutex
	var gap time.Duration
	accepted, before := 0, time.Now()
	done := make(chan error, 1)
	go func() {
		var last uint64
		for n := 0; ctx.Err() == nil; n++ {
			seq, err := s.Append(context.Background(), "g", last, strconv.AppendInt(nil, int64(n), 10))
			if err != nil {
				done <- err
				return
			}
			mu.Lock()
			last, accepted = seq, n+1
			gap, before = max(gap, time.Since(before)), time.Now()
			mu.Unlock()
		}
		done <- nil
	}()
	grow := func(by int) {
		t.Helper()
		mu.Lock()
		want := accepted + by
		mu.Unlock()
		for limit := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
			mu.Lock()
			now := accepted
			mu.Unlock()
			if now >= want {
				return
			}
			if time.Now().After(limit) {
				t.Fatal("nothing is accepted any more")
			}
		}
	}
	leader := func() int {
		t.Helper()
		for {
			if name, err := s.Leader(t.Context()); err == nil && name != "" {
				return nodes.Number(name)
			}
		}
	}
	grow(200)
	dead := leader()
	nodes.Kill(dead)
	grow(200)
	mu.Lock()
	t.Logf("leader killed: %v without an accepted event", gap.Round(time.Millisecond))
	if gap > 15*time.Second {
		t.Errorf("%v without an accepted event", gap)
	}
	gap = 0
	mu.Unlock()
	nodes.Run(dead)
	grow(200)
	lost := (leader() + 1) % 3
	nodes.Kill(lost)
	grow(500)
	nodes.Run(lost)
	grow(500)
	mu.Lock()
	t.Logf("another node lost and back: at most %v without an accepted event", gap.Round(time.Millisecond))
	mu.Unlock()
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	events, err := s.Read(t.Context(), "g", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != accepted {
		t.Errorf("%d events, %d were accepted", len(events), accepted)
	}
	for i, e := range events {
		if string(e.Data) != strconv.Itoa(i) {
			t.Fatalf("event %d is %q", i, e.Data)
		}
	}
	t.Logf("%d events accepted, none lost, none twice", accepted)
}

// TestFrontEndsRace lets two front ends on different nodes make the same move a
// thousand times.
func TestFrontEndsRace(t *testing.T) {
	if os.Getenv(lengthy) == "" {
		t.Skip("set " + lengthy + "=1 for a cluster of three nodes")
	}
	nodes := clustertest.Start(t, 3)
	journaltest.Race(t, dial(t, nodes, 0, 3), dial(t, nodes, 1, 3), 1000)
}

func TestFull(t *testing.T) {
	const room = 4 << 20
	s, err := Dial(t.Context(), clustertest.Start(t, 1).URLs(0), Options{Replicas: 1, MaxBytes: room})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	running := journaltest.Fill(t, s, room)
	for range 300 { // half-moves
		if running, err = s.Append(t.Context(), "running", running, []byte(strings.Repeat("y", 200))); err != nil {
			t.Fatalf("a game that runs: %v", err)
		}
	}
	for n := 0; err == nil; n++ {
		if n*journal.MaxEvent > room {
			t.Fatal("the store takes more than it may")
		}
		running, err = s.Append(t.Context(), "running", running, []byte(strings.Repeat("x", journal.MaxEvent)))
	}
	if !errors.Is(err, journal.ErrFull) {
		t.Errorf("the last room: %v, want %v", err, journal.ErrFull)
	}
	events, err := s.Read(t.Context(), "running", 0)
	if err != nil || len(events) < 301 {
		t.Errorf("%d events %v, want 301 and more", len(events), err)
	}
}

// TestDamagedEventIsNamed puts an event that does not follow the one before into a game.
func TestDamagedEventIsNamed(t *testing.T) {
	s := opened(t)
	var last uint64
	for n := range 3 {
		var err error
		if last, err = s.Append(t.Context(), "g", last, strconv.AppendInt(nil, int64(n), 10)); err != nil {
			t.Fatal(err)
		}
	}
	msg, err := s.stream.GetMsg(t.Context(), last)
	if err != nil {
		t.Fatal(err)
	}
	msg.Header.Del("Nats-Msg-Id")
	msg.Header.Del("Nats-Expected-Last-Subject-Sequence")
	if _, err := s.js.PublishMsg(t.Context(), &nats.Msg{Subject: "mv.g", Data: []byte("3"), Header: msg.Header}); err != nil {
		t.Fatal(err)
	}
	events, err := s.Read(t.Context(), "g", 0)
	damage := (*journal.DamageError)(nil)
	if !errors.As(err, &damage) || damage.Game != "g" || damage.Event != 4 || len(events) != 3 {
		t.Errorf("%d events, %v; want 3 and event 4 named", len(events), err)
	}
}
