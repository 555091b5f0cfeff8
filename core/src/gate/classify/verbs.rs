//! The one table of verbs: what a tool's name says that it does.
//!
//! The gate reads names through it, and whoever else does comes by [`names`](crate::names).

use crate::{
    contract::VerbClass::{self, Destroy, Draft, Edit, Exec, Money, Read, Send},
    tokens::{Word, word_map, word_set},
};

/// What a word does where it is a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verb {
    /// The consequence.
    pub class: VerbClass,
    /// The word is also a common noun: `order_item` buys, `order_status` is about an order. It counts
    /// as a verb only where it opens a segment, and mostly only where no noun of report follows.
    pub noun_too: bool,
    /// The word alone shows that a tool only reads. Of `export`, `resolve` or `history` that is not
    /// so: the gate does not count them as acts, but who has nothing else to judge by needs more.
    pub only_reads: bool,
}

/// A verb wherever it stands.
const fn plain(class: VerbClass) -> Verb {
    Verb { class, noun_too: false, only_reads: false }
}

/// A verb that alone shows that a tool only reads.
const fn reads(class: VerbClass) -> Verb {
    Verb { class, noun_too: false, only_reads: true }
}

/// A verb where it opens a segment.
const fn noun_too(class: VerbClass) -> Verb {
    Verb { class, noun_too: true, only_reads: false }
}

/// The verb that a word is, if it is one.
pub(crate) fn verb(word: Word) -> Option<Verb> {
    VERBS.get(word)
}

/// What follows a noun that looks like a verb: in `order_status` nothing is ordered.
pub(crate) fn is_report_noun(word: Word) -> bool {
    REPORT_NOUNS.contains_noun(word)
}

/// Words that are verbs whatever follows: `clear_history` clears.
pub(crate) fn is_always_verb(word: Word) -> bool {
    ALWAYS_VERBS.contains(word)
}

/// The write verb of five or more letters with which a name without borders begins:
/// `deletedatabase`. A mere inflection (`updates`) is a noun.
pub(crate) fn verb_prefix(name: &str) -> Option<(Word, VerbClass)> {
    const INFLECTIONS: [&str; 9] = ["s", "es", "d", "ed", "r", "er", "rs", "ers", "ing"];
    (5..=name.len().min(16)).rev().find_map(|length| {
        let (start, end) = name.split_at_checked(length)?;
        let word = Word::of(start);
        let Verb { class, .. } = verb(word)?;
        let inflected = INFLECTIONS.iter().any(|ending| end.eq_ignore_ascii_case(ending));
        (!inflected && !matches!(class, Read | Draft)).then_some((word, class))
    })
}

word_set!(
    REPORT_NOUNS = [
        "status", "state", "history", "detail", "info", "list", "count", "summary", "total",
        "report", "search", "lookup",
    ]
);

word_set!(ALWAYS_VERBS = ["clear", "apply"]);

const ONLY_READS: Verb = reads(Read);
const ONLY_DRAFTS: Verb = reads(Draft);
const READ: Verb = plain(Read);
const DRAFT: Verb = plain(Draft);
const EDIT: Verb = plain(Edit);
const SEND: Verb = plain(Send);
const DESTROY: Verb = plain(Destroy);
const MONEY: Verb = plain(Money);
const EXEC: Verb = plain(Exec);
const SEND_OR_NOUN: Verb = noun_too(Send);
const DESTROY_OR_NOUN: Verb = noun_too(Destroy);
const MONEY_OR_NOUN: Verb = noun_too(Money);
const EXEC_OR_NOUN: Verb = noun_too(Exec);

