//! The one table of verbs: what a tool's name says that it does.
//!
//! The gate, the AAEP producer and the descriptors all read names through this table.

use crate::{
    contract::VerbClass::{self, Destroy, Draft, Edit, Exec, Money, Read, Send},
    tokens::{Word, WordMap, WordSet},
};

/// What a word does where it is a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Verb {
    pub(crate) class: VerbClass,
    /// The word is also a common noun: `order_item` buys, `order_status` is about an order. It counts
    /// as a verb only where it opens a segment, and mostly only where no noun of report follows.
    pub(crate) noun_too: bool,
}

/// The verb that a word is, if it is one.
pub(crate) fn verb(word: Word) -> Option<Verb> {
    let plain = VERBS.get(word).map(|class| Verb { class, noun_too: false });
    plain.or_else(|| NOUNS_TOO.get(word).map(|class| Verb { class, noun_too: true }))
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

static REPORT_NOUNS: WordSet<12> = WordSet::new([
    "status", "state", "history", "detail", "info", "list", "count", "summary", "total", "report",
    "search", "lookup",
]);

static ALWAYS_VERBS: WordSet<2> = WordSet::new(["clear", "apply"]);

/// Words that are verbs wherever they stand.
#[rustfmt::skip]
static VERBS: WordMap<VerbClass, 165> = WordMap::new([
    ("get", Read), ("list", Read), ("read", Read), ("search", Read), ("find", Read),
    ("fetch", Read), ("lookup", Read), ("query", Read), ("view", Read), ("show", Read),
    ("describe", Read), ("check", Read), ("count", Read), ("browse", Read), ("retrieve", Read),
    ("download", Read), ("inspect", Read), ("stat", Read), ("head", Read), ("tail", Read),
    ("watch", Read), ("explain", Read), ("history", Read), ("validate", Read), ("verify", Read),
    ("compare", Read), ("calculate", Read), ("compute", Read), ("convert", Read),
    ("translate", Read), ("summarize", Read), ("summarise", Read), ("forecast", Read),
    ("resolve", Read), ("ping", Read), ("export", Read),
    ("draft", Draft), ("preview", Draft), ("simulate", Draft), ("estimate", Draft), ("plan", Draft),
    ("dryrun", Draft),
    ("create", Edit), ("add", Edit), ("update", Edit), ("set", Edit), ("edit", Edit),
    ("rename", Edit), ("move", Edit), ("upload", Edit), ("schedule", Edit), ("book", Edit),
    ("archive", Edit), ("restore", Edit), ("enable", Edit), ("open", Edit), ("close", Edit),
    ("write", Edit), ("patch", Edit), ("put", Edit), ("insert", Edit), ("upsert", Edit),
    ("append", Edit), ("save", Edit), ("store", Edit), ("assign", Edit), ("attach", Edit),
    ("import", Edit), ("sync", Edit), ("register", Edit), ("toggle", Edit), ("lock", Edit),
    ("unlock", Edit), ("change", Edit), ("modify", Edit), ("replace", Edit), ("configure", Edit),
    ("rotate", Edit), ("reschedule", Edit), ("reassign", Edit), ("mount", Edit), ("unmount", Edit), ("enroll", Edit),
    ("send", Send), ("resend", Send), ("email", Send), ("notify", Send), ("publish", Send),
    ("submit", Send), ("reply", Send), ("forward", Send), ("invite", Send), ("broadcast", Send),
    ("dispatch", Send),
    ("tweet", Send),
    ("delete", Destroy), ("remove", Destroy), ("destroy", Destroy), ("drop", Destroy),
    ("erase", Destroy), ("purge", Destroy), ("wipe", Destroy), ("truncate", Destroy),
    ("reset", Destroy), ("overwrite", Destroy), ("revoke", Destroy), ("terminate", Destroy),
    ("shutdown", Destroy), ("kill", Destroy), ("cancel", Destroy), ("uninstall", Destroy),
    ("disable", Destroy), ("deactivate", Destroy), ("disconnect", Destroy),
    ("unsubscribe", Destroy), ("ban", Destroy),
    ("rm", Destroy), ("unlink", Destroy), ("nuke", Destroy), ("shred", Destroy), ("expunge", Destroy), ("evict", Destroy), ("suspend", Destroy),
    ("pay", Money), ("transfer", Money), ("wire", Money), ("refund", Money), ("purchase", Money),
    ("buy", Money), ("withdraw", Money), ("payout", Money), ("sell", Money), ("donate", Money),
    ("remit", Money), ("disburse", Money), ("debit", Money), ("reimburse", Money),
    ("run", Exec), ("execute", Exec), ("exec", Exec), ("eval", Exec), ("invoke", Exec),
    ("deploy", Exec), ("merge", Exec), ("migrate", Exec), ("push", Exec), ("restart", Exec),
    ("reboot", Exec), ("rollback", Exec), ("grant", Exec), ("authorize", Exec), ("approve", Exec),
    ("reject", Exec), ("sign", Exec), ("prescribe", Exec), ("dispense", Exec), ("commit", Exec),
    ("promote", Exec), ("launch", Exec), ("trigger", Exec), ("provision", Exec), ("install", Exec),
    ("sudo", Exec), ("spawn", Exec), ("halt", Exec),
], Read);

/// Words that are verbs only where they open a segment.
#[rustfmt::skip]
static NOUNS_TOO: WordMap<VerbClass, 15> = WordMap::new([
    ("post", Send), ("share", Send), ("message", Send), ("comment", Send),
    ("clear", Destroy), ("format", Destroy),
    ("order", Money), ("charge", Money), ("trade", Money), ("deposit", Money),
    ("release", Exec), ("apply", Exec), ("file", Exec),
    ("start", Exec), ("stop", Exec),
], Read);

#[cfg(test)]
mod tests {
    use super::*;

    /// A word in two classes would have the one that happens to be found.
    #[test]
    fn no_word_is_in_two_classes() {
        let words = || VERBS.words().chain(NOUNS_TOO.words());
        for word in words() {
            assert_eq!(words().filter(|other| *other == word).count(), 1);
        }
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
