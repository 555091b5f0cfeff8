//! Reads and replaces the files of a client.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use crate::exit::{self, Failure};

/// More than any file of settings has.
const MOST_BYTES: u64 = 16 << 20;

/// The text of a file; `None` if it is not there.
pub(in crate::hook) fn read(path: &Path) -> Result<Option<String>, Failure> {
    let reading = |error: io::Error| Failure::reading(Some(path), &error);
    let length = match fs::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if path.symlink_metadata().is_ok() {
                let message = format!("{} is a link to nothing", exit::name(Some(path)));
                return Err(Failure::Io(message));
            }
            return Ok(None);
        }
        Err(error) => return Err(reading(error)),
    };
    if length > MOST_BYTES {
        let message = format!("{} has more than {MOST_BYTES} bytes", exit::name(Some(path)));
        return Err(Failure::Io(message));
    }
    let bytes = fs::read(path).map_err(reading)?;
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        Failure::Io(format!("{} is not UTF-8 after byte {valid}", exit::name(Some(path))))
    })
}

/// The directories above a file that are not there yet, the outermost first.
pub(super) fn missing_above(path: &Path) -> Vec<PathBuf> {
    let missing = path.ancestors().skip(1).take_while(|above| !above.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_path_buf).collect();
    missing.reverse();
    missing
}

/// Puts a new text in the place of the one that was read. The file keeps its mode and its owner; a link stays one.
pub(super) fn replace(
    path: &Path,
    before: Option<&str>,
    text: &str,
    is_program: bool,
) -> Result<(), Failure> {
    let writing = |error: io::Error| failed("write", path, &error);
    if let Some(above) = path.parent() {
        fs::create_dir_all(above).map_err(writing)?;
    }
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let fresh = beside(&real);
    let written = write(&fresh, &real, text, is_program)
        .map_err(writing)
        .and_then(|()| unchanged(&real, before))
        .and_then(|()| fs::rename(&fresh, &real).map_err(writing));
    if written.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    written
}

/// Removes a file that has this text.
pub(super) fn remove(path: &Path, before: &str) -> Result<(), Failure> {
    unchanged(path, Some(before))?;
    fs::remove_file(path).map_err(|error| failed("remove", path, &error))
}

fn unchanged(path: &Path, before: Option<&str>) -> Result<(), Failure> {
    if read(path)?.as_deref() == before {
        return Ok(());
    }
    let message =
        format!("{} was changed in the meantime; it is left as it is", exit::name(Some(path)));
    Err(Failure::Io(message))
}

fn write(fresh: &Path, real: &Path, text: &str, is_program: bool) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(fresh)?;
    file.write_all(text.as_bytes())?;
    like(&file, real, is_program)?;
    file.sync_all()
}

/// Gives a new file the mode and the owner of the old one.
#[cfg(unix)]
fn like(file: &File, real: &Path, is_program: bool) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};

    let Ok(old) = fs::metadata(real) else {
        let mode = file.metadata()?.permissions().mode();
        // Whoever may read it may run it.
        let mode = if is_program { mode | ((mode & 0o444) >> 2) } else { mode };
        return file.set_permissions(fs::Permissions::from_mode(mode));
    };
    let new = file.metadata()?;
    if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
        fchown(file, Some(old.uid()), Some(old.gid()))?;
    }
    let mode = old.permissions().mode();
    let mode = if is_program { mode | ((mode & 0o444) >> 2) } else { mode };
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn like(_: &File, _: &Path, _: bool) -> io::Result<()> {
    Ok(())
}

/// A name in the same directory, so that the new file can take the place of the old one in one step.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.aana-{}", process::id()))
}

fn failed(what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Io(format!("cannot {what} {}: {}", exit::name(Some(path)), error.kind()))
}
