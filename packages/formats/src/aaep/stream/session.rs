//! What is kept of a session: counters, the state, open calls and open confirmations.

use aana_core::json::{Object, Value};

use super::{
    AaepRule, calls::Calls, confirm::Confirmations, finding::StreamFindings, memory::Mark,
    outputs::Outputs,
};
use crate::aaep::walk;

#[derive(Debug)]
pub(super) struct Session {
    pub(super) last_index: u64,
    sequence: Sequence,
    last_us: Option<i64>,
    /// The state that the last change entered; `None` before the first.
    pub(super) state: Option<String>,
    pub(super) calls: Calls,
    pub(super) outputs: Outputs,
    pub(super) confirmations: Confirmations,
    /// How the last confirmation that names no call ended.
    pub(super) last_unbound: Option<Mark>,
    /// Something was rejected, and no event has said so yet.
    pub(super) unannounced: bool,
}

/// Whether the events of a session are numbered, and with which number the last one was.
#[derive(Debug, Clone, Copy)]
enum Sequence {
    Unknown,
    Absent,
    Last(u64),
}

impl Session {
    pub(super) fn new(index: u64) -> Self {
        Self {
            last_index: index,
            sequence: Sequence::Unknown,
            last_us: None,
            state: None,
            calls: Calls::default(),
            outputs: Outputs::default(),
            confirmations: Confirmations::default(),
            last_unbound: None,
            unannounced: false,
        }
    }

    pub(super) fn sequence(&mut self, object: &Object<'_>, found: &mut StreamFindings) {
        const AT: &str = "/sequence_number";
        let number = match object.get("sequence_number") {
            Some(Value::Number(number)) => walk::whole(number),
            Some(_) => return,
            None => None,
        };
        match (self.sequence, number) {
            (Sequence::Unknown, Some(number)) => {
                if number != 0 {
                    let message = "the first sequence number of the session is not 0";
                    found.note(AaepRule::SequenceStart, AT, message);
                }
                self.sequence = Sequence::Last(number);
            }
            (Sequence::Unknown, None) => self.sequence = Sequence::Absent,
            (Sequence::Last(last), Some(number)) => {
                if last.checked_add(1) != Some(number) {
                    let message =
                        "the sequence number is not one more than that of the event before";
                    found.note(AaepRule::SequenceStep, AT, message);
                }
                self.sequence = Sequence::Last(number);
            }
            (Sequence::Last(_), None) | (Sequence::Absent, Some(_)) => {
                let message =
                    "some events of the session have a sequence number and some have none";
                found.note(AaepRule::SequenceMixed, AT, message);
            }
            (Sequence::Absent, None) => {}
        }
    }

    pub(super) fn time(&mut self, at_us: Option<i64>, found: &mut StreamFindings) {
        let Some(at_us) = at_us else { return };
        if self.last_us.is_some_and(|last| at_us < last) {
            let message = "the timestamp is before that of the event before";
            found.note(AaepRule::TimeDecreasing, "/timestamp", message);
        }
        self.last_us = Some(at_us);
    }
}
