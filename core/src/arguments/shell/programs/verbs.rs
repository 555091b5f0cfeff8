//! Clients whose verbs stand in the tables.

use super::super::options::any_unknown;
use super::super::state::Shell;
use super::super::word::Word;
use super::packages::own;
use crate::arguments::effect::{EffectCode, Program, Row};
use crate::arguments::tables::clients::CLIENTS;
use crate::contract::VerbClass::{Destroy, Edit, Exec, Send};

/// The operands of a client, without the options before the first one that take a value.
pub(super) struct Verb<'w, 'a> {
    /// The first operand.
    pub(super) word: &'a str,
    /// What stands behind it.
    pub(super) rest: &'w [Word<'a>],
    /// An option before it is not known.
    pub(super) unsure: bool,
}

/// The first operand. `values` are the options before it that take the next word, `flags` those that do not.
pub(super) fn verb<'w, 'a>(
    args: &'w [Word<'a>],
    values: &[&str],
    flags: &[&str],
) -> Option<Verb<'w, 'a>> {
    let mut rest = args;
    let mut unsure = false;
    while let Some((first, after)) = rest.split_first() {
        let text = first.plain()?;
        rest = after;
        if !text.starts_with('-') {
            return Some(Verb { word: text, rest, unsure });
        }
        if values.contains(&text) {
            rest = rest.get(1..)?;
        } else if !text.contains('=') && !flags.contains(&text) {
            unsure = true;
        }
    }
    None
}

/// The row of a verb in a row of the table.
pub(super) fn by_table(
    name: &'static str,
    verb: &str,
    rest: &[Word<'_>],
    effects: &Effects,
) -> Row {
    let Some([reads, edits, runs, destroys, sends]) = CLIENTS.get(name) else {
        return Row::cannot_tell(Program::of(name));
    };
    let of = |verb| Program { name: Some(name), verb: Some(verb) };
    if let Some(verb) = own(reads, verb) {
        return if any_unknown(rest) { Row::cannot_tell(of(verb)) } else { Row::reads(of(verb)) };
    }
    if let Some(verb) = own(edits, verb) {
        return Row::writes(of(verb), Edit).with(effects.edit);
    }
    if let Some(verb) = own(runs, verb) {
        return Row::writes(of(verb), Exec).with(effects.run);
    }
    if let Some(verb) = own(destroys, verb) {
        return Row::writes(of(verb), Destroy).with(effects.destroy);
    }
    if let Some(verb) = own(sends, verb) {
        return Row::writes(of(verb), Send).with(effects.send);
    }
    Row::cannot_tell(Program::of(name))
}

/// What the verbs of a client have for effects.
pub(super) struct Effects {
    pub(super) edit: EffectCode,
    pub(super) run: EffectCode,
    pub(super) destroy: EffectCode,
    pub(super) send: EffectCode,
}

/// A client without rules of its own.
pub(super) fn client(_shell: &mut Shell<'_>, name: &'static str, args: &[Word<'_>]) -> Row {
    let (values, flags, effects): (&[&str], &[&str], _) = match name {
        "systemctl" => (
            &[
                "-H",
                "--host",
                "-M",
                "--machine",
                "-t",
                "--type",
                "-p",
                "--property",
                "-n",
                "--lines",
                "-s",
                "--state",
                "-o",
                "--output",
            ],
            &[
                "--user",
                "--system",
                "--no-pager",
                "-l",
                "--full",
                "-a",
                "--all",
                "--failed",
                "-q",
                "--quiet",
                "--no-legend",
                "--now",
                "-f",
                "--force",
            ],
            Effects {
                edit: EffectCode::SystemAdmin,
                run: EffectCode::SystemAdmin,
                destroy: EffectCode::SystemAdmin,
                send: EffectCode::NetSend,
            },
        ),
        _ => (
            &["-o", "-u", "-h", "-i"],
            &["-m", "-q", "-D"],
            Effects {
                edit: EffectCode::ResourceEdit,
                run: EffectCode::CodeRun,
                destroy: EffectCode::ResourceDelete,
                send: EffectCode::NetUpload,
            },
        ),
    };
    let Some(verb) = verb(args, values, flags) else {
        // Without a word it lists.
        let lists = name == "systemctl" && args.iter().all(|word| word.plain().is_some());
        return if lists {
            Row::reads(Program::of(name))
        } else {
            Row::cannot_tell(Program::of(name))
        };
    };
    let row = by_table(name, verb.word, verb.rest, &effects);
    if verb.unsure && row.class.is_none() { Row::cannot_tell(row.program) } else { row }
}
