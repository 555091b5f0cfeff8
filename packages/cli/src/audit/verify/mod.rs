//! `aana audit verify`: whether a log is as it was written, and if not, where.

mod anchored;

use std::fmt::Write as _;
use std::path::Path;

use aana_audit::{Report, Sort, verify_and_find};
use serde_json::{Value, json};

use super::args::VerifyArgs;
use super::{failed, whole};
use crate::args::Format;
use crate::exit::{self, Outcome};
use crate::output;
use crate::style::{CODE, FAILURE, FAINT, FINE, printable};
use crate::words::counted;
use anchored::Anchored;

pub(super) fn run(args: &VerifyArgs) -> Outcome {
    // Before the log, which a writer may lengthen in the meantime.
    let anchored = Anchored::read(args)?;
    let files = match args.files.as_slice() {
        [file] => whole(file)?,
        files => files.to_vec(),
    };
    let wanted = anchored.as_ref().map(Anchored::wanted).unwrap_or_default();
    let read = verify_and_find(&files, args.head, &wanted);
    let (report, found) = read.map_err(|error| failed(&error))?;
    let anchored = anchored.map(|anchored| anchored.held_against(&report, &found));
    let holds = report.is_intact() && anchored.as_ref().is_none_or(Anchored::holds);
    if args.json || args.format == Format::Json {
        let mut json = json_of(&report);
        json["intact"] = holds.into();
        if let Some(anchored) = &anchored {
            json["anchors"] = anchored.json();
        }
        output::exact_json(format!("{json}\n"))?;
    } else {
        output::text(&view(&report, anchored.as_ref()))?;
    }
    Ok(if holds { exit::SUCCESS } else { exit::NOT_VALID })
}

fn view(report: &Report, anchored: Option<&Anchored>) -> String {
    let mut view = anchored.map(Anchored::view).unwrap_or_default();
    let holds = report.is_intact() && anchored.is_none_or(Anchored::holds);
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
    if holds {
        let by = anchored.map(Anchored::summary).unwrap_or_default();
        let _ = writeln!(view, "{FINE}intact:{FINE:#} {records} in {files}{by}");
    } else {
        let of_anchors = anchored.map_or(0, Anchored::fault_count);
        let faults = counted(report.fault_count.saturating_add(of_anchors), "fault");
        let _ = writeln!(view, "{FAILURE}not intact:{FAILURE:#} {faults}, {records} in {files}");
    }
    if let Some(last) = report.last.filter(|_| holds) {
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
