//! A session that anything may happen in, and what must hold in it.

mod messages;

use std::collections::HashMap;

use aana_core::Gate;
use aana_guard::{Challenge, Config, Guard, Input, Output, Pins, Record};
use messages::{call, call_of, digest_of, pick, said, tools, with_version};
use serde_json::{Value, json};

/// What may happen.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Call { id: u8, tool: u8, arguments: u8, stateless: bool },
    Answer { question: u8, how: u8 },
    Again { state: u8, id: u8, tool: u8, arguments: u8, how: u8 },
    Continue { state: u8 },
    Recorded { ticket: u8, written: bool },
    ServerAnswers { call: u8, how: u8 },
    Cancel { id: u8 },
    List { variant: u8 },
    ListChanged,
    Page { page: u8 },
    Time { seconds: i32 },
    Unsolicited { variant: u8 },
}

const SUBJECT: &str = "os:0123456789abcdef";

/// A call that was accepted and whose record is being written.
#[derive(Debug, Clone)]
struct Ticket {
    number: u64,
    digest: String,
    request: String,
}

pub(crate) struct Session {
    guard: Guard,
    now: i64,
    /// Every ticket: one that was used may be said to be written again.
    tickets: Vec<Ticket>,
    used: Vec<u64>,
    /// By request: the digest and the audit event of the last accepted decision.
    accepted: HashMap<String, (String, Value)>,
    /// How many calls an approval may still run, and did run.
    runs: HashMap<String, usize>,
    rounds: HashMap<String, usize>,
    yeses: usize,
    writes: usize,
    more_rounds: usize,
    questions: Vec<Value>,
    states: Vec<Value>,
    /// Calls that the server has.
    at_server: Vec<(Value, Option<String>)>,
    pages: Vec<Value>,
    sent: usize,
    /// The record that was just said to be written.
    writing: Option<Ticket>,
}

