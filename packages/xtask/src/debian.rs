//! Debian packages, for machines that are there to be used up.

use std::{env, fs};

use anyhow::{Result, bail};

use crate::report;
use crate::workspace::{command, first_line, run};

/// Whether packages may be installed: somebody asked for it, or this is the continuous integration.
pub(crate) fn may_install(asked: bool) -> bool {
    asked || env::var("CI").is_ok_and(|value| value == "true")
}

/// Installs packages, for the purpose that a message names.
pub(crate) fn install(packages: &[&str], purpose: &str) -> Result<()> {
    if first_line("apt-get", &["--version"]).is_none() {
        bail!("apt-get is not here, so nothing can be installed for {purpose}");
    }
    if !is_root() {
        bail!("only root can install the packages for {purpose}: {}", packages.join(" "));
    }
    report::line(&format!("installing the Debian packages for {purpose}"));
    let apt = || {
        let mut command = command("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    run(apt().args(["update", "--quiet"]))?;
    run(apt().args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(packages))
}

/// The effective user of this process, as Linux tells it.
fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ids = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    ids.and_then(|ids| ids.split_whitespace().nth(1)) == Some("0")
}
