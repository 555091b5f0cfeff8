//! What is known of the tools of the server, and lists that are still coming.

use std::collections::{HashMap, HashSet};

use aana_core::json::Object;

use crate::definition::Definition;
use crate::id::Id;

/// How many lists may be under way at once.
pub(super) const MOST_GATHERED: usize = 64;

/// How many tools of one server are known.
pub(super) const MOST_TOOLS: usize = 10_000;

/// What is known of the tools.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) known: HashMap<String, Definition>,
    /// Names that stand twice in one list.
    pub(super) duplicates: HashSet<String>,
    /// Names that the newest whole list does not have.
    pub(super) removed: HashSet<String>,
    /// Whether the server said that its list is another one now.
    pub(super) stale: bool,
    /// Lists of which pages are missing, by the cursor of the next one.
    pub(super) gathered: HashMap<String, Gathered>,
    /// The guard's own request for a page.
    pub(super) fetching: Option<Fetching>,
}

/// The names on the pages so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Gathered {
    pub(super) names: HashSet<String>,
    pub(super) doubled: HashSet<String>,
    /// Whether the first page is among them.
    pub(super) from_start: bool,
}

#[derive(Debug)]
pub(super) struct Fetching {
    pub(super) id: Id,
    pub(super) cursor: Option<String>,
    pub(super) pages: usize,
    pub(super) meta: Option<Object<'static>>,
}

/// What is to be thought of a definition.
#[derive(Debug, Default)]
pub(super) struct Judged {
    pub(super) accepted: bool,
    pub(super) question: Option<&'static str>,
    pub(super) stale: Option<&'static str>,
    pub(super) lookalike: bool,
    pub(super) server_changed: bool,
}

impl Listing {
    /// Whether the list has to be asked for before a tool is called.
    pub(super) fn must_fetch(&self, tool: &str) -> bool {
        self.stale || self.fetching.is_some() || !self.known.contains_key(tool)
    }
}
