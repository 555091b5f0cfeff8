//! Documents as files: their names in messages, and reading them.

use std::path::Path;

use crate::exit::{self, Failure};
use crate::input::{self, Input};

/// A document as its findings name it.
pub(super) fn name(file: &Path) -> String {
    exit::name(input::path(Some(file))).replace('`', "")
}

/// Reads a document of at most so many bytes.
pub(super) fn read(file: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let source = input::path(Some(file));
    match input::read(source, limit)? {
        Input::Bytes(bytes) => Ok(bytes),
        Input::TooLarge(_) => {
            let name = exit::name(source);
            Err(Failure::NotValid(format!("{name} has more than the {limit} bytes that are read")))
        }
    }
}

/// The same for a document that is text.
pub(super) fn read_text(file: &Path, limit: usize) -> Result<String, Failure> {
    String::from_utf8(read(file, limit)?).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let name = exit::name(input::path(Some(file)));
        Failure::NotValid(format!("{name} is not UTF-8 after byte {valid}"))
    })
}
