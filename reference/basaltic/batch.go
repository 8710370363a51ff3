package basaltic

import (
	"net/http"
	"strings"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// maxEntries bounds a batch.
const maxEntries = 10

// batches reports whether the call's operation is one on several messages.
func (c *call) batches() bool { return strings.HasSuffix(c.operation.id, "Batch") }

// batch reads the entries of a request.
type batch struct {
	// content makes what an entry holds beside its id.
	content func() reader
	entries []*entry
}

// entry is one part of a batch, which fails or succeeds by itself.
type entry struct {
	id      field[string]
	content reader
	// problem is what was wrong with it when it was read.
	problem error
}

func (b *batch) member(d *decoder, name string) error {
	if name != "entries" || d.json.PeekKind() == 'n' {
		return d.json.SkipValue()
	}
	return d.array(name, func() error {
		if len(b.entries) > maxEntries {
			return d.json.SkipValue()
		}
		e := &entry{content: b.content()}
		b.entries = append(b.entries, e)
		err := d.object("each of entries", e)
		if !goesOn(err) {
			return err
		}
		e.problem = err
		return nil
	})
}

func (e *entry) member(d *decoder, name string) error {
	if name == "id" {
		return d.string(name, &e.id)
	}
	return e.content.member(d, name)
}

// check refuses a batch whose entries cannot be answered one by one.
func (b *batch) check(f *fault.Set) error {
	eleven := len(b.entries) == maxEntries+1 && f.On(fault.BatchOfElevenAccepted)
	if len(b.entries) < 1 || len(b.entries) > maxEntries && !eleven {
		return invalid("entries must be an array of 1 to %d", maxEntries)
	}
	seen := map[string]bool{}
	for _, e := range b.entries {
		id := faultyID(f, e.id.value)
		if id == "" {
			return invalid("each of entries must be an object with an id")
		}
		if seen[id] && !f.On(fault.RepeatedEntryIDsAccepted) {
			return invalid("the id %q is used by two entries", id)
		}
		seen[id] = true
	}
	return nil
}

// runBatch carries out each entry of a batch and answers one result for each,
// in their order. carryOut writes the members that its success adds.
func (c *call) runBatch(content func() reader, carryOut func(reader) error) (int, error) {
	b := batch{content: content}
	if err := c.decode(&b); err != nil {
		return 0, err
	}
	if err := b.check(c.Faults); err != nil {
		c.faultyRefused(&b, carryOut)
		return 0, err
	}
	carryOut = c.faultyCarryOut(carryOut)
	c.out.object("")
	c.out.array("results")
	for _, e := range b.entries {
		c.out.object("")
		c.out.string("id", e.id.value)
		err := e.problem
		if err == nil {
			err = carryOut(e.content)
		}
		if err != nil {
			c.out.failure(asProblem(err))
		}
		c.out.endObject()
		if err != nil && c.faultyWhole(e.content, err) {
			return 0, err
		}
		if err != nil && c.Faults.On(fault.BatchStopsAtFailure) {
			break
		}
	}
	c.out.endArray()
	c.out.endObject()
	return http.StatusOK, nil
}

// failure writes the members that tell why an entry failed.
func (d *document) failure(p *problem) {
	d.string("error", p.code)
	d.string("message", p.message)
}

func newOutgoing() reader { return new(outgoing) }

func newReceipt() reader { return new(receipt) }

func (c *call) sendMessageBatch() (int, error) {
	return c.runBatch(newOutgoing, c.faultySends(func(content reader) error {
		accepted, err := c.send(content.(*outgoing))
		if err == nil {
			c.out.accepted(accepted)
		}
		return err
	}))
}

func (c *call) deleteMessageBatch() (int, error) {
	return c.runBatch(newReceipt, func(content reader) error { return c.acknowledge(content.(*receipt)) })
}

func (c *call) changeVisibilityBatch() (int, error) {
	return c.runBatch(newReceipt, c.faultyTimeouts(func(content reader) error { return c.changeLease(content.(*receipt)) }))
}
