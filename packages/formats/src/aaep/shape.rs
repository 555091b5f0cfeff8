//! What a member may hold, as data.

use super::forms;

/// What a member may hold.
#[derive(Debug)]
pub(super) enum Shape {
    /// A text of so many code points.
    Text { least: usize, most: usize },
    /// The same, and a person hears it: it holds no secret.
    Spoken { least: usize, most: usize },
    /// A prefix and 1 to 64 letters or digits.
    Id(&'static str),
    /// A text of a certain form, described for messages.
    Form { most: usize, fits: fn(&str) -> bool, says: &'static str },
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number within these limits.
    Integer { least: u64, most: u64 },
    /// A number within these limits.
    Number { least: u8, most: u8 },
    /// `true` or `false`
    Boolean,
    /// An RFC 3339 date and time.
    Timestamp,
    /// An absolute URI.
    Uri,
    /// Any object.
    Object,
    /// An object with these members and no others.
    Closed(&'static [Field]),
    /// An object with these members; any others are objects.
    Open(&'static [Field]),
    /// A list of so many entries.
    List { least: usize, most: usize, unique: bool, entry: &'static Shape },
    /// A text, a boolean or a number: the answer to a question.
    Answer,
    /// Anything: looked at by hand.
    Any,
}

/// A named member.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) required: bool,
    pub(super) shape: Shape,
}

/// A member that must be there.
pub(super) const fn must(name: &'static str, shape: Shape) -> Field {
    Field { name, required: true, shape }
}

/// A member that may be there.
pub(super) const fn may(name: &'static str, shape: Shape) -> Field {
    Field { name, required: false, shape }
}

const DAY_MS: u64 = 86_400_000;
/// The largest integer that every JSON reader keeps.
const SAFE: u64 = 9_007_199_254_740_991;
/// Room for any text that the reader takes.
pub(super) const ANY: usize = usize::MAX;

pub(super) const NORMAL: usize = 16_384;
pub(super) const SHORT: usize = 4_096;
pub(super) const TOOL: usize = 256;

pub(super) const LANGUAGE: Shape =
    Shape::Form { most: ANY, fits: forms::is_language, says: "a language tag such as `en-US`" };
pub(super) const VERSION: Shape =
    Shape::Form { most: ANY, fits: forms::is_version, says: "a version such as `1.0.0`" };
/// How far a chunk of an output goes.
pub(super) const BOUNDARY: Shape =
    Shape::Word(&["none", "word", "sentence", "paragraph", "completion"]);
/// How much an event says.
pub(super) const VERBOSITY: Shape = Shape::Word(&["terse", "normal", "detailed"]);
const LONG_TEXT: Shape = Shape::Spoken { least: 1, most: NORMAL };
const OPTIONAL_LONG_TEXT: Shape = Shape::Spoken { least: 0, most: NORMAL };
pub(super) const SHORT_TEXT: Shape = Shape::Spoken { least: 1, most: SHORT };
const NAME: Shape = Shape::Text { least: 1, most: 256 };
const DURATION: Shape = Shape::Integer { least: 0, most: DAY_MS };
pub(super) const RISK: Shape = Shape::Word(&["low", "medium", "high"]);
const TOOL_NAME: Shape = Shape::Form {
    most: TOOL,
    fits: forms::is_tool,
    says: "a letter or `_`, then letters, digits, `_`, `.` and `-`",
};
const CALL_ID: Shape = Shape::Id("call_");
const TOKEN: Shape = Shape::Id("rpl_");
const TIMEOUT: Shape = Shape::Integer { least: 1, most: 86_400 };
const DECISION: Shape = Shape::Word(&["accept", "reject"]);
pub(super) const SUBSCRIPTION: Shape = Shape::Id("sub_");

/// The members of every event.
pub(super) static ENVELOPE: &[Field] = &[
    // Looked at by hand, since its faults have rules of their own.
    may("@context", Shape::Any),
    must("type", Shape::Text { least: 0, most: ANY }),
    must("event_id", Shape::Id("evt_")),
    must("session_id", Shape::Id("sess_")),
    must("timestamp", Shape::Timestamp),
    must("producer", Shape::Closed(PRODUCER)),
    may("urgency", Shape::Word(&["background", "normal", "critical"])),
    may("verbosity", VERBOSITY),
    may("sequence_number", Shape::Integer { least: 0, most: SAFE }),
    may("aaep_version", VERSION),
    may("correlation_id", Shape::Text { least: 0, most: ANY }),
    may("localization_hints", Shape::Closed(LOCALIZATION)),
    // Looked at by hand.
    may("extensions", Shape::Object),
];

pub(super) static PRODUCER: &[Field] = &[
    must("agent_id", Shape::Text { least: 1, most: ANY }),
    may("agent_version", Shape::Text { least: 1, most: ANY }),
    may("agent_name", Shape::Text { least: 1, most: ANY }),
    may("model", Shape::Text { least: 1, most: ANY }),
    may("manifest_uri", Shape::Uri),
];

static LOCALIZATION: &[Field] = &[
    may("primary_language", LANGUAGE),
    may("available_languages", Shape::List { least: 0, most: 32, unique: true, entry: &LANGUAGE }),
    may("fallback_chain", Shape::List { least: 0, most: 16, unique: false, entry: &LANGUAGE }),
    may("text_direction", Shape::Word(&["ltr", "rtl", "auto"])),
    may(
        "script",
        Shape::Form { most: ANY, fits: forms::is_script, says: "a script code such as `Latn`" },
    ),
    may("calendar", Shape::Text { least: 0, most: ANY }),
];

const SUMMARY_TERSE: Field = may("summary_terse", SHORT_TEXT);
const SUMMARY_NORMAL: Field = may("summary_normal", LONG_TEXT);
const SUMMARY_DETAILED: Field = may("summary_detailed", LONG_TEXT);
const SUMMARY: Field = must("summary_normal", LONG_TEXT);

/// The members that each core event adds.
pub(super) fn payload(core: Core) -> &'static [Field] {
    match core {
        Core::SessionStarted => SESSION_STARTED,
        Core::SessionCompleted => SESSION_COMPLETED,
        Core::SessionErrored => SESSION_ERRORED,
        Core::SessionCancelled => SESSION_CANCELLED,
        Core::StateChanged => STATE_CHANGED,
        Core::ProgressUpdated => PROGRESS_UPDATED,
        Core::ToolInvoked => TOOL_INVOKED,
        Core::ToolCompleted => TOOL_COMPLETED,
        Core::OutputStreaming => OUTPUT_STREAMING,
        Core::AwaitingConfirmation => AWAITING_CONFIRMATION,
        Core::AwaitingClarification => AWAITING_CLARIFICATION,
        Core::HandoffRequested => HANDOFF_REQUESTED,
    }
}

static SESSION_STARTED: &[Field] = &[
    SUMMARY,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
    may("expected_duration_ms", DURATION),
    may("requested_by", NAME),
    may("request_text", OPTIONAL_LONG_TEXT),
    may("tools_available", Shape::List { least: 0, most: 256, unique: true, entry: &NAME }),
];

static SESSION_COMPLETED: &[Field] = &[
    SUMMARY,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
    may("duration_ms", DURATION),
    may("tool_invocations_count", Shape::Integer { least: 0, most: SAFE }),
    may("output_summary", OPTIONAL_LONG_TEXT),
    may("result_uri", Shape::Uri),
];

static SESSION_ERRORED: &[Field] = &[
    must("error_category", Shape::Word(&["transient", "permanent", "requires_user", "unknown"])),
    SUMMARY,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
    may(
        "error_code",
        Shape::Form {
            most: ANY,
            fits: forms::is_error_code,
            says: "2 to 64 capitals, digits and `_`, a capital first",
        },
    ),
    may("error_uri", Shape::Uri),
    may("recoverable", Shape::Boolean),
    may("remediation_hint", SHORT_TEXT),
];

static SESSION_CANCELLED: &[Field] = &[
    must("cancelled_by", Shape::Word(&["user", "producer", "timeout", "system"])),
    SUMMARY,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
    may(
        "cancellation_reason",
        Shape::Form {
            most: ANY,
            fits: forms::is_reason_code,
            says: "2 to 64 small letters, digits and `_`, a letter first",
        },
    ),
    may("partial_result", OPTIONAL_LONG_TEXT),
];

static STATE_CHANGED: &[Field] = &[
    must("from_state", Shape::Text { least: 1, most: 64 }),
    must("to_state", Shape::Text { least: 1, most: 64 }),
    SUMMARY_NORMAL,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
    may("expected_duration_ms", DURATION),
];

static PROGRESS_UPDATED: &[Field] = &[
    must("progress", Shape::Closed(PROGRESS)),
    SUMMARY_NORMAL,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
    may("eta_ms", DURATION),
];

static PROGRESS: &[Field] = &[
    may("percent", Shape::Number { least: 0, most: 100 }),
    may("step", Shape::Integer { least: 1, most: SAFE }),
    may("total_steps", Shape::Integer { least: 1, most: SAFE }),
    may("description", SHORT_TEXT),
];

static TOOL_INVOKED: &[Field] = &[
    must("tool", TOOL_NAME),
    SUMMARY,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
    may("description", SHORT_TEXT),
    may("args_summary", OPTIONAL_LONG_TEXT),
    may("expected_duration_ms", DURATION),
    may("risk_level", RISK),
    may("irreversible", Shape::Boolean),
    may("tool_call_id", CALL_ID),
];

static TOOL_COMPLETED: &[Field] = &[
    must("tool", TOOL_NAME),
    must("status", Shape::Word(&["success", "error", "timeout"])),
    may("tool_call_id", CALL_ID),
    may("duration_ms", DURATION),
    SUMMARY_NORMAL,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
    may("error_message", SHORT_TEXT),
];

static OUTPUT_STREAMING: &[Field] = &[
    must("chunk", OPTIONAL_LONG_TEXT),
    must("position", Shape::Integer { least: 0, most: SAFE }),
    must("complete", Shape::Boolean),
    may("coalesce_hint", BOUNDARY),
    may("output_id", Shape::Id("out_")),
    may(
        "content_type",
        Shape::Form { most: ANY, fits: forms::is_media_type, says: "a type such as `text/plain`" },
    ),
    may("language", LANGUAGE),
];

static AWAITING_CONFIRMATION: &[Field] = &[
    must("action", LONG_TEXT),
    must("consequence", LONG_TEXT),
    must("reply_token", TOKEN),
    must("timeout_seconds", TIMEOUT),
    must("default_decision", DECISION),
    may("risk_level", RISK),
    may("irreversible", Shape::Boolean),
    may("reversibility", Shape::Word(&["reversible", "reversible_with_effort", "irreversible"])),
    may(
        "allowed_replies",
        Shape::List {
            least: 1,
            most: 32,
            unique: true,
            entry: &Shape::Text { least: 0, most: ANY },
        },
    ),
    may("extra_context", Shape::Object),
    SUMMARY_NORMAL,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
];

static AWAITING_CLARIFICATION: &[Field] = &[
    must("question", LONG_TEXT),
    must("reply_token", TOKEN),
    must("timeout_seconds", TIMEOUT),
    may(
        "accepted_response_kinds",
        Shape::List {
            least: 1,
            most: 4,
            unique: true,
            entry: &Shape::Word(&["freetext", "yes_no", "multiple_choice", "numeric"]),
        },
    ),
    may("choices", Shape::List { least: 2, most: 32, unique: true, entry: &Shape::Closed(CHOICE) }),
    may("context", SHORT_TEXT),
    may("default_response", Shape::Spoken { least: 0, most: SHORT }),
    SUMMARY_NORMAL,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
];

static CHOICE: &[Field] =
    &[must("value", NAME), must("label", Shape::Spoken { least: 1, most: 1024 })];

static HANDOFF_REQUESTED: &[Field] = &[
    must("reason", LONG_TEXT),
    must("target_kind", Shape::Word(&["human", "specialist_agent", "escalation_queue"])),
    may("target_uri", Shape::Uri),
    may("packaged_context", Shape::Object),
    may("urgency_for_handoff", RISK),
    SUMMARY_NORMAL,
    SUMMARY_TERSE,
    SUMMARY_DETAILED,
];

/// The members of a reply to a confirmation.
pub(super) static CONFIRMATION_REPLY: &[Field] = &[
    must("type", Shape::Word(&["confirmation.reply"])),
    must("reply_token", TOKEN),
    must("decision", DECISION),
    must("subscription_id", SUBSCRIPTION),
    must("timestamp", Shape::Timestamp),
    may("decided_by", NAME),
    may("decision_rationale", Shape::Text { least: 1, most: SHORT }),
    may("modified_action", Shape::Object),
    may("correlation_id", Shape::Text { least: 0, most: ANY }),
];

/// The members of a reply to a clarification.
pub(super) static CLARIFICATION_REPLY: &[Field] = &[
    must("type", Shape::Word(&["clarification.reply"])),
    must("reply_token", TOKEN),
    must("response", Shape::Answer),
    must("subscription_id", SUBSCRIPTION),
    must("timestamp", Shape::Timestamp),
    may("decided_by", NAME),
    may("confidence", Shape::Number { least: 0, most: 1 }),
    may("correlation_id", Shape::Text { least: 0, most: ANY }),
];

/// The twelve core event types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Core {
    SessionStarted,
    SessionCompleted,
    SessionErrored,
    SessionCancelled,
    StateChanged,
    ProgressUpdated,
    ToolInvoked,
    ToolCompleted,
    OutputStreaming,
    AwaitingConfirmation,
    AwaitingClarification,
    HandoffRequested,
}

impl Core {
    /// From the name behind `aaep:`.
    pub(super) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "agent.session.started" => Self::SessionStarted,
            "agent.session.completed" => Self::SessionCompleted,
            "agent.session.errored" => Self::SessionErrored,
            "agent.session.cancelled" => Self::SessionCancelled,
            "agent.state.changed" => Self::StateChanged,
            "agent.progress.updated" => Self::ProgressUpdated,
            "agent.tool.invoked" => Self::ToolInvoked,
            "agent.tool.completed" => Self::ToolCompleted,
            "agent.output.streaming" => Self::OutputStreaming,
            "agent.awaiting.confirmation" => Self::AwaitingConfirmation,
            "agent.awaiting.clarification" => Self::AwaitingClarification,
            "agent.handoff.requested" => Self::HandoffRequested,
            _ => return None,
        })
    }

    /// Whether the event must be critical.
    pub(super) const fn is_critical(self) -> bool {
        matches!(
            self,
            Self::SessionErrored
                | Self::AwaitingConfirmation
                | Self::AwaitingClarification
                | Self::HandoffRequested
        )
    }
}
