package target

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/specs"
)

// byCommand has a program of the target's owner make the queues, send to them
// and purge them. It is started at the first queue and ends with the run.
type byCommand struct {
	argv    []string
	dialect specs.Dialect
	// conceal takes the target file's secrets out of what the program said.
	conceal *strings.Replacer
	left    registry

	once  sync.Once
	hook  *hook
	start error
}

func newByCommand(f *File) *byCommand {
	argv := append([]string(nil), f.Provisioning.Command...)
	// A path counts from the target file, a plain name is looked up.
	if strings.ContainsRune(argv[0], filepath.Separator) && !filepath.IsAbs(argv[0]) {
		argv[0] = filepath.Join(filepath.Dir(f.Path), argv[0])
	}
	return &byCommand{argv: argv, dialect: f.Dialect, conceal: f.concealing()}
}

// concealing replaces the file's secrets.
func (f *File) concealing() *strings.Replacer {
	secrets := []Secret{f.ControlToken, f.Auth.Token, f.Auth.SecretAccessKey}
	if f.LimitedAuth != nil {
		secrets = append(secrets, f.LimitedAuth.Token, f.LimitedAuth.SecretAccessKey)
	}
	var pairs []string
	for _, s := range secrets {
		if s.IsSet() {
			pairs = append(pairs, s.Reveal(), Redacted)
		}
	}
	return strings.NewReplacer(pairs...)
}

// hookSettings are a queue's settings as the program gets them; what is left
// out is up to it.
type hookSettings struct {
	Kind                      Kind    `json:"kind"`
	Visibility                float64 `json:"visibility_seconds,omitempty"`
	ReceiveWait               float64 `json:"receive_wait_seconds,omitempty"`
	Retention                 float64 `json:"retention_seconds,omitempty"`
	Delay                     float64 `json:"delay_seconds,omitempty"`
	DataKeyReuse              float64 `json:"data_key_reuse_seconds,omitempty"`
	Key                       string  `json:"key,omitempty"`
	ContentBasedDeduplication bool    `json:"content_based_deduplication,omitempty"`
	DeadLetter                string  `json:"dead_letter,omitempty"`
	MaxReceives               int     `json:"max_receives,omitempty"`
}

// hookMessage is a message as the program gets it.
type hookMessage struct {
	Body            string                   `json:"body"`
	Attributes      map[string]hookAttribute `json:"attributes,omitempty"`
	Group           string                   `json:"group,omitempty"`
	DeduplicationID string                   `json:"deduplication_id,omitempty"`
	Delay           float64                  `json:"delay_seconds,omitempty"`
}

type hookAttribute struct {
	Type  string `json:"type,omitempty"`
	Value string `json:"value"`
}

// Make asks for a queue. The program answers with its id, which is the name
// where it gives none.
func (p *byCommand) Make(ctx context.Context, svc Service, name string, s Settings) (Queue, Outcome) {
	made := struct {
		Queue string `json:"queue"`
	}{Queue: name}
	o := p.ask(ctx, hookRequest{Op: "create", Queue: name, Settings: settingsFor(s)}, &made)
	if o.Class != OK {
		return nil, o
	}
	q := &commandQueue{Queue: svc.Open(made.Queue, name, s.Kind), by: p}
	p.left.add(q)
	if err := checkQueueID(p.dialect, made.Queue); err != nil {
		o.Class, o.Err = Unanswered, fmt.Errorf("the command answered create with queue %q, %w", p.conceal.Replace(made.Queue), err)
		return nil, o
	}
	return q, o
}

// Remove has a queue deleted.
func (p *byCommand) Remove(ctx context.Context, q Queue) {
	if removed(q.Delete(ctx)) {
		p.left.drop(q)
	}
}

// Close has what is left deleted and ends the program.
func (p *byCommand) Close(ctx context.Context, _ Service, _ string) error {
	left := removeAll(ctx, p.left.take(), func(Queue) {})
	p.once.Do(func() { p.start = errors.New("the run is over") })
	if p.hook != nil {
		p.hook.stop()
	}
	return leftOver(left)
}

// ask sends a request to the program, which is started first if need be.
func (p *byCommand) ask(ctx context.Context, r hookRequest, result any) Outcome {
	p.once.Do(func() { p.hook, p.start = startHook(p.argv, p.conceal) })
	o := Outcome{Class: OK, Call: Call{Sent: time.Now()}}
	err := p.start
	if p.hook != nil {
		err = p.hook.ask(ctx, r, result)
	}
	o.Answered = time.Now()
	switch {
	case errors.Is(err, ErrUnsupported):
		o.Class, o.Err = Refused, err
	case err != nil:
		o.Class, o.Err = Unanswered, err
	}
	return o
}

// commandQueue is received from by the dialect's own operations, and filled,
// purged and deleted by the program.
type commandQueue struct {
	Queue
	by *byCommand
}

// Own is q as the dialect's own operations fill, purge and delete it, whoever
// provisions it.
func Own(q Queue) Queue {
	if by, ok := q.(*commandQueue); ok {
		return by.Queue
	}
	return q
}

func (q *commandQueue) Send(ctx context.Context, m Message) Sent {
	return q.SendBatch(ctx, []Message{m})[0]
}

func (q *commandQueue) SendBatch(ctx context.Context, ms []Message) []Sent {
	messages := make([]*hookMessage, len(ms))
	for i, m := range ms {
		messages[i] = messageFor(m)
	}
	var result struct {
		MessageIDs []string `json:"message_ids"`
	}
	o := q.by.ask(ctx, hookRequest{Op: "send", Queue: q.Ref(), Messages: messages}, &result)
	sent := make([]Sent, len(ms))
	for i := range sent {
		sent[i].Outcome = o
		if i < len(result.MessageIDs) {
			sent[i].MessageID = result.MessageIDs[i]
		}
	}
	return sent
}

func (q *commandQueue) Purge(ctx context.Context) Outcome {
	return q.by.ask(ctx, hookRequest{Op: "purge", Queue: q.Ref()}, nil)
}

func (q *commandQueue) Delete(ctx context.Context) Outcome {
	return q.by.ask(ctx, hookRequest{Op: "delete", Queue: q.Ref()}, nil)
}

func settingsFor(s Settings) *hookSettings {
	return &hookSettings{
		Kind:                      s.Kind,
		Visibility:                s.Visibility.Seconds(),
		ReceiveWait:               s.ReceiveWait.Seconds(),
		Retention:                 s.Retention.Seconds(),
		Delay:                     s.Delay.Seconds(),
		DataKeyReuse:              s.DataKeyReuse.Seconds(),
		Key:                       s.Key,
		ContentBasedDeduplication: s.ContentBasedDeduplication,
		DeadLetter:                s.DeadLetter,
		MaxReceives:               s.MaxReceives,
	}
}

func messageFor(m Message) *hookMessage {
	out := &hookMessage{Body: m.Body, Group: m.Group, DeduplicationID: m.DeduplicationID, Delay: m.Delay.Seconds()}
	if m.Attributes != nil {
		out.Attributes = make(map[string]hookAttribute, len(m.Attributes))
		for name, a := range m.Attributes {
			out.Attributes[name] = hookAttribute(a)
		}
	}
	return out
}
