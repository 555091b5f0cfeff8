//! Verifies the chain, link by link.
//!
//! If a link is broken, one of its two lines was changed. The next link decides which one, or at the end the
//! head does. So a finding may be reported one line later.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use super::report::{Fault, Notice, Report, Sort};
use crate::{
    Hash, Mark,
    lines::RawLine,
    record::{Body, Entry, Record},
};

/// How many findings are kept.
const KEPT: usize = 100;

/// A line by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Position {
    file: usize,
    line: u64,
}

/// The last record of the chain.
#[derive(Debug, Clone, Copy)]
struct Link {
    mark: Mark,
    position: Position,
    /// Whether the line was already found to be changed.
    found: bool,
}

/// A record that is known from outside the log: from its head or from an anchor.
#[derive(Debug, Clone, Copy)]
struct KnownMark {
    mark: Mark,
    is_head: bool,
}

#[derive(Debug, Default)]
pub(super) struct Chain {
    files: Vec<PathBuf>,
    here: Position,
    at: Option<Link>,
    /// The line before `at`, if the link between them does not hold.
    suspect: Option<Position>,
    /// Lines since `at` that are not records.
    unreadable: u64,
    known_marks: Vec<KnownMark>,
    /// Records whose hashes are asked for, and those found.
    wanted: BTreeSet<u64>,
    found: BTreeMap<u64, Hash>,
    report: Report,
}

impl Chain {
    pub(super) fn expect(&mut self, mark: Option<Mark>) {
        self.known_marks.extend(mark.map(|mark| KnownMark { mark, is_head: false }));
    }

    pub(super) fn expect_head(&mut self, mark: Mark) {
        self.known_marks.push(KnownMark { mark, is_head: true });
    }

    pub(super) fn find(&mut self, wanted: &BTreeSet<u64>) {
        self.wanted.clone_from(wanted);
    }

    /// What was found of the records that were asked for. The first one to have a number counts: where
    /// there are two, the chain has a fault.
    pub(super) fn take_found(&mut self) -> BTreeMap<u64, Hash> {
        std::mem::take(&mut self.found)
    }

    fn note(&mut self, mark: Mark) {
        if self.wanted.contains(&mark.seq) {
            self.found.entry(mark.seq).or_insert(mark.hash);
        }
    }

    pub(super) fn no_head(&mut self, sort: Sort) {
        // Told of the last file, which is not known yet.
        self.report.faults.push(Fault { file: PathBuf::new(), line: 0, sort });
        self.report.fault_count += 1;
    }

    pub(super) fn file(&mut self, path: PathBuf) {
        self.files.push(path);
        self.report.files += 1;
        self.here = Position { file: self.files.len() - 1, line: 0 };
    }

    pub(super) fn line(&mut self, line: &RawLine<'_>) {
        self.here.line += 1;
        if !line.ended {
            self.fault(self.here, Sort::Torn);
            return;
        }
        let Some(record) = line.text.and_then(Record::read) else {
            self.fault(self.here, Sort::Unreadable);
            self.unreadable += 1;
            return;
        };
        self.report.records += 1;
        if let Body::Log(Entry::Repaired { file, bytes }) = &record.body {
            self.notice(Notice::Repaired { file: file.clone(), bytes: *bytes });
        }
        match self.at {
            None => self.begin(&record, line),
            Some(at) => self.go_on(at, &record, line),
        }
    }

    fn begin(&mut self, record: &Record<'_>, line: &RawLine<'_>) {
        let position = self.here;
        let mut mark = Mark { seq: record.seq, hash: line.hash };
        let mut found = false;
        match &record.body {
            Body::Log(Entry::Rotated { file }) => {
                self.notice(Notice::Continues { file: file.clone() });
            }
            Body::Log(Entry::Restarted { cause, .. }) => {
                self.notice(Notice::Restarted { cause: cause.clone() });
            }
            _ if record.may_begin() => {}
            // The lines before it were already found.
            _ if record.seq == self.unreadable + 1 => {}
            // A first line with another number, or a first number with something before it.
            _ if record.seq == 1 || record.previous == Hash::ZERO => {
                self.fault(position, Sort::Changed);
                (mark.seq, found) = (1, true);
            }
            _ => self.fault(position, Sort::Missing { from: 1, to: record.seq - 1 }),
        }
        self.report.first = Some(mark.seq);
        // The record before it is not here, but its hash is.
        self.note(Mark { seq: record.seq.saturating_sub(1), hash: record.previous });
        self.accept(mark, found);
    }

