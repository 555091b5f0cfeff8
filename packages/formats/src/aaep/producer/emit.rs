//! How an event comes about: envelope, payload, and a last look before it goes out.

use aana_core::time;
use serde_json::{Map, Value as Json, json};

use super::{GATE_CONTEXT, Next, Now, Session, State, Step, Stop};
use crate::{
    Finding, Place,
    aaep::{
        event, forms,
        shape::{NORMAL, SHORT},
        texts::spoken,
    },
};

/// Events in the making: a copy of the session that takes the place of the original only if every
/// event keeps the rules.
pub(super) struct Draft<'d, 'n> {
    pub(super) session: Session,
    pub(super) now: &'d mut Now<'n>,
    events: Vec<Json>,
}

impl<'d, 'n> Draft<'d, 'n> {
    /// A draft, if the session is open and time has not gone back.
    pub(super) fn of(session: &Session, now: &'d mut Now<'n>) -> Result<Self, Stop> {
        match session.closed() {
            Some(why) => Err(why),
            None => Self::at_any_state(session, now),
        }
    }

    pub(super) fn at_any_state(session: &Session, now: &'d mut Now<'n>) -> Result<Self, Stop> {
        if session.last_ms.is_some_and(|last| now.ms < last) {
            return Err(Stop::ClockWentBack);
        }
        Ok(Self { session: session.clone(), now, events: Vec::new() })
    }

    /// 32 hexadecimal digits.
    pub(super) fn fresh(&mut self) -> String {
        format!("{:032x}", (self.now.fresh)())
    }

    /// Adds an event and gives its id. `gate` is what the gate says about a call.
    pub(super) fn push(
        &mut self,
        name: &str,
        urgency: &str,
        payload: Json,
        gate: Option<Json>,
    ) -> String {
        let event_id = format!("evt_{}", self.fresh());
        let mut event = Map::new();
        let context = match gate {
            None => json!(event::CONTEXT),
            Some(_) => json!([event::CONTEXT, GATE_CONTEXT]),
        };
        let session = &self.session;
        event.insert("@context".to_owned(), context);
        event.insert("aaep_version".to_owned(), json!("1.0.0"));
        event.insert("type".to_owned(), json!(format!("aaep:agent.{name}")));
        event.insert("event_id".to_owned(), json!(event_id));
        event.insert("session_id".to_owned(), json!(session.id));
        event.insert("sequence_number".to_owned(), json!(session.next_sequence));
        event.insert("timestamp".to_owned(), json!(time::format(self.now.ms)));
        event.insert("producer".to_owned(), json!(session.producer));
        event.insert("urgency".to_owned(), json!(urgency));
        if let Some(language) = &session.language {
            let hints = json!({ "primary_language": language });
            event.insert("localization_hints".to_owned(), hints);
        }
        if let Json::Object(payload) = payload {
            // A text that was dropped leaves no member behind.
            event.extend(payload.into_iter().filter(|(_, value)| !value.is_null()));
        }
        if let Some(gate) = gate {
            event.insert("extensions".to_owned(), json!({ "gate": gate }));
        }
        self.events.push(Json::Object(event));
        self.session.next_sequence = self.session.next_sequence.saturating_add(1);
        self.session.last_ms = Some(self.now.ms);
        event_id
    }

    /// Enters a state, if the session is not in it.
    pub(super) fn enter(&mut self, to: State, summary: Option<&str>, gate: Option<Json>) {
        let from = self.session.state;
        if from == to && summary.is_none() {
            return;
        }
        let urgency = if summary.is_some() { "normal" } else { "background" };
        let payload = json!({
            "from_state": from.as_str(),
            "to_state": to.as_str(),
            "summary_normal": summary.and_then(|text| spoken(text, NORMAL)),
        });
        self.push("state.changed", urgency, payload, gate);
        self.session.state = to;
    }

