package lease

import (
	"slices"
	"testing"
	"time"
)

func TestOneReceiveOfGroups(t *testing.T) {
	for name, c := range map[string]struct {
		several bool
		due     []string
	}{
		"one of each group": {false, []string{"a1", "b1"}},
		"several":           {true, []string{"a1", "a2", "b1", "b2"}},
	} {
		rules := Rules{SeveralPerGroup: c.several}
		f := newFixture(t, rules, Settings{FIFO: true})
		f.put("a1", "b1", "a2", "b2")
		if got := bodiesOf(f.take(ReceiveOptions{Max: 10})); !slices.Equal(got, c.due) {
			t.Errorf("%s: received %q, not %q", name, got, c.due)
		}
	}
}

func TestAGroupIsHeldUntilNothingOfItIsInFlight(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{FIFO: true})
	f.put("a1", "a2", "a3")
	ds := f.take(ReceiveOptions{Max: 2})
	f.put("a4")
	f.change(ds[1].Handle, time.Minute)
	f.expect()
	f.ack(ds[0].Handle)
	f.expect()
	f.ack(ds[1].Handle)
	f.expect("a3", "a4")
}

func TestAGroupResumesWithTheSameMessages(t *testing.T) {
	for name, end := range map[string]func(*fixture, []Delivery){
		"lapsed": func(f *fixture, _ []Delivery) { f.time.Advance(30 * time.Second) },
		"released": func(f *fixture, ds []Delivery) {
			f.change(ds[1].Handle, 0)
			f.change(ds[0].Handle, 0)
		},
		"given back": func(f *fixture, ds []Delivery) { f.Return(ds) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, dialects["ezgh"], Settings{FIFO: true})
			f.put("a1", "a2", "a3", "b1")
			end(f, f.take(ReceiveOptions{Max: 2}))
			f.expect("a1", "a2", "a3", "b1")
		})
	}
}

func TestADelayedMessageHoldsItsGroup(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{FIFO: true})
	f.put("a1")
	f.sendOut(Outgoing{Body: "a2", Group: "a", Delay: new(time.Minute)})
	f.put("a3", "b1")
	f.ack(f.expect("a1", "b1")[0].Handle)
	f.expect()
	f.time.Advance(time.Minute)
	f.expect("a2", "a3", "b1")
}

func TestDeduplication(t *testing.T) {
	window := 5 * time.Minute
	for name, c := range map[string]struct {
		rules     Rules
		fifo      bool
		repeats   []time.Duration // after the first send
		duplicate []bool
	}{
		"within the window":      {Rules{DeduplicationWindow: window}, true, []time.Duration{0, window - 1}, []bool{true, true}},
		"counts from the first":  {Rules{DeduplicationWindow: window}, true, []time.Duration{window - 1, window}, []bool{true, false}},
		"repeats renew it":       {Rules{DeduplicationWindow: window, DeduplicationRenews: true}, true, []time.Duration{window - 1, 2*window - 2, 3*window - 2}, []bool{true, true, false}},
		"no window":              {Rules{}, true, []time.Duration{0}, []bool{false}},
		"not in standard queues": {Rules{DeduplicationWindow: window}, false, []time.Duration{0}, []bool{false}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, c.rules, Settings{FIFO: c.fifo})
			out := Outgoing{Body: "a", Group: "g", DeduplicationID: "id"}
			first := f.sendOut(out)
			f.ack(f.one().Handle)
			f.Purge()
			var elapsed time.Duration
			for i, at := range c.repeats {
				f.time.Advance(at - elapsed)
				elapsed = at
				got := f.sendOut(out)
				if got.Duplicate != c.duplicate[i] || got.Duplicate != (got.ID == first.ID && got.Sequence == first.Sequence) {
					t.Errorf("after %v: %+v, the first was %+v", at, got, first)
				}
			}
		})
	}
}
