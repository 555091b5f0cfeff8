//! Every case of the formats through the text entry points, one named test each, as every other surface runs
//! them. With `AANA_CONFORMANCE_OUT` set to a folder, the hash of each answer is written there to
//! `rust-formats.formats.tsv`.

#[path = "support/texts.rs"]
mod texts;

use std::{env, fs, path::Path, process::ExitCode};

use aana_fixtures::{FormatCase, format_cases, format_hashes};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use texts::Texts;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases = match format_cases() {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("the fixtures cannot be read:\n{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials: Vec<Trial> = cases
        .iter()
        .cloned()
        .map(|case| Trial::test(case.id.clone(), move || Ok(case.run(&Texts::default())?)))
        .collect();
    let hashed = cases.clone();
    trials.push(Trial::test("plans of what was checked elsewhere are the same", move || {
        elsewhere(&cases)
    }));
    if let Some(out) = env::var_os("AANA_CONFORMANCE_OUT") {
        trials.push(Trial::test("hashes are written", move || {
            let lines = format_hashes(&hashed, &Texts::default())?;
            Ok(fs::write(Path::new(&out).join("rust-formats.formats.tsv"), lines)?)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A call that is planned has the same plan without its arguments being checked.
fn elsewhere(cases: &[FormatCase]) -> Result<(), Failed> {
    let other = Texts { checked_elsewhere: true };
    let plan = |said: &str| -> Result<Value, Failed> {
        let mut said: Value = serde_json::from_str(said.lines().next().unwrap_or_default())?;
        Ok(said["plan"].take())
    };
    let mut planned = 0_usize;
    for case in cases.iter().filter(|case| case.id.starts_with("aai/")) {
        let due = plan(&case.ask(&Texts::default())?)?;
        if due.is_null() {
            continue;
        }
        planned += 1;
        let found = plan(&case.ask(&other)?)?;
        if found != due {
            return Err(format!("{}: {found} instead of {due}", case.id).into());
        }
    }
    if planned > 0 { Ok(()) } else { Err("no case has a plan".into()) }
}
