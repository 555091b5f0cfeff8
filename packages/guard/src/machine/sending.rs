//! From an accepted decision to the message that is sent: its record first, then the message, once.

use aana_core::contract::{Route, ToolCategory};
use aana_core::json::{Object, Value};

use super::call::{Call, Yes};
use super::sent::{Sending, Sent};
use super::state::{Guard, Open, Output};
use crate::answer::Retry;
use crate::id::Id;
use crate::record::Record;
use crate::tree::{self, inner, is_true, text};
use crate::verdict::Verdict;

impl Guard {
    /// An accepted call: its record is written before it is sent.
    pub(super) fn send(&mut self, call: Call, verdict: &Verdict, yes: Option<Yes>) {
        self.tickets = self.tickets.wrapping_add(1);
        let ticket = self.tickets;
        let record = Record::new("forward")
            .text("request_id", &*call.request_id)
            .route(verdict.route)
            .text("digest", &*verdict.digest);
        self.open.insert(call.id.clone(), Open::Recorded);
        let sending = Sending {
            digest: verdict.digest.clone(),
            definition: self.definition(&call.name).map(|now| now.digest.clone()),
            effective: verdict.effective,
            approval: yes.map(|yes| yes.approval),
            call,
        };
        self.sending.insert(ticket, sending);
        self.out.push(Output::Forward { ticket, record });
    }

    /// The record was written, or was not.
    pub(super) fn recorded(&mut self, ticket: u64, written: bool) {
        let Some(sending) = self.sending.remove(&ticket) else { return };
        let Sending { call, digest, definition, effective, approval } = sending;
        if !matches!(self.open.get(&call.id), Some(Open::Recorded)) {
            // It was cancelled meanwhile.
            return;
        }
        if !written && effective != ToolCategory::PublicRead {
            self.note("a record cannot be written: the call was not sent");
            self.not_run(&call, None, Route::Refuse, "audit_unwritable", Retry::After, Vec::new());
            return;
        }
        if self.definition(&call.name).map(|now| &now.digest) != definition.as_ref() {
            self.not_run(&call, None, Route::Defer, "def_changed", Retry::After, Vec::new());
            return;
        }
        let line = tree::object_text(&call.message);
        let id = call.id.clone();
        let sent = Sent { call, digest, definition, effective, approval, at_ms: self.now_ms };
        self.open.insert(id, Open::Sent(Box::new(sent)));
        self.tell_server(line);
    }

    /// The server's answer to a call that was sent.
    pub(super) fn call_answered(&mut self, id: &Id, sent: Sent, tree: &Object<'_>) {
        let result = inner(tree, "result");
        let class = match result {
            None => "protocol_error",
            Some(result) if is_true(result, "isError") => "tool_error",
            Some(result) if text(result, "resultType") == Some("input_required") => {
                "input_required"
            }
            Some(result) if result.get("task").is_some() => "task",
            Some(_) => "ok",
        };
        self.outcome(&sent, class);
        let reads = sent.effective == ToolCategory::PrivateRead;
        self.private_read |= reads && matches!(class, "ok" | "task");
        let line = match result {
            Some(result) if class == "input_required" && sent.call.stateless => {
                let result = self.round_begins(result, sent);
                crate::answer::result_message(id, Value::Object(result))
            }
            _ => tree::object_text(tree),
        };
        self.tell_client(line);
    }

    pub(super) fn outcome(&mut self, sent: &Sent, class: &str) {
        let took = usize::try_from(self.now_ms.saturating_sub(sent.at_ms)).unwrap_or_default();
        self.record(
            Record::new("outcome")
                .text("request_id", &*sent.call.request_id)
                .text("class", class)
                .count("milliseconds", took),
        );
    }
}
