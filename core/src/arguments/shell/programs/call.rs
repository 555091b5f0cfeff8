//! A command whose program is known, for the reader of that program.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::does::Does;
use super::super::state::Shell;
use super::super::word::Word;

/// A command whose program is known.
pub(super) struct Call<'c, 's, 'a> {
    pub(super) shell: &'c mut Shell<'s>,
    /// The program, as the tables name it.
    pub(super) name: &'static str,
    /// Its subcommand, if the tables know it.
    pub(super) verb: Option<&'static str>,
    /// What the program gets.
    pub(super) args: &'c [Word<'a>],
    /// Words that are a text for another shell.
    pub(super) text: &'c [Word<'a>],
    /// Texts that may be commands of another shell.
    pub(super) texts: Vec<String>,
    /// Words that may be a command.
    pub(super) carries: &'c [Word<'a>],
}

impl Call<'_, '_, '_> {
    /// What the command does, if nothing but itself is known of its subcommand.
    pub(super) fn verb(&mut self, verb: &'static str, does: Does) -> Does {
        self.verb = Some(verb);
        does
    }
}
