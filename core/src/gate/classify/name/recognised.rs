//! Names that say that a tool reads, beside those with a verb of reading.

use crate::{
    gate::classify::verbs::verb,
    tokens::{Word, tokens, word_set},
};

word_set! {
    /// Words of names that read.
    READ_WORDS = [
        "analyze", "ask", "blame", "crawl", "definition", "detail", "detect", "diff", "discover",
        "doc", "extract", "glob", "grep", "guide", "help", "identity", "info", "instruction", "lint",
        "log", "ls", "cat", "member", "metric", "monitor", "observe", "output", "overview", "peek",
        "poll", "recommend", "research", "result", "schema", "scrape", "screenshot", "snapshot",
        "stat", "status", "suggest", "total", "tree", "usage", "wait", "whoami",
        // What is found out, and how.
        "analysis", "analytics", "detection", "recognition", "recognizer", "parse", "intelligence",
        "checker", "explainer", "explorer", "exist", "scan", "sample", "visualize", "think",
        "thinking", "aggregate", "rank", "evaluation",
        // What is said about a thing.
        "state", "summary", "report", "size", "param", "parameter", "context", "hierarchy", "graph",
        "index", "indices", "lock", "artifact", "backlog", "reflog", "error", "available",
        "availability", "balance", "price", "quote", "statement", "financial", "finance", "trend",
        "news", "weather", "citation", "reference", "dictionary", "encyclopedia", "catalog",
        "version", "current", "latest", "recent", "closest", "nearest",
        // What is said aloud or heard.
        "speech", "text2speech", "speech2text", "texttospeech", "speechtotext", "ocr",
        // Where everybody looks things up.
        "wiki", "wikipedia", "wikidata", "arxiv", "pubmed", "scholar", "wolfram", "searchapi",
        // What a key-value store reads.
        "hget", "hgetall", "hexists", "hlen", "hkeys", "hvals", "mget", "llen", "lrange", "lindex",
        "smembers", "scard", "xrange", "xlen", "zrange", "zscore", "zcard", "dbsize", "ttl",
    ]
}

/// Whether a word of the last segment of a name, in any of its forms, is one of reading.
pub(in crate::gate::classify) fn has_read_word(name: &str) -> bool {
    let mut found = false;
    for token in tokens(name) {
        if token.starts_segment {
            found = false;
        }
        found = found || is_read_word(token.text, token.word);
    }
    found
}

fn is_read_word(text: &str, word: Word) -> bool {
    let reads =
        |word: Word| READ_WORDS.contains(word) || verb(word).is_some_and(|verb| !verb.class.acts());
    if reads(word) || word.singulars().skip(1).any(reads) {
        return true;
    }
    // `analyzed`, `monitored`, `logged`; `analyzing`, `monitoring`, `logging`.
    ["ed", "ing"].iter().any(|ending| {
        let Some((stem, end)) =
            text.len().checked_sub(ending.len()).and_then(|at| text.split_at_checked(at))
        else {
            return false;
        };
        end.eq_ignore_ascii_case(ending)
            && stem.len() > 2
            && (reads(Word::of(stem)) || reads(Word::of(stem).with_e()) || {
                let mut letters = stem.bytes().rev();
                letters.next() == letters.next()
                    && stem
                        .get(..stem.len().saturating_sub(1))
                        .is_some_and(|stem| reads(Word::of(stem)))
            })
    })
}
