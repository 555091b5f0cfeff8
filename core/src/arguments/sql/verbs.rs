//! Verbs of SQL and where they stand.

use super::words as w;
use crate::arguments::{effect::EffectCode, table::Packed, tables};
use crate::tokens::{Word, word_set};

/// Verbs that begin a statement which is no query.
static VERBS: Packed<{ tables::sql::SQL_VERBS.len() }> = tables::sql::SQL_VERBS.packed();

/// Words before a parenthesis that call nothing.
static NO_FUNCTIONS: Packed<{ tables::sql::SQL_NOTFN.len() }> = tables::sql::SQL_NOTFN.packed();

word_set! {
    /// What a verb stands behind where it is a name or a part of something else.
    BEFORE_NAMES = ["as", "on", "select", "by", "for", "key", "is", "show"]
}

word_set! {
    /// What a verb stands behind where it belongs to a write.
    BEFORE_PARTS = ["do", "then", "or", "after", "before", "of", "not", "row", "statement", "default"]
}

word_set! {
    /// What else a statement is looked through for.
    LOOKED_FOR = [
        "where", "for", "lock", "next", "into", "then", "select", "values", "table", "from", "insert", "update",
        "delete", "merge", "replace", "nextval", "using"
    ]
}

/// For each first letter the lengths of the words that matter, as bits: most words of a statement are none of them.
const LENGTHS: [u16; 26] = {
    let lengths = lengths_of([0; 26], VERBS.words());
    with(with(lengths, &OF_BATCH.lengths_by_first_letter()), &LOOKED_FOR.lengths_by_first_letter())
};

#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the table is built at compile time, where a bad index does not compile"
)]
const fn lengths_of(mut lengths: [u16; 26], words: &[Word]) -> [u16; 26] {
    let mut index = 0;
    while index < words.len() {
        let (first, length) = words[index].first_and_length();
        lengths[(first - b'a') as usize] |= 1 << (length - 1);
        index += 1;
    }
    lengths
}

/// The lengths of another table, whose bits begin with a length of nothing, beside these.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "the table is built at compile time, where a bad index does not compile"
)]
const fn with(mut lengths: [u16; 26], others: &[u32; 256]) -> [u16; 26] {
    let mut letter = 0;
    while letter < lengths.len() {
        lengths[letter] |= (others[letter + b'a' as usize] >> 1) as u16;
        letter += 1;
    }
    lengths
}

/// Whether a word can be one that matters inside a statement, told by its first letter and length.
#[inline]
pub(super) fn may_matter(word: Word) -> bool {
    let (first, length) = word.first_and_length();
    let lengths = LENGTHS.get(usize::from(first.wrapping_sub(b'a'))).copied().unwrap_or(0);
    u32::from(lengths).checked_shr(length.saturating_sub(1)).is_some_and(|bits| bits & 1 == 1)
}

/// Whether a word begins a statement that is no query.
pub(super) fn is_verb(word: Word) -> bool {
    VERBS.contains(word)
}

word_set! {
    /// What else one dialect takes for the next statement.
    OF_BATCH = [
        "bulk", "checkpoint", "deny", "reconfigure", "revert", "updatetext", "waitfor", "writetext"
    ]
}

/// Whether one dialect takes a word for the next statement.
pub(super) fn is_of_batch(word: Word) -> bool {
    OF_BATCH.contains(word)
}

/// Whether a word before a parenthesis calls nothing.
pub(super) fn is_no_function(word: Word) -> bool {
    NO_FUNCTIONS.contains(word)
}

pub(super) fn belongs_behind(word: Word) -> bool {
    BEFORE_NAMES.contains(word)
}

pub(super) fn belongs_in_write(before: Option<Word>) -> bool {
    before.is_some_and(|word| BEFORE_PARTS.contains(word))
}

/// Whether a parenthesis before this word holds a query.
pub(super) const fn begins_query(word: Word) -> bool {
    is_main(word) || matches!(word, w::WITH)
}

/// Whether this can be the verb behind the list of a `WITH`.
pub(super) const fn is_main(word: Word) -> bool {
    matches!(
        word,
        w::SELECT
            | w::VALUES
            | w::TABLE
            | w::FROM
            | w::INSERT
            | w::UPDATE
            | w::DELETE
            | w::MERGE
            | w::REPLACE
    )
}

/// What a verb changes.
pub(super) const fn effect_of(word: Word) -> EffectCode {
    match word {
        w::INSERT | w::REPLACE | w::UPSERT => EffectCode::SqlInsert,
        w::UPDATE | w::MERGE => EffectCode::SqlUpdate,
        w::DELETE => EffectCode::SqlDelete,
        w::DROP => EffectCode::SqlDrop,
        w::TRUNCATE => EffectCode::SqlTruncate,
        w::ALTER | w::COMMENT | w::RENAME => EffectCode::SqlAlter,
        w::CREATE => EffectCode::SqlCreate,
        w::GRANT | w::REVOKE => EffectCode::SqlGrant,
        w::LOCK | w::UNLOCK => EffectCode::SqlLock,
        w::CALL | w::DO | w::EXEC | w::EXECUTE | w::PREPARE => EffectCode::CodeRun,
        w::NOTIFY => EffectCode::NetSend,
        _ => EffectCode::SqlAdmin,
    }
}

/// Whether a function takes names of files.
pub(super) fn reads_files(name: &str) -> bool {
    const FILES: [&str; 4] = ["glob", "openrowset", "parquet_scan", "sniff_csv"];
    let starts = name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("read_"));
    starts || FILES.iter().any(|file| name.eq_ignore_ascii_case(file))
}
