//! The state machine: one input, the outputs that follow from it.

mod answers;
mod asking;
mod call;
mod calls;
mod client;
mod continuation;
mod ending;
mod judging;
mod known;
mod listing;
mod question;
mod rounds;
mod sending;
mod sent;
mod server;
mod state;

use crate::record::Record;

pub use state::{Guard, Input, Output};

impl Guard {
    /// What follows from an input, in order. `now_ms` is the clock in Unix milliseconds.
    pub fn step(&mut self, input: Input<'_>, now_ms: i64) -> Vec<Output> {
        if self.ended {
            return Vec::new();
        }
        self.begin(now_ms);
        self.pass_time(now_ms);
        match input {
            Input::Client(line) => self.client_line(line),
            Input::ClientTooLarge => self.client_too_large(),
            Input::ClientClosed => self.client_closed(),
            Input::Server(line) => self.server_line(line),
            Input::ServerTooLarge => self.server_gone("server_message_too_large"),
            Input::ServerExited => self.server_gone("server_exited"),
            Input::Recorded { ticket, written } => self.recorded(ticket, written),
            Input::Pins(store) => self.pins_changed(store),
            Input::Tick => {}
        }
        std::mem::take(&mut self.out)
    }

    /// When something happens without an input, in Unix milliseconds; `None` if nothing does.
    pub fn next_wake(&self) -> Option<i64> {
        self.questions.next_wake()
    }

    fn begin(&mut self, now_ms: i64) {
        if !self.begun {
            self.begun = true;
            self.now_ms = now_ms;
            if self.pins.is_broken() {
                self.record(Record::new("fault").text("code", "def_pin_store"));
                self.note("the store of pins cannot be read: every tool counts as changed");
            }
        }
    }
}
