//! What the threads of one process share: those that wait share one write and one sync.

use std::{
    mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak, mpsc},
    thread,
    time::Duration,
};

use arc_swap::ArcSwap;

use crate::{
    Error, Fsync, Mark,
    writer::{Position, Setting, Writer},
};

#[derive(Debug)]
pub(crate) struct Shared {
    queue: Mutex<Queue>,
    turn: Condvar,
    writer: Mutex<Writer>,
    setting: Setting,
    /// Where the writer last stood, for a process that is forked while a thread has the writer.
    position: ArcSwap<Position>,
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

pub(crate) type Answer = Result<Vec<Mark>, Error>;

impl Shared {
    pub(crate) fn new(writer: Writer) -> Self {
        Self {
            queue: Mutex::default(),
            turn: Condvar::new(),
            setting: writer.setting.clone(),
            position: ArcSwap::from_pointee(writer.position.clone()),
            writer: Mutex::new(writer),
        }
    }

    /// The same log for a process that was forked from the one that opened it. It continues where that
    /// one stood, so what happened to the log in between is found as always.
    pub(crate) fn in_this_process(&self) -> Result<Self, Error> {
        let position = Position::clone(&self.position.load());
        Writer::open_again(self.setting.clone(), position).map(Self::new)
    }

    pub(crate) fn fsync(&self) -> Fsync {
        self.setting.options.fsync
    }

    pub(crate) fn sync(&self) -> Result<(), Error> {
        self.with_writer(Writer::sync_if_dirty)
    }

    fn with_writer<T>(&self, work: impl FnOnce(&mut Writer) -> T) -> T {
        let mut writer = lock(&self.writer);
        let result = work(&mut writer);
        self.position.store(Arc::new(writer.position.clone()));
        result
    }

    pub(crate) fn append(&self, events: Vec<String>) -> Answer {
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
        self.with_writer(|writer| Self::write_with(writer, requests));
    }

    fn write_with(writer: &mut Writer, requests: &[Request]) {
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
pub(crate) fn start_syncer(
    shared: &Arc<Shared>,
    every: Duration,
) -> Result<mpsc::Sender<()>, Error> {
    let (sender, ended) = mpsc::channel::<()>();
    let path = shared.setting.path.clone();
    let shared: Weak<Shared> = Arc::downgrade(shared);
    let work = move || {
        while ended.recv_timeout(every) == Err(mpsc::RecvTimeoutError::Timeout) {
            let Some(shared) = shared.upgrade() else { return };
            if let Err(error) = shared.sync() {
                lock(&shared.queue).failure = Some(error);
            }
        }
    };
    match thread::Builder::new().name("aana-audit".to_owned()).spawn(work) {
        Ok(_) => Ok(sender),
        Err(error) => Err(Error::io("start a thread for", &path, &error)),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
