//! The steps of `cargo xtask test`, quick ones first.

use anyhow::Result;

use crate::report::Outcome;
use crate::test::Options;
use crate::workspace::{cargo, run};
use crate::{
    bench, bless, cases, cli, component, conformance, deny, generate, linear, mcp, no_std, npm,
    python, readme, wasm,
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
    pub(crate) run: fn(&Options) -> Result<Outcome>,
}

const CLIPPY: &str = "cargo clippy --workspace --all-targets --locked -- -D warnings";

/// The default members. The others have steps of their own.
pub(crate) const UNIT: &str = "cargo test --locked";

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
        name: "unit",
        lane: Lane::Tests,
        label: "tests and doc tests",
        command: UNIT,
        run: |_| by_cargo(UNIT),
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
        run: |options| deny::check(options.install),
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
        run: |options| wasm::check(options.install),
    },
    Step {
        name: "component",
        lane: Lane::Tests,
        label: "WebAssembly component: build, imports, size, host",
        command: "cargo xtask test --only component",
        run: |options| component::check(options.install),
    },
    Step {
        name: "python",
        lane: Lane::Packages,
        label: "Python package: wheel, tests, types, examples",
        command: "cargo xtask python",
        run: |options| python::check(options.install),
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
        run: |options| mcp::check(options.install),
    },
    Step {
        name: "npm",
        lane: Lane::Packages,
        label: "npm package and native addon, as users get them",
        command: "cargo xtask npm",
        run: |options| npm::check(options.install),
    },
    Step {
        name: "soak",
        lane: Lane::Last,
        label: "a million checks without growth of memory",
        command: "cargo xtask bench --soak",
        run: |options| bench::soak(options.install),
    },
    Step {
        name: "conformance",
        lane: Lane::Last,
        label: "every surface decides every case alike",
        command: "cargo xtask conformance",
        run: |options| conformance::check(options.install),
    },
    Step {
        name: "linear",
        lane: Lane::Last,
        label: "hostile text costs no more than prose",
        command: "cargo xtask test --only linear",
        run: |options| linear::check(options.install),
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
