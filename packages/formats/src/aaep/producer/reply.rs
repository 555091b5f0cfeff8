//! From a reply, or its absence, to evidence.

use aana_confirmation::approval::{self, Effect, Record, Yes};
use aana_core::json::Value;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{
    Grant, Next, Now, Pending, ReplyEffect, ReplyReason, Session, State, Step, Stop, emit::Draft,
};
use crate::aaep::{event, forms};

/// How far the clock of whoever replies may be behind ours.
const SKEW_US: i64 = 300_000_000;

/// What the transport knows about who sent a reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sender {
    /// The transport has made sure who it is.
    pub authenticated: bool,
    /// An operator's policy lets decisions by `auto:` and `system:` count as a person's.
    pub may_decide_automatically: bool,
}

/// What a reply brought.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplyStep {
    /// What it came to.
    pub effect: ReplyEffect,
    /// Why.
    pub reason: ReplyReason,
    /// The events to hand over; none for a reply that is ignored.
    pub events: Vec<Json>,
    /// The evidence ref that records the reply; none for a reply that is ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Json>,
    /// The Agent Action Contract event with that evidence, as JSON text: to be gated again. Nothing
    /// runs on a reply alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate_again: Option<String>,
}

impl ReplyStep {
    fn ignored(reason: ReplyReason) -> Self {
        let effect = ReplyEffect::Ignored;
        Self { effect, reason, events: Vec::new(), evidence: None, gate_again: None }
    }
}

impl Session {
    /// Takes a reply, given as JSON text, at the moment when it arrived. `event` is the Agent Action
    /// Contract event that was asked about.
    ///
    /// A yes becomes approval evidence, bound to the action digest, and the event with it has to be
    /// gated again. The token is used up by the first valid reply.
    pub fn reply(
        &mut self,
        reply: &str,
        sender: Sender,
        event: &str,
        now: &mut Now<'_>,
    ) -> ReplyStep {
        match self.judge(reply, sender, event, now) {
            Ok(step) => step,
            Err(reason) => ReplyStep::ignored(reason),
        }
    }

    fn judge(
        &mut self,
        text: &str,
        sender: Sender,
        proposal: &str,
        now: &mut Now<'_>,
    ) -> Result<ReplyStep, ReplyReason> {
        let reply = event::read(text).map_err(|_| ReplyReason::Invalid)?;
        let object = reply.as_object().ok_or(ReplyReason::Invalid)?;
        let member = |name: &str| object.get(name).and_then(Value::as_str);
        let moment = member("timestamp").and_then(forms::moment).ok_or(ReplyReason::Invalid)?;
        let is_reply = member("type") == Some("confirmation.reply");
        if !is_reply || !event::check_reply_value(&reply).is_valid() {
            return Err(ReplyReason::Invalid);
        }
        let mut draft = Draft::of(self, now).map_err(|_| ReplyReason::UnknownToken)?;
        let pending = draft.session.pending.take().ok_or(ReplyReason::UnknownToken)?;
        if !approval::equal(&pending.reply_token, member("reply_token").unwrap_or_default()) {
            return Err(ReplyReason::UnknownToken);
        }
        let deadline_us = pending.deadline_ms().saturating_mul(1000);
        let early = pending.asked_ms.saturating_mul(1000).saturating_sub(SKEW_US);
        if draft.now.ms >= pending.deadline_ms() || moment.us >= deadline_us || moment.us < early {
            return Err(ReplyReason::Late);
        }
        let subscription = member("subscription_id").unwrap_or_default();
        if !sender.authenticated || !draft.session.subscriptions.contains(subscription) {
            return Err(ReplyReason::SenderNotEntitled);
        }

        let modified = object.get("modified_action").is_some();
        let accepts = member("decision") == Some("accept") && !modified;
        let tree = approval::tree(proposal);
        let digest = tree.as_ref().and_then(approval::digest);
        let same = digest.as_deref() == Some(&*pending.action_digest);
        let (effect, reason) = match (accepts, modified) {
            (true, _) => (ReplyEffect::Accept, ReplyReason::FirstValid),
            (false, true) => (ReplyEffect::Reject, ReplyReason::ModifiedActionUnsupported),
            (false, false) => (ReplyEffect::Reject, ReplyReason::FirstValid),
        };
        let decided_by = member("decided_by").unwrap_or_default();
        let by_a_person = approval::is_person(decided_by)
            || (sender.may_decide_automatically
                && (decided_by.starts_with("auto:") || decided_by.starts_with("system:")));
        let outcome = match (accepts, same) {
            (false, _) => Outcome::Rejected,
            (true, false) => Outcome::Changed,
            (true, true) if by_a_person && pending.validated => Outcome::Approved,
            (true, true) => Outcome::Noted,
        };
        let evidence = evidence(&pending, outcome, decided_by, draft.now.ms);
        let mut gate_again = None;
        match outcome {
            Outcome::Approved => {
                draft.session.grant = Some(Grant {
                    tool_call_id: pending.tool_call_id.clone(),
                    action_digest: pending.action_digest.clone(),
                    event_id: pending.event_id.clone(),
                    until_ms: draft.now.ms.saturating_add(pending.timeout_ms),
                });
                gate_again = again(tree, &evidence, Effect::Confirms);
            }
            Outcome::Noted => {
                let text =
                    "Your answer was noted, and more proof is needed, so nothing was done yet.";
                draft.enter(State::Thinking, Some(text), None);
                gate_again = again(tree, &evidence, Effect::Noted);
            }
            Outcome::Changed => {
                draft.session.is_over(&pending.tool_call_id);
                let text = "The action is another than you agreed to, so nothing was done.";
                draft.enter(State::Thinking, Some(text), None);
            }
            Outcome::Rejected => {
                draft.session.is_over(&pending.tool_call_id);
                draft.enter(State::Thinking, Some("You said no, so nothing was done."), None);
            }
        }
        let step = draft.commit(self, Next::Continue);
        if step.next != Next::Continue {
            // The token stays open, and nothing is allowed.
            return Err(ReplyReason::Invalid);
        }
        Ok(ReplyStep { effect, reason, events: step.events, evidence: Some(evidence), gate_again })
    }

    /// Nobody answered: at or after the deadline, the confirmation is rejected. Before it, nothing
    /// happens.
    pub fn expire(&mut self, now: &mut Now<'_>) -> Step {
        let mut draft = match Draft::of(self, now) {
            Ok(draft) => draft,
            Err(why) => return Step::stop(why),
        };
        let due = draft.session.pending.take_if(|pending| draft.now.ms >= pending.deadline_ms());
        let Some(pending) = due else {
            return Step { events: Vec::new(), next: Next::Continue };
        };
        draft.session.is_over(&pending.tool_call_id);
        draft.enter(State::Thinking, Some("Nobody answered in time, so nothing was done."), None);
        draft.commit(self, Next::Stop { why: Stop::TimedOut })
    }
}

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
enum Outcome {
    /// It confirms the action.
    Approved,
    /// It says yes, but not so that it confirms.
    Noted,
    /// It says yes to another action than the one that is to run now.
    Changed,
    /// It says no.
    Rejected,
}

/// The evidence ref. Its texts avoid the words by which the gate tells that something is missing, and
/// name the confirmation by its event, never by its token.
///
/// Only an approval says yes, who said it and until when. Where the operator lets a machine decide, there is no
/// person to name.
fn evidence(pending: &Pending, outcome: Outcome, decided_by: &str, now_ms: i64) -> Json {
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

fn again(proposal: Option<Value<'_>>, evidence: &Json, effect: Effect) -> Option<String> {
    approval::with_evidence(proposal?, evidence, effect)
}
