//! Opening a log: what was left is read, one torn line is repaired, and what is not as it was left is
//! refused.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read as _, Seek as _, SeekFrom},
    path::Path,
    sync::Arc,
};

use crate::{
    AuditOptions, Damage, Entry, Error, Hash, MAX_LINE, Mark, OnDamage,
    files::{create_aside, name, resolve_to_write, rotated, rotated_path, sync_folder},
    head::{Head, HeadFile},
    lines::Lines,
    lock::Lock,
    record::Record,
    regular::open_regular,
    writer::{Position, Setting, Writer, create, first_record, open},
};

impl Writer {
    /// Opens or creates a log, and says what was repaired.
    pub(crate) fn open(path: &Path, options: AuditOptions) -> Result<(Self, Vec<Entry>), Error> {
        let path = &resolve_to_write(path).map_err(|error| Error::io("open", path, &error))?;
        let mut lock = Lock::open(path)?;
        lock.acquire()?;
        let opened = Opener { path, options }.writer(lock);
        opened.and_then(|mut writer| {
            let said = writer.position.pending.clone();
            let recorded = writer.write_pending();
            writer.lock.release();
            recorded.map(|()| (writer, said))
        })
    }

    /// Writes down what the log has to say of itself, and forces it to the disk.
    fn write_pending(&mut self) -> Result<(), Error> {
        if self.position.pending.is_empty() {
            return Ok(());
        }
        self.add(&[])?;
        self.sync()
    }
}

struct Opener<'o> {
    path: &'o Path,
    options: AuditOptions,
}

