//! Reads arguments, one JSON object a line, and prints what the readers find: for tests that hold them against other
//! programs.
//!
//! ```text
//! {"kind": "sql", "text": "DELETE FROM t", "dialect": "sqlite"}
//! ```

use std::io::{BufRead as _, Write as _, stdin, stdout};

use aana_core::arguments::{effect::Finding, texts};
use aana_core::contract::VerbClass;
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let found = serde_json::from_str(&line?).ok().and_then(|request| read(&request));
        writeln!(out, "{}", found.unwrap_or(Value::Null))?;
    }
    Ok(())
}

fn read(request: &Value) -> Option<Value> {
    let text = request["text"].as_str()?;
    let found = texts::read(request["kind"].as_str()?, text, request["dialect"].as_str())?;
    let findings: Vec<&str> = found.findings.iter().map(Finding::as_str).collect();
    Some(json!({
        "verdict": found.effect.map_or("reads", |effect| effect.as_str()),
        "class": found.class.map(VerbClass::as_str),
        "findings": findings,
        "host": texts::host(text),
    }))
}
