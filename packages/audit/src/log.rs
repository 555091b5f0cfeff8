//! The log as a program holds it: any number of threads append, also after the process was forked.

use std::{mem, path::Path, process, sync::Arc, sync::mpsc};

use arc_swap::ArcSwap;

use crate::{
    Entry, Error, Fsync, MAX_LINE, Mark, Options,
    event::AuditEvent,
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
    current: ArcSwap<Held>,
    repairs: Vec<Entry>,
}

/// The log as one process holds it.
#[derive(Debug)]
struct Held {
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
    /// [`Options::on_broken`] says otherwise.
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        let (writer, repairs) = Writer::open(path.as_ref(), options)?;
        let current = ArcSwap::from_pointee(Held::start(Shared::new(writer))?);
        Ok(Self { current, repairs })
    }

    /// What the log wrote of itself when it was opened: a repair, a rotation that was finished, a new
    /// chain, or nothing.
    pub fn repairs(&self) -> &[Entry] {
        &self.repairs
    }

    /// Appends one event, exactly as the decision gave it.
    ///
    /// # Errors
    ///
    /// The event was not recorded: it is no audit-safe event, it is too long, the system said no, or
    /// the log is no longer as it was left.
    pub fn append(&self, event: &str) -> Result<Receipt, Error> {
        let receipts = self.append_all(&[event])?;
        // One event has one receipt.
        receipts.first().copied().ok_or(Error::TooLarge { bytes: 0 })
    }

    /// Appends these events in this order, one after the other and with one sync, all or none.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append). Then none of them was recorded.
    pub fn append_all(&self, events: &[&str]) -> Result<Vec<Receipt>, Error> {
        for event in events {
            AuditEvent::read(event)?;
            if event.len() > MAX_LINE {
                return Err(Error::TooLarge { bytes: event.len() });
            }
        }
        let events = events.iter().map(|event| (*event).to_owned()).collect();
        let held = self.held()?;
        let marks = held.shared.append(events)?;
        let synced = held.shared.fsync() == Fsync::Always;
        Ok(marks.into_iter().map(|mark| Receipt { mark, synced }).collect())
    }

    /// Forces everything to the disk, whatever [`Options::fsync`] says.
    ///
    /// # Errors
    ///
    /// The system said no, or the log is no longer as it was left.
    pub fn sync(&self) -> Result<(), Error> {
        self.held()?.shared.sync()
    }

    /// The log of this process. The first call after a fork makes one: what the former process locks is
    /// locked for both of them, so a process needs a lock of its own.
    fn held(&self) -> Result<Arc<Held>, Error> {
        let held = self.current.load_full();
        if held.process == process::id() {
            return Ok(held);
        }
        let own = Arc::new(Held::start(held.shared.in_this_process()?)?);
        // If another thread did the same, both are as good, as two processes would be.
        self.current.store(Arc::clone(&own));
        Ok(own)
    }
}

impl Held {
    fn start(shared: Shared) -> Result<Self, Error> {
        let shared = Arc::new(shared);
        let syncer = match shared.fsync() {
            Fsync::Interval(every) => Some(start_syncer(&shared, every)?),
            Fsync::Always | Fsync::Never => None,
        };
        Ok(Self { process: process::id(), shared, syncer })
    }
}

impl Drop for Held {
    /// A log that ends in order leaves nothing to chance. In another process there is nothing to end: its
    /// threads are not here, and what they held would be waited for.
    fn drop(&mut self) {
        if self.process != process::id() {
            mem::forget(self.syncer.take());
        } else if self.shared.fsync() != Fsync::Never {
            let _ = self.shared.sync();
        }
    }
}
