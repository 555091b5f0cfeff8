//! Reads a log from its first record on and as it grows, without writing to it and without its lock.
//!
//! Only lines up to the head are read. A writer removes lines that it could not force to the disk; these were never
//! acknowledged.

use std::{
    fs::File,
    io::{self, ErrorKind, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use crate::{
    Damage, Error, Mark,
    files::{resolve, rotated, whole_log},
    head::Head,
    lines::Lines,
    lock::is_at,
    record::Record,
    regular::open_regular,
    writer::first_record,
};

/// How often, and with which pause, something is read again that a writer may be changing.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// Reads the records of a log in order and follows it through rotations.
#[derive(Debug)]
pub struct ChainReader {
    path: PathBuf,
    file: File,
    first: Option<Mark>,
    at: Mark,
    /// Where the line of `at` ends in `file`.
    end: u64,
    over_gaps: bool,
}

impl ChainReader {
    /// Begins before the oldest record that is there. With `over_gaps`, former files may be deleted before
    /// they are read, as a writer does that keeps so many.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    pub fn open(path: &Path, over_gaps: bool) -> Result<Self, Error> {
        let failed = |error: io::Error| Error::io("read", path, &error);
        let path = resolve(path).map_err(failed)?;
        for _ in 0..TRIES {
            let oldest = whole_log(&path).map_err(failed)?.into_iter().next();
            let file = match open_regular(oldest.as_deref().unwrap_or(&path)) {
                Ok(file) => file,
                // It was rotated or deleted just now.
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    thread::sleep(PAUSE);
                    continue;
                }
                Err(error) => return Err(failed(error)),
            };
            let first = first_record(&file).map_err(failed)?;
            let at = first.map_or_else(Mark::default, |first| first.before);
            return Ok(Self { path, file, first: None, at, end: 0, over_gaps });
        }
        Err(failed(ErrorKind::NotFound.into()))
    }

    /// The first record that was read.
    pub const fn first(&self) -> Option<Mark> {
        self.first
    }

    /// Reads up to the record that the head file names, and gives it; `None` if there is no record yet.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or the log is not a chain from its first record to its head.
    pub fn to_head(&mut self) -> Result<Option<Mark>, Error> {
        let mut wrong = Damage::Shorter;
        for attempt in 0..TRIES {
            if attempt > 0 {
                thread::sleep(PAUSE);
            }
            let head = match Head::read(&self.path) {
                Ok(Some(head)) => head.mark,
                Ok(None) if self.first.is_none() => return Ok(None),
                Ok(None) => return Err(self.damaged(Damage::HeadRemoved)),
                // A head is written over itself, and may be read in between.
                Err(Error::Damaged { how, .. }) => {
                    wrong = how;
                    continue;
                }
                Err(error) => return Err(error),
            };
            if head.seq < self.at.seq {
                wrong = Damage::Shorter;
                continue;
            }
            self.read_to(head.seq)?;
            if self.at == head {
                return Ok((head.seq > 0).then_some(head));
            }
            wrong = Damage::Chain { at: self.end };
        }
        Err(self.damaged(wrong))
    }

    fn read_to(&mut self, seq: u64) -> Result<(), Error> {
        while self.at.seq < seq {
            // Checked before reading, so that no record written before a rotation is missed.
            let same = match is_at(&self.file, &self.path) {
                Ok(same) => same,
                Err(error) if error.kind() == ErrorKind::NotFound => false,
                Err(error) => return Err(self.failed(&error)),
            };
            self.read_file_to(seq)?;
            if self.at.seq < seq {
                if same {
                    return Err(self.damaged(Damage::Shorter));
                }
                self.next_file()?;
            }
        }
        Ok(())
    }

    /// Reads on in the open file.
    fn read_file_to(&mut self, seq: u64) -> Result<(), Error> {
        let failed = |error: io::Error| Error::io("read", &self.path, &error);
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.end)).map_err(failed)?;
        let mut lines = Lines::new(file);
        while self.at.seq < seq {
            let Some(line) = lines.next().map_err(failed)?.filter(|line| line.ended) else { break };
            let record = line.text.and_then(Record::read);
            let follows = record.is_some_and(|record| {
                record.seq == self.at.seq + 1 && record.previous == self.at.hash
            });
            if !follows {
                return Err(Error::damaged(&self.path, Damage::Chain { at: self.end }));
            }
            self.at = Mark { seq: self.at.seq + 1, hash: line.hash };
            self.end += line.bytes;
            self.first.get_or_insert(self.at);
        }
        Ok(())
    }

    /// Goes to the file that continues this one.
    fn next_file(&mut self) -> Result<(), Error> {
        let mut wrong = Damage::Removed;
        for attempt in 0..TRIES {
            if attempt > 0 {
                thread::sleep(PAUSE);
            }
            let former = rotated(&self.path).map_err(|error| self.failed(&error))?;
            let next = former.into_iter().find(|(last, _)| *last > self.at.seq);
            let next = next.map_or_else(|| self.path.clone(), |(_, path)| path);
            let file = match open_regular(&next) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(self.failed(&error)),
            };
            // The file was created and has no record yet.
            let Some(first) = first_record(&file).map_err(|error| self.failed(&error))? else {
                continue;
            };
            let gap = first.before.seq > self.at.seq;
            if first.rotated && (first.before == self.at || (gap && self.over_gaps)) {
                (self.file, self.at, self.end) = (file, first.before, 0);
                return Ok(());
            }
            wrong = if first.rotated && gap { Damage::FormerRemoved } else { Damage::Replaced };
        }
        Err(self.damaged(wrong))
    }

    fn failed(&self, error: &io::Error) -> Error {
        Error::io("read", &self.path, error)
    }

    fn damaged(&self, how: Damage) -> Error {
        Error::damaged(&self.path, how)
    }
}
