//! The one tree that the gate decides over, and the strict readers and writers of it.
//!
//! [`parse`] is the text entry point: it takes RFC 8259 JSON and nothing looser. A binding that can walk
//! its host's objects builds a [`Value`] itself. Everything after the entry points is shared, so the same
//! event gives the same decision through both.
//!
//! The tree borrows from the text wherever a string or a number stands there as it is, keeps the
//! order of an object's members, and keeps a number as its digits: what a decision is about must
//! not change by being looked at.

mod canonical;
mod fault;
mod limits;
mod number;
mod read;
mod text;
mod value;
mod write;

use crate::fault::{Fault, size};
use fault::{read_fault, utf8_fault};

pub use canonical::canonical;
pub(crate) use canonical::canonical_object;
pub use limits::{Limits, MAX_DEPTH};
pub use number::Number;
pub(crate) use text::write_string;
pub use value::{Member, Object, Value};
pub use write::{JsonWriter, Visitor};

/// Reads one strict JSON document of at most `max_bytes` bytes: the text entry point alone, for a host that
/// puts a tree together from parts.
///
/// # Errors
///
/// The fault with its pointer and its place in the text.
///
/// # Example: what ordinary readers pass over
///
/// ```
/// use aana_core::{codes::FaultCode, json};
///
/// let fault = json::parse(r#"{"a": [{"b": 1, "b": 2}]}"#, 1024).unwrap_err();
/// assert_eq!((fault.path.as_str(), fault.code), ("/a/0/b", FaultCode::DuplicateKey));
/// ```
pub fn parse(text: &str, max_bytes: usize) -> Result<Value<'_>, Fault> {
    parse_within(text, Limits { max_bytes, max_depth: MAX_DEPTH })
}

/// The same within limits of the caller's: for documents other than events.
///
/// # Errors
///
/// The fault with its pointer and its place in the text.
pub fn parse_within(text: &str, limits: Limits) -> Result<Value<'_>, Fault> {
    read::read(text, limits).map_err(|fault| read_fault(fault, text, limits))
}

/// The same for bytes that should be UTF-8.
///
/// # Errors
///
/// The fault with its pointer and its place in the text.
pub fn parse_bytes(bytes: &[u8], max_bytes: usize) -> Result<Value<'_>, Fault> {
    if bytes.len() > max_bytes {
        return Err(Fault::event_too_large(size(bytes.len()), max_bytes));
    }
    let text = core::str::from_utf8(bytes).map_err(|error| utf8_fault(error.valid_up_to()))?;
    parse(text, max_bytes)
}

/// How many bytes of a text were read before the one at which it stops being a document within these limits; `None`
/// if it is one. For those who show the place of a fault.
///
/// ```
/// use aana_core::json::{Limits, MAX_DEPTH, fault_offset};
///
/// let limits = Limits { max_bytes: 1024, max_depth: MAX_DEPTH };
/// assert_eq!(fault_offset("{\n  \"a\": 1,\n}", limits), Some(12));
/// assert_eq!(fault_offset("{}", limits), None);
/// ```
pub fn fault_offset(text: &str, limits: Limits) -> Option<usize> {
    read::read(text, limits).err().map(|fault| fault.offset)
}
