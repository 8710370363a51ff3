package basaltic

import (
	"errors"
	"net/http"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// receipt is what a request says about one lease; the timeout is for changes of
// visibility.
type receipt struct {
	handle  field[string]
	timeout field[int]
}

func (e *receipt) member(d *decoder, name string) error {
	switch name {
	case "receipt_handle":
		return d.string(name, &e.handle)
	case "visibility_timeout_seconds":
		return d.integer(name, &e.timeout, 0, maxVisibility)
	default:
		return d.json.SkipValue()
	}
}

func (c *call) deleteMessage() (int, error) {
	query, err := c.query()
	if err != nil {
		return 0, err
	}
	var e receipt
	if query.Has("receipt_handle") {
		e.handle.set(query.Get("receipt_handle"))
	}
	return c.noContent(c.acknowledge(&e))
}

func (c *call) changeVisibility() (int, error) {
	var e receipt
	if err := c.decode(&e); err != nil {
		return 0, err
	}
	return c.noContent(c.changeLease(&e))
}

func (c *call) noContent(err error) (int, error) { return http.StatusNoContent, err }

// acknowledge deletes the message of a live lease.
func (c *call) acknowledge(e *receipt) error {
	h, err := c.handle(e)
	if err != nil {
		return c.faultyHandle(h, err)
	}
	return c.faultyOver(fault.LapsedDeleteSaysDone, c.faultyReleased(h, engineProblem(c.queue.engine.Acknowledge(h))))
}

// changeLease makes a live lease end a time from now.
func (c *call) changeLease(e *receipt) error {
	h, err := c.handle(e)
	if err != nil {
		return err
	}
	if !e.timeout.given {
		return invalid("visibility_timeout_seconds is missing")
	}
	err = c.queue.engine.ChangeVisibility(h, seconds(e.timeout.value))
	return c.faultyOver(fault.LapsedChangeSaysDone, engineProblem(err))
}

// handle reads a receipt handle of this queue.
func (c *call) handle(e *receipt) (lease.Handle, error) {
	if !e.handle.given {
		return lease.Handle{}, errHandleMissing
	}
	given := c.Legal.Handles.Read(e.handle.value)
	h, valid := c.handles.Decode(given)
	if !valid && c.queue.fifo {
		h, valid = c.handles.FaultyTail(given, func(h lease.Handle) bool { return h.Queue == c.queue.id })
	}
	switch {
	case !valid:
		return h, errHandleInvalid
	case h.Queue != c.queue.id:
		return h, errHandleForeign
	default:
		return h, nil
	}
}

// engineProblem is an error of the engine as the caller sees it.
func engineProblem(err error) error {
	switch {
	case errors.Is(err, lease.ErrDeleted):
		return errNoQueue
	case errors.Is(err, lease.ErrLapsed), errors.Is(err, lease.ErrOver):
		return errHandleExpired
	default:
		return err
	}
}
