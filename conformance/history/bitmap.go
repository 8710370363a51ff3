package history

// pageBits is how many sequences share a page of 4 KiB.
const pageBits = 1 << 15

// bitmap is a set of ids that costs one bit an id where sequences are dense,
// and a page for each stretch of them where they are not.
type bitmap map[page]*[pageBits / 64]uint64

type page struct {
	producer uint32
	number   uint64
}

func (b bitmap) add(id ID) {
	at := page{id.Producer, id.Sequence / pageBits}
	bits := b[at]
	if bits == nil {
		bits = new([pageBits / 64]uint64)
		b[at] = bits
	}
	bits[id.Sequence%pageBits/64] |= 1 << (id.Sequence % 64)
}

func (b bitmap) has(id ID) bool {
	bits := b[page{id.Producer, id.Sequence / pageBits}]
	return bits != nil && bits[id.Sequence%pageBits/64]&(1<<(id.Sequence%64)) != 0
}
