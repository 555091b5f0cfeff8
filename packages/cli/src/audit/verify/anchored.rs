//! What anchors say about a log.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::BufReader;
use std::path::PathBuf;

use aana_audit::{Hash, Report, open_regular};
use aana_core::time;
use aana_receipt::{AnchorFault, AnchorSort, Anchors, Expectation};
use serde_json::{Value, json};

use crate::audit::args::AnchoredArgs;
use crate::exit::Failure;
use crate::style::{CODE, FAILURE, FAINT, printable};
use crate::words::counted;
use crate::{keys, setup};

pub(super) struct AnchorComparison {
    file: PathBuf,
    anchors: Anchors,
    expectation: Expectation,
    faults: Vec<AnchorFault>,
    /// How many records came after the last anchor.
    after: u64,
}

impl AnchorComparison {
    /// Reads the anchors, if any were given.
    pub(super) fn read(args: &AnchoredArgs) -> Result<Option<Self>, Failure> {
        let Some(path) = &args.anchors else { return Ok(None) };
        let keys = keys::public(&args.key)?;
        let max_age = match args.max_anchor_age {
            None => None,
            Some(seconds) => {
                let most = i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1000);
                Some((setup::now(args.now.as_deref())?, most))
            }
        };
        let failed = |error| Failure::reading(Some(path), &error);
        let file = open_regular(path).map_err(failed)?;
        let anchors = Anchors::read(BufReader::new(file), &keys).map_err(failed)?;
        Ok(Some(Self {
            file: path.clone(),
            anchors,
            expectation: Expectation { former_may_be_gone: args.allow_deleted, max_age },
            faults: vec![],
            after: 0,
        }))
    }

    pub(super) fn wanted(&self) -> BTreeSet<u64> {
        self.anchors.wanted()
    }

    /// Compares them with what was found in the log.
    pub(super) fn compare_with(mut self, report: &Report, found: &BTreeMap<u64, Hash>) -> Self {
        self.faults = self.anchors.compare(report, found, self.expectation);
        let last = self.anchors.last().map_or(0, |anchor| anchor.head.seq);
        self.after = report.last.map_or(0, |end| end.seq).saturating_sub(last);
        self
    }

    pub(super) fn fault_count(&self) -> u64 {
        self.faults.len() as u64
    }

    pub(super) fn view(&self) -> String {
        let mut view = String::new();
        let file = printable(&self.file.to_string_lossy()).into_owned();
        for AnchorFault { line, sort } in &self.faults {
            let line = if *line == 0 { String::new() } else { format!("{line}:") };
            let word = sort.as_str();
            let _ = writeln!(
                view,
                "{CODE}{file}:{line}{CODE:#} {FAILURE}error{FAILURE:#}[{word}]: {sort}"
            );
        }
        if let Some(last) = self.anchors.last().filter(|_| self.after > 0) {
            let (seq, count) = (last.head.seq, counted(self.after, "record"));
            let _ = writeln!(
                view,
                "{FAINT}note: the last anchor is of record {seq}; not anchored since then: {count}{FAINT:#}"
            );
        }
        view
    }

    /// What to add to the line that says that all is well.
    pub(super) fn summary(&self) -> String {
        let count = counted(self.anchors.count() as u64, "anchor");
        self.anchors.last().map_or_else(String::new, |last| {
            let at = time::format(last.anchored_at);
            format!(", {count}, the last of record {} at {at}", last.head.seq)
        })
    }

    pub(super) fn json(&self) -> Value {
        let fault = |fault: &AnchorFault| {
            let mut json = json!({
                "line": fault.line,
                "sort": fault.sort.as_str(),
                "message": fault.sort.to_string(),
            });
            if let AnchorSort::Dropped { from, to }
            | AnchorSort::Rewritten { from, to }
            | AnchorSort::RolledBack { from, to }
            | AnchorSort::FormerDeleted { from, to } = fault.sort
            {
                json["from"] = from.into();
                json["to"] = to.into();
            }
            json
        };
        let last = self.anchors.last().map(|last| {
            json!({
                "anchor": last.number,
                "head": last.head.to_string(),
                "anchored_at": time::format(last.anchored_at),
            })
        });
        json!({
            "count": self.anchors.count(),
            "last": last,
            "records_after": self.after,
            "faults": self.faults.iter().map(fault).collect::<Vec<_>>(),
        })
    }
}
