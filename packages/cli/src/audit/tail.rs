//! `aana audit tail`: the last records, and those that come.

use std::path::Path;
use std::thread;
use std::time::Duration;

use aana_audit::{Body, Record, tail};
use aana_core::contract::Route;
use serde_json::Value;

use super::log::failed;
use crate::exit::{self, Failure, Outcome};
use crate::output;
use crate::style::{self, FAILURE, FAINT, printable};

/// How often the end is looked at.
const PAUSE: Duration = Duration::from_millis(200);

pub(super) fn run(file: &Path, count: usize, follow: bool, json: bool) -> Outcome {
    let (mut lines, mut rest) = tail(file, count).map_err(|error| failed(&error))?;
    loop {
        show(&lines, json)?;
        if !follow {
            return Ok(exit::SUCCESS);
        }
        lines = rest.next_lines().map_err(|error| failed(&error))?;
        if lines.is_empty() {
            thread::sleep(PAUSE);
        }
    }
}

fn show(lines: &[Vec<u8>], json: bool) -> Result<(), Failure> {
    if lines.is_empty() {
        return Ok(());
    }
    if json {
        let ended = lines.iter().flat_map(|line| [line.as_slice(), b"\n"]);
        let text = ended.collect::<Vec<_>>().concat();
        // The exact bytes, even if they are not UTF-8, except on a terminal.
        return output::exact_json(&text);
    }
    output::text(&lines.iter().map(|line| view(line)).collect::<String>())
}

/// A record on one line.
fn view(line: &[u8]) -> String {
    let Some(Record { seq, recorded_at, body, .. }) = Record::read(line) else {
        return format!("{FAILURE}this is not a line of this log{FAILURE:#}\n");
    };
    let said = match body {
        Body::Log(entry) => {
            let entry = serde_json::to_string(&entry).unwrap_or_default();
            format!("{FAINT}{}{FAINT:#}", printable(&entry))
        }
        Body::Event(event) => {
            let event: Value = serde_json::from_str(event).unwrap_or_default();
            let text = |key: &str| event[key].as_str().unwrap_or("-").to_owned();
            let route = text("route");
            let style = Route::parse(&route).map_or(FAINT, style::route);
            let blockers: Vec<&str> = event["hard_blockers"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let blockers = match blockers.join(" ") {
                none if none.is_empty() => none,
                some => format!("  {FAINT}{}{FAINT:#}", printable(&some)),
            };
            let tool = text("tool_name");
            format!("{style}{:<6}{style:#}  {}{blockers}", printable(&route), printable(&tool))
        }
    };
    format!("{seq:>6}  {recorded_at}  {said}\n")
}
