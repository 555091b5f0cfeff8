//! The hook as a process: what a client reads whatever happens, and how it comes into a client's files.

mod install;
mod runs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::run::{Run, command, root, run};

/// A home directory of nobody, made anew.
pub(super) fn home(name: &str) -> PathBuf {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("homes").join(name);
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home).unwrap();
    home
}

/// The command at home there, and nowhere else.
pub(super) fn at(home: &Path, arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    clean(&mut command, home);
    command
}

pub(super) fn clean(command: &mut Command, home: &Path) {
    command.env("HOME", home).current_dir(home);
    for variable in [
        "AANA_STATE_DIR",
        "XDG_STATE_HOME",
        "XDG_CONFIG_HOME",
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "AGENT_TOOL_NAME",
    ] {
        command.env_remove(variable);
    }
}

pub(super) fn aana_at(home: &Path, arguments: &[&str]) -> Run {
    run(at(home, arguments), b"")
}

/// The recorded payloads of every client.
pub(super) fn payloads() -> Vec<Value> {
    let path = root().join("packages/hook/tests/data/payloads.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

pub(super) fn payload(id: &str) -> Vec<u8> {
    let all = payloads();
    let found = all.iter().find(|case| case["id"] == id).unwrap();
    found["stdin"].to_string().into_bytes()
}
