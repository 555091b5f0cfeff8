//! `cargo xtask conformance`: every surface decides every case, and all must give the same bytes.
//!
//! Each surface has a runner of its own, in its own language. With `AANA_CONFORMANCE_OUT` set to a
//! folder, a runner writes `<surface>.tsv` there: one line `id<TAB>sha256` for each case, in order.
//! Here the runners are started and their files held against the recorded decisions.
//!
//! The formats are a suite of their own, in which a runner writes `<surface>.formats.tsv`. Their answers are
//! not recorded: the cases say what must be in them, and every surface must give those of the Rust library.

mod matrix;
mod setting;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::beside;
use crate::component;
use crate::mcp;
use crate::npm;
use crate::python;
use crate::report::{self, Outcome};
use crate::workspace::{UNIT, root};
use matrix::{Expected, Row};
pub(crate) use setting::Setting;
use setting::VARIABLE;

/// Where the runners write.
const FOLDER: &str = "target/conformance";

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
        run: |setting| setting.cargo(&format!("{UNIT} --test conformance")),
    },
    Surface { name: "python-wheel", run: python::conformance },
    Surface { name: "http-service", run: python::conformance_http },
    Surface { name: mcp::PYTHON, run: mcp::conformance_python },
    Surface { name: mcp::RUST, run: mcp::conformance_rust },
    Surface { name: "wasm-node", run: npm::conformance_node },
    Surface { name: "wasm-chromium", run: npm::conformance_chromium },
    Surface { name: "node-addon", run: npm::conformance_addon },
    Surface { name: "component-wasmtime", run: component::conformance },
    Surface { name: "component-python", run: component::python::conformance },
    Surface { name: "component-jco", run: component::jco::conformance },
];

/// The way to the formats against which the others are held.
const LEADING: Surface = Surface {
    name: "rust-formats",
    run: |setting| setting.cargo(&format!("{UNIT} --test formats_conformance")),
};

/// Every other surface of the formats.
const FORMATS: &[Surface] = &[
    // One runner of the wheel runs both suites.
    Surface { name: "python-wheel", run: python::conformance },
    Surface { name: "wasm-node", run: npm::conformance_formats },
    Surface { name: "component-wasmtime", run: component::conformance_formats },
];

/// What `cargo xtask conformance` can be told.
#[derive(Args)]
pub(crate) struct ConformanceArgs {
    /// Run only this surface; may be given several times
    #[arg(long, value_name = "SURFACE")]
    only: Vec<String>,
    /// Install what a runner lacks (needs root; implied by CI=true)
    #[arg(long)]
    install: bool,
}

/// Runs the chosen surfaces and prints the matrices.
pub(crate) fn print(options: &ConformanceArgs) -> Result<()> {
    check_only(&options.only, options.install).map(drop)
}

/// Runs all surfaces, as a step of `cargo xtask test`.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    check_only(&[], install)
}

fn check_only(only: &[String], install: bool) -> Result<Outcome> {
    let setting = Setting { out: root().join(FOLDER), install };
    let (gate, formats) = (choose(SURFACES, only), choose(FORMATS, only));
    if let Some(unknown) = only.iter().find(|name| !names().any(|known| known == **name)) {
        let known: Vec<&str> = names().collect();
        bail!("there is no surface `{unknown}`; the surfaces are {}", known.join(", "));
    }
    // What an earlier run left does not count. What a runner of this run writes for both suites does.
    for (surfaces, extension) in [(&gate, "tsv"), (&formats, "formats.tsv")] {
        for surface in surfaces {
            remove(&file(surface, extension, &setting))?;
        }
    }
    remove(&file(&LEADING, "formats.tsv", &setting))?;
    let mut told = Vec::new();
    let mut failed = 0_usize;
    let mut tell = |what: &str, expected: &Expected, rows: &[Row]| {
        report::line(&format!("\n{what}"));
        matrix::print(rows, expected.len());
        failed += rows.iter().filter(|row| !row.passed()).count();
        told.push(format!("{what}: {} surfaces, {} cases", rows.len(), expected.len()));
    };
    if !gate.is_empty() {
        let expected = Expected::recorded()?;
        let rows: Vec<Row> = beside::each(&gate, |it| row(it, "tsv", &expected, &setting));
        tell("the gate", &expected, &rows);
    }
    if !formats.is_empty() || only.iter().any(|name| name == LEADING.name) {
        report::line(&format!("-- {}", LEADING.name));
        let start = Instant::now();
        let text = hashes(&LEADING, "formats.tsv", &setting)?;
        let expected = Expected::written(&text)?;
        let time = start.elapsed();
        let mut rows = vec![Row {
            surface: LEADING.name,
            time,
            result: Ok(expected.compare(&text)),
            left_out: 0,
        }];
        rows.extend(beside::each(&formats, |it| row(it, "formats.tsv", &expected, &setting)));
        tell("the formats", &expected, &rows);
    }
    if failed > 0 {
        bail!("surfaces that do not answer every case alike: {failed}");
    }
    Ok(Outcome::passed(told.join("; ") + ", one hash each"))
}

fn row(surface: &Surface, extension: &str, expected: &Expected, setting: &Setting) -> Row {
    report::line(&format!("-- {}", surface.name));
    let start = Instant::now();
    let result = hashes(surface, extension, setting).map(|text| expected.compare(&text));
    let left_out = match surface.name {
        mcp::PYTHON | mcp::RUST => mcp::LEFT_OUT + expected.attested(),
        "http-service" => expected.attested(),
        _ => 0,
    };
    Row { surface: surface.name, time: start.elapsed(), result, left_out }
}

/// What the runner of a surface writes; it is started unless it has done so in this run.
fn hashes(surface: &Surface, extension: &str, setting: &Setting) -> Result<String> {
    fs::create_dir_all(&setting.out).context("cannot make the folder for the hashes")?;
    let file = file(surface, extension, setting);
    if !file.exists() {
        (surface.run)(setting)?;
    }
    fs::read_to_string(&file).with_context(|| {
        format!("the runner wrote no {}.{extension} into ${VARIABLE}", surface.name)
    })
}

fn file(surface: &Surface, extension: &str, setting: &Setting) -> PathBuf {
    setting.out.join(format!("{}.{extension}", surface.name))
}

fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).context("cannot remove the hashes of an earlier run")
        }
        _ => Ok(()),
    }
}

/// The surfaces of both suites.
fn names() -> impl Iterator<Item = &'static str> {
    let others = SURFACES.iter().chain(FORMATS).map(|surface| surface.name);
    others.chain([LEADING.name])
}

fn choose(surfaces: &'static [Surface], names: &[String]) -> Vec<&'static Surface> {
    let wanted =
        |surface: &&Surface| names.is_empty() || names.iter().any(|name| name == surface.name);
    surfaces.iter().filter(wanted).collect()
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, SURFACES, check_only, choose};

    #[test]
    fn surfaces_are_chosen_by_name() {
        let names = |surfaces, chosen: &[&str]| -> Vec<&str> {
            let chosen: Vec<String> = chosen.iter().map(ToString::to_string).collect();
            choose(surfaces, &chosen).iter().map(|surface| surface.name).collect()
        };
        assert_eq!(names(SURFACES, &["rust-core"]), ["rust-core"]);
        assert!(names(FORMATS, &["rust-core"]).is_empty());
        assert_eq!(names(FORMATS, &["wasm-node"]), names(SURFACES, &["wasm-node"]));
        assert!(names(SURFACES, &[]).contains(&"component-wasmtime"));
        let error = check_only(&["typo".to_owned()], false).err().unwrap();
        assert!(error.to_string().contains("`typo`"));
    }
}
