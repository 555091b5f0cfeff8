//! Why an answer confirms nothing.

use crate::state::State;

/// Why an answer confirms nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// There is no such question, as far as the host knows.
    Unknown,
    /// It is neither yes nor no.
    NotUnderstood,
    /// Nobody can read whose it is.
    NotVisible,
    /// Nothing says that it comes from where the question went.
    Unauthenticated,
    /// It is about another action than the question.
    WrongActionDigest,
    /// It says yes, and not in the name of a person.
    NotAPerson,
    /// It says yes, in the name of the agent that asks.
    SelfApproval,
    /// The question was answered before.
    Reused,
    /// It was given before the question was asked, or has still to be given.
    WrongTime,
    /// It is too late.
    Expired,
    /// It says no.
    Rejected,
    /// It says yes to another action than the one that is to run now.
    Altered,
    /// The event that was asked about is not kept, and was not brought along.
    EventMissing,
    /// The event that was brought along declares another authorization.
    StateChanged,
    /// It has other evidence.
    EvidenceChanged,
    /// It differs elsewhere.
    EventChanged,
}

impl Why {
    /// All of them, in the order in which they are looked for.
    pub const ALL: [Self; 16] = [
        Self::Unknown,
        Self::NotUnderstood,
        Self::NotVisible,
        Self::Unauthenticated,
        Self::WrongActionDigest,
        Self::Reused,
        Self::Expired,
        Self::WrongTime,
        Self::Rejected,
        Self::NotAPerson,
        Self::SelfApproval,
        Self::EventMissing,
        Self::Altered,
        Self::StateChanged,
        Self::EvidenceChanged,
        Self::EventChanged,
    ];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::NotUnderstood => "not_understood",
            Self::NotVisible => "by_not_visible",
            Self::WrongActionDigest => "wrong_action_digest",
            Self::SelfApproval => "self_approval",
            Self::StateChanged => "authorization_state_changed",
            Self::EvidenceChanged => "evidence_refs_changed",
            Self::EventChanged => "event_changed",
            Self::Unauthenticated => "unauthenticated",
            Self::NotAPerson => "not_a_person",
            Self::Reused => "reused",
            Self::WrongTime => "wrong_time",
            Self::Expired => "expired",
            Self::Rejected => "rejected",
            Self::Altered => "altered",
            Self::EventMissing => "event_missing",
        }
    }

    /// One sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Unknown => "there is no such question",
            Self::NotUnderstood => "the `decision` has to be `accept` or `reject`",
            Self::NotVisible => {
                "`by` is blank, has blanks at its ends or holds characters that cannot be seen"
            }
            Self::WrongActionDigest => {
                "`action_digest` is another one than the question's, so the answer is to something else"
            }
            Self::SelfApproval => {
                "`by` is the event's `agent_id`: who asks cannot say yes, unless the broker allows it"
            }
            Self::StateChanged => {
                "the `authorization_state` of the event is another one than when it was asked about"
            }
            Self::EvidenceChanged => {
                "the `evidence_refs` of the event are other ones than when it was asked about"
            }
            Self::EventChanged => {
                "`tool_category`, `risk_domain`, `recommended_route` or `agent_id` of the event is another one than when it was asked about"
            }
            Self::Unauthenticated => "nothing proves where the answer comes from",
            Self::NotAPerson => "only a person, `user:` and a name, can say yes",
            Self::Reused => "the question was answered before, and an answer counts once",
            Self::WrongTime => "the time of the answer does not fit that of the question",
            Self::Expired => "the answer comes too late",
            Self::Rejected => "the answer is no",
            Self::Altered => "the action is another than the one that was asked about",
            Self::EventMissing => {
                "the event that was asked about is not kept here and was not brought along"
            }
        }
    }

    /// What becomes of the question; nothing, if it goes on waiting. Who cannot prove to have been asked
    /// closes nothing.
    pub const fn closes(self) -> Option<State> {
        match self {
            Self::Expired => Some(State::Expired),
            Self::Rejected => Some(State::Rejected),
            Self::Altered => Some(State::Altered),
            _ => None,
        }
    }
}
