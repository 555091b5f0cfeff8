//! How the command of a request is started: by `bwrap` in namespaces of its own, or plainly if the operator says so.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use aana_formats::tool_request::Request;

use super::stage::Stage;
use crate::exit::Failure;
use crate::style::printable;

/// What holds a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sandbox {
    /// Namespaces of Linux, by bubblewrap: no network, the inputs and the system read-only, nothing else visible.
    Bubblewrap,
    /// Nothing but the limits.
    None,
}

/// What every sandbox is held by.
const HELD: [&str; 5] =
    ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"];

/// Places of the system that are its own.
const FRESH: [&str; 7] =
    ["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"];

/// Where programs are in the sandbox.
const PROGRAMS: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// Folders of the system beside `/usr`. They are links into it, or folders of their own.
const BESIDE_USR: [&str; 5] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// Files that programs of Debian are found by.
const SYSTEM_FILES: [&str; 2] = ["/etc/alternatives", "/etc/ld.so.cache"];

impl Sandbox {
    /// The sandbox, if this machine has it and lets it make namespaces.
    pub(super) fn find(unsandboxed: bool) -> Result<Self, Failure> {
        if unsandboxed {
            return Ok(Self::None);
        }
        let none = |why: &str| {
            Failure::Io(format!(
                "there is no sandbox for the run: {why}; `--unsandboxed` runs without one, and nothing then keeps \
                 the run from the network and from other files"
            ))
        };
        if !cfg!(target_os = "linux") {
            return Err(none("it is made of namespaces of Linux"));
        }
        let Some(bwrap) = system_program("bwrap") else {
            return Err(none(
                "`bwrap` is not installed (Debian has it in the package `bubblewrap`)",
            ));
        };
        let tried = Command::new(bwrap)
            .args(HELD)
            .args(["--ro-bind", "/", "/"])
            .args(FRESH)
            .args(["--tmpfs", "/tmp"])
            .args(["--", "true"])
            .stdin(Stdio::null())
            .output();
        match tried {
            Ok(output) if output.status.success() => Ok(Self::Bubblewrap),
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                let first = printable(said.lines().next().unwrap_or_default());
                Err(none(&format!("`bwrap` cannot make one here ({first})")))
            }
            Err(_) => Err(none("`bwrap` cannot be started")),
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Bubblewrap => "bubblewrap",
            Self::None => "none",
        }
    }

    /// The command that runs a request under its limits.
    pub(super) fn command(
        self,
        request: &Request,
        stage: &Stage,
        runtime: &[PathBuf],
        max_output_bytes: u64,
    ) -> Command {
        let mut words: Vec<OsString> = Vec::new();
        let mut put = |more: &[&OsStr]| words.extend(more.iter().map(Into::into));
        let data = u64::from(request.memory_limit_mb) << 20;
        put(&[
            "--core=0".as_ref(),
            format!("--data={data}").as_ref(),
            format!("--fsize={max_output_bytes}").as_ref(),
            "--".as_ref(),
        ]);
        if self == Self::Bubblewrap {
            put(&[system_program("bwrap").unwrap_or_else(|| "bwrap".into()).as_ref()]);
            bubblewrap(stage, runtime, data, &mut put);
            put(&["--".as_ref()]);
            request.argv.iter().for_each(|word| put(&[word.as_ref()]));
        } else {
            request.argv.iter().for_each(|word| put(&[placed(word, stage).as_ref()]));
        }
        // The limits are set before the sandbox is made, so that nothing of the run comes before them.
        // Neither program is looked for where the run looks for its own: a folder of `--runtime` could hold another one.
        let prlimit = system_program("prlimit").unwrap_or_else(|| "prlimit".into());
        let mut command = Command::new(prlimit);
        command.args(words).env_clear().env("PATH", search(runtime)).env("HOME", "/tmp");
        command.env("LANG", "C.UTF-8").stdin(Stdio::null());
        command.current_dir(stage.inputs());
        command
    }
}

/// The folders that a run may read as well, by their places without links. The root of the machine is none: nothing
/// would be left out.
pub(super) fn runtime(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let real = |folder: &PathBuf| {
        let real = fs::canonicalize(folder)
            .map_err(|error| Failure::reading(Some(folder.as_path()), &error))?;
        if real.parent().is_none() {
            let message =
                "`--runtime` is the root of the machine; the folder of an interpreter is allowed";
            return Err(Failure::Usage(message.to_owned()));
        }
        Ok(real)
    };
    given.iter().map(real).collect()
}

/// Whether limits can be set here: `prlimit` is a part of util-linux.
pub(super) fn holds_limits() -> bool {
    cfg!(target_os = "linux")
        && system_program("prlimit").is_some_and(|prlimit| {
            Command::new(prlimit)
                .arg("--version")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        })
}

/// Where the operator's own search path finds a program.
fn system_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Whether the run would find its program.
pub(super) fn finds(program: &str, runtime: &[PathBuf]) -> bool {
    let own = runtime.iter().map(|folder| folder.join("bin"));
    let mut all = own.chain(PROGRAMS.iter().map(PathBuf::from));
    all.any(|folder| folder.join(program).is_file())
}

fn search(runtime: &[PathBuf]) -> OsString {
    let mut path = OsString::new();
    for folder in runtime {
        path.push(folder.join("bin"));
        path.push(":");
    }
    path.push(PROGRAMS.join(":"));
    path
}

/// The options of `bwrap`.
fn bubblewrap(stage: &Stage, runtime: &[PathBuf], memory: u64, put: &mut dyn FnMut(&[&OsStr])) {
    let mut all = |words: &[&str]| words.iter().for_each(|word| put(&[word.as_ref()]));
    all(&HELD);
    all(&["--ro-bind", "/usr", "/usr"]);
    all(&FRESH);
    // What is written there is memory as well.
    all(&["--size", &memory.to_string(), "--tmpfs", "/tmp"]);
    for folder in BESIDE_USR {
        match fs::read_link(folder) {
            Ok(target) => all(&["--symlink", &target.to_string_lossy(), folder]),
            Err(_) => all(&["--ro-bind-try", folder, folder]),
        }
    }
    for file in SYSTEM_FILES {
        all(&["--ro-bind-try", file, file]);
    }
    for folder in runtime {
        put(&["--ro-bind".as_ref(), folder.as_ref(), folder.as_ref()]);
    }
    put(&["--ro-bind".as_ref(), stage.inputs().as_ref(), "/in".as_ref()]);
    put(&["--bind".as_ref(), stage.outputs().as_ref(), "/out".as_ref()]);
    put(&["--remount-ro".as_ref(), "/".as_ref(), "--chdir".as_ref(), "/in".as_ref()]);
}

/// A word with `/in` and `/out` as they are on this machine, where no sandbox puts them there: at the beginning of
/// the word, or behind its first `=`.
fn placed(word: &str, stage: &Stage) -> OsString {
    let (before, place) = match word.split_once('=') {
        Some((option, value)) if option.starts_with('-') => (format!("{option}="), value),
        _ => (String::new(), word),
    };
    let within = |name: &str, folder: &Path| {
        let rest = place.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| {
            let mut placed = OsString::from(&before);
            placed.push(folder);
            placed.push(rest);
            placed
        })
    };
    within("/in", &stage.inputs())
        .or_else(|| within("/out", &stage.outputs()))
        .unwrap_or(word.into())
}