impl Opener<'_> {
    fn writer(&self, lock: Lock) -> Result<Writer, Error> {
        let restarts = self.options.on_damage == OnDamage::Restart;
        let FoundLog { file, at, end, pending } = match self.inspect() {
            Err(Error::Damaged { how, .. }) if restarts => return self.restart(lock, how),
            found => found?,
        };
        let head = HeadFile::open(self.path)?;
        let mut writer = self.assemble(lock, head, file, at, end);
        writer.position.pending = pending;
        match writer.read_appended(true) {
            Err(Error::Damaged { how, .. }) if restarts => self.restart(writer.lock, how),
            absorbed => absorbed.map(|()| writer),
        }
    }

    fn assemble(&self, lock: Lock, head: HeadFile, file: File, at: Mark, end: u64) -> Writer {
        Writer {
            setting: Setting { path: self.path.to_owned(), options: self.options.clone(), head },
            lock,
            position: Position { file: Arc::new(file), at, end, pending: Vec::new() },
            dirty: true,
        }
    }

    /// What is there, if it is as it was left.
    fn inspect(&self) -> Result<FoundLog, Error> {
        let head = Head::read(self.path)?;
        let file = match open(self.path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Error::io("open", self.path, &error)),
        };
        let length = match &file {
            None => 0,
            Some(file) => file.metadata().map_err(|error| self.failed("read", &error))?.len(),
        };
        match (file, head) {
            (Some(file), Some(head)) if length > 0 => self.existing(file, head, length),
            (Some(_), None) if length > 0 => Err(self.damaged(Damage::HeadRemoved)),
            (file, Some(head)) if head.mark.seq > 0 => {
                let lost = if file.is_some() { Damage::Shorter } else { Damage::Removed };
                self.next_of_rotated(file, head.mark, lost)
            }
            (file, _) => self.first(file),
        }
    }

    /// A log that never had a record.
    fn first(&self, file: Option<File>) -> Result<FoundLog, Error> {
        if !rotated(self.path).map_err(|error| self.failed("read", &error))?.is_empty() {
            return Err(self.damaged(Damage::Removed));
        }
        let file = match file {
            Some(file) => file,
            None => create(self.path).map_err(|error| self.failed("create", &error))?,
        };
        HeadFile::open(self.path)?.write(Head::START)?;
        sync_folder(self.path).map_err(|error| self.failed("create", &error))?;
        Ok(FoundLog { file, at: Mark::default(), end: 0, pending: vec![] })
    }

    /// A log whose last file was put aside by a process that died before it began the next.
    fn next_of_rotated(
        &self,
        file: Option<File>,
        ended: Mark,
        lost: Damage,
    ) -> Result<FoundLog, Error> {
        let aside = rotated_path(self.path, ended.seq);
        let former = match open_regular(&aside) {
            Ok(former) => former,
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(self.damaged(lost)),
            Err(error) => return Err(self.failed("open", &error)),
        };
        let read = |error: io::Error| Error::io("read", &aside, &error);
        let end = former.metadata().map_err(read)?.len();
        if line_ending_at(&former, end).map_err(read)? != Some(ended.hash) {
            return Err(self.damaged(lost));
        }
        let file = match file {
            Some(file) => file,
            None => create(self.path).map_err(|error| self.failed("create", &error))?,
        };
        sync_folder(self.path).map_err(|error| self.failed("create", &error))?;
        let pending = vec![Entry::Rotated { file: name(&aside) }];
        Ok(FoundLog { file, at: ended, end: 0, pending })
    }

    fn existing(&self, file: File, head: Head, length: u64) -> Result<FoundLog, Error> {
        let failed = |error: io::Error| self.failed("read", &error);
        if !self.options.read_whole && (1..=length).contains(&head.end) {
            let known = line_ending_at(&file, head.end).map_err(failed)?;
            if known == Some(head.mark.hash) {
                let (at, end) = (head.mark, head.end);
                return Ok(FoundLog { file, at, end, pending: vec![] });
            }
        }
        let whole = self.read_whole(&file, head.mark)?;
        let pending = vec![];
        Ok(FoundLog { file, at: whole.0, end: whole.1, pending })
    }

    /// Reads the file from its beginning to the record that the head names. The rest is read as if
    /// another process had just written it.
    fn read_whole(&self, file: &File, head: Mark) -> Result<(Mark, u64), Error> {
        let failed = |error: io::Error| self.failed("read", &error);
        let Some(first) = first_record(file).map_err(failed)? else {
            // Only the start of a first line: of a new log, or of a file after a rotation.
            let aside = rotated_path(self.path, head.seq);
            let fresh = head.seq == 0 || aside.exists();
            return if fresh { Ok((head, 0)) } else { Err(self.damaged(Damage::Shorter)) };
        };
        let (mut at, mut end) = (first.before, 0);
        let mut from_start = file;
        from_start.rewind().map_err(failed)?;
        let mut lines = Lines::new(from_start);
        while at.seq < head.seq {
            let Some(line) = lines.next().map_err(failed)?.filter(|line| line.ended) else {
                return Err(self.damaged(Damage::Shorter));
            };
            let record = line.text.and_then(Record::read);
            let follows =
                record.is_some_and(|record| record.seq == at.seq + 1 && record.previous == at.hash);
            if !follows {
                return Err(self.damaged(Damage::Chain { at: end }));
            }
            (at, end) = (Mark { seq: at.seq + 1, hash: line.hash }, end + line.bytes);
        }
        if at == head { Ok((at, end)) } else { Err(self.damaged(Damage::Chain { at: 0 })) }
    }

    /// Moves what is there aside and begins a new chain.
    fn restart(&self, lock: Lock, how: Damage) -> Result<Writer, Error> {
        let head = Head::read(self.path).ok().flatten();
        let last = rotated(self.path).ok().and_then(|former| former.last().map(|(last, _)| *last));
        let (mut seen, mut aside) = (0, None);
        if let Ok(file) = open_regular(self.path) {
            seen = greatest_number(file).map_err(|error| self.failed("read", &error))?;
            let (path, _) = create_aside(self.path, "broken")
                .map_err(|error| self.failed("move aside", &error))?;
            fs::rename(self.path, &path).map_err(|error| self.failed("move aside", &error))?;
            aside = Some(name(&path));
        }
        let known = head.map_or_else(Mark::default, |head| head.mark);
        let at = Mark { seq: known.seq.max(seen).max(last.unwrap_or(0)), hash: known.hash };
        let file = create(self.path).map_err(|error| self.failed("create", &error))?;
        sync_folder(self.path).map_err(|error| self.failed("create", &error))?;
        let head_file = HeadFile::open(self.path)?;
        let mut writer = self.assemble(lock, head_file, file, at, 0);
        writer.position.pending.push(Entry::Restarted {
            cause: how.as_str().to_owned(),
            expected: head.map(|head| head.mark.to_string()),
            file: aside,
        });
        Ok(writer)
    }

    fn failed(&self, doing: &'static str, error: &io::Error) -> Error {
        Error::io(doing, self.path, error)
    }

    fn damaged(&self, how: Damage) -> Error {
        Error::damaged(self.path, how)
    }
}

/// A log as it was found, up to a record from which on the writer reads itself.
struct FoundLog {
    file: File,
    at: Mark,
    end: u64,
    pending: Vec<Entry>,
}

/// The hash of the line whose end is the last byte before `end`.
fn line_ending_at(file: &File, end: u64) -> io::Result<Option<Hash>> {
    // Most lines are short.
    for most in [1 << 14, MAX_LINE as u64 + 2] {
        let from = end.saturating_sub(most);
        let mut file = file;
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(end - from).read_to_end(&mut bytes)?;
        let Some(text) = bytes.strip_suffix(b"\n") else { return Ok(None) };
        let start = memchr::memrchr(b'\n', text).map(|at| at + 1).or((from == 0).then_some(0));
        if let Some(line) = start.and_then(|start| text.get(start..)) {
            return Ok(Some(Hash::of(line)));
        }
    }
    Ok(None)
}

/// The greatest number of a record in a file, whatever else is in it.
fn greatest_number(file: File) -> io::Result<u64> {
    let (mut greatest, mut lines) = (0, Lines::new(file));
    while let Some(line) = lines.next()? {
        let number = line.text.and_then(Record::read).map_or(0, |record| record.seq);
        greatest = greatest.max(number);
    }
    Ok(greatest)
}
