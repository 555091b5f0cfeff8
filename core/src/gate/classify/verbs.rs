//! The one table of verbs: what a tool's name says that it does.
//!
//! The gate reads names through it, and whoever else does comes by [`names`](crate::names).

use super::name::words::{Nouns, nouns_after};
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
    /// as a verb only at the front, and mostly only where no noun of report follows.
    pub noun_too: bool,
    /// The word alone shows that a tool only reads. Of `export`, `resolve` or `history` that is not
    /// so: the gate does not count them as acts, but who has nothing else to judge by needs more.
    pub only_reads: bool,
    /// Where the word counts.
    pub(crate) place: Place,
    /// It also counts as the last word of a name that is otherwise without a verb.
    pub(crate) at_the_end: bool,
}

/// Where in a segment a word is a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Wherever it stands.
    Anywhere,
    /// As the first word.
    First,
    /// As the first word, or as the second behind one unknown word.
    Front,
}

const fn row(class: VerbClass, place: Place, at_the_end: bool) -> Verb {
    Verb {
        class,
        noun_too: !matches!(place, Place::Anywhere),
        only_reads: false,
        place,
        at_the_end,
    }
}

/// A verb that acts wherever it stands.
pub(super) const fn acting(class: VerbClass) -> Verb {
    row(class, Place::Anywhere, false)
}

/// The verb that a word is, if it is one.
pub(crate) fn verb(word: Word) -> Option<Verb> {
    VERBS.get(word)
}

/// The write verb of five or more letters with which a name without borders begins:
/// `deletedatabase`. A mere inflection (`updates`) is a noun.
pub(crate) fn verb_prefix(name: &str) -> Option<(Word, VerbClass)> {
    const INFLECTIONS: [&str; 9] = ["s", "es", "d", "ed", "r", "er", "rs", "ers", "ing"];
    (5..=name.len().min(16)).rev().find_map(|length| {
        let (start, end) = name.split_at_checked(length)?;
        let word = Word::of(start);
        let Verb { class, place, .. } = verb(word)?;
        let inflected = INFLECTIONS.iter().any(|ending| end.eq_ignore_ascii_case(ending));
        let acts = !matches!(class, Read | Draft)
            && (place != Place::Front || nouns_after(word) == Nouns::Few);
        (!inflected && acts).then_some((word, class))
    })
}

/// Whether a word of several begins with a verb of six or more letters that destroys:
/// `deletedatabase_v2`. Its inflections are nouns and participles: `cancelled_orders`.
pub(crate) fn destroys_by_prefix(text: &str) -> bool {
    const ENDINGS: [&str; 16] = [
        "s", "es", "d", "ed", "r", "er", "rs", "ers", "ing", "ation", "ations", "able", "ment",
        "ments", "al", "als",
    ];
    (6..text.len().min(16)).any(|length| {
        let Some((start, end)) = text.split_at_checked(length) else { return false };
        let destroys = verb(Word::of(start))
            .is_some_and(|verb| verb.class == Destroy && verb.place == Place::Anywhere);
        let doubled = end.get(..1).filter(|first| {
            start
                .get(length.saturating_sub(1)..)
                .is_some_and(|last| last.eq_ignore_ascii_case(first))
        });
        let rest = if doubled.is_some() { end.get(1..).unwrap_or_default() } else { end };
        let inflected = |end: &str| ENDINGS.iter().any(|ending| end.eq_ignore_ascii_case(ending));
        destroys && !inflected(end) && !inflected(rest)
    })
}

/// The verb that a prefix makes of another one: `unpublish`, `recreate`, `bulkdelete`.
pub(crate) fn derived_verb(text: &str) -> Option<Verb> {
    if text.len() < 5 || NOT_DERIVED.contains(Word::of(text)) {
        return None;
    }
    PREFIXES.iter().find_map(|(prefix, always)| {
        let (start, end) = text.split_at_checked(prefix.len())?;
        if end.len() < 3 || !start.eq_ignore_ascii_case(prefix) {
            return None;
        }
        let word = Word::of(end);
        if *prefix == "un" && TAKEN_BACK.contains(word) {
            return Some(EDIT);
        }
        let verb = verb(word).filter(|verb| verb.class.acts())?;
        // Of what is taken back or done to many, the word is not a noun any more.
        Some(if *always { row(verb.class, Place::Anywhere, false) } else { verb })
    })
}

