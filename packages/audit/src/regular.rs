//! Opening a file to read it, without waiting for anybody.

use std::{
    fs::{self, File, Metadata},
    io::{self, ErrorKind},
    path::Path,
};

/// Opens a regular file to read it. Anything else is an error: whoever opens a named pipe waits until
/// somebody writes to it, and some devices do something as soon as they are opened.
///
/// # Errors
///
/// The file cannot be opened, or it is not a regular one.
pub fn open_regular(path: &Path) -> io::Result<File> {
    open(path, Metadata::is_file)
}

/// The same, and a pipe that this process was given: `/dev/fd/63`, which a shell puts in the place of
/// `<(command)`, or `/dev/stdin`. What it holds has no end that is known before.
///
/// # Errors
///
/// The file cannot be opened, or it is neither.
pub fn open_regular_or_given(path: &Path) -> io::Result<File> {
    let given = is_given(path);
    let file = open(path, |found| found.is_file() || (given && is_pipe(found)))?;
    if given {
        wait_for_more(&file)?;
    }
    Ok(file)
}

pub(crate) fn not_regular() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "it is not a regular file")
}

/// What stands there is looked at before it is opened, and again when nobody can change it any more.
fn open(path: &Path, taken: impl Fn(&Metadata) -> bool) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !taken(&found) {
        return Err(not_regular());
    }
    let file = open_without_waiting(path)?;
    if taken(&file.metadata()?) { Ok(file) } else { Err(not_regular()) }
}

/// Whether the path names what this process has open.
fn is_given(path: &Path) -> bool {
    let folders = ["/dev/fd", "/proc/self/fd"];
    path == Path::new("/dev/stdin") || folders.iter().any(|folder| path.starts_with(folder))
}

#[cfg(unix)]
fn is_pipe(found: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&found.file_type())
}

#[cfg(not(unix))]
const fn is_pipe(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};

    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    Ok(File::from(open(path, flags, Mode::empty())?))
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Reading waits for who writes, as it does from the standard input.
#[cfg(unix)]
fn wait_for_more(file: &File) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

    let flags = fcntl_getfl(file)?;
    Ok(fcntl_setfl(file, flags - OFlags::NONBLOCK)?)
}

#[cfg(not(unix))]
fn wait_for_more(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::{io::Read as _, os::fd::AsRawFd as _, path::Path, process::Command};

    use super::{open_regular, open_regular_or_given};

    #[test]
    fn only_a_regular_file_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, file, link) = ["pipe", "file", "link"].map(|it| folder.path().join(it)).into();
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::fs::write(&file, "text").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        for open in [open_regular, open_regular_or_given] {
            for taken in [&file, &link] {
                let mut text = String::new();
                open(taken).unwrap().read_to_string(&mut text).unwrap();
                assert_eq!(text, "text");
            }
            for refused in [&pipe, Path::new("/dev/null"), Path::new("/dev/zero")] {
                assert_eq!(open(refused).unwrap_err().to_string(), "it is not a regular file");
            }
            assert_eq!(open(folder.path()).unwrap_err().to_string(), "is a directory");
        }
    }

    #[test]
    fn a_pipe_that_was_given_is_read_to_its_end() {
        let (reader, end) = std::io::pipe().unwrap();
        let path = format!("/dev/fd/{}", reader.as_raw_fd());
        assert!(open_regular(Path::new(&path)).is_err());
        let mut opened = open_regular_or_given(Path::new(&path)).unwrap();
        let thread = std::thread::spawn(move || {
            use std::io::Write as _;
            for _ in 0..3 {
                std::thread::sleep(std::time::Duration::from_millis(5));
                (&end).write_all(b"part ").unwrap();
            }
        });
        drop(reader);
        let mut text = String::new();
        opened.read_to_string(&mut text).unwrap();
        thread.join().unwrap();
        assert_eq!(text, "part part part ");
    }
}
