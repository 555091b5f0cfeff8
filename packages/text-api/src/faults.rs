//! Faults that a host found while it wrote its objects as JSON, as lines of text.

use alloc::{borrow::ToOwned as _, string::String, vec::Vec};

use aana_core::{Fault, Step, codes::FaultCode};

/// One step as it was sent, with its escapes undone.
enum Sent {
    Key(String),
    Index(usize),
}

/// The faults of all lines. A line that is not understood still is a fault: a refusal never loses
/// its reason.
pub(crate) fn read(text: &str) -> Vec<Fault> {
    text.lines().map(fault).collect()
}

/// The fault of the first line. There is one for every text.
pub(crate) fn first(text: &str) -> Fault {
    fault(text.lines().next().unwrap_or_default())
}

/// What [`crate::gate`] says of a word that names no mode.
pub(crate) fn unknown_mode() -> Fault {
    let message = "`mode` is none of `enforce` and `shadow`";
    Fault::at(&[Step::Key("mode")], FaultCode::NotAllowedValue, message.to_owned())
}

fn fault(line: &str) -> Fault {
    let mut fields = line.split('\t');
    let code = fields.next().and_then(FaultCode::parse).unwrap_or(FaultCode::WrongType);
    let message = fields.next().unwrap_or("the event cannot be written as JSON").to_owned();
    let sent: Vec<Sent> = fields.map_while(step).collect();
    let steps: Vec<Step<'_>> = sent
        .iter()
        .map(|step| match step {
            Sent::Key(key) => Step::Key(key),
            Sent::Index(index) => Step::Index(*index),
        })
        .collect();
    Fault::at(&steps, code, message)
}

fn step(field: &str) -> Option<Sent> {
    match field.split_at_checked(1)? {
        ("k", key) => Some(Sent::Key(unescaped(key))),
        ("i", index) => index.parse().ok().map(Sent::Index),
        _ => None,
    }
}

fn unescaped(key: &str) -> String {
    let mut plain = String::with_capacity(key.len());
    let mut characters = key.chars();
    while let Some(character) = characters.next() {
        plain.push(match character {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    plain
}