/// What stands before a verb, and whether it leaves no doubt that the word is a verb.
const PREFIXES: [(&str, bool); 9] = [
    ("un", true),
    ("re", false),
    ("dis", true),
    ("multi", true),
    ("bulk", true),
    ("batch", true),
    ("auto", true),
    ("mass", true),
    ("force", true),
];

/// The verb behind `de`: `deregister`, `decompress`.
pub(crate) fn undone_verb(text: &str) -> Option<Verb> {
    let (start, end) = text.split_at_checked(2)?;
    if end.len() < 3 || !start.eq_ignore_ascii_case("de") || NOT_DERIVED.contains(Word::of(text)) {
        return None;
    }
    verb(Word::of(end)).filter(|verb| verb.class.acts() && verb.place == Place::Anywhere)
}

/// What `s` or `es` makes of a verb at the front of a name: `deletes_user`.
pub(crate) fn third_person(word: Word) -> Option<Verb> {
    word.singulars().skip(1).find_map(|singular| {
        verb(singular).filter(|verb| verb.class.acts() && verb.place == Place::Anywhere)
    })
}

word_set! {
    /// Words that only look as if a prefix stood before a verb.
    NOT_DERIVED = [
        "design", "display", "autocomplete", "discharge", "disclose", "disorder", "return", "dispatch",
        "report", "resource", "restore", "reward", "automate", "reform", "remark", "regroup", "retype",
    ]
}

word_set! {
    /// What `un` takes back, although the word alone is no verb of the table.
    TAKEN_BACK = [
        "pin", "star", "mute", "follow", "watch", "hide", "like", "tag", "flag", "block", "share",
        "favorite", "favourite", "bookmark", "vote", "react", "link", "label", "freeze", "snooze",
        "check", "stash", "stage", "deploy", "zip", "pack", "set", "map", "bind", "merge", "trash",
        "read", "protect", "resolve",
    ]
}

const READ: Verb = row(Read, Place::Anywhere, false);
const ONLY_READS: Verb = Verb { only_reads: true, ..READ };
const DRAFT: Verb = row(Draft, Place::Anywhere, false);
const ONLY_DRAFTS: Verb = Verb { only_reads: true, ..DRAFT };
const EDIT: Verb = row(Edit, Place::Anywhere, false);
const EDIT_FRONT: Verb = row(Edit, Place::Front, false);
const EDIT_FRONT_END: Verb = row(Edit, Place::Front, true);
const SEND: Verb = row(Send, Place::Anywhere, false);
const SEND_FIRST: Verb = row(Send, Place::First, false);
const SEND_FRONT: Verb = row(Send, Place::Front, false);
const SEND_FRONT_END: Verb = row(Send, Place::Front, true);
const DESTROY: Verb = row(Destroy, Place::Anywhere, false);
const DESTROY_FIRST: Verb = row(Destroy, Place::First, false);
const DESTROY_FRONT_END: Verb = row(Destroy, Place::Front, true);
const MONEY: Verb = row(Money, Place::Anywhere, false);
const MONEY_FIRST: Verb = row(Money, Place::First, false);
const MONEY_FRONT: Verb = row(Money, Place::Front, false);
const EXEC: Verb = row(Exec, Place::Anywhere, false);
const EXEC_FIRST: Verb = row(Exec, Place::First, false);
const EXEC_FRONT: Verb = row(Exec, Place::Front, false);
const EXEC_FRONT_END: Verb = row(Exec, Place::Front, true);

