//! Anchors in a file, one a line. The file also tells which anchor was the last.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use aana_receipt::{Anchor, AnchorSort, Anchors, MAX_ANCHOR, PAYLOAD_TYPE, PublicKey};
use same_file::Handle;

use crate::exit::{self, Failure};

/// The file, held by this process alone.
pub(super) struct AnchorFile {
    path: PathBuf,
    file: File,
    /// Where the last whole line ends.
    end: u64,
    /// Whether this process made the file.
    created: bool,
    pub(super) former: Anchors,
}

impl Drop for AnchorFile {
    /// Removes a file that this process created and wrote nothing to.
    fn drop(&mut self) {
        if self.created && self.end == 0 && self.is_there().unwrap_or(false) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl AnchorFile {
    pub(super) fn open(path: &Path, key: &PublicKey) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::writing_to(path, &error);
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            return Err(failed(no_file()));
        }
        let options = File::options().read(true).append(true).clone();
        let (mut file, created) = match options.clone().create_new(true).open(path) {
            Ok(file) => (file, true),
            // A dangling link does not count as a new file.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (options.clone().create(true).open(path).map_err(failed)?, false)
            }
            Err(error) => return Err(failed(error)),
        };
        lock_file(&file, path)?;
        sync_folder(path).map_err(failed)?;
        let mut end = file.metadata().map_err(failed)?.len();
        let mut former = read(&mut file, path, key)?;
        if former.faults().last().is_some_and(|fault| fault.sort == AnchorSort::Torn) {
            let from = end_of_lines(&mut file, end).map_err(failed)?;
            let mut torn = Vec::new();
            (&file).seek(SeekFrom::Start(from)).map_err(failed)?;
            (&file).take(MAX_ANCHOR as u64 + 1).read_to_end(&mut torn).map_err(failed)?;
            // A process ended while it wrote this line, so nobody was told of the anchor.
            if former.faults().len() == 1 && is_torn(&torn, key, former.last().is_some()) {
                end = from;
                file.set_len(end).and_then(|()| file.sync_all()).map_err(failed)?;
                former = read(&mut file, path, key)?;
            }
        }
        if !former.faults().is_empty() {
            return Err(Failure::NotValid(not_as_left(path, &former)));
        }
        Ok(Self { path: path.to_owned(), file, end, created, former })
    }

    /// Adds an anchor and forces it to the disk, or leaves the file as it was.
    pub(super) fn add(&mut self, anchor: Anchor, envelope: &str) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::writing_to(&self.path, &error);
        if !self.is_there().map_err(failed)?
            || self.file.metadata().map_err(failed)?.len() != self.end
        {
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

    /// Whether this is still the file with this name.
    fn is_there(&self) -> io::Result<bool> {
        let here = Handle::from_file(self.file.try_clone()?)?;
        Ok(Handle::from_path(&self.path).is_ok_and(|there| there == here))
    }
}

/// Whether this is the beginning of an anchor by this key, which may be cut off. Any other text stays. Without a
/// verified anchor before it, the line must be long enough to differ from other JSON objects. A line that only lacks
/// its line feed must have a valid signature.
fn is_torn(line: &[u8], key: &PublicKey, behind_an_anchor: bool) -> bool {
    let start = format!(r#"{{"payloadType":"{PAYLOAD_TYPE}","payload":""#);
    let between = format!(r#"","signatures":[{{"keyid":"{}","sig":""#, key.id());
    if !behind_an_anchor && !line.starts_with(start.as_bytes()) {
        return false;
    }
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let mut rest = line;
    for part in [start.as_bytes(), between.as_bytes()] {
        if part.starts_with(rest) {
            return true;
        }
        let Some(encoded) = rest.strip_prefix(part) else { return false };
        let length = encoded.iter().take_while(|byte| is_base64(byte)).count();
        rest = encoded.get(length..).unwrap_or_default();
    }
    match rest {
        b"\"}]}" => Anchor::verified(line, std::slice::from_ref(key)).is_ok(),
        rest => b"\"}]}".starts_with(rest),
    }
}

fn read(file: &mut File, path: &Path, key: &PublicKey) -> Result<Anchors, Failure> {
    file.rewind()
        .and_then(|()| Anchors::read(BufReader::new(&*file), std::slice::from_ref(key)))
        .map_err(|error| Failure::reading(Some(path), &error))
}

/// Locks a file: two processes that make anchors at the same time would contradict each other.
pub(super) fn lock_file(file: &File, path: &Path) -> Result<(), Failure> {
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
    io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")
}

fn not_as_left(path: &Path, former: &Anchors) -> String {
    let name = exit::name(Some(path));
    let first = former.faults().first();
    let (line, what) = first.map_or((0, String::new()), |it| (it.line, it.sort.to_string()));
    format!("{name} holds something else than anchors by this key; line {line}: {what}")
}

/// Where the last whole line ends, looked for from the end.
fn end_of_lines(file: &mut File, length: u64) -> io::Result<u64> {
    let from = length.saturating_sub(MAX_ANCHOR as u64);
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(length - from).read_to_end(&mut bytes)?;
    Ok(from + memchr::memrchr(b'\n', &bytes).map_or(0, |end| end as u64 + 1))
}
