//! The folders of one run: copies of the inputs, hashed while they are copied, and an empty folder for the outputs.
//!
//! What was hashed is what runs: the sources are read once, and nobody else can write to the copies.

use std::fs::{self, DirBuilder};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, process};

use aana_formats::tool_request::{Measured, MeasuredInput};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File};
use sha2::{Digest as _, Sha256};

use crate::documents::measure::open_below;
use crate::exit::Failure;

/// The folders, which go with this value.
pub(super) struct Stage {
    folder: PathBuf,
}

impl Stage {
    /// Makes new folders that only this account can open.
    pub(super) fn new() -> Result<Self, Failure> {
        let failed =
            |error: &io::Error| Failure::Io(format!("cannot make a folder for the run: {error}"));
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        for attempt in 0..100_u32 {
            let name = format!("aana-run-{}-{since:x}-{attempt}", process::id());
            let folder = env::temp_dir().join(name);
            match private(&folder) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&error)),
                Ok(()) => {
                    let stage = Self { folder };
                    for part in [stage.inputs(), stage.outputs()] {
                        private(&part).map_err(|error| failed(&error))?;
                    }
                    return Ok(stage);
                }
            }
        }
        Err(failed(&io::ErrorKind::AlreadyExists.into()))
    }

    /// The copies of the inputs: `/in` of the run.
    pub(super) fn inputs(&self) -> PathBuf {
        self.folder.join("in")
    }

    /// What the run writes: its `/out`.
    pub(super) fn outputs(&self) -> PathBuf {
        self.folder.join("out")
    }

    /// Copies the declared inputs from a folder, and says what each copy is.
    pub(super) fn copy<'n>(
        &self,
        from: &Path,
        declared: impl Iterator<Item = &'n str>,
        max_bytes: u64,
    ) -> Result<Vec<Measured>, Failure> {
        let folder = Dir::open_ambient_dir(from, ambient_authority())
            .map_err(|error| Failure::reading(Some(from), &error))?;
        declared
            .map(|name| {
                let is = match open_below(&folder, name) {
                    Ok(file) => self.copied(&file, name, max_bytes)?,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => MeasuredInput::Missing,
                    Err(_) => MeasuredInput::NotRegular,
                };
                Ok(Measured { name: name.to_owned(), is })
            })
            .collect()
    }

    fn copied(
        &self,
        mut file: &File,
        name: &str,
        max_bytes: u64,
    ) -> Result<MeasuredInput, Failure> {
        let failed = |error: io::Error| Failure::Io(format!("cannot copy an input: {error}"));
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Ok(MeasuredInput::NotRegular);
        }
        if metadata.len() > max_bytes {
            return Ok(MeasuredInput::TooLarge);
        }
        let to = self.inputs().join(name);
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        let mut copy =
            fs::File::options().write(true).create_new(true).open(&to).map_err(failed)?;
        let (mut hash, mut size) = (Sha256::new(), 0_u64);
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = file.read(&mut buffer).map_err(failed)?;
            let Some(part) = buffer.get(..read).filter(|part| !part.is_empty()) else { break };
            size = size.saturating_add(read as u64);
            // It may have grown since it was looked at.
            if size > max_bytes {
                return Ok(MeasuredInput::TooLarge);
            }
            hash.update(part);
            copy.write_all(part).map_err(failed)?;
        }
        let mut permissions = copy.metadata().map_err(failed)?.permissions();
        permissions.set_readonly(true);
        copy.set_permissions(permissions).map_err(failed)?;
        Ok(MeasuredInput::File { size, sha256: hex::encode(hash.finalize()) })
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // What a run leaves behind keeps nobody from going on.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Makes a folder that is new and only this account's.
pub(super) fn private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
