package basaltic

import "github.com/leasecheck/leasecheck/reference/fault"

// settingsRequest is what createQueue and updateQueue have in common.
type settingsRequest struct {
	attributes [attributeCount]field[int]
	redrive    field[redriveRequest]
	key        field[string]
	tags       field[map[string]string]
}

func (q *settingsRequest) member(d *decoder, name string) error {
	switch name {
	case "redrive_policy":
		return q.readRedrive(d)
	case "kms_key":
		return d.string(name, &q.key)
	case "tags":
		return d.strings(name, &q.tags)
	}
	for a, allowed := range attributeRanges {
		if allowed.name == name {
			return d.integer(name, &q.attributes[a], allowed.lowest, allowed.highest)
		}
	}
	return d.json.SkipValue()
}

func (q *settingsRequest) readRedrive(d *decoder) error {
	if d.json.PeekKind() == 'n' {
		return q.redrive.nothing(d)
	}
	var policy redriveRequest
	if err := d.object("redrive_policy", &policy); err != nil {
		return err
	}
	if !policy.deadLetterQueue.given || !policy.maxReceiveCount.given {
		return invalid("redrive_policy needs dead_letter_queue and max_receive_count")
	}
	q.redrive.set(policy)
	return nil
}

type redriveRequest struct {
	deadLetterQueue field[string]
	maxReceiveCount field[int]
}

func (p *redriveRequest) member(d *decoder, name string) error {
	switch name {
	case "dead_letter_queue":
		return d.string("redrive_policy.dead_letter_queue", &p.deadLetterQueue)
	case "max_receive_count":
		return d.integer("redrive_policy.max_receive_count", &p.maxReceiveCount, 1, maxReceiveCount)
	default:
		return d.json.SkipValue()
	}
}

// createRequest asks for a new queue.
type createRequest struct {
	settingsRequest
	name                      field[string]
	contentBasedDeduplication field[bool]
}

func (q *createRequest) member(d *decoder, name string) error {
	switch name {
	case "name":
		return d.string(name, &q.name)
	case "content_based_deduplication":
		return d.boolean(name, &q.contentBasedDeduplication)
	default:
		return q.settingsRequest.member(d, name)
	}
}

// settle gives the settings that the request makes of old, for queue q. An
// omitted member keeps what was; null takes redrive policy and key away.
func (c *call) settle(q *queue, old settings, r *settingsRequest) (*settings, error) {
	now := old
	now.updatedAt = c.Clock.Now()
	for a, asked := range r.attributes {
		now.attributes[a] = asked.or(old.attributes[a])
	}
	if q.fifo && now.attributes[deliveryDelay] != 0 && !c.Faults.On(fault.FIFOQueueDelayAccepted) {
		return nil, invalid("a FIFO queue has no delay_seconds")
	}
	if r.tags.given {
		now.tags = r.tags.value
	}
	if err := c.settleRedrive(q, &now, r.redrive); err != nil {
		return nil, err
	}
	if err := c.settleKey(q, &now, r.key); err != nil {
		return nil, err
	}
	return &now, nil
}

func (c *call) settleRedrive(q *queue, now *settings, asked field[redriveRequest]) error {
	if asked.null {
		now.redrive = nil
	}
	if !asked.given {
		return nil
	}
	target := c.queues.resolve(asked.value.deadLetterQueue.value)
	switch {
	case target == nil && c.Faults.On(fault.RedriveTargetUnchecked):
		return nil
	case target == nil:
		return invalid("redrive_policy.dead_letter_queue names no queue")
	case target == q:
		return invalid("a queue cannot be its own dead-letter queue")
	case target.fifo != q.fifo:
		return invalid("a dead-letter queue must be of its source's kind")
	}
	now.redrive = &redrive{target: target, maxReceives: asked.value.maxReceiveCount.value}
	return nil
}

// settleKey makes a data key where the queue has none or another key is to wrap it.
func (c *call) settleKey(q *queue, now *settings, asked field[string]) error {
	before := now.key
	switch {
	case asked.null:
		now.key = nil
	case asked.given:
		key, known := c.KMS.Find(asked.value)
		if !known {
			return invalid("kms_key names no key")
		}
		now.key = &key
	}
	if now.seal != nil && sameKey(before, now.key) {
		return nil
	}
	now.seal = c.newDataKey(q, now.key)
	if !now.seal.usable() {
		return errKeyUnavailable
	}
	return nil
}
