//! What this machine has and lacks.

use anyhow::{Result, bail};

use crate::report;
use crate::wasm::{DEBIAN_PACKAGES, Route, TARGET};
use crate::workspace::{cargo_plugin, first_line};

/// A tool, what it is for and how to get it.
struct Need {
    tool: &'static str,
    found: Option<String>,
    purpose: &'static str,
    how: String,
    /// Whether `cargo xtask test` fails without it.
    required: bool,
}

/// Prints the table; fails if something that the tests need is missing.
pub(crate) fn run() -> Result<()> {
    let needs = needs();
    let width = needs.iter().map(|need| need.tool.len()).max().unwrap_or(0);
    for need in &needs {
        let (word, what) = match &need.found {
            Some(version) => ("found", version.as_str()),
            None if need.required => ("MISSING", need.how.as_str()),
            None => ("absent", need.how.as_str()),
        };
        report::line(&format!(
            "{:width$}  {word:7}  for {}\n{:width$}           {what}",
            need.tool, need.purpose, ""
        ));
    }
    let missing: Vec<&str> = needs
        .iter()
        .filter(|need| need.required && need.found.is_none())
        .map(|need| need.tool)
        .collect();
    if !missing.is_empty() {
        bail!("`cargo xtask test` needs {}", missing.join(", "));
    }
    report::line("\neverything that `cargo xtask test` needs is here");
    Ok(())
}

fn needs() -> Vec<Need> {
    let minimum = env!("CARGO_PKG_RUST_VERSION");
    let tool = |tool, found, purpose, how: &str, required| Need {
        tool,
        found,
        purpose,
        how: how.to_owned(),
        required,
    };
    vec![
        tool(
            "rustc",
            first_line("rustc", &["--version"]).filter(|line| is_new_enough(line, minimum)),
            "everything",
            &format!("`rustup update stable`: at least Rust {minimum} is needed"),
            true,
        ),
        tool(
            "rustfmt",
            cargo_plugin("fmt"),
            "the step fmt",
            "`rustup component add rustfmt`",
            true,
        ),
        tool(
            "clippy",
            cargo_plugin("clippy"),
            "the step clippy",
            "`rustup component add clippy`",
            true,
        ),
        tool(
            "bash",
            first_line("bash", &["--version"]),
            "the step readme",
            "the system's packages",
            true,
        ),
        tool(
            TARGET,
            Route::find().map(|route| route.describe().to_owned()),
            "the step wasm",
            &format!(
                "`rustup target add {TARGET}`, or on Debian the packages {}",
                DEBIAN_PACKAGES.join(" ")
            ),
            true,
        ),
        tool(
            "cargo-deny",
            cargo_plugin("deny"),
            "the step deny",
            "`cargo install cargo-deny --locked`",
            true,
        ),
        tool(
            "cargo-llvm-cov",
            cargo_plugin("llvm-cov"),
            "`cargo xtask coverage`",
            "`cargo install cargo-llvm-cov --locked` and `rustup component add llvm-tools`",
            false,
        ),
        tool(
            "valgrind",
            first_line("valgrind", &["--version"]),
            "the step linear",
            "the system's packages",
            true,
        ),
        tool(
            "bwrap",
            first_line("bwrap", &["--version"]),
            "the step unit, whose runs of requests are in its sandbox",
            "the system's packages: `bubblewrap`",
            true,
        ),
        tool(
            "node",
            first_line("node", &["--version"]),
            "the steps npm and conformance",
            "https://nodejs.org, 20 or later, with npm",
            true,
        ),
        tool(
            "python3",
            first_line("python3", &["--version"]),
            "the Python package",
            "https://www.python.org, 3.10 or later, with `venv`",
            true,
        ),
        tool(
            "chromium",
            first_line("chromium", &["--version"]),
            "the steps npm and conformance, in a real browser",
            "on Debian `apt-get install --no-install-recommends chromium`",
            true,
        ),
    ]
}

/// Compares the version in `rustc 1.95.0 (...)` with one like `1.95`.
fn is_new_enough(rustc: &str, minimum: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        let digits = |part: &str| part.chars().take_while(char::is_ascii_digit).collect::<String>();
        text.split('.').map_while(|part| digits(part).parse().ok()).collect()
    };
    let version = rustc.split_whitespace().nth(1).unwrap_or_default();
    numbers(version) >= numbers(minimum)
}

#[cfg(test)]
mod tests {
    use super::is_new_enough;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(is_new_enough("rustc 1.95.0 (59807616e 2026-04-14)", "1.95"));
        assert!(is_new_enough("rustc 1.100.0-nightly", "1.95"));
        assert!(is_new_enough("rustc 2.0.0", "1.95.1"));
        assert!(!is_new_enough("rustc 1.94.9", "1.95"));
        assert!(!is_new_enough("", "1.95"));
    }
}