impl Session {
    pub(crate) fn new() -> Self {
        let mut config = Config::new("files", "server", [5; 32]);
        config.subject = Some(SUBJECT.to_owned());
        config.ask.challenge = Challenge::Never;
        config.ask.max_open = 2;
        let guard = Guard::new(config, Box::new(Gate::default()), Pins::new());
        let mut session = Self {
            guard,
            now: 1_778_371_200_000,
            tickets: Vec::new(),
            used: Vec::new(),
            accepted: HashMap::new(),
            runs: HashMap::new(),
            rounds: HashMap::new(),
            yeses: 0,
            writes: 0,
            more_rounds: 0,
            questions: Vec::new(),
            states: Vec::new(),
            at_server: Vec::new(),
            pages: Vec::new(),
            sent: 0,
            writing: None,
        };
        session.client(&json!({"id": "init", "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}}}));
        session.server(&json!({"id": "init", "result": {"protocolVersion": "2025-11-25",
            "capabilities": {"tools": {"listChanged": true}}}}));
        session.act(&Act::List { variant: 0 });
        session
    }

    pub(crate) fn sent(&self) -> usize {
        self.sent
    }

    pub(crate) fn act(&mut self, act: &Act) {
        match *act {
            Act::Call { id, tool, arguments, stateless } => {
                let message = call(id, tool, arguments, stateless);
                self.client(&message);
            }
            Act::Answer { question, how } => {
                let Some(id) = pick(&self.questions, question).cloned() else { return };
                let mut message = said(how);
                self.yeses += usize::from(how < 2);
                message["id"] = id;
                self.client(&message);
            }
            Act::Again { state, id, tool, arguments, how } => {
                let Some(state) = pick(&self.states, state).cloned() else { return };
                let mut message = call(id, tool, arguments, true);
                self.yeses += usize::from(how < 2);
                message["params"]["requestState"] = state["state"].clone();
                message["params"]["inputResponses"] = json!({"aana": said(how)["result"]});
                self.client(&message);
            }
            Act::Continue { state } => {
                let Some(state) = pick(&self.states, state).cloned() else { return };
                let mut message = state["call"].clone();
                message["params"]["requestState"] = state["state"].clone();
                message["params"]["inputResponses"] = json!({"who": {"action": "accept"}});
                self.client(&message);
            }
            Act::Recorded { ticket, written } => {
                // One that is answered twice is answered once.
                let Some(ticket) = pick(&self.tickets, ticket).cloned() else { return };
                let number = ticket.number;
                self.writing = written.then_some(ticket);
                self.step(Input::Recorded { ticket: number, written });
                self.writing = None;
            }
            Act::ServerAnswers { call, how } => self.server_answers(call, how),
            Act::Cancel { id } => self.client(&json!({"method": "notifications/cancelled",
                "params": {"requestId": id}})),
            Act::List { variant } => {
                self.client(&json!({"id": "list", "method": "tools/list"}));
                self.server(&json!({"id": "list", "result": {"tools": tools(variant)}}));
            }
            Act::ListChanged => self.server(&json!({"method": "notifications/tools/list_changed"})),
            Act::Page { page } => {
                let Some(id) = pick(&self.pages, page).cloned() else { return };
                self.server(&json!({"id": id, "result": {"tools": tools(page)}}));
            }
            Act::Time { seconds } => {
                self.now += i64::from(seconds) * 1000;
                self.step(Input::Tick);
            }
            Act::Unsolicited { variant } => {
                self.server(&json!({"id": variant, "result": {"content": []}}));
            }
        }
    }

    pub(crate) fn end(&mut self, how: u8) {
        match how {
            0 => self.step(Input::ClientClosed),
            1 => self.step(Input::ServerExited),
            _ => self.step(Input::ServerTooLarge),
        }
        let before = self.sent;
        for message in [call(101, 0, 0, false), call(102, 1, 0, true)] {
            self.client(&message);
        }
        for ticket in self.tickets.clone() {
            self.step(Input::Recorded { ticket: ticket.number, written: true });
        }
        assert_eq!(self.sent, before, "a call was sent after the end");
    }

    fn server_answers(&mut self, at: u8, how: u8) {
        if self.at_server.is_empty() {
            return;
        }
        let (message, approval) = self.at_server.remove(usize::from(at) % self.at_server.len());
        let result = match how {
            0 | 1 => json!({"content": []}),
            2 => json!({"isError": true, "content": []}),
            _ => {
                self.more_rounds += 1;
                if let Some(approval) = approval {
                    *self.rounds.entry(approval).or_default() += 1;
                }
                json!({"resultType": "input_required", "requestState": "S",
                    "inputRequests": {"who": {"method": "elicitation/create", "params": {}}}})
            }
        };
        self.server(&json!({"id": message["id"], "result": result}));
    }

    fn client(&mut self, message: &Value) {
        let line = with_version(message);
        self.step(Input::Client(line.as_bytes()));
    }

    fn server(&mut self, message: &Value) {
        let line = with_version(message);
        self.step(Input::Server(line.as_bytes()));
    }

    fn step(&mut self, input: Input<'_>) {
        for output in self.guard.step(input, self.now) {
            match output {
                Output::ToClient(line) => self.client_got(&line),
                Output::ToServer(line) => self.server_got(&line),
                Output::Record(record) => self.record(&record),
                Output::Forward { ticket, record } => self.tickets.push(Ticket {
                    number: ticket,
                    digest: record.get("digest").unwrap().to_owned(),
                    request: record.get("request_id").unwrap().to_owned(),
                }),
                _ => {}
            }
        }
    }

    fn record(&mut self, record: &Record) {
        let text = |key| record.get(key).unwrap_or_default().to_owned();
        if record.kind() == "decision" {
            self.accepted.remove(&text("request_id"));
            if record.get("route") == Some("accept") {
                let event = serde_json::from_str(record.audit_event().unwrap()).unwrap();
                self.accepted.insert(text("request_id"), (text("digest"), event));
            }
        }
    }

    fn client_got(&mut self, line: &str) {
        let message: Value = serde_json::from_str(line).unwrap();
        if message["method"] == "elicitation/create" {
            self.questions.push(message["id"].clone());
        }
        if message["result"]["resultType"] == "input_required" {
            let state = message["result"]["requestState"].clone();
            let call = self.at_server.iter().find(|(call, _)| call["id"] == message["id"]);
            let call = call.map_or_else(|| call_of(&message["id"]), |(call, _)| call.clone());
            self.states.push(json!({"state": state, "call": call}));
        }
    }

    /// What must hold of everything that the server gets.
    fn server_got(&mut self, line: &str) {
        assert!(!line.contains(['\n', '\r']), "{line}");
        let message: Value = serde_json::from_str(line).unwrap();
        if message["method"] == "tools/list" {
            self.pages.push(message["id"].clone());
        }
        if message["method"] != "tools/call" {
            return;
        }
        let ticket = self.writing.take().expect("a call was sent without its record");
        assert!(!self.used.contains(&ticket.number), "a record sent two calls");
        self.used.push(ticket.number);
        let (digest, event) = self.accepted.remove(&ticket.request).expect("no accepted decision");
        assert_eq!(ticket.digest, digest);
        assert_eq!(Some(digest), digest_of(&message), "another call was accepted");
        let used = event["evidence_refs"]["used"].as_array().unwrap().iter();
        let approvals: Vec<String> = used
            .filter_map(Value::as_str)
            .filter(|id| id.starts_with("guard.approval."))
            .map(str::to_owned)
            .collect();
        assert!(approvals.len() <= 1);
        if event["effective_category"] == "write" {
            assert_eq!(approvals.len(), 1, "a write without a yes");
            self.writes += 1;
        }
        for approval in &approvals {
            let runs = self.runs.entry(approval.clone()).or_default();
            *runs += 1;
            let rounds = self.rounds.get(approval).copied().unwrap_or_default();
            assert!(*runs <= 1 + rounds, "an approval was spent twice");
        }
        assert!(self.writes <= self.yeses + self.more_rounds, "more writes than yeses");
        self.sent += 1;
        self.at_server.push((message, approvals.into_iter().next()));
    }
}
