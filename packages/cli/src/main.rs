//! The command `aana`: decides proposed tool calls of AI agents before they run.
//!
//! It holds no rule. It reads events, hands them to the gate, and shows what the gate decided.

mod args;
mod audit;
mod check;
mod codes;
mod documents;
mod exit;
mod explain;
mod input;
mod jsonl;
mod keys;
mod long_form;
#[cfg(feature = "mcp")]
mod mcp;
mod output;
mod pretty;
mod receipt;
mod setup;
mod style;
mod validate;
mod words;

use std::env;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use args::{Cli, Command};
use exit::Outcome;

fn main() -> ExitCode {
    // First of all, since whatever is said of such an argument would repeat it.
    if env::args_os().any(|argument| input::is_inline(&argument)) {
        return exit::code(Err(input::inline()));
    }
    let command = Cli::command().version(setup::version());
    let parsed = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    exit::code(match parsed {
        Ok(cli) => run(&cli.command),
        Err(error) => error.exit(),
    })
}

fn run(command: &Command) -> Outcome {
    match command {
        Command::Check(args) if args.jsonl => jsonl::run(args),
        Command::Check(args) => check::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Aaep(command) => documents::aaep::run(command),
        Command::Request(command) => documents::request::run(command),
        Command::Descriptor(command) => documents::descriptor::run(command),
        Command::Audit(command) => audit::run(command),
        Command::Receipt(command) => receipt::run(command),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => mcp::run(args),
        Command::Codes(args) => codes::run(args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "aana", &mut script);
            output::bytes(&script)?;
            Ok(exit::SUCCESS)
        }
    }
}
