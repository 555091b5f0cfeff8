//! `find`

use super::super::state::Shell;
use super::super::word::Word;
use super::files::stricter;
use crate::arguments::effect::{EffectCode, Program, Row};
use crate::contract::VerbClass;

/// What `find` does; what it runs is a command of its own.
pub(super) fn find(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let program = Program::of("find");
    let mut row = Row::reads(program);
    let mut rest = args;
    let mut open = false;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first.plain() {
            Some("-delete") => {
                let deletes = Row::writes(program, VerbClass::Destroy);
                row = stricter(row, deletes.with(EffectCode::FsDelete));
            }
            Some("-fprint" | "-fprint0" | "-fprintf" | "-fls") => {
                let writes = Row::writes(program, VerbClass::Edit);
                row = stricter(row, writes.with(EffectCode::FsWrite));
            }
            Some("-exec" | "-execdir" | "-ok" | "-okdir") => {
                // Behind a command without an end no other has one.
                let end = if open { None } else { end_of_command(rest) };
                let Some(length) = end else {
                    open = true;
                    row = stricter(row, Row::cannot_tell(program));
                    continue;
                };
                let (command, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
                if command.is_empty() {
                    row = stricter(row, Row::cannot_tell(program));
                } else {
                    shell.command(command, false);
                }
                rest = after.get(1..).unwrap_or_default();
            }
            None if first.may_be_option() => row = stricter(row, Row::cannot_tell(program)),
            _ => {}
        }
    }
    row
}

/// How many words the command of an action has. The word behind them ends it.
fn end_of_command(words: &[Word<'_>]) -> Option<usize> {
    let mut last_is_file = false;
    for (index, word) in words.iter().enumerate() {
        if word.is(";") || (last_is_file && word.is("+")) {
            return Some(index);
        }
        last_is_file = word.is("{}");
    }
    None
}
