//! `aana audit verify`: whether a log is as it was written, and if not, where.

#[cfg(feature = "receipt")]
mod anchored;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use aana_audit::{Hash, Report, Sort, verify_and_find};
use serde_json::{Value, json};

use super::args::VerifyArgs;
use super::log::{failed, whole};
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::output;
use crate::style::{CODE, FAILURE, FAINT, FINE, printable};
use crate::words::counted;
#[cfg(feature = "receipt")]
use anchored::AnchorComparison;

pub(super) fn run(args: &VerifyArgs) -> Outcome {
    #[cfg(feature = "receipt")]
    let (report, by_anchors) = with_anchors(args)?;
    #[cfg(not(feature = "receipt"))]
    let (report, by_anchors) = (read(args, &BTreeSet::new())?.0, ByAnchors::default());
    let holds = report.is_intact() && by_anchors.faults == 0;
    if args.json || args.format == Format::Json {
        let mut json = json_of(&report);
        json["intact"] = holds.into();
        if let Some(anchors) = by_anchors.json {
            json["anchors"] = anchors;
        }
        output::exact_json(format!("{json}\n"))?;
    } else {
        output::text(&view(&report, &by_anchors))?;
    }
    Ok(if holds { exit::SUCCESS } else { exit::NOT_VALID })
}

/// The report, and the hashes of the records with the wanted numbers.
fn read(
    args: &VerifyArgs,
    wanted: &BTreeSet<u64>,
) -> Result<(Report, BTreeMap<u64, Hash>), Failure> {
    let files = match args.files.as_slice() {
        [file] => whole(file)?,
        files => files.to_vec(),
    };
    verify_and_find(&files, args.head, wanted).map_err(|error| failed(&error))
}

/// The report, and what the anchors say if any were given.
#[cfg(feature = "receipt")]
fn with_anchors(args: &VerifyArgs) -> Result<(Report, ByAnchors), Failure> {
    // Before the log, which a writer may lengthen in the meantime.
    let anchored = AnchorComparison::read(&args.anchored)?;
    let wanted = anchored.as_ref().map(AnchorComparison::wanted).unwrap_or_default();
    let (report, found) = read(args, &wanted)?;
    let anchored = anchored.map(|anchored| anchored.compare_with(&report, &found));
    Ok((report, anchored.as_ref().map(ByAnchors::of).unwrap_or_default()))
}

/// What anchors add to a report; nothing if none were given.
#[derive(Default)]
struct ByAnchors {
    /// What was found, a line each.
    view: String,
    faults: u64,
    /// The end of the line that says that all is well.
    summary: String,
    json: Option<Value>,
}

#[cfg(feature = "receipt")]
impl ByAnchors {
    fn of(anchored: &AnchorComparison) -> Self {
        Self {
            view: anchored.view(),
            faults: anchored.fault_count(),
            summary: anchored.summary(),
            json: Some(anchored.json()),
        }
    }
}

fn view(report: &Report, by_anchors: &ByAnchors) -> String {
    let mut view = by_anchors.view.clone();
    let holds = report.is_intact() && by_anchors.faults == 0;
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
        let by = &by_anchors.summary;
        let _ = writeln!(view, "{FINE}intact:{FINE:#} {records} in {files}{by}");
    } else {
        let faults = counted(report.fault_count.saturating_add(by_anchors.faults), "fault");
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
