// Package cases holds the cases, one file an area. A case is one literal that
// judges one requirement of each dialect it speaks for.
package cases

import (
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
)

// All lists every case, in the order of the areas.
func All() []*judge.Case {
	return slices.Concat(
		receive,
		receiveRange,
		receiveBody,
		receiveAttributes,
		receiveAgain,
		receiveStamp,
		receiveLease,
		receiveWoken,
		receiveRace,
		schema,
		lease,
		leaseHandle,
		leaseChange,
		leaseBasaltic,
		handleAltered,
		batch,
		receipt,
		receiptOver,
		receiptExpiry,
		receiptVisibility,
		cors,
		poll,
		pollWake,
		pollCrowd,
		pollServed,
		pollEnd,
		pollGone,
		fifo,
		fifoAgain,
		fifoExclusive,
		fifoRules,
		fifoLapsed,
		fifoDedup,
		fifoSequence,
		fifoWindow,
		fifoRace,
		auth,
		authSigned,
		errorAnswers,
		rate,
		limit,
		limitRate,
		project,
		flight,
		sendAttributes,
		sendSize,
		sendDelay,
		sendRetention,
		queueSettings,
		queueName,
		queueList,
		queueUpdate,
		queueUnknown,
		queuePurge,
		queueDepth,
		peek,
		peekExact,
		deadLetter,
		deadLetterOthers,
		deadLetterCopy,
		keys,
		push,
	)
}
