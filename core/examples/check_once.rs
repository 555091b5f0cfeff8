//! Decides the event in a file once and prints the route: a small program for instruction counters.
//!
//! `cargo run -p aana-core --example check_once -- examples/send_email.json`

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: check_once FILE");
        return ExitCode::from(2);
    };
    match std::fs::read(&path) {
        Ok(event) => {
            let decision = aana_core::Gate::default().check_bytes(&event, 1_778_371_200_000);
            println!("{}", decision.route());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cannot read {}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}
