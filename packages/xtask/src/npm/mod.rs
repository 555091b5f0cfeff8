//! The npm package and the native addon: built, and tested as users get them.

mod addon;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::conformance::Setting;
use crate::once::Once;
use crate::report::Outcome;
use crate::workspace::{command, first_line, root, run};
use crate::{debian, module, report, sizes};

/// The package in the tree.
const PACKAGE: &str = "packages/integration-sdk";

/// Where the packed tarball is tried, with tools of its own.
const PACKAGING: &str = "tests/packaging/npm";

/// Where it stands among the agent frameworks.
const FRAMEWORKS: &str = "tests/integrations-npm";

/// Where the package of the addon is put together.
const ADDON: &str = "dist/native-linux-x64-gnu";

const CHROMIUM: &str = "/usr/bin/chromium";

/// The oldest major version of Node.js on which the package and its tools run.
const NODE: u32 = 20;

/// What `cargo xtask npm` can be told.
#[derive(Args)]
pub(crate) struct NpmArgs {
    /// Build only, and test nothing
    #[arg(long)]
    build: bool,
    /// Install what is missing (needs root; implied by CI=true)
    #[arg(long)]
    install: bool,
}

/// Builds and tests the package, as a step of `cargo xtask test`.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    execute(&NpmArgs { build: false, install })
}

/// Builds and tests the package.
pub(crate) fn execute(options: &NpmArgs) -> Result<Outcome> {
    let sizes = build(options.install)?;
    if options.build {
        return Ok(Outcome::passed(sizes));
    }
    let addon = addon(options.install)?;
    chromium(options.install)?;
    let tests = ["stringify", "guard", "limits", "planted", "gate", "load"]
        .map(|it| format!("test/{it}.test.mjs"));
    let tests = tests.each_ref().map(String::as_str);
    run(&mut node_test(&tests))?;
    run(&mut node_test(&["test/types.test.mjs"]))?;
    run(&mut node_test(&[
        "test/formats.test.mjs",
        "test/policy.test.mjs",
        "test/pipeline.test.mjs",
    ]))?;
    run(&mut node_test(&["test/integrations.test.mjs", "test/integrations-evidence.test.mjs"]))?;
    run(node_test(&["test/native.test.mjs"]).env("AANA_ADDON", &addon))?;
    // What becomes of values is the same with the addon.
    let preload = format!("--import={}", root().join(PACKAGING).join("with-addon.mjs").display());
    let values = &tests[..4];
    run(node_test(values).env("AANA_ADDON", &addon).env("NODE_OPTIONS", preload))?;
    run(command("npm").current_dir(root().join(PACKAGING)).args(["ci", "--silent"]))?;
    // With a Node.js of those that came with that, for SQLite.
    run(&mut node_test(&["test/confirmation.test.mjs"]))?;
    for file in ["packed", "bundlers", "runtimes"] {
        let file = format!("../../{PACKAGING}/{file}.test.mjs");
        run(node_test(&[&file]).env("AANA_ADDON", &addon))?;
    }
    frameworks()?;
    Ok(Outcome::passed(sizes))
}

/// Tests the tarball with each framework itself. The AI SDK needs a later Node.js than the package does.
fn frameworks() -> Result<()> {
    let folder = root().join(FRAMEWORKS);
    let later = root().join(PACKAGING).join("node_modules/node22/bin/node");
    run(command("npm").current_dir(&folder).args(["ci", "--silent"]))?;
    run(command("node").current_dir(&folder).arg("setup.mjs"))?;
    let tests = ["--test", "--test-reporter=dot"];
    let files = [
        "langchain.test.mjs",
        "langchain-answers.test.mjs",
        "langchain-entries.test.mjs",
        "langchain-mcp.test.mjs",
    ];
    run(command("node").current_dir(&folder).args(tests).args(files))?;
    let files = ["mcp.test.mjs", "mcp-answers.test.mjs"];
    run(command("node").current_dir(&folder).args(tests).args(files))?;
    let files = [
        "ai-sdk.test.mjs",
        "ai-sdk-answers.test.mjs",
        "ai-sdk-entries.test.mjs",
        "ai-sdk-mcp.test.mjs",
        "readme.test.mjs",
    ];
    run(command(later).current_dir(&folder).args(tests).args(files))
}

/// The folder of the built package, and the built addon.
pub(crate) fn built(install: bool) -> Result<(PathBuf, PathBuf)> {
    build(install)?;
    Ok((root().join(PACKAGE), addon(install)?))
}

