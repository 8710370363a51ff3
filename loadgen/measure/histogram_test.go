package measure_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/measure"
)

// A heavy tail with a jump, as polls mixed with deliveries make: the figures
// stay within three digits everywhere.
func TestPercentilesOfAHeavyTail(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	h, all := measure.NewHistogram(), make([]float64, 0, 100_000)
	for range cap(all) {
		d := time.Duration(math.Exp(random.NormFloat64()*2) * float64(time.Millisecond))
		if random.IntN(100) == 0 {
			d = 20*time.Second + time.Duration(random.IntN(1000))*time.Millisecond
		}
		d = min(d, 100*time.Second).Round(time.Microsecond)
		h.Record(d)
		all = append(all, d.Seconds())
	}
	slices.Sort(all)
	l, err := h.Latency()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ got, quantile float64 }{
		"p50": {l.P50, .5}, "p90": {l.P90, .9}, "p95": {l.P95, .95}, "p99": {l.P99, .99}, "p99.9": {l.P999, .999},
	} {
		want := all[int(c.quantile*float64(len(all)))-1]
		if math.Abs(c.got-want) > 0.002*want {
			t.Errorf("%s is %g, want %g", name, c.got, want)
		}
	}
	if math.Abs(l.Max-all[len(all)-1]) > 0.001*l.Max || l.Count != int64(len(all)) {
		t.Errorf("%d values up to %g, want %d up to %g", l.Count, l.Max, len(all), all[len(all)-1])
	}
}

func TestWhatIsNotInTheFiguresIsCounted(t *testing.T) {
	h := measure.NewHistogram()
	h.Record(-time.Millisecond)
	h.Record(3 * time.Minute)
	h.Record(time.Second)
	l, err := h.Latency()
	if err != nil {
		t.Fatal(err)
	}
	if l.Negative != 1 || l.Unrecorded != 1 || l.Count != 1 || math.Abs(l.Max-1) > 0.001 {
		t.Errorf("figures %+v, want one value of a second, one negative, one unrecorded", l)
	}
}

func TestWindowsAreOfTheirTimeOnly(t *testing.T) {
	h := measure.NewWindowed()
	for _, d := range []time.Duration{time.Millisecond, time.Second} {
		h.Record(d)
		w, err := h.Window()
		if err != nil || w.Count != 1 || math.Abs(w.P99-d.Seconds()) > 0.001*d.Seconds() {
			t.Errorf("window %+v (%v), want one value of %s", w, err, d)
		}
	}
	if l, _ := h.Latency(); l.Count != 2 {
		t.Errorf("%d values in all, want 2", l.Count)
	}
}

func TestCountsAreReadAgain(t *testing.T) {
	h := measure.NewHistogram()
	for i := range 1000 {
		h.Record(time.Duration(i) * time.Millisecond)
	}
	l, err := h.Latency()
	if err != nil {
		t.Fatal(err)
	}
	counts, err := measure.Counts(l)
	if err != nil {
		t.Fatal(err)
	}
	again, err := measure.Figures(counts)
	if err != nil || again != l {
		t.Errorf("read again %+v (%v), want %+v", again, err, l)
	}
	l.Histogram = "nothing"
	if _, err := measure.Counts(l); err == nil {
		t.Error("a text that is no histogram was read")
	}
}
