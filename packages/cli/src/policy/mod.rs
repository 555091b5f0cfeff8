//! `aana policy`: what a policy makes of a list of tools, a first policy, and cases for one.

mod args;
mod shown;

use std::path::Path;

use aana_policy::{Document, Faulty, text};

pub(crate) use args::PolicyCommand;
use args::{CheckArgs, InitArgs, TestArgs};

use crate::exit::{self, Failure, Outcome};
use crate::input::{self, Input};
use crate::{output, setup};

/// `--strict` found something, or a decision is not the expected one.
const FOUND: u8 = 1;

pub(crate) fn run(command: &PolicyCommand) -> Outcome {
    match command {
        PolicyCommand::Check(args) => check(args),
        PolicyCommand::Init(args) => init(args),
        PolicyCommand::Test(args) => test(args),
    }
}

fn check(args: &CheckArgs) -> Outcome {
    let policy = read(&args.policy)?;
    let tools = args.tools.as_deref().map(read).transpose()?;
    let report = match aana_policy::check(&policy, tools.as_deref()) {
        Ok(report) => report,
        Err(faulty) => {
            let file = args.tools.as_deref().filter(|_| faulty.document == Document::Tools);
            return told(&faulty, file.unwrap_or(&args.policy), args.json);
        }
    };
    if args.json {
        output::exact_json(text::of_check(&report) + "\n")?;
    } else {
        output::text(&shown::check(&report))?;
    }
    Ok(if args.strict && !report.complete() { FOUND } else { exit::SUCCESS })
}

fn init(args: &InitArgs) -> Outcome {
    let report = match aana_policy::init(&read(&args.tools)?) {
        Ok(report) => report,
        Err(faulty) => return told(&faulty, &args.tools, args.json),
    };
    if args.json {
        output::exact_json(text::of_init(&report) + "\n")?;
    } else {
        output::note(&shown::init(&report));
        output::exact_json(&report.policy)?;
    }
    Ok(exit::SUCCESS)
}

fn test(args: &TestArgs) -> Outcome {
    let (policy, cases) = (read(&args.policy)?, read(&args.cases)?);
    let now_ms = setup::now(args.now.as_deref())?;
    let report = match aana_policy::run_cases(&policy, &cases, now_ms) {
        Ok(report) => report,
        Err(faulty) => {
            let of_policy = faulty.document == Document::Policy;
            return told(&faulty, if of_policy { &args.policy } else { &args.cases }, args.json);
        }
    };
    if args.json {
        output::exact_json(text::of_test(&report) + "\n")?;
    } else {
        output::text(&shown::test(&report))?;
    }
    Ok(if report.failed() == 0 { exit::SUCCESS } else { FOUND })
}

/// A document that is not what it should be.
fn told(faulty: &Faulty, file: &Path, json: bool) -> Outcome {
    if !json {
        return Err(Failure::Usage(shown::faulty(faulty, input::path(Some(file)))));
    }
    output::exact_json(text::of_faulty(faulty) + "\n")?;
    Ok(exit::WRONG_USE)
}

/// The text of a file, or of the standard input.
fn read(file: &Path) -> Result<String, Failure> {
    let path = input::path(Some(file));
    let faulty = |what: String| Failure::Usage(format!("{} {what}", exit::name(path)));
    match input::read(path, aana_policy::MAX_BYTES)? {
        Input::TooLarge(_) => {
            Err(faulty(format!("has more than {} bytes", aana_policy::MAX_BYTES)))
        }
        Input::Bytes(bytes) => String::from_utf8(bytes).map_err(|error| {
            faulty(format!("is not UTF-8 after byte {}", error.utf8_error().valid_up_to()))
        }),
    }
}
