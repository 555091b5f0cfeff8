//! Which argument is what: by its key and by the name of the tool.

use super::effect::Kind;
use super::keys::says_shell;
use super::tables::keys::{ARGV, DEST, DEST_WEAK, MAIL, PATH, SHELL, SQL, SQL_WEAK, URL};
use super::tool::Tool;

/// What a key is taken for, and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guess {
    /// It is this.
    Is(Kind),
    /// It counts only where it is plainly a write.
    Weak(Kind),
    /// It is a path that is written, if it begins like one.
    MayBeDest,
    /// It is a path that is read, if it begins like one.
    MayBePath,
    /// Nothing that is read.
    Prose,
}

impl Tool<'_> {
    /// What an argument with this key in snake case is, if the operator says nothing. `flags` are those of the key.
    pub(crate) fn guess(self, key: &str, flags: u16) -> Guess {
        let has = |flag: u16| flags & flag != 0;
        if has(SHELL) {
            return sure(says_shell(key) || self.runs(), Kind::Shell);
        }
        if has(ARGV) {
            return sure(self.runs() || self.has_client(), Kind::Argv);
        }
        if has(SQL) {
            return Guess::Is(Kind::Sql);
        }
        if has(SQL_WEAK) {
            let is_graphql = key == "query" && self.speaks_graphql();
            return if is_graphql {
                Guess::Is(Kind::Graphql)
            } else {
                sure(self.asks(), Kind::Sql)
            };
        }
        match () {
            () if has(URL) => Guess::Is(Kind::Url),
            () if has(DEST) => Guess::Is(Kind::Dest),
            () if has(PATH) => Guess::Is(Kind::Path),
            () if has(MAIL) => Guess::Is(Kind::Mail),
            () if has(DEST_WEAK) && matches!(key, "src" | "source" | "from") => Guess::MayBePath,
            () if has(DEST_WEAK) => Guess::MayBeDest,
            () => Guess::Prose,
        }
    }
}

const fn sure(sure: bool, kind: Kind) -> Guess {
    if sure { Guess::Is(kind) } else { Guess::Weak(kind) }
}

/// Whether a text begins as paths do.
pub(crate) fn begins_like_a_path(text: &str) -> bool {
    let drive = text.get(1..3).is_some_and(|it| it == ":\\" || it == ":/")
        && text.starts_with(|letter: char| letter.is_ascii_alphabetic());
    ["/", "./", "../", "~/", "\\", "file:"].iter().any(|start| text.starts_with(start)) || drive
}

/// What the operator says that arguments are.
pub(crate) trait Said {
    /// What the argument of this tool with this key in snake case is, if the operator says so. `guess` is what it
    /// would be taken for.
    fn kind(&self, tool: &str, key: &str, guess: Guess) -> Option<Kind>;
}

// No part of the trait: every module would hold what nobody prints.
impl core::fmt::Debug for dyn Said + '_ {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Said")
    }
}
