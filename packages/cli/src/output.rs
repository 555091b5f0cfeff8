//! The standard output and the standard error, each in colour only where that is wanted.

use std::io::{self, Write as _};

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

/// Writes text for machines, byte by byte as it is.
pub(crate) fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|error| Failure::writing(&error))
}

/// Writes to the standard error. Whether anybody hears it changes nothing.
pub(crate) fn note(text: &str) {
    let _ = AutoStream::auto(io::stderr().lock()).write_all(text.as_bytes());
}
