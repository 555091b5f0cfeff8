//! Programs that read, but for a few options.

use super::super::options::{Arg, Args, abbreviates};
use super::super::word::Word;
use crate::arguments::effect::{EffectCode, Program, Row, stronger};
use crate::arguments::tables::programs::GUARDS;
use crate::contract::VerbClass;

/// What a program of the table does with its words.
pub(super) fn guarded(name: &'static str, args: &[Word<'_>]) -> Row {
    let program = Program::of(name);
    let Some(guard) = GUARDS.get(name) else { return Row::cannot_tell(program) };
    let mut class = None;
    let mut unknown = false;
    for arg in Args::new(args, guard.values) {
        match arg {
            Arg::Short(letter, _) if guard.letters.contains(char::from(letter)) => {
                class = stronger(class, Some(guard.class));
            }
            Arg::Long(given, _) => {
                for (option, effect) in guard.long.iter().filter(|it| abbreviates(given, it.0)) {
                    let _ = option;
                    class = stronger(class, Some(*effect));
                }
            }
            // A pager runs what stands behind a plus sign.
            Arg::Operand(word) => {
                unknown |= matches!(name, "less" | "more") && word.text.starts_with('+');
            }
            Arg::Short(..) => {}
            Arg::Unknown => unknown = true,
        }
    }
    match class {
        Some(class) => Row::writes(program, class).with(effect_of(class)),
        None if unknown => Row::cannot_tell(program),
        None => Row::reads(program),
    }
}

/// The effect that goes with a class, where the program says no more.
pub(super) fn effect_of(class: VerbClass) -> EffectCode {
    match class {
        VerbClass::Exec => EffectCode::CodeRun,
        VerbClass::Send => EffectCode::NetSend,
        VerbClass::Destroy => EffectCode::SystemAdmin,
        _ => EffectCode::FsWrite,
    }
}
