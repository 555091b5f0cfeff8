//! What the tests share: folders, events, and logs with some lines.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::{fs, path::PathBuf};

use aana_audit::{AuditOptions, Error, Log, Mark, Receipt, audit_event_of, whole_log};
use aana_core::Gate;

/// A log in a folder of its own, which is deleted at the end.
pub(crate) struct Place {
    pub(crate) folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.folder.path().join("audit.jsonl")
    }

    pub(crate) fn beside(&self, suffix: &str) -> PathBuf {
        self.folder.path().join(["audit.jsonl", suffix].concat())
    }

    pub(crate) fn open(&self) -> Result<Log, Error> {
        Log::open(self.log(), AuditOptions::default())
    }

    pub(crate) fn text(&self) -> String {
        fs::read_to_string(self.log()).unwrap()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    /// The whole log must be as it was written; gives its last mark.
    pub(crate) fn intact(&self) -> Mark {
        let report = aana_audit::verify(&whole_log(&self.log()).unwrap(), None).unwrap();
        assert!(report.is_intact(), "{report:#?}");
        report.last.unwrap_or_default()
    }
}

/// The audit-safe event of a decision about this tool.
pub(crate) fn event(tool: &str) -> String {
    let event = format!(
        r#"{{"tool_name":"{tool}","tool_category":"public_read","authorization_state":"none",
            "evidence_refs":[],"risk_domain":"research","proposed_arguments":{{"q":"x"}},
            "recommended_route":"accept"}}"#
    );
    let decision = Gate::default().check(&event, 1_778_371_200_000).to_json();
    audit_event_of(&decision).unwrap().to_owned()
}

/// Appends so many events.
pub(crate) fn fill(log: &Log, count: usize) -> Vec<Receipt> {
    (0..count).map(|number| log.append_json(&event(&format!("tool_{number}"))).unwrap()).collect()
}
