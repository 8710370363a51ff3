package target

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	// hookTime bounds one request to the command.
	hookTime = 30 * time.Second
	// hookEnd is how long the command may take to end once its input does.
	hookEnd = 5 * time.Second
	// hookLine bounds one line of the command's answers.
	hookLine = 8 << 20
	// hookLag is by how much what the command says may come after its answer.
	hookLag = 200 * time.Millisecond
	// hookSaid is how much of the command's stderr an error shows.
	hookSaid = 1 << 10
)

// hook is a running provisioning command: JSON lines in, JSON lines out, in
// any order.
type hook struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	stderr  *tail
	// conceal takes secrets out of what the command said.
	conceal *strings.Replacer
	// requests are written by one goroutine, so that a command that does not
	// read holds nobody up beyond its deadline.
	requests chan []byte
	// stopped is closed to end the command's input.
	stopped chan struct{}
	// ended is closed when the command's answers end; why says why.
	ended chan struct{}

	mu      sync.Mutex
	why     error
	last    int
	waiting map[int]chan<- hookAnswer
}

// hookRequest is a line on the command's stdin.
type hookRequest struct {
	ID       int            `json:"id"`
	Op       string         `json:"op"`
	Queue    string         `json:"queue"`
	Settings *hookSettings  `json:"settings,omitempty"`
	Messages []*hookMessage `json:"messages,omitempty"`
	// since is how much the command had written to its stderr when this was asked.
	since int
}

// hookAnswer is a line on its stdout.
type hookAnswer struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *hookError      `json:"error"`
}

// hookError is why the command did not do what it was asked.
type hookError struct {
	// Code is unsupported or failed.
	Code    string `json:"code"`
	Message string `json:"message"`
}

// startHook runs the command.
func startHook(argv []string, conceal *strings.Replacer) (*hook, error) {
	h := &hook{
		command:  exec.Command(argv[0], argv[1:]...),
		stderr:   newTail(),
		conceal:  conceal,
		requests: make(chan []byte),
		stopped:  make(chan struct{}),
		ended:    make(chan struct{}),
		waiting:  map[int]chan<- hookAnswer{},
	}
	h.command.Stderr = h.stderr
	h.command.WaitDelay = hookEnd
	ownGroup(h.command)
	stdout, err := h.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if h.stdin, err = h.command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := h.command.Start(); err != nil {
		return nil, err
	}
	go h.write()
	go h.read(stdout)
	return h, nil
}

func (h *hook) write() {
	defer h.stdin.Close()
	for {
		select {
		case line := <-h.requests:
			if _, err := h.stdin.Write(line); err != nil {
				return // read tells why the command ended
			}
		case <-h.stopped:
			return
		case <-h.ended:
			return
		}
	}
}

// read gives each answer to the one who waits for it.
func (h *hook) read(stdout io.Reader) {
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, hookLine)
	why := errors.New("the command ended")
	for lines.Scan() {
		var a hookAnswer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil || a.ID == 0 {
			why = fmt.Errorf("the command wrote a line that is no answer: %.80q", lines.Text())
			break
		}
		h.mu.Lock()
		if waits := h.waiting[a.ID]; waits != nil {
			waits <- a // has room for it
			delete(h.waiting, a.ID)
		}
		h.mu.Unlock()
	}
	if err := lines.Err(); err != nil {
		why = fmt.Errorf("the command's answers cannot be read: %w", err)
	}
	h.mu.Lock()
	h.why = why
	h.mu.Unlock()
	close(h.ended)
	_, _ = io.Copy(io.Discard, stdout) // so that it never waits for us to read
}

// ask sends a request and decodes its result into result. It takes no longer
// than hookTime.
func (h *hook) ask(ctx context.Context, r hookRequest, result any) error {
	ctx, cancel := context.WithTimeoutCause(ctx, hookTime, fmt.Errorf("no answer within %s", hookTime))
	defer cancel()
	answers := make(chan hookAnswer, 1)
	r.since = h.stderr.written()
	h.mu.Lock()
	h.last++
	r.ID = h.last
	h.waiting[r.ID] = answers
	h.mu.Unlock()
	defer h.forget(r.ID)
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	select {
	case h.requests <- append(line, '\n'):
	case <-h.ended:
		return h.failed(r, h.reason())
	case <-ctx.Done():
		return h.failed(r, context.Cause(ctx))
	}
	select {
	case a := <-answers:
		return h.answered(r, a, result)
	case <-h.ended:
		select {
		case a := <-answers: // it answered, and then ended
			return h.answered(r, a, result)
		default:
		}
		h.stderr.await(r.since)
		return h.failed(r, h.reason())
	case <-ctx.Done():
		return h.failed(r, context.Cause(ctx))
	}
}

// forget gives up waiting for an answer.
func (h *hook) forget(id int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.waiting, id)
}

func (h *hook) answered(r hookRequest, a hookAnswer, result any) error {
	if a.Error != nil && a.Error.Code == "unsupported" {
		return fmt.Errorf("%w %s: %s", ErrUnsupported, r.Op, h.conceal.Replace(a.Error.Message))
	}
	if a.Error != nil {
		return h.failed(r, errors.New(a.Error.Message))
	}
	if len(a.Result) == 0 || result == nil {
		return nil
	}
	if err := json.Unmarshal(a.Result, result); err != nil {
		return h.failed(r, fmt.Errorf("its result cannot be read: %w", err))
	}
	return nil
}

// failed says what the command was asked, why that failed, and what it said
// meanwhile or, where it said nothing, last.
func (h *hook) failed(r hookRequest, why error) error {
	said := strings.TrimSpace(h.stderr.text(r.since))
	if said == "" {
		said = "nothing"
	}
	return errors.New(h.conceal.Replace(fmt.Sprintf("the provisioning command failed to %s %s: %v (its stderr: %s)", r.Op, r.Queue, why, said)))
}

func (h *hook) reason() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.why
}

// stop ends the command's input and waits for it to end, or makes it.
func (h *hook) stop() {
	close(h.stopped)
	kill := time.AfterFunc(hookEnd, func() { killGroup(h.command) })
	defer kill.Stop()
	<-h.ended
	_ = h.command.Wait() // however it ended, it is over
}

// tail keeps the end of what is written to it.
type tail struct {
	mu    sync.Mutex
	kept  []byte
	total int
	// fresh holds a signal while something was written that await has not seen.
	fresh chan struct{}
}

func newTail() *tail { return &tail{fresh: make(chan struct{}, 1)} }

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	t.kept = t.kept[max(len(t.kept)-hookSaid, 0):]
	t.total += len(b)
	select {
	case t.fresh <- struct{}{}:
	default:
	}
	return len(b), nil
}

// written is how much was written until now.
func (t *tail) written() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total
}

// await gives what was written before something else, which came by another
// pipe, a little time to arrive here.
func (t *tail) await(since int) {
	late := time.NewTimer(hookLag)
	defer late.Stop()
	for t.written() <= since {
		select {
		case <-t.fresh:
		case <-late.C:
			return
		}
	}
}

// text is what was written since then, as far as it was kept, or all that was
// kept where nothing was written since.
func (t *tail) text(since int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := t.kept
	if fresh := t.total - since; fresh > 0 && fresh < len(kept) {
		kept = kept[len(kept)-fresh:]
	}
	return strings.ToValidUTF8(string(kept), "")
}
