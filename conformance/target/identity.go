package target

// Identity is how a queue is called; queues embed it.
type Identity struct {
	ref, name string
	kind      Kind
}

// NewIdentity is of the queue with the id ref.
func NewIdentity(ref, name string, kind Kind) Identity { return Identity{ref, name, kind} }

// Ref identifies the queue in the dialect's own way: an id.
func (i Identity) Ref() string { return i.ref }

// Name is the name the queue was given, suffixes included.
func (i Identity) Name() string { return i.name }

// Kind is the queue's kind.
func (i Identity) Kind() Kind { return i.kind }
