// Package target describes what is judged: the target file, the neutral queue
// that the cases are written against, and where the suite's queues come from.
package target
