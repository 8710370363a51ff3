package fault

// Faults of Basaltic's wire: what a send may hold, and what is kept of it.
const (
	ControlCharactersDropped = basalticSendArea + iota
	JSONBodyCompacted
	BodyCutAt64K
	NumberNormalised
	AttributeNamesLowered
	AttributeTypesLost
	TwentyAttributesRefused
	AttributesUnlimited
	AttributeCountedInBytes
	AttributeOneShort
	AttributeUnbounded
	NumberUnchecked
	BinaryUnchecked
	AttributeTypeUnchecked
	SizeOneShort
	SizeOneOver
	AttributesWeighNothing
	MissingBodyIsEmpty
	BodyStringified
	GroupOptional
	GroupOnStandardAccepted
	ContentDeduplicationMissing
	ContentDeduplicationHasAttributes
	DeduplicationIgnoresCase
	DeduplicationIDCut
	DeduplicationOnStandardAccepted
	FIFODelayAccepted
	RejectedSendDeduplicates
	BatchDeduplicationMissing
	BatchAttributesUnchecked
	BatchSizeUnchecked
	SizeBoundUsual
	SizeInCharacters
	FIFODelayOfOneAccepted
	RetentionSparesBatches
	AttributeNamesEscaped
	AttributeLineEndsUnified
	AttributeNamesWeighNothing
	NumberParsedAsFloat
	BinaryUnpadded
	AttributeTypeSuffixed
	DeduplicationIDTrimmed
	DeduplicationIDCutLate
	ContentDeduplicationTrims
	ContentDeduplicationOfBeginning
)

