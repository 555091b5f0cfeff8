//! Anchors in a file, one a line, which is also what remembers the last one.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use aana_receipt::{Anchor, AnchorSort, Anchors, PublicKey};
use same_file::Handle;

use crate::exit::{self, Failure};

/// The file, held by this process alone.
pub(super) struct AnchorFile {
    path: PathBuf,
    file: File,
    /// Where the last whole line ends.
    end: u64,
    pub(super) former: Anchors,
}

impl AnchorFile {
    pub(super) fn open(path: &Path, key: &PublicKey) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::writing_to(path, &error);
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            return Err(failed(no_file()));
        }
        let options = File::options().read(true).append(true).create(true).clone();
        let mut file = options.open(path).map_err(failed)?;
        hold(&file, path)?;
        sync_folder(path).map_err(failed)?;
        let mut end = file.metadata().map_err(failed)?.len();
        let mut former = read(&mut file, path, key)?;
        if former.faults().last().is_some_and(|fault| fault.sort == AnchorSort::Torn) {
            // A process died while it wrote this line, and told nobody of the anchor.
            if let [_] = former.faults() {
                end = end_of_lines(&mut file, end).map_err(failed)?;
                file.set_len(end).and_then(|()| file.sync_all()).map_err(failed)?;
                former = read(&mut file, path, key)?;
            }
        }
        if !former.faults().is_empty() {
            return Err(Failure::NotValid(not_as_left(path, &former)));
        }
        Ok(Self { path: path.to_owned(), file, end, former })
    }

    /// Adds an anchor and forces it to the disk, or leaves the file as it was.
    pub(super) fn add(&mut self, anchor: Anchor, envelope: &str) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::writing_to(&self.path, &error);
        let here = Handle::from_file(self.file.try_clone().map_err(failed)?).map_err(failed)?;
        let same = Handle::from_path(&self.path).is_ok_and(|there| there == here);
        if !same || self.file.metadata().map_err(failed)?.len() != self.end {
            let name = exit::name(Some(&self.path));
            return Err(Failure::NotValid(format!(
                "{name} is not as this process left it; no anchor was made"
            )));
        }
        let line = format!("{envelope}\n");
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_all());
        if let Err(error) = written {
            // If even this fails, the next start finds what is left and deals with it.
            let _ = self.file.set_len(self.end);
            return Err(failed(error));
        }
        self.end += line.len() as u64;
        self.former = Anchors::only(anchor);
        Ok(())
    }
}

fn read(file: &mut File, path: &Path, key: &PublicKey) -> Result<Anchors, Failure> {
    file.rewind()
        .and_then(|()| Anchors::read(BufReader::new(&*file), std::slice::from_ref(key)))
        .map_err(|error| Failure::reading(Some(path), &error))
}

/// Takes the lock of a file. Two that make anchors at the same time would contradict each other.
pub(super) fn hold(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let name = exit::name(Some(path));
            Err(Failure::Io(format!("another process makes anchors with {name}")))
        }
        Err(TryLockError::Error(error)) => Err(Failure::writing_to(path, &error)),
    }
}

/// Forces the names in a file's folder to the disk: an anchor that was delivered must not be forgotten by
/// a loss of power, or its number would be given again.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}

pub(super) fn no_file() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is no regular file")
}

fn not_as_left(path: &Path, former: &Anchors) -> String {
    let name = exit::name(Some(path));
    let first = former.faults().first();
    let (line, what) = first.map_or((0, String::new()), |it| (it.line, it.sort.to_string()));
    format!("{name} holds something else than anchors by this key; line {line}: {what}")
}

/// Where the last whole line ends, looked for from the end.
fn end_of_lines(file: &mut File, length: u64) -> io::Result<u64> {
    let from = length.saturating_sub(aana_receipt::MAX_ANCHOR as u64);
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(length - from).read_to_end(&mut bytes)?;
    Ok(from + memchr::memrchr(b'\n', &bytes).map_or(0, |end| end as u64 + 1))
}
