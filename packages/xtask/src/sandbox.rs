//! The sandbox that `aana request run` starts runs in, which its tests want to be here.

use std::path::Path;

use anyhow::{Result, bail};

use crate::debian;
use crate::report::Outcome;
use crate::workspace::{UNIT, cargo, command, first_line, run};

/// The step `unit`: the tests, with the sandbox there.
pub(crate) fn unit(install: bool) -> Result<Outcome> {
    let is_here = || first_line("bwrap", &["--version"]).is_some();
    let has_python = || Path::new("/usr/bin/python3").is_file();
    if !(is_here() && has_python()) && debian::may_install(install) {
        debian::install(&["bubblewrap", "python3"], "the sandbox of requests")?;
    }
    if !is_here() {
        bail!("bwrap is not here: `apt-get install bubblewrap`, or this step with `--install`");
    }
    run(&mut cargo(UNIT.split(' ').skip(1)))?;
    Ok(Outcome::passed(if makes_namespaces() {
        "requests ran in a sandbox"
    } else {
        "bwrap makes no namespaces here: of the sandbox only its error was tested"
    }))
}

/// Whether this machine lets `bwrap` make a sandbox. Some containers do not.
fn makes_namespaces() -> bool {
    command("bwrap")
        .args(["--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"])
        .args(["--tmpfs", "/tmp", "--", "true"])
        .output()
        .is_ok_and(|output| output.status.success())
}
