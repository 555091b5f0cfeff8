//! One writer at a time, whichever process it is in.
//!
//! The lock is on a file of its own: the log itself is renamed when it is full, and on some systems a
//! locked file cannot be read.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use same_file::Handle;

use crate::{
    Error,
    files::{lock_path, own_file},
};

#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    pub(crate) fn open(log: &Path) -> Result<Self, Error> {
        let path = lock_path(log);
        let file = create(&path).map_err(|error| Error::io("write to", &path, &error))?;
        Ok(Self { path, file })
    }

    /// Waits for the lock and takes it. If the lock file was replaced in the meantime, the new one is locked.
    pub(crate) fn acquire(&mut self) -> Result<(), Error> {
        let failed = |error: &io::Error| Error::io("lock", &self.path, error);
        loop {
            self.file.lock().map_err(|error| failed(&error))?;
            if is_at(&self.file, &self.path).unwrap_or(false) {
                return Ok(());
            }
            self.file = create(&self.path).map_err(|error| failed(&error))?;
        }
    }

    pub(crate) fn release(&self) {
        // If this fails, the end of the process releases the lock.
        let _ = self.file.unlock();
    }
}

fn create(path: &Path) -> io::Result<File> {
    own_file(path)?;
    File::options().read(true).write(true).create(true).truncate(false).open(path)
}

/// Whether this is still the file with this name.
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    Ok(Handle::from_file(file.try_clone()?)? == Handle::from_path(path)?)
}
