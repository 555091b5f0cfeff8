//! The members of each message.

use crate::aaep::{
    forms,
    shape::{
        ANY, BOUNDARY, Field, LANGUAGE, PRODUCER, RISK, SHORT, SHORT_TEXT, SUBSCRIPTION, Shape,
        VERBOSITY, VERSION, may, must,
    },
};

const CAPABILITIES_OBJECT: Shape = Shape::Open(CAPABILITIES);
const CORRELATION: Field = may("correlation_id", Shape::Text { least: 0, most: ANY });
const EXTENSIONS: Field = may("extensions", Shape::Open(&[]));
const PATTERNS: Shape =
    Shape::List { least: 0, most: ANY, unique: true, entry: &Shape::Text { least: 1, most: 256 } };

/// What a subscriber can take. A member that is not listed belongs to an extension.
static CAPABILITIES: &[Field] = &[
    may("max_events_per_second", Shape::Integer { least: 1, most: 100_000 }),
    may("preferred_verbosity", VERBOSITY),
    may("languages", Shape::List { least: 1, most: 32, unique: true, entry: &LANGUAGE }),
    may("supports_confirmation_reply", Shape::Boolean),
    may("supports_clarification_reply", Shape::Boolean),
    may("coalesce_boundaries", Shape::List { least: 1, most: 5, unique: true, entry: &BOUNDARY }),
    may("event_filters", Shape::Closed(FILTERS)),
    may(
        "supported_conformance_levels",
        Shape::List {
            least: 1,
            most: 3,
            unique: true,
            entry: &Shape::Integer { least: 1, most: 3 },
        },
    ),
    may(
        "supported_extensions",
        Shape::List { least: 0, most: 64, unique: true, entry: &Shape::Uri },
    ),
    may("cognitive_load", RISK),
    may("pace_wpm", Shape::Integer { least: 50, most: 1000 }),
    may("accept_signed_manifests_only", Shape::Boolean),
];

static FILTERS: &[Field] = &[may("include", PATTERNS), may("exclude", PATTERNS)];

pub(super) static REQUEST: &[Field] = &[
    must("type", Shape::Word(&["subscription.request"])),
    must("aaep_version", VERSION),
    must("subscriber_id", Shape::Text { least: 1, most: 256 }),
    must("capabilities", CAPABILITIES_OBJECT),
    may("subscriber_name", Shape::Text { least: 0, most: 256 }),
    may("subscriber_version", Shape::Text { least: 0, most: 64 }),
    may("subscriber_manifest_uri", Shape::Uri),
    CORRELATION,
    EXTENSIONS,
];

pub(super) static ACCEPTED: &[Field] = &[
    must("type", Shape::Word(&["subscription.accepted"])),
    must("subscription_id", SUBSCRIPTION),
    must("aaep_version", VERSION),
    must("producer", Shape::Closed(PRODUCER)),
    must("honored_capabilities", CAPABILITIES_OBJECT),
    may("manifest_uri", Shape::Uri),
    may(
        "signed_manifest",
        Shape::Form {
            most: ANY,
            fits: forms::is_compact_jws,
            says: "three parts of base64url with points between them",
        },
    ),
    may("negotiation_notes", Shape::Spoken { least: 0, most: SHORT }),
];

pub(super) static REJECTED: &[Field] = &[
    must("type", Shape::Word(&["subscription.rejected"])),
    must(
        "reason_code",
        Shape::Word(&[
            "version_unsupported",
            "manifest_signature_required",
            "capabilities_incompatible",
            "rate_limit",
            "authentication_required",
            "authorization_denied",
            "transport_unavailable",
            "unknown",
        ]),
    ),
    must("reason_message", SHORT_TEXT),
    may("retry_after_seconds", Shape::Integer { least: 0, most: 86_400 }),
    may("alternative_manifest_uri", Shape::Uri),
];

/// This one and the next have no published schema: the members are those of the text.
pub(super) static RENEGOTIATE: &[Field] = &[
    must("type", Shape::Word(&["subscription.renegotiate"])),
    must("subscription_id", SUBSCRIPTION),
    must("capabilities", CAPABILITIES_OBJECT),
    CORRELATION,
    EXTENSIONS,
];

pub(super) static CLOSE: &[Field] = &[
    must("type", Shape::Word(&["subscription.close"])),
    must("subscription_id", SUBSCRIPTION),
    may(
        "reason_code",
        Shape::Form {
            most: 64,
            fits: forms::is_reason_code,
            says: "2 to 64 small letters, digits and `_`, a letter first",
        },
    ),
    may("reason_message", SHORT_TEXT),
    CORRELATION,
    EXTENSIONS,
];
