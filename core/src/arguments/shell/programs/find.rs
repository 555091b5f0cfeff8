//! `find`

use super::super::does::Does;
use super::super::word::Word;
use super::call::Call;
use crate::arguments::effect::EffectCode;
use crate::arguments::headed::{Headed, headed};
use crate::contract::VerbClass::Destroy;

const ACTIONS: Headed = headed!(
    "deletes: -delete writes: -fprint -fprint0 -fprintf -fls runs: -exec -execdir -ok -okdir"
);

/// What `find` does; what it runs is a command of its own.
pub(super) fn find(call: &mut Call<'_, '_, '_>) -> Does {
    let mut does = Does::READS;
    let mut rest = call.args;
    let mut open = false;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        does = does.and(match first.plain().map(|text| ACTIONS.of(text)) {
            None => Does::READS.or_unknown(!first.may_be_option()),
            Some(Some(b'd')) => Does::writes(Destroy, EffectCode::FsDelete),
            Some(Some(b'w')) => Does::EDITS,
            Some(Some(_)) => {
                // Behind a command without an end no other has one.
                let end = if open { None } else { end_of_command(rest) };
                match end.and_then(|length| rest.split_at_checked(length)) {
                    None => open = true,
                    Some((command, after)) => {
                        rest = after.get(1..).unwrap_or_default();
                        if !command.is_empty() {
                            run(call, command, after.first().is_some_and(|end| end.is("+")));
                            continue;
                        }
                    }
                }
                Does::UNKNOWN
            }
            Some(None) => continue,
        });
    }
    does
}

/// Reads the command of an action. With a plus it gets many files at once.
fn run(call: &mut Call<'_, '_, '_>, command: &[Word<'_>], many: bool) {
    let mut words = command.to_vec();
    if let Some(files) = words.last_mut().filter(|_| many) {
        *files = files.as_pattern();
    }
    call.shell.command(&words, false);
}

/// How many words the command of an action has. The word behind them ends it.
fn end_of_command(words: &[Word<'_>]) -> Option<usize> {
    let mut last_is_file = false;
    words.iter().position(|word| {
        let ends = word.is(";") || (last_is_file && word.is("+"));
        last_is_file = word.is("{}");
        ends
    })
}
