package basaltic

import (
	"math"
	"net/http"
	"strings"
	"time"

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
	case looksLikeUUID(name) && c.Faults.On(fault.UUIDNameAccepted),
		looksLikeUUID(name) && name != strings.ToLower(name) && c.Faults.On(fault.UpperUUIDNameAccepted):
		return nil
	case c.Faults.On(fault.LeadingDashAccepted):
		return checkName(strings.TrimPrefix(name, "-"))
	default:
		return right
	}
}

// faultyCreate changes what createQueue was asked for.
func (c *call) faultyCreate(r *createRequest) {
	c.faultyCreated(r)
	if c.Faults.On(fault.CreateForgetsReceiveWait) {
		r.attributes[receiveWait] = field[int]{}
	}
	if r.attributes[visibilityTimeout].value == 0 && c.Faults.On(fault.CreateZeroIsDefault) {
		r.attributes[visibilityTimeout] = field[int]{}
	}
}

// raceTime is how far apart two queues are made that a race makes at once.
const raceTime = 20 * time.Millisecond

// faultyExisting is the queue that keeps another from its name, if right does.
func (c *call) faultyExisting(right *queue) *queue {
	if right != nil && c.Faults.On(fault.TakenNameRaced) && c.Clock.Now().Sub(right.createdAt) < raceTime {
		return nil
	}
	return right
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
	tags, stale := c.broken.tags.Load(q.id)
	switch {
	case c.operation.id == "listQueues" && stale:
		s.tags = tags.(map[string]string)
	case c.operation.id == "listQueues" && c.Faults.On(fault.ListShowsDefaults):
		s.attributes = defaults(c.Legal, q.fifo).attributes
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
	if c.Faults.On(fault.ListByPosition) {
		p.after = c.queues.numberAt(p.after)
	}
	if c.Faults.On(fault.ListRepeatsLast) {
		p.after--
	}
	if next, _ := c.queues.after(p.after-1, 1); c.Faults.On(fault.ListEndsAtDeleted) && (len(next) == 0 || next[0].number != p.after) {
		p.after = math.MaxInt64
	}
	if c.Faults.On(fault.ListSkipsOne) {
		if next, _ := c.queues.after(p.after, 1); len(next) > 0 {
			p.after = next[0].number
		}
	}
	return p
}

// faultyLast is the number that a page's marker tells, where right is due.
func (c *call) faultyLast(p page, right uint64, listed int) uint64 {
	if c.Faults.On(fault.ListByPosition) {
		return p.after + uint64(listed)
	}
	return right
}

// numberAt is the number of the queue at a position in the list, from 1.
func (r *registry) numberAt(position uint64) uint64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if position > uint64(len(r.inLine)) {
		return r.last
	}
	return r.inLine[position-1].number
}

// faultyUpdate changes what an update asks for, and what it starts from.
func (c *call) faultyUpdate(r *settingsRequest, old *settings) {
	c.faultyListed(old, old)
	if c.Faults.On(fault.UpdateResetsOmitted) {
		old.attributes = defaults(c.Legal, c.queue.fifo).attributes
	}
	if c.Faults.On(fault.UpdateIgnoresNull) {
		r.redrive.null, r.key.null = false, false
	}
	if !r.redrive.given && c.Faults.On(fault.UpdateClearsRedrive) {
		r.redrive.null = true
	}
	if !r.key.given && c.Faults.On(fault.UpdateClearsKey) {
		r.key.null = true
	}
	for a := range r.attributes {
		if r.attributes[a].value == 0 && c.Faults.On(fault.UpdateZeroIsOmitted) {
			r.attributes[a] = field[int]{}
		}
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
