package basaltic

import (
	"net/http"
	"strings"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyKind tells whether a queue of that name is FIFO.
func (c *call) faultyKind(name string) bool {
	switch {
	case c.Faults.On(fault.FIFOSuffixIgnored):
		return false
	case c.Faults.On(fault.FIFOAnywhereInName):
		return strings.Contains(name, fifoSuffix)
	default:
		return isFIFO(name)
	}
}

// faultyName is what the check of a name comes to; right is what it should.
func (c *call) faultyName(name string, right error) error {
	switch {
	case looksLikeUUID(name) && c.Faults.On(fault.UUIDNameAccepted):
		return nil
	case c.Faults.On(fault.LeadingDashAccepted):
		return checkName(strings.TrimPrefix(name, "-"))
	default:
		return right
	}
}

// faultyCreate changes what createQueue was asked for.
func (c *call) faultyCreate(r *createRequest) {
	if c.Faults.On(fault.CreateForgetsReceiveWait) {
		r.attributes[receiveWait] = field[int]{}
	}
}

// faultyTaken answers createQueue with a name in use.
func (c *call) faultyTaken(existing *queue) (int, error) {
	if c.Faults.On(fault.TakenNameGivesExisting) {
		return c.showQueue(http.StatusOK, existing)
	}
	return 0, errNameTaken
}

// faultyShown is the queue that is shown for q by describe and list.
func (c *call) faultyShown(q *queue) *queue {
	s := *q.settings.Load()
	switch {
	case c.operation.id == "listQueues" && c.Faults.On(fault.ListShowsDefaults):
		s.attributes = defaults(c.Legal).attributes
	case c.Faults.On(fault.TagsForgotten):
		s.tags = nil
	default:
		return q
	}
	shown := q.alias()
	shown.settings.Store(&s)
	return shown
}

// alias is another record of the same queue.
func (q *queue) alias() *queue {
	other := &queue{
		id: q.id, idText: q.idText, crn: q.crn, name: q.name, fifo: q.fifo,
		number: q.number, createdAt: q.createdAt, engine: q.engine,
	}
	other.settings.Store(q.settings.Load())
	return other
}

// faultyPage is the page that is listed for p.
func (c *call) faultyPage(p page) page {
	if p.after == 0 {
		return p
	}
	if c.Faults.On(fault.ListRepeatsLast) {
		p.after--
	}
	if c.Faults.On(fault.ListSkipsOne) {
		if next, _ := c.queues.after(p.after, 1); len(next) > 0 {
			p.after = next[0].number
		}
	}
	return p
}

// faultyUpdate changes what an update asks for, and what it starts from.
func (c *call) faultyUpdate(r *settingsRequest, old *settings) {
	if c.Faults.On(fault.UpdateResetsOmitted) {
		old.attributes = defaults(c.Legal).attributes
	}
	if c.Faults.On(fault.UpdateIgnoresNull) {
		r.redrive.null, r.key.null = false, false
	}
}

// faultyIdentity lets an update change what is fixed for a queue's life.
func (c *call) faultyIdentity() {
	var asked identityRequest
	if c.decode(&asked) != nil {
		return
	}
	other := c.queue.alias()
	if asked.name.given && c.Faults.On(fault.UpdateRenames) {
		other.name = asked.name.value
	}
	if asked.kind.given && c.Faults.On(fault.UpdateChangesKind) {
		other.fifo = asked.kind.value == "fifo"
	}
	if other.name != c.queue.name || other.fifo != c.queue.fifo {
		c.queues.replace(c.queue, other)
		c.queue = other
	}
}

// identityRequest reads what an update cannot change.
type identityRequest struct{ name, kind field[string] }

func (r *identityRequest) member(d *decoder, name string) error {
	switch name {
	case "name":
		return d.string(name, &r.name)
	case "kind":
		return d.string(name, &r.kind)
	default:
		return d.json.SkipValue()
	}
}

// replace puts another record in the place of a queue's.
func (r *registry) replace(q, other *queue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.byName, q.name)
	r.byName[other.name] = other
	r.byID[other.id] = other
	for i := range r.inLine {
		if r.inLine[i] == q {
			r.inLine[i] = other
		}
	}
}
