//! What a tool is, as far as the guard may say: by the operator's policy, by its name, and by what its server says of it.

use aana_core::ToolView;
use aana_core::confusables;
use aana_core::contract::{ToolCategory, VerbClass};
use aana_core::names;

use crate::definition::Hints;

/// A category, and whether a hint of the server's would have made it laxer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Category {
    pub(crate) category: ToolCategory,
    pub(crate) hint_not_trusted: bool,
}

/// The category of a tool. `hints` are those of its definition; without one it is unknown.
///
/// MCP takes a tool for a write where nothing is said, so a name that tells nothing is a write, which a person can be
/// asked about. No hint makes anything public.
pub(crate) fn of(name: &str, view: &ToolView, hints: Option<Hints>, trusted: bool) -> Category {
    let plain = |category| Category { category, hint_not_trusted: false };
    if let Some(category) = view.tool_category {
        return plain(category);
    }
    let Some(hints) = hints else { return plain(ToolCategory::Unknown) };
    let reads = hints.read_only == Some(true);
    let class = names::verb_class(&plain_name(name));
    let category = match class {
        VerbClass::Read | VerbClass::Draft if hints.read_only == Some(false) => ToolCategory::Write,
        VerbClass::Read | VerbClass::Draft => ToolCategory::PrivateRead,
        VerbClass::Other if reads && trusted => ToolCategory::PrivateRead,
        _ => ToolCategory::Write,
    };
    if hints.destructive == Some(true) {
        return plain(ToolCategory::Write);
    }
    let untrusted = reads && class == VerbClass::Other && !trusted;
    Category { category, hint_not_trusted: untrusted }
}

/// The name with Latin letters for those that look like them. The gate stops such a name by itself; here it only must not
/// become another category by it.
fn plain_name(name: &str) -> String {
    name.chars().map(|sign| confusables::latin_letter(sign).unwrap_or(sign)).collect()
}

/// Whether the operator's policy has an entry for exactly this tool.
pub(crate) fn is_named(view: &ToolView) -> bool {
    view.entries.iter().any(|entry| entry.exactly && entry.when.is_none())
}
