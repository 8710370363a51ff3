package variant

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestOnlyUsesOneFreedom(t *testing.T) {
	for _, name := range Names() {
		for seed := range uint64(5) {
			l, err := Only(name, seed)
			if err != nil {
				t.Fatal(err)
			}
			if used := usedFields(l); len(used) != 1 {
				t.Errorf("%s with seed %d uses %v", name, seed, used)
			}
		}
	}
	if _, err := Only("no-such", 1); err == nil || !strings.Contains(err.Error(), "timestamps") {
		t.Errorf("an unknown freedom: %v", err)
	}
}

func usedFields(l Legal) (used []string) {
	v := reflect.ValueOf(l)
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			used = append(used, v.Type().Field(i).Name)
		}
	}
	return used
}

func TestDrawRepeatsAndReachesEveryFreedom(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(40) {
		l := Draw(seed)
		if l != Draw(seed) {
			t.Errorf("seed %d draws two servers", seed)
		}
		for _, field := range usedFields(l) {
			seen[field] = true
		}
	}
	if len(seen) != reflect.TypeFor[Legal]().NumField() {
		t.Errorf("40 seeds use only %v", seen)
	}
}

func TestHandlesReadBackExactly(t *testing.T) {
	const handle = "AQAAAH8-_x"
	for _, form := range append([]HandleForm{PlainHandle}, handleForms...) {
		text := form.Write(handle)
		if got := form.Read(text); got != handle {
			t.Errorf("form %d: %q reads back as %q", form, text, got)
		}
		for _, other := range []string{"", text + " ", " " + text, text[1:], text[:len(text)-1], text + "=", text + "A"} {
			if form.Read(other) == handle {
				t.Errorf("form %d: %q reads as the handle", form, other)
			}
		}
		for i := range text {
			for _, c := range []byte("0aAZ=") {
				if changed := text[:i] + string(c) + text[i+1:]; changed != text && form.Read(changed) == handle {
					t.Errorf("form %d: %q reads as the handle", form, changed)
				}
			}
		}
	}
}

func TestTheZeroValueChangesNothing(t *testing.T) {
	var l Legal
	body := []byte(`{"error":{"message":"x"},"sentAt":"2026-01-01T00:00:00.123Z"}`)
	if got := l.Body(body); string(got) != string(body) {
		t.Errorf("body: %s", got)
	}
	if l.Success(201) != 201 || l.Refusal(409) != 409 || l.OneOf(401, 403) != 401 || l.Messages(10) != 10 ||
		l.None() || l.Pause() != 0 || l.Handles.Write("x") != "x" {
		t.Error("the zero value uses a freedom")
	}
}

func TestBodyKeepsWhatWasSent(t *testing.T) {
	const sent = `{"attributes":{"at":"2026-01-01T00:00:00.5Z","sentAt":"2026-01-01T00:00:00.5Z","message":"m"},` +
		`"body":"2026-01-01T00:00:00.5Z","big":12345678901234567890,"sentAt":"2026-01-01T00:00:00.5Z","visible_at":"x"}`
	for _, step := range []struct {
		form StampForm
		want string
	}{
		{WholeSeconds, "2026-01-01T00:00:00Z"},
		{Nanoseconds, "2026-01-01T00:00:00.500000000Z"},
		{EasternOffset, "2026-01-01T05:30:00.5+05:30"},
		{WesternOffset, "2025-12-31T21:00:00.5-03:00"},
	} {
		l := Legal{Stamps: step.form, ErrorTexts: true, ExtraFields: true}
		var got map[string]any
		text := l.Body([]byte(sent))
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if got["sentAt"] != step.want || got["visible_at"] != "x" || got["body"] != "2026-01-01T00:00:00.5Z" ||
			got["x_trace"] == nil || !strings.Contains(string(text), "12345678901234567890") {
			t.Errorf("%s", text)
		}
		attributes := got["attributes"].(map[string]any)
		if len(attributes) != 3 || attributes["sentAt"] != "2026-01-01T00:00:00.5Z" || attributes["message"] != "m" {
			t.Errorf("attributes were changed: %s", text)
		}
	}
}

func TestErrorTexts(t *testing.T) {
	l := Legal{ErrorTexts: true}
	got := string(l.Body([]byte(`{"error":{"code":"X","message":"why"}}`)))
	if strings.Contains(got, "why") || !strings.Contains(got, `"code":"X"`) {
		t.Error(got)
	}
}

func TestRetryAfterIsNeverTooEarly(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 900_000_000, time.UTC)
	for wait, seconds := range map[time.Duration]string{0: "1", 1: "1", time.Second: "1", time.Second + 1: "2", time.Minute: "60"} {
		if got := (Legal{}).RetryAfter(now, wait); got != seconds {
			t.Errorf("%v: %s", wait, got)
		}
		date, err := time.Parse(http.TimeFormat, Legal{RetryAfterDate: true}.RetryAfter(now, wait))
		if err != nil || date.Before(now.Add(wait)) || date.After(now.Add(wait+time.Second)) {
			t.Errorf("%v: %v, %v", wait, date, err)
		}
	}
}

func TestChoicesStayLegal(t *testing.T) {
	l := Legal{Statuses: true, Refusals: true, FewerMessages: true, SlowestAnswer: 300 * time.Millisecond}
	none := 0
	for range 1000 {
		if s := l.Success(201); s != 200 && s != 201 && s != 202 {
			t.Errorf("success %d", s)
		}
		if s := l.Success(204); s != 200 && s != 202 && s != 204 {
			t.Errorf("empty success %d", s)
		}
		if s := l.Refusal(400); s != 400 && s != 409 && s != 422 {
			t.Errorf("refusal %d", s)
		}
		if n := l.Messages(3); n < 1 || n > 3 {
			t.Errorf("%d of 3 messages", n)
		}
		if p := l.Pause(); p < 0 || p >= 300*time.Millisecond {
			t.Errorf("pause %v", p)
		}
		if l.None() {
			none++
		}
	}
	if none == 0 || none > 500 {
		t.Errorf("none %d times of 1000", none)
	}
}

func TestParse(t *testing.T) {
	only, _ := Only("timestamps", 7)
	for text, want := range map[string]Legal{"": {}, "legal:7": Draw(7), "legal:timestamps:7": only} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"legal", "legal:", "legal:x", "legal:-1", "legal:no-such:1", "legal:a:b:1", "other:1"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}
