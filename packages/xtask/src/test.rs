//! `cargo xtask test`: runs the steps one after the other and sums up.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use crate::report::{self, Row};
use crate::steps::{STEPS, Step};

/// What `cargo xtask test` can be told.
#[derive(Args)]
pub(crate) struct Options {
    /// Run only this step; may be given several times
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Name the steps and run none
    #[arg(long)]
    list: bool,
    /// Stop at the first step that fails
    #[arg(long)]
    fail_fast: bool,
    /// Install missing Debian packages for the wasm target (needs root; implied by CI=true)
    #[arg(long)]
    pub(crate) install: bool,
}

/// Runs the chosen steps. The last line is always `N passed, N failed`.
pub(crate) fn run(options: &Options) -> ExitCode {
    let chosen = match choose(&options.only) {
        Ok(chosen) => chosen,
        Err(error) => {
            report::failure(&error);
            return ExitCode::from(2);
        }
    };
    if options.list {
        for step in chosen {
            report::line(&format!("{:10} {}\n{:10} $ {}", step.name, step.label, "", step.command));
        }
        return ExitCode::SUCCESS;
    }
    let mut rows = Vec::new();
    for step in chosen {
        report::heading(step.label, step.command);
        let start = Instant::now();
        let result = (step.run)(options);
        if let Err(error) = &result {
            report::failure(error);
        }
        let failed = result.is_err();
        rows.push(Row { label: step.label, time: start.elapsed(), result });
        if failed && options.fail_fast {
            break;
        }
    }
    if report::table(&rows) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The steps with these names in their usual order, or all of them.
fn choose(names: &[String]) -> Result<Vec<&'static Step>> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        bail!("there is no step `{unknown}`; the steps are {}", known.join(", "));
    }
    let wanted = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    Ok(STEPS.iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{STEPS, choose};

    #[test]
    fn names_choose_steps_in_their_usual_order() {
        let names = |chosen: &[&str]| {
            let chosen: Vec<String> = chosen.iter().map(ToString::to_string).collect();
            choose(&chosen).map(|steps| steps.iter().map(|step| step.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["clippy", "fmt"]).unwrap(), ["fmt", "clippy"]);
        assert_eq!(names(&[]).unwrap().len(), STEPS.len());
        assert!(names(&["fmt", "typo"]).unwrap_err().to_string().contains("`typo`"));
    }

    #[test]
    fn names_are_unique() {
        let names: HashSet<&str> = STEPS.iter().map(|step| step.name).collect();
        assert_eq!(names.len(), STEPS.len());
    }
}
