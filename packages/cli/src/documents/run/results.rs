//! What came of a run: the declared outputs, what it said, and a record of it.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::stage::private;
use crate::documents::measure::open_below;
use crate::exit::Failure;

/// The folder that is given for the results.
pub(super) struct Results {
    folder: PathBuf,
}

/// The outputs as they were taken.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    pub(super) taken: Vec<Value>,
    /// Declared, and not there as a regular file.
    pub(super) missing: Vec<String>,
    /// Not declared, and left behind.
    pub(super) undeclared: Vec<String>,
}

/// How many files that are not declared are named.
const MOST_NAMED: usize = 100;

impl Results {
    /// Makes the folder, or takes an empty one: nothing is written over.
    pub(super) fn new(folder: &Path) -> Result<Self, Failure> {
        match private(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let mut entries =
                    fs::read_dir(folder).map_err(|error| Failure::reading(Some(folder), &error))?;
                if entries.next().is_some() {
                    let name = crate::exit::name(Some(folder));
                    let message = format!("{name} is not empty; give a new or an empty folder");
                    return Err(Failure::Usage(message));
                }
            }
            Err(error) => return Err(failed(folder, &error)),
            Ok(()) => {}
        }
        Ok(Self { folder: folder.to_owned() })
    }

    /// Copies the declared outputs. No link is followed, and what else lies there is only named.
    pub(super) fn collect(&self, from: &Path, declared: &[String]) -> Result<Outputs, Failure> {
        let folder = Dir::open_ambient_dir(from, ambient_authority())
            .map_err(|error| Failure::reading(Some(from), &error))?;
        let mut outputs = Outputs::default();
        for path in declared {
            let file = open_below(&folder, path).ok();
            let file = file.filter(|file| file.metadata().is_ok_and(|it| it.is_file()));
            match file {
                None => outputs.missing.push(path.clone()),
                Some(file) => {
                    let to = self.folder.join("out").join(path);
                    let (size, sha256) = copied(&file, &to).map_err(|error| failed(&to, &error))?;
                    outputs.taken.push(json!({"path": path, "size": size, "sha256": sha256}));
                }
            }
        }
        undeclared(&folder, "", declared, &mut outputs.undeclared);
        outputs.undeclared.sort();
        Ok(outputs)
    }

    /// Writes a file of the folder.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.folder.join(name);
        let file = fs::File::options().write(true).create_new(true).open(&path);
        file.and_then(|mut file| file.write_all(bytes)).map_err(|error| failed(&path, &error))
    }
}

fn copied(mut file: &File, to: &Path) -> io::Result<(u64, String)> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut copy = fs::File::options().write(true).create_new(true).open(to)?;
    let (mut hash, mut size) = (Sha256::new(), 0_u64);
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer)?;
        let Some(part) = buffer.get(..read).filter(|part| !part.is_empty()) else { break };
        size = size.saturating_add(read as u64);
        hash.update(part);
        copy.write_all(part)?;
    }
    Ok((size, hex::encode(hash.finalize())))
}

/// Names what is not declared. A folder that cannot be looked into is one name.
fn undeclared(folder: &Dir, path: &str, declared: &[String], found: &mut Vec<String>) {
    for entry in folder.entries().into_iter().flatten().flatten() {
        if found.len() >= MOST_NAMED {
            return;
        }
        let name = format!("{path}{}", entry.file_name().to_string_lossy());
        let within = format!("{name}/");
        if declared.contains(&name) {
            continue;
        }
        let holds = declared.iter().any(|it| it.starts_with(&within));
        match entry.open_dir() {
            Ok(inner) if holds => undeclared(&inner, &within, declared, found),
            _ => found.push(name),
        }
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Io(format!("cannot write {}: {error}", crate::exit::name(Some(path))))
}
