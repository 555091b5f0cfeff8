//! From a reply, or its absence, to evidence.

use aana_confirmation::approval::{self, Effect};
use aana_core::json::{Object, Value};
use serde::Serialize;
use serde_json::Value as Json;

use super::{
    Grant, Next, Now, Pending, ReplyEffect, ReplyReason, Session, State, Step, Stop,
    emit::Draft,
    evidence::{Outcome, again, evidence},
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
    /// Takes a reply, given as JSON text, at the moment when it arrived: to a confirmation or to a question. `event`
    /// is the Agent Action Contract event that was asked about.
    ///
    /// A yes becomes approval evidence, bound to the action digest, and the event with it has to be
    /// gated again. The token is used up by the first valid reply. An answer to a question becomes evidence that
    /// allows nothing; what it says stands in its `response`.
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
        if !event::check_reply_value(&reply).is_valid() {
            return Err(ReplyReason::Invalid);
        }
        let draft = Draft::of(self, now).map_err(|why| match why {
            Stop::ClockWentBack => ReplyReason::ClockWentBack,
            _ => ReplyReason::SessionNotOpen,
        })?;
        match object.get("type").and_then(Value::as_str) {
            Some("confirmation.reply") => decided(draft, object, sender, proposal)?.done(self),
            _ => answered(draft, object, sender, proposal)?.done(self),
        }
    }

    /// Nobody answered: at or after the deadline, the confirmation is rejected and a question is over. Before it,
    /// nothing happens.
    pub fn expire(&mut self, now: &mut Now<'_>) -> Step {
        let mut draft = match Draft::of(self, now) {
            Ok(draft) => draft,
            Err(why) => return Step::stop(why),
        };
        let now_ms = draft.now.ms;
        let is_due = |pending: &mut Pending| now_ms >= pending.deadline_ms();
        let confirmation = draft.session.pending.take_if(is_due);
        let question = draft.session.question.take_if(is_due);
        if let Some(pending) = &confirmation {
            draft.session.is_over(&pending.tool_call_id);
        } else if question.is_none() {
            return Step { events: Vec::new(), next: Next::Continue, fault: None };
        }
        draft.enter(State::Thinking, Some("Nobody answered in time, so nothing was done."), None);
        draft.commit(self, Next::Stop { why: Stop::TimedOut })
    }
}

/// A reply that counts, before its events are looked at.
struct Judged<'d, 'n> {
    draft: Draft<'d, 'n>,
    effect: ReplyEffect,
    reason: ReplyReason,
    evidence: Json,
    gate_again: Option<String>,
}

impl Judged<'_, '_> {
    /// The reply takes effect, if its events keep the rules; else the token stays open, and nothing is allowed.
    fn done(self, session: &mut Session) -> Result<ReplyStep, ReplyReason> {
        let Self { draft, effect, reason, evidence, gate_again } = self;
        let step = draft.commit(session, Next::Continue);
        if step.next != Next::Continue {
            return Err(ReplyReason::NotEmittable);
        }
        Ok(ReplyStep { effect, reason, events: step.events, evidence: Some(evidence), gate_again })
    }
}

/// Whether a reply is one to what is open, in time, and from somebody who may reply.
fn fits(
    pending: &Pending,
    draft: &Draft<'_, '_>,
    reply: &Object<'_>,
    sender: Sender,
) -> Result<(), ReplyReason> {
    let member = |name: &str| reply.get(name).and_then(Value::as_str);
    if !approval::equal(&pending.reply_token, member("reply_token").unwrap_or_default()) {
        return Err(ReplyReason::UnknownToken);
    }
    let moment = member("timestamp").and_then(forms::moment).ok_or(ReplyReason::Invalid)?;
    let deadline_us = pending.deadline_ms().saturating_mul(1000);
    let early = pending.asked_ms.saturating_mul(1000).saturating_sub(SKEW_US);
    if draft.now.ms >= pending.deadline_ms() || moment.us >= deadline_us || moment.us < early {
        return Err(ReplyReason::Late);
    }
    let subscription = member("subscription_id").unwrap_or_default();
    if !sender.authenticated || !draft.session.subscriptions.contains(subscription) {
        return Err(ReplyReason::SenderNotEntitled);
    }
    Ok(())
}

/// An answer to the open question. It says what the user wants, and allows nothing.
fn answered<'d, 'n>(
    mut draft: Draft<'d, 'n>,
    reply: &Object<'_>,
    sender: Sender,
    proposal: &str,
) -> Result<Judged<'d, 'n>, ReplyReason> {
    let question = draft.session.question.take().ok_or(ReplyReason::UnknownToken)?;
    fits(&question, &draft, reply, sender)?;
    // Every question of a session asks for words.
    if reply.get("response").and_then(Value::as_str).is_none() {
        return Err(ReplyReason::AnswerNotAccepted);
    }
    let tree = approval::tree(proposal);
    let same = tree.as_ref().and_then(approval::digest).as_ref() == Some(&question.action_digest);
    let evidence = evidence(&question, Outcome::Answered, "", draft.now.ms);
    let gate_again = if same { again(tree, &evidence, Effect::Noted) } else { None };
    draft.enter(State::Thinking, Some("Your answer was taken; nothing was done yet."), None);
    let (effect, reason) = (ReplyEffect::Answer, ReplyReason::FirstValid);
    Ok(Judged { draft, effect, reason, evidence, gate_again })
}

/// A decision about the open confirmation.
fn decided<'d, 'n>(
    mut draft: Draft<'d, 'n>,
    object: &Object<'_>,
    sender: Sender,
    proposal: &str,
) -> Result<Judged<'d, 'n>, ReplyReason> {
    let pending = draft.session.pending.take().ok_or(ReplyReason::UnknownToken)?;
    fits(&pending, &draft, object, sender)?;
    let member = |name: &str| object.get(name).and_then(Value::as_str);
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
    if accepts && !by_a_person {
        // The token stays open: the same yes with a name counts.
        return Err(match decided_by {
            "" => ReplyReason::SenderNotNamed,
            _ => ReplyReason::SenderNotAPerson,
        });
    }
    let outcome = match (accepts, same) {
        (false, _) => Outcome::Rejected,
        (true, false) => Outcome::Changed,
        (true, true) if pending.validated => Outcome::Approved,
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
            let text = "Your answer was noted, and more proof is needed, so nothing was done yet.";
            draft.enter(State::Thinking, Some(text), None);
            draft.session.noted.insert(pending.tool_call_id.clone());
            gate_again = again(tree, &evidence, Effect::Noted);
        }
        Outcome::Changed => {
            draft.session.is_over(&pending.tool_call_id);
            let text = "The action is another than you agreed to, so nothing was done.";
            draft.enter(State::Thinking, Some(text), None);
        }
        Outcome::Rejected | Outcome::Answered => {
            draft.session.is_over(&pending.tool_call_id);
            draft.enter(State::Thinking, Some("You said no, so nothing was done."), None);
        }
    }
    Ok(Judged { draft, effect, reason, evidence, gate_again })
}