    /// The events go out and the session takes its new shape, if every event keeps the rules.
    pub(super) fn commit(self, original: &mut Session, next: Next) -> Step {
        let mut ids = std::collections::BTreeSet::new();
        let fault = self.events.iter().find_map(|event| {
            let report = event::check_event(&event.to_string());
            match report.findings().first() {
                Some(Finding { place: Place::Pointer(pointer), message, .. }) => {
                    Some(format!("`{pointer}`: {message}"))
                }
                Some(finding) => Some(finding.message.clone()),
                None if ids.insert(event["event_id"].to_string()) => None,
                None => Some("two of the fresh ids are equal".to_owned()),
            }
        });
        if fault.is_some() {
            return Step { fault, ..Step::stop(Stop::NotEmittable) };
        }
        *original = self.session;
        Step { events: self.events, next, fault: None }
    }
}

impl Session {
    /// The first event. `summary` says in one sentence what the run is about.
    pub fn start(&mut self, summary: &str, now: &mut Now<'_>) -> Step {
        if let Some(why) = self.not_startable() {
            return Step::stop(why);
        }
        let mut draft = match Draft::at_any_state(self, now) {
            Ok(draft) => draft,
            Err(why) => return Step::stop(why),
        };
        let payload = json!({ "summary_normal": spoken(summary, NORMAL) });
        draft.push("session.started", "normal", payload, None);
        draft.commit(self, Next::Continue)
    }

    fn not_startable(&self) -> Option<Stop> {
        match self.closed() {
            Some(Stop::SessionNotOpen) if !self.ended => {}
            Some(why) => return Some(why),
            None => return Some(Stop::AlreadyStarted),
        }
        let sound = self.subscriptions.iter().all(|id| forms::is_id(id, "sub_"));
        (!sound).then_some(Stop::BadSubscriptionId)
    }

    /// An open call is over. `status` is `success`, `error` or `timeout`; `error_message` and `summary`
    /// are dropped if they hold a secret.
    pub fn complete(
        &mut self,
        tool_call_id: &str,
        status: &str,
        duration_ms: Option<u64>,
        error_message: Option<&str>,
        summary: Option<&str>,
        now: &mut Now<'_>,
    ) -> Step {
        let mut draft = match Draft::of(self, now) {
            Ok(draft) => draft,
            Err(why) => return Step::stop(why),
        };
        let Some(tool) = draft.session.open_calls.remove(tool_call_id) else {
            return Step::stop(Stop::CallNotOpen);
        };
        let payload = json!({
            "tool": tool,
            "tool_call_id": tool_call_id,
            "status": status,
            "duration_ms": duration_ms.map(|ms| ms.min(86_400_000)),
            "error_message": error_message.and_then(|text| spoken(text, SHORT)),
            "summary_normal": summary.and_then(|text| spoken(text, NORMAL)),
        });
        draft.push("tool.completed", "normal", payload, None);
        if draft.session.open_calls.is_empty() {
            draft.enter(State::Thinking, None, None);
        }
        draft.commit(self, Next::Continue)
    }

    /// The last event: the run came to its end. Calls have to be complete. An open question is void.
    pub fn finish(&mut self, summary: &str, now: &mut Now<'_>) -> Step {
        self.end("session.completed", json!({ "summary_normal": spoken(summary, NORMAL) }), now)
    }

    /// The last event: the run was broken off. `by` is `user`, `producer`, `timeout` or `system`;
    /// `reason` a code such as `policy_violation_detected`. An open confirmation is void.
    pub fn cancel(&mut self, by: &str, reason: &str, summary: &str, now: &mut Now<'_>) -> Step {
        let payload = json!({
            "cancelled_by": by,
            "cancellation_reason": reason,
            "summary_normal": spoken(summary, NORMAL),
        });
        self.end("session.cancelled", payload, now)
    }

    fn end(&mut self, name: &str, payload: Json, now: &mut Now<'_>) -> Step {
        let mut draft = match Draft::of(self, now) {
            Ok(draft) => draft,
            Err(why) => return Step::stop(why),
        };
        let open = &draft.session;
        if !open.open_calls.is_empty() || (name == "session.completed" && open.pending.is_some()) {
            return Step::stop(Stop::Busy);
        }
        draft.push(name, "normal", payload, None);
        draft.session.ended = true;
        draft.session.pending = None;
        draft.session.question = None;
        draft.session.grant = None;
        draft.commit(self, Next::Continue)
    }
}
