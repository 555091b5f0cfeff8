//! The standard output and the standard error, each in colour only where that is wanted.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use anstream::AutoStream;

use crate::exit::Failure;

/// Writes text for people. Colour stays in it only on a terminal, or as `NO_COLOR` and
/// `CLICOLOR_FORCE` say.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    let mut stdout = AutoStream::auto(io::stdout().lock());
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(|error| Failure::writing(&error))
}

/// Writes JSON for machines, byte by byte as it is, also if it is not UTF-8, except on a terminal.
pub(crate) fn exact_json(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let text = text.as_ref();
    if io::stdout().is_terminal() { json(&String::from_utf8_lossy(text)) } else { bytes(text) }
}

/// Writes text for machines, byte by byte as it is.
pub(crate) fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|error| Failure::writing(&error))
}

/// Writes JSON text in which what could steer a terminal, or show one thing as another, stands as
/// `\u` escapes. It is the same JSON: outside of strings there are no such characters.
pub(crate) fn json(text: &str) -> Result<(), Failure> {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ' '..='~' | '\n') || character.is_alphanumeric() {
            shown.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        }
    }
    bytes(shown.as_bytes())
}

/// Writes to the standard error. Whether anybody hears it changes nothing.
pub(crate) fn note(text: &str) {
    let _ = AutoStream::auto(io::stderr().lock()).write_all(text.as_bytes());
}
