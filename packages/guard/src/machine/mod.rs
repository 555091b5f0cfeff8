//! The state machine: one input, the outputs that follow from it.

mod answers;
mod asking;
mod calls;
mod client;
mod ending;
mod judging;
mod listing;
mod question;
mod rounds;
mod sending;
mod server;

use std::collections::{HashMap, HashSet};

use crate::config::Config;
use crate::definition::Definition;
use crate::id::Id;
use crate::pins::Pins;
use crate::random::Random;
use crate::record::Record;
use crate::verdict::Decide;

use calls::{Call, Yes};
use listing::Listing;
use question::Questions;
use rounds::Rounds;
use sending::{Sending, Sent};

/// What happens to a guard.
#[derive(Debug, Clone, Copy)]
pub enum Input<'i> {
    /// A line of the client, without its end.
    Client(&'i [u8]),
    /// The client sent more than a message may have.
    ClientTooLarge,
    /// The client is gone.
    ClientClosed,
    /// A line of the server, without its end.
    Server(&'i [u8]),
    /// The server sent more than a message may have.
    ServerTooLarge,
    /// The server is gone.
    ServerExited,
    /// Whether the record of an [`Output::Forward`] was written.
    Recorded {
        /// Its ticket.
        ticket: u64,
        /// Whether it was written.
        written: bool,
    },
    /// The store of pins, which somebody else has changed.
    Pins(&'i str),
    /// Time has passed.
    Tick,
}

/// What a host does.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Sends a line to the client.
    ToClient(String),
    /// Sends a line to the server.
    ToServer(String),
    /// Writes a record.
    Record(Record),
    /// Writes the record of a call that is about to be sent, and says with [`Input::Recorded`] whether it was written.
    Forward {
        /// What the answer is to.
        ticket: u64,
        /// The record.
        record: Record,
    },
    /// Keeps this text as the store of pins.
    Pins(String),
    /// Writes a form for a person, so that only they can read it.
    WriteForm {
        /// Where.
        path: String,
        /// What.
        text: String,
    },
    /// Removes it.
    RemoveForm {
        /// Where.
        path: String,
    },
    /// Tells the operator. It holds no value of a message.
    Note(String),
    /// Ends the session with this exit code.
    End(u8),
}

/// What is known of a request of the client that has no answer yet.
#[derive(Debug)]
enum Open {
    /// It was forwarded without a decision.
    Passed { method: String, cursor: Option<String> },
    /// A call that waits for the list of tools.
    Listed,
    /// A call that waits for a person.
    Asked,
    /// A call whose record is being written.
    Recorded,
    /// A call that was sent.
    Sent(Box<Sent>),
}

/// What the client said of itself.
#[derive(Debug, Default)]
struct Peer {
    /// Whether it shows forms.
    forms: bool,
    version: Option<String>,
    /// Whether the server tells when its list of tools changes.
    list_changes: bool,
}

/// A guard of one session.
pub struct Guard {
    config: Config,
    gate: Box<dyn Decide + Send>,
    pins: Pins,
    random: Random,
    peer: Peer,
    open: HashMap<Id, Open>,
    listing: Listing,
    /// Calls that wait for the list, and the yes that some of them have.
    waiting: Vec<(Call, Option<Yes>)>,
    questions: Questions,
    rounds: Rounds,
    sending: HashMap<u64, Sending>,
    tickets: u64,
    private_read: bool,
    noted: HashSet<String>,
    dropped_lines: usize,
    now_ms: i64,
    begun: bool,
    ended: bool,
    out: Vec<Output>,
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Guard").field("label", &self.config.label).finish_non_exhaustive()
    }
}

impl Guard {
    /// A guard of a session that begins.
    pub fn new(config: Config, gate: Box<dyn Decide + Send>, pins: Pins) -> Self {
        let random = Random::new(config.seed);
        let rounds = Rounds::new(random.key("request state"));
        Self {
            config,
            gate,
            pins,
            random,
            peer: Peer::default(),
            open: HashMap::new(),
            listing: Listing::default(),
            waiting: Vec::new(),
            questions: Questions::default(),
            rounds,
            sending: HashMap::new(),
            tickets: 0,
            private_read: false,
            noted: HashSet::new(),
            dropped_lines: 0,
            now_ms: 0,
            begun: false,
            ended: false,
            out: Vec::new(),
        }
    }

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

    fn tell_client(&mut self, line: String) {
        self.out.push(Output::ToClient(line));
    }

    fn tell_server(&mut self, line: String) {
        self.out.push(Output::ToServer(line));
    }

    fn record(&mut self, record: Record) {
        self.out.push(Output::Record(record));
    }

    fn note(&mut self, text: &str) {
        self.out.push(Output::Note(text.to_owned()));
    }

    fn keep_pins(&mut self) {
        if !self.pins.is_broken() {
            let text = self.pins.write();
            self.out.push(Output::Pins(text));
        }
    }

    fn definition(&self, tool: &str) -> Option<&Definition> {
        self.listing.known.get(tool)
    }
}
