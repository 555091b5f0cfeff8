//! What the client sends.

use aana_core::json::{self, Limits, Object, Value};

use super::state::{Guard, Open};
use crate::answer;
use crate::fold;
use crate::id::Id;
use crate::message::{self, BAD_PARAMS, Fault, INTERNAL, INVALID, Kind, Message, NO_METHOD};
use crate::record::Record;
use crate::tree::{self, inner, text};

/// The methods of the published revisions that a client may use, and the beginnings of those that are families.
const METHODS: [&str; 20] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
    "logging/setLevel",
    "completion/complete",
    "subscriptions/listen",
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/progress",
    "notifications/roots/list_changed",
    "notifications/elicitation/complete",
];
const FAMILIES: [&str; 3] = ["tasks/", "skills/", "notifications/tasks/"];

/// How many names of unknown methods are told.
const MOST_NOTED: usize = 256;

impl Guard {
    pub(super) fn client_line(&mut self, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return;
        }
        let limits = Limits {
            max_bytes: self.config.limits.client_message_bytes,
            max_depth: json::MAX_DEPTH,
        };
        let handled =
            message::of_client(line, limits).and_then(|message| self.client_message(message));
        if let Err(fault) = handled {
            self.refuse_message(&fault);
        }
    }

    pub(super) fn client_too_large(&mut self) {
        self.refuse_message(&Fault::new("msg_too_large", INVALID));
    }

    fn refuse_message(&mut self, fault: &Fault) {
        self.record(Record::new("drop").text("code", fault.code).text("from", "client"));
        if fault.answered {
            self.tell_client(answer::fault(fault));
        }
    }

    fn client_message(&mut self, message: Message<'_>) -> Result<(), Fault> {
        let Message { kind, tree } = message;
        match kind {
            Kind::Response { id } => {
                self.client_response(id.as_ref(), &tree);
                Ok(())
            }
            Kind::Request { id, method } => {
                let result = self.client_request(&id, &method, &tree);
                result.map_err(|fault| Fault { id: Some(id), ..fault })
            }
            Kind::Notification { method } => self
                .client_notification(&method, &tree)
                .map_err(|fault| Fault { answered: false, ..fault }),
        }
    }

    fn client_response(&mut self, id: Option<&Id>, tree: &Object<'_>) {
        match id {
            Some(id) if id.is_own() => self.form_answered(id, tree),
            _ => self.tell_server(tree::object_text(tree)),
        }
    }

    fn client_request(&mut self, id: &Id, method: &str, tree: &Object<'_>) -> Result<(), Fault> {
        if self.open.contains_key(id) || id.is_own() {
            return Err(Fault::new("msg_id_in_use", INVALID));
        }
        self.check_method(method)?;
        let gated = self.is_gated(method);
        if method == "tools/call" || gated {
            let call = self.call_of(id, method, tree)?;
            self.check_room()?;
            self.called(call);
            return Ok(());
        }
        self.check_room()?;
        let params = inner(tree, "params");
        if method == "initialize" {
            self.peer.forms =
                params.is_some_and(|params| shows_forms(inner(params, "capabilities")));
        }
        let cursor = params.and_then(|params| text(params, "cursor")).map(str::to_owned);
        self.open.insert(id.clone(), Open::Passed { method: method.to_owned(), cursor });
        self.tell_server(tree::object_text(tree));
        Ok(())
    }

    fn check_room(&self) -> Result<(), Fault> {
        let room = self.open.len() < self.config.limits.in_flight;
        if room { Ok(()) } else { Err(Fault::new("msg_busy", INTERNAL)) }
    }

    fn is_gated(&self, method: &str) -> bool {
        (self.config.gate_resources && method == "resources/read")
            || (self.config.gate_prompts && method == "prompts/get")
    }

    /// Whether a method may be forwarded. Of one that no revision has, each name is told once.
    fn check_method(&mut self, method: &str) -> Result<(), Fault> {
        let is_tool_method = fold::folded(method).trim_start().starts_with("tools/");
        if is_tool_method && method != "tools/list" && method != "tools/call" {
            return Err(Fault::new("msg_method_not_gated", NO_METHOD));
        }
        let known =
            METHODS.contains(&method) || FAMILIES.iter().any(|family| method.starts_with(family));
        if known {
            return Ok(());
        }
        if self.config.refuse_unknown_methods {
            return Err(Fault::new("msg_method_unknown", NO_METHOD));
        }
        let name = plain(method);
        if self.noted.len() < MOST_NOTED && self.noted.insert(name.clone()) {
            self.record(Record::new("note").text("code", "unknown_method").text("method", name));
        }
        Ok(())
    }

    fn client_notification(&mut self, method: &str, tree: &Object<'_>) -> Result<(), Fault> {
        if method == "tools/call" {
            return Err(Fault::new("msg_params", BAD_PARAMS));
        }
        self.check_method(method)?;
        if method == "notifications/cancelled" {
            let id = inner(tree, "params").and_then(|params| Id::of(params.get("requestId")?));
            if !id.is_none_or(|id| self.cancelled_by_client(&id)) {
                return Ok(());
            }
        }
        self.tell_server(tree::object_text(tree));
        Ok(())
    }
}

/// Whether a client shows forms: it names elicitation, and not only that by address.
pub(super) fn shows_forms(capabilities: Option<&Object<'_>>) -> bool {
    match capabilities.and_then(|capabilities| capabilities.get("elicitation")) {
        Some(Value::Object(modes)) => modes.members().is_empty() || modes.get("form").is_some(),
        _ => false,
    }
}

/// A name of the client's, as far as it can stand in a record.
fn plain(name: &str) -> String {
    let is_plain = |sign: &char| sign.is_ascii_alphanumeric() || "/_-.$".contains(*sign);
    name.chars().filter(is_plain).take(64).collect()
}
