//! What a reply amounts to as evidence.

use aana_confirmation::approval::{self, Effect, Record, Yes};
use aana_core::json::Value;
use serde_json::{Value as Json, json};

use super::{Pending, Session};

/// What the id of the evidence about a reply begins with; the id of the question's event follows.
const SOURCE_ID: &str = "aaep.confirmation.";

impl Session {
    /// The positions of the evidence refs in an event that this session vouches for: of the approval that its own
    /// reply became, as long as it allows a call. For a gate whose policy says `evidence: attested`.
    pub fn attested(&self, event: &str, now_ms: i64) -> Vec<u32> {
        let Some(grant) = self.grant.as_ref().filter(|grant| now_ms < grant.until_ms) else {
            return Vec::new();
        };
        let Some(tree) = approval::tree(event) else { return Vec::new() };
        if approval::digest(&tree).as_ref() != Some(&grant.action_digest) {
            return Vec::new();
        }
        let refs = tree.as_object().and_then(|event| event.get("evidence_refs")?.as_array());
        let is_own = |evidence: &Value<'_>| {
            let member = |name| evidence.as_object()?.get(name)?.as_str();
            let id = member("source_id").and_then(|id| id.strip_prefix(SOURCE_ID));
            member("kind") == Some("approval") && id == Some(&*grant.event_id)
        };
        let found = (0_u32..).zip(refs.unwrap_or_default());
        found.filter(|(_, evidence)| is_own(evidence)).map(|(position, _)| position).collect()
    }
}

/// What a reply amounts to as evidence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It confirms the action.
    Approved,
    /// It says yes, but not so that it confirms.
    Noted,
    /// It says yes to another action than the one that is to run now.
    Changed,
    /// It says no.
    Rejected,
    /// It answers a question.
    Answered,
}

/// The evidence ref. Its texts avoid the words by which the gate tells that something is missing, and
/// name the confirmation by its event, never by its token.
///
/// Only an approval says yes, who said it and until when. Where the operator lets a machine decide, there is no
/// person to name.
pub(super) fn evidence(pending: &Pending, outcome: Outcome, decided_by: &str, now_ms: i64) -> Json {
    let is_person = approval::is_person(decided_by);
    let (kind, trust_tier, summary) = match outcome {
        Outcome::Approved if is_person => {
            ("approval", "verified", "The signed-in user accepted the prompt for")
        }
        Outcome::Approved => {
            ("approval", "verified", "The operator's own rule accepted the prompt for")
        }
        Outcome::Noted => ("user_message", "user_claimed", "Somebody agreed to the prompt for"),
        Outcome::Changed => ("audit_record", "runtime", "Other arguments were agreed to for"),
        Outcome::Answered => {
            ("user_message", "user_claimed", "Somebody answered the question about")
        }
        Outcome::Rejected => ("audit_record", "runtime", "The prompt was answered with no for"),
    };
    let record = Record {
        source_id: &format!("{SOURCE_ID}{}", pending.event_id),
        kind,
        trust_tier,
        summary: &format!("{summary} {}.", pending.tool),
        provenance: "aaep",
        now_ms,
        holds_ms: None,
        yes: (outcome == Outcome::Approved).then(|| Yes {
            approved_by: is_person.then_some(decided_by),
            expires_ms: now_ms.saturating_add(pending.timeout_ms),
        }),
    };
    let mut evidence = record.evidence();
    if outcome == Outcome::Approved {
        evidence["supports"] =
            json!([approval::bound_to(&pending.action_digest), pending.tool_call_id]);
    }
    evidence
}

pub(super) fn again(
    proposal: Option<Value<'_>>,
    evidence: &Json,
    effect: Effect,
) -> Option<String> {
    approval::with_evidence(proposal?, evidence, effect)
}
