//! What the runner of a surface gets to know.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::workspace::{cargo, run};

/// Tells a runner the folder into which it writes.
pub(super) const VARIABLE: &str = "AANA_CONFORMANCE_OUT";

/// What a runner gets to know.
pub(crate) struct Setting {
    /// The folder for the file of hashes, for `AANA_CONFORMANCE_OUT`.
    pub(crate) out: PathBuf,
    /// Whether missing tools may be installed.
    pub(crate) install: bool,
}

impl Setting {
    /// Runs a command of cargo, as it is shown, with the folder in its environment.
    pub(crate) fn cargo(&self, command: &str) -> Result<()> {
        self.run(&mut cargo(command.split(' ').skip(1)))
    }

    /// Runs any command with the folder in its environment.
    pub(crate) fn run(&self, command: &mut Command) -> Result<()> {
        run(command.env(VARIABLE, &self.out))
    }
}
