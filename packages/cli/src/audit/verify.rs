//! `aana audit verify`: whether a log is as it was written, and if not, where.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use aana_audit::{Mark, Report, Sort, verify};
use serde_json::{Value, json};

use super::{failed, whole};
use crate::exit::{self, Outcome};
use crate::output;
use crate::style::{CODE, FAILURE, FAINT, FINE, printable};
use crate::words::counted;

pub(super) fn run(files: &[PathBuf], head: Option<Mark>, json: bool) -> Outcome {
    let files = match files {
        [file] => whole(file)?,
        files => files.to_vec(),
    };
    let report = verify(&files, head).map_err(|error| failed(&error))?;
    if json {
        output::bytes(format!("{}\n", json_of(&report)).as_bytes())?;
    } else {
        output::text(&view(&report))?;
    }
    Ok(if report.is_intact() { exit::SUCCESS } else { exit::NOT_VALID })
}

fn view(report: &Report) -> String {
    let mut view = String::new();
    for fault in &report.faults {
        let (file, word) = (shown(&fault.file), fault.sort.as_str());
        let line = if fault.line == 0 { String::new() } else { format!("{}:", fault.line) };
        let _ = writeln!(
            view,
            "{CODE}{file}:{line}{CODE:#} {FAILURE}error{FAILURE:#}[{word}]: {}",
            fault.sort
        );
    }
    let more = report.fault_count - report.faults.len() as u64;
    if more > 0 {
        let _ = writeln!(view, "{FAINT}and {more} more{FAINT:#}");
    }
    for notice in &report.notices {
        let _ = writeln!(view, "{FAINT}note: {}{FAINT:#}", printable(&notice.to_string()));
    }
    let (records, files) = (counted(report.records, "record"), counted(report.files, "file"));
    if report.is_intact() {
        let _ = writeln!(view, "{FINE}intact:{FINE:#} {records} in {files}");
    } else {
        let faults = counted(report.fault_count, "fault");
        let _ = writeln!(view, "{FAILURE}not intact:{FAILURE:#} {faults}, {records} in {files}");
    }
    if let Some(last) = report.last.filter(|_| report.is_intact()) {
        let _ = writeln!(view, "head {last}");
    }
    view
}

fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

fn json_of(report: &Report) -> Value {
    let faults: Vec<Value> = report
        .faults
        .iter()
        .map(|fault| {
            let mut json = json!({
                "file": fault.file.to_string_lossy(),
                "line": fault.line,
                "sort": fault.sort.as_str(),
                "message": fault.sort.to_string(),
            });
            if let Sort::Missing { from, to } | Sort::Truncated { from, to } = fault.sort {
                json["from"] = from.into();
                json["to"] = to.into();
            }
            json
        })
        .collect();
    let notices: Vec<String> = report.notices.iter().map(ToString::to_string).collect();
    json!({
        "intact": report.is_intact(),
        "files": report.files,
        "records": report.records,
        "first": report.first,
        "head": report.last.map(|last| last.to_string()),
        "fault_count": report.fault_count,
        "faults": faults,
        "notices": notices,
    })
}
