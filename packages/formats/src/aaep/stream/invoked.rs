//! Whether a call that is invoked was allowed: by a person, and by the gate.

use aana_core::json::Value;

use super::{
    AaepRule, StreamChecker,
    confirm::{Confirmation, ConfirmationState, Risk},
    finding::StreamFindings,
    item::Item,
    memory::{Mark, key},
};

/// What is known about the confirmation of a call that is invoked.
enum Permission {
    /// The call may run on this.
    Accepted(Confirmation),
    /// It may not, for this rule.
    Denied(AaepRule),
    /// Nothing was asked that fits.
    Nothing,
}

impl StreamChecker {
    pub(super) fn invoked(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) {
        let irreversible = item.object.get("irreversible") == Some(&Value::Bool(true));
        let mut reused = false;
        if let Some(call) = item.call {
            reused = self.memory.was_seen(key("call", item.session, call));
            if reused {
                let message = "this call id was invoked before in the session";
                found.note(AaepRule::CallIdReused, "/tool_call_id", message);
            }
            self.memory.set(key("announced", "", call), Mark::Seen);
            self.gate_allows(item, call, found);
        }
        let bound = item.call.map_or(Permission::Nothing, |call| self.bound(item.session, call));
        match bound {
            Permission::Nothing if irreversible => self.unbound(item, found),
            Permission::Nothing => {}
            Permission::Denied(rule) => found.note(rule, "/tool_call_id", denial(rule)),
            Permission::Accepted(confirmation) => {
                granted(item, &confirmation, irreversible, found);
            }
        }
        if !reused && let Some(session) = self.sessions.get_mut(item.session) {
            session.calls.open(item, found);
        }
    }

    fn gate_allows(&mut self, item: &Item<'_, '_>, call: &str, found: &mut StreamFindings) {
        let route = item.gate().and_then(|gate| gate.get("route")).and_then(Value::as_str);
        match self.memory.get(&key("route", item.session, call)) {
            Some(Mark::Refused) => {
                let message = "the gate refused this call before";
                found.note(AaepRule::InvokedAfterRefuse, "/tool_call_id", message);
            }
            Some(Mark::Deferred) if route != Some("accept") => {
                let message = "the gate deferred this call and has not accepted it since";
                found.note(AaepRule::InvokedAfterDefer, "/tool_call_id", message);
            }
            _ => {}
        }
    }

    /// What was asked about exactly this call.
    fn bound(&mut self, session: &str, call: &str) -> Permission {
        let best = self
            .sessions
            .get(session)
            .and_then(|session| session.confirmations.best_for(Some(call)))
            .map(|best| (best.index, best.state));
        match best {
            Some((_, ConfirmationState::Pending)) => {
                Permission::Denied(AaepRule::ConfirmNotResolved)
            }
            Some((index, _)) => self.take(session, index),
            None => match self.memory.get(&key("asked", session, call)) {
                Some(Mark::Rejected | Mark::TimedOut) => {
                    Permission::Denied(AaepRule::ConfirmRejected)
                }
                Some(Mark::Cancelled) => Permission::Denied(AaepRule::ConfirmCancelled),
                _ => Permission::Nothing,
            },
        }
    }

    /// An acceptance is used up by the call that runs on it.
    fn take(&mut self, session: &str, index: u64) -> Permission {
        let Some(state) = self.sessions.get_mut(session) else { return Permission::Nothing };
        let taken = state.confirmations.drain(|one| one.index == index).pop();
        let Some(taken) = taken else { return Permission::Nothing };
        if taken.state == ConfirmationState::Accepted {
            self.unused = self.unused.saturating_sub(1);
        }
        if taken.call.is_none() {
            state.last_unbound = Some(Mark::Accepted);
        }
        Permission::Accepted(taken)
    }

    /// Nothing was asked about this very call; perhaps something that names none, or another.
    fn unbound(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) {
        const AT: &str = "/irreversible";
        let Some(session) = self.sessions.get(item.session) else { return };
        let best = session.confirmations.best_for(None).map(|best| (best.index, best.state));
        match (best, session.last_unbound) {
            (Some((_, ConfirmationState::Pending)), _) => {
                let rule = AaepRule::ConfirmNotResolved;
                found.note(rule, AT, denial(rule));
            }
            (Some((index, _)), _) => {
                if let Permission::Accepted(confirmation) = self.take(item.session, index) {
                    granted(item, &confirmation, true, found);
                }
            }
            (None, Some(mark)) => {
                let rule = match mark {
                    Mark::Accepted => AaepRule::ConfirmAlreadyUsed,
                    Mark::Cancelled => AaepRule::ConfirmCancelled,
                    _ => AaepRule::ConfirmRejected,
                };
                found.note(rule, AT, denial(rule));
            }
            (None, None) => {
                let (rule, pointer) = match session.confirmations.accepted() {
                    0 if self.unused == 0 => (AaepRule::ConfirmMissing, AT),
                    0 => (AaepRule::ConfirmOtherSession, "/session_id"),
                    _ => (AaepRule::ConfirmOtherCall, "/tool_call_id"),
                };
                found.note(rule, pointer, denial(rule));
            }
        }
    }
}

/// The call runs on an acceptance: is it the call that was accepted?
fn granted(
    item: &Item<'_, '_>,
    accepted: &Confirmation,
    irreversible: bool,
    found: &mut StreamFindings,
) {
    if accepted.state == ConfirmationState::DefaultAccepted && irreversible {
        let rule = AaepRule::ConfirmTimeoutAccept;
        found.note(rule, "/irreversible", denial(rule));
    }
    if let (Some(asked), Some(tool)) = (accepted.tool.as_deref(), item.text("tool"))
        && asked != tool
    {
        let rule = AaepRule::ConfirmOtherCall;
        found.note(rule, "/tool", denial(rule));
    }
    let digest = item.gate().and_then(|gate| gate.get("args_digest")).and_then(Value::as_str);
    if let (Some(asked), Some(digest)) = (accepted.digest.as_deref(), digest)
        && asked != digest
    {
        let message = "the arguments are not those that were confirmed";
        found.note(AaepRule::ConfirmArgsChanged, "/extensions/gate/args_digest", message);
    }
    // An event that names its call comes from a gate, which always states both. Elsewhere both may be absent.
    let bound = accepted.call.is_some();
    let rule = AaepRule::ConfirmRiskUnderstated;
    if irreversible
        && (accepted.irreversible == Some(false) || (bound && accepted.irreversible.is_none()))
    {
        let message = "the confirmation did not say that the call cannot be undone";
        found.note(rule, "/irreversible", message);
    } else if accepted.risk < Risk::of(item.object) && (bound || accepted.risk.is_some()) {
        let message = "the confirmation named a lower risk";
        found.note(rule, "/risk_level", message);
    }
}

fn denial(rule: AaepRule) -> &'static str {
    match rule {
        AaepRule::ConfirmMissing => "the call cannot be undone, and nobody was asked",
        AaepRule::ConfirmNotResolved => "the call was invoked while its confirmation was open",
        AaepRule::ConfirmRejected => "the call was rejected, or nobody answered in time",
        AaepRule::ConfirmCancelled => "the confirmation of the call was withdrawn",
        AaepRule::ConfirmAlreadyUsed => "the acceptance was used for another call before",
        AaepRule::ConfirmOtherCall => "what was accepted is another call",
        AaepRule::ConfirmOtherSession => "what was accepted belongs to another session",
        AaepRule::ConfirmTimeoutAccept => "nobody answered, and the call cannot be undone",
        _ => "the call was not confirmed",
    }
}
