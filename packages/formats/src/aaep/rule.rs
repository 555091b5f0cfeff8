//! The rules of AAEP, in the order in which a reader meets them.

use crate::rules::rules;

rules! {
    /// A rule about one event, one reply, or a stream of both.
    AaepRule {
        JsonInvalid = "json.invalid", Error, Seed:
            "an event is one JSON value in UTF-8",
        JsonDuplicateKey = "json.duplicate-key", Error, Ours:
            "an object has each key once",
        JsonTooLarge = "json.too-large", Error, Ours:
            "a text of more than 1 MiB is not read",
        JsonTooDeep = "json.too-deep", Error, Ours:
            "a text nested deeper than 64 levels is not read",
        JsonNumberRange = "json.number-range", Error, Ours:
            "a number fits a double",
        TooMany = "report.too-many", Error, Ours:
            "a report lists at most 1,000 errors",
        TooManyWarnings = "report.too-many", Warning, Ours:
            "a report lists at most 1,000 warnings",

        NotAnObject = "env.not-object", Error, Seed:
            "an event or a reply is a JSON object",
        Context = "env.context", Error, Seed:
            "`@context` is the AAEP context, alone or first in an array of URIs",
        TypeForm = "env.type-form", Error, Seed:
            "`type` is `prefix:name` or a URI",
        TypeUnknownCore = "env.type-unknown-core", Error, Seed:
            "`aaep:` has twelve event types and no others",
        Timestamp = "env.timestamp", Error, Seed:
            "a timestamp is an RFC 3339 date and time with `T` and with `Z` or an offset",
        TimestampPrecision = "env.timestamp-precision", Error, Seed:
            "the seconds of an event's timestamp have no fraction, or one of three or six digits",
        UnknownField = "env.unknown-field", Error, Seed:
            "a core event has only the top-level members of its type; others go into `extensions`",
        ReservedField = "env.reserved-field", Error, Seed:
            "top-level names that begin with `aaep_`, and `@id`, `@graph`, `@base` and `@vocab`, are reserved",

        FieldType = "field.type", Error, Seed:
            "a member has the JSON type that the schema gives it; `null` is not one of them",
        FieldMissing = "field.missing", Error, Seed:
            "a required member is present",
        FieldEnum = "field.enum", Error, Seed:
            "a member that takes words takes only those that the schema lists",
        FieldLength = "field.length", Error, Seed:
            "a text has the length that the schema allows, counted in code points",
        FieldPattern = "field.pattern", Error, Seed:
            "an identifier or a code has the form that the schema gives it",
        FieldRange = "field.range", Error, Seed:
            "a number lies within the limits of the schema",
        FieldItems = "field.items", Error, Seed:
            "a list or an object has as many entries as the schema allows, and no entry twice where it says so",
        FieldFormat = "field.format", Error, Seed:
            "a member that names a URI holds one",
        UnexpectedMember = "field.unexpected-member", Error, Seed:
            "a closed object has only the members that the schema names",

        ExtensionUndeclared = "ext.undeclared", Error, Seed:
            "an extension is used only if `@context` names a further vocabulary",
        ExtensionReservedPrefix = "ext.reserved-prefix", Error, Seed:
            "`aaep`, `xsd`, `rdf`, `rdfs` and names with `@` are not extension prefixes",
        UrgencyCritical = "urgency.critical", Error, Seed:
            "confirmations, clarifications, handoffs and errored sessions have the urgency `critical`",
        DefaultDecision = "confirm.default-decision", Error, Seed:
            "what cannot be undone and has a medium or high risk is rejected if nobody answers",
        Secret = "privacy.secret", Error, Seed:
            "no text that is read out holds a password, a key, a card number or another secret",

        DefaultShouldReject = "confirm.default-should-reject", Warning, Seed:
            "what cannot be undone or has a high risk should be rejected if nobody answers",
        IrreversibleSuggested = "tool.irreversible-suggested", Warning, Ours:
            "a tool whose name destroys or moves money is not called reversible and of low risk",
        SizeString = "size.string", Warning, Seed:
            "a string has at most 16 KiB, or a reader may drop the event",
        SizeEvent = "size.event", Warning, Seed:
            "an event has at most 64 KiB, or a reader may drop it",
        SizeMembers = "size.members", Warning, Seed:
            "an event has at most 32 top-level members, or a reader may drop it",
        SizeDepth = "size.depth", Warning, Seed:
            "an event is nested at most eight levels deep, or a reader may drop it",

        HandshakeWider = "handshake.wider-than-asked", Error, Seed:
            "what a producer accepts is not wider than what the subscriber asked for",
        HandshakeNotSigned = "handshake.manifest-not-signed", Error, Seed:
            "a subscriber that takes only signed manifests is sent one",
        HandshakeNotAnswered = "handshake.not-answered", Error, Seed:
            "every request for a subscription is accepted or rejected",
        SessionNotStarted = "session.not-started", Error, Seed:
            "the first event of a session is `agent.session.started`",
        SessionDoubleStart = "session.double-start", Error, Seed:
            "a session is started once, and its id is not used again",
        SessionDoubleTerminal = "session.double-terminal", Error, Seed:
            "a session ends once",
        SessionAfterTerminal = "session.after-terminal", Error, Seed:
            "nothing follows the end of a session",
        SessionNoTerminal = "session.no-terminal", Error, Seed:
            "a session ends with completed, errored or cancelled",
        EventIdDuplicate = "event-id.duplicate", Error, Seed:
            "an event id is used once",
        SequenceStart = "sequence.start", Error, Seed:
            "sequence numbers begin at 0",
        SequenceStep = "sequence.step", Error, Seed:
            "each sequence number is one more than the one before",
        SequenceMixed = "sequence.mixed", Error, Seed:
            "all events of a session have a sequence number, or none has",
        TimeDecreasing = "time.decreasing", Error, Seed:
            "the timestamps of a session do not go back",
        StateFirstNotIdle = "state.first-not-idle", Error, Seed:
            "the first state change of a session leaves `idle`",
        StateBrokenChain = "state.broken-chain", Error, Seed:
            "a state change leaves the state that the one before entered",

        CallIdReused = "tool.call-id-reused", Error, Seed:
            "a `tool_call_id` is invoked once in a session",
        CompletedWithoutInvoked = "tool.completed-without-invoked", Error, Seed:
            "a call is announced as invoked before it completes",
        DoubleCompleted = "tool.double-completed", Error, Seed:
            "a call completes once",
        NameMismatch = "tool.name-mismatch", Error, Seed:
            "a call completes under the tool name with which it was invoked",
        NeverCompleted = "tool.never-completed", Error, Seed:
            "every invoked call completes before its session ends",
        CompletedAfterStateLeft = "tool.completed-after-state-left", Error, Seed:
            "a call completes before the state leaves `calling_tool`",
        OutputPositionBack = "output.position-back", Error, Seed:
            "the position of an output does not go back",
        OutputDoubleComplete = "output.double-complete", Error, Seed:
            "an output completes once",
        OutputAfterComplete = "output.after-complete", Error, Seed:
            "nothing is added to an output after its final chunk",
        OutputNeverCompleted = "output.never-completed", Error, Seed:
            "every output has a final chunk before its session ends",
        SideEffectBeforeInvoked = "side-effect.before-invoked", Error, Seed:
            "a call is announced before it has an effect",

        ConfirmMissing = "confirm.missing", Error, Seed:
            "what cannot be undone is confirmed before it is invoked",
        ConfirmNotResolved = "confirm.not-resolved", Error, Seed:
            "nothing is invoked while its confirmation is open",
        ConfirmRejected = "confirm.rejected", Error, Seed:
            "what was rejected, or not answered in time, is not invoked",
        ConfirmCancelled = "confirm.cancelled", Error, Seed:
            "a confirmation that was withdrawn allows nothing",
        ConfirmAlreadyUsed = "confirm.already-used", Error, Seed:
            "one acceptance allows one call",
        ConfirmOtherCall = "confirm.other-call", Error, Ours:
            "an acceptance allows the call that it was asked for, and no other",
        ConfirmOtherSession = "confirm.other-session", Error, Seed:
            "an acceptance counts only in its own session",
        ConfirmTimeoutAccept = "confirm.timeout-accept-irreversible", Error, Inferred:
            "silence is not an acceptance of what cannot be undone",
        ConfirmRiskUnderstated = "confirm.risk-understated", Error, Ours:
            "the confirmation names at least the risk of the call that follows",
        ConfirmArgsChanged = "confirm.args-changed", Error, Ours:
            "the call has the arguments that were confirmed",
        ConfirmTokenReused = "confirm.token-reused", Error, Seed:
            "a reply token is issued once",
        ConfirmReissued = "confirm.reissued-while-pending", Error, Seed:
            "a call has one open confirmation at a time",
        ConfirmNoFollowup = "confirm.no-followup", Error, Seed:
            "after a rejection an event says that nothing was done",
        ConfirmAcceptedNotInvoked = "confirm.accepted-not-invoked", Warning, Seed:
            "an accepted call is invoked, or a person is left to think that it was",
        InvokedAfterRefuse = "gate.invoked-after-refuse", Error, Ours:
            "what the gate refused is not invoked",
        InvokedAfterDefer = "gate.invoked-after-defer", Error, Ours:
            "what the gate deferred is not invoked before the gate accepts it",
    }
}