word_map! {
    /// All verbs.
    VERBS: Verb = [
        // A name with one of these shows that the tool only reads.
        ("get", ONLY_READS), ("list", ONLY_READS), ("read", ONLY_READS), ("search", ONLY_READS),
        ("find", ONLY_READS), ("fetch", ONLY_READS), ("lookup", ONLY_READS), ("query", ONLY_READS),
        ("view", ONLY_READS), ("show", ONLY_READS), ("describe", ONLY_READS), ("check", ONLY_READS),
        ("count", ONLY_READS), ("browse", ONLY_READS), ("retrieve", ONLY_READS),
        ("compare", ONLY_READS), ("calculate", ONLY_READS), ("convert", ONLY_READS),
        ("forecast", ONLY_READS),
        ("preview", ONLY_DRAFTS), ("estimate", ONLY_DRAFTS),
        // Verbs wherever they stand.
        ("download", READ), ("inspect", READ), ("stat", READ), ("head", READ), ("tail", READ),
        ("watch", READ), ("explain", READ), ("history", READ), ("validate", READ), ("verify", READ),
        ("compute", READ), ("translate", READ), ("summarize", READ), ("summarise", READ),
        ("resolve", READ), ("ping", READ), ("export", READ),
        ("draft", DRAFT), ("simulate", DRAFT), ("plan", DRAFT), ("dryrun", DRAFT),
        ("create", EDIT), ("add", EDIT), ("update", EDIT), ("set", EDIT), ("edit", EDIT),
        ("rename", EDIT), ("move", EDIT), ("upload", EDIT), ("schedule", EDIT), ("book", EDIT),
        ("archive", EDIT), ("restore", EDIT), ("enable", EDIT), ("open", EDIT), ("close", EDIT),
        ("write", EDIT), ("patch", EDIT), ("put", EDIT), ("insert", EDIT), ("upsert", EDIT),
        ("append", EDIT), ("save", EDIT), ("store", EDIT), ("assign", EDIT), ("attach", EDIT),
        ("import", EDIT), ("sync", EDIT), ("register", EDIT), ("toggle", EDIT), ("lock", EDIT),
        ("unlock", EDIT), ("change", EDIT), ("modify", EDIT), ("replace", EDIT), ("configure", EDIT),
        ("rotate", EDIT), ("reschedule", EDIT), ("reassign", EDIT), ("mount", EDIT), ("unmount", EDIT),
        ("enroll", EDIT),
        ("send", SEND), ("resend", SEND), ("email", SEND), ("notify", SEND), ("publish", SEND),
        ("submit", SEND), ("reply", SEND), ("forward", SEND), ("invite", SEND), ("broadcast", SEND),
        ("dispatch", SEND), ("tweet", SEND),
        ("delete", DESTROY), ("remove", DESTROY), ("destroy", DESTROY), ("drop", DESTROY),
        ("erase", DESTROY), ("purge", DESTROY), ("wipe", DESTROY), ("truncate", DESTROY),
        ("reset", DESTROY), ("overwrite", DESTROY), ("revoke", DESTROY), ("terminate", DESTROY),
        ("shutdown", DESTROY), ("kill", DESTROY), ("cancel", DESTROY), ("uninstall", DESTROY),
        ("disable", DESTROY), ("deactivate", DESTROY), ("disconnect", DESTROY),
        ("unsubscribe", DESTROY), ("ban", DESTROY), ("rm", DESTROY), ("unlink", DESTROY),
        ("nuke", DESTROY), ("shred", DESTROY), ("expunge", DESTROY), ("evict", DESTROY),
        ("suspend", DESTROY),
        ("pay", MONEY), ("transfer", MONEY), ("wire", MONEY), ("refund", MONEY), ("purchase", MONEY),
        ("buy", MONEY), ("withdraw", MONEY), ("payout", MONEY), ("sell", MONEY), ("donate", MONEY),
        ("remit", MONEY), ("disburse", MONEY), ("debit", MONEY), ("reimburse", MONEY),
        ("run", EXEC), ("execute", EXEC), ("exec", EXEC), ("eval", EXEC), ("invoke", EXEC),
        ("deploy", EXEC), ("merge", EXEC), ("migrate", EXEC), ("push", EXEC), ("restart", EXEC),
        ("reboot", EXEC), ("rollback", EXEC), ("grant", EXEC), ("authorize", EXEC), ("approve", EXEC),
        ("reject", EXEC), ("sign", EXEC), ("prescribe", EXEC), ("dispense", EXEC), ("commit", EXEC),
        ("promote", EXEC), ("launch", EXEC), ("trigger", EXEC), ("provision", EXEC), ("install", EXEC),
        ("sudo", EXEC), ("spawn", EXEC), ("halt", EXEC),
        // Verbs only where they open a segment.
        ("post", SEND_OR_NOUN), ("share", SEND_OR_NOUN), ("message", SEND_OR_NOUN),
        ("comment", SEND_OR_NOUN),
        ("clear", DESTROY_OR_NOUN), ("format", DESTROY_OR_NOUN),
        ("order", MONEY_OR_NOUN), ("charge", MONEY_OR_NOUN), ("trade", MONEY_OR_NOUN),
        ("deposit", MONEY_OR_NOUN),
        ("release", EXEC_OR_NOUN), ("apply", EXEC_OR_NOUN), ("file", EXEC_OR_NOUN),
        ("start", EXEC_OR_NOUN), ("stop", EXEC_OR_NOUN),
    ], READ
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// A word in two classes would have the one that happens to be found.
    #[test]
    fn no_word_is_in_two_classes() {
        let words: Vec<Word> = VERBS.words().collect();
        assert!(words.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn a_name_without_borders_is_read_by_its_beginning() {
        let class = |name| verb_prefix(name).map(|(_, class)| class);
        assert_eq!(class("deletedatabase"), Some(Destroy));
        assert_eq!(class("UpdateEverything"), Some(Edit));
        assert_eq!(class("formatdisk"), Some(Destroy));
        for noun in ["updates", "orders", "geocode", "settings", "getaway", "searchdelete", "e"] {
            assert_eq!(class(noun), None, "{noun}");
        }
    }
}
