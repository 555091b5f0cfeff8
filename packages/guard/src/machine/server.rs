//! What the server sends.

use aana_core::json::{self, Limits, Object, Value};

use super::state::{Guard, Open};
use crate::answer;
use crate::id::Id;
use crate::message::{self, INTERNAL, Kind, Message};
use crate::record::Record;
use crate::tree::{self, inner, text};

const UNREADABLE: &str = "the server answered with a line that cannot be read; a call may have run";

impl Guard {
    pub(super) fn server_line(&mut self, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return;
        }
        let limits = Limits {
            max_bytes: self.config.limits.server_message_bytes,
            max_depth: json::MAX_DEPTH,
        };
        let Some(Message { kind, tree }) = message::of_server(line, limits) else {
            if let Some(id) = self.answered_by(line) {
                // Somebody waits for this answer, and nobody can read it.
                let error =
                    answer::error_tree(Some(&id), INTERNAL, "server_answer_unreadable", UNREADABLE);
                self.dropped("server_answer_unreadable");
                self.server_response(&id, &error);
                return;
            }
            // Servers print their logs here. One that does so is told once.
            self.dropped_lines = self.dropped_lines.saturating_add(1);
            if self.dropped_lines == 1 {
                let length = line.len();
                self.note(&format!(
                    "the server wrote a line of {length} bytes that is not a message"
                ));
            }
            return;
        };
        match kind {
            Kind::Response { id: Some(id) } => self.server_response(&id, &tree),
            Kind::Response { id: None } => self.tell_client(tree::object_text(&tree)),
            Kind::Request { id, .. } if id.is_own() => self.dropped("server_id_reserved"),
            Kind::Request { .. } => self.tell_client(tree::object_text(&tree)),
            Kind::Notification { method } => {
                if method == "notifications/tools/list_changed" {
                    self.listing.stale = true;
                }
                self.tell_client(tree::object_text(&tree));
            }
        }
    }

    /// The open request whose id stands in a line that cannot be read. A server can end only its own calls so.
    fn answered_by(&self, line: &[u8]) -> Option<Id> {
        let line = String::from_utf8_lossy(line);
        let (_, behind) = line.split_once("\"id\"")?;
        let behind = behind.trim_start().strip_prefix(':')?.trim_start();
        let sent = self
            .open
            .iter()
            .filter(|(_, open)| matches!(open, Open::Sent(_) | Open::Passed { .. }));
        let own = self.listing.fetching.as_ref().map(|fetching| &fetching.id);
        let is_it = |id: &&Id| {
            let text = tree::canonical(&id.value());
            let rest = behind.strip_prefix(text.as_str());
            rest.is_some_and(|rest| rest.trim_start().starts_with([',', '}']))
        };
        sent.map(|(id, _)| id).chain(own).find(is_it).cloned()
    }

    fn dropped(&mut self, code: &'static str) {
        self.record(Record::new("drop").text("code", code).text("from", "server"));
    }

    fn server_response(&mut self, id: &Id, tree: &Object<'_>) {
        if id.is_own() {
            if !self.page_fetched(id, tree) {
                self.dropped("server_answer_unsolicited");
            }
            return;
        }
        match self.open.remove(id) {
            Some(Open::Sent(sent)) => self.call_answered(id, *sent, tree),
            Some(Open::Passed { method, cursor }) => {
                self.passed_answered(&method, cursor.as_deref(), tree);
            }
            Some(other) => {
                self.open.insert(id.clone(), other);
                self.dropped("server_answer_unsolicited");
            }
            None => self.dropped("server_answer_unsolicited"),
        }
    }

    /// What the server tells a model about itself cannot be left out; a change is told to the operator.
    fn instructed(&mut self, text: &str) {
        let before = self.pins.clone();
        if self.pins.instruct(text).is_some() {
            self.record(Record::new("definition").text("code", "def_instructions_changed"));
            self.note("the instructions of the server are not the ones that were seen before");
        }
        if self.pins != before {
            self.keep_pins();
        }
    }

    fn passed_answered(&mut self, method: &str, cursor: Option<&str>, tree: &Object<'_>) {
        let Some(result) = inner(tree, "result") else {
            self.tell_client(tree::object_text(tree));
            return;
        };
        if method == "tools/list" {
            let page = self.page(result, cursor);
            if cursor.is_none() && text(result, "nextCursor").is_none() {
                self.whole_list_seen();
            }
            let tree = tree::set(tree::owned(tree), tree::with("result", Value::Object(page)));
            self.tell_client(tree::object_text(&tree));
            return;
        }
        if method == "initialize" {
            self.peer.version = text(result, "protocolVersion").map(str::to_owned);
            let tools = inner(result, "capabilities").and_then(|it| inner(it, "tools"));
            self.peer.list_changes = tools.is_some_and(|tools| tree::is_true(tools, "listChanged"));
            self.instructed(text(result, "instructions").unwrap_or_default());
        }
        self.tell_client(tree::object_text(tree));
    }
}
