//! The words of SQL that a rule asks for.

use crate::tokens::{Word, word_set};

/// Declares constants for words.
macro_rules! words {
    ($($name:ident = $word:literal),* $(,)?) => {
        $(pub(super) const $name: Word = Word::literal($word);)*
    };
}

words! {
    ADD = "add", ALTER = "alter", ANALYSE = "analyse", ANALYZE = "analyze", AND = "and", AS = "as", ATTACH = "attach",
    BEGIN = "begin", BETWEEN = "between", CALL = "call", CASCADE = "cascade", CASE = "case", CLUSTER = "cluster",
    COMMENT = "comment", COMMIT = "commit", COPY = "copy", CREATE = "create", DATA = "data",
    DATABASE = "database", DELETE = "delete", DESC = "desc", DESCRIBE = "describe", DETACH = "detach",
    DISTINCT = "distinct", DO = "do", DROP = "drop", DUMPFILE = "dumpfile", END = "end", EXEC = "exec",
    EXECUTE = "execute", EXISTS = "exists", EXPLAIN = "explain", FALSE = "false", FOR = "for",
    FORMAT = "format", FROM = "from", FUNCTION = "function", GLOBAL = "global", GO = "go", GRANT = "grant", HELP = "help",
    IF = "if", IGNORE = "ignore", IN = "in", INDEX = "index", INFILE = "infile", INSERT = "insert", INSTALL = "install",
    INTO = "into", IS = "is", ISOLATION = "isolation", JOIN = "join", JSON = "json", KEY = "key",
    KILL = "kill", LIKE = "like", LOAD = "load", LOCK = "lock", LOCAL = "local",
    MATERIALIZED = "materialized", MERGE = "merge", MODIFY = "modify", NAMES = "names", NEXT = "next",
    NEXTVAL = "nextval", NO = "no", NOT = "not", NOTIFY = "notify", NULL = "null", OFF = "off",
    ON = "on", OPTIMIZE = "optimize", OR = "or", OUTFILE = "outfile", OVERWRITE = "overwrite",
    PASSWORD = "password", PERSIST = "persist", PLAN = "plan", PRAGMA = "pragma", PREPARE = "prepare",
    PREPARED = "prepared", PROCEDURE = "procedure", PROGRAM = "program", RECURSIVE = "recursive", REFRESH = "refresh",
    REINDEX = "reindex", RENAME = "rename", REPAIR = "repair", REPLACE = "replace", REVOKE = "revoke", ROLE = "role",
    ROLLBACK = "rollback", SAVEPOINT = "savepoint", SCHEMA = "schema", SELECT = "select", SEQUENCE = "sequence", SESSION = "session",
    SET = "set", SHARE = "share", SHOW = "show", SHUTDOWN = "shutdown", START = "start",
    STATISTICS = "statistics", STDOUT = "stdout", SUMMARIZE = "summarize", SYSTEM = "system", TABLE = "table",
    THEN = "then", TIME = "time", TO = "to", TOP = "top", TRANSACTION = "transaction", TRIGGER = "trigger", TRUE = "true",
    TRUNCATE = "truncate", UNLOCK = "unlock", UPDATE = "update", UPSERT = "upsert", USE = "use", USER = "user", USING = "using",
    VACUUM = "vacuum", VALUE = "value", VALUES = "values", VARYING = "varying", VIEW = "view", VERBOSE = "verbose",
    WHERE = "where", WITH = "with", XML = "xml", ZONE = "zone",
}

word_set! {
    /// Words that begin a statement which does something, for the guess whether a piece of text is code.
    CODE = [
        "insert", "update", "delete", "drop", "exec", "execute", "alter", "create", "truncate", "grant",
        "revoke", "merge", "kill", "shutdown", "backup", "restore", "dbcc", "into", "call", "replace",
        "lock", "load", "rename", "handler", "copy", "attach", "pragma", "set", "do"
    ]
}

word_set! {
    /// What follows a `WHERE` at its depth and does not belong to it.
    AFTER_WHERE = [
        "returning", "order", "limit", "option", "group", "having", "window", "union", "intersect",
        "except", "fetch", "select", "output"
    ]
}

