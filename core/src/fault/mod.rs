//! What is wrong with an event, and how it is said.
//!
//! A message names the field, what was found there and what is allowed. What was found is named by
//! its JSON type and, for a string, its length: never by its value, since a secret can stand in any
//! field.

mod path;

use alloc::{format, string::String, vec::Vec};
use core::mem;

use path::{LONGEST, shortened};
pub(crate) use path::{Path, Pointer};

use crate::{
    codes::FaultCode,
    listed::{Listed, MOST},
};

/// How many bytes of a message are shown, whoever wrote it.
const LONGEST_MESSAGE: usize = 1024;

/// One step down into a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'s> {
    /// To the member of an object with this key.
    Key(&'s str),
    /// To the element of an array with this index.
    Index(usize),
}

impl Step<'_> {
    /// The RFC 6901 pointer to where these steps lead down from the root of a document. A key in which
    /// a secret is found is written as `sha256:` and 16 hexadecimal digits.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::Step;
    ///
    /// assert_eq!(Step::pointer(&[Step::Key("a/b"), Step::Index(2)]), "/a~1b/2");
    /// ```
    pub fn pointer(steps: &[Step<'_>]) -> String {
        let mut pointer = Pointer::root();
        for step in steps {
            match step {
                Step::Key(key) => pointer.append_key(key),
                Step::Index(index) => pointer.append_index(*index),
            }
        }
        pointer.into_string()
    }
}

/// One fault of form in an event or a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// An RFC 6901 JSON pointer to the field; empty for the whole document. A key in which a secret
    /// was found is written as `sha256:` and 16 hexadecimal digits. One of more than 512 bytes is cut
    /// and ends with `…`.
    pub path: String,
    /// What kind of fault it is.
    pub code: FaultCode,
    /// One sentence that names the field, what was found and what is allowed.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(path: &Path<'_>, code: FaultCode, message: String) -> Self {
        Self { path: path.pointer().into_string(), code, message }
    }

    /// A fault that a binding found while it turned its host's objects into a tree: at the value to
    /// which these steps lead down from the event. The message must not hold the value.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::{Fault, Step, codes::FaultCode};
    ///
    /// let steps = [Step::Key("proposed_arguments"), Step::Key("a/b"), Step::Index(2)];
    /// let message = "a set is not a JSON value".to_owned();
    /// let fault = Fault::at(&steps, FaultCode::WrongType, message);
    /// assert_eq!(fault.path, "/proposed_arguments/a~1b/2");
    /// ```
    pub fn at(steps: &[Step<'_>], code: FaultCode, message: String) -> Self {
        Self { path: Step::pointer(steps), code, message }
    }

    /// The fault of a text with more bytes than the limit allows, for a host that did not keep a text
    /// which was too large. [`Gate::check_bytes`](crate::Gate::check_bytes) finds the same.
    pub fn event_too_large(bytes: u64, limit: usize) -> Self {
        Self {
            path: Pointer::root().into_string(),
            code: FaultCode::EventTooLarge,
            message: format!("the text has {bytes} bytes; at most {limit} are allowed"),
        }
    }
}

/// A length as messages count it.
pub(crate) fn size(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// The faults that a host found, as a decision holds them. How many there are, and how long their texts
/// are, is nothing that the host has to see to.
pub(crate) fn shown_faults(mut faults: Vec<Fault>) -> Listed<Fault> {
    let total = faults.len();
    faults.truncate(MOST);
    for fault in &mut faults {
        fault.path = shortened(mem::take(&mut fault.path), LONGEST);
        fault.message = shortened(mem::take(&mut fault.message), LONGEST_MESSAGE);
    }
    Listed::of(faults, total)
}
