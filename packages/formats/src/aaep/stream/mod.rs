//! A stream of events and replies, item by item.
//!
//! A checker keeps a few words for each session, open call and open confirmation, and of what is over
//! a bounded number of marks: at least the latest 65 536 event ids, tokens, calls and sessions. A
//! stream may be as long as it likes.

mod calls;
mod changes;
mod completed;
mod confirm;
mod finding;
mod handshakes;
mod invoked;
mod item;
mod list;
mod memory;
mod outcome;
mod outputs;
mod replies;
mod session;

use std::collections::{BTreeMap, HashMap};

use aana_core::{
    Fault,
    json::{Object, Value},
};

use self::{
    finding::StreamFindings,
    handshakes::Handshakes,
    item::Item,
    memory::{Mark, Memory, key},
    session::Session,
};
use super::{
    AaepRule, Document, document,
    event::{self, Kind},
    forms,
    shape::Core,
};
use crate::Finding;

pub use finding::{ItemReport, StreamFinding};
pub use list::StreamFindingList;
pub use outcome::{ReplyEffect, ReplyOutcome, ReplyReason};

/// Checks a stream of AAEP events in the order of their emission, with each `confirmation.reply` at
/// the place where it was received. An object `{"x_marker": "side_effect", "tool_call_id": ...}`
/// stands where a call had its effect, for those who keep such a log.
///
/// # Example
///
/// ```
/// use aana_formats::{Rule as _, aaep::StreamChecker};
///
/// let mut checker = StreamChecker::new();
/// let report = checker.item_text(r#"{
///     "@context": "https://aaep-protocol.org/context/v1",
///     "type": "aaep:agent.tool.invoked", "event_id": "evt_1", "session_id": "sess_1",
///     "timestamp": "2026-06-30T14:22:11.342Z", "producer": {"agent_id": "action-gate"},
///     "tool": "send_email", "summary_normal": "Sending the reply.", "irreversible": true
/// }"#);
/// let ids: Vec<_> = report.findings.iter().map(|found| found.finding.rule.id()).collect();
/// assert_eq!(ids, ["session.not-started", "confirm.missing"]);
/// let ids: Vec<_> = checker.finish().iter().map(|found| found.finding.rule.id()).collect();
/// assert_eq!(ids, ["tool.never-completed", "session.no-terminal"]);
/// ```
#[derive(Debug, Default)]
pub struct StreamChecker {
    next: u64,
    sessions: BTreeMap<String, Session>,
    /// The session of each open token.
    tokens: HashMap<String, String>,
    memory: Memory,
    /// Acceptances that no call has used, over all sessions.
    unused: usize,
    handshakes: Handshakes,
}

impl StreamChecker {
    /// A checker at the beginning of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many items came so far.
    pub const fn items(&self) -> u64 {
        self.next
    }

    /// Takes the next item, given as JSON text.
    pub fn item_text(&mut self, text: &str) -> ItemReport {
        match event::read(text) {
            Ok(value) => self.item(&value),
            Err(finding) => self.faulty(finding),
        }
    }

    /// Takes the next item, which is not a JSON value: of a host's objects, say, or bytes.
    pub fn unread(&mut self, fault: Fault) -> ItemReport {
        self.faulty(event::unread(fault))
    }

    fn faulty(&mut self, finding: Finding<AaepRule>) -> ItemReport {
        let findings = vec![StreamFinding { index: self.step(), finding }];
        ItemReport { findings, reply: None }
    }

    /// Takes the next item.
    pub fn item(&mut self, item: &Value<'_>) -> ItemReport {
        let mut found = StreamFindings { index: self.step(), ..StreamFindings::default() };
        let object = item.as_object();
        let member = |name: &str| object?.get(name)?.as_str();
        if let (Some(object), None) = (object, member("type"))
            && object.get("x_marker").is_some()
        {
            self.marker(object, &mut found);
            return found.into_report(None);
        }
        if let (Some(object), Some("confirmation.reply")) = (object, member("type")) {
            let outcome = self.reply(item, object, found.index);
            return found.into_report(Some(outcome));
        }
        if let (Some(name), Document::Handshake) = (member("type"), document(item)) {
            self.handshakes.take(item, name, &mut found);
            return found.into_report(None);
        }
        if member("type") == Some("clarification.reply") {
            // An answer allows nothing, so nothing here depends on it.
            return found.into_report(None);
        }
        found.take_in(&event::check_event_value(item));
        if let (Some(object), Some(session)) = (object, member("session_id"))
            && forms::is_id(session, "sess_")
        {
            let kind = member("type").map(event::kind);
            let item = Item {
                object,
                session,
                core: match kind {
                    Some(Kind::Core(core)) => Some(core),
                    _ => None,
                },
                at_us: member("timestamp").and_then(forms::moment).map(|moment| moment.us),
                call: member("tool_call_id").filter(|call| forms::is_id(call, "call_")),
            };
            self.event(&item, &mut found);
        }
        found.into_report(None)
    }

    /// The end of the stream: what is still open is found to be so.
    pub fn finish(mut self) -> Vec<StreamFinding> {
        let mut found = StreamFindings::default();
        for (_, session) in std::mem::take(&mut self.sessions) {
            session.calls.never_completed(&mut found);
            session.outputs.never_completed(&mut found);
            let message = "the session has no end; it needs completed, errored or cancelled";
            found.note_at(session.last_index, AaepRule::SessionNoTerminal, "", message);
        }
        self.handshakes.not_answered(&mut found);
        found.findings.sort_by_key(|found| found.index);
        found.findings
    }

