//! The log as a program holds it: any number of threads append, and those that wait share one write
//! and one sync.

use std::{
    mem,
    path::Path,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak, mpsc},
    thread,
    time::Duration,
};

use crate::{Entry, Error, Fsync, MAX_LINE, Mark, Options, event::AuditEvent, writer::Writer};

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
    shared: Arc<Shared>,
    repairs: Vec<Entry>,
    /// Ends the thread that syncs, when it is dropped.
    _syncer: Option<mpsc::Sender<()>>,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    turn: Condvar,
    writer: Mutex<Writer>,
    fsync: Fsync,
}

/// Who waits for a write.
#[derive(Debug, Default)]
struct Queue {
    waiting: Vec<Request>,
    /// Whether a thread writes right now. It writes for all that wait when it begins.
    writing: bool,
    /// Why the last sync of the background thread failed, until somebody was told.
    failure: Option<Error>,
}

#[derive(Debug)]
struct Request {
    events: Vec<String>,
    answer: Arc<Mutex<Option<Answer>>>,
}

type Answer = Result<Vec<Mark>, Error>;

impl Log {
    /// Opens a log or creates it. A last line without an end is moved aside, and what was repaired can
    /// be asked with [`repairs`](Self::repairs).
    ///
    /// # Errors
    ///
    /// Besides those of the system: the log is not as it was left, unless
    /// [`Options::on_broken`] says otherwise.
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        let fsync = options.fsync;
        let (writer, repairs) = Writer::open(path.as_ref(), options)?;
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            turn: Condvar::new(),
            writer: Mutex::new(writer),
            fsync,
        });
        let syncer = match fsync {
            Fsync::Interval(every) => Some(start_syncer(&shared, every, path.as_ref())?),
            Fsync::Always | Fsync::Never => None,
        };
        Ok(Self { shared, repairs, _syncer: syncer })
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
        let marks = self.shared.append(events)?;
        let synced = self.shared.fsync == Fsync::Always;
        Ok(marks.into_iter().map(|mark| Receipt { mark, synced }).collect())
    }

    /// Forces everything to the disk, whatever [`Options::fsync`] says.
    ///
    /// # Errors
    ///
    /// The system said no, or the log is no longer as it was left.
    pub fn sync(&self) -> Result<(), Error> {
        lock(&self.shared.writer).sync_if_dirty()
    }
}

impl Drop for Log {
    /// A log that ends in order leaves nothing to chance.
    fn drop(&mut self) {
        if self.shared.fsync != Fsync::Never {
            let _ = self.sync();
        }
    }
}

impl Shared {
    fn append(&self, events: Vec<String>) -> Answer {
        let answer = Arc::new(Mutex::new(None));
        let mut queue = lock(&self.queue);
        if let Some(failure) = queue.failure.take() {
            return Err(failure);
        }
        queue.waiting.push(Request { events, answer: Arc::clone(&answer) });
        loop {
            if let Some(answer) = lock(&answer).take() {
                return answer;
            }
            if queue.writing {
                queue = self.turn.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            queue.writing = true;
            let requests = mem::take(&mut queue.waiting);
            drop(queue);
            self.write(&requests);
            queue = lock(&self.queue);
            queue.writing = false;
            self.turn.notify_all();
        }
    }

    /// Writes for all who wait, and gives each its own answer.
    fn write(&self, requests: &[Request]) {
        let mut writer = lock(&self.writer);
        let events: Vec<&str> =
            requests.iter().flat_map(|request| &request.events).map(String::as_str).collect();
        match writer.append(&events) {
            Ok(marks) => {
                let mut marks = marks.into_iter();
                for Request { events, answer } in requests {
                    *lock(answer) = Some(Ok(marks.by_ref().take(events.len()).collect()));
                }
            }
            // One that is too long must not cost the others their records.
            Err(_) if requests.len() > 1 => {
                for Request { events, answer } in requests {
                    let events: Vec<&str> = events.iter().map(String::as_str).collect();
                    *lock(answer) = Some(writer.append(&events));
                }
            }
            Err(error) => {
                for Request { answer, .. } in requests {
                    *lock(answer) = Some(Err(error.clone()));
                }
            }
        }
    }
}

/// Starts the thread that syncs. It ends when the sender is dropped.
fn start_syncer(
    shared: &Arc<Shared>,
    every: Duration,
    path: &Path,
) -> Result<mpsc::Sender<()>, Error> {
    let (sender, ended) = mpsc::channel::<()>();
    let shared: Weak<Shared> = Arc::downgrade(shared);
    let work = move || {
        while ended.recv_timeout(every) == Err(mpsc::RecvTimeoutError::Timeout) {
            let Some(shared) = shared.upgrade() else { return };
            if let Err(error) = lock(&shared.writer).sync_if_dirty() {
                lock(&shared.queue).failure = Some(error);
            }
        }
    };
    match thread::Builder::new().name("aana-audit".to_owned()).spawn(work) {
        Ok(_) => Ok(sender),
        Err(error) => Err(Error::io("start a thread for", path, &error)),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
