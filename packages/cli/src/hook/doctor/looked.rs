//! What can be seen without running anything: the entries, the program, the policy, the audit log.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use aana_audit::{Record, tail, verify, whole_log};
use aana_core::time;
use aana_hook::Client;
use aana_hook::install::{Found as Call, Run};
use clap::{Args as _, FromArgMatches as _};

use super::found::Found;
use crate::exit::name;
use crate::hook::args::RunArgs;
use crate::hook::files::state;
use crate::hook::setup::file;
use crate::hook::setup::target::{SYSTEM, Target, program};
use crate::setup as gates;
use crate::words::counted;

/// How old a record may be that shows that the client calls the hook.
const RECENT: Duration = Duration::from_mins(10);

/// Looks at a client's files; gives the hook's entries.
pub(super) fn files(client: Client, targets: &[Target], found: &mut Found) -> Vec<Call> {
    let program = program().unwrap_or_default();
    let mut calls: Vec<Call> = Vec::new();
    let mut texts = Vec::new();
    for target in targets {
        let text = match file::read(&target.path) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(failure) => {
                found.not(failure.to_string());
                continue;
            }
        };
        match target.piece.found(&text, &program) {
            Ok(here) => calls.extend(here),
            Err(fault) => {
                found.not(format!("{} cannot be read: {fault}", name(Some(&target.path))));
            }
        }
        texts.push((target, text));
    }
    let Some(first) = calls.first() else { return calls };
    // As this version would write it, with the same program and options.
    let run = Run {
        client,
        program: first.words.first().cloned().unwrap_or_default(),
        options: first.words.get(3..).unwrap_or_default().to_vec(),
        system: SYSTEM,
    };
    for (target, text) in &texts {
        let file = name(Some(&target.path));
        if switched_off(text) {
            found.not(format!(
                "{file} switches all hooks off (`disableAllHooks` or `hooksConfig.enabled`)"
            ));
        }
        match target.piece.with(Some(text), &run) {
            Ok(wanted) if wanted == *text => {
                found.well(format!("{file} has the entries of this version"));
            }
            Ok(_) => found.not(format!(
                "{file}: an entry is missing, or is not as this version writes it; install the hook again"
            )),
            Err(fault) => found.not(format!("{file}: {fault}")),
        }
        if target.piece.is_program() && !runs(&target.path) {
            found.not(format!("{file} is not executable"));
        }
    }
    if texts.len() < targets.len() {
        found.not("a file of the hook is missing; install the hook again");
    }
    calls
}

/// Whether a file of settings switches every hook off, ours among them.
fn switched_off(text: &str) -> bool {
    let plain: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    ["\"disableAllHooks\":true", "\"hooksConfig\":{\"enabled\":false"]
        .iter()
        .any(|it| plain.contains(it))
}

/// Looks at what is run, and gives its options.
pub(super) fn command(call: &Call, found: &mut Found) -> Option<RunArgs> {
    let installed = call.words.first().map(PathBuf::from).unwrap_or_default();
    let shown = name(Some(&installed));
    let here = env::current_exe().ok();
    let real = |path: &Path| path.canonicalize().ok();
    if !installed.is_absolute() {
        found.not(format!(
            "the program {shown} is not named by its absolute path; install the hook again"
        ));
    } else if !runs(&installed) {
        found.not(format!("the program {shown} is not there, or is not executable"));
    } else if here.as_deref().and_then(real) == real(&installed) {
        found.well(format!("it runs this program, {shown}"));
    } else {
        found
            .not(format!("it runs another program than this one: {shown}; install the hook again"));
    }
    let Some(options) = options(&call.words) else {
        found.not("its options are not understood by this version; install the hook again");
        return None;
    };
    policy(&options, found);
    log(&options, found);
    if options.choices.keep_prompts {
        prompts(found);
    }
    Some(options)
}

fn options(words: &[String]) -> Option<RunArgs> {
    let command = RunArgs::augment_args(clap::Command::new("hook"));
    let matches = command.try_get_matches_from(words.iter().skip(1)).ok()?;
    RunArgs::from_arg_matches(&matches).ok()
}

fn policy(options: &RunArgs, found: &mut Found) {
    match &options.choices.policy {
        None => found.well("its policy is the one of `aana hook --print-policy`"),
        Some(path) => match gates::gate_and_policy(Some(path)) {
            Ok(_) => found.well(format!("its policy {} is valid", name(Some(path)))),
            Err(failure) => {
                let message = failure.to_string();
                found.not(message.lines().collect::<Vec<_>>().join(";"));
            }
        },
    }
}

fn log(options: &RunArgs, found: &mut Found) {
    let Some(path) = &options.record.audit_log else { return };
    let shown = name(Some(path));
    if !path.exists() {
        found.note(format!("the audit log {shown} is not there yet: no call was recorded"));
        return;
    }
    let files = whole_log(path).unwrap_or_else(|_| vec![path.clone()]);
    match verify(&files, None) {
        Ok(report) if report.is_intact() => {
            let records = counted(report.records, "record");
            found.well(format!("the audit log {shown} is intact, with {records}"));
        }
        Ok(_) => found
            .not(format!("the audit log {shown} is not intact; `aana audit verify` says where")),
        Err(error) => found.not(format!("the audit log {shown} cannot be read: {error}")),
    }
    let last = tail(path, 1).ok().and_then(|(lines, _)| {
        let line = lines.into_iter().next_back()?;
        time::parse(Record::read(&line)?.recorded_at)
    });
    let age = last.and_then(|at| u64::try_from(gates::clock().saturating_sub(at)).ok());
    match age.map(Duration::from_millis) {
        Some(age) if age < RECENT => {
            found.note(format!("its last record is {} seconds old", age.as_secs()));
        }
        _ => found.note("it has no record of the last ten minutes: if the agent has worked, the client does not call the hook"),
    }
}

fn prompts(found: &mut Found) {
    let Some(folder) = state().map(|state| state.join("prompts")) else {
        return found.not("there is no state directory for prompts: set HOME or AANA_STATE_DIR");
    };
    let shown = name(Some(&folder));
    match fs::metadata(&folder) {
        Err(_) => found.note(format!("{shown} is not there yet: no prompt was kept")),
        Ok(metadata) if !metadata.is_dir() => found.not(format!("{shown} is not a directory")),
        Ok(metadata) if is_open(&metadata) => found.not(format!("{shown} can be read by others")),
        Ok(_) => found.well(format!("{shown} keeps prompts, for you only")),
    }
}

#[cfg(unix)]
fn is_open(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0
}

#[cfg(not(unix))]
fn is_open(_: &fs::Metadata) -> bool {
    false
}

#[cfg(unix)]
fn runs(path: &Path) -> bool {
    let mode = |metadata: fs::Metadata| {
        metadata.is_file()
            && std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
    };
    fs::metadata(path).is_ok_and(mode)
}

#[cfg(not(unix))]
fn runs(path: &Path) -> bool {
    path.is_file()
}
