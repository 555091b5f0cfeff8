//! `aana hook doctor`: whether installed hooks are as they should be, and what they answer.

mod found;
mod looked;
mod tried;

use std::fmt::Write as _;

use aana_hook::Client;

use super::args::{DoctorArgs, PlaceArgs};
use super::setup::target::{Target, known, targets};
use crate::exit::{Failure, Outcome};
use crate::output;
use crate::style::{FAILURE, FAINT, FINE, HEADING, printable};
use found::{Found, Mark};

pub(super) fn run(args: &DoctorArgs) -> Outcome {
    let found = match &args.client {
        Some(client) => vec![one(client, &args.place)?],
        None => every(args)?,
    };
    let mut view = String::new();
    let mut absent = Vec::new();
    for (client, found) in &found {
        match found {
            Some(found) => show(&mut view, client, found),
            None => absent.push(*client),
        }
    }
    let is_there = absent.len() < found.len();
    if !absent.is_empty() {
        let _ = writeln!(view, "{FAINT}no hook in:{FAINT:#} {}", absent.join(", "));
    }
    let well = is_there && found.iter().flat_map(|(_, found)| found).all(Found::is_well);
    if !is_there {
        let _ = writeln!(
            view,
            "{FAILURE}no hook is installed{FAILURE:#}; `aana hook install CLIENT` installs one"
        );
    } else if well {
        let _ = writeln!(view, "{FINE}all is well{FINE:#}");
    } else {
        let _ = writeln!(view, "{FAILURE}something is not well{FAILURE:#}");
    }
    output::text(&view)?;
    Ok(u8::from(!well))
}

type OfClient<'c> = (&'c str, Option<Found>);

fn one<'c>(client: &'c str, place: &PlaceArgs) -> Result<OfClient<'c>, Failure> {
    let (known, recipe) = known(client)?;
    let targets = targets(&recipe, place)?;
    Ok((client, examined(known, &targets, recipe.fails)))
}

/// Every client that can be looked at without naming a file.
fn every(args: &DoctorArgs) -> Result<Vec<OfClient<'static>>, Failure> {
    if args.place.agent.is_some() {
        let message = "`--agent` is for `aana hook doctor amazon-q`".to_owned();
        return Err(Failure::Usage(message));
    }
    let mut found = Vec::new();
    for client in Client::ALL {
        match one(client.as_str(), &args.place) {
            Ok(one) => found.push(one),
            // It cannot be set up here, or a file or a project has to be named.
            Err(Failure::Usage(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(found)
}

/// What there is to say about a client's files; nothing if the hook is in none of them.
fn examined(client: Client, targets: &[Target], fails: &str) -> Option<Found> {
    let mut found = Found::default();
    let calls = looked::files(client, targets, &mut found);
    if calls.is_empty() && found.is_well() {
        return None;
    }
    let mut tried: Vec<&Vec<String>> = Vec::new();
    for call in &calls {
        // The events of a client mostly run the same command.
        if tried.contains(&&call.words) {
            continue;
        }
        tried.push(&call.words);
        let options = looked::command(call, &mut found);
        let own_policy = options.as_ref().is_some_and(|options| options.choices.policy.is_some());
        tried::answers(client, call, own_policy, &mut found);
    }
    found.note(format!("if the hook itself fails: {fails}"));
    found.note(
        "whether the client calls it, only the client can show: with `--audit-log`, have the agent run `git status`, and \
         look here again for a new record",
    );
    Some(found)
}

fn show(view: &mut String, client: &str, found: &Found) {
    let _ = writeln!(view, "{HEADING}{client}{HEADING:#}");
    for (mark, line) in &found.lines {
        let (style, word) = match mark {
            Mark::Well => (FINE, "ok"),
            Mark::Not => (FAILURE, "not"),
            Mark::Note => (FAINT, "note"),
        };
        let _ = writeln!(view, "  {style}{word:<5}{style:#} {}", printable(line));
    }
}