word_map! {
    /// All verbs.
    VERBS: Verb = [
        ("get", ONLY_READS), ("list", ONLY_READS), ("read", ONLY_READS), ("search", ONLY_READS),
        ("find", ONLY_READS), ("fetch", ONLY_READS), ("lookup", ONLY_READS), ("query", ONLY_READS),
        ("view", ONLY_READS), ("show", ONLY_READS), ("describe", ONLY_READS),
        ("check", ONLY_READS), ("count", ONLY_READS), ("browse", ONLY_READS),
        ("retrieve", ONLY_READS), ("download", READ), ("inspect", READ), ("stat", READ),
        ("head", READ), ("tail", READ), ("watch", READ), ("explain", READ), ("history", READ),
        ("validate", READ), ("verify", READ), ("compare", ONLY_READS), ("calculate", ONLY_READS),
        ("compute", READ), ("convert", ONLY_READS), ("translate", READ), ("summarize", READ),
        ("forecast", ONLY_READS), ("resolve", READ), ("ping", READ), ("export", READ),
        ("summarise", READ),
        ("draft", DRAFT), ("preview", ONLY_DRAFTS), ("simulate", DRAFT), ("estimate", ONLY_DRAFTS),
        ("plan", DRAFT), ("dryrun", DRAFT),
        ("create", EDIT), ("add", EDIT), ("update", EDIT), ("set", EDIT), ("edit", EDIT),
        ("rename", EDIT), ("move", EDIT), ("upload", EDIT), ("schedule", EDIT), ("book", EDIT),
        ("archive", EDIT), ("restore", EDIT), ("enable", EDIT), ("open", EDIT), ("close", EDIT),
        ("write", EDIT), ("patch", EDIT), ("put", EDIT), ("insert", EDIT), ("upsert", EDIT),
        ("append", EDIT), ("save", EDIT), ("store", EDIT), ("assign", EDIT), ("attach", EDIT),
        ("import", EDIT), ("sync", EDIT), ("register", EDIT), ("toggle", EDIT), ("lock", EDIT),
        ("unlock", EDIT), ("change", EDIT), ("modify", EDIT), ("replace", EDIT),
        ("configure", EDIT), ("accept", EDIT), ("activate", EDIT), ("backup", EDIT_FRONT),
        ("block", EDIT_FRONT), ("build", EDIT_FRONT), ("checkout", EDIT), ("cherry", EDIT),
        ("click", EDIT_FRONT_END), ("clone", EDIT), ("complete", EDIT_FRONT_END),
        ("compress", EDIT), ("confirm", EDIT), ("connect", EDIT_FRONT_END),
        ("copy", EDIT_FRONT_END), ("cp", EDIT), ("mv", EDIT), ("touch", EDIT), ("mkdir", EDIT),
        ("dismiss", EDIT), ("dismount", EDIT), ("drag", EDIT), ("emulate", EDIT),
        ("end", EDIT_FRONT_END), ("exchange", EDIT), ("expand", EDIT), ("fill", EDIT),
        ("finalize", EDIT), ("follow", EDIT_FRONT_END), ("fork", EDIT_FRONT_END),
        ("generate", EDIT_FRONT), ("group", EDIT_FRONT), ("handle", EDIT_FRONT), ("hide", EDIT),
        ("hover", EDIT), ("init", EDIT), ("initialize", EDIT), ("join", EDIT_FRONT_END),
        ("leave", EDIT), ("link", EDIT_FRONT), ("load", EDIT_FRONT), ("make", EDIT_FRONT),
        ("manage", EDIT_FRONT_END), ("mark", EDIT_FRONT_END), ("navigate", EDIT),
        ("new", EDIT_FRONT), ("optimize", EDIT), ("pause", EDIT), ("pop", EDIT),
        ("press", EDIT_FRONT_END), ("protect", EDIT), ("pull", EDIT_FRONT_END), ("rebase", EDIT),
        ("receive", EDIT), ("redo", EDIT), ("reload", EDIT), ("repair", EDIT),
        ("reprioritize", EDIT), ("request", EDIT_FRONT), ("reserve", EDIT), ("resize", EDIT),
        ("restrict", EDIT_FRONT_END), ("resume", EDIT), ("return", EDIT_FRONT),
        ("route", EDIT_FRONT), ("scale", EDIT), ("scroll", EDIT), ("select", EDIT_FRONT_END),
        ("skip", EDIT), ("snooze", EDIT), ("split", EDIT), ("star", EDIT_FRONT_END),
        ("stash", EDIT_FRONT_END), ("subscribe", EDIT), ("switch", EDIT_FRONT),
        ("tag", EDIT_FRONT), ("transition", EDIT), ("type", EDIT_FRONT), ("undo", EDIT),
        ("unprotect", EDIT), ("upgrade", EDIT), ("use", EDIT_FRONT), ("rotate", EDIT),
        ("reschedule", EDIT), ("reassign", EDIT), ("mount", EDIT), ("unmount", EDIT),
        ("enroll", EDIT), ("reorder", EDIT), ("trash", EDIT_FRONT), ("empty", EDIT_FRONT),
        ("turn", EDIT_FRONT), ("memorize", EDIT), ("remember", EDIT), ("forget", EDIT),
        ("reindex", EDIT), ("hire", EDIT_FRONT), ("admit", EDIT), ("refill", EDIT), ("override", EDIT),
        ("bypass", EDIT), ("enter", EDIT_FRONT), ("exit", EDIT_FRONT), ("quit", EDIT),
        ("logout", EDIT), ("signout", EDIT),  ("hset", EDIT), ("mset", EDIT), ("setex", EDIT), ("setnx", EDIT),
        ("lpush", EDIT), ("rpush", EDIT), ("sadd", EDIT), ("zadd", EDIT), ("xadd", EDIT),
        ("xack", EDIT), ("putobject", EDIT), ("addmember", EDIT),
        ("send", SEND), ("resend", SEND), ("email", SEND), ("notify", SEND), ("publish", SEND),
        ("post", SEND_FRONT_END), ("submit", SEND), ("reply", SEND), ("forward", SEND),
        ("share", SEND_FRONT_END), ("invite", SEND), ("broadcast", SEND), ("message", SEND_FIRST),
        ("comment", SEND_FIRST), ("dispatch", SEND), ("report", SEND_FRONT), ("tweet", SEND),
        ("retweet", SEND), ("unfurl", SEND), ("sendmail", SEND), ("sendemail", SEND),
        ("transmit", SEND), ("deliver", SEND), ("fax", SEND_FIRST), ("sendmessage", SEND),
        ("delete", DESTROY), ("remove", DESTROY), ("destroy", DESTROY), ("drop", DESTROY),
        ("erase", DESTROY), ("purge", DESTROY), ("wipe", DESTROY), ("truncate", DESTROY),
        ("reset", DESTROY), ("overwrite", DESTROY), ("revoke", DESTROY), ("terminate", DESTROY),
        ("shutdown", DESTROY), ("kill", DESTROY), ("cancel", DESTROY), ("uninstall", DESTROY),
        ("disable", DESTROY), ("deactivate", DESTROY), ("disconnect", DESTROY),
        ("unsubscribe", DESTROY), ("ban", DESTROY), ("clear", DESTROY_FRONT_END),
        ("format", DESTROY_FIRST), ("clean", DESTROY), ("cleanup", DESTROY), ("del", DESTROY),
        ("expire", DESTROY), ("flush", DESTROY), ("invalidate", DESTROY),
        ("kick", DESTROY_FRONT_END), ("prune", DESTROY), ("rmdir", DESTROY), ("discard", DESTROY),
        ("teardown", DESTROY), ("deny", DESTROY), ("detach", DESTROY), ("rm", DESTROY),
        ("unlink", DESTROY), ("nuke", DESTROY), ("shred", DESTROY), ("expunge", DESTROY),
        ("evict", DESTROY), ("suspend", DESTROY), ("droptable", DESTROY), ("dropdb", DESTROY),
        ("dropdatabase", DESTROY), ("rmrf", DESTROY), ("killall", DESTROY),
        ("killprocess", DESTROY), ("mkfs", DESTROY), ("hdel", DESTROY), ("lpop", DESTROY), ("rpop", DESTROY),
        ("spop", DESTROY), ("lrem", DESTROY), ("ltrim", DESTROY), ("srem", DESTROY),
        ("zrem", DESTROY), ("xdel", DESTROY), ("xtrim", DESTROY), ("flushdb", DESTROY),
        ("flushall", DESTROY), ("poweroff", DESTROY),
        ("pay", MONEY), ("transfer", MONEY), ("wire", MONEY), ("refund", MONEY),
        ("purchase", MONEY), ("buy", MONEY), ("order", MONEY_FIRST), ("charge", MONEY_FRONT),
        ("withdraw", MONEY), ("payout", MONEY), ("trade", MONEY_FIRST), ("sell", MONEY),
        ("deposit", MONEY_FIRST), ("donate", MONEY), ("exercise", MONEY), ("fund", MONEY_FRONT),
        ("place", MONEY_FRONT), ("remit", MONEY), ("disburse", MONEY), ("debit", MONEY),
        ("reimburse", MONEY), ("swap", MONEY_FRONT), ("mint", MONEY_FRONT), ("borrow", MONEY),
        ("lend", MONEY), ("topup", MONEY), ("ship", MONEY_FRONT), ("payinvoice", MONEY),
        ("run", EXEC), ("execute", EXEC), ("exec", EXEC), ("eval", EXEC), ("invoke", EXEC),
        ("deploy", EXEC), ("release", EXEC_FIRST), ("merge", EXEC), ("migrate", EXEC),
        ("push", EXEC), ("restart", EXEC), ("reboot", EXEC), ("rollback", EXEC), ("grant", EXEC),
        ("authorize", EXEC), ("approve", EXEC), ("reject", EXEC), ("sign", EXEC),
        ("prescribe", EXEC), ("dispense", EXEC), ("commit", EXEC), ("promote", EXEC),
        ("launch", EXEC), ("trigger", EXEC), ("provision", EXEC), ("install", EXEC),
        ("apply", EXEC_FRONT_END), ("file", EXEC_FRONT), ("evaluate", EXEC), ("play", EXEC_FRONT),
        ("rerun", EXEC), ("retry", EXEC), ("rollout", EXEC), ("sudo", EXEC), ("spawn", EXEC),
        ("halt", EXEC), ("start", EXEC_FRONT_END), ("stop", EXEC_FRONT_END), ("runcommand", EXEC),
        ("runscript", EXEC), ("chmod", EXEC), ("chown", EXEC), ("execsql", EXEC), ("escalate", EXEC), ("impersonate", EXEC), ("perform", EXEC),
        ("inject", EXEC), ("detonate", EXEC), ("dose", EXEC), ("exfiltrate", EXEC),
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

    #[test]
    fn a_prefix_makes_a_verb_of_a_verb() {
        for verb in ["unpublish", "recreate", "bulkdelete", "multidelete", "unstar", "resubmit"] {
            assert!(derived_verb(verb).is_some_and(|verb| verb.class.acts()), "{verb}");
        }
        assert!(undone_verb("deregister").is_some());
        for noun in ["design", "display", "autocomplete", "discharge", "research", "return", "unit"]
        {
            assert!(derived_verb(noun).is_none() && undone_verb(noun).is_none(), "{noun}");
        }
    }

    #[test]
    fn a_word_that_begins_with_destruction_destroys_unless_it_is_inflected() {
        for word in ["deletedatabase", "destroyall", "truncatetable"] {
            assert!(destroys_by_prefix(word), "{word}");
        }
        for word in
            ["cancelled", "cancellation", "deleted", "disabled", "removal", "format", "cancelable"]
        {
            assert!(!destroys_by_prefix(word), "{word}");
        }
    }
}
