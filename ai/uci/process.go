package uci

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// process is a running program that reads and writes lines. Three goroutines serve its
// pipes and one waits for its end; all have ended when close returns.
type process struct {
	cmd          *exec.Cmd
	in           chan string   // lines to it
	lines        chan string   // lines from it, cleaned; closed when no more will come
	exited       chan struct{} // closed when the program has ended
	stderrClosed chan struct{} // closed when it will write no more errors
	quit         chan struct{} // closed to let the goroutines go
	pipes        [3]*os.File   // our ends: its input, output and errors
	tail         tail
	work         sync.WaitGroup
	once         sync.Once
}

// Sizes of what is kept between us and a program.
const (
	maxLine   = 1 << 16 // bytes of a line; the rest of it is dropped
	inQueue   = 1024    // lines that it has not yet taken
	lineQueue = 256     // lines that we have not yet read
)

func launch(o *Options) (*process, error) {
	cmd := exec.Command(o.Path, o.Args...)
	cmd.Dir = o.Dir
	if len(o.Env) > 0 {
		cmd.Env = append(os.Environ(), o.Env...)
	}
	separate(cmd)
	p := &process{
		cmd: cmd, in: make(chan string, inQueue), lines: make(chan string, lineQueue),
		exited: make(chan struct{}), stderrClosed: make(chan struct{}), quit: make(chan struct{}),
	}
	theirs, err := p.connect()
	if err != nil {
		return nil, err
	}
	err = cmd.Start()
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		p.closePipes()
		return nil, err
	}
	p.work.Go(p.write)
	p.work.Go(p.read)
	p.work.Go(p.readErrors)
	p.work.Go(p.wait)
	return p, nil
}

// connect makes the pipes and gives the program's ends of them.
func (p *process) connect() (theirs []*os.File, err error) {
	for i := range p.pipes {
		r, w, err := os.Pipe()
		if err != nil {
			p.closePipes()
			for _, f := range theirs {
				f.Close()
			}
			return nil, err
		}
		if i == 0 {
			p.pipes[i], p.cmd.Stdin = w, r
			theirs = append(theirs, r)
			continue
		}
		p.pipes[i] = r
		theirs = append(theirs, w)
	}
	p.cmd.Stdout, p.cmd.Stderr = theirs[1], theirs[2]
	return theirs, nil
}

func (p *process) closePipes() {
	for _, f := range p.pipes {
		if f != nil {
			f.Close()
		}
	}
}

// send queues a line for the program; it is false when the program has long
// taken none.
func (p *process) send(line string) bool {
	select {
	case p.in <- line:
		return true
	default:
		return false
	}
}

func (p *process) write() {
	for {
		select {
		case line := <-p.in:
			if _, err := io.WriteString(p.pipes[0], line+"\n"); err != nil {
				return
			}
		case <-p.quit:
			return
		}
	}
}

func (p *process) read() {
	defer close(p.lines)
	r := bufio.NewReaderSize(p.pipes[1], maxLine)
	for {
		line, err := readLine(r)
		if line != "" {
			p.tail.add(line)
			select {
			case p.lines <- line:
			case <-p.quit:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *process) readErrors() {
	defer close(p.stderrClosed)
	r := bufio.NewReaderSize(p.pipes[2], maxLine)
	for {
		line, err := readLine(r)
		p.tail.add(line)
		if err != nil {
			return
		}
	}
}

// readLine reads one line, of which it drops what is longer than the buffer.
func readLine(r *bufio.Reader) (string, error) {
	head, err := r.ReadSlice('\n')
	line := sanitize(string(head))
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return strings.TrimSpace(line), err
}

// wait waits for the program to exit, ends what it left behind, and lets the readers
// finish what is in the pipes, but not for long.
func (p *process) wait() {
	_ = p.cmd.Wait() // how it ended is in ProcessState
	killGroup(p.cmd)
	close(p.exited)
	_ = p.pipes[1].SetReadDeadline(time.Now().Add(time.Second))
	_ = p.pipes[2].SetReadDeadline(time.Now().Add(time.Second))
}

// close asks the program to end with the line farewell, ends it after patience,
// and returns when nothing of it is left.
func (p *process) close(farewell string, patience time.Duration) {
	p.once.Do(func() {
		p.send(farewell)
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case <-p.exited:
		case <-timer.C:
			killGroup(p.cmd)
		}
		<-p.exited
		close(p.quit)
		p.closePipes()
	})
	p.work.Wait()
}

// exitStatus says how the program ended, empty while it runs.
func (p *process) exitStatus() string {
	select {
	case <-p.exited:
		return p.cmd.ProcessState.String()
	default:
		return ""
	}
}
