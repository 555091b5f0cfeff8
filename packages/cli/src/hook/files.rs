//! The files of this machine.

use std::env;
use std::path::{Path, PathBuf};

use aana_hook::Files;

pub(super) struct ThisMachine;

impl Files for ThisMachine {
    fn resolved(&self, path: &str) -> String {
        followed(Path::new(path), LINKS).to_string_lossy().into_owned()
    }

    fn home(&self) -> Option<String> {
        home().map(|home| home.to_string_lossy().into_owned())
    }
}

/// How many links that lead to nothing are followed.
const LINKS: usize = 16;

/// The path with its links followed. What does not exist is below what does; a link to what does not exist yet leads
/// to where it will be made.
fn followed(path: &Path, links: usize) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return path.to_owned();
    };
    match path.read_link() {
        Ok(target) if links > 0 => followed(&followed(parent, links).join(target), links - 1),
        _ => followed(parent, links).join(name),
    }
}

pub(super) fn home() -> Option<PathBuf> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"));
    home.map(PathBuf::from).filter(|home| home.is_absolute())
}

/// Where this program keeps what it has to remember.
pub(crate) fn state() -> Option<PathBuf> {
    let given = env::var_os("AANA_STATE_DIR").or_else(|| {
        let base = env::var_os("XDG_STATE_HOME")?;
        Some(Path::new(&base).join("aana").into_os_string())
    });
    let given = given.map(PathBuf::from).filter(|path| path.is_absolute());
    given.or_else(|| Some(home()?.join(".local").join("state").join("aana")))
}
