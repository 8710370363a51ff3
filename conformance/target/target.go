// Package target knows what a run is pointed at: the target file, the neutral
// queue that every dialect's client implements, and how queues are provisioned.
package target