    fn go_on(&mut self, at: Link, record: &Record<'_>, line: &RawLine<'_>) {
        let next = at.mark.seq.saturating_add(1);
        let linked = record.previous == at.mark.hash;
        let mut mark = Mark { seq: record.seq, hash: line.hash };
        let mut found = false;
        if matches!(record.body, Body::Log(Entry::Restarted { .. })) {
            self.settle(false);
            self.fault(self.here, Sort::Restarted);
        } else if record.seq == next && linked {
            self.settle(true);
        } else if linked {
            // Its place is right and its number is not.
            self.settle(true);
            self.fault(self.here, Sort::Changed);
            (mark.seq, found) = (next, true);
        } else if self.unreadable > 0 && record.seq == next.saturating_add(self.unreadable) {
            self.settle(false);
        } else if record.seq == next {
            let explained = self.suspect.is_some() || at.found || self.unreadable > 0;
            self.settle(false);
            self.suspect = (!explained).then_some(at.position);
        } else if record.seq > next {
            self.settle(false);
            self.fault(self.here, Sort::Missing { from: next, to: record.seq - 1 });
        } else {
            self.fault(self.here, Sort::OutOfOrder);
            return;
        }
        self.accept(mark, found);
    }

    fn accept(&mut self, mark: Mark, found: bool) {
        self.note(mark);
        self.unreadable = 0;
        let mut link = Link { mark, position: self.here, found };
        let known = self.known_marks.iter().filter(|known_mark| known_mark.mark.seq == mark.seq);
        let (mut confirmed, mut denied) = (false, false);
        for known_mark in known {
            confirmed |= known_mark.mark.hash == mark.hash;
            denied |= known_mark.mark.hash != mark.hash;
        }
        if denied && !found {
            // Then the link before it may be wrong for the same cause.
            self.suspect = None;
            self.fault(link.position, Sort::Changed);
            link.found = true;
        }
        self.at = Some(link);
        if confirmed && !denied {
            self.settle(true);
        }
    }

    /// Says which of two lines was changed, now that the second one is known to be right or not.
    fn settle(&mut self, second_is_right: bool) {
        let Some(first) = self.suspect.take() else { return };
        let second = self.at.map_or(first, |at| at.position);
        self.fault(if second_is_right { first } else { second }, Sort::Changed);
    }

    pub(super) fn end(mut self) -> Report {
        // Without a known mark, the line before the last is as likely as the last.
        self.settle(true);
        let last = self.at.map_or_else(Mark::default, |at| at.mark);
        let first = self.report.first.unwrap_or(1);
        for KnownMark { mark, is_head } in self.known_marks.clone() {
            if mark.seq > last.seq {
                let sort = Sort::Truncated { from: last.seq + 1, to: mark.seq };
                self.fault(self.here, sort);
            } else if mark.seq.saturating_add(1) < first {
                self.fault(Position { line: 0, ..self.here }, Sort::NotCovered);
            } else if is_head && mark.seq < last.seq {
                self.notice(Notice::AfterHead { records: last.seq - mark.seq });
            }
        }
        let file = self.files.last().cloned().unwrap_or_default();
        for fault in &mut self.report.faults {
            if fault.file.as_os_str().is_empty() {
                fault.file.clone_from(&file);
            }
        }
        self.report.last = self.at.map(|at| at.mark);
        self.report
    }

    fn fault(&mut self, position: Position, sort: Sort) {
        self.report.fault_count += 1;
        if self.report.faults.len() < KEPT {
            let file = self.files.get(position.file).cloned().unwrap_or_default();
            self.report.faults.push(Fault { file, line: position.line, sort });
        }
    }

    fn notice(&mut self, notice: Notice) {
        if self.report.notices.len() < KEPT {
            self.report.notices.push(notice);
        }
    }
}
