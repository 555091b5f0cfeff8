//! The command `aana`.

use std::process::ExitCode;

fn main() -> ExitCode {
    aana_cli::main()
}
