//! The command `aana`: decides proposed tool calls of AI agents before they run.
//!
//! It holds no rule. It reads events, hands them to the gate, and shows what the gate decided.

mod args;
mod arguments;
mod audit;
mod check;
mod codes;
#[cfg(feature = "formats")]
mod documents;
mod exit;
mod explain;
mod features;
#[cfg(feature = "guard")]
mod guard;
mod help_words;
mod hook;
mod input;
mod jsonl;
#[cfg(feature = "receipt")]
mod keys;
#[cfg(feature = "mcp")]
mod mcp;
mod options;
mod output;
mod policy;
mod pretty;
#[cfg(feature = "receipt")]
mod receipt;
mod setup;
mod style;
mod validate;
mod words;

use std::env;
use std::process::ExitCode;

use clap::FromArgMatches as _;
use clap::error::ErrorKind;

use args::{Cli, Command};
use exit::Outcome;
use style::{FAILURE, printable};

/// Runs the command with the arguments of this process.
pub fn main() -> ExitCode {
    // First of all, since whatever is said of such an argument would repeat it.
    // What stands behind `--` is another program's.
    let own = env::args_os().take_while(|argument| argument != "--");
    if own.into_iter().any(|argument| input::is_inline(&argument)) {
        return ended(Err(input::inline()));
    }
    let command = args::command().version(setup::version());
    let parsed = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => ended(run(&cli.command)),
        Err(error) => not_called(&error),
    }
}

/// The exit code, after saying what went wrong if something did.
fn ended(outcome: Outcome) -> ExitCode {
    let code = outcome.unwrap_or_else(|failure| {
        if !matches!(failure, exit::Failure::BrokenPipe) {
            output::note(&format!("{FAILURE}error:{FAILURE:#} {failure}\n"));
        }
        failure.code()
    });
    ExitCode::from(code)
}

/// Help and the version, or what is wrong with the arguments.
///
/// `--help` behind a command does not exit with 0. In `aana check "$file" && run` the file may be
/// called `--help`, and then nothing was checked.
fn not_called(error: &clap::Error) -> ExitCode {
    let first = env::args_os().nth(1);
    let about_all =
        first.is_some_and(|first| ["-h", "--help", "help"].iter().any(|it| first == *it));
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    if let Some(missing) = features::asked_for(error, &arguments) {
        return ended(Err(exit::Failure::Usage(missing.is_left_out())));
    }
    if arguments.first().is_some_and(|first| first == "hook") && hook::usage(&arguments) {
        // The standard output is the client's: help must not stand there beside the answer.
        return said_safely(error);
    }
    #[cfg(feature = "guard")]
    if arguments.first().is_some_and(|first| first == "guard") && error.use_stderr() {
        let said = error.render().to_string();
        said.lines().for_each(|line| output::note(&format!("{}\n", printable(line))));
        return ExitCode::from(guard::USAGE);
    }
    match error.kind() {
        ErrorKind::DisplayHelp if !about_all => {
            let _ = error.print();
            output::note("nothing was checked; `aana help` shows the same with the exit code 0\n");
            ExitCode::from(exit::WRONG_USE)
        }
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.exit(),
        _ if env::args_os().skip(1).all(|it| it.to_str().is_some_and(|it| printable(it) == it)) => {
            error.exit()
        }
        _ => said_safely(error),
    }
}

/// Tells what is wrong without repeating what could steer the terminal.
fn said_safely(error: &clap::Error) -> ExitCode {
    let said = error.render().to_string();
    for line in said.lines() {
        output::note(&format!("{}\n", printable(line)));
    }
    ExitCode::from(exit::WRONG_USE)
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Check(args) if args.jsonl => jsonl::run(args),
        Command::Check(args) => check::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Policy(command) => policy::run(command),
        Command::Hook(args) => hook::run(args),
        #[cfg(feature = "guard")]
        Command::Guard(args) => guard::run(args),
        #[cfg(feature = "formats")]
        Command::Aaep(command) => documents::aaep::run(command),
        #[cfg(feature = "formats")]
        Command::Request(command) => documents::request_commands::run(command),
        #[cfg(feature = "formats")]
        Command::Descriptor(command) => documents::descriptor::run(command),
        Command::Audit(command) => audit::run(command),
        #[cfg(feature = "receipt")]
        Command::Receipt(command) => receipt::run(command),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => mcp::run(args),
        Command::Codes(args) => codes::run(args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut args::command(), "aana", &mut script);
            output::bytes(&script)?;
            Ok(exit::SUCCESS)
        }
    }
}
