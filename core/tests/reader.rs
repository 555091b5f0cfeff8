//! The reader of JSON against another one: they take the same texts and see the same tree.

#[path = "support/decision.rs"]
mod decision;
#[path = "support/random.rs"]
mod random;
#[path = "support/reading.rs"]
mod reading;
#[path = "support/rfc8785.rs"]
mod rfc8785;

use aana_core::Gate;
use aana_fixtures::parse_strict;

use random::Random;
use reading::{EVENT, reading_fault, with_arguments};

/// Whether every integer in the text fits the other reader's types, so that it keeps the digits too.
fn fits(event: &[u8]) -> bool {
    !event.split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() > 18)
}

/// Asserts that both readers agree about these bytes; where they take them, they must see the same
/// action.
fn agree(gate: &Gate, event: &[u8]) {
    let decision = gate.check_bytes(event, 0);
    let told = || String::from_utf8_lossy(event).into_owned();
    let theirs = std::str::from_utf8(event).ok().and_then(|text| parse_strict(text).ok());
    let ours = reading_fault(event);
    assert_eq!(ours.is_none(), theirs.is_some(), "{ours:?}: {}", told());
    if let (Some(digest), Some(theirs), true) = (decision.action_digest(), theirs, fits(event)) {
        assert_eq!(digest, rfc8785::action_digest(&theirs), "{}", told());
    }
}

#[test]
fn every_beginning_of_an_event() {
    let gate = Gate::default();
    for length in 0..EVENT.len() {
        let event = &EVENT.as_bytes()[..length];
        agree(&gate, event);
        let decision = gate.check_bytes(event, 0);
        assert_eq!(decision.validation_errors().len(), 1, "{length}");
        decision::well_formed(&decision);
    }
}

#[test]
fn every_other_byte_at_every_position() {
    let gate = Gate::default();
    let mut event = EVENT.as_bytes().to_vec();
    let mut count = 0;
    for at in 0..event.len() {
        let original = event[at];
        for byte in 0..=255 {
            event[at] = byte;
            agree(&gate, &event);
            count += 1;
            if count % 61 == 0 {
                decision::well_formed(&gate.check_bytes(&event, 0));
            }
        }
        event[at] = original;
    }
}

#[test]
fn every_byte_left_out_or_doubled() {
    let gate = Gate::default();
    for at in 0..EVENT.len() {
        let (before, after) = EVENT.as_bytes().split_at(at);
        agree(&gate, &[before, &after[1..]].concat());
        agree(&gate, &[before, &after[..1], after].concat());
    }
}

/// Pieces of JSON, and of what is nearly JSON.
const PIECES: [&str; 62] = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"a\"",
    "\"b\"",
    "\"\"",
    "\"\\u0061\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\\n\\/\\\\\\\"\"",
    "\"\u{e9}\u{1f600}\"",
    "\"\u{7f}\u{2028}\"",
    "\"\\u0000\"",
    "\"\t\"",
    "\"\\x\"",
    "\"",
    "\\",
    "true",
    "false",
    "null",
    "nul",
    "True",
    "0",
    "-0",
    "1",
    "12",
    "-7",
    "01",
    "-",
    "1.5",
    "1.",
    ".5",
    "1e5",
    "1E+2",
    "1e-7",
    "1e",
    "1e400",
    "1e-400",
    "0e400",
    "2.50",
    "123456789012345678",
    "9007199254740993",
    "1.7976931348623157e308",
    "5e-324",
    "0.1",
    "333333333.33333329",
    " ",
    "\n",
    "\t",
    "\r",
    "\u{a0}",
    "\u{feff}",
    "\0",
    "\u{b}",
    "//",
    "/**/",
    "'a'",
    "NaN",
    "Infinity",
];

/// A text that may be JSON: a value made of pieces, in which now and then a piece is out of place.
fn text(random: &mut Random, levels: usize, out: &mut String) {
    let stray = |random: &mut Random| random.below(40) == 0;
    if stray(random) {
        out.push_str(PIECES[random.below(PIECES.len())]);
    }
    match random.below(if levels == 0 { 4 } else { 8 }) {
        0 | 1 => out.push_str(PIECES[25 + random.below(24)]),
        2 => out.push_str(PIECES[6 + random.below(10)]),
        3 => out.push_str(PIECES[20 + random.below(3)]),
        4 | 5 => {
            out.push('[');
            for index in 0..random.below(4) {
                if index > 0 {
                    out.push(',');
                }
                text(random, levels - 1, out);
            }
            out.push(']');
        }
        _ => {
            out.push('{');
            for index in 0..random.below(4) {
                if index > 0 {
                    out.push_str(PIECES[if stray(random) { 4 } else { 5 }]);
                }
                out.push_str(PIECES[6 + random.below(5)]);
                out.push_str(PIECES[49 + random.below(4)]);
                out.push(':');
                text(random, levels - 1, out);
            }
            out.push('}');
        }
    }
    out.push_str(PIECES[49 + random.below(4)]);
}

#[test]
fn texts_that_are_json_or_nearly() {
    let (gate, mut random) = (Gate::default(), Random(4));
    let (mut taken, rounds) = (0, 60_000);
    for _ in 0..rounds {
        let mut value = String::new();
        text(&mut random, 5, &mut value);
        let event = with_arguments(&format!(r#"{{"a":{value}}}"#));
        agree(&gate, event.as_bytes());
        taken += usize::from(reading_fault(event.as_bytes()).is_none());
    }
    assert!(taken > rounds / 5 && taken < rounds * 4 / 5, "{taken} of {rounds} were taken");
}

#[test]
fn pieces_in_any_order() {
    let (gate, mut random) = (Gate::default(), Random(5));
    for _ in 0..60_000 {
        let count = random.below(6);
        let value: String = (0..count).map(|_| PIECES[random.below(PIECES.len())]).collect();
        agree(&gate, value.as_bytes());
        agree(&gate, with_arguments(&format!(r#"{{"a":{value}}}"#)).as_bytes());
    }
}
