//! Clients with verbs.

use super::super::does::Does;
use super::super::options::any_unknown;
use super::super::word::Word;
use super::call::Call;
use crate::arguments::effect::EffectCode::{
    self, CodeRun, NetSend, NetUpload, ResourceDelete, ResourceEdit, SystemAdmin,
};
use crate::arguments::headed::{Found, Headed, headed};
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

impl Verb<'_, '_> {
    /// What the verb does. What only reads may be something else behind an option that is not known.
    pub(super) fn surely(&self, does: Does) -> Does {
        if self.unsure && !does.is_write() { Does::UNKNOWN } else { does }
    }
}

/// The first operand. The options before it that take the next word are under `values`, those that do not under
/// another heading.
pub(super) fn verb<'w, 'a>(args: &'w [Word<'a>], options: Headed) -> Option<Verb<'w, 'a>> {
    let mut rest = args;
    let mut unsure = false;
    loop {
        let (first, after) = rest.split_first()?;
        let text = first.plain()?;
        rest = after;
        match options.of_pattern(text) {
            Some(b'v') => rest = rest.get(1..)?,
            Some(_) => {}
            None if text.starts_with('-') => unsure |= !text.contains('='),
            None => return Some(Verb { word: text, rest, unsure }),
        }
    }
}

/// The next operand.
pub(super) fn next<'a>(words: &[Word<'a>]) -> Option<&'a str> {
    words.iter().find(|word| !word.is_option()).and_then(|word| word.plain())
}

/// What it does to read with these words.
pub(super) fn reads(words: &[Word<'_>]) -> Does {
    Does::READS.or_unknown(!any_unknown(words))
}

/// What the verbs of a client have for effects: those that edit, run, destroy and send.
pub(super) type Effects = [EffectCode; 4];

/// What a heading of verbs says.
pub(super) fn by_heading(heading: u8, rest: &[Word<'_>], effects: Effects) -> Does {
    let [edit, run, destroy, send] = effects;
    match heading {
        b'l' => reads(rest),
        b'e' => Does::writes(Edit, edit),
        b'r' => Does::writes(Exec, run),
        b'd' => Does::writes(Destroy, destroy),
        _ => Does::writes(Send, send),
    }
}

/// What a verb of the table does.
pub(super) fn by_table(
    call: &mut Call<'_, '_, '_>,
    verb: &str,
    rest: &[Word<'_>],
    effects: Effects,
) -> Does {
    let found = CLIENTS.get(call.name).and_then(|verbs| verbs.get(verb));
    let Some(Found { heading, word }) = found else { return Does::UNKNOWN };
    call.verb = Some(word);
    by_heading(heading, rest, effects)
}

/// What a verb does with the word behind it, by a table of such pairs: `config/get`. Behind `config/*` stands any word.
pub(super) fn by_pair(
    call: &mut Call<'_, '_, '_>,
    verb: &Verb<'_, '_>,
    pairs: Headed,
    effects: Effects,
) -> Option<Does> {
    let second = next(verb.rest)?;
    let fits = |pair: &str| {
        pair.split_once('/')
            .is_some_and(|(first, own)| first == verb.word && (own == "*" || own == second))
    };
    let found = pairs.find(verb.word, &fits)?;
    call.verb = found.word.split('/').next();
    Some(by_heading(found.heading, verb.rest, effects))
}

const SYSTEMCTL: Headed = headed!(
    "values: -H --host -M --machine -t --type -p --property -n --lines -s --state -o --output
     flags: --user --system --no-pager -l --full -a --all --failed -q --quiet --no-legend --now -f --force"
);
const GSUTIL: Headed = headed!("values: -o -u -h -i flags: -m -q -D");

/// A client without rules of its own.
pub(super) fn client(call: &mut Call<'_, '_, '_>) -> Does {
    let is_systemctl = call.name == "systemctl";
    let (options, effects) = if is_systemctl {
        (SYSTEMCTL, [SystemAdmin, SystemAdmin, SystemAdmin, NetSend])
    } else {
        (GSUTIL, [ResourceEdit, CodeRun, ResourceDelete, NetUpload])
    };
    let Some(verb) = verb(call.args, options) else {
        // Without a word it lists.
        let lists = is_systemctl && call.args.iter().all(|word| word.plain().is_some());
        return Does::READS.or_unknown(lists);
    };
    let does = by_table(call, verb.word, verb.rest, effects);
    verb.surely(does)
}
