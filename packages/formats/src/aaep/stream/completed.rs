//! Whether a call that completed was open, under this name, and while the state was `calling_tool`.

use super::{AaepRule, StreamChecker, finding::StreamFindings, item::Item, memory::key};

impl StreamChecker {
    pub(super) fn completed(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) {
        let Some(session) = self.sessions.get_mut(item.session) else { return };
        let Some(open) = session.calls.close(item) else {
            let known = item
                .call
                .is_some_and(|call| self.memory.get(&key("call", item.session, call)).is_some());
            if known {
                let message = "the call completed before";
                found.note(AaepRule::DoubleCompleted, "/tool_call_id", message);
            } else {
                let pointer = if item.call.is_some() { "/tool_call_id" } else { "/tool" };
                let message = "no call was invoked that could complete here";
                found.note(AaepRule::CompletedWithoutInvoked, pointer, message);
            }
            return;
        };
        if item.text("tool").is_some_and(|tool| tool != open.tool) {
            let message = "the call was invoked under another tool name";
            found.note(AaepRule::NameMismatch, "/tool", message);
        }
        if open.departures != session.calls.departures {
            let message = "the state left `calling_tool` before the call completed";
            found.note(AaepRule::CompletedAfterStateLeft, "/type", message);
        }
    }
}
