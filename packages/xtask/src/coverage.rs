//! The line coverage of the core.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::report;
use crate::workspace::{capture, cargo, cargo_plugin, command, first_line};

const LEAST_PERCENT: f64 = 95.0;

/// Measures and prints it, by file; fails below the limit.
pub(crate) fn run() -> Result<()> {
    cargo_plugin("llvm-cov").context(
        "cargo-llvm-cov is not installed (`cargo install cargo-llvm-cov --locked`, and \
         `rustup component add llvm-tools`)",
    )?;
    let mut command = cargo(["llvm-cov", "--package", "aana-core", "--locked"]);
    command.args([
        "--json",
        "--summary-only",
        "--ignore-filename-regex",
        "packages/|/tests?(/|\\.rs)",
    ]);
    use_system_llvm(&mut command);
    let output = capture(&mut command)?;
    if !output.status.success() {
        bail!("cargo llvm-cov failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let report: Value =
        serde_json::from_slice(&output.stdout).context("cargo llvm-cov gave no JSON")?;
    let data = &report["data"][0];
    for file in data["files"].as_array().into_iter().flatten() {
        let name = file["filename"].as_str().unwrap_or_default();
        let name = name.rsplit_once("/core/").map_or(name, |(_, inner)| inner);
        report::line(&format!("{:6.2} %  {name}", percent(file, "summary")?));
    }
    let total = percent(data, "totals")?;
    report::line(&format!("{total:6.2} %  lines of the core"));
    if total < LEAST_PERCENT {
        bail!("the line coverage of the core is below {LEAST_PERCENT} %");
    }
    Ok(())
}

/// Points to the system's LLVM tools of the compiler's own version, where the toolchain has none.
fn use_system_llvm(coverage: &mut Command) {
    let sysroot = first_line("rustc", &["--print", "sysroot"]).unwrap_or_default();
    let Ok(output) = capture(command("rustc").arg("-vV")) else { return };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    let (Some(host), Some(llvm)) = (field("host: "), field("LLVM version: ")) else { return };
    let own = Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/llvm-cov");
    let major = llvm.split('.').next().unwrap_or_default();
    let [cov, data] =
        ["cov", "profdata"].map(|tool| PathBuf::from(format!("/usr/bin/llvm-{tool}-{major}")));
    if !own.exists() && cov.exists() && data.exists() {
        coverage.env("LLVM_COV", cov).env("LLVM_PROFDATA", data);
    }
}

fn percent(of: &Value, part: &str) -> Result<f64> {
    of[part]["lines"]["percent"].as_f64().context("cargo llvm-cov reported no line coverage")
}
