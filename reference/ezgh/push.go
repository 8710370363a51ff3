package ezgh

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

const (
	// pushWait is how long a subscription parks for a message before it parks anew.
	pushWait = 20 * time.Second
	// shortestPush bounds from below the lease under which a message is pushed, so
	// that a queue with a visibility timeout of 0 does not push in a tight loop.
	shortestPush = time.Second
	longestPush  = 30 * time.Second
)

// subscription pushes a queue's messages to a URL, one at a time.
type subscription struct {
	url string
	// end returns once it takes no more messages.
	end func()
}

type describedSubscription struct {
	URL string `json:"url"`
}

// pusher is the client of all subscriptions. It connects to this machine only,
// and follows no redirect.
var pusher = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport: &http.Transport{DialContext: (&net.Dialer{
		Control: func(_, address string, _ syscall.RawConn) error {
			if to, err := netip.ParseAddrPort(address); err != nil || !to.Addr().Unmap().IsLoopback() {
				return fmt.Errorf("%s is not on this machine", address)
			}
			return nil
		},
	}).DialContext},
}

func (s *Server) putSubscription(c *call) (answer, *refusal) {
	var given describedSubscription
	if refused := decode(c.Request, &given); refused != nil {
		return answer{}, refused
	}
	target, err := url.Parse(given.URL)
	if err != nil || target.Scheme != "http" || !onThisMachine(target.Hostname()) {
		return answer{}, invalidRequest("url must be an http URL on this machine, such as http://127.0.0.1:9000/messages")
	}
	c.queue.subscribe(s.subscription(c.queue, given.URL))
	return ok(map[string]describedSubscription{"subscription": given}), nil
}

// subscription begins to push a queue's messages.
func (s *Server) subscription(q *queue, url string) *subscription {
	ctx, cancel := context.WithCancel(s.life)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.push(ctx, q, url)
	}()
	return &subscription{url, func() {
		cancel()
		<-ended
	}}
}

func (s *Server) deleteSubscription(c *call) (answer, *refusal) {
	if !c.queue.subscribe(nil) {
		return answer{}, notFound("the queue has no subscription")
	}
	return answer{status: s.legal.Success(http.StatusNoContent)}, nil
}

func onThisMachine(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// subscribe replaces the queue's subscription; nil ends it. It reports whether
// there was one.
func (q *queue) subscribe(next *subscription) (had bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	had = q.push != nil
	if had {
		q.push.end()
	}
	q.push = next
	return had
}

// push claims messages as a consumer does and posts each until ctx ends. A
// message that is not taken is left to its lease.
func (s *Server) push(ctx context.Context, q *queue, url string) {
	for ctx.Err() == nil {
		timeout := max(q.Settings().Visibility, shortestPush)
		deliveries, err := q.Receive(ctx, receiveOne(timeout))
		if err != nil {
			return
		}
		for _, d := range deliveries {
			if ctx.Err() != nil {
				q.Return(deliveries)
				return
			}
			m := s.showOne(d, q.fifo)
			if post(ctx, url, m, min(timeout, longestPush)) == nil {
				s.taken(q, d.Handle)
			}
		}
	}
}

// taken acknowledges a pushed message; if its delivery is over, another receive
// has it.
func (s *Server) taken(q *queue, h lease.Handle) {
	if s.faults.On(fault.PushCopies) {
		_ = q.ChangeVisibility(h, 0)
		return
	}
	_ = q.Acknowledge(h)
}

func receiveOne(visibility time.Duration) lease.ReceiveOptions {
	return lease.ReceiveOptions{Max: 1, Visibility: &visibility, Wait: pushWait}
}

// post delivers a message; nil says that it was taken.
func post(ctx context.Context, url string, m message, patience time.Duration) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := pusher.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxMessageBytes))
	if response.StatusCode/100 != 2 {
		return errors.New(response.Status)
	}
	return nil
}
