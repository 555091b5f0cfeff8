//! What of a call's arguments could be carried out, and what may stand beside it.

use super::effect::Kind;
use crate::code_set::CodeSet;
use crate::tokens::{Word, word_set};

/// What of the arguments could be carried out.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seen {
    /// What was read: a command is one of these kinds.
    pub(super) commands: CodeSet<Kind>,
    /// A request with its method.
    pub(super) request: bool,
    /// One that the policy does not list as one that reads.
    pub(super) unlisted: bool,
    /// Something of which nobody knows what becomes of it: `code`, `stdin`, a script's file.
    pub(super) unread: bool,
    /// Data of a statement, which may be further words of a command.
    pub(super) data: bool,
    /// An address, to which something may be sent, or from which something may be run.
    pub(super) address: bool,
}

impl Seen {
    pub(super) fn is_whole(self) -> bool {
        let runs = self.commands.contains(Kind::Shell) || self.commands.contains(Kind::Argv);
        let asks = self.commands.contains(Kind::Sql) || self.commands.contains(Kind::Graphql);
        !self.unread
            && match (runs, asks) {
                (true, _) => !self.request && !self.data && !self.address,
                (false, true) => !self.commands.contains(Kind::Sql) || !self.address,
                (false, false) => self.request,
            }
    }
}

word_set! {
    /// Arguments beside a command or a statement that say how to run it, or are data of it.
    BESIDE = [
        "description", "reason", "explanation", "purpose", "title", "label", "summary", "justification",
        "intent", "comment", "timeout", "unit", "encoding", "format", "database", "db", "schema",
        "dialect", "session", "session_id", "request_id", "id", "operation_name", "region", "cluster",
        "warehouse", "response_format", "db_path", "database_path", "database_name", "catalog", "dataset", "connection",
    ]
}

word_set! {
    /// Data of a statement or a request. A command has none: there these are words or variables of it.
    DATA = ["params", "parameters", "variables", "bindings", "headers", "query_params"]
}

/// Where a command runs. Every other path beside it may be what it runs.
pub(super) const PLACES: [&str; 8] = [
    "cwd",
    "dir",
    "directory",
    "folder",
    "root_path",
    "workdir",
    "working_directory",
    "working_dir",
];

/// Shells that read what is read here.
pub(super) const SHELLS: [&str; 6] = ["bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh"];

/// What language a command may be in, to be read as one.
pub(super) const READABLE: [&str; 9] =
    ["bash", "sh", "shell", "zsh", "sql", "graphql", "postgresql", "mysql", "sqlite"];

/// Whether shells that quote in another way read the same words: there is nothing but plain words, and pipes.
pub(super) fn is_read_alike(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" _./:,=*|\\-".contains(&byte))
}

/// Whether a key says how a command or a statement runs.
pub(super) fn is_beside(key: Word) -> bool {
    BESIDE.contains(key)
}

/// Whether a key names data of a statement.
pub(super) fn is_data(key: Word) -> bool {
    DATA.contains(key)
}
