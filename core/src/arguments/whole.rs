//! What of a call's arguments could be carried out, and what may stand beside it.

use super::effect::Kind;
use super::headed::{Headed, headed};
use crate::code_set::CodeSet;

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
    /// A command was read, or a text that is not sure to be one.
    pub(super) fn ran(&mut self, kind: Kind, is_sure: bool) {
        if is_sure {
            self.commands.insert(kind);
        } else {
            self.unread = true;
        }
    }

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

/// Shells that read what is read here.
const SHELLS: [&str; 6] = ["bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh"];

/// What language a command may be in, to be read as one.
const READABLE: Headed = headed!("bash sh shell zsh sql graphql postgresql mysql sqlite");

/// Whether an argument beside a command says who runs it.
pub(super) fn is_shell(key: &str, text: &str) -> bool {
    key == "shell" && SHELLS.contains(&text)
}

/// Whether texts of a language are read here. In another one the same text says something else.
pub(super) fn is_readable(language: &str) -> bool {
    READABLE.of_any_case(language).is_some()
}
