//! Where a client's files are on this machine.

use std::env;
use std::path::{Path, PathBuf};

use aana_hook::Client;
use aana_hook::install::{Piece, Place, Recipe, System, recipe};

use crate::exit::{self, Failure};
use crate::hook::args::PlaceArgs;
use crate::hook::files;

/// A file of a client, and where it is.
pub(in crate::hook) struct Target {
    pub(in crate::hook) piece: Piece,
    pub(in crate::hook) path: PathBuf,
}

/// Whose rules for command lines hold here.
pub(in crate::hook) const SYSTEM: System =
    if cfg!(windows) { System::Windows } else { System::Posix };

/// The path of this program, as a text that can be written into a file.
pub(in crate::hook) fn program() -> Result<String, Failure> {
    let path = env::current_exe()
        .map_err(|_| Failure::Io("the path of this program cannot be found".to_owned()))?;
    text(&path)
}

/// A path as a text.
pub(in crate::hook) fn text(path: &Path) -> Result<String, Failure> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        Failure::Usage(format!("the path {} is not Unicode text", exit::name(Some(path))))
    })
}

/// The recipe of a client, or why it has none.
pub(in crate::hook) fn known(client: &str) -> Result<(Client, Recipe), Failure> {
    // The parser of arguments knows the clients.
    let client = Client::parse(client).unwrap_or(Client::ClaudeCode);
    let recipe = recipe(client, SYSTEM).map_err(|why| Failure::Usage(why.to_owned()))?;
    Ok((client, recipe))
}

/// The files of a client at the place that was asked for.
pub(in crate::hook) fn targets(recipe: &Recipe, place: &PlaceArgs) -> Result<Vec<Target>, Failure> {
    let client = recipe.client.as_str();
    let is_given = recipe.person.iter().any(|piece| piece.place.given);
    match (&place.agent, is_given) {
        (Some(_), false) => {
            return Err(Failure::Usage(format!(
                "`--agent` is for `amazon-q`; {client} has one file"
            )));
        }
        (None, true) => {
            let example = "--agent ~/.aws/amazonq/cli-agents/default.json";
            let message =
                format!("hooks of {client} are of one agent: name its file, as in `{example}`");
            return Err(Failure::Usage(message));
        }
        _ => {}
    }
    let pieces = if place.project.is_some() { &recipe.project } else { &recipe.person };
    if pieces.is_empty() {
        let message =
            format!("{client} reads hooks only from a project: name it with `--project DIR`");
        return Err(Failure::Usage(message));
    }
    let base = match &place.project {
        Some(directory) => Some(project(directory)?),
        None => files::home(),
    };
    let path = |place: Place, given: Option<&PathBuf>| match given.filter(|_| place.given) {
        Some(file) => {
            std::path::absolute(file).map_err(|error| Failure::reading(Some(file), &error))
        }
        None => below(place, base.as_deref()),
    };
    pieces
        .iter()
        .map(|piece| Ok(Target { piece: *piece, path: path(piece.place, place.agent.as_ref())? }))
        .collect()
}

fn project(directory: &Path) -> Result<PathBuf, Failure> {
    let found = directory.canonicalize();
    let found = found.map_err(|error| Failure::reading(Some(directory), &error))?;
    if found.is_dir() {
        return Ok(found);
    }
    Err(Failure::Usage(format!("{} is not a directory", exit::name(Some(directory)))))
}

fn below(place: Place, base: Option<&Path>) -> Result<PathBuf, Failure> {
    let named = place.variable.and_then(env::var_os).map(PathBuf::from);
    if let Some(directory) = named.filter(|directory| directory.is_absolute()) {
        return Ok(directory.join(place.file));
    }
    let home = base.ok_or_else(|| {
        Failure::Usage("the home directory is not known: set HOME to an absolute path".to_owned())
    })?;
    Ok(home.join(place.directory).join(place.file))
}
