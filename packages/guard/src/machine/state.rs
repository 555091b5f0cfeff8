//! What a guard is told, what it does, and what it keeps of a session.

use std::collections::{HashMap, HashSet};

use super::call::{Call, Yes};
use super::continuation::Rounds;
use super::known::Listing;
use super::question::Questions;
use super::sent::{Sending, Sent};
use crate::config::Config;
use crate::definition::Definition;
use crate::id::Id;
use crate::pins::Pins;
use crate::random::Random;
use crate::record::Record;
use crate::verdict::Decide;

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
pub(super) enum Open {
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
pub(super) struct Peer {
    /// Whether it shows forms.
    pub(super) forms: bool,
    pub(super) version: Option<String>,
    /// Whether the server tells when its list of tools changes.
    pub(super) list_changes: bool,
}

/// A guard of one session.
pub struct Guard {
    pub(super) config: Config,
    pub(super) gate: Box<dyn Decide + Send>,
    pub(super) pins: Pins,
    pub(super) random: Random,
    pub(super) peer: Peer,
    pub(super) open: HashMap<Id, Open>,
    pub(super) listing: Listing,
    /// Calls that wait for the list, and the yes that some of them have.
    pub(super) waiting: Vec<(Call, Option<Yes>)>,
    pub(super) questions: Questions,
    pub(super) rounds: Rounds,
    pub(super) sending: HashMap<u64, Sending>,
    pub(super) tickets: u64,
    pub(super) private_read: bool,
    pub(super) noted: HashSet<String>,
    pub(super) dropped_lines: usize,
    pub(super) now_ms: i64,
    pub(super) begun: bool,
    pub(super) ended: bool,
    pub(super) out: Vec<Output>,
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

    pub(super) fn tell_client(&mut self, line: String) {
        self.out.push(Output::ToClient(line));
    }

    pub(super) fn tell_server(&mut self, line: String) {
        self.out.push(Output::ToServer(line));
    }

    pub(super) fn record(&mut self, record: Record) {
        self.out.push(Output::Record(record));
    }

    pub(super) fn note(&mut self, text: &str) {
        self.out.push(Output::Note(text.to_owned()));
    }

    pub(super) fn keep_pins(&mut self) {
        if !self.pins.is_broken() {
            let text = self.pins.write();
            self.out.push(Output::Pins(text));
        }
    }

    pub(super) fn definition(&self, tool: &str) -> Option<&Definition> {
        self.listing.known.get(tool)
    }
}
