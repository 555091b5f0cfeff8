//! Where the workspace lies, and how other programs are started in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use anyhow::{Context as _, Result, bail};

use crate::report;

/// Tests the default members. The others have steps of their own.
pub(crate) const UNIT: &str = "cargo test --locked";

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Where cargo builds.
pub(crate) fn target_folder() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// A command in the root of the workspace that reads nothing from the terminal.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// The cargo that started this program, without what it told this program about itself: build
/// scripts that watch such variables would run again each time.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"]
            .iter()
            .any(|prefix| text.starts_with(prefix))
        {
            command.env_remove(&name);
        }
    }
    command.args(arguments);
    command
}

/// Runs a command with its output on the screen; another exit code than 0 is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    report::redirect(command)?;
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs a command and keeps its output; another exit code than 0 is the caller's affair.
pub(crate) fn capture(command: &mut Command) -> Result<Output> {
    command.output().with_context(|| format!("cannot start `{}`", shown(command)))
}

/// The first line that a program prints, if it is there and succeeds.
pub(crate) fn first_line(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = command(program).args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or_default().trim().to_owned())
}

/// Whether `cargo <name>` exists.
pub(crate) fn cargo_plugin(name: &str) -> Option<String> {
    let output = cargo([name, "--version"]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

/// A command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Reads a file of the workspace.
pub(crate) fn read(path: impl AsRef<Path>) -> Result<String> {
    let path = root().join(path);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", relative(&path)))
}

/// Writes a file of the workspace, with the folders that it needs.
pub(crate) fn write(path: impl AsRef<Path>, text: &str) -> Result<()> {
    let path = root().join(path);
    let make = || {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&path, text)
    };
    make().with_context(|| format!("cannot write {}", relative(&path)))
}

/// A path as it stands in messages: from the root of the workspace.
pub(crate) fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The files directly in a folder of the workspace with this extension, sorted.
pub(crate) fn files(folder: impl AsRef<Path>, extension: &str) -> Result<Vec<PathBuf>> {
    let folder = root().join(folder);
    let entries =
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", relative(&folder)))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    Ok(files)
}
