//! Writes records under the lock: first it catches up with what other processes wrote, then it adds.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use aana_core::time;

use crate::{
    AuditOptions, Damage, Entry, Error, Fsync, Hash, MAX_LINE, Mark,
    files::{self, name, rotated, rotated_path, sync_folder},
    head::{Head, HeadFile},
    lines::Lines,
    lock::{Lock, is_at},
    record::{Body, Record},
};

/// The least size at which a file is full, and what has to be in it before it can be.
const LEAST_ROTATE: u64 = 4096;
const LEAST_CONTENT: u64 = 1024;

/// A log as this process knows it.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(crate) setting: Setting,
    pub(crate) lock: Lock,
    pub(crate) position: Position,
    /// Whether something was written that was not forced to the disk.
    pub(crate) dirty: bool,
}

/// What does not change while a log is open.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) path: PathBuf,
    pub(crate) options: AuditOptions,
    pub(crate) head: HeadFile,
}

/// Where a writer stands. The files may be shared with a forked process: whoever has the lock begins with
/// a `seek`, or appends.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    pub(crate) file: Arc<File>,
    /// The last record, and where its line ends in `file`.
    pub(crate) at: Mark,
    pub(crate) end: u64,
    /// What the log has to say of itself before the next record.
    pub(crate) pending: Vec<Entry>,
}

/// Where the chain stands after a file, or a part of one, was read.
struct Read {
    at: Mark,
    end: u64,
    /// How many bytes follow that are not a whole line.
    torn: u64,
}

impl Writer {
    /// The writer of a forked process: it has a lock of its own, and continues from this place.
    pub(crate) fn open_again(setting: Setting, position: Position) -> Result<Self, Error> {
        let lock = Lock::open(&setting.path)?;
        Ok(Self { setting, lock, position, dirty: true })
    }

    /// Appends these events, all or none.
    pub(crate) fn append(&mut self, events: &[&str]) -> Result<Vec<Mark>, Error> {
        self.lock.acquire()?;
        let result = self.catch_up().and_then(|()| self.add(events));
        self.lock.release();
        result
    }

    /// Forces what was written to the disk, if anything was.
    pub(crate) fn sync_if_dirty(&mut self) -> Result<(), Error> {
        if !self.dirty {
            return Ok(());
        }
        self.lock.acquire()?;
        // What others wrote since belongs before the head, and under it only what is on the disk.
        let result = self.catch_up().and_then(|()| self.sync());
        self.lock.release();
        result
    }

    pub(crate) fn add(&mut self, events: &[&str]) -> Result<Vec<Mark>, Error> {
        let room: usize = events.iter().map(|event| event.len().saturating_add(160)).sum();
        let full = self.setting.options.rotate.is_some_and(|most| {
            self.position.end >= LEAST_CONTENT
                && self.position.end.saturating_add(room as u64) > most.max(LEAST_ROTATE)
        });
        if full {
            self.rotate()?;
        }
        let recorded_at = time::format((self.setting.options.clock)());
        let (mut text, mut at) = (String::with_capacity(room), self.position.at);
        let mut add = |body| {
            let record =
                Record { seq: at.seq + 1, recorded_at: &recorded_at, previous: at.hash, body };
            let line = record.write();
            if line.len() > MAX_LINE {
                return Err(Error::TooLarge { bytes: line.len() });
            }
            at = Mark { seq: record.seq, hash: Hash::of(line.as_bytes()) };
            text.push_str(&line);
            text.push('\n');
            Ok(at)
        };
        for entry in &self.position.pending {
            add(Body::Log(entry.clone()))?;
        }
        let marks: Result<_, _> = events.iter().map(|event| add(Body::Event(event))).collect();
        let marks = marks?;
        self.write_lines(text.as_bytes(), at)?;
        self.position.pending.clear();
        Ok(marks)
    }

