//! What one reply did.

use serde::{Serialize, Serializer};

/// What a reply came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyEffect {
    /// It accepted the action.
    Accept,
    /// It rejected the action.
    Reject,
    /// It answered a question, which allows nothing.
    Answer,
    /// Nothing: the producer goes on as if it had not come.
    Ignored,
}

impl ReplyEffect {
    /// The word that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Answer => "answer",
            Self::Ignored => "ignored",
        }
    }
}

/// Why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyReason {
    /// It was the first valid reply.
    FirstValid,
    /// It asks for another action, which counts as a rejection.
    ModifiedActionUnsupported,
    /// It is not well formed.
    Invalid,
    /// Nobody issued its token.
    UnknownToken,
    /// The token was answered before.
    Duplicate,
    /// It came, or says that it was decided, at or after the deadline, or long before the question.
    Late,
    /// The question was withdrawn.
    Cancelled,
    /// The confirmation does not allow this decision.
    DecisionNotAllowed,
    /// Its sender is not known, or may not answer.
    SenderNotEntitled,
    /// It accepts, and its `decided_by` is missing: nobody knows who it was. With a name it can be sent again.
    SenderNotNamed,
    /// It accepts, and its `decided_by` is not a person, where only a person's yes counts.
    SenderNotAPerson,
    /// It answers a question with something else than what was asked for.
    AnswerNotAccepted,
    /// The session was not started, or has ended.
    SessionNotOpen,
    /// The clock is before the last event.
    ClockWentBack,
    /// An event about it could not be made that keeps the rules.
    NotEmittable,
}

impl ReplyReason {
    /// The word that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FirstValid => "first-valid",
            Self::ModifiedActionUnsupported => "modified-action-unsupported",
            Self::Invalid => "invalid",
            Self::UnknownToken => "unknown-token",
            Self::Duplicate => "duplicate",
            Self::Late => "late",
            Self::Cancelled => "cancelled",
            Self::DecisionNotAllowed => "decision-not-allowed",
            Self::SenderNotEntitled => "sender-not-entitled",
            Self::SenderNotNamed => "sender-not-named",
            Self::SenderNotAPerson => "sender-not-a-person",
            Self::AnswerNotAccepted => "answer-not-accepted",
            Self::SessionNotOpen => "session-not-open",
            Self::ClockWentBack => "clock-went-back",
            Self::NotEmittable => "not-emittable",
        }
    }
}

impl Serialize for ReplyEffect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for ReplyReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// What one reply of a stream did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ReplyOutcome {
    /// Which item of the stream, from 0.
    pub index: u64,
    /// What it came to.
    pub effect: ReplyEffect,
    /// Why.
    pub reason: ReplyReason,
}
