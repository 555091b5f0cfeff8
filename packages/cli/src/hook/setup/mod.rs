//! `aana hook install` and `aana hook uninstall`.

mod change;
pub(super) mod file;
mod journal;
mod shown;
pub(super) mod target;

use std::fs;
use std::path::{Path, PathBuf};

use aana_hook::install::{Recipe, Run};

use super::args::{InstallArgs, PlaceArgs, UninstallArgs};
use super::files;
use crate::exit::{self, Failure, Outcome};
use crate::{output, setup as gates};
use change::Change;
use journal::Journal;
use target::{SYSTEM, Target, known, program, targets, text};

pub(super) fn install(args: &InstallArgs) -> Outcome {
    let (client, recipe) = known(&args.client)?;
    let run = Run { client, program: program()?, options: options(args)?, system: SYSTEM };
    run.check().map_err(Failure::Usage)?;
    let mut changes = Vec::new();
    // All of them first: nothing is written if one cannot be.
    for target in targets(&recipe, &args.place)? {
        changes.extend(installing(&args.client, target, &run)?);
    }
    if args.dry_run {
        return shown::differences(&changes);
    }
    for change in &changes {
        change.journal.write(&args.client, &change.target.path)?;
        let after = change.after.as_deref().unwrap_or_default();
        let is_program = change.target.piece.is_program();
        file::replace(&change.target.path, change.before.as_deref(), after, is_program)?;
    }
    output::text(&shown::installed(&changes, &run, &recipe, args))?;
    Ok(exit::SUCCESS)
}

/// The options that the hook is called with.
fn options(args: &InstallArgs) -> Result<Vec<String>, Failure> {
    let mut options = Vec::new();
    let flags = [
        (args.choices.edits, "--edits"),
        (args.choices.allow_explicitly, "--allow-explicitly"),
        (args.choices.never_ask, "--never-ask"),
        (args.choices.keep_prompts, "--keep-prompts"),
    ];
    options.extend(flags.iter().filter(|(given, _)| *given).map(|(_, flag)| (*flag).to_owned()));
    if let Some(policy) = &args.choices.policy {
        // With a faulty one the hook refuses every call.
        gates::gate_and_policy(Some(policy))?;
        options.extend(["--policy".to_owned(), absolute(policy)?]);
    }
    if let Some(log) = &args.audit_log {
        let path = absolute(log)?;
        let above = Path::new(&path).parent().unwrap_or(Path::new("/"));
        // The state directory is made with the note of what is changed.
        if !above.is_dir() && files::state().as_deref() != Some(above) {
            let name = exit::name(Some(above));
            let message = format!("`--audit-log`: there is no directory {name}");
            return Err(Failure::Usage(message));
        }
        options.extend(["--audit-log".to_owned(), path]);
    }
    Ok(options)
}

/// The client calls the hook from another directory.
fn absolute(path: &Path) -> Result<String, Failure> {
    let path = std::path::absolute(path).map_err(|error| Failure::reading(Some(path), &error))?;
    text(&path)
}

/// What installing changes in a file, if anything.
fn installing(client: &str, target: Target, run: &Run) -> Result<Option<Change>, Failure> {
    let before = file::read(&target.path)?;
    if target.piece.place.given && before.is_none() {
        let name = exit::name(Some(&target.path));
        let message =
            format!("there is no agent {name}; `--agent` names the file of one that is there");
        return Err(Failure::Usage(message));
    }
    let after =
        target.piece.with(before.as_deref(), run).map_err(|fault| untouched(&target, &fault))?;
    if before.as_deref() == Some(after.as_str()) {
        return Ok(None);
    }
    let noted = Journal::of(client, &target.path);
    let noted = noted.filter(|noted| before.as_deref() == Some(noted.new.as_str()));
    let (old, made) = match (noted, &before) {
        (Some(noted), _) => (noted.old, noted.made),
        (None, None) => (None, file::missing_above(&target.path)),
        // Without a note, what was there is the text, or what is left of it without an entry of ours.
        (None, Some(text)) => {
            let faulty = |fault| untouched(&target, &fault);
            if target.piece.found(text, &run.program).map_err(faulty)?.is_empty() {
                let journal = Journal { old: before.clone(), new: after.clone(), made: Vec::new() };
                return Ok(Some(Change {
                    target,
                    before,
                    after: Some(after),
                    journal,
                    edited: false,
                }));
            }
            let without = target.piece.without(text, &run.program);
            (without.map_err(|fault| untouched(&target, &fault))?, Vec::new())
        }
    };
    let journal = Journal { old, new: after.clone(), made };
    Ok(Some(Change { target, before, after: Some(after), journal, edited: false }))
}

fn untouched(target: &Target, fault: &aana_hook::install::Fault) -> Failure {
    let name = exit::name(Some(&target.path));
    Failure::Io(format!("{name} is left as it is: {fault}"))
}

pub(super) fn uninstall(args: &UninstallArgs) -> Outcome {
    let (_, recipe) = known(&args.client)?;
    let changes = uninstalling(&args.client, &recipe, &args.place)?;
    if args.dry_run {
        return shown::differences(&changes);
    }
    for Change { target, before, after, journal, .. } in &changes {
        let before = before.as_deref().unwrap_or_default();
        if let Some(text) = after {
            file::replace(&target.path, Some(before), text, false)?;
        } else {
            file::remove(&target.path, before)?;
            remove_empty(&journal.made);
        }
        Journal::forget(&args.client, &target.path);
    }
    output::text(&shown::uninstalled(&changes, &args.client))?;
    Ok(exit::SUCCESS)
}

/// What uninstalling changes, the last file first.
fn uninstalling(client: &str, recipe: &Recipe, place: &PlaceArgs) -> Result<Vec<Change>, Failure> {
    let program = program()?;
    let mut changes = Vec::new();
    for target in targets(recipe, place)?.into_iter().rev() {
        let Some(text) = file::read(&target.path)? else { continue };
        let noted = Journal::of(client, &target.path);
        let edited = noted.as_ref().is_none_or(|noted| noted.new != text);
        let faulty = |fault| untouched(&target, &fault);
        if noted.is_none() && target.piece.found(&text, &program).map_err(faulty)?.is_empty() {
            // Nothing of it is ours.
            continue;
        }
        let (after, journal) = match noted {
            Some(noted) if !edited => (noted.old.clone(), noted),
            noted => {
                let journal = noted.unwrap_or_else(|| Journal {
                    old: Some(String::new()),
                    new: String::new(),
                    made: Vec::new(),
                });
                let rest = target.piece.without(&text, &program).map_err(faulty)?;
                let was_nothing = journal.old.is_none();
                (rest.filter(|rest| !(was_nothing && target.piece.is_empty(rest))), journal)
            }
        };
        if after.as_deref() != Some(text.as_str()) {
            changes.push(Change { target, before: Some(text), after, journal, edited });
        }
    }
    Ok(changes)
}

/// Removes directories that were made for the hook, where nothing else is in them.
fn remove_empty(made: &[PathBuf]) {
    for directory in made.iter().rev() {
        if fs::remove_dir(directory).is_err() {
            return;
        }
    }
}
