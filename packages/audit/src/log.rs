//! The log as a program holds it: any number of threads append, also after the process was forked.

use std::{mem, path::Path, process, slice, sync::Arc, sync::mpsc};

use aana_core::report::AuditEvent;
use arc_swap::ArcSwap;

use crate::{
    AuditOptions, Entry, Error, Fsync, MAX_LINE, Mark,
    event::RecordedEvent,
    shared::{Shared, start_syncer},
    writer::Writer,
};

/// What an append gives back: the record is in the log, and with [`Fsync::Always`] on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// The record's number and hash. Kept elsewhere, it proves later that the log still holds the
    /// record and everything before it.
    pub mark: Mark,
    /// Whether it was forced to the disk.
    pub synced: bool,
}

/// An open audit log.
#[derive(Debug)]
pub struct Log {
    /// No mutex: a thread of the former process may hold one, and nobody would ever release it.
    current: ArcSwap<ProcessLog>,
    repairs: Vec<Entry>,
}

/// The log as one process holds it.
#[derive(Debug)]
struct ProcessLog {
    process: u32,
    shared: Arc<Shared>,
    /// Ends the thread that syncs, when it is dropped.
    syncer: Option<mpsc::Sender<()>>,
}

impl Log {
    /// Opens a log or creates it. A last line without an end is moved aside, and what was repaired can
    /// be asked with [`repairs`](Self::repairs).
    ///
    /// # Errors
    ///
    /// Besides those of the system: the log is not as it was left, unless
    /// [`AuditOptions::on_damage`] says otherwise.
    pub fn open(path: impl AsRef<Path>, options: AuditOptions) -> Result<Self, Error> {
        let (writer, repairs) = Writer::open(path.as_ref(), options)?;
        let current = ArcSwap::from_pointee(ProcessLog::start(Shared::new(writer))?);
        Ok(Self { current, repairs })
    }

    /// What the log wrote of itself when it was opened: a repair, a rotation that was finished, a new
    /// chain, or nothing.
    pub fn repairs(&self) -> &[Entry] {
        &self.repairs
    }

    /// Appends the event of one decision.
    ///
    /// # Errors
    ///
    /// The event was not recorded: it is too long, the system said no, or the log is no longer as it was
    /// left.
    pub fn append(&self, event: &AuditEvent<'_>) -> Result<Receipt, Error> {
        self.append_all(slice::from_ref(event)).and_then(only)
    }

    /// Appends these events in this order, one after the other and with one sync, all or none.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append). Then none of them was recorded.
    pub fn append_all(&self, events: &[AuditEvent<'_>]) -> Result<Vec<Receipt>, Error> {
        self.write(events.iter().map(AuditEvent::to_json).collect())
    }

    /// Appends one event that comes as JSON text, as [`audit_event_of`](crate::audit_event_of) finds it
    /// in a decision of another process.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append), or the text is not an audit-safe event.
    pub fn append_json(&self, event: &str) -> Result<Receipt, Error> {
        self.append_all_json(&[event]).and_then(only)
    }

    /// Appends these events, which come as JSON text, as [`append_all`](Self::append_all) does.
    ///
    /// # Errors
    ///
    /// As [`append_json`](Self::append_json). Then none of them was recorded.
    pub fn append_all_json(&self, events: &[&str]) -> Result<Vec<Receipt>, Error> {
        for event in events {
            RecordedEvent::read(event)?;
        }
        self.write(events.iter().map(|event| (*event).to_owned()).collect())
    }

    fn write(&self, events: Vec<String>) -> Result<Vec<Receipt>, Error> {
        if let Some(long) = events.iter().find(|event| event.len() > MAX_LINE) {
            return Err(Error::TooLarge { bytes: long.len() });
        }
        let log = self.of_this_process()?;
        let marks = log.shared.append(events)?;
        let synced = log.shared.fsync() == Fsync::Always;
        Ok(marks.into_iter().map(|mark| Receipt { mark, synced }).collect())
    }

    /// Forces everything to the disk, whatever [`AuditOptions::fsync`] says.
    ///
    /// # Errors
    ///
    /// The system said no, or the log is no longer as it was left.
    pub fn sync(&self) -> Result<(), Error> {
        self.of_this_process()?.shared.sync()
    }

    /// The log of this process. The first call after a fork makes one: what the former process locks is
    /// locked for both of them, so a process needs a lock of its own.
    fn of_this_process(&self) -> Result<Arc<ProcessLog>, Error> {
        let log = self.current.load_full();
        if log.process == process::id() {
            return Ok(log);
        }
        let own = Arc::new(ProcessLog::start(log.shared.in_this_process()?)?);
        // Another thread may have done the same. Two logs of one file are fine, as in two processes.
        self.current.store(Arc::clone(&own));
        Ok(own)
    }
}

/// One event has one receipt.
fn only(receipts: Vec<Receipt>) -> Result<Receipt, Error> {
    receipts.into_iter().next().ok_or(Error::TooLarge { bytes: 0 })
}

impl ProcessLog {
    fn start(shared: Shared) -> Result<Self, Error> {
        let shared = Arc::new(shared);
        let syncer = match shared.fsync() {
            Fsync::Interval(every) => Some(start_syncer(&shared, every)?),
            Fsync::Always | Fsync::Never => None,
        };
        Ok(Self { process: process::id(), shared, syncer })
    }
}

impl Drop for ProcessLog {
    /// Forces the last records to the disk. A forked process skips this: the threads of its parent are not here, and a
    /// lock that they held is never released.
    fn drop(&mut self) {
        if self.process != process::id() {
            mem::forget(self.syncer.take());
        } else if self.shared.fsync() != Fsync::Never {
            let _ = self.shared.sync();
        }
    }
}
