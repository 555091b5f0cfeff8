//! The servers for the Model Context Protocol: asked by the official clients, and by hand.
//!
//! One suite asks them all.

use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::cli::FULL;
use crate::conformance::Setting;
use crate::python::Installed;
use crate::report::Outcome;
use crate::workspace::{cargo, command, first_line, root, run, target_folder};

/// The suite, and the official TypeScript client with its lock file.
const TESTS: &str = "tests/mcp";

const CONFORMANCE: &str = "tests/mcp/test_mcp_conformance.py";

/// How the suite is told what to start, as JSON lists.
const COMMAND: &str = "AANA_MCP_COMMAND";
const CLOCKED: &str = "AANA_MCP_CLOCKED";

/// The name of the file of hashes.
const SURFACE: &str = "AANA_MCP_SURFACE";

/// The surfaces.
pub(crate) const PYTHON: &str = "mcp-python";
pub(crate) const RUST: &str = "mcp-rust";

/// Events that no call can carry: what is not a JSON value by its brackets leaves no message to send it in,
/// and white space around the arguments is not a part of them. The suite names them, and holds each to be
/// answered without a decision, or with one about less white space.
pub(crate) const LEFT_OUT: usize = 19;

/// The step of `cargo xtask test`: both servers, one after the other.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    client()?;
    let python = Installed::fresh(install)?;
    python.pytest(|pytest| pytest.arg(TESTS))?;
    let rust = Servers::build()?;
    python.pytest(|pytest| rust.tell(pytest.arg(TESTS)))?;
    Ok(Outcome::passed("clients: Python, TypeScript"))
}

/// The runner of the server in the wheel.
pub(crate) fn conformance_python(setting: &Setting) -> Result<()> {
    Installed::fresh(setting.install)?.pytest(|pytest| {
        pytest.arg(CONFORMANCE).env("AANA_CONFORMANCE_OUT", &setting.out).env(SURFACE, PYTHON)
    })
}

/// The runner of the server in the command.
pub(crate) fn conformance_rust(setting: &Setting) -> Result<()> {
    let rust = Servers::build()?;
    Installed::fresh(setting.install)?.pytest(|pytest| {
        rust.tell(pytest.arg(CONFORMANCE))
            .env("AANA_CONFORMANCE_OUT", &setting.out)
            .env(SURFACE, RUST)
    })
}

/// The servers in Rust: the command, and the one of the conformance cases.
struct Servers {
    aana: String,
    clocked: String,
}

impl Servers {
    fn build() -> Result<Self> {
        let packages = ["--package", "aana-cli", "--package", "aana-mcp"];
        run(cargo(["build", "--quiet", "--locked", "--bins", "--examples"])
            .args(packages)
            .args(FULL))?;
        let folder = target_folder().join("debug");
        let text = |path: &str| folder.join(path).to_string_lossy().into_owned();
        Ok(Self { aana: text("aana"), clocked: text("examples/with_clock") })
    }

    fn tell<'c>(&self, pytest: &'c mut Command) -> &'c mut Command {
        pytest.env(COMMAND, json!([self.aana, "mcp"]).to_string());
        pytest.env(CLOCKED, json!([self.clocked]).to_string())
    }
}

/// Installs the TypeScript client, at the versions of the lock file.
fn client() -> Result<()> {
    first_line("npm", &["--version"])
        .context("npm is not here; the official TypeScript client is one of its packages")?;
    let mut npm = command("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(root().join(TESTS));
    run(&mut npm)
}