word_set! {
    /// Words beside which nothing else may stand in `BEGIN`, `START TRANSACTION`, `COMMIT`, `ROLLBACK`, `END`.
    OF_TRANSACTION = [
        "tran", "transaction", "work", "immediate", "deferred", "exclusive", "concurrent", "isolation",
        "level", "read", "only", "write", "committed", "uncommitted", "repeatable", "serializable",
        "snapshot", "with", "consistent", "not", "deferrable", "and", "no", "chain", "release", "to",
        "savepoint"
    ]
}

word_set! {
    /// Words that a `SET` of the isolation holds.
    OF_ISOLATION = [
        "session", "local", "characteristics", "as", "transaction", "isolation", "level", "read",
        "committed", "uncommitted", "repeatable", "serializable", "snapshot", "only"
    ]
}

word_set! {
    /// Pragmas that list something.
    LISTING_PRAGMAS = [
        "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
        "foreign_key_list", "database_list", "collation_list", "function_list", "module_list",
        "pragma_list", "compile_options", "quick_check", "integrity_check", "show_tables",
        "database_size"
    ]
}

word_set! {
    /// What stands between `CREATE` and a thing that holds code.
    CODE_OBJECTS = [
        "function", "procedure", "proc", "trigger", "aggregate", "event", "extension", "language", "rule",
        "assembly", "macro", "job"
    ]
}

word_set! {
    /// Things whose `DROP` takes a great deal with it.
    LARGE_OBJECTS = ["table", "schema", "database", "keyspace", "tablespace", "owned"]
}

/// Whether a text, read without its quotes, would hold something that runs: another dialect may read it so.
pub(super) fn looks_like_code(text: &str) -> bool {
    super::super::steps::step(text.len());
    let mut rest = text.bytes().enumerate().peekable();
    while let Some((at, byte)) = rest.next() {
        match byte {
            b';' | b'\'' | b'"' | b'`' => return true,
            b'-' | b'/' if matches!(rest.peek(), Some((_, b'-' | b'*'))) => return true,
            byte if is_word_byte(byte) => {
                let mut end = at.saturating_add(1);
                while let Some((place, _)) = rest.next_if(|(_, byte)| is_word_byte(*byte)) {
                    end = place.saturating_add(1);
                }
                let called = matches!(rest.peek(), Some((_, b'(')));
                if called || CODE.contains(Word::of(text.get(at..end).unwrap_or_default())) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Whether a byte goes on with a word.
#[inline]
pub(super) fn is_word_byte(byte: u8) -> bool {
    OF_WORD
        .get(usize::from(byte >> 5))
        .is_some_and(|bits| bits.unbounded_shr(u32::from(byte & 31)) & 1 == 1)
}

/// The bytes of words, one bit for each.
static OF_WORD: [u32; 8] = {
    const LETTERS: u32 = 0x07FF_FFFE;
    const DIGITS: u32 = 0x03FF_0000;
    const DOLLAR: u32 = 1 << 4;
    const LOW_LINE: u32 = 1 << 31;
    const BEYOND: u32 = u32::MAX;
    [0, DIGITS | DOLLAR, LETTERS | LOW_LINE, LETTERS, BEYOND, BEYOND, BEYOND, BEYOND]
};

macro_rules! sets {
    ($($function:ident($set:ident): $about:literal),* $(,)?) => {
        $(
            #[doc = $about]
            pub(super) fn $function(word: Word) -> bool {
                $set.contains(word)
            }
        )*
    };
}

sets! {
    ends_where(AFTER_WHERE): "Whether a word ends the condition of a statement.",
    is_of_transaction(OF_TRANSACTION): "Whether a word belongs to the begin or end of a transaction.",
    is_of_isolation(OF_ISOLATION): "Whether a word belongs to the setting of the isolation.",
    is_listing_pragma(LISTING_PRAGMAS): "Whether a pragma lists something.",
    is_code_object(CODE_OBJECTS): "Whether what is created holds code.",
    is_large_object(LARGE_OBJECTS): "Whether a `DROP` of it takes a great deal with it.",
}

#[cfg(test)]
mod tests {
    use super::is_word_byte;

    #[test]
    fn words_are_of_letters_digits_and_two_marks() {
        for byte in 0..=u8::MAX {
            let is = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80;
            assert_eq!(is_word_byte(byte), is, "{byte}");
        }
    }
}
