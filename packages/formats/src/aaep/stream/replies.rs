//! Confirmations asked, and what each reply to them did.

use aana_core::json::{Object, Value};

use super::{
    AaepRule, StreamChecker,
    confirm::{Confirmation, ConfirmationState},
    finding::StreamFindings,
    item::Item,
    memory::{Mark, key},
    outcome::{ReplyEffect, ReplyOutcome, ReplyReason},
};
use crate::aaep::{event, forms};

impl StreamChecker {
    /// A confirmation is asked for.
    pub(super) fn asked(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) {
        let is_new = self.token_is_new(item, found);
        let Some(confirmation) = Confirmation::read(item.object, found.index, item.at_us) else {
            return;
        };
        let Some(session) = self.sessions.get_mut(item.session) else { return };
        let again = confirmation.call.is_some()
            && session.confirmations.iter().any(|open| {
                open.state == ConfirmationState::Pending && open.call == confirmation.call
            });
        if again {
            let message = "the call has an open confirmation already";
            found.note(AaepRule::ConfirmReissued, "/extra_context/tool_call_id", message);
        }
        // A token that was used before cannot be answered: nobody could tell which was meant.
        if is_new {
            if let Some(call) = &confirmation.call {
                self.memory.forget(&key("asked", item.session, call));
            }
            self.tokens.insert(confirmation.token.clone(), item.session.to_owned());
            if let Some(forgotten) = session.confirmations.push(confirmation) {
                if forgotten.state == ConfirmationState::Accepted {
                    self.unused = self.unused.saturating_sub(1);
                }
                self.retire(item.session, &forgotten, Mark::Cancelled);
            }
        }
    }

    /// Whether the token of this event was never issued before.
    pub(super) fn token_is_new(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) -> bool {
        let Some(token) = item.text("reply_token").filter(|token| forms::is_id(token, "rpl_"))
        else {
            return false;
        };
        let issued = self.memory.was_seen(key("issued", "", token));
        if issued {
            let message = "this reply token was issued before";
            found.note(AaepRule::ConfirmTokenReused, "/reply_token", message);
        }
        !issued
    }

    /// A confirmation is over: its token is void, and its call is remembered for how it ended.
    pub(super) fn retire(&mut self, session: &str, gone: &Confirmation, mark: Mark) {
        self.tokens.remove(&gone.token);
        let token = key("token", "", &gone.token);
        if self.memory.get(&token).is_none() {
            self.memory.set(token, mark);
        }
        match &gone.call {
            Some(call) => self.memory.set(key("asked", session, call), mark),
            None => {
                if let Some(session) = self.sessions.get_mut(session) {
                    session.last_unbound = Some(mark);
                }
            }
        }
    }

    pub(super) fn reply(
        &mut self,
        reply: &Value<'_>,
        object: &Object<'_>,
        index: u64,
    ) -> ReplyOutcome {
        let (effect, reason) = self.answered(reply, object);
        ReplyOutcome { index, effect, reason }
    }

    fn answered(&mut self, reply: &Value<'_>, object: &Object<'_>) -> (ReplyEffect, ReplyReason) {
        let ignored = |reason| (ReplyEffect::Ignored, reason);
        let text = |name: &str| object.get(name).and_then(Value::as_str);
        let valid = event::check_reply_value(reply).is_valid();
        let (true, Some(token), Some(moment)) =
            (valid, text("reply_token"), text("timestamp").and_then(forms::moment))
        else {
            return ignored(ReplyReason::Invalid);
        };
        let Some(session_id) = self.tokens.get(token).cloned() else {
            return ignored(match self.memory.get(&key("token", "", token)) {
                None => ReplyReason::UnknownToken,
                Some(Mark::TimedOut) => ReplyReason::Late,
                Some(Mark::Cancelled) => ReplyReason::Cancelled,
                Some(_) => ReplyReason::Duplicate,
            });
        };
        let Some(session) = self.sessions.get_mut(&session_id) else {
            return ignored(ReplyReason::Cancelled);
        };
        let open = session
            .confirmations
            .iter_mut()
            .find(|one| one.token == token && one.state == ConfirmationState::Pending);
        let Some(open) = open else { return ignored(ReplyReason::UnknownToken) };
        if moment.us >= open.deadline_us {
            return ignored(ReplyReason::Late);
        }
        let accepts = text("decision") == Some("accept");
        if !(if accepts { open.allows_accept } else { open.allows_reject }) {
            return ignored(ReplyReason::DecisionNotAllowed);
        }
        let modified = object.get("modified_action").is_some();
        self.tokens.remove(token);
        if accepts && !modified {
            open.state = ConfirmationState::Accepted;
            self.unused = self.unused.saturating_add(1);
            self.memory.set(key("token", "", token), Mark::Accepted);
            return (ReplyEffect::Accept, ReplyReason::FirstValid);
        }
        // A later no takes back an earlier yes about the same call.
        let call = open.call.clone();
        let gone = session.confirmations.drain(|one| {
            one.token == token
                || (call.is_some() && one.call == call && one.state != ConfirmationState::Pending)
        });
        session.unannounced = true;
        for confirmation in gone {
            if confirmation.state == ConfirmationState::Accepted {
                self.unused = self.unused.saturating_sub(1);
            }
            self.retire(&session_id, &confirmation, Mark::Rejected);
        }
        let reason =
            if modified { ReplyReason::ModifiedActionUnsupported } else { ReplyReason::FirstValid };
        (ReplyEffect::Reject, reason)
    }
}
