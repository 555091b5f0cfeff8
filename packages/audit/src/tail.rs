//! The last lines of a log, and those that come.

use std::{
    fs::File,
    io::{self, ErrorKind, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use crate::{Error, MAX_LINE, files::resolve, lock::is_at, regular::open_regular};

const BLOCK: u64 = 1 << 16;

/// The last whole lines of a file, without their ends, and a way to wait for those that follow. What
/// they hold is not verified.
///
/// # Errors
///
/// The file cannot be read.
pub fn tail(path: &Path, lines: usize) -> Result<(Vec<Vec<u8>>, Follow), Error> {
    let failed = |error: io::Error| Error::io("read", path, &error);
    // A link stays where it is when the log is rotated.
    let path = &resolve(path).map_err(failed)?;
    let mut file = open_regular(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut from = length;
    let mut bytes: Vec<u8> = Vec::new();
    let mut ends = 0;
    // One end more than lines: that of the line before them.
    while from > 0 && ends <= lines {
        let step = BLOCK.min(from);
        from -= step;
        file.seek(SeekFrom::Start(from)).map_err(failed)?;
        let mut block = Vec::new();
        (&mut file).take(step).read_to_end(&mut block).map_err(failed)?;
        ends += memchr::memchr_iter(b'\n', &block).count();
        block.append(&mut bytes);
        bytes = block;
    }
    let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
    let rest = bytes.split_off(whole);
    let mut found: Vec<Vec<u8>> = split(&bytes);
    found.drain(..found.len().saturating_sub(lines));
    let at = length - rest.len() as u64;
    Ok((found, Follow { path: path.to_owned(), file, at }))
}

/// Waits at the end of a log, through rotations.
#[derive(Debug)]
pub struct Follow {
    path: PathBuf,
    file: File,
    at: u64,
}

impl Follow {
    /// The whole lines that came since, without their ends; none if nothing came.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn next_lines(&mut self) -> Result<Vec<Vec<u8>>, Error> {
        // Asked first, so that nothing written before a rotation is left behind.
        let same = match is_at(&self.file, &self.path) {
            Ok(same) => same,
            // Between two files, or gone: there may yet be a next one.
            Err(error) if error.kind() == ErrorKind::NotFound => return self.read_on(),
            Err(error) => return Err(self.failed(&error)),
        };
        let lines = self.read_on()?;
        if same || !lines.is_empty() {
            return Ok(lines);
        }
        self.file = open_regular(&self.path).map_err(|error| self.failed(&error))?;
        self.at = 0;
        self.read_on()
    }

    fn read_on(&mut self) -> Result<Vec<Vec<u8>>, Error> {
        let mut bytes = Vec::new();
        let most = MAX_LINE as u64 + 1;
        let read = self
            .file
            .seek(SeekFrom::Start(self.at))
            .and_then(|_| (&mut self.file).take(most).read_to_end(&mut bytes));
        read.map_err(|error| self.failed(&error))?;
        let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
        bytes.truncate(whole);
        self.at += whole as u64;
        Ok(split(&bytes))
    }

    fn failed(&self, error: &io::Error) -> Error {
        Error::io("read", &self.path, error)
    }
}

/// The lines of whole lines.
fn split(bytes: &[u8]) -> Vec<Vec<u8>> {
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if bytes.is_empty() {
        vec![]
    } else {
        text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
    }
}
