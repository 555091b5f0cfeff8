//! `cargo xtask test`: runs the steps, in two lanes at the same time, and sums up.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use crate::beside;
use crate::changed::{self, Check};
use crate::report::{self, Outcome, Row};
use crate::steps::{Lane, STEPS, Step};

/// What `cargo xtask test` can be told.
#[derive(Args)]
pub(crate) struct TestArgs {
    /// Run only this step; may be given several times
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Run only the quick checks of what differs from a commit, and name the steps that are left
    #[arg(long, conflicts_with_all = ["only", "list"])]
    changed: bool,
    /// The commit that `--changed` compares with
    #[arg(long, value_name = "COMMIT", default_value = "HEAD", requires = "changed")]
    since: String,
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
    install: bool,
}

/// Runs the chosen steps. The last line is always `N passed, N failed`.
pub(crate) fn run(options: &TestArgs) -> ExitCode {
    if options.changed {
        return run_changed(options);
    }
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

/// Runs the quick checks of what was changed. Nothing changed is nothing checked, and fails.
fn run_changed(options: &TestArgs) -> ExitCode {
    let plan = match changed::files(&options.since) {
        Ok(files) => changed::plan(&files, changed::package_of),
        Err(error) => {
            report::failure(&error);
            return ExitCode::from(2);
        }
    };
    let mut rows = Vec::new();
    for check in &plan.checks {
        let row = match check {
            Check::Step(name) => {
                STEPS.iter().find(|step| step.name == *name).map(|step| run_step(step, options))
            }
            other => Some(timed(&other.label(), &other.command(), || {
                other.run_cargo().map(|()| Outcome::passed(""))
            })),
        };
        rows.extend(row);
        if options.fail_fast && rows.last().is_some_and(|row| row.result.is_err()) {
            break;
        }
    }
    if !plan.left.is_empty() {
        let left: Vec<&str> = plan.left.iter().copied().collect();
        report::notice(&format!("left for `cargo xtask test --only ...`: {}", left.join(", ")));
    }
    if rows.is_empty() {
        report::notice(&format!("no quick check is for what differs from `{}`", options.since));
    }
    let passed = report::table(&rows);
    if passed && !rows.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_step(step: &'static Step, options: &TestArgs) -> Row {
    timed(step.label, step.command, || (step.run)(options.install))
}

fn timed(label: &str, command: &str, work: impl FnOnce() -> Result<Outcome>) -> Row {
    report::started(label);
    report::heading(label, command);
    let start = Instant::now();
    let result = work();
    if let Err(error) = &result {
        report::failure(error);
    }
    Row { label: label.to_owned(), time: start.elapsed(), result }
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
