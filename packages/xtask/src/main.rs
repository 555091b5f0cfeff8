//! `cargo xtask`: everything that is done with this workspace beyond `cargo build`.
//!
//! The continuous integration calls the same commands. A step that cannot run says so; it never
//! counts as passed.

mod argument_tables;
mod arguments;
mod bench;
mod beside;
mod bless;
mod cases;
mod changed;
mod circles;
mod cli;
mod code_lists;
mod component;
mod conformance;
mod coverage;
mod debian;
mod deny;
mod doctor;
mod fuzz;
mod generate;
mod linear;
#[cfg(test)]
mod manifests;
mod mcp;
mod mcp_tool;
mod module;
mod names;
mod no_std;
mod npm;
mod once;
mod probes;
mod python;
mod python_words;
mod readme;
mod report;
mod sandbox;
mod shapes;
mod shipped;
mod sizes;
mod steps;
mod tables;
mod test;
mod typescript_words;
mod wasm;
mod word_types;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tests, fixtures, generated files and proofs of this workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask doctor                what this machine lacks
  cargo xtask test                  everything, as the continuous integration does it
  cargo xtask test --only readme    one step
  cargo xtask test --changed        the quick checks of what is not committed yet
  cargo xtask bless                 record the decisions of changed or new cases
  cargo xtask gen                   write the generated files again";

#[derive(Subcommand)]
enum Command {
    /// Run every check and end with `N passed, N failed`
    Test(test::TestArgs),
    /// Record the decision of every conformance case whose expectations hold
    Bless {
        /// Compare with the recorded decisions and write nothing
        #[arg(long)]
        check: bool,
    },
    /// Write the generated files
    Gen {
        /// Compare with the committed files and write nothing
        #[arg(long)]
        check: bool,
    },
    /// Build what is shipped as WebAssembly
    Wasm {
        /// What to build
        artefact: shipped::Artefact,
        /// Install what is missing (needs root; implied by CI=true)
        #[arg(long)]
        install: bool,
    },
    /// Decide every case on every surface and compare the bytes
    Conformance(conformance::ConformanceArgs),
    /// Count the conformance cases and name codes that no case produces
    Cases,
    /// Find files of a crate that use each other in a circle
    Circles,
    /// Measure how well the names of real tools are read
    Names,
    /// Say what this machine lacks, what it is for and how to get it
    Doctor,
    /// Run the fuzz targets, with the fixtures as their first corpus
    Fuzz(fuzz::FuzzArgs),
    /// Build the Python package, install it into a virtual environment and test it there
    Python(python::PythonArgs),
    /// Build the npm package and the native addon, and test them as users get them
    Npm(npm::NpmArgs),
    /// Measure a check in every language, as ratios to the core
    Bench(bench::BenchArgs),
    /// Measure the line coverage of the core's tests; below 95 % is a failure
    Coverage,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Test(options) => return test::run(&options),
        Command::Bless { check: false } => bless::write(),
        Command::Bless { check: true } => bless::check().map(drop),
        Command::Gen { check: false } => generate::write(),
        Command::Gen { check: true } => generate::check().map(drop),
        Command::Wasm { artefact, install } => artefact.build(install).map(drop),
        Command::Conformance(options) => conformance::print(&options),
        Command::Cases => cases::check().map(drop),
        Command::Circles => circles::check().map(drop),
        Command::Names => names::print(),
        Command::Doctor => doctor::run(),
        Command::Fuzz(options) => fuzz::run_targets(&options),
        Command::Python(options) => python::run(&options).map(drop),
        Command::Npm(options) => npm::execute(&options).map(drop),
        Command::Bench(options) => bench::execute(&options),
        Command::Coverage => coverage::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::failure(&error);
            ExitCode::FAILURE
        }
    }
}
