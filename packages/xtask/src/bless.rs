//! The recorded decisions of the conformance cases: written, or compared.
//!
//! A decision is recorded only if everything that the case says by hand holds. So recording never
//! turns a fault into an expectation; it only fixes the parts that nobody wrote down.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use aana_core::Gate;
use aana_fixtures::{Case, Suite, bless_line, conformance_dir, read_blessed};
use anyhow::{Context as _, Result, bail};

use crate::probes::wrong_answers;
use crate::report::{self, Outcome};
use crate::workspace::{files, relative, write as write_file};

/// Records the decisions of all cases.
pub(crate) fn write() -> Result<()> {
    let files = decide()?;
    let mut written = 0_usize;
    for file in &files {
        let changes = file.changes();
        if file.committed.as_deref() != Some(&file.fresh) {
            write_file(&file.path, &file.fresh)?;
            written += 1;
            report::line(&format!("wrote {}", relative(&file.path)));
        }
        report::lines(&changes, "  ");
    }
    for orphan in orphans(&files)? {
        fs::remove_file(&orphan).with_context(|| format!("cannot remove {}", relative(&orphan)))?;
        report::line(&format!("removed {}, its group is gone", relative(&orphan)));
    }
    report::line(&format!("{written} of {} files changed", files.len()));
    Ok(())
}

/// Compares the decisions of all cases with the recorded ones.
pub(crate) fn check() -> Result<Outcome> {
    let files = decide()?;
    let mut wrong = Vec::new();
    for file in &files {
        let changes = file.changes();
        wrong.extend(changes.iter().map(|change| format!("{}: {change}", relative(&file.path))));
        if changes.is_empty() && file.committed.as_deref() != Some(&file.fresh) {
            wrong.push(format!("{}: other order or line ends", relative(&file.path)));
        }
    }
    wrong.extend(
        orphans(&files)?
            .iter()
            .map(|orphan| format!("{}: there is no such group", relative(orphan))),
    );
    if !wrong.is_empty() {
        report::lines(&wrong, "");
        bail!(
            "recorded decisions that are not current: {}; `cargo xtask bless` writes them",
            wrong.len()
        );
    }
    let count = files.iter().map(|file| file.fresh.lines().count()).sum::<usize>();
    report::line(&format!("{count} decisions are as recorded"));
    Ok(Outcome::passed(format!("decisions: {count}")))
}

/// The decision that the core gives for a case, as text.
pub(crate) fn decision(case: &Case) -> Result<String, String> {
    let gate = match &case.policy {
        Some(policy) => {
            Gate::new(policy).map_err(|error| format!("the policy is faulty: {error}"))?
        }
        None => Gate::default(),
    };
    Ok(gate.attesting(&case.attested).check_bytes(&case.event, case.now_ms).to_json())
}

/// The record of one group, as it is and as it should be.
struct Record {
    path: PathBuf,
    committed: Option<String>,
    fresh: String,
}

impl Record {
    /// What differs, by id.
    fn changes(&self) -> Vec<String> {
        let lines = |text: &str| -> Result<HashMap<String, String>, String> {
            Ok(read_blessed(text)?.into_iter().map(|line| (line.id, line.decision)).collect())
        };
        let read = lines(self.committed.as_deref().unwrap_or_default());
        let (before, after) = match (read, lines(&self.fresh)) {
            (Ok(before), Ok(after)) => (before, after),
            (Err(fault), _) => return vec![format!("as it was, {fault}")],
            (_, Err(fault)) => return vec![format!("as it should be, {fault}")],
        };
        let mut changes: Vec<String> = Vec::new();
        for (id, decision) in &after {
            match before.get(id) {
                None => changes.push(format!("{id}: new")),
                Some(old) if old != decision => changes.push(format!("{id}: changed")),
                Some(_) => {}
            }
        }
        let gone = before.keys().filter(|id| !after.contains_key(*id));
        changes.extend(gone.map(|id| format!("{id}: removed")));
        changes.sort();
        changes
    }
}

/// Decides every case and makes the records; expectations that do not hold are told all at once.
fn decide() -> Result<Vec<Record>> {
    let suite = Suite::load()?;
    let mut records = Vec::new();
    let mut broken = 0_usize;
    for group in &suite.groups {
        let mut fresh = String::new();
        for case in &group.cases {
            let faults: Vec<String> = match decision(case) {
                Ok(decision) => {
                    fresh.push_str(&bless_line(&case.id, &decision));
                    fresh.push('\n');
                    let mismatches = case.expect.mismatches(&decision);
                    mismatches.iter().map(ToString::to_string).collect()
                }
                Err(fault) => vec![fault],
            };
            if !faults.is_empty() {
                broken += 1;
                report::line(&format!("{}/{}", group.name, case.id));
                report::lines(&faults, "  ");
            }
        }
        let path = conformance_dir().join("decisions").join(format!("{}.jsonl", group.name));
        records.push(Record { committed: fs::read_to_string(&path).ok(), path, fresh });
    }
    let wrong = wrong_answers()?;
    report::lines(&wrong, "");
    broken += wrong.len();
    if broken > 0 {
        bail!(
            "cases and probes that are not answered as they expect: {broken}; nothing was recorded"
        );
    }
    Ok(records)
}

/// Records whose group does not exist any more.
fn orphans(records: &[Record]) -> Result<Vec<PathBuf>> {
    let folder = conformance_dir().join("decisions");
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut found = files(&folder, "jsonl")?;
    found.retain(|path| records.iter().all(|record| record.path.file_name() != path.file_name()));
    Ok(found)
}
