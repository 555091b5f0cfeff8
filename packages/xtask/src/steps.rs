//! The steps of `cargo xtask test`, quick ones first.

use anyhow::Result;

use crate::report::Outcome;
use crate::workspace::{UNIT, cargo, run};
use crate::{
    arguments, bench, bless, cases, circles, cli, component, conformance, deny, generate, linear,
    mcp, no_std, npm, python, readme, sandbox, tables, wasm,
};

/// Steps that run one after the other. Two lanes share no folder of cargo, so that neither waits for the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// What builds for tests, and what builds little.
    Tests,
    /// What builds for release: the packages, and everything that is tried with them.
    Packages,
    /// When both are done: what wants something from each.
    Last,
}

/// One check with the command that does the same by hand.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) lane: Lane,
    pub(crate) label: &'static str,
    pub(crate) command: &'static str,
    /// Runs it, and may install what is missing if it is told so.
    pub(crate) run: fn(bool) -> Result<Outcome>,
}

const CLIPPY: &str = "cargo clippy --workspace --all-targets --locked -- -D warnings";

const OWN: &str = "cargo test --locked --package xtask";

/// In test mode each bench runs once: that shows more than that it compiles, and costs less than building
/// everything for release.
const BENCHES: &str = "cargo test --locked --bench *";

/// Every step. Adding one here is all that it takes.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        lane: Lane::Tests,
        label: "formatting",
        command: "cargo fmt --all --check",
        run: |_| by_cargo("cargo fmt --all --check"),
    },
    Step {
        name: "clippy",
        lane: Lane::Tests,
        label: "lints",
        command: CLIPPY,
        run: |_| by_cargo(CLIPPY),
    },
    Step {
        name: "circles",
        lane: Lane::Tests,
        label: "no files use each other in a circle",
        command: "cargo xtask circles",
        run: |_| circles::check(),
    },
    Step {
        name: "unit",
        lane: Lane::Tests,
        label: "tests and doc tests",
        command: UNIT,
        run: sandbox::unit,
    },
    Step {
        name: "xtask",
        lane: Lane::Tests,
        label: "tests of these tools",
        command: OWN,
        run: |_| by_cargo(OWN),
    },
    Step {
        name: "gen",
        lane: Lane::Tests,
        label: "generated files are current",
        command: "cargo xtask gen --check",
        run: |_| generate::check(),
    },
    Step {
        name: "bless",
        lane: Lane::Tests,
        label: "recorded decisions are current",
        command: "cargo xtask bless --check",
        run: |_| bless::check(),
    },
    Step {
        name: "codes",
        lane: Lane::Tests,
        label: "every code has a case",
        command: "cargo xtask cases",
        run: |_| cases::check(),
    },
    Step {
        name: "tables",
        lane: Lane::Tests,
        label: "one table of verbs, one of characters",
        command: "cargo xtask test --only tables",
        run: |_| tables::check(),
    },
    Step {
        name: "arguments",
        lane: Lane::Tests,
        label: "arguments, held against SQLite, Python and Node",
        command: "cargo xtask test --only arguments",
        run: |_| arguments::check(),
    },
    Step {
        name: "readme",
        lane: Lane::Tests,
        label: "README examples",
        command: "cargo xtask test --only readme",
        run: |_| readme::check(),
    },
    Step {
        name: "features",
        lane: Lane::Tests,
        label: "the command with few features, and what it leaves out",
        command: "cargo xtask test --only features",
        run: |_| cli::features(),
    },
    Step {
        name: "deny",
        lane: Lane::Tests,
        label: "licences, sources and duplicates of dependencies",
        command: "cargo deny check",
        run: deny::check,
    },
    Step {
        name: "no-std",
        lane: Lane::Tests,
        label: "core without std, this machine's target",
        command: "cargo xtask test --only no-std",
        run: |_| no_std::check(),
    },
    Step {
        name: "wasm",
        lane: Lane::Packages,
        label: "core without std, wasm32-unknown-unknown",
        command: "cargo xtask test --only wasm",
        run: wasm::check,
    },
    Step {
        name: "component",
        lane: Lane::Tests,
        label: "WebAssembly component: build, imports, size, host",
        command: "cargo xtask test --only component",
        run: component::check,
    },
    Step {
        name: "python",
        lane: Lane::Packages,
        label: "Python package: wheel, tests, types, examples",
        command: "cargo xtask python",
        run: python::check,
    },
    Step {
        name: "release",
        lane: Lane::Packages,
        label: "the whole command as it is released: size",
        command: "cargo xtask test --only release",
        run: |_| cli::release(),
    },
    Step {
        name: "mcp",
        lane: Lane::Last,
        label: "MCP servers, asked by the official clients",
        command: "cargo xtask test --only mcp",
        run: mcp::check,
    },
    Step {
        name: "npm",
        lane: Lane::Packages,
        label: "npm package and native addon, as users get them",
        command: "cargo xtask npm",
        run: npm::check,
    },
    Step {
        name: "soak",
        lane: Lane::Last,
        label: "a million checks without growth of memory",
        command: "cargo xtask bench --soak",
        run: bench::soak,
    },
    Step {
        name: "conformance",
        lane: Lane::Last,
        label: "every surface decides every case alike",
        command: "cargo xtask conformance",
        run: conformance::check,
    },
    Step {
        name: "linear",
        lane: Lane::Last,
        label: "hostile text costs no more than prose",
        command: "cargo xtask test --only linear",
        run: linear::check,
    },
    Step {
        name: "bench",
        lane: Lane::Tests,
        label: "benches run once",
        command: BENCHES,
        run: |_| by_cargo(BENCHES),
    },
];

/// Runs the command as it is shown.
fn by_cargo(command: &str) -> Result<Outcome> {
    run(&mut cargo(command.split(' ').skip(1)))?;
    Ok(Outcome::passed(""))
}
