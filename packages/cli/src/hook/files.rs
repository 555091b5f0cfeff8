//! The files of this machine.

use std::env;
use std::path::{Path, PathBuf};

use aana_hook::Files;

pub(super) struct ThisMachine;

impl Files for ThisMachine {
    fn resolved(&self, path: &str) -> String {
        let mut rest: Vec<&std::ffi::OsStr> = Vec::new();
        let mut at = Path::new(path);
        loop {
            if let Ok(found) = at.canonicalize() {
                let whole = rest.iter().rev().fold(found, |whole, part| whole.join(part));
                return whole.to_string_lossy().into_owned();
            }
            let (Some(parent), Some(name)) = (at.parent(), at.file_name()) else {
                return path.to_owned();
            };
            rest.push(name);
            at = parent;
        }
    }

    fn home(&self) -> Option<String> {
        home().map(|home| home.to_string_lossy().into_owned())
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
