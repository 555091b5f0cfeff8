//! The head file: which record was the last, so that a cut at the end of the log can be seen.
//!
//! One line of a fixed length, `SEQ:HASH END`, written over itself. It is written after the lines it
//! speaks of, so it may lag behind the log and is never ahead of it.

use std::{
    fs::File,
    io::{self, ErrorKind, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    Damage, Error, Hash, Mark,
    files::{head_path, own_file},
    regular::open_regular,
};

const LENGTH: usize = 20 + 1 + 64 + 1 + 20 + 1;

/// What the head file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    /// The last record.
    pub(crate) mark: Mark,
    /// Where its line ends in its file.
    pub(crate) end: u64,
}

impl Head {
    pub(crate) const START: Self = Self { mark: Mark { seq: 0, hash: Hash::ZERO }, end: 0 };

    fn parse(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?.strip_suffix('\n')?;
        let (mark, end) = text.split_once(' ')?;
        let head = Self { mark: mark.parse().ok()?, end: end.parse().ok()? };
        (head.text().as_bytes() == bytes).then_some(head)
    }

    fn text(&self) -> String {
        format!("{:020}:{} {:020}\n", self.mark.seq, self.mark.hash, self.end)
    }

    /// Reads the head file of a log; `None` if there is none.
    pub(crate) fn read(log: &Path) -> Result<Option<Self>, Error> {
        let path = head_path(log);
        let failed = |error: &io::Error| Error::io("read", &path, error);
        let file = match own_file(&path).and_then(|()| open_regular(&path)) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&error)),
        };
        let mut bytes = Vec::with_capacity(LENGTH);
        file.take(LENGTH as u64 + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        let head = Self::parse(&bytes);
        head.map(Some).ok_or_else(|| Error::damaged(log, Damage::HeadUnreadable))
    }
}

/// The head file, opened to be written.
#[derive(Debug, Clone)]
pub(crate) struct HeadFile {
    path: PathBuf,
    file: Arc<File>,
}

impl HeadFile {
    pub(crate) fn open(log: &Path) -> Result<Self, Error> {
        let path = head_path(log);
        let opened = own_file(&path)
            .and_then(|()| File::options().write(true).create(true).truncate(false).open(&path));
        let failed = |error: &io::Error| Error::io("write to", &path, error);
        let file = opened.map_err(|error| failed(&error))?;
        if file.metadata().map_err(|error| failed(&error))?.len() > LENGTH as u64 {
            file.set_len(LENGTH as u64).map_err(|error| failed(&error))?;
        }
        Ok(Self { path, file: Arc::new(file) })
    }

    pub(crate) fn write(&mut self, head: Head) -> Result<(), Error> {
        let written = self.file.rewind().and_then(|()| self.file.write_all(head.text().as_bytes()));
        written.map_err(|error| Error::io("write to", &self.path, &error))
    }
}
