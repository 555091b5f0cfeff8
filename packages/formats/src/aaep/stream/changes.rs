//! What a change of the state, and time that passes, do to a session.

use super::{
    AaepRule, StreamChecker,
    confirm::{Confirmation, ConfirmationState},
    finding::StreamFindings,
    item::Item,
    memory::{Mark, key},
};

impl StreamChecker {
    pub(super) fn state_changed(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) {
        let Some(session) = self.sessions.get_mut(item.session) else { return };
        session.unannounced = false;
        let (from, to) = (item.text("from_state"), item.text("to_state"));
        match (&session.state, from) {
            (None, Some(from)) if from != "idle" => {
                let message = "the first state change of the session does not leave `idle`";
                found.note(AaepRule::StateFirstNotIdle, "/from_state", message);
            }
            (Some(state), Some(from)) if state != from => {
                let message = "the state that is left is not the one that was entered before";
                found.note(AaepRule::StateBrokenChain, "/from_state", message);
            }
            _ => {}
        }
        // Longer names are not states; they were found faulty already.
        session.state = to.map(|to| to.chars().take(64).collect());
        if from == Some("calling_tool") && to != Some("calling_tool") {
            session.calls.state_left();
        }
        if from == Some("awaiting_input") && matches!(to, Some("thinking" | "deciding")) {
            let withdrawn =
                session.confirmations.drain(|one| one.state == ConfirmationState::Pending);
            for confirmation in withdrawn {
                self.retire(item.session, &confirmation, Mark::Cancelled);
            }
        }
    }

    /// Every confirmation whose time is over takes its default.
    pub(super) fn expire(&mut self, item: &Item<'_, '_>) {
        let (Some(session), Some(now)) = (self.sessions.get_mut(item.session), item.at_us) else {
            return;
        };
        let is_over =
            |one: &Confirmation| one.state == ConfirmationState::Pending && now >= one.deadline_us;
        for one in session.confirmations.iter_mut().filter(|one| is_over(one)) {
            if one.default_accepts {
                one.state = ConfirmationState::DefaultAccepted;
                self.tokens.remove(&one.token);
                self.memory.set(key("token", "", &one.token), Mark::TimedOut);
            }
        }
        let rejected = session.confirmations.drain(is_over);
        session.unannounced |= !rejected.is_empty();
        for confirmation in rejected {
            self.retire(item.session, &confirmation, Mark::TimedOut);
        }
    }
}
