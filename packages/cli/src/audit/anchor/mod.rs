//! `aana audit anchor`: signs the number and the hash of a log's last record, once or as the log grows.

mod file;
#[cfg(feature = "http")]
mod http;
mod state;
mod target;

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use aana_audit::{ChainReader, Error, Mark, Sort, verify_and_find};
use aana_receipt::{Anchor, Anchors, Expectation, PrivateKey};

use super::args::AnchorArgs;
use super::log::whole;
use crate::exit::{self, Failure, Outcome};
use crate::style::printable;
use crate::words::counted;
use crate::{keys, output, setup};
use target::Target;

/// How often the end of the log is looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// Seconds between anchors with `--follow`, if neither `--every` nor `--interval` is given.
const INTERVAL: u64 = 60;

/// How often a log is read that is rotated while it is read.
const READINGS: usize = 3;

pub(super) fn run(args: &AnchorArgs) -> Outcome {
    let key = keys::private(&args.key)?;
    let mut target = Target::open(args, &key)?;
    if args.follow && target.former().last().is_none() {
        wait_for(&args.log)?;
    }
    expect_intact(&args.log, target.former(), args.allow_deleted)?;
    let reader =
        ChainReader::open(&args.log, args.allow_deleted).map_err(|error| failed(&error))?;
    let name = args.log.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut anchoring = Anchoring { args, key, name, reader, last_time: None };
    if !args.follow {
        anchoring.once(&mut target)?;
        return target.deliver_all().map(|()| exit::SUCCESS);
    }
    loop {
        anchoring.once(&mut target)?;
        target.deliver()?;
        thread::sleep(PAUSE);
    }
}

struct Anchoring<'a> {
    args: &'a AnchorArgs,
    key: PrivateKey,
    name: String,
    reader: ChainReader,
    /// When this process made its last anchor.
    last_time: Option<Instant>,
}

impl Anchoring<'_> {
    /// Makes an anchor if it is time for one.
    fn once(&mut self, target: &mut Target) -> Result<(), Failure> {
        let head = self.reader.to_head().map_err(|error| failed(&error))?;
        let (Some(head), Some(first)) = (head, self.reader.first()) else {
            return if self.args.follow { Ok(()) } else { Err(nothing(&self.args.log)) };
        };
        let former = target.former().last();
        if !self.is_due(head, former) || target.is_full() {
            return Ok(());
        }
        let anchor = Anchor::next(former, first, head, &self.name, setup::clock());
        let envelope = anchor.sign(&self.key);
        target.add(anchor, envelope)?;
        self.last_time = Some(Instant::now());
        Ok(())
    }

    fn is_due(&self, head: Mark, former: Option<&Anchor>) -> bool {
        let Some(former) = former else { return true };
        let new = head.seq.saturating_sub(former.head.seq);
        let enough = self.args.every.is_some_and(|every| new >= every);
        let interval = match (self.args.interval, self.args.every) {
            (None, None) if self.args.follow => Some(INTERVAL),
            (interval, _) => interval,
        };
        let Some(seconds) = interval else {
            return enough || (self.args.every.is_none() && !self.args.follow);
        };
        let waited = self.last_time.map_or_else(
            || {
                // Another process made the last anchor, so only the clock tells its age. If the clock was set back, the
                // anchor counts as old.
                let most = i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1000);
                let age = setup::clock().saturating_sub(former.anchored_at);
                !(0..most).contains(&age)
            },
            |last| last.elapsed() >= Duration::from_secs(seconds),
        );
        enough || waited
    }
}

/// Waits until the service has created the log. Call it only for a log without anchors: one that was anchored and is
/// missing was removed.
fn wait_for(log: &Path) -> Result<(), Failure> {
    let mut told = false;
    loop {
        match fs::metadata(log) {
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::reading(Some(log), &error)),
        }
        if !told {
            let name = exit::name(Some(log));
            output::note(&format!("note: {name} is not there yet; it is waited for\n"));
            told = true;
        }
        thread::sleep(PAUSE);
    }
}

/// Fails if the log has a fault, or contradicts its former anchors: then no further anchor is made.
fn expect_intact(log: &Path, former: &Anchors, allow_deleted: bool) -> Result<(), Failure> {
    let expectation = Expectation { former_may_be_gone: allow_deleted, max_age: None };
    let mut said = String::new();
    for reading in 0..READINGS {
        if reading > 0 {
            thread::sleep(PAUSE);
        }
        let read = verify_and_find(&whole(log)?, None, &former.wanted());
        let (report, found) = read.map_err(|error| failed(&error))?;
        said.clear();
        let (mut count, empty) = (0, report.records == 0 && former.last().is_none());
        for fault in &report.faults {
            // A line that is being written, and a log without records.
            if fault.sort == Sort::Torn || (empty && fault.sort == Sort::HeadMissing) {
                continue;
            }
            count += 1;
            let (line, word) = (fault.line, fault.sort.as_str());
            let file = printable(&fault.file.to_string_lossy()).into_owned();
            let _ = write!(said, "\n  {file}:{line}: {word}: {}", fault.sort);
        }
        if former.last().is_some() {
            for fault in former.compare(&report, &found, expectation) {
                count += 1;
                let _ = write!(said, "\n  {}: {}", fault.sort.as_str(), fault.sort);
            }
        }
        if count == 0 {
            return Ok(());
        }
        let faults = counted(count, "fault");
        said.insert_str(0, &format!("the log has {faults}, and no anchor was made"));
    }
    Err(Failure::NotValid(said))
}

/// A failure of the log as one of this command.
fn failed(error: &Error) -> Failure {
    match error {
        Error::Damaged { .. } => Failure::NotValid(format!("{error}; no anchor was made")),
        _ => Failure::Io(error.to_string()),
    }
}

fn nothing(log: &Path) -> Failure {
    Failure::NotValid(format!("{} has no record that could be anchored", exit::name(Some(log))))
}
