// Package clustertest runs a cluster of NATS servers on the loopback. Only tests import it, and it imports nothing of ours.
package clustertest

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Nodes of a cluster. Their ports were free when it was made.
type Nodes struct {
	t      *testing.T
	dir    string
	routes []string // where nodes reach each other
	nodes  []*node
}

type node struct {
	url string // for clients
	end func() // ends it; a process without a word
}

// start runs a server in this process, as one of a cluster when there are several.
func start(dir string, n int, routes []string) (*server.Server, error) {
	o := &server.Options{
		ServerName: fmt.Sprintf("n%d", n), Host: "127.0.0.1", Port: server.RANDOM_PORT,
		JetStream: true, StoreDir: fmt.Sprintf("%s/n%d", dir, n), SyncAlways: true, NoLog: true, NoSigs: true,
	}
	if len(routes) > 1 {
		for _, r := range routes { // the server needs to know of all to begin
			u, err := url.Parse(r)
			if err != nil {
				return nil, err
			}
			o.Routes = append(o.Routes, u)
		}
		port, err := strconv.Atoi(o.Routes[n].Port())
		if err != nil {
			return nil, err
		}
		o.Cluster = server.ClusterOpts{Name: "test", Host: o.Routes[n].Hostname(), Port: port}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		s.Shutdown()
		return nil, fmt.Errorf("node %d did not start", n)
	}
	return s, nil
}

// asked is set in a process that is to be a node: the directory, the number and
// the routes.
const asked = "ROOKERY_TEST_NODE"

// Child makes a process that [Spawn] started a node; call it first in TestMain. It
// returns at once in any other.
func Child() {
	ask := os.Getenv(asked)
	if ask == "" {
		return
	}
	parts := strings.Split(ask, "\n")
	n, err := strconv.Atoi(parts[1])
	var s *server.Server
	if err == nil {
		s, err = start(parts[0], n, parts[2:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(s.ClientURL())
	s.WaitForShutdown()
	os.Exit(0)
}

// reserve finds a port where a node can be reached by the others. Nodes learn it
// before they begin, and one that is killed comes back to it, so that for a while
// nobody holds it; on the usual address every connection and every test may be given
// it meanwhile. Hence an address drawn from those of the loopback, where the system
// has more of them than one.
func reserve() (net.Listener, error) {
	for range 10 {
		address := fmt.Sprintf("127.%d.%d.%d:0", 1+rand.IntN(254), rand.IntN(256), 1+rand.IntN(254))
		if l, err := net.Listen("tcp", address); err == nil {
			return l, nil
		}
	}
	return net.Listen("tcp", "127.0.0.1:0")
}

// gather makes a cluster of n nodes that do not run yet.
func gather(t *testing.T, n int) *Nodes {
	t.Helper()
	c := &Nodes{t: t, dir: t.TempDir(), nodes: make([]*node, n)}
	for range n {
		l, err := reserve()
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		c.routes = append(c.routes, "nats://"+l.Addr().String())
	}
	t.Cleanup(func() {
		for _, n := range c.nodes {
			if n != nil {
				n.end()
			}
		}
	})
	return c
}

// Start runs n nodes in this process until the test ends.
func Start(t *testing.T, n int) *Nodes {
	t.Helper()
	c := gather(t, n)
	for i := range n {
		s, err := start(c.dir, i, c.routes)
		if err != nil {
			t.Fatal(err)
		}
		c.nodes[i] = &node{url: s.ClientURL(), end: func() { s.Shutdown(); s.WaitForShutdown() }}
	}
	return c
}

// Spawn runs n nodes in processes of their own until the test ends; TestMain must
// call Child.
func Spawn(t *testing.T, n int) *Nodes {
	t.Helper()
	c := gather(t, n)
	for i := range n {
		c.Run(i)
	}
	return c
}

// Run starts the process of node i, which does not run, with the files that it
// left.
func (c *Nodes) Run(i int) {
	c.t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asked+"="+strings.Join(append([]string{c.dir, strconv.Itoa(i)}, c.routes...), "\n"))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	end := func() { _ = cmd.Process.Kill(); _ = cmd.Wait() } // it was killed
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		end()
		c.t.Fatal(err)
	}
	c.nodes[i] = &node{url: strings.TrimSpace(line), end: end}
}

// Kill ends node i, a process without a word.
func (c *Nodes) Kill(i int) {
	c.nodes[i].end()
	c.nodes[i] = nil
}

// Dir is where node i keeps its files.
func (c *Nodes) Dir(i int) string { return fmt.Sprintf("%s/n%d", c.dir, i) }

// Number of a server by its name.
func (c *Nodes) Number(name string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "n"))
	if err != nil || n < 0 || n >= len(c.nodes) {
		c.t.Fatalf("there is no node %q", name)
	}
	return n
}

// URLs of the nodes that run, for clients, that of node first before the others.
func (c *Nodes) URLs(first int) []string {
	var urls []string
	for i := range c.nodes {
		if n := c.nodes[(first+i)%len(c.nodes)]; n != nil {
			urls = append(urls, n.url)
		}
	}
	return urls
}
