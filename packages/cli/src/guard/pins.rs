//! `aana guard pins`: what servers say of their tools, and what a person thinks of it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use aana_guard::Pins;

use super::args::{PinsCommand, Which};
use super::store::{self, Store};
use crate::exit::{self, Failure, Outcome};
use crate::output;
use crate::style::printable;

pub(super) fn run(command: &PinsCommand) -> Outcome {
    match command {
        PinsCommand::List { which } => list(which),
        PinsCommand::Show { which, tool } => show(which, tool),
        PinsCommand::Accept { which, tools } => {
            let each = |pins: &mut Pins| tools.iter().filter(|tool| pins.accept(tool)).count();
            change(which, tools.len(), each)
        }
        PinsCommand::Reject { which, tool } => {
            change(which, 1, |pins| usize::from(pins.reject(tool)))
        }
        PinsCommand::Forget { which } => forget(which),
    }
}

/// The stores that are meant.
fn stores(which: &Which) -> Result<Vec<(String, PathBuf)>, Failure> {
    let store = Store::open(which.state_dir.as_deref()).ok_or_else(|| {
        Failure::Usage("there is no state directory; `--state-dir` names one".to_owned())
    })?;
    let mut all = store.all();
    all.retain(|(label, _)| which.name.as_ref().is_none_or(|name| name == label));
    if all.is_empty() {
        return Err(Failure::Nothing(
            "no server was guarded yet, or none with this label".to_owned(),
        ));
    }
    Ok(all)
}

fn read(path: &PathBuf) -> Result<Pins, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::reading(Some(path), &error))?;
    let pins = Pins::read(&text);
    if pins.is_broken() {
        let name = exit::name(Some(path));
        return Err(Failure::Io(format!(
            "the store {name} is not whole; `aana guard pins forget` removes it"
        )));
    }
    Ok(pins)
}

fn list(which: &Which) -> Outcome {
    let mut text = String::new();
    for (label, path) in stores(which)? {
        for (tool, state) in read(&path)?.list() {
            let _ = writeln!(text, "{state:<9} {label}/{}", printable(tool));
        }
    }
    output::bytes(text.as_bytes())?;
    Ok(exit::SUCCESS)
}

fn show(which: &Which, tool: &str) -> Outcome {
    let mut text = String::new();
    for (label, path) in stores(which)? {
        let pins = read(&path)?;
        let Some([pinned, waiting]) = pins.show(tool) else { continue };
        for (what, pin) in [("pinned", pinned), ("waiting", waiting)] {
            let Some((digest, words)) = pin else { continue };
            let _ = writeln!(text, "{what} {label}/{} {digest}", printable(tool));
            for line in words.lines() {
                let _ = writeln!(text, "  {}", printable(line));
            }
        }
    }
    if text.is_empty() {
        return Err(Failure::Nothing("no server has such a tool".to_owned()));
    }
    output::bytes(text.as_bytes())?;
    Ok(exit::SUCCESS)
}

fn change(which: &Which, wanted: usize, each: impl Fn(&mut Pins) -> usize) -> Outcome {
    let all = stores(which)?;
    if all.len() > 1 {
        let what = "several servers are pinned; `--name` says which one is meant, and `forget` removes a former one";
        return Err(Failure::Usage(what.to_owned()));
    }
    for (_, path) in all {
        let mut pins = read(&path)?;
        let changed = each(&mut pins);
        if changed < wanted {
            return Err(Failure::Nothing(
                "the server has no such tool; nothing was changed".to_owned(),
            ));
        }
        store::write(&path, &pins.write()).map_err(|error| {
            Failure::Io(format!("cannot write {}: {}", exit::name(Some(&path)), error.kind()))
        })?;
    }
    Ok(exit::SUCCESS)
}

fn forget(which: &Which) -> Outcome {
    if which.name.is_none() {
        return Err(Failure::Usage("`--name` says which server is forgotten".to_owned()));
    }
    for (_, path) in stores(which)? {
        fs::remove_file(&path).map_err(|error| {
            Failure::Io(format!("cannot remove {}: {}", exit::name(Some(&path)), error.kind()))
        })?;
    }
    Ok(exit::SUCCESS)
}
