package lease

// indexed is an element that knows where it is in the one heap it may be in.
type indexed interface {
	// index is where the element keeps its index in the heap, or absent.
	index() *int32
	// rank orders elements whose keys are equal.
	rank() uint64
}

// absent is the index of an element that is in no heap.
const absent = -1

// heap is a binary min-heap by key, then rank, from which any element can be removed. A
// push with the largest key so far costs O(1).
type heap[T indexed] struct{ items []keyed[T] }

type keyed[T indexed] struct {
	key     int64
	element T
}

func (a keyed[T]) before(b keyed[T]) bool {
	return a.key < b.key || a.key == b.key && a.element.rank() < b.element.rank()
}

func (h *heap[T]) empty() bool { return len(h.items) == 0 }

// first is the element with the least key; the heap must not be empty.
func (h *heap[T]) first() T { return h.items[0].element }

// leastKey is never for an empty heap.
func (h *heap[T]) leastKey() int64 {
	if len(h.items) == 0 {
		return never
	}
	return h.items[0].key
}

// keyOf is the key of element, which must be in this heap.
func (h *heap[T]) keyOf(element T) int64 { return h.items[*element.index()].key }

func (h *heap[T]) push(key int64, element T) {
	h.items = append(h.items, keyed[T]{key, element})
	h.up(len(h.items) - 1)
}

// remove takes element out; it must be in this heap.
func (h *heap[T]) remove(element T) {
	i, last := int(*element.index()), len(h.items)-1
	moved := h.items[last]
	h.items[last] = keyed[T]{}
	h.items = h.items[:last]
	*element.index() = absent
	if i == last {
		return
	}
	h.items[i] = moved
	if !h.down(i) {
		h.up(i)
	}
}

// up moves the item at i towards the top until its parent is no greater.
func (h *heap[T]) up(i int) {
	item := h.items[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !item.before(h.items[parent]) {
			break
		}
		h.put(i, h.items[parent])
		i = parent
	}
	h.put(i, item)
}

// down moves the item at i away from the top until no child is less, and
// reports whether it moved.
func (h *heap[T]) down(i int) bool {
	item, start := h.items[i], i
	for {
		child := 2*i + 1
		if child >= len(h.items) {
			break
		}
		if right := child + 1; right < len(h.items) && h.items[right].before(h.items[child]) {
			child = right
		}
		if !h.items[child].before(item) {
			break
		}
		h.put(i, h.items[child])
		i = child
	}
	h.put(i, item)
	return i != start
}

func (h *heap[T]) put(i int, item keyed[T]) {
	h.items[i] = item
	*item.element.index() = int32(i)
}
