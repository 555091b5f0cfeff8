//! A guard between a client and a server that are played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aana_core::json::Value as Tree;
use aana_core::{Decision, Gate, ToolView};
use aana_guard::{Decide, Guard, Input, Output, Record};
use serde_json::{Value, json};

/// A gate that fails once, if it is told to.
pub(crate) struct Fragile {
    pub(crate) gate: Gate,
    pub(crate) fails: Arc<AtomicBool>,
}

impl Decide for Fragile {
    fn decide(&self, event: Tree<'static>, now_ms: i64) -> Decision<'static> {
        assert!(!self.fails.swap(false, Ordering::SeqCst), "the gate fails");
        self.gate.check_value(event, now_ms)
    }

    fn explain(&self, tool: &str) -> ToolView {
        self.gate.explain_tool(tool)
    }
}

/// What happened.
pub(crate) struct World {
    pub(crate) guard: Guard,
    pub(crate) now: i64,
    pub(crate) tools: Vec<Value>,
    pub(crate) fails: Arc<AtomicBool>,
    pub(crate) disk_full: bool,
    /// Lines to the client and to the server, and the records.
    pub(crate) client: Vec<String>,
    pub(crate) server: Vec<String>,
    pub(crate) records: Vec<Record>,
    /// Routes of decisions and of answers, in order.
    pub(crate) routes: Vec<String>,
    /// Ids of questions as the client answers them, in order.
    pub(crate) questions: Vec<Value>,
    /// Questions that the client has answered, by their names in the transcript.
    pub(crate) answered: Vec<String>,
    pub(crate) forms: Vec<String>,
    /// Calls that the server has not answered.
    pub(crate) unanswered: Vec<Value>,
    /// Whether what is sent is looked at.
    pub(crate) counts: bool,
}

impl World {
    pub(crate) fn step(&mut self, input: Input<'_>) {
        let outputs = self.guard.step(input, self.now);
        self.take(outputs);
    }

    fn take(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::ToClient(line) => self.client_got(line),
                Output::ToServer(line) => self.server_got(line),
                Output::Record(record) => self.keep(record),
                Output::Forward { ticket, record } => {
                    let written = !self.disk_full;
                    self.keep(record);
                    let more = self.guard.step(Input::Recorded { ticket, written }, self.now);
                    self.take(more);
                }
                Output::WriteForm { text, .. } => self.forms.push(text),
                _ => {}
            }
        }
    }

    fn keep(&mut self, record: Record) {
        if self.disk_full {
            return;
        }
        if record.kind() == "decision" {
            self.routes.extend(record.get("route").map(str::to_owned));
        }
        self.records.push(record);
    }

    fn client_got(&mut self, line: String) {
        assert!(!line.contains(['\n', '\r']), "{line}");
        let message: Value = serde_json::from_str(&line).unwrap();
        if message["method"] == "elicitation/create" && message["id"].is_string() {
            self.questions.push(message["id"].clone());
        }
        let decision = &message["result"]["_meta"]["aana/decision"];
        self.routes.extend(decision["route"].as_str().map(str::to_owned));
        if self.counts {
            self.client.push(line);
        }
    }

    fn server_got(&mut self, line: String) {
        assert!(!line.contains(['\n', '\r']), "{line}");
        let message: Value = serde_json::from_str(&line).unwrap();
        if self.counts {
            self.server.push(line);
        }
        if message["method"] == "tools/list" {
            let answer =
                json!({"jsonrpc": "2.0", "id": message["id"], "result": {"tools": self.tools}});
            self.step(Input::Server(answer.to_string().as_bytes()));
        } else if !message["id"].is_null() && message.get("method").is_some() {
            self.unanswered.push(message);
        }
    }

    /// The server answers what it has not answered.
    pub(crate) fn answer_all(&mut self) {
        for call in std::mem::take(&mut self.unanswered) {
            let result = if call["params"].get("task").is_some() {
                json!({"task": {"taskId": "t1"}})
            } else {
                json!({"content": [{"type": "text", "text": "done"}]})
            };
            let answer = json!({"jsonrpc": "2.0", "id": call["id"], "result": result});
            self.step(Input::Server(answer.to_string().as_bytes()));
        }
    }

    /// The client asks for the list, which is not looked at.
    pub(crate) fn list(&mut self) {
        let counted = std::mem::replace(&mut self.counts, false);
        let line = json!({"jsonrpc": "2.0", "id": "list", "method": "tools/list"});
        self.step(Input::Client(line.to_string().as_bytes()));
        self.counts = counted;
    }
}
