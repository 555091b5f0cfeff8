//! Which argument is what: by its key and by the name of the tool.

use alloc::string::String;
use alloc::vec::Vec;

use super::effect::Kind;
use super::short::Short;
use super::tables::keys::{
    ARGV, DEST, DEST_WEAK, MAIL, PATH, SHELL, SQL, SQL_WEAK, T_SHELL, T_SQL, URL,
};
use crate::tokens::tokens;

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

/// Programs whose name in that of a tool says what its arguments are for.
const CLIENTS: [&str; 11] =
    ["aws", "az", "cargo", "docker", "gcloud", "gh", "git", "helm", "kubectl", "npm", "terraform"];

/// What the name of a tool says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool<'a> {
    name: &'a str,
}

impl<'a> Tool<'a> {
    pub(crate) const fn new(name: &'a str) -> Self {
        Self { name }
    }

    fn has_word(&self, is: impl Fn(&str) -> bool) -> bool {
        tokens(self.name).any(|token| is(Short::lower(&[token.text]).as_str()))
    }

    /// It runs commands.
    pub(crate) fn runs(&self) -> bool {
        self.has_word(|word| T_SHELL.contains(word))
    }

    /// It asks a database.
    fn asks(&self) -> bool {
        self.has_word(|word| T_SQL.contains(word))
    }

    /// The words of the name from a client on, in lower case: `git_push` is `git push`.
    pub(crate) fn client(&self) -> Option<Vec<String>> {
        const IDLE: [&str; 11] = [
            "command", "commands", "cmd", "cli", "tool", "runner", "process", "exec", "execute",
            "run", "call",
        ];
        let mut words = tokens(self.name).map(|token| token.text.to_ascii_lowercase());
        let client = words.by_ref().find(|word| CLIENTS.contains(&word.as_str()))?;
        // Some words say only that a command runs.
        let rest = words.filter(|word| !IDLE.contains(&word.as_str()));
        Some(core::iter::once(client).chain(rest).collect())
    }

    fn has_client(&self) -> bool {
        self.has_word(|word| CLIENTS.contains(&word))
    }

    /// What an argument with this key in snake case is, if the operator says nothing. `flags` are those of the key.
    pub(crate) fn guess(&self, key: &str, flags: u16) -> Guess {
        let has = |flag: u16| flags & flag != 0;
        if has(SHELL) {
            let says = matches!(key, "bash" | "shell" | "bash_command" | "shell_command");
            return sure(says || self.runs(), Kind::Shell);
        }
        if has(ARGV) {
            return sure(self.runs() || self.has_client(), Kind::Argv);
        }
        if has(SQL) {
            return Guess::Is(Kind::Sql);
        }
        if has(SQL_WEAK) {
            let is_graphql =
                key == "query" && self.has_word(|word| matches!(word, "graphql" | "gql"));
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
pub(crate) trait Said: core::fmt::Debug {
    /// What the argument of this tool with this key in snake case is, if the operator says so. `guess` is what it
    /// would be taken for.
    fn kind(&self, tool: &str, key: &str, guess: Guess) -> Option<Kind>;
}
