package target

import (
	"os/exec"
	"strings"
	"testing"
)

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

// An answer counts that came before the command ended.
func TestAnAnswerBeforeTheEndCounts(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("sh is not installed")
	}
	for range 50 {
		h, err := startHook([]string{sh, "-c", `read line; echo '{"id":1,"result":true}'`}, strings.NewReplacer())
		if err != nil {
			t.Fatal(err)
		}
		var did bool
		if err := h.ask(t.Context(), hookRequest{Op: "delete"}, &did); err != nil || !did {
			t.Fatalf("%t, %v", did, err)
		}
		if len(h.waiting) != 0 {
			t.Fatalf("%d still wait", len(h.waiting))
		}
	}
}
