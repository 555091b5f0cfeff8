//! The files in which pins are kept: one for each label and command, for nobody else to read.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use aana_guard::Pins;

/// The folder of one account.
#[derive(Debug, Clone)]
pub(super) struct Store {
    folder: PathBuf,
}

impl Store {
    /// The folder that is given, or the one of this account; nothing if there is none.
    pub(super) fn open(given: Option<&Path>) -> Option<Self> {
        let folder = match given {
            Some(given) => given.to_owned(),
            None => crate::hook::state()?.join("guard"),
        };
        Some(Self { folder })
    }

    /// The folder for forms, made if it is not there.
    pub(super) fn forms(&self) -> io::Result<String> {
        let forms = self.folder.join("forms");
        private_folder(&forms)?;
        Ok(forms.to_string_lossy().into_owned())
    }

    pub(super) fn path(&self, label: &str, identity: &str) -> PathBuf {
        self.folder.join(format!("{label}.{identity}.json"))
    }

    /// The pins of a server.
    pub(super) fn pins(&self, label: &str, identity: &str) -> Pins {
        match fs::read_to_string(self.path(label, identity)) {
            Ok(text) => Pins::read(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let known = self.all().into_iter().any(|(other, _)| other == label);
                if known { Pins::of_changed_server() } else { Pins::new() }
            }
            Err(_) => Pins::broken(),
        }
    }

    /// Every store as its label and its file, in order.
    pub(super) fn all(&self) -> Vec<(String, PathBuf)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let of = |path: PathBuf| {
            let name = path.file_name()?.to_str()?.strip_suffix(".json")?.to_owned();
            let (label, _) = name.split_once('.')?;
            Some((label.to_owned(), path))
        };
        let mut all: Vec<(String, PathBuf)> =
            entries.filter_map(|entry| of(entry.path())).collect();
        all.sort();
        all
    }

    /// The tools of other labels.
    pub(super) fn other_names(&self, label: &str) -> Vec<(String, String)> {
        let mut names = Vec::new();
        for (other, path) in self.all() {
            if other != label
                && let Ok(text) = fs::read_to_string(path)
            {
                names
                    .extend(Pins::read(&text).names().map(|name| (other.clone(), name.to_owned())));
            }
        }
        names
    }
}

/// Writes a file that only this account can read, as a whole or not at all.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        private_folder(folder)?;
    }
    let partial = path.with_extension(format!("{}.part", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&partial)?.write_all(text.as_bytes())?;
    fs::rename(&partial, path)
}

fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
