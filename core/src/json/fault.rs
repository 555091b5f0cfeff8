//! The fault of a text that is not taken, with its place in the text.

use alloc::format;

use super::{Limits, read::ReadFault};
use crate::{
    codes::FaultCode,
    fault::{Fault, Pointer, size},
};

/// The fault for a text that is not taken, with its place in the text.
pub(super) fn read_fault(fault: ReadFault, text: &str, limits: Limits) -> Fault {
    let Limits { max_bytes, max_depth } = limits;
    let (line, column) = place(text, fault.offset);
    let at = format!("line {line}, column {column}");
    let message = match fault.code {
        FaultCode::EventTooLarge => return Fault::event_too_large(size(text.len()), max_bytes),
        FaultCode::TrailingData => format!("something follows the JSON value at {at}"),
        FaultCode::DuplicateKey => {
            format!("an object that ends at {at} has this key twice; each key may stand once")
        }
        FaultCode::NestingTooDeep => {
            format!("objects and arrays are nested deeper than {max_depth} levels at {at}")
        }
        FaultCode::LoneSurrogate => {
            format!("a string holds half of a surrogate pair at {at}; only whole pairs are allowed")
        }
        FaultCode::NumberOutOfRange => {
            format!("the number at {at} is too large for a double; only finite numbers are allowed")
        }
        _ => format!("the text is not JSON: expected {} at {at}", fault.detail),
    };
    Fault { path: fault.pointer.into_string(), code: fault.code, message }
}

/// The fault for bytes that are not UTF-8.
pub(super) fn utf8_fault(valid_up_to: usize) -> Fault {
    Fault {
        path: Pointer::root().into_string(),
        code: FaultCode::InvalidUtf8,
        message: format!("the text is not UTF-8 after byte {valid_up_to}; only UTF-8 is allowed"),
    }
}

/// Line and column of a byte offset, both from 1; the column counts characters.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    let line = before.split(|byte| *byte == b'\n').count();
    let column = before
        .iter()
        .rev()
        .take_while(|byte| **byte != b'\n')
        .filter(|byte| **byte & 0xC0 != 0x80)
        .count()
        .saturating_add(1);
    (line, column)
}
