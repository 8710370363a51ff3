package measure_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

func TestResultsOfOperations(t *testing.T) {
	m := measure.NewMeter()
	due := time.Now()
	m.Of(measure.Send).Done(2*time.Millisecond, 10)
	m.Of(measure.Send).Paced(due, due.Add(3*time.Millisecond), due.Add(5*time.Millisecond))
	m.Of(measure.Acknowledge).Failed("stale", 2)
	all, err := m.Results(12, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Name != "send" || all[1].Name != "acknowledge" {
		t.Fatalf("operations %+v, want send and acknowledge alone", all)
	}
	send, ack := all[0], all[1]
	if send.Count != 1 || send.Messages != 10 || send.RateAsked != 12 || send.RateReached != 2 {
		t.Errorf("send %+v", send)
	}
	for name, c := range map[string]struct {
		of   *result.Latency
		want float64
	}{"from schedule": {send.FromSchedule, 0.005}, "schedule lag": {send.ScheduleLag, 0.003}} {
		if c.of == nil || math.Abs(c.of.P99-c.want) > 1e-5 {
			t.Errorf("%s %+v, want %g", name, c.of, c.want)
		}
	}
	if ack.Errors["stale"] != 2 || ack.FromSchedule != nil || ack.RateAsked != 0 {
		t.Errorf("acknowledge %+v", ack)
	}
}

func TestErrorKindsAreBounded(t *testing.T) {
	o := measure.NewMeter().Of(measure.Send)
	for i := range 1000 {
		o.Failed(fmt.Sprintf("error %d", i), 1)
	}
	if n := o.Errors(); n != 1000 {
		t.Errorf("%d errors, want 1000", n)
	}
	m := measure.NewMeter()
	for i := range 1000 {
		m.Of(measure.Send).Failed(fmt.Sprintf("error %d", i), 1)
	}
	all, err := m.Results(0, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(all[0].Errors); n > 40 || all[0].Errors["other"] == 0 {
		t.Errorf("%d kinds are told apart, %d others", n, all[0].Errors["other"])
	}
}

func TestSeriesTellsWhatHappenedInEachInterval(t *testing.T) {
	m := measure.NewMeter()
	asked := 0.0
	s := measure.NewSeries(m, time.Now(), func(time.Time) float64 { return asked }, func() int64 { return 77 })
	if err := s.Begin(); err != nil {
		t.Fatal(err)
	}
	asked = 100
	m.Live.Accepted.Add(90)
	m.Live.Acknowledged.Add(40)
	m.Live.Failed.Add(3)
	m.Of(measure.Delivery).Done(20*time.Millisecond, 1)
	first, err := s.Sample(true)
	if err != nil {
		t.Fatal(err)
	}
	over := first.DurationSeconds
	if first.Backlog != 50 || first.Errors != 3 || first.Deliveries != 1 || math.Abs(first.DeliveryP99-0.02) > 1e-4 ||
		math.Abs(first.SendAsked*over-100) > 0.01 || math.Abs(first.AckReached*over-40) > 0.01 || first.TargetMemoryBytes != 77 {
		t.Errorf("first sample %+v", first)
	}
	second, err := s.Sample(false)
	if err != nil {
		t.Fatal(err)
	}
	if second.SendReached != 0 || second.Errors != 0 || second.Deliveries != 0 || second.Backlog != 50 {
		t.Errorf("second sample %+v, want nothing new", second)
	}
	if all := s.All(); len(all) != 1 || all[0] != first {
		t.Errorf("kept %+v, want the first sample alone", all)
	}
}
