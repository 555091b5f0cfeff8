//! From an answer to evidence.

use aana_core::{json::Value, time};
use serde_json::{Value as Json, json};

use crate::{
    approval::{self, Effect, Record, Yes},
    approver,
    digest::sha256,
    pending::Pending,
    state::State,
    why::Why,
};

/// How far the clock of whoever answers may be from ours.
pub(crate) const SKEW_MS: i64 = 300_000;

/// What the id of an approval begins with; the id of its question follows.
pub(crate) const SOURCE_ID: &str = "confirmation.";

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
        /// The positions of the evidence refs in it that the host has checked itself, the approval among them.
        attested: Vec<u32>,
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

/// Judges an answer. `event` is what is to run now; without it, the event that the record keeps.
///
/// The host closes the question as the outcome says, in one step that fails if it is closed already: then
/// the answer was [`Why::Reused`].
pub fn answer(pending: &Pending, answer: &Answer<'_>, event: Option<&str>, now_ms: i64) -> Outcome {
    match judge(pending, answer, event, now_ms) {
        Ok((evidence, event)) => {
            let attested = approval::with_own(&pending.attested, &event);
            Outcome::Confirmed { evidence, event, attested }
        }
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
        // The digests are compared in constant time.
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
        State::Confirmed | State::Used | State::Rejected | State::Altered => {
            return Err(Why::Reused);
        }
    }
    // A record whose times cannot be read counts as expired.
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
    // Where the host lets the agent say yes itself, there is nobody else to name.
    let approved_by = (!asks).then_some(answer.by);
    approve(&pending.id, &pending.action_digest, approved_by, tree, now_ms, holds_ms)
        .ok_or(Why::Altered)
}

/// The evidence of a yes, and the event with it. The approval holds as long as the question could wait.
///
/// A runtime that recommended `ask` asked for this very yes, so that its recommendation is met; a stricter one
/// stays.
pub(crate) fn approve(
    id: &str,
    action_digest: &str,
    approved_by: Option<&str>,
    event: Value<'_>,
    now_ms: i64,
    holds_ms: i64,
) -> Option<(Json, String)> {
    let record = Record {
        source_id: &format!("{SOURCE_ID}{id}"),
        kind: "approval",
        trust_tier: "verified",
        summary: "The person who was asked agreed to exactly this action.",
        provenance: "aana.confirmation",
        now_ms,
        holds_ms: Some(holds_ms),
        yes: Some(Yes { approved_by, expires_ms: now_ms.saturating_add(holds_ms) }),
    };
    let mut evidence = record.evidence();
    evidence["supports"] = json!([approval::bound_to(action_digest)]);
    let event = approval::with_evidence(event, &evidence, Effect::Confirms)?;
    Some((evidence, event))
}
