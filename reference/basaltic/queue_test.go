package basaltic

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/variant"
)

func TestAQueueShowsWhatItWasMadeWith(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("orders-key", true)
	dead := s.newQueue("dead.fifo")
	created := s.ask("POST", "/v1/queues", `{
		"name": "orders.fifo", "visibility_timeout_seconds": 1, "message_retention_seconds": 60,
		"max_message_bytes": 1024, "delay_seconds": 0, "receive_wait_time_seconds": 20,
		"kms_data_key_reuse_period_seconds": 86400, "content_based_deduplication": true,
		"kms_key": "orders-key", "redrive_policy": {"dead_letter_queue": "dead.fifo", "max_receive_count": 1000},
		"tags": {"team": "käse"}
	}`).want(201)
	q := created.queue()
	want := map[string]int{
		"visibility_timeout_seconds": 1, "message_retention_seconds": 60, "max_message_bytes": 1024,
		"delay_seconds": 0, "receive_wait_time_seconds": 20, "kms_data_key_reuse_period_seconds": 86400,
	}
	if !maps.Equal(q.Attributes, want) || q.Kind != "fifo" || q.Name != "orders.fifo" || !q.ContentBased || q.Tags["team"] != "käse" {
		t.Errorf("created %+v", q)
	}
	if q.Redrive == nil || q.Redrive.Target.ID != dead.id || q.Redrive.Target.Name != "dead.fifo" || q.Redrive.Max != 1000 {
		t.Errorf("redrive policy %+v", q.Redrive)
	}
	if q.Key == nil || q.Key.Name != "orders-key" {
		t.Errorf("key %+v", q.Key)
	}
	if len(strings.Split(q.CRN, ":")) != 5 {
		t.Errorf("CRN %q has not the five parts that clients ask for", q.CRN)
	}
	described := s.ask("GET", "/v1/queues/"+q.ID, "")
	if string(described.body) != string(created.body) {
		t.Errorf("describe %s\ncreate %s", described.body, created.body)
	}
	if list := s.ask("GET", "/v1/queues?name=orders.fifo", ""); !strings.Contains(string(list.body), strings.TrimSuffix(strings.TrimPrefix(string(created.body), `{"queue":`), "}")) {
		t.Errorf("list %s\ncreate %s", list.body, created.body)
	}
}

func TestAQueueHasDefaults(t *testing.T) {
	s := newService(t)
	q := s.newQueue("plain").describe()
	for a, expected := range attributeRanges {
		if got := q.Attributes[expected.name]; got != expected.usual {
			t.Errorf("%s is %d, want %d", attributeRanges[a].name, got, expected.usual)
		}
	}
	if q.Kind != "standard" || q.ContentBased || q.Redrive != nil || q.Key != nil || len(q.Tags) != 0 {
		t.Errorf("%+v", q)
	}
}

func TestNames(t *testing.T) {
	s := newService(t)
	const id = "0194f3b2-7c1a-7e55-9c1d-2b3a4d5e6f70"
	long := strings.Repeat("n", maxNameBytes)
	for name, good := range map[string]bool{
		"a": true, "9": true, "A.b-c_d": true, "a.fifo": true, "fifo": true, "crn": true, long: true,
		"x" + id: true, id + "x": true, "0123456789abcdef0123456789abcdeg": true,
		"": false, ".fifo": false, "-a": false, "_a": false, "a b": false, " a": false, "a/b": false, "ä": false, "a\n": false,
		"crn:queue": false, "crn:": false, "a:b": false, long + "n": false,
		id: false, strings.ToUpper(id): false, strings.ReplaceAll(id, "-", ""): false,
		strings.ToUpper(strings.ReplaceAll(id, "-", "")): false,
		"{" + id + "}": false, "urn:uuid:" + id: false, "URN:UUID:" + id: false,
	} {
		a := s.ask("POST", "/v1/queues", fmt.Sprintf(`{"name":%q}`, name))
		if good != (a.status == 201) || !good && a.status != 400 {
			t.Errorf("%q: %d %s", name, a.status, a.body)
		}
	}
	s.ask("POST", "/v1/queues", `{"name":"a"}`).want(409, codeNameTaken)
	for _, body := range []string{`{}`, `{"name":null}`, `{"name":1}`, `{"name":["a"]}`} {
		s.ask("POST", "/v1/queues", body).want(400, codeInvalidInput)
	}
}

