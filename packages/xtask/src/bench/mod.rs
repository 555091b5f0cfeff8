//! `cargo xtask bench`: what a check costs in every language, and whether many of them cost more.
//!
//! Each language has a runner of its own in `tests/bench`, which prints one line of JSON for each figure.
//! Times of two runs on a shared machine say little, so they are shown as ratios to the core in the same
//! run, and no test depends on them. Memory is another matter: it may not grow, and that is a test.

mod lines;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use crate::beside;
use crate::report::{self, Outcome};
use crate::workspace::{capture, cargo, command, relative, root, run, shown, target_folder};
use crate::{component, npm, python};
use lines::{Memory, Time, parse};

/// What is measured beside the surfaces.
const PEERS: &str = "tests/bench/peers";

/// Calls of the soak test.
const MANY: u32 = 1_000_000;

/// What garbage collection and allocators may hold on to from one half of the calls to the other. A
/// leak of 20 bytes a call would be 10 MB.
const GROWTH: u64 = 8 << 20;

/// Node.js with a collector that can be called, and with little room for what waits to be collected: the
/// memory then stands still within 3 MiB, and by itself within 20.
const COLLECTING: [&str; 3] = ["node", "--expose-gc", "--max-semi-space-size=1"];

/// What `cargo xtask bench` can be told.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// How often each check is made
    #[arg(long, default_value_t = 20_000)]
    calls: u32,
    /// Call a million times instead, and look at the memory
    #[arg(long)]
    soak: bool,
    /// Install what a runner lacks (needs root; implied by CI=true)
    #[arg(long)]
    install: bool,
}

/// Measures, or soaks.
pub(crate) fn execute(options: &BenchArgs) -> Result<()> {
    if options.soak {
        return soak(options.install).map(drop);
    }
    let peers = peers(options.install)?;
    let runners = runners(options.install, "release", &["node"], Some(peers))?;
    let mut times: Vec<Time> = Vec::new();
    for runner in &runners {
        times.extend(parse(&runner.run("measure", options.calls)?)?);
    }
    report::lines(&lines::table(&times), "");
    Ok(())
}

/// A million checks on every surface, as a step of `cargo xtask test`.
pub(crate) fn soak(install: bool) -> Result<Outcome> {
    let mut grown = Vec::new();
    let runners = runners(install, "dev", &COLLECTING, None)?;
    let mut surfaces = 0;
    // Memory is the same beside other work, and a million calls take their time.
    for told in beside::each(&runners, |runner| runner.run("soak", MANY)) {
        for memory in parse::<Memory>(&told?)? {
            surfaces += 1;
            report::line(&memory.to_string());
            if memory.calls != MANY || memory.growth() > GROWTH {
                grown.push(memory.surface);
            }
        }
    }
    // The core and the component come from one runner.
    if surfaces != runners.len() + 1 {
        bail!("{} surfaces were expected to report, and {surfaces} did", runners.len() + 1);
    }
    if !grown.is_empty() {
        bail!("memory grows with the calls on: {}", grown.join(", "));
    }
    Ok(Outcome::passed(format!("{surfaces} surfaces, {MANY} calls each")))
}

/// One program of `tests/bench`: what stands before its command, and what after the number of calls.
struct Runner {
    before: Vec<String>,
    after: Vec<String>,
}

impl Runner {
    fn new(before: &[&str], after: &[PathBuf]) -> Self {
        let after = after.iter().map(|path| path.display().to_string()).collect();
        Self { before: before.iter().map(|&word| word.to_owned()).collect(), after }
    }

    fn run(&self, what: &str, calls: u32) -> Result<String> {
        let mut words = self.before.iter();
        let mut command = command(words.next().map_or("", String::as_str));
        command.args(words).args([what, &calls.to_string()]).args(&self.after);
        report::line(&format!("$ {}", shown(&command)));
        let output = capture(&mut command)?;
        if !output.status.success() {
            report::lines(&[String::from_utf8_lossy(&output.stderr).into_owned()], "");
            bail!("`{}` failed ({})", shown(&command), output.status);
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Builds the program of the core and the component, and says where it lies.
fn rust(profile: &str) -> Result<PathBuf> {
    let mut build = cargo(["build", "--quiet", "--locked", "--profile", profile, "--bins"]);
    build.args(["--package", "aana-bench"]);
    if profile == "dev" {
        // Beside the tests of the host: by itself, it would have wasmtime compiled once more than they.
        build.args(["--package", "aana-host", "--tests"]);
    }
    run(&mut build)?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target_folder().join(folder).join("aana-bench"))
}

/// Installs what others offer beside the gate, for measuring alone, and says which Python has it beside the wheel. The
/// runners leave out whom they do not find.
fn peers(install: bool) -> Result<PathBuf> {
    let mut npm = command("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(root().join(PEERS));
    run(&mut npm)?;
    python::interpreter_with_wheel_and(
        "target/python/bench",
        &format!("{PEERS}/requirements.txt"),
        install,
    )
}

/// Builds everything and says how each runner is started.
///
/// With the interpreter that has the peers, Python runs there.
fn runners(
    install: bool,
    profile: &str,
    node: &[&str],
    peers: Option<PathBuf>,
) -> Result<[Runner; 4]> {
    component::GATE.build(install)?;
    let component = root().join(component::FILE);
    let (package, addon) = npm::built(install)?;
    let python = match peers {
        Some(python) => python,
        None => python::interpreter_with_wheel(install)?,
    };
    let rust = rust(profile)?;
    let node = [node, &["tests/bench/bench.mjs"]].concat();
    Ok([
        Runner::new(&[&rust.to_string_lossy()], &[component]),
        Runner::new(&node, std::slice::from_ref(&package)),
        Runner::new(&node, &[package, addon]),
        Runner::new(&[&relative(&python), "tests/bench/bench.py"], &[]),
    ])
}
