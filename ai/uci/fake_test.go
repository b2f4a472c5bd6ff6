package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The test program serves as the engines of these tests, too: with a script in
// its environment it plays the engine that the script describes.
const (
	scriptVar = "FAKE_ENGINE_SCRIPT" // rules, one a line
	heardVar  = "FAKE_ENGINE_HEARD"  // a file to copy what is heard to
	childVar  = "FAKE_ENGINE_CHILD"  // an address to keep a connection to
	serverVar = "FAKE_ENGINE_SERVER" // be our own engine
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(childVar) != "" && os.Getenv(scriptVar) == "":
		linger(os.Getenv(childVar))
	case os.Getenv(serverVar) != "":
		if err := testServer().Run(context.Background(), os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
	case os.Getenv(scriptVar) != "":
		playFake(os.Getenv(scriptVar), os.Stdin, os.Stdout)
	default:
		os.Exit(m.Run())
	}
}

// rule is what a fake engine answers to a line that begins with on.
type rule struct {
	on      string
	answers []string
}

// playFake answers each line by the first rule that fits it. A rule that is not
// the last of its kind is used up. Answers are lines, or an exclamation mark
// and what to do.
func playFake(script string, in io.Reader, out *os.File) {
	var rules []rule
	for line := range strings.SplitSeq(script, "\n") {
		on, answer, ok := strings.Cut(line, ">")
		if !ok {
			continue
		}
		r := rule{on: strings.TrimSpace(on)}
		for a := range strings.SplitSeq(answer, "|") {
			r.answers = append(r.answers, strings.TrimSpace(a))
		}
		rules = append(rules, r)
	}
	var heard io.Writer = io.Discard
	if name := os.Getenv(heardVar); name != "" {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		heard = f
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		fmt.Fprintln(heard, lines.Text())
		for i, r := range rules {
			if !strings.HasPrefix(lines.Text()+" ", r.on+" ") {
				continue
			}
			for _, other := range rules[i+1:] {
				if other.on == r.on {
					rules = append(rules[:i:i], rules[i+1:]...)
					break
				}
			}
			for _, a := range r.answers {
				answer(a, lines.Text(), out)
			}
			break
		}
	}
}

func answer(a, line string, out *os.File) {
	_, last, _ := strings.Cut(line, " ")
	switch what, arg, _ := strings.Cut(a, " "); what {
	case "!exit":
		status, _ := strconv.Atoi(arg)
		os.Exit(status)
	case "!hang":
		select {}
	case "!complain":
		fmt.Fprintln(os.Stderr, arg)
	case "!close":
		out.Close()
	case "!flood": // for ever, and without an end of line
		text := strings.Repeat("\xff\x00\x1b[2J", 4096)
		for {
			if _, err := out.WriteString(text); err != nil {
				return
			}
		}
	case "!child":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), scriptVar+"=")
		child.Stdout, child.Stderr = out, out
		if err := child.Start(); err != nil {
			panic(err)
		}
	default:
		fmt.Fprintln(out, strings.ReplaceAll(a, "$", last))
	}
}

// linger keeps a connection open as long as it is not killed.
func linger(address string) {
	if _, err := net.Dial("unix", address); err != nil {
		panic(err)
	}
	select {}
}

// The usual beginnings of scripts.
const (
	politeUCI = `uci > id name Polite 1.0 | id author nobody | option name Hash type spin default 16 min 1 max 64 | option name UCI_Variant type combo default chess var chess var odd | option name UCI_Chess960 type check default false | option name Clear Hash type button | uciok
isready > readyok
quit > !exit 0
`
	politeXBoard = `protover > feature myname="Polite X" ping=1 setboard=1 | feature usermove=1 san=0 time=1 variants="normal,odd" option="Skill -spin 3 0 9" done=1
ping > pong $
quit > !exit 0
`
)

// fake is the Options of a fake engine, which copies what it hears to a file.
func fake(t *testing.T, p Protocol, script string) (o Options, heard func() string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log := t.TempDir() + "/heard"
	o = Options{
		Protocol: p, Path: exe, Env: []string{scriptVar + "=" + script, heardVar + "=" + log},
		StartTime: 20 * time.Second, MoveGrace: 20 * time.Second, Silence: 20 * time.Second,
	}
	return o, func() string {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

// begin starts a fake engine that is closed with the test.
func begin(t *testing.T, o Options) *Client {
	t.Helper()
	c, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}
