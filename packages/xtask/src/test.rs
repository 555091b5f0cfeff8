//! `cargo xtask test`: runs the steps, in two lanes at the same time, and sums up.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use crate::beside;
use crate::report::{self, Row};
use crate::steps::{Lane, STEPS, Step};

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
    /// Run one step at a time; otherwise two run at once, and each prints when it has ended
    #[arg(long)]
    one_by_one: bool,
    /// Install what is missing (needs root; implied by CI=true)
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
    let failed = AtomicBool::new(false);
    let one = |step: &'static Step| {
        // The other lane stops as well.
        let stop = options.fail_fast && failed.load(Ordering::Relaxed);
        (!stop).then(|| {
            let row = run_step(step, options);
            failed.fetch_or(row.result.is_err(), Ordering::Relaxed);
            row
        })
    };
    let of = |lane: Lane| chosen.iter().copied().filter(move |step| step.lane == lane);
    let aside = |lane: Lane| of(lane).map_while(|step| report::whole(|| one(step))).collect();
    let has = |lane: Lane| of(lane).next().is_some();
    let rows: Vec<Row> = if !options.one_by_one && has(Lane::Tests) && has(Lane::Packages) {
        let (tests, packages): (Vec<Row>, Vec<Row>) =
            beside::both(|| aside(Lane::Tests), || aside(Lane::Packages));
        let mut rows = [tests, packages].into_iter().flatten().collect::<Vec<_>>();
        rows.extend(of(Lane::Last).map_while(one));
        rows
    } else {
        chosen.iter().copied().map_while(one).collect()
    };
    if report::table(&rows) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_step(step: &'static Step, options: &Options) -> Row {
    report::started(step.label);
    report::heading(step.label, step.command);
    let start = Instant::now();
    let result = (step.run)(options);
    if let Err(error) = &result {
        report::failure(error);
    }
    Row { label: step.label, time: start.elapsed(), result }
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
