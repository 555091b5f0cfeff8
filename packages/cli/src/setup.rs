//! The gate and the time that a call of the command decides with.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use aana_core::contract::{GATE_VERSION, Mode};
use aana_core::{Gate, time};

use crate::exit::{self, Failure};
use crate::input::{self, Input};
use crate::style::{CODE, printable};

/// How many bytes of a policy are read.
const POLICY_BYTES: usize = 1 << 24;

/// The gate with the operator's policy and mode.
pub(crate) fn gate(policy: Option<&Path>, mode: Option<&str>) -> Result<Gate, Failure> {
    let (gate, _) = gate_and_policy(policy)?;
    Ok(match mode.and_then(Mode::parse) {
        Some(mode) => gate.with_mode(mode),
        None => gate,
    })
}

/// The gate of a policy, and the policy's text.
pub(crate) fn gate_and_policy(path: Option<&Path>) -> Result<(Gate, Option<String>), Failure> {
    let Some(path) = path else { return Ok((Gate::default(), None)) };
    let text = policy_text(path)?;
    let gate = Gate::new(&text).map_err(|error| {
        let mut message = format!("the policy {} is faulty", exit::name(Some(path)));
        for fault in error.faults() {
            let place = if fault.path.is_empty() { "the policy as a whole" } else { &fault.path };
            let _ = write!(
                message,
                "\n  {CODE}{}{CODE:#}: {}",
                printable(place),
                printable(&fault.message)
            );
        }
        Failure::Usage(message)
    })?;
    Ok((gate, Some(text)))
}

/// The text of a policy file.
pub(crate) fn policy_text(path: &Path) -> Result<String, Failure> {
    let faulty = |what: String| {
        Failure::Usage(format!("the policy {} is faulty: {what}", exit::name(Some(path))))
    };
    match input::read(Some(path), POLICY_BYTES)? {
        Input::TooLarge(_) => Err(faulty(format!("it has more than {POLICY_BYTES} bytes"))),
        Input::Bytes(bytes) => String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            faulty(format!("it is not UTF-8 after byte {valid}"))
        }),
    }
}

/// The time of the decision in Unix milliseconds: as `--now` gives it, or the system's.
pub(crate) fn now(given: Option<&str>) -> Result<i64, Failure> {
    match given {
        Some(text) => time::parse(text).ok_or_else(|| {
            let example = "`2026-05-10T00:00:00Z`";
            Failure::Usage(format!("`--now` is not a date and time such as {example}"))
        }),
        None => Ok(clock()),
    }
}

/// The system clock. Before 1970 it cannot be right, and what it says is left to the gate.
pub(crate) fn clock() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(error) => i64::try_from(error.duration().as_millis()).map_or(i64::MIN, |ms| -ms),
    }
}

/// The version of this command and of the gate in it, as decisions name it.
pub(crate) fn version() -> String {
    format!("{} (gate {GATE_VERSION})", env!("CARGO_PKG_VERSION"))
}