func TestANameIsFreeAgainAfterItsQueueIsDeleted(t *testing.T) {
	s := newService(t)
	first := s.newQueue("reused")
	s.ask("DELETE", first.path, "").want(204)
	s.ask("DELETE", first.path, "").want(404)
	if second := s.newQueue("reused"); second.id == first.id {
		t.Error("the new queue has the old one's id")
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	s := newService(t)
	s.newQueue("standard-dead")
	s.newQueue("dead.fifo")
	for _, body := range []string{
		`{"name":"a","content_based_deduplication":true}`,
		`{"name":"a","content_based_deduplication":"true"}`,
		`{"name":"a.fifo","delay_seconds":1}`,
		`{"name":"a","kms_key":"no-such-key"}`,
		`{"name":"a","kms_key":1}`,
		`{"name":"a","tags":["x"]}`,
		`{"name":"a","tags":{"x":1}}`,
		`{"name":"a","tags":{"x":null}}`,
		`{"name":"a","tags":{"":"x"}}`,
		`{"name":"a","redrive_policy":"standard-dead"}`,
		`{"name":"a","redrive_policy":{}}`,
		`{"name":"a","redrive_policy":{"dead_letter_queue":"standard-dead"}}`,
		`{"name":"a","redrive_policy":{"max_receive_count":3}}`,
		`{"name":"a","redrive_policy":{"dead_letter_queue":"nowhere","max_receive_count":3}}`,
		`{"name":"a","redrive_policy":{"dead_letter_queue":"a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d","max_receive_count":3}}`,
		`{"name":"a","redrive_policy":{"dead_letter_queue":"crn:queue:x:y:z","max_receive_count":3}}`,
		`{"name":"a","redrive_policy":{"dead_letter_queue":"dead.fifo","max_receive_count":3}}`,
		`{"name":"a.fifo","redrive_policy":{"dead_letter_queue":"standard-dead","max_receive_count":3}}`,
	} {
		if a := s.ask("POST", "/v1/queues", body); a.status != 400 {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	s.ask("POST", "/v1/queues", `{"name":"a","content_based_deduplication":false}`).want(201)
	s.ask("POST", "/v1/queues", `{"name":"a.fifo","delay_seconds":0}`).want(201)
}

func TestReferences(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("key", true)
	key, _ := s.KMS.Find("key")
	dead := s.newQueue("dead").describe()
	for i, reference := range []string{dead.ID, strings.ToUpper(dead.ID), dead.CRN, dead.Name} {
		q := s.newQueue(fmt.Sprint("source-", i), fmt.Sprintf(`"redrive_policy":{"dead_letter_queue":%q,"max_receive_count":1}`, reference))
		if got := q.describe().Redrive.Target; got.ID != dead.ID || got.CRN != dead.CRN || got.Name != dead.Name {
			t.Errorf("by %q: %+v", reference, got)
		}
	}
	for i, reference := range []string{key.ID.String(), key.CRN, "key"} {
		q := s.newQueue(fmt.Sprint("keyed-", i), fmt.Sprintf(`"kms_key":%q`, reference))
		if got := q.describe().Key; got.ID != key.ID.String() || got.CRN != key.CRN || got.Name != "key" {
			t.Errorf("by %q: %+v", reference, got)
		}
	}
}

func TestUpdateKeepsWhatItOmitsAndNullRemoves(t *testing.T) {
	s := newService(t)
	s.KMS.SetState("key", true)
	s.newQueue("dead")
	q := s.newQueue("patched", `"visibility_timeout_seconds":7,"receive_wait_time_seconds":3,"kms_key":"key","tags":{"a":"b"}`,
		`"redrive_policy":{"dead_letter_queue":"dead","max_receive_count":2}`)
	before := q.describe()
	patch := func(body string) shownQueue { return s.ask("PATCH", q.path, body).want(200).queue() }

	s.Clock.Advance(time.Minute)
	after := patch(`{"delay_seconds":5}`)
	if after.UpdatedAt.Sub(before.UpdatedAt) != time.Minute {
		t.Errorf("updated at %v, before at %v", after.UpdatedAt, before.UpdatedAt)
	}
	want := maps.Clone(before.Attributes)
	want["delay_seconds"] = 5
	if !maps.Equal(after.Attributes, want) || after.Redrive == nil || after.Key == nil || after.Tags["a"] != "b" {
		t.Errorf("after delay_seconds: %+v", after)
	}
	after = patch(`{"visibility_timeout_seconds":null,"tags":null,"name":"other","kind":"fifo","content_based_deduplication":true}`)
	if !maps.Equal(after.Attributes, want) || after.Tags["a"] != "b" || after.Name != "patched" || after.Kind != "standard" || after.ContentBased {
		t.Errorf("after what cannot be changed: %+v", after)
	}
	if after = patch(`{"redrive_policy":null}`); after.Redrive != nil || after.Key == nil {
		t.Errorf("after redrive_policy null: %+v", after)
	}
	if after = patch(`{"kms_key":null}`); after.Key != nil {
		t.Errorf("after kms_key null: %+v", after)
	}
	if after = patch(`{"tags":{"c":"d"}}`); after.Tags["c"] != "d" || len(after.Tags) != 1 {
		t.Errorf("after tags: %+v", after)
	}
	if after = patch(`{"redrive_policy":{"dead_letter_queue":"dead","max_receive_count":9}}`); after.Redrive.Max != 9 {
		t.Errorf("after redrive_policy: %+v", after)
	}
}

func TestARefusedUpdateChangesNothing(t *testing.T) {
	s := newService(t)
	q := s.newQueue("steady.fifo")
	before := q.describe()
	for _, body := range []string{
		`{"visibility_timeout_seconds":7,"delay_seconds":1}`,
		`{"visibility_timeout_seconds":7,"kms_key":"none"}`,
		`{"visibility_timeout_seconds":7,"redrive_policy":{"dead_letter_queue":"steady.fifo","max_receive_count":2}}`,
		`{"visibility_timeout_seconds":7,"max_message_bytes":1}`,
		`{"visibility_timeout_seconds":7,`,
		`{"visibility_timeout_seconds":7,"tags":{"a":1}}`,
	} {
		if a := s.ask("PATCH", q.path, body); a.status != 400 {
			t.Errorf("%s: %d", body, a.status)
		}
		if after := q.describe(); !maps.Equal(after.Attributes, before.Attributes) || after.UpdatedAt != before.UpdatedAt {
			t.Errorf("%s changed the queue to %+v", body, after)
		}
	}
}

func TestUpdatedSettingsHold(t *testing.T) {
	s := newService(t)
	q := s.newQueue("updated")
	s.ask("PATCH", q.path, `{"visibility_timeout_seconds":5,"max_message_bytes":1024,"delay_seconds":10}`).want(200)
	s.ask("POST", q.path+"/messages", fmt.Sprintf(`{"body":%q}`, strings.Repeat("x", 1025))).want(400, codeTooLarge)
	q.send("late")
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("delivered before its delay: %+v", got)
	}
	s.Clock.Advance(10 * time.Second)
	if m := q.receiveOne(""); m.VisibleAt.Sub(s.Clock.Now()) != 5*time.Second {
		t.Errorf("the lease ends at %v, now is %v", m.VisibleAt, s.Clock.Now())
	}
}

func TestDeletingADeadLetterQueueEndsThePoliciesThatNameIt(t *testing.T) {
	s := newService(t)
	dead := s.newQueue("dead")
	q := s.newQueue("source", `"redrive_policy":{"dead_letter_queue":"dead","max_receive_count":1}`)
	s.ask("DELETE", dead.path, "").want(204)
	if got := q.describe(); got.Redrive != nil {
		t.Errorf("redrive policy %+v", got.Redrive)
	}
	q.send("kept")
	for count := 1; count < 4; count++ {
		if m := q.receiveOne(`{"visibility_timeout_seconds":0}`); m.Count != count {
			t.Errorf("receive_count %d, want %d", m.Count, count)
		}
	}
}

// pages walks a paged operation as clients do, and gives what each page held.
func (s *service) pages(path string, items func(result) []string) [][]string {
	s.Helper()
	var pages [][]string
	marker := ""
	for range 100 {
		separator := "?"
		if strings.Contains(path, "?") {
			separator = "&"
		}
		var page struct {
			Meta struct {
				Total, Limit int
				Marker       string
				More         bool `json:"has_more"`
			}
		}
		a := s.ask("GET", path+separator+"marker="+url.QueryEscape(marker), "").want(200)
		a.into(&page)
		pages = append(pages, items(a))
		if !page.Meta.More {
			if page.Meta.Marker != "" {
				s.Errorf("the last page has the marker %q", page.Meta.Marker)
			}
			return pages
		}
		marker = page.Meta.Marker
	}
	s.Fatal("the pages do not end")
	return nil
}

func queueNames(a result) []string {
	a.Helper()
	var page struct{ Queues []shownQueue }
	a.into(&page)
	names := []string{}
	for _, q := range page.Queues {
		names = append(names, q.Name)
	}
	return names
}

func TestListPages(t *testing.T) {
	s := newService(t)
	if got := s.pages("/v1/queues", queueNames); len(got) != 1 || len(got[0]) != 0 {
		t.Errorf("without queues: %v", got)
	}
	var names []string
	for i := range 7 {
		names = append(names, fmt.Sprint("q", i))
		s.newQueue(names[i])
	}
	for _, limit := range []int{1, 3, 6, 7, 8, maxPage} {
		got := s.pages(fmt.Sprint("/v1/queues?limit=", limit), queueNames)
		if !slices.Equal(slices.Concat(got...), names) || len(got) != (7+limit-1)/limit {
			t.Errorf("limit %d: %v", limit, got)
		}
	}
	for i := range usualPage {
		s.newQueue(fmt.Sprint("more", i))
	}
	if got := s.pages("/v1/queues", queueNames); len(got) != 2 || len(got[0]) != usualPage {
		t.Errorf("without a limit: %v", got)
	}
}

func TestListGoesOnAfterDeletedQueues(t *testing.T) {
	s := newService(t)
	queues := map[string]testQueue{}
	for _, name := range []string{"a", "b", "c", "d"} {
		queues[name] = s.newQueue(name)
	}
	first := s.ask("GET", "/v1/queues?limit=2", "")
	var page struct{ Meta struct{ Marker string } }
	first.into(&page)
	s.ask("DELETE", queues["b"].path, "").want(204)
	s.ask("DELETE", queues["a"].path, "").want(204)
	if got := queueNames(s.ask("GET", "/v1/queues?marker="+page.Meta.Marker, "")); !slices.Equal(got, []string{"c", "d"}) {
		t.Errorf("the second page is %v", got)
	}
}

func TestListFilters(t *testing.T) {
	s := newService(t)
	a := s.newQueue("a").describe()
	b := s.newQueue("ab").describe()
	for query, want := range map[string][]string{
		"name=a":                {"a"},
		"name=A":                {},
		"crn=" + b.CRN:          {"ab"},
		"crn=crn:queue:x":       {},
		"name=ab&crn=" + b.CRN:  {"ab"},
		"name=ab&crn=" + a.CRN:  {},
		"name=&crn=&limit=":     {"a", "ab"},
		"other=x":               {"a", "ab"},
		"name=a&limit=1":        {"a"},
		"crn=" + b.CRN + "&x=%": nil,
		"limit=0":               nil,
		"limit=101":             nil,
		"limit=ten":             nil,
		"limit=1.5":             nil,
		"marker=!":              nil,
		"marker=-1":             nil,
		"marker=zzzzzzzzzzzzzz": nil,
	} {
		got := s.ask("GET", "/v1/queues?"+query, "")
		if want == nil {
			if got.status != 400 {
				t.Errorf("%s: %d %s", query, got.status, got.body)
			}
			continue
		}
		if names := queueNames(got.want(200)); !slices.Equal(names, want) {
			t.Errorf("%s: %v, want %v", query, names, want)
		}
	}
}

func TestPurge(t *testing.T) {
	s := newService(t)
	q := s.newQueue("purged")
	purge := func() int {
		var answer struct {
			Deleted int `json:"messages_deleted"`
		}
		s.ask("POST", q.path+"/purge", "").want(200).into(&answer)
		return answer.Deleted
	}
	if n := purge(); n != 0 {
		t.Errorf("an empty queue lost %d", n)
	}
	q.send("leased")
	leased := q.receiveOne("")
	q.send("available")
	q.sendJSON(`{"body":"delayed","delay_seconds":900}`)
	if got := q.describe().Depth; got["approximate_available"] != 1.0 || got["approximate_in_flight"] != 1.0 ||
		got["approximate_delayed"] != 1.0 || got["counts_capped"] != false {
		t.Errorf("depth %v", got)
	}
	if n := purge(); n != 3 {
		t.Errorf("purged %d of 3", n)
	}
	q.delete(leased.Handle).want(409, codeHandleExpired)
	if got := q.receive(""); len(got) != 0 {
		t.Errorf("after the purge: %+v", got)
	}
}

func TestOtherDefaultsAreLegal(t *testing.T) {
	s := newVariant(t, variant.Legal{Defaults: variant.Defaults{
		Visibility: 77 * time.Second, Retention: time.Hour, ReceiveWait: 2 * time.Second, MaxMessages: 3,
	}})
	q := s.newQueue("other")
	if got := q.describe().Attributes; got["visibility_timeout_seconds"] != 77 || got["message_retention_seconds"] != 3600 || got["receive_wait_time_seconds"] != 2 {
		t.Errorf("%v", got)
	}
	for range 4 {
		q.send("x")
	}
	if got := q.receive(`{"wait_time_seconds":0}`); len(got) != 3 {
		t.Errorf("received %d, want 3", len(got))
	}
}