    /// Writes whole lines, or leaves the file as it was.
    fn write_lines(&mut self, lines: &[u8], at: Mark) -> Result<(), Error> {
        if lines.is_empty() {
            return Ok(());
        }
        let before = (self.position.at, self.position.end, self.dirty);
        let written =
            self.position.file.write_all(lines).map_err(|error| self.failed("write to", &error));
        let result = written.and_then(|()| {
            (self.position.at, self.position.end, self.dirty) =
                (at, self.position.end + lines.len() as u64, true);
            match self.setting.options.fsync {
                Fsync::Always => self.sync(),
                Fsync::Interval(_) => Ok(()),
                Fsync::Never => {
                    self.setting.head.write(Head { mark: self.position.at, end: self.position.end })
                }
            }
        });
        if result.is_err() {
            (self.position.at, self.position.end, self.dirty) = before;
            // If this fails as well, the next append repairs the file.
            let _ = self.position.file.set_len(self.position.end);
            let _ =
                self.setting.head.write(Head { mark: self.position.at, end: self.position.end });
        }
        result
    }

    pub(crate) fn sync(&mut self) -> Result<(), Error> {
        self.position.file.sync_data().map_err(|error| self.failed("force to the disk", &error))?;
        self.setting.head.write(Head { mark: self.position.at, end: self.position.end })?;
        self.dirty = false;
        Ok(())
    }

    /// Puts the file aside under the number of its last record and begins the next one.
    fn rotate(&mut self) -> Result<(), Error> {
        self.sync()?;
        let aside = rotated_path(&self.setting.path, self.position.at.seq);
        fs::rename(&self.setting.path, &aside).map_err(|error| self.failed("rename", &error))?;
        self.begin_next(&aside)
    }

    /// Begins the file that continues `aside`.
    pub(crate) fn begin_next(&mut self, aside: &Path) -> Result<(), Error> {
        let file = create(&self.setting.path).map_err(|error| self.failed("create", &error))?;
        sync_folder(&self.setting.path).map_err(|error| self.failed("create", &error))?;
        (self.position.file, self.position.end) = (Arc::new(file), 0);
        self.position.pending.retain(|entry| !matches!(entry, Entry::Rotated { .. }));
        self.position.pending.insert(0, Entry::Rotated { file: name(aside) });
        self.prune();
        Ok(())
    }

    /// Deletes the oldest former files beyond those to keep. Recording goes on if one cannot be deleted.
    fn prune(&self) {
        let (Some(keep), Ok(former)) = (self.setting.options.keep, rotated(&self.setting.path))
        else {
            return;
        };
        for (_, path) in former.iter().take(former.len().saturating_sub(keep)) {
            let _ = fs::remove_file(path);
        }
    }

    /// Learns what other processes appended since, through every rotation.
    fn catch_up(&mut self) -> Result<(), Error> {
        loop {
            let same = match is_at(&self.position.file, &self.setting.path) {
                Ok(same) => same,
                Err(error) if error.kind() == ErrorKind::NotFound => false,
                Err(error) => return Err(self.failed("open", &error)),
            };
            self.read_appended(same)?;
            if same {
                return Ok(());
            }
            self.go_to_next_file()?;
        }
    }

    /// Reads what follows in the open file.
    pub(crate) fn read_appended(&mut self, current: bool) -> Result<(), Error> {
        let length =
            self.position.file.metadata().map_err(|error| self.failed("read", &error))?.len();
        if length == self.position.end {
            return Ok(());
        }
        if length < self.position.end {
            return Err(self.damaged(Damage::Shorter));
        }
        let read = self.read_on()?;
        (self.position.at, self.position.end) = (read.at, read.end);
        // Another process may not have synced its lines; the next sync covers them.
        self.dirty = true;
        if read.torn > 0 {
            if !current {
                return Err(self.damaged(Damage::Chain { at: self.position.end }));
            }
            self.move_torn(read.torn)?;
        }
        Ok(())
    }

    fn read_on(&mut self) -> Result<Read, Error> {
        let failed = |error: io::Error| Error::io("read", &self.setting.path, &error);
        let mut file = &*self.position.file;
        file.seek(SeekFrom::Start(self.position.end)).map_err(failed)?;
        let mut lines = Lines::new(file);
        let mut read = Read { at: self.position.at, end: self.position.end, torn: 0 };
        while let Some(line) = lines.next().map_err(failed)? {
            if !line.ended {
                read.torn = line.bytes;
                break;
            }
            let record = line.text.and_then(Record::read);
            let follows = record.is_some_and(|record| {
                record.seq == read.at.seq + 1 && record.previous == read.at.hash
            });
            if !follows {
                return Err(Error::damaged(&self.setting.path, Damage::Chain { at: read.end }));
            }
            read.at = Mark { seq: read.at.seq + 1, hash: line.hash };
            read.end += line.bytes;
        }
        Ok(read)
    }