var basalticSendFaults = []Fault{
	{ControlCharactersDropped, "control-characters-dropped", basaltic,
		"Control characters of a body are lost, as in stores that keep XML's characters only.",
		[]string{"BQ-RECV-11"}},
	{JSONBodyCompacted, "json-body-compacted", basaltic,
		"A body that is JSON comes back without its white space, as from a column of that type.",
		[]string{"BQ-RECV-11"}},
	{BodyCutAt64K, "body-cut-at-64k", basaltic,
		"A body is cut after 65,535 bytes, as by a text column.",
		[]string{"BQ-RECV-11"}},
	{NumberNormalised, "number-normalised", basaltic,
		`A Number comes back in its shortest form, "1.50" as "1.5", as where it is stored as one.`,
		[]string{"BQ-RECV-12"}},
	{AttributeNamesLowered, "attribute-names-lowered", basaltic,
		"Names of attributes come back in lower case, as where they travel as headers.",
		[]string{"BQ-RECV-12"}},
	{AttributeTypesLost, "attribute-types-lost", basaltic,
		"Every attribute comes back as a String.",
		[]string{"BQ-RECV-12"}},
	{TwentyAttributesRefused, "twenty-attributes-refused", basaltic,
		"A message with exactly 20 attributes is refused.",
		[]string{"BQ-SEND-01"}},
	{AttributesUnlimited, "attributes-unlimited", basaltic,
		"A message may have any number of attributes.",
		[]string{"BQ-SEND-01"}},
	{AttributeCountedInBytes, "attribute-counted-in-bytes", basaltic,
		"The 1,024 characters of an attribute's value are counted in bytes.",
		[]string{"BQ-SEND-02"}},
	{AttributeOneShort, "attribute-one-short", basaltic,
		"An attribute's value of exactly 1,024 characters is refused.",
		[]string{"BQ-SEND-02"}},
	{AttributeUnbounded, "attribute-unbounded", basaltic,
		"An attribute's value may be of any length.",
		[]string{"BQ-SEND-02"}},
	{NumberUnchecked, "number-unchecked", basaltic,
		"A Number may be any text.",
		[]string{"BQ-SEND-03"}},
	{BinaryUnchecked, "binary-unchecked", basaltic,
		"A Binary may be any text.",
		[]string{"BQ-SEND-03"}},
	{AttributeTypeUnchecked, "attribute-type-unchecked", basaltic,
		"An attribute may be of any type.",
		[]string{"BQ-SEND-03"}},
	{SizeOneShort, "size-one-short", basaltic,
		"A message of exactly max_message_bytes is refused.",
		[]string{"BQ-SEND-04"}},
	{SizeOneOver, "size-one-over", basaltic,
		"A message may have one byte more than max_message_bytes.",
		[]string{"BQ-SEND-04"}},
	{AttributesWeighNothing, "attributes-weigh-nothing", basaltic,
		"Only the body counts against max_message_bytes.",
		[]string{"BQ-SEND-04"}},
	{MissingBodyIsEmpty, "missing-body-is-empty", basaltic,
		"A message without a body is sent with an empty one.",
		[]string{"BQ-SEND-07"}},
	{BodyStringified, "body-stringified", basaltic,
		"A body that is no string is sent as its JSON text.",
		[]string{"BQ-SEND-07"}},
	{GroupOptional, "group-optional", basaltic,
		"A message to a FIFO queue needs no message_group_id; it goes to a group of its own.",
		[]string{"BQ-FIFO-02", "BQ-BATCH-04"}},
	{GroupOnStandardAccepted, "group-on-standard-accepted", basaltic,
		"A message to a standard queue may have a message_group_id, which is ignored.",
		[]string{"BQ-FIFO-02"}},
	{ContentDeduplicationMissing, "content-deduplication-missing", basaltic,
		"content_based_deduplication is kept and shown, but equal bodies do not collapse.",
		[]string{"BQ-FIFO-12"}},
	{ContentDeduplicationHasAttributes, "content-deduplication-has-attributes", basaltic,
		"Content-based deduplication tells equal bodies apart by their attributes, as where the whole request is hashed.",
		[]string{"BQ-FIFO-12"}},
	{DeduplicationIgnoresCase, "deduplication-ignores-case", basaltic,
		"Deduplication ids that differ in letter case alone collapse, as under a collation that ignores it.",
		[]string{"BQ-FIFO-09"}},
	{DeduplicationIDCut, "deduplication-id-cut", basaltic,
		"Deduplication ids are compared by their first 40 characters, as in a column made for shorter hashes.",
		[]string{"BQ-FIFO-09"}},
	{DeduplicationOnStandardAccepted, "deduplication-on-standard-accepted", basaltic,
		"A message to a standard queue may have a message_deduplication_id, which is ignored.",
		[]string{"BQ-FIFO-14"}},
	{FIFODelayAccepted, "fifo-delay-accepted", basaltic,
		"A message to a FIFO queue may have a delay of its own.",
		[]string{"BQ-FIFO-15"}},
	{RejectedSendDeduplicates, "rejected-send-deduplicates", basaltic,
		"A send that was refused has used up its deduplication id, as where ids are recorded before the checks.",
		[]string{"BQ-FIFO-19"}},
	{BatchDeduplicationMissing, "batch-deduplication-missing", basaltic,
		"Deduplication ids are ignored in batches.",
		[]string{"BQ-FIFO-09"}},
	{BatchAttributesUnchecked, "batch-attributes-unchecked", basaltic,
		"Attributes are checked in single sends alone, as where a batch has a path of its own.",
		[]string{"BQ-SEND-01", "BQ-SEND-02", "BQ-SEND-03", "BQ-BATCH-04"}},
	{BatchSizeUnchecked, "batch-size-unchecked", basaltic,
		"max_message_bytes does not bound the entries of a batch.",
		[]string{"BQ-SEND-04", "BQ-BATCH-04"}},
	{SizeBoundUsual, "size-bound-usual", basaltic,
		"Every queue takes messages of up to 262,144 bytes, whatever its max_message_bytes.",
		[]string{"BQ-SEND-04"}},
	{SizeInCharacters, "size-in-characters", basaltic,
		"max_message_bytes bounds characters, as in languages whose strings are counted so.",
		[]string{"BQ-SEND-04"}},
	{FIFODelayOfOneAccepted, "fifo-delay-of-one-accepted", basaltic,
		"A message to a FIFO queue may have a delay of 1 s, as where over 0 was written as over 1.",
		[]string{"BQ-FIFO-15"}},
	{RetentionSparesBatches, "retention-spares-batches", basaltic,
		"A message that was sent in a batch is kept past its retention, as where a batch has a path of its own.",
		[]string{"BQ-SEND-06"}},
	{AttributeNamesEscaped, "attribute-names-escaped", basaltic,
		"Attributes come back under percent-encoded names, as where each is kept in a header.",
		[]string{"BQ-RECV-12"}},
	{AttributeLineEndsUnified, "attribute-line-ends-unified", basaltic,
		"A carriage return and line feed in an attribute's value come back as a line feed, as from XML or a text file.",
		[]string{"BQ-RECV-12"}},
	{AttributeNamesWeighNothing, "attribute-names-weigh-nothing", basaltic,
		"Names of attributes do not count against max_message_bytes, as where only values are added up.",
		[]string{"BQ-SEND-04"}},
	{NumberParsedAsFloat, "number-parsed-as-float", basaltic,
		"NaN is a Number, as where what a parser of floats reads is one.",
		[]string{"BQ-SEND-03"}},
	{BinaryUnpadded, "binary-unpadded", basaltic,
		"Base64 without its padding is a Binary, as with a lenient decoder.",
		[]string{"BQ-SEND-03"}},
	{AttributeTypeSuffixed, "attribute-type-suffixed", basaltic,
		"A known type with a suffix is one, as where custom types are allowed.",
		[]string{"BQ-SEND-03"}},
	{DeduplicationIDTrimmed, "deduplication-id-trimmed", basaltic,
		"Deduplication ids that differ in surrounding space collapse, as where input is trimmed.",
		[]string{"BQ-FIFO-09"}},
	{DeduplicationIDCutLate, "deduplication-id-cut-late", basaltic,
		"Deduplication ids that are equal in their first 64 characters collapse, as where a column holds no more.",
		[]string{"BQ-FIFO-09"}},
	{ContentDeduplicationTrims, "content-deduplication-trims", basaltic,
		"Bodies that differ in surrounding space have one id, as where input is trimmed before it is hashed.",
		[]string{"BQ-FIFO-12"}},
	{ContentDeduplicationOfBeginning, "content-deduplication-of-beginning", basaltic,
		"Bodies that are equal in their first 4 KiB have one id, as where only a first block is hashed.",
		[]string{"BQ-FIFO-12"}},
}
