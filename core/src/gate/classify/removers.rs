//! Names that remove something: what makes an unclassified tool too dangerous to ask about.

use super::name::destroys_in_other_words;
use crate::tokens::{Name, Token, Word, word_set};

word_set! {
    /// Words that remove, wherever they stand in a name.
    REMOVERS = [
        "delete", "destroy", "drop", "erase", "purge", "wipe", "truncate", "kill", "terminate",
        "shutdown", "uninstall", "remove", "revoke", "rm", "rmdir", "del", "unlink", "nuke",
        "shred", "expunge", "evict", "clear", "flush", "discard", "prune", "teardown",
    ]
}

word_set! {
    /// Words that say the same and are not verbs of the table.
    REMOVERS_BESIDE_VERBS = [
        // The nouns of such verbs, and a verb that is derived from another.
        "deletion", "removal", "destruction", "erasure", "eviction", "revocation", "termination",
        "unpublish",
        // The same in one word, or of many things.
        "rmrf", "cleanup", "obliterate", "eradicate", "decommission", "droptable", "dropdb", "dropdatabase",
        "killall", "killprocess", "mkfs", "userdel", "deluser",
        // What takes out of a key-value store.
        "hdel", "lpop", "rpop", "spop", "lrem", "ltrim", "srem", "zrem", "xdel", "xtrim", "flushdb",
        "flushall",
    ]
}

/// Whether a word alone says that something is taken away for good.
fn is_remover(word: Word) -> bool {
    REMOVERS.contains(word) || REMOVERS_BESIDE_VERBS.contains(word)
}

word_set! {
    /// What is lost if it is formatted.
    VOLUMES = ["disk", "drive", "volume", "partition"]
}

/// Removers that count as the beginning of a longer word: `deletedatabase`.
const BEGINNINGS: [&str; 12] = [
    "delete",
    "destroy",
    "truncate",
    "terminate",
    "shutdown",
    "uninstall",
    "remove",
    "revoke",
    "unlink",
    "expunge",
    "discard",
    "unpublish",
];

/// Words for many at once, which may stand before a remover without a border: `multidelete`.
const PREFIXES: [&str; 6] = ["multi", "bulk", "batch", "auto", "mass", "force"];

/// Whether a name says that the tool removes something.
pub(crate) fn removes(name: &Name<'_>) -> bool {
    const FORMAT: Word = Word::literal("format");
    let mut before = Word::OTHER;
    let mut tokens = name.tokens();
    while let Some(Token { word, text, .. }) = tokens.next() {
        let before = core::mem::replace(&mut before, word);
        let next = tokens.peek().map(|next| next.word);
        if (before == FORMAT && VOLUMES.contains_noun(word))
            || (is_remover(word) && !is_told(before, word, next))
            || destroys_in_other_words(word)
            || in_one_word(text)
        {
            return true;
        }
    }
    false
}

/// Whether a remover is only told of: `kill_count`, `is_clear`, `clear_sky_forecast`.
fn is_told(before: Word, word: Word, next: Option<Word>) -> bool {
    const CLEAR: Word = Word::literal("clear");
    const COUNT: Word = Word::literal("count");
    const IS: Word = Word::literal("is");
    const SKY: Word = Word::literal("sky");
    next == Some(COUNT) || (word == CLEAR && (before == IS || next == Some(SKY)))
}

/// A remover at the beginning of a word, or behind a word for many at once.
fn in_one_word(text: &str) -> bool {
    if begins_with_remover(text) {
        return true;
    }
    PREFIXES.iter().any(|prefix| {
        text.split_at_checked(prefix.len()).is_some_and(|(start, rest)| {
            start.eq_ignore_ascii_case(prefix)
                && (is_remover(Word::of(rest)) || begins_with_remover(rest))
        })
    })
}

fn begins_with_remover(text: &str) -> bool {
    if starts_with(text, "format")
        && text.get(6..).is_some_and(|rest| VOLUMES.contains_noun(Word::of(rest)))
    {
        return true;
    }
    BEGINNINGS.iter().any(|remover| {
        starts_with(text, remover)
            && text.get(remover.len()..).is_some_and(|rest| !rest.is_empty() && !inflected(rest))
    })
}

/// Whether a remover with this ending is a noun or a participle: `deletes`, `removed`, `destroyer`.
fn inflected(ending: &str) -> bool {
    const ENDINGS: [&str; 9] = ["s", "es", "d", "ed", "r", "er", "rs", "ers", "ing"];
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn starts_with(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

#[cfg(test)]
mod tests {
    use super::{BEGINNINGS, REMOVERS, is_remover};
    use crate::{
        contract::VerbClass,
        gate::classify::verbs,
        tokens::{Name, Word},
    };

    fn removes(name: &str) -> bool {
        super::removes(&Name::of(name))
    }

    /// These words are a choice among the verbs. One that is not a verb there would be a second table.
    #[test]
    fn removers_are_verbs_of_the_table_that_act() {
        for remover in REMOVERS.words() {
            let verb = verbs::verb(remover);
            assert!(verb.is_some_and(|verb| verb.class == VerbClass::Destroy), "{remover:?}");
        }
        for remover in BEGINNINGS {
            assert!(is_remover(Word::of(remover)), "{remover}");
        }
    }

    #[test]
    fn a_remover_is_seen_anywhere() {
        for name in [
            "delete_database",
            "get_and_wipe",
            "fs.kill",
            "deletedatabase",
            "DeleteDatabase2",
            "rm",
            "multidelete",
            "bulkRemove",
            "bulk_delete",
            "cache_clear",
            "unpublish_page",
            "token-revoke",
            "format_disk",
            "formatDrives",
            "formatdisk",
            "x/formatVolume",
            "requests_delete",
            "kunde_loeschen",
            "borrarCliente",
            "session_termination",
            "createPodEviction",
            "hdel",
            "team_cleanup",
            "drop_table",
            "droptable",
        ] {
            assert!(removes(name), "{name}");
        }
        for name in [
            "",
            "get_formatted",
            "formats",
            "undelete",
            "format_date",
            "deleted_items",
            "removes",
            "remover",
            "dropdown",
            "clearance",
            "delta",
            "killer_app",
            "unlinked",
            "revoked",
            "disk_format",
            "terminated",
        ] {
            assert!(!removes(name), "{name}");
        }
    }
}
