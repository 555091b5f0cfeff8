//! Calls that are cancelled, and sessions that end.

use super::state::{Guard, Open, Output};
use crate::answer;
use crate::id::Id;
use crate::message::SERVER;
use crate::record::Record;

/// The client closed.
const CLOSED: u8 = 0;
/// The server broke the protocol or died.
const SERVER_GONE: u8 = 76;

impl Guard {
    /// The client does not wait for a request any more; whether the server is told.
    pub(super) fn cancelled_by_client(&mut self, id: &Id) -> bool {
        if id.is_own() {
            return false;
        }
        match self.open.remove(id) {
            Some(Open::Asked) => {
                self.withdraw(id);
                false
            }
            Some(Open::Listed | Open::Recorded) => {
                // The id may be used again at once.
                self.waiting.retain(|(call, _)| call.id != *id);
                self.sending.retain(|_, sending| sending.call.id != *id);
                self.record(Record::new("note").text("code", "cancelled"));
                false
            }
            Some(Open::Sent(sent)) => {
                self.outcome(&sent, "unknown");
                true
            }
            Some(Open::Passed { .. }) | None => true,
        }
    }

    fn withdraw(&mut self, call: &Id) {
        let Some(at) = self.questions.of_call(call) else { return };
        let question = self.close_question(at);
        self.record(
            Record::new("answer").text("code", "ask_withdrawn").text("question", &*question.id),
        );
        if question.shown.is_some() {
            let id = Id::Text(format!("aana-{}", question.id));
            self.tell_client(answer::cancelled(&id, "the call was cancelled"));
        }
    }

    fn withdraw_all(&mut self) {
        while !self.questions.all.is_empty() {
            let question = self.close_question(0);
            self.record(
                Record::new("answer").text("code", "ask_withdrawn").text("question", &*question.id),
            );
        }
    }

    pub(super) fn client_closed(&mut self) {
        self.withdraw_all();
        let mut open: Vec<(Id, Open)> = self.open.drain().collect();
        open.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (_, open) in &open {
            if let Open::Sent(sent) = open {
                // Nobody is there any more who could hear what became of it.
                self.outcome(sent, "unknown");
            }
        }
        self.end("client_closed", CLOSED);
    }

    pub(super) fn server_gone(&mut self, code: &'static str) {
        let mut open: Vec<(Id, Open)> = self.open.drain().collect();
        open.sort_by(|(one, _), (other, _)| one.cmp(other));
        self.withdraw_all();
        for (id, open) in open {
            let message = match &open {
                Open::Sent(sent) => {
                    self.outcome(sent, "unknown");
                    "the server is gone; the call may have run"
                }
                Open::Passed { .. } => "the server is gone",
                _ => "the server is gone; the call was not run",
            };
            self.tell_client(answer::error(Some(&id), SERVER, code, message));
        }
        self.end(code, SERVER_GONE);
    }

    fn end(&mut self, code: &'static str, exit: u8) {
        self.waiting.clear();
        self.sending.clear();
        self.rounds.end();
        self.record(Record::new("session").text("code", code));
        self.out.push(Output::End(exit));
        self.ended = true;
    }
}

/// What a model is told about a call that the guard itself did not run.
pub(super) fn sentence(code: &str) -> &'static str {
    match code {
        "args_schema" => "the arguments do not fit the tool's schema; correct them and call again.",
        "ask_unsupported" => {
            "it needs a person's yes, and this client cannot ask for one; tell the user what you wanted to run."
        }
        "ask_declined" => "a person was asked and said no.",
        "ask_cancelled" => "a person was asked and gave no answer.",
        "ask_timeout" => "a person was asked and did not answer in time.",
        "ask_invalid_answer" => {
            "the client's answer was not one that was offered, which is not a yes."
        }
        "ask_declined_before" => "a person said no to exactly this call before.",
        "ask_muted" => "a person said no to this tool several times and is not asked again.",
        "ask_busy" => "too many questions wait for a person; wait for their answers.",
        "ask_too_long" => "it needs a person's yes, and the arguments are too long to be shown.",
        "audit_unwritable" => "its record could not be written, and without one nothing runs.",
        "def_changed" => {
            "the server says something else of the tool than before; a person has to look at it first."
        }
        "def_duplicate_name" => "the server lists two tools under this name.",
        "def_lookalike" => "its name looks like that of another tool, and nobody has accepted it.",
        "def_new_tool" => "the tool is new, and nobody has accepted it.",
        "def_pin_store" => {
            "the store of accepted tools cannot be read, so that every tool counts as changed."
        }
        "def_removed" => "the server's newest list does not have the tool.",
        "def_unknown_tool" => "the server does not list such a tool.",
        "gate_broken" => "the gate failed; this is not a decision of the policy.",
        "outbound_after_private" => {
            "private data was read in this session and could leave with this call; nobody said yes to it."
        }
        "state_expired" => "the answer came too late; call again without `requestState`.",
        "state_used" => "the answer was used already; call again without `requestState`.",
        "state_other_action" => "the answer was given to another call.",
        "state_invalid" => "`requestState` is not one that was given; call again without it.",
        _ => "it was not run.",
    }
}
