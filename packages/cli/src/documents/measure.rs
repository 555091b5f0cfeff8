//! The input files of a request: how large they are, and what they hash to.
//!
//! Nothing outside the folder is opened, and no link is followed: what is measured is what would be staged.

use std::collections::BTreeSet;
use std::io::{self, Read as _};
use std::path::Path;

use aana_formats::tool_request::{Measured, MeasuredInput};
use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions};
use sha2::{Digest as _, Sha256};

use crate::exit::Failure;

/// How many files are named. What lies beside the inputs is a warning, and a folder may hold millions.
const MOST_FILES: usize = 1_000;

/// A folder with input files.
pub(crate) struct Folder {
    folder: Dir,
}

impl Folder {
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let folder = Dir::open_ambient_dir(path, ambient_authority())
            .map_err(|error| Failure::reading(Some(path), &error))?;
        Ok(Self { folder })
    }

    /// The declared files, and whatever else lies beside them.
    pub(crate) fn measure<'n>(
        &self,
        declared: impl Iterator<Item = &'n str>,
        max_bytes: u64,
    ) -> Result<Vec<Measured>, Failure> {
        let declared: BTreeSet<&str> = declared.collect();
        let mut measured: Vec<Measured> = declared
            .iter()
            .map(|name| {
                let is = self.file(name, max_bytes).unwrap_or_else(|error| match error.kind() {
                    io::ErrorKind::NotFound => MeasuredInput::Missing,
                    _ => MeasuredInput::NotRegular,
                });
                Measured { name: (*name).to_owned(), is }
            })
            .collect();
        measured.extend(self.undeclared(&declared)?);
        Ok(measured)
    }

    /// What lies beside the declared files.
    pub(crate) fn undeclared(&self, declared: &BTreeSet<&str>) -> Result<Vec<Measured>, Failure> {
        let mut found = Vec::new();
        Self::beside(&self.folder, "", declared, &mut found)
            .map_err(|error| Failure::reading(None, &error))?;
        Ok(found)
    }

    /// What lies beside the declared files. Of a folder with a declared file in it the rest is named; another
    /// folder is one name.
    fn beside(
        folder: &Dir,
        path: &str,
        declared: &BTreeSet<&str>,
        measured: &mut Vec<Measured>,
    ) -> io::Result<()> {
        for entry in folder.entries()? {
            if measured.len() >= MOST_FILES {
                return Ok(());
            }
            let entry = entry?;
            let name = format!("{path}{}", entry.file_name().to_string_lossy());
            let within = format!("{name}/");
            let holds_declared =
                declared.range(within.as_str()..).next().is_some_and(|it| it.starts_with(&within));
            if holds_declared && entry.file_type()?.is_dir() {
                Self::beside(&entry.open_dir()?, &within, declared, measured)?;
            } else if !declared.contains(name.as_str()) && !holds_declared {
                measured.push(Measured { name, is: MeasuredInput::NotRegular });
            }
        }
        Ok(())
    }

    fn file(&self, name: &str, max_bytes: u64) -> io::Result<MeasuredInput> {
        let mut file = open_below(&self.folder, name)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Ok(MeasuredInput::NotRegular);
        }
        if metadata.len() > max_bytes {
            return Ok(MeasuredInput::TooLarge);
        }
        let mut hash = Sha256::new();
        let mut size = 0_u64;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = file.read(&mut buffer)?;
            let Some(part) = buffer.get(..read).filter(|part| !part.is_empty()) else { break };
            hash.update(part);
            size += u64::try_from(read).unwrap_or(u64::MAX);
            // It may have grown since it was looked at.
            if size > max_bytes {
                return Ok(MeasuredInput::TooLarge);
            }
        }
        Ok(MeasuredInput::File { size, sha256: hex::encode(hash.finalize()) })
    }
}

/// Opens a file below a folder. No link is followed, also not to a folder on the way, and a pipe does not block.
pub(crate) fn open_below(folder: &Dir, name: &str) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    let Some((parents, file)) = name.rsplit_once('/') else {
        return folder.open_with(name, &options);
    };
    let mut within = folder.try_clone()?;
    for parent in parents.split('/') {
        within = within.open_dir_nofollow(parent)?;
    }
    within.open_with(file, &options)
}
