//! What a file was before the hook came into it: in the state directory, for the person only, since settings may
//! hold secrets.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

use super::file;
use crate::exit::{self, Failure};
use crate::hook::files;

const VERSION: &str = "aana.hook_journal.v1";

/// A file before and after.
pub(super) struct Journal {
    /// The text before; `None` if there was no file.
    pub(super) old: Option<String>,
    /// The text that was written.
    pub(super) new: String,
    /// Directories that were made for it, the outermost first.
    pub(super) made: Vec<PathBuf>,
}

impl Journal {
    /// What was noted about a file. A note that cannot be read is none: the file is then edited instead.
    pub(super) fn of(client: &str, path: &Path) -> Option<Self> {
        let text = file::read(&place(client, path)?).ok()??;
        let value: Value = serde_json::from_str(&text).ok()?;
        let same = value["file"].as_str().is_some_and(|noted| Path::new(noted) == path);
        if value["journal_version"] != VERSION || !same {
            return None;
        }
        let made = value["made"].as_array()?.iter().filter_map(Value::as_str);
        Some(Self {
            old: value["old"].as_str().map(str::to_owned),
            new: value["new"].as_str()?.to_owned(),
            made: made.map(PathBuf::from).collect(),
        })
    }

    /// Notes it, before the file is changed.
    pub(super) fn write(&self, client: &str, path: &Path) -> Result<(), Failure> {
        let place = place(client, path).ok_or_else(|| {
            Failure::Io("there is no state directory: set HOME or AANA_STATE_DIR".to_owned())
        })?;
        let made: Vec<_> = self.made.iter().map(|made| made.to_string_lossy()).collect();
        let value = json!({
            "journal_version": VERSION,
            "file": path.to_string_lossy(),
            "old": self.old,
            "new": self.new,
            "made": made,
        });
        write(&place, &format!("{value}\n")).map_err(|error| {
            let name = exit::name(Some(&place));
            Failure::Io(format!("cannot write {name}: {}", error.kind()))
        })
    }

    /// Forgets what was noted.
    pub(super) fn forget(client: &str, path: &Path) {
        if let Some(place) = place(client, path) {
            let _ = fs::remove_file(place);
        }
    }
}

/// Below the state directory, under the path of the file itself.
fn place(client: &str, path: &Path) -> Option<PathBuf> {
    let mut place = files::state()?.join("hooks").join(client);
    for part in path.components() {
        match part {
            Component::Normal(part) => place.push(part),
            Component::Prefix(prefix) => {
                place.push(prefix.as_os_str().to_string_lossy().replace([':', '\\', '?'], ""));
            }
            _ => {}
        }
    }
    place.as_mut_os_string().push(".journal");
    Some(place)
}

fn write(place: &Path, text: &str) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    if let Some(above) = place.parent() {
        builder.create(above)?;
    }
    let fresh = place.with_extension("new");
    let _ = fs::remove_file(&fresh);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&fresh, place)
}
