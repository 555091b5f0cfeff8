//! The steps of `cargo xtask test`, quick ones first.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::report::Outcome;
use crate::test::Options;
use crate::workspace::{capture, cargo, run};
use crate::{
    bench, bless, cases, component, conformance, deny, generate, linear, mcp, no_std, npm, python,
    readme, schemas, wasm,
};

/// One check with the command that does the same by hand.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) command: &'static str,
    pub(crate) run: fn(&Options) -> Result<Outcome>,
}

const CLIPPY: &str = "cargo clippy --workspace --all-targets --locked -- -D warnings";

/// The host's tests are for the step `component`, which has a component to run: with the features that
/// all crates together ask for, wasmtime would be compiled once more than it is there.
pub(crate) const UNIT: &str =
    "cargo test --workspace --exclude aana-host --exclude aana-bench --locked";

/// Every step. Adding one here is all that it takes.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        label: "formatting",
        command: "cargo fmt --all --check",
        run: |_| by_cargo("cargo fmt --all --check"),
    },
    Step { name: "clippy", label: "lints", command: CLIPPY, run: |_| by_cargo(CLIPPY) },
    Step { name: "unit", label: "tests and doc tests", command: UNIT, run: |_| by_cargo(UNIT) },
    Step {
        name: "gen",
        label: "generated files are current",
        command: "cargo xtask gen --check",
        run: |_| generate::check(),
    },
    Step {
        name: "bless",
        label: "recorded decisions are current",
        command: "cargo xtask bless --check",
        run: |_| bless::check(),
    },
    Step {
        name: "codes",
        label: "every code has a case",
        command: "cargo xtask cases",
        run: |_| cases::check(),
    },
    Step {
        name: "schemas",
        label: "JSON Schemas and what they describe",
        command: "cargo xtask test --only schemas",
        run: |_| schemas::check(),
    },
    Step {
        name: "readme",
        label: "README examples",
        command: "cargo xtask test --only readme",
        run: |_| readme::check(),
    },
    Step {
        name: "deny",
        label: "licences, sources and duplicates of dependencies",
        command: "cargo deny check",
        run: |options| deny::check(options.install),
    },
    Step {
        name: "no-std",
        label: "core without std, this machine's target",
        command: "cargo xtask test --only no-std",
        run: |_| no_std::check(),
    },
    Step {
        name: "wasm",
        label: "core without std, wasm32-unknown-unknown",
        command: "cargo xtask test --only wasm",
        run: |options| wasm::check(options.install),
    },
    Step {
        name: "component",
        label: "WebAssembly component: build, imports, size, host",
        command: "cargo xtask test --only component",
        run: |options| component::check(options.install),
    },
    Step {
        name: "python",
        label: "Python package: wheel, tests, types, examples",
        command: "cargo xtask python",
        run: |options| python::check(options.install),
    },
    Step {
        name: "mcp",
        label: "MCP servers, asked by the official clients",
        command: "cargo xtask test --only mcp",
        run: |options| mcp::check(options.install),
    },
    Step {
        name: "npm",
        label: "npm package and native addon, as users get them",
        command: "cargo xtask npm",
        run: |options| npm::check(options.install),
    },
    Step {
        name: "soak",
        label: "a million checks without growth of memory",
        command: "cargo xtask bench --soak",
        run: |options| bench::soak(options.install),
    },
    Step {
        name: "conformance",
        label: "every surface decides every case alike",
        command: "cargo xtask conformance",
        run: |options| conformance::check(options.install),
    },
    Step {
        name: "linear",
        label: "hostile text costs no more than prose",
        command: "cargo xtask test --only linear",
        run: |options| linear::check(options.install),
    },
    Step {
        name: "bench",
        label: "benches run once",
        command: "cargo test --locked --package aana-core --bench '*'",
        run: |_| benches(),
    },
];

/// Runs the command as it is shown.
fn by_cargo(command: &str) -> Result<Outcome> {
    run(&mut cargo(command.split(' ').skip(1)))?;
    Ok(Outcome::passed(""))
}

/// In test mode each bench runs once: that shows more than that it compiles, and costs less than
/// building everything for release.
fn benches() -> Result<Outcome> {
    let output = capture(&mut cargo([
        "metadata",
        "--no-deps",
        "--locked",
        "--offline",
        "--format-version=1",
    ]))?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())
        .context("cargo metadata gave no JSON")?;
    let is_bench = |target: &Value| target["kind"][0] == "bench";
    let packages: Vec<&str> = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|package| package["targets"].as_array().is_some_and(|all| all.iter().any(is_bench)))
        .filter_map(|package| package["name"].as_str())
        .collect();
    if packages.is_empty() {
        bail!("there is no bench target");
    }
    for package in &packages {
        run(&mut cargo(["test", "--locked", "--package", package, "--bench", "*"]))?;
    }
    Ok(Outcome::passed(packages.join(", ")))
}
