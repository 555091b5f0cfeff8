//! From an answer to evidence.

use aana_core::{json::Value, time};
use serde_json::{Value as Json, json};

use crate::{
    approval::{self, Effect, Record},
    approver,
    pending::{Pending, State, sha256},
};

/// How far the clock of whoever answers may be from ours.
const SKEW_MS: i64 = 300_000;

/// An answer, and what is known about where it comes from.
#[derive(Clone, Copy)]
pub struct Answer<'a> {
    /// `accept` or `reject`.
    pub decision: &'a str,
    /// Who decided: `user:` and a name for a person. Nobody else can say yes.
    pub by: &'a str,
    /// When, in Unix milliseconds, if that is not now.
    pub at: Option<i64>,
    /// How it is known that the answer comes from there.
    pub proof: Proof<'a>,
    /// The digest of the action that the answer is about, as whoever gives it knows it. Another one than the
    /// question's confirms nothing.
    pub action_digest: Option<&'a str>,
    /// Whether the agent that asks may say yes itself: only where the host has reason to want that.
    pub allow_self_approval: bool,
}

/// How it is known who answers.
#[derive(Clone, Copy)]
pub enum Proof<'a> {
    /// It is not.
    None,
    /// The answer has the token that went out with the question.
    Token(&'a str),
    /// The host has made sure itself: a session, a signed request.
    Host,
}

/// What an answer comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Somebody said yes to exactly this. The question is closed, as [`State::Confirmed`].
    Confirmed {
        /// The approval.
        evidence: Json,
        /// The event with it, as JSON text: to be gated again. Nothing runs on an answer alone.
        event: String,
    },
    /// It confirms nothing.
    NotConfirmed(Why),
}

impl Outcome {
    /// What becomes of the question; nothing, if it goes on waiting.
    pub const fn closes(&self) -> Option<State> {
        match self {
            Self::Confirmed { .. } => Some(State::Confirmed),
            Self::NotConfirmed(why) => why.closes(),
        }
    }
}

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

/// Judges an answer. `event` is what is to run now; without it, the event that the record keeps.
///
/// The host closes the question as the outcome says, in one step that fails if it is closed already: then
/// the answer was [`Why::Reused`].
pub fn answer(pending: &Pending, answer: &Answer<'_>, event: Option<&str>, now_ms: i64) -> Outcome {
    match judge(pending, answer, event, now_ms) {
        Ok((evidence, event)) => Outcome::Confirmed { evidence, event },
        Err(why) => Outcome::NotConfirmed(why),
    }
}

fn judge(
    pending: &Pending,
    answer: &Answer<'_>,
    event: Option<&str>,
    now_ms: i64,
) -> Result<(Json, String), Why> {
    let accepts = match answer.decision {
        "accept" => true,
        "reject" => false,
        _ => return Err(Why::NotUnderstood),
    };
    if !approver::is_visible(answer.by) {
        return Err(Why::NotVisible);
    }
    let proven = match answer.proof {
        Proof::None => false,
        // Of what is compared, the token cannot be told.
        Proof::Token(token) => approval::equal(&sha256(token), &pending.token_sha256),
        Proof::Host => true,
    };
    if !proven {
        return Err(Why::Unauthenticated);
    }
    if answer.action_digest.is_some_and(|digest| digest != pending.action_digest) {
        return Err(Why::WrongActionDigest);
    }
    match pending.state {
        State::Open => {}
        State::Expired => return Err(Why::Expired),
        State::Confirmed | State::Rejected | State::Altered => return Err(Why::Reused),
    }
    // A record whose times cannot be read is as good as one that is over.
    let moment = |text: &str| time::parse(text).ok_or(Why::Expired);
    let (asked, deadline) = (moment(&pending.created_at)?, moment(&pending.expires_at)?);
    let at = answer.at.unwrap_or(now_ms);
    if now_ms >= deadline || at >= deadline {
        return Err(Why::Expired);
    }
    let early = asked.saturating_sub(SKEW_MS);
    if now_ms < early || at < early || at > now_ms.saturating_add(SKEW_MS) {
        return Err(Why::WrongTime);
    }
    if !accepts {
        return Err(Why::Rejected);
    }
    if !approver::is_person(answer.by) {
        return Err(Why::NotAPerson);
    }
    let asks = approver::is_one_of(answer.by, &pending.bound.agent_names);
    if asks && !answer.allow_self_approval {
        return Err(Why::SelfApproval);
    }
    let event = event.or(pending.event.as_deref()).ok_or(Why::EventMissing)?;
    let tree = approval::tree(event).ok_or(Why::Altered)?;
    if approval::digest(&tree).as_deref() != Some(&*pending.action_digest) {
        return Err(Why::Altered);
    }
    let members = tree.as_object().ok_or(Why::Altered)?;
    if let Some(why) = pending.bound.differs(members) {
        return Err(why);
    }
    let holds_ms = deadline.saturating_sub(asked);
    approve(&pending.id, &pending.action_digest, tree, now_ms, holds_ms).ok_or(Why::Altered)
}

/// The evidence of a yes, and the event with it. The approval holds as long as the question could wait.
///
/// A runtime that recommended `ask` asked for this very yes, so that its recommendation is met; a stricter one
/// stays.
pub(crate) fn approve(
    id: &str,
    action_digest: &str,
    event: Value<'_>,
    now_ms: i64,
    holds_ms: i64,
) -> Option<(Json, String)> {
    let record = Record {
        source_id: &format!("confirmation.{id}"),
        kind: "approval",
        trust_tier: "verified",
        summary: "The person who was asked agreed to exactly this action.",
        provenance: "aana.confirmation",
        now_ms,
        holds_ms: Some(holds_ms),
    };
    let mut evidence = record.evidence();
    evidence["supports"] = json!([approval::bound_to(action_digest)]);
    let event = approval::with_evidence(event, &evidence, Effect::Confirms)?;
    Some((evidence, event))
}
