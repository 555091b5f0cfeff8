//! The files of a log and their names.
//!
//! Beside `audit.jsonl` stand `audit.jsonl.head`, `audit.jsonl.lock`, the former files under the
//! number of their last record, as `audit.jsonl.000000000421`, and what was moved aside, as
//! `audit.jsonl.torn-1` and `audit.jsonl.broken-1`.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use crate::regular::not_regular;

const DIGITS: usize = 12;

fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The path of a log with its link resolved. The lock and the head file are beside the file itself: processes that
/// open the log by different links must share one lock.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    if is_link { fs::canonicalize(path) } else { Ok(path.to_owned()) }
}

/// The same for a log to be written, which must be a regular file: a pipe or a device keeps no records.
pub(crate) fn resolve_to_write(path: &Path) -> io::Result<PathBuf> {
    let path = resolve(path)?;
    match fs::metadata(&path) {
        Ok(found) if !found.is_file() => Err(not_regular()),
        _ => Ok(path),
    }
}

/// An error if the path is not a regular file, also if it is a link to something else.
pub(crate) fn only_a_file(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() { Ok(()) } else { Err(not_regular()) }
}

/// An error if something other than a regular file has the name of a file that the log keeps beside itself. A
/// link is not followed: its target may belong to somebody else.
pub(crate) fn own_file(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => Err(not_regular()),
        _ => Ok(()),
    }
}

/// The head file of a log.
pub fn head_path(path: &Path) -> PathBuf {
    with(path, ".head")
}

pub(crate) fn lock_path(path: &Path) -> PathBuf {
    with(path, ".lock")
}

/// Where a file goes whose last record has this number.
pub(crate) fn rotated_path(path: &Path, last: u64) -> PathBuf {
    with(path, &format!(".{last:0DIGITS$}"))
}

/// The name of a file without its folder.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The former files with the numbers of their last records, oldest first.
pub(crate) fn rotated(path: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let own = [name(path), ".".to_owned()].concat();
    let mut found = Vec::new();
    for entry in fs::read_dir(folder(path))? {
        let name = entry?.file_name();
        let digits = name.to_str().and_then(|name| name.strip_prefix(&own));
        let digits = digits.filter(|digits| {
            digits.len() >= DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
        if let Some(last) = digits.and_then(|digits| digits.parse().ok()) {
            found.push((last, rotated_path(path, last)));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// All files of a log in the order of their records: the former ones that are still there, then the
/// current one.
///
/// # Errors
///
/// The folder cannot be read.
pub fn whole_log(path: &Path) -> io::Result<Vec<PathBuf>> {
    let path = resolve(path)?;
    let former = rotated(&path)?.into_iter().map(|(_, path)| path);
    Ok(former.chain([path]).collect())
}

/// A new file `<path>.<kind>-<n>` with the first number that is free.
pub(crate) fn create_aside(path: &Path, kind: &str) -> io::Result<(PathBuf, File)> {
    for number in 1_u32.. {
        let aside = with(path, &format!(".{kind}-{number}"));
        match File::options().write(true).create_new(true).open(&aside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((aside, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Forces the names in a file's folder to the disk, where the system knows such a thing.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder(path))?.sync_all() } else { Ok(()) }
}
