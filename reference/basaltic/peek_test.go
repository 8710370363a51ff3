package basaltic

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"
)

func peekedBodies(a result) []string {
	a.Helper()
	bodies := []string{}
	for _, m := range a.messages() {
		bodies = append(bodies, *m.Body)
	}
	return bodies
}

func TestPeekShowsWithoutLeasing(t *testing.T) {
	s := newService(t)
	q := s.newQueue("peeked")
	q.sendJSON(`{"body":"käse","attributes":{"n":{"type":"Number","value":"1.50"}}}`)
	for range 3 {
		m := s.ask("GET", q.path+"/messages", "").messages()[0]
		if m.Count != 0 || m.Visibility != "available" || m.First != nil || m.Bytes != 5 || m.Attributes["n"].Value != "1.50" {
			t.Errorf("%+v", m)
		}
		if !m.EnqueuedAt.Equal(start) || !m.ExpiresAt.Equal(start.Add(345_600*time.Second)) {
			t.Errorf("enqueued %v, expires %v", m.EnqueuedAt, m.ExpiresAt)
		}
	}
	s.Clock.Advance(time.Second)
	leased := q.receiveOne(`{"visibility_timeout_seconds":60}`)
	m := s.ask("GET", q.path+"/messages", "").messages()[0]
	if leased.Count != 1 || m.Count != 1 || m.Visibility != "in_flight" || m.First == nil || !m.First.Equal(s.Clock.Now()) || !m.VisibleAt.Equal(leased.VisibleAt) {
		t.Errorf("leased %+v, peeked %+v", leased, m)
	}
	q.delete(leased.Handle).want(204)
}

func TestPeekFiltersAndPages(t *testing.T) {
	s := newService(t)
	q := s.newQueue("mixed")
	want := map[string][]string{}
	for i := range 9 {
		body := fmt.Sprint("m", i)
		switch i % 3 {
		case 0:
			q.sendJSON(fmt.Sprintf(`{"body":%q,"delay_seconds":900}`, body))
			want["delayed"] = append(want["delayed"], body)
		case 1:
			q.send(body)
			q.receiveOne(`{"visibility_timeout_seconds":600}`)
			want["in_flight"] = append(want["in_flight"], body)
		}
		want[""] = append(want[""], body)
		if i%3 != 2 {
			continue
		}
		want["available"] = append(want["available"], body)
	}
	for _, body := range want["available"] {
		q.send(body)
	}
	for state, bodies := range want {
		slices.Sort(bodies)
		for _, limit := range []int{1, 2, 3, 9, 100} {
			got := slices.Concat(s.pages(fmt.Sprintf("%s/messages?visibility=%s&limit=%d", q.path, state, limit), peekedBodies)...)
			slices.Sort(got)
			if !slices.Equal(got, bodies) {
				t.Errorf("%q by %d: %v, want %v", state, limit, got, bodies)
			}
		}
	}
	for _, query := range []string{"visibility=hidden", "visibility=Available", "limit=0", "limit=101", "marker=?"} {
		s.ask("GET", q.path+"/messages?"+query, "").want(400, codeInvalidInput)
	}
}

func TestPeekFindsAMessageByItsCRN(t *testing.T) {
	s := newService(t)
	q := s.newQueue("found")
	for i := range 1_200 {
		q.send(fmt.Sprint(i))
	}
	last := s.ask("GET", q.path+"/messages?limit=100&marker=vr", "").messages() // after 1143
	crn := url.QueryEscape(last[len(last)-1].CRN)
	if got := peekedBodies(s.ask("GET", q.path+"/messages?crn="+crn, "")); !slices.Equal(got, []string{"1199"}) {
		t.Errorf("%v", got)
	}
	if got := s.ask("GET", q.path+"/messages?visibility=delayed&crn="+crn, "").messages(); len(got) != 0 {
		t.Errorf("the filter does not hold: %+v", got)
	}
	if got := s.ask("GET", q.path+"/messages?crn=crn:queue:none", "").messages(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