/// Bundles the package into one file for the page of the HTTP service, which the wheel carries. That is the
/// gate alone.
pub(crate) fn page_script(install: bool) -> Result<()> {
    module::GATE.build(install)?;
    tools()?;
    bundle_for_pages(&root().join("bindings-python/python/aana/service/page/aana.js"))
}

/// What a page loads, with all that the package exports there.
fn bundle_for_pages(script: &Path) -> Result<()> {
    let mut esbuild = in_package("node_modules/.bin/esbuild");
    esbuild.args(["src/entries/index.ts", "--bundle", "--minify", "--format=esm"]);
    esbuild.args(["--target=es2022", "--charset=utf8", "--platform=neutral"]);
    esbuild.args(["--main-fields=module,main", "--external:node:*", "--log-level=warning"]);
    esbuild.arg(format!("--outfile={}", script.display()));
    run(&mut esbuild)
}

/// Measures what a page loads.
fn page_size() -> Result<String> {
    let script = root().join("target/npm-page.js");
    bundle_for_pages(&script)?;
    let sizes = sizes::check("npm-page", &fs::read(script)?)?;
    report::line(&sizes);
    Ok(sizes)
}

/// Every case through the package in Node.js.
pub(crate) fn conformance_node(setting: &Setting) -> Result<()> {
    build(setting.install)?;
    setting.run(&mut node_test(&["test/conformance.test.mjs"]))
}

/// Every case of the formats through the package in Node.js.
pub(crate) fn conformance_formats(setting: &Setting) -> Result<()> {
    build(setting.install)?;
    setting.run(&mut node_test(&["test/formats-conformance.test.mjs"]))
}

/// Every case through the package in Chromium.
pub(crate) fn conformance_chromium(setting: &Setting) -> Result<()> {
    build(setting.install)?;
    chromium(setting.install)?;
    setting.run(&mut node_test(&["test/conformance-chromium.test.mjs"]))
}

/// Every case through the addon.
pub(crate) fn conformance_addon(setting: &Setting) -> Result<()> {
    build(setting.install)?;
    let addon = addon(setting.install)?;
    let mut command = node_test(&["test/conformance.test.mjs"]);
    setting.run(command.env("AANA_ENGINE", "native").env("AANA_ADDON", addon))
}

/// Installs the tools of the lock file and builds the package, once for one run of this program.
fn build(install: bool) -> Result<String> {
    static BUILT: Once<String> = Once::new();
    BUILT.get(|| {
        let modules = [module::GATE.build(install)?, module::build_formats(install)?].join("; ");
        tools()?;
        run(in_package("npm").args(["run", "--silent", "build"]))?;
        Ok([modules, page_size()?].join("; "))
    })
}

/// Sees to it that Node.js is there, and installs the tools of the package's lock file, once for
/// one run of this program.
pub(crate) fn tools() -> Result<()> {
    static INSTALLED: Once<()> = Once::new();
    INSTALLED.get(|| {
        let version = first_line("node", &["--version"])
            .context("Node.js is not here; the npm package needs it, with npm")?;
        let major =
            version.trim_start_matches('v').split('.').next().and_then(|it| it.parse().ok());
        if major.is_none_or(|major: u32| major < NODE) {
            bail!("Node.js {version} is here; the npm package needs {NODE} or later");
        }
        run(in_package("npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))
    })
}

/// Builds the addon and puts its package together, once for one run of this program; gives the path of the
/// addon.
fn addon(install: bool) -> Result<PathBuf> {
    static BUILT: Once<PathBuf> = Once::new();
    BUILT.get(|| {
        let built = addon::build(install)?;
        let folder = root().join(ADDON);
        fs::create_dir_all(&folder)?;
        let addon = folder.join("aana.node");
        copy(&built, &addon)?;
        for file in ["package.json", "README.md"] {
            copy(&root().join("bindings-node").join(file), &folder.join(file))?;
        }
        Ok(addon)
    })
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display())).map(drop)
}

/// Sees to it that Chromium is there.
pub(crate) fn chromium(install: bool) -> Result<()> {
    let is_here = || Path::new(CHROMIUM).exists();
    if !is_here() && debian::may_install(install) {
        debian::install(&["chromium"], "the tests in a browser")?;
    }
    if is_here() {
        return Ok(());
    }
    bail!("{CHROMIUM} is not here: `apt-get install chromium`, or this step with `--install`")
}

fn node_test(files: &[&str]) -> Command {
    let mut command = in_package("node");
    command.args(["--test", "--test-reporter=dot"]).args(files);
    command
}

fn in_package(program: &str) -> Command {
    let mut command = command(program);
    command.current_dir(root().join(PACKAGE));
    command
}
