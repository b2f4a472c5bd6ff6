package natsstore

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/journaltest"
)

// account is the account of docs/deploy.md: what the club may say and hear, and what it may store.
const account = `
listen: "127.0.0.1:-1"
server_name: strict
jetstream { store_dir: %q, sync_interval: always }
accounts {
  CLUB {
    jetstream { max_store: 1GB, max_streams: 40, max_consumers: 200%s }
    users [ {
      user: rookery, password: secret
      permissions {
        publish: [ "mv.*", "rk.say.*", "$KV.*.*", "$JS.API.INFO", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST",
          "$JS.API.STREAM.CREATE.*", "$JS.API.STREAM.UPDATE.MOVES", "$JS.API.STREAM.INFO.*", "$JS.API.STREAM.MSG.GET.*", "$JS.API.DIRECT.GET.>",
          "$JS.API.CONSUMER.CREATE.>", "$JS.API.CONSUMER.DELETE.*.*", "$JS.API.CONSUMER.INFO.*.*", "$JS.API.CONSUMER.MSG.NEXT.*.*" ]
        subscribe: [ "_INBOX.>", "rk.say.*" ]
      }
    }, {
      user: visitor, password: secret
      permissions { publish: [ "$JS.API.STREAM.INFO.*" ], subscribe: [ "_INBOX.>" ] }
    } ]
  }
}`

// strict runs a server whose account may do what the club needs and nothing else.
func strict(t *testing.T, more string) (url string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, account, dir, more), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o.NoLog, o.NoSigs = true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server did not start")
	}
	return fmt.Sprintf("nats://rookery:secret@%s", s.Addr())
}

// TestStrictAccount holds what every journal promises on an account with the permissions and limits
// that docs/deploy.md gives it.
func TestStrictAccount(t *testing.T) {
	journaltest.Run(t, func(t *testing.T) journal.Journal {
		s, err := Dial(t.Context(), []string{strict(t, "")}, Options{Replicas: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	})
}

// TestAccountWithBounds has an account that takes bounded streams alone.
func TestAccountWithBounds(t *testing.T) {
	url := strict(t, ", max_bytes_required: true")
	s, err := Dial(t.Context(), []string{url}, Options{Replicas: 1, MaxBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b, err := s.Bucket(t.Context(), "players")
	if err == nil {
		_, err = b.Put(t.Context(), "k", []byte("v"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), "g", 0, []byte("e")); err != nil {
		t.Fatal(err)
	}
	// Without a bound it is refused at once, with the reason.
	began := time.Now()
	_, err = Dial(t.Context(), []string{strict(t, ", max_bytes_required: true")}, Options{Replicas: 1})
	t.Logf("without a bound after %v: %v", time.Since(began), err)
	if err == nil {
		t.Error("a store without a bound was made")
	}
}

// TestAccountThatMayTooLittle is told what it may not do, and does not wait for it.
func TestAccountThatMayTooLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("waits five seconds for an answer that does not come")
	}
	url := strings.Replace(strict(t, ""), "rookery:", "visitor:", 1)
	_, err := Dial(t.Context(), []string{url}, Options{Replicas: 1})
	if err == nil || !strings.Contains(err.Error(), `allows too little`) || !strings.Contains(err.Error(), "STREAM.CREATE.MOVES") {
		t.Errorf("it hears %v", err)
	}
}
