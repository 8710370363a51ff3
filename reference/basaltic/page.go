package basaltic

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// Bounds of a page, assumed.
const (
	usualPage = 50
	maxPage   = 100
)

// page is what a paged request asks for.
type page struct {
	limit int
	after uint64 // the number of what the page before ended with
	query url.Values
}

// readPage reads limit and marker from the query. An empty value is as none.
func (c *call) readPage() (page, error) {
	query, err := c.query()
	if err != nil {
		return page{}, err
	}
	p := page{limit: usualPage, query: query}
	if text := query.Get("limit"); text != "" {
		p.limit, err = strconv.Atoi(text)
		if err != nil || p.limit < 1 || p.limit > maxPage {
			return page{}, invalid("limit must be an integer from 1 to %d", maxPage)
		}
	}
	if marker := query.Get("marker"); marker != "" {
		p.after, err = strconv.ParseUint(marker, markerBase, 63)
		if err != nil {
			return page{}, invalid("marker is none that this operation gave")
		}
	}
	return p, nil
}

// markerBase makes markers short, and no one take them for numbers to count with.
const markerBase = 36

func (c *call) query() (url.Values, error) {
	query, err := url.ParseQuery(c.r.URL.RawQuery)
	if err != nil {
		return nil, invalid("the query cannot be read")
	}
	return query, nil
}

// meta writes what a page says of itself; last is the number of its last item.
func (d *document) meta(p page, total int, more bool, last uint64) {
	d.object("meta")
	d.integer("total", total)
	d.integer("limit", p.limit)
	if more {
		d.string("marker", strconv.FormatUint(last, markerBase))
	}
	d.boolean("has_more", more)
	d.endObject()
}

// listQueues lists the account's queues in the order in which they were made,
// or the one of a name or CRN.
func (c *call) listQueues() (int, error) {
	p, err := c.readPage()
	if err != nil {
		return 0, err
	}
	found, total := c.selectQueues(c.faultyPage(p))
	more := len(found) > p.limit && !(p.after > 0 && c.Faults.On(fault.ListEndsEarly))
	found = found[:min(len(found), p.limit)]
	var last uint64
	c.out.object("")
	c.out.array("queues")
	for _, q := range found {
		c.out.queue("", c.faultyShown(q))
		last = q.number
	}
	c.out.endArray()
	c.out.meta(p, total, more, c.faultyLast(p, last, len(found)))
	c.out.endObject()
	return http.StatusOK, nil
}

// selectQueues gives one queue more than the page has room for, if there is one.
func (c *call) selectQueues(p page) (found []*queue, total int) {
	name, crn := p.query.Get("name"), p.query.Get("crn")
	if name == "" && crn == "" {
		return c.queues.after(p.after, p.limit+1)
	}
	q := c.queues.named(name)
	if name == "" {
		q = c.queues.withCRN(crn)
	}
	if q == nil || crn != "" && q.crn != crn || q.number <= p.after {
		return nil, 0
	}
	return []*queue{q}, 1
}
