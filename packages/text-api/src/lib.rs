//! The gate with text in and text out, for bindings whose hosts pass strings faster than objects.
//!
//! Nothing is decided here. Events, decisions, policies and faults are JSON texts; only a [`verdict`] is a number.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod faults;

use alloc::string::String;

use aana_core::{
    Fault, Gate, PolicyError,
    contract::{Mode, Route},
    json::{JsonWriter, Visitor as _},
};

/// In a [`verdict`]: the call may run.
pub const MAY_RUN: u32 = 4;

/// A gate with this policy, or the default one, in this mode, or the policy's.
///
/// # Errors
///
/// The faults of the policy, as [`validate`] gives those of an event. A word that names no mode is a
/// fault as well.
pub fn gate(policy: Option<&str>, mode: Option<&str>) -> Result<Gate, String> {
    let gate = match policy {
        Some(policy) => Gate::new(policy).map_err(|error: PolicyError| list(error.faults()))?,
        None => Gate::default(),
    };
    match mode {
        None => Ok(gate),
        Some(word) => match Mode::parse(word) {
            Some(mode) => Ok(gate.with_mode(mode)),
            None => Err(list(&[faults::unknown_mode()])),
        },
    }
}

/// Decides an event given as text. `now_ms` is the time in Unix milliseconds; a fraction is cut off. `attested` are
/// the positions of the evidence refs that the host has checked itself.
pub fn check(gate: &Gate, event: &str, now_ms: f64, attested: &[u32]) -> String {
    gate.attesting(attested).check(event, whole(now_ms)).to_json()
}

/// The route of an event given as text and whether its call may run, and nothing more: the long form
/// costs more than the decision. [`check`] gives it afterwards, as the same event at the same time is
/// decided alike. The lower two bits are the place of the route in [`Route::ALL`]; [`MAY_RUN`] is added
/// if the call may run.
pub fn verdict(gate: &Gate, event: &str, now_ms: f64, attested: &[u32]) -> u32 {
    let decision = gate.attesting(attested).check(event, whole(now_ms));
    let route = match decision.route() {
        Route::Accept => 0,
        Route::Ask => 1,
        Route::Defer => 2,
        Route::Refuse => 3,
    };
    route | if decision.executes() { MAY_RUN } else { 0 }
}

/// Decides an event given as bytes, which may or may not be UTF-8.
pub fn check_bytes(gate: &Gate, event: &[u8], now_ms: f64, attested: &[u32]) -> String {
    gate.attesting(attested).check_bytes(event, whole(now_ms)).to_json()
}

/// Refuses an event that the host could not write as JSON. `faults` is a JSON array of objects with `code`,
/// `message` and `path`: the steps down to the fault, a string for a key and a number for an index.
pub fn refuse(gate: &Gate, faults: &str, now_ms: f64) -> String {
    gate.refuse(faults::read(faults), whole(now_ms)).to_json()
}

/// The faults of an event by the published schema, the first hundred, as a JSON array of objects with
/// `path`, `code` and `message`.
pub fn validate(event: &str) -> String {
    list(&aana_core::validate_event(event))
}

/// The same for bytes, which may or may not be UTF-8.
pub fn validate_bytes(event: &[u8]) -> String {
    list(&aana_core::validate_bytes(event))
}

/// Faults that the host found: as [`refuse`] takes them, given as by [`validate`].
pub fn host_faults(faults: &str) -> String {
    list(&faults::read(faults))
}

/// The first of the faults that the host found, for entry points that tell one.
pub fn first_fault(faults: &str) -> Fault {
    faults::first(faults)
}

/// What a decision allows in a mode. A word that names no mode is taken for `enforce`.
pub fn execution_policy(decision: &str, mode: &str) -> String {
    aana_core::execution_policy(decision, Mode::parse(mode).unwrap_or(Mode::Enforce))
}

/// A time as hosts give it, in whole milliseconds. The cast takes what is outside the range to its end,
/// and what is not a number to 1970: both far from any evidence that is fresh.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and a fraction is to be cut off")]
pub const fn whole(now_ms: f64) -> i64 {
    now_ms as i64
}

fn list(faults: &[Fault]) -> String {
    let mut json = JsonWriter::with_capacity(128);
    json.begin_array();
    for fault in faults {
        json.begin_object();
        for (key, value) in
            [("path", &*fault.path), ("code", fault.code.as_str()), ("message", &*fault.message)]
        {
            json.key(key);
            json.string(value);
        }
        json.end_object();
    }
    json.end_array();
    json.into_string()
}

#[cfg(test)]
mod tests;
