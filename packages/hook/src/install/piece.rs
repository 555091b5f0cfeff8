//! One file of a client, with the hook and without it.

use super::command::Run;
use super::edit::{self, Found, Ours};
use super::fault::Fault;
use super::{entries, own};
use crate::Client;

/// One file.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    client: Client,
    /// Where the file lies.
    pub place: Place,
    kind: Kind,
}

/// Where a file lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// An environment variable that names the directory, if the client has one.
    pub variable: Option<&'static str>,
    /// The directory otherwise, from the home directory or the project's.
    pub directory: &'static str,
    /// The file in it.
    pub file: &'static str,
    /// Whether the person names the file instead.
    pub given: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// A list of hooks that others may be in.
    List,
    /// A text of ours.
    Own(fn(&Run) -> String),
    /// A text of ours that is run.
    Program(fn(&Run) -> String),
}

impl Piece {
    /// The text of the file with the hook in it.
    ///
    /// # Errors
    ///
    /// The file is not in a form that can be edited, or is somebody else's.
    pub fn with(&self, text: Option<&str>, run: &Run) -> Result<String, Fault> {
        match self.kind {
            Kind::List => {
                let mut text = text.unwrap_or_default();
                if text.trim().is_empty() {
                    text = "{}\n";
                }
                let ours = Ours { client: self.client, program: &run.program };
                edit::put(text, &entries::entries(run), entries::version(self.client), ours)
            }
            Kind::Own(write) | Kind::Program(write) => match text {
                Some(text) if !text.trim().is_empty() && !self.is_ours(text) => Err(foreign()),
                _ => Ok(write(run)),
            },
        }
    }

    /// The text of the file without the hook; `None` if it was ours as a whole.
    ///
    /// # Errors
    ///
    /// The file is not in a form that can be edited.
    pub fn without(&self, text: &str, program: &str) -> Result<Option<String>, Fault> {
        match self.kind {
            Kind::List => {
                let rest = edit::take(text, Ours { client: self.client, program })?;
                Ok(Some(rest))
            }
            Kind::Own(_) | Kind::Program(_) => Ok((!self.is_ours(text)).then(|| text.to_owned())),
        }
    }

    /// The hook in the text of the file: the commands that the client is told to run.
    ///
    /// # Errors
    ///
    /// The file is not in a form that can be read.
    pub fn found(&self, text: &str, program: &str) -> Result<Vec<Found>, Fault> {
        match self.kind {
            Kind::List => edit::find(text, Ours { client: self.client, program }),
            Kind::Own(_) | Kind::Program(_) if !self.is_ours(text) => Ok(Vec::new()),
            Kind::Own(_) | Kind::Program(_) => {
                let words = own::words(self.client, text);
                let found = |words| Found { event: String::new(), words, line: None };
                Ok(words.into_iter().map(found).collect())
            }
        }
    }

    /// Whether a text that is left holds nothing.
    pub fn is_empty(&self, text: &str) -> bool {
        text.trim().is_empty() || matches!(self.kind, Kind::List) && edit::says_nothing(text)
    }

    /// Whether the file is run and not read.
    pub const fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    fn is_ours(&self, text: &str) -> bool {
        text.contains(&own::mark(self.client))
    }
}

fn foreign() -> Fault {
    let message =
        "it is somebody else's; what is there is not overwritten, and only one can be there";
    Fault { line: None, message: message.to_owned() }
}

pub(super) const fn list(client: Client, directory: &'static str, file: &'static str) -> Piece {
    piece(client, None, directory, file, Kind::List)
}

pub(super) const fn piece(
    client: Client,
    variable: Option<&'static str>,
    directory: &'static str,
    file: &'static str,
    kind: Kind,
) -> Piece {
    Piece { client, place: Place { variable, directory, file, given: false }, kind }
}

pub(super) const fn given(client: Client) -> Piece {
    let place = Place { variable: None, directory: "", file: "", given: true };
    Piece { client, place, kind: Kind::List }
}
