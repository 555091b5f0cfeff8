//! Loads the component and decides the event in a file.
//!
//! ```text
//! cargo xtask wasm component
//! cargo run --package aana-host --example check -- dist/aana.component.wasm examples/send_email.json
//! ```

use std::error::Error;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use aana_host::{Component, EngineOptions};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(component), Some(event)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: check COMPONENT EVENT");
        return Ok(ExitCode::from(2));
    };
    let component = Component::new(&fs::read(component)?, EngineOptions::default())?;
    let gate = component.gate(None)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
    let decision = gate.check_bytes(&fs::read(event)?, i64::try_from(now)?);
    println!("{}", decision.json);
    Ok(if decision.executes { ExitCode::SUCCESS } else { ExitCode::from(10) })
}
