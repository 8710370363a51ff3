package basaltic

import (
	"strings"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
)

// route finds the operation that the request's path and method name.
func (c *call) route() error {
	_, resource, known := splitPath(c.r.URL.Path)
	if !known {
		return errNoPath
	}
	var allowed []string
	for _, o := range operations {
		if o.resource != resource {
			continue
		}
		if o.method == c.r.Method {
			c.operation = o
			return nil
		}
		allowed = append(allowed, o.method)
	}
	if c.operation = c.faultyRoute(resource); c.operation != nil {
		return nil
	}
	if allowed == nil {
		return errNoPath
	}
	c.w.Header()["Allow"] = []string{strings.Join(allowed, ", ")}
	return errMethodNotAllowed
}

// findQueue finds the queue that the path names.
func (c *call) findQueue() error {
	text, resource, _ := splitPath(c.r.URL.Path)
	if resource == collection {
		return nil
	}
	id, valid := crn.ParseID(text)
	if !valid {
		return errNoQueue
	}
	if c.queue = c.queues.find(id); c.queue == nil {
		return c.faultyUnknown()
	}
	return nil
}

// splitPath parts a path into the id of a queue and the resource under it.
func splitPath(path string) (queueID, resource string, known bool) {
	if path == collection {
		return "", collection, true
	}
	rest, known := strings.CutPrefix(path, collection+"/")
	if !known {
		return "", "", false
	}
	queueID, resource, more := strings.Cut(rest, "/")
	known = queueID != "" && more == (resource != "") && !strings.HasPrefix(resource, "/")
	return queueID, resource, known
}
