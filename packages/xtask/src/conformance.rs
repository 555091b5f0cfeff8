//! `cargo xtask conformance`: every surface decides every case, and all must give the same bytes.
//!
//! Each surface has a runner of its own, in its own language. With `AANA_CONFORMANCE_OUT` set to a
//! folder, a runner writes `<surface>.tsv` there: one line `id<TAB>sha256` for each case, in order.
//! Here the runners are started and their files held against the recorded decisions.

mod matrix;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::component;
use crate::npm;
use crate::python;
use crate::report::{self, Outcome};
use crate::steps;
use crate::workspace::{cargo, root, run};
use matrix::{Expected, Row};

/// Where the runners write.
const FOLDER: &str = "target/conformance";

/// Tells a runner the folder into which it writes.
const VARIABLE: &str = "AANA_CONFORMANCE_OUT";

/// One way to the gate, and how its runner is started.
struct Surface {
    /// As it stands in the matrix; the runner writes `<name>.tsv`.
    name: &'static str,
    run: fn(&Setting) -> Result<()>,
}

/// Every surface. Adding one here is all that it takes.
const SURFACES: &[Surface] = &[
    Surface {
        name: "rust-core",
        // The core has the only test of this name there, and is compiled for that step already.
        run: |setting| setting.cargo(&format!("{} --test conformance", steps::UNIT)),
    },
    Surface { name: "python-wheel", run: python::conformance },
    Surface { name: "wasm-node", run: npm::conformance_node },
    Surface { name: "wasm-chromium", run: npm::conformance_chromium },
    Surface { name: "node-addon", run: npm::conformance_addon },
    Surface { name: "component-wasmtime", run: component::conformance },
    Surface { name: "component-python", run: component::python::conformance },
    Surface { name: "component-jco", run: component::jco::conformance },
];

/// What `cargo xtask conformance` can be told.
#[derive(Args)]
pub(crate) struct Options {
    /// Run only this surface; may be given several times
    #[arg(long, value_name = "SURFACE")]
    only: Vec<String>,
    /// Install what a runner lacks (needs root; implied by CI=true)
    #[arg(long)]
    install: bool,
}

/// What a runner gets to know.
pub(crate) struct Setting {
    /// The folder for the file of hashes, for `AANA_CONFORMANCE_OUT`.
    pub(crate) out: PathBuf,
    /// Whether missing tools may be installed.
    pub(crate) install: bool,
}

impl Setting {
    /// Runs a command of cargo, as it is shown, with the folder in its environment.
    pub(crate) fn cargo(&self, command: &str) -> Result<()> {
        self.run(&mut cargo(command.split(' ').skip(1)))
    }

    /// Runs any command with the folder in its environment.
    pub(crate) fn run(&self, command: &mut std::process::Command) -> Result<()> {
        run(command.env(VARIABLE, &self.out))
    }
}

/// Runs the chosen surfaces and prints the matrix.
pub(crate) fn print(options: &Options) -> Result<()> {
    check_only(&options.only, options.install).map(drop)
}

/// Runs all surfaces, as a step of `cargo xtask test`.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    check_only(&[], install)
}

fn check_only(only: &[String], install: bool) -> Result<Outcome> {
    let expected = Expected::recorded()?;
    let setting = Setting { out: root().join(FOLDER), install };
    let mut rows = Vec::new();
    for surface in choose(only)? {
        report::line(&format!("-- {}", surface.name));
        let start = Instant::now();
        let result = hashes(surface, &setting).map(|text| expected.compare(&text));
        rows.push(Row { surface: surface.name, time: start.elapsed(), result });
    }
    matrix::print(&rows, expected.len());
    let failed = rows.iter().filter(|row| !row.passed()).count();
    if failed > 0 {
        bail!("surfaces that do not decide every case alike: {failed} of {}", rows.len());
    }
    Ok(Outcome::passed(format!("{} surfaces, {} cases, one hash each", rows.len(), expected.len())))
}

/// Starts the runner and reads what it wrote. What an earlier run left does not count.
fn hashes(surface: &Surface, setting: &Setting) -> Result<String> {
    fs::create_dir_all(&setting.out).context("cannot make the folder for the hashes")?;
    let file = setting.out.join(format!("{}.tsv", surface.name));
    remove(&file)?;
    (surface.run)(setting)?;
    fs::read_to_string(&file)
        .with_context(|| format!("the runner wrote no {}.tsv into ${VARIABLE}", surface.name))
}

fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).context("cannot remove the hashes of an earlier run")
        }
        _ => Ok(()),
    }
}

fn choose(names: &[String]) -> Result<Vec<&'static Surface>> {
    let known = || SURFACES.iter().map(|surface| surface.name);
    if let Some(unknown) = names.iter().find(|name| known().all(|known| known != **name)) {
        let known: Vec<&str> = known().collect();
        bail!("there is no surface `{unknown}`; the surfaces are {}", known.join(", "));
    }
    let wanted =
        |surface: &&Surface| names.is_empty() || names.iter().any(|name| name == surface.name);
    Ok(SURFACES.iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn surfaces_are_chosen_by_name() {
        let names = |chosen: &[&str]| {
            let chosen: Vec<String> = chosen.iter().map(ToString::to_string).collect();
            choose(&chosen).map(|all| all.iter().map(|surface| surface.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["rust-core"]).unwrap(), ["rust-core"]);
        assert!(names(&[]).unwrap().contains(&"component-wasmtime"));
        assert!(names(&["typo"]).unwrap_err().to_string().contains("`typo`"));
    }
}