    /// Moves a last line without an end aside. Nobody was told that it was recorded.
    fn move_torn(&mut self, bytes: u64) -> Result<(), Error> {
        let (aside, mut torn) = files::create_aside(&self.setting.path, "torn")
            .map_err(|error| self.failed("move the torn line of", &error))?;
        let mut file = &*self.position.file;
        let moved = file
            .seek(SeekFrom::Start(self.position.end))
            .and_then(|_| io::copy(&mut file, &mut torn))
            .and_then(|_| torn.sync_all())
            .and_then(|()| self.position.file.set_len(self.position.end));
        moved.map_err(|error| self.failed("move the torn line of", &error))?;
        self.position.pending.push(Entry::Repaired { file: name(&aside), bytes });
        Ok(())
    }

    /// Goes from a file that is no longer the current one to the one that continues it.
    fn go_to_next_file(&mut self) -> Result<(), Error> {
        let lost = if self.setting.path.exists() { Damage::Replaced } else { Damage::Removed };
        let former = rotated(&self.setting.path).map_err(|error| self.failed("read", &error))?;
        let aside = rotated_path(&self.setting.path, self.position.at.seq);
        let is_aside = is_at(&self.position.file, &aside).unwrap_or(false);
        if !is_aside && self.setting.options.keep.is_none() {
            return Err(self.damaged(lost));
        }
        let next =
            former.iter().find(|(last, _)| *last > self.position.at.seq).map(|(_, path)| path);
        let next = next.unwrap_or(&self.setting.path).clone();
        let file = match open(&next) {
            Ok(file) => file,
            // Another process died between putting the file aside and beginning the next.
            Err(error) if error.kind() == ErrorKind::NotFound && is_aside => {
                return self.begin_next(&aside);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(self.damaged(lost)),
            Err(error) => return Err(self.failed("open", &error)),
        };
        let first = first_record(&file).map_err(|error| self.failed("read", &error))?;
        let at = match first {
            Some(FileStart { before, rotated: true })
                if before == self.position.at
                    || (!is_aside && before.seq > self.position.at.seq) =>
            {
                before
            }
            // Begun and not yet written to.
            None if is_aside && next == self.setting.path => {
                self.position.pending.insert(0, Entry::Rotated { file: name(&aside) });
                self.position.at
            }
            _ => return Err(self.damaged(Damage::Replaced)),
        };
        (self.position.file, self.position.at, self.position.end) = (Arc::new(file), at, 0);
        Ok(())
    }

    pub(crate) fn failed(&self, doing: &'static str, error: &io::Error) -> Error {
        Error::io(doing, &self.setting.path, error)
    }

    pub(crate) fn damaged(&self, how: Damage) -> Error {
        Error::damaged(&self.setting.path, how)
    }
}

/// How a file begins.
pub(crate) struct FileStart {
    /// The record before its first.
    pub(crate) before: Mark,
    /// Whether its first record says that it continues another file.
    pub(crate) rotated: bool,
}

/// How a file begins; `None` if it has no whole line. A first line that is not a record is an error of
/// the chain, which is found where it is read.
pub(crate) fn first_record(file: &File) -> io::Result<Option<FileStart>> {
    let mut file = file;
    file.rewind()?;
    let mut lines = Lines::new(file);
    let Some(line) = lines.next()?.filter(|line| line.ended) else { return Ok(None) };
    let start = FileStart { before: Mark::default(), rotated: false };
    Ok(Some(line.text.and_then(Record::read).filter(Record::may_begin).map_or(start, |record| {
        FileStart {
            before: Mark { seq: record.seq - 1, hash: record.previous },
            rotated: matches!(record.body, Body::Log(Entry::Rotated { .. })),
        }
    })))
}

pub(crate) fn open(path: &Path) -> io::Result<File> {
    // Reading from a pipe would not end.
    files::only_a_file(path)?;
    File::options().read(true).append(true).open(path)
}

pub(crate) fn create(path: &Path) -> io::Result<File> {
    File::options().read(true).append(true).create_new(true).open(path)
}