    fn step(&mut self) -> u64 {
        let index = self.next;
        self.next = index.saturating_add(1);
        index
    }

    fn event(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) {
        if let Some(id) = item.text("event_id").filter(|id| forms::is_id(id, "evt_"))
            && self.memory.was_seen(key("event", "", id))
        {
            found.note(AaepRule::EventIdDuplicate, "/event_id", "this event id was used before");
        }
        let ended = key("session", "", item.session);
        if self.memory.get(&ended).is_some() {
            let (rule, message) = match item.core {
                Some(Core::SessionStarted) => {
                    (AaepRule::SessionDoubleStart, "a session with this id was there before")
                }
                Some(core) if is_terminal(core) => {
                    (AaepRule::SessionDoubleTerminal, "the session has ended before")
                }
                _ => (AaepRule::SessionAfterTerminal, "the session has ended before"),
            };
            found.note(rule, "/type", message);
            return;
        }
        self.enter(item, found);
        self.order(item, found);
        self.expire(item);
        match item.core {
            Some(Core::StateChanged) => self.state_changed(item, found),
            Some(Core::ToolInvoked) => self.invoked(item, found),
            Some(Core::ToolCompleted) => self.completed(item, found),
            Some(Core::OutputStreaming) => {
                if let Some(session) = self.sessions.get_mut(item.session) {
                    session.outputs.chunk(item, &mut self.memory, found);
                }
            }
            Some(Core::AwaitingConfirmation) => self.asked(item, found),
            Some(Core::AwaitingClarification) => {
                self.token_is_new(item, found);
            }
            Some(core) if is_terminal(core) => self.ended(item, core, found),
            _ => {}
        }
        self.remember_route(item);
    }

    /// The session of the item; a new one, if it is not known.
    fn enter(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) {
        let starts = item.core == Some(Core::SessionStarted);
        if let Some(session) = self.sessions.get_mut(item.session) {
            session.last_index = found.index;
            if starts {
                let message = "the session was started before";
                found.note(AaepRule::SessionDoubleStart, "/type", message);
            }
            return;
        }
        if !starts {
            let message = "the session was not started before this event";
            found.note(AaepRule::SessionNotStarted, "/session_id", message);
        }
        self.sessions.insert(item.session.to_owned(), Session::new(found.index));
    }

    fn order(&mut self, item: &Item<'_, '_>, found: &mut StreamFindings) {
        if let Some(session) = self.sessions.get_mut(item.session) {
            session.sequence(item.object, found);
            session.time(item.at_us, found);
        }
    }

    fn ended(&mut self, item: &Item<'_, '_>, core: Core, found: &mut StreamFindings) {
        let Some(mut session) = self.sessions.remove(item.session) else { return };
        session.calls.never_completed(found);
        session.outputs.never_completed(found);
        if session.unannounced && core != Core::SessionCancelled {
            let message = "a rejected call was never followed by an event that says so";
            found.note(AaepRule::ConfirmNoFollowup, "", message);
        }
        self.unused = self.unused.saturating_sub(session.confirmations.accepted());
        for confirmation in session.confirmations.drain(|_| true) {
            if confirmation.state == confirm::ConfirmationState::Accepted
                && core == Core::SessionCompleted
            {
                let message = "this was accepted, and the session completed without the call";
                let rule = AaepRule::ConfirmAcceptedNotInvoked;
                found.note_at(confirmation.index, rule, "", message);
            }
            self.retire(item.session, &confirmation, Mark::Cancelled);
        }
        self.memory.set(key("session", "", item.session), Mark::Seen);
    }

    /// What the gate's extension says about a call is kept for when the call is invoked.
    fn remember_route(&mut self, item: &Item<'_, '_>) {
        let Some(gate) = item.gate() else { return };
        let member = |name: &str| gate.get(name).and_then(Value::as_str);
        let (Some(route), Some(call)) = (member("route"), member("tool_call_id")) else { return };
        let call = key("route", item.session, call);
        match route {
            "refuse" => self.memory.set(call, Mark::Refused),
            "defer" if self.memory.get(&call) != Some(Mark::Refused) => {
                self.memory.set(call, Mark::Deferred);
            }
            "accept" if self.memory.get(&call) == Some(Mark::Deferred) => self.memory.forget(&call),
            _ => {}
        }
    }

    fn marker(&mut self, object: &Object<'_>, found: &mut StreamFindings) {
        if object.get("x_marker").and_then(Value::as_str) != Some("side_effect") {
            let message = "`x_marker` is not one of the words `side_effect`";
            found.note(AaepRule::FieldEnum, "/x_marker", message);
            return;
        }
        let Some(call) = object.get("tool_call_id").and_then(Value::as_str) else {
            let message = "`tool_call_id` is missing; it is required";
            found.note(AaepRule::FieldMissing, "/tool_call_id", message);
            return;
        };
        if self.memory.get(&key("announced", "", call)).is_none() {
            let message = "the call had its effect before it was announced as invoked";
            found.note(AaepRule::SideEffectBeforeInvoked, "/tool_call_id", message);
        }
    }
}

const fn is_terminal(core: Core) -> bool {
    matches!(core, Core::SessionCompleted | Core::SessionErrored | Core::SessionCancelled)
}
