package target

import "testing"

func TestTailShowsWhatWasSaidMeanwhile(t *testing.T) {
	said := newTail()
	said.Write([]byte("hello\n"))
	since := said.written()
	if got := said.text(since); got != "hello\n" {
		t.Errorf("with nothing said since, %q", got)
	}
	said.Write([]byte("disk full\n"))
	if got := said.text(since); got != "disk full\n" {
		t.Errorf("since then, %q", got)
	}
	said.Write(make([]byte, 2*hookSaid))
	if got := said.text(since); len(got) != hookSaid {
		t.Errorf("kept %d bytes, want the last %d", len(got), hookSaid)
	}
}
