//! Reads arguments, one JSON object a line, and prints what the readers find: for tests that hold them against other
//! programs.
//!
//! ```text
//! {"kind": "sql", "text": "DELETE FROM t", "dialect": "sqlite"}
//! ```

use std::io::{BufRead as _, Write as _, stdin, stdout};

use aana_core::arguments::effect::{Effect, Finding};
use aana_core::arguments::testing;
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
    let (kind, text) = (request["kind"].as_str()?, request["text"].as_str()?);
    let mut settings = json!({"kinds": {"*": {"text": kind}}});
    if let Some(dialect) = request["dialect"].as_str() {
        settings["sql"] = json!({"dialect": dialect});
    }
    let arguments = json!({"text": text}).to_string();
    let found = testing::call("tool", false, &arguments, &settings.to_string())?.summary;
    let findings: Vec<&str> = found.findings.iter().map(Finding::as_str).collect();
    Some(json!({
        "verdict": found.effect.map_or("reads", Effect::as_str),
        "class": found.class.map(VerbClass::as_str),
        "findings": findings,
        "host": if kind == "url" { testing::host(text) } else { None },
    }))
}
