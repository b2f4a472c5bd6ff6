package natsstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Options say how to reach the servers of a cluster.
type Options struct {
	// Replicas is on how many servers each event lies; 0 means 3.
	Replicas int
	// Credentials is a file of the user's key and permissions; empty for none.
	Credentials string
	// Authority is a file of the certificates that sign those of the servers;
	// empty for those that the system trusts. tls:// in a URL asks for TLS.
	Authority string
	// MaxBytes bounds the events of games; 0 leaves it to the servers.
	MaxBytes int64
	// Monitors are the addresses, http://HOST:PORT, where the servers tell how
	// they are set. A client cannot see it otherwise.
	Monitors []string
}

// Dial uses the NATS servers of a cluster, which other processes may use at the
// same time. It waits until they answer or ctx ends. What is acknowledged is on
// the disks of most replicas only where the servers are set to
// sync_interval: always; Dial refuses servers whose monitors say otherwise, and
// has to believe the others.
func Dial(ctx context.Context, urls []string, o Options) (*Store, error) {
	if len(urls) == 0 {
		return nil, errors.New("name at least one server of the cluster, such as nats://host:4222")
	}
	for _, m := range o.Monitors {
		if err := checkSync(ctx, m); err != nil {
			return nil, err
		}
	}
	s := &Store{replicas: o.Replicas, maxBytes: o.MaxBytes}
	if s.replicas == 0 {
		s.replicas = 3
	}
	options := []nats.Option{
		nats.Name("rookery"), nats.Timeout(2 * time.Second),
		nats.RetryOnFailedConnect(true), nats.ReconnectWait(100 * time.Millisecond), nats.ReconnectJitter(50*time.Millisecond, 50*time.Millisecond),
		nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ReconnectBufSize(-1), // what waits is asked again, not sent late
	}
	options = append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) { // the request itself hears nothing
			s.denied.Store(&err)
		}
	}))
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.Authority != "" {
		options = append(options, nats.RootCAs(o.Authority))
	}
	if err := s.connect(ctx, strings.Join(urls, ","), options...); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// checkSync asks a server whether it puts what it acknowledges on the disk.
func checkSync(ctx context.Context, monitor string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(monitor, "/")+"/jsz", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("ask %s how it is set: %w", monitor, err)
	}
	defer resp.Body.Close()
	var answer struct {
		Config struct {
			Always bool `json:"sync_always"`
		} `json:"config"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(nil, resp.Body, 1<<20)).Decode(&answer); err != nil {
		return fmt.Errorf("ask %s how it is set: %w", monitor, err)
	}
	if !answer.Config.Always {
		return fmt.Errorf("the server at %s would lose moves with its power: set sync_interval: always in its jetstream block", monitor)
	}
	return nil
}
