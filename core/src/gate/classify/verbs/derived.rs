//! Verbs that are made of others: `unpublish`, `recreate`, `deletedatabase`, `adduser`.

use super::{
    Place, Verb,
    row::acting,
    table::{EDIT, begins_with_length},
    verb,
};
use crate::{
    contract::VerbClass::{self, Destroy, Draft, Read},
    gate::classify::name::words::{Nouns, nouns_after},
    tokens::{Word, word_set},
};

/// The write verb of five or more letters with which a name without borders begins:
/// `deletedatabase`. A mere inflection (`updates`) is a noun.
pub(crate) fn verb_prefix(name: &str) -> Option<(Word, VerbClass)> {
    if NOT_DERIVED.contains(Word::of(name)) {
        return None;
    }
    (5..=name.len().min(16)).rev().filter(|length| begins_with_length(name, *length)).find_map(
        |length| {
            let (start, end) = name.split_at_checked(length)?;
            let word = Word::of(start);
            let Verb { class, place, .. } = verb(word)?;
            let acts = !matches!(class, Read | Draft)
                && (place != Place::Front || nouns_after(word) == Nouns::Few);
            (!inflected(end) && acts).then_some((word, class))
        },
    )
}

/// Whether a word of several begins with a verb of six or more letters that destroys:
/// `deletedatabase_v2`. Its inflections are nouns and participles: `cancelled_orders`.
pub(crate) fn destroys_by_prefix(text: &str) -> bool {
    (6..text.len().min(16)).filter(|length| begins_with_length(text, *length)).any(|length| {
        let Some((start, end)) = text.split_at_checked(length) else { return false };
        let destroys = verb(Word::of(start))
            .is_some_and(|verb| verb.class == Destroy && verb.place == Place::Anywhere);
        let doubled = end.get(..1).filter(|first| {
            start
                .get(length.saturating_sub(1)..)
                .is_some_and(|last| last.eq_ignore_ascii_case(first))
        });
        let rest = if doubled.is_some() { end.get(1..).unwrap_or_default() } else { end };
        destroys && !inflected(end) && !inflected(rest)
    })
}

/// Whether a verb with this ending is a noun or a participle.
fn inflected(ending: &str) -> bool {
    const ENDINGS: [&str; 16] = [
        "s", "es", "d", "ed", "r", "er", "rs", "ers", "ing", "ation", "ations", "able", "ment",
        "ments", "al", "als",
    ];
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
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
        Some(if *always { acting(verb.class) } else { verb })
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

/// A verb and what it is done to, written as one word: `adduser`, `runcommand`, `getfile`.
pub(crate) fn verb_with_object(text: &str) -> Option<Verb> {
    if text.len() < 6 {
        return None;
    }
    let lengths = 3..=text.len().saturating_sub(2).min(9);
    lengths.filter(|length| begins_with_length(text, *length)).find_map(|length| {
        let (start, end) = text.split_at_checked(length)?;
        let verb = verb(Word::of(start)).filter(|verb| verb.place == Place::Anywhere)?;
        OBJECTS.contains_noun(Word::of(end)).then_some(verb)
    })
}

word_set! {
    /// Words that only look as if a prefix stood before a verb.
    NOT_DERIVED = [
        "design", "display", "autocomplete", "discharge", "disclose", "disorder", "return", "dispatch",
        "report", "resource", "restore", "decompile", "reward", "automate", "reform", "remark", "regroup", "retype",
        "recall", "changelog",
    ]
}

word_set! {
    /// What `un` takes back, although the word alone is not a verb of the table.
    TAKEN_BACK = [
        "pin", "star", "mute", "follow", "watch", "hide", "like", "tag", "flag", "block", "share",
        "favorite", "favourite", "bookmark", "vote", "react", "link", "label", "freeze", "snooze",
        "check", "stash", "stage", "deploy", "zip", "pack", "set", "map", "bind", "merge", "trash",
        "read", "protect", "resolve",
    ]
}

word_set! {
    /// What a verb may be done to without a border between: `adduser`.
    OBJECTS = [
        "account", "branch", "bucket", "channel", "code", "command", "comment", "config", "contact",
        "container", "customer", "database", "db", "device", "dir", "directory", "document", "email",
        "event", "file", "folder", "group", "instance", "issue", "item", "job", "key", "mail",
        "member", "message", "money", "node", "note", "object", "order", "page", "payment", "pod",
        "process", "project", "query", "record", "repo", "role", "row", "script", "server", "service",
        "shell", "sms", "sql", "table", "task", "ticket", "token", "user",
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::VerbClass::Edit;
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

    #[test]
    fn a_verb_and_its_object_may_be_one_word() {
        for word in ["adduser", "runcommand", "sendsms", "writefiles", "createtask", "paytoken"] {
            assert!(verb_with_object(word).is_some_and(|verb| verb.class.acts()), "{word}");
        }
        assert!(verb_with_object("getuser").is_some_and(|verb| verb.class == Read));
        for word in ["address", "setting", "openai", "runtime", "passcode", "playlist", "dropbox"] {
            assert!(verb_with_object(word).is_none(), "{word}");
        }
    }
}
