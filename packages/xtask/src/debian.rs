//! Debian packages, for machines that are there to be used up.

use std::sync::Mutex;
use std::{env, fs};

use anyhow::{Result, bail};

use crate::once::Once;
use crate::report;
use crate::workspace::{command, first_line, run};

static APT: Mutex<()> = Mutex::new(());

/// The lists of packages, which do not change within a run.
static UPDATED: Once<()> = Once::new();

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
    // One after the other: apt has one lock, and does not wait for it.
    let _held = APT.lock();
    report::line(&format!("installing the Debian packages for {purpose}"));
    let apt = || {
        let mut command = command("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    UPDATED.get(|| run(apt().args(["update", "--quiet"])))?;
    run(apt().args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(packages))
}

/// The effective user of this process, as Linux tells it.
fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ids = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    ids.and_then(|ids| ids.split_whitespace().nth(1)) == Some("0")
}
