//! Reads an event up to a limit: its size is not trusted.

use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;

use aana_audit::open_regular_or_given;
use aana_core::{Decision, Fault, Gate};

use crate::exit::Failure;
use crate::output;

/// What was read.
#[derive(Debug)]
pub(crate) enum Input {
    /// All of it.
    Bytes(Vec<u8>),
    /// There is more than the limit: how many bytes, as far as is known.
    TooLarge(u64),
}

/// The path of a file argument; `None` is the standard input.
pub(crate) fn path(file: Option<&Path>) -> Option<&Path> {
    file.filter(|path| path.as_os_str() != "-" && path.as_os_str() != "/dev/stdin")
}

/// Opens a regular file, what a shell's `<(command)` stands for, or the standard input. A named pipe is an
/// error, since nobody may ever write to it; `- < pipe` says that it is to be waited for.
pub(crate) fn open(path: Option<&Path>) -> Result<Box<dyn Read + Send>, Failure> {
    let Some(path) = path else {
        if io::stdin().is_terminal() {
            output::note("reading from the terminal; the end of the input is ctrl-d\n");
        }
        return Ok(Box::new(io::stdin()));
    };
    match open_regular_or_given(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(Failure::reading(Some(path), &error)),
    }
}

/// Whether somebody wrote an event or another document itself where its file belongs, also as in
/// `--policy={...}`. Its text must not end up in an error message, and so in a log.
pub(crate) fn is_inline(argument: &OsStr) -> bool {
    let text = argument.as_encoded_bytes();
    let value = match text.iter().position(|byte| *byte == b'=') {
        Some(at) if text.starts_with(b"--") => text.get(at + 1..).unwrap_or_default(),
        _ => text,
    };
    let value = value.trim_ascii();
    value.starts_with(b"{") || value.starts_with(b"[") && value.ends_with(b"]")
}

/// The error about it.
pub(crate) fn inline() -> Failure {
    let message = "an argument is JSON text instead of the name of a file; write it to a file, or pipe an event in";
    Failure::Usage(message.to_owned())
}

/// Reads a file or the standard input, but never more than one byte beyond the limit.
pub(crate) fn read(path: Option<&Path>, limit: usize) -> Result<Input, Failure> {
    let source = open(path)?;
    let limit = u64::try_from(limit).unwrap_or(u64::MAX);
    if let Some(size) = size(path).filter(|size| *size > limit) {
        return Ok(Input::TooLarge(size));
    }
    let mut bytes = Vec::new();
    let read = source
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::reading(path, &error))?;
    let read = u64::try_from(read).unwrap_or(u64::MAX);
    Ok(if read > limit { Input::TooLarge(read) } else { Input::Bytes(bytes) })
}

/// The size of a regular file.
pub(crate) fn size(path: Option<&Path>) -> Option<u64> {
    let metadata = path?.metadata().ok()?;
    metadata.is_file().then_some(metadata.len())
}

impl Input {
    /// The gate's decision about what was read; `attested` are the refs that the host has checked itself.
    pub(crate) fn decide(&self, gate: &Gate, now_ms: i64, attested: &[u32]) -> Decision<'_> {
        match self {
            Self::Bytes(bytes) => gate.attesting(attested).check_bytes(bytes, now_ms),
            Self::TooLarge(size) => refuse_large(gate, *size, now_ms),
        }
    }
}

/// The refusal of an event that was too large to be kept.
pub(crate) fn refuse_large<'e>(gate: &Gate, bytes: u64, now_ms: i64) -> Decision<'e> {
    gate.refuse([Fault::event_too_large(bytes, gate.max_event_bytes())].into(), now_ms)
}
