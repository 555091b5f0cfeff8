//! The anchors of a log, one a line, and what they say against the log.

mod fault;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Read as _};

use aana_audit::{Hash, Notice, Report};

pub use fault::{AnchorFault, AnchorSort};

use crate::{Anchor, PublicKey};

/// How many bytes the line of an anchor may have.
pub const MAX_ANCHOR: usize = 1 << 14;

/// How many findings are kept.
const KEPT: usize = 100;

/// How far the clocks of two machines may be apart, in milliseconds.
const CLOCK_SKEW: i64 = 300_000;

/// The anchors of one log, as far as they are signed and follow one another.
#[derive(Debug, Clone, Default)]
pub struct Anchors {
    /// Line, record and hash.
    heads: Vec<(u64, u64, Hash)>,
    last: Option<Anchor>,
    lines: u64,
    faults: Vec<AnchorFault>,
}

/// With what anchors are compared to a log.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expectation {
    /// Former files may have been deleted on purpose.
    pub former_may_be_gone: bool,
    /// The present time in Unix milliseconds, and how old the last anchor may be.
    pub max_age: Option<(i64, i64)>,
}

impl Anchors {
    /// Reads anchors, one a line. Whatever is wrong with them stands in [`faults`](Self::faults).
    ///
    /// # Errors
    ///
    /// The source cannot be read.
    pub fn read(mut source: impl BufRead, keys: &[PublicKey]) -> io::Result<Self> {
        let mut anchors = Self::default();
        let mut line = Vec::new();
        loop {
            line.clear();
            let most = MAX_ANCHOR as u64 + 1;
            if (&mut source).take(most).read_until(b'\n', &mut line)? == 0 {
                return Ok(anchors);
            }
            anchors.lines += 1;
            match line.strip_suffix(b"\n") {
                Some(text) => anchors.add(text, keys),
                None if line.len() > MAX_ANCHOR => {
                    anchors.fault(AnchorSort::TooLong);
                    skip_line(&mut source)?;
                }
                None => anchors.fault(AnchorSort::Torn),
            }
        }
    }

    /// The anchors of which only the last one is at hand.
    pub fn only(last: Anchor) -> Self {
        let heads = vec![(1, last.head.seq, last.head.hash)];
        Self { heads, last: Some(last), lines: 1, faults: vec![] }
    }

    fn add(&mut self, text: &[u8], keys: &[PublicKey]) {
        let anchor = match Anchor::verified(text, keys) {
            Ok(anchor) => anchor,
            Err(error) => return self.fault(AnchorSort::NotAnAnchor(error)),
        };
        // An anchor may arrive twice where its receipt was not acknowledged.
        if self.last.as_ref() == Some(&anchor) {
            return;
        }
        let expected = self.last.as_ref().map_or(1, |last| last.number.saturating_add(1));
        if self.last.as_ref().is_some_and(|last| last.log != anchor.log) {
            return self.fault(AnchorSort::OtherLog);
        }
        if anchor.number < expected {
            return self.fault(AnchorSort::OutOfOrder);
        }
        if anchor.number > expected {
            self.fault(AnchorSort::Dropped { from: expected, to: anchor.number - 1 });
        } else if anchor.previous != self.last.as_ref().map(Anchor::digest) {
            return self.fault(AnchorSort::Link);
        }
        if self.last.as_ref().is_some_and(|last| {
            last.head.seq > anchor.head.seq
                || (last.head.seq == anchor.head.seq && last.head.hash != anchor.head.hash)
        }) {
            return self.fault(AnchorSort::Backwards);
        }
        self.heads.push((self.lines, anchor.head.seq, anchor.head.hash));
        self.last = Some(anchor);
    }

    fn fault(&mut self, sort: AnchorSort) {
        if self.faults.len() < KEPT {
            self.faults.push(AnchorFault { line: self.lines, sort });
        }
    }

    /// The last anchor that holds.
    pub const fn last(&self) -> Option<&Anchor> {
        self.last.as_ref()
    }

    /// How many anchors hold.
    pub fn count(&self) -> usize {
        self.heads.len()
    }

    /// What is wrong with the anchors themselves: the first hundred findings.
    pub fn faults(&self) -> &[AnchorFault] {
        &self.faults
    }

    /// The numbers of the records whose hashes [`compare`](Self::compare) wants.
    pub fn wanted(&self) -> BTreeSet<u64> {
        let heads = self.heads.iter().map(|(_, seq, _)| *seq);
        heads.chain(self.last.iter().map(|last| last.log.seq)).collect()
    }

    /// Holds a verified log against the anchors, and gives everything that is wrong, with the anchors
    /// themselves too. Nothing found here and an intact `report` mean: every record up to the last anchor
    /// is the one that was anchored.
    pub fn compare(
        &self,
        report: &Report,
        found: &BTreeMap<u64, Hash>,
        expectation: Expectation,
    ) -> Vec<AnchorFault> {
        let mut faults = self.faults.clone();
        let line = self.heads.last().map_or(0, |(line, _, _)| *line);
        let mut say = |line, sort| faults.push(AnchorFault { line, sort });
        let Some(last) = &self.last else {
            say(0, AnchorSort::NoAnchor);
            return faults;
        };
        if let Some((now, most)) = expectation.max_age {
            let age = now.saturating_sub(last.anchored_at);
            if age > most {
                say(line, AnchorSort::Stale { seconds: age.div_euclid(1000) });
            } else if age < -CLOCK_SKEW {
                say(line, AnchorSort::Future);
            }
        }
        let (Some(first), Some(end)) = (report.first, report.last) else {
            say(line, AnchorSort::RolledBack { from: last.log.seq, to: last.head.seq });
            return faults;
        };
        let begun_anew =
            report.notices.iter().any(|notice| matches!(notice, Notice::Restarted { .. }));
        if begun_anew && first != last.log.seq {
            say(line, AnchorSort::Restarted);
            return faults;
        }
        if found.get(&last.log.seq).is_some_and(|hash| *hash != last.log.hash) {
            say(line, AnchorSort::Replaced);
            return faults;
        }
        if first > last.log.seq && !expectation.former_may_be_gone {
            say(line, AnchorSort::FormerDeleted { from: last.log.seq, to: first - 1 });
        }
        // A log that keeps former files still has one with a record that was anchored.
        if last.head.seq < first {
            say(line, AnchorSort::NotCovered);
        }
        let mut good = last.log.seq;
        for (line, seq, hash) in &self.heads {
            match found.get(seq) {
                Some(there) if there == hash => good = *seq,
                Some(_) => {
                    say(*line, AnchorSort::Rewritten { from: (good + 1).min(*seq), to: *seq });
                    break;
                }
                None => {}
            }
        }
        if last.head.seq > end.seq {
            say(line, AnchorSort::RolledBack { from: end.seq + 1, to: last.head.seq });
        }
        faults
    }
}

/// Reads to the end of a line without keeping it.
fn skip_line(source: &mut impl BufRead) -> io::Result<()> {
    loop {
        let chunk = source.fill_buf()?;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(chunk.len(), |end| end + 1);
        let done = end.is_some() || chunk.is_empty();
        source.consume(used);
        if done {
            return Ok(());
        }
    }
}
