//! Names that say that a tool reads, beside those with a verb of reading.

use crate::{
    gate::classify::verbs::verb,
    tokens::{Name, Word, word_set},
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
        "analyse", "analyzer", "assess", "assessment", "benchmark", "calculator", "classify",
        "classification", "correlate", "correlation", "crawler", "decode", "decompile",
        "diagnose", "diagnostic", "disasm", "disassemble", "dump", "encode", "enumerate", "examine",
        "explore", "extractor", "filter", "finder", "forecaster", "geocode", "geocoding",
        "geolocate", "infer", "introspect", "investigate", "locate", "locator", "match", "measure",
        "parser", "plot", "predict", "prediction", "probe", "reader", "reason", "reasoning", "recall",
        "render", "retrieval", "retriever", "score", "scraper", "searcher", "simulator", "solve",
        "solver", "summarizer", "summary", "trace", "transcription", "translation",
        "translator", "verification", "viewer",
        // What is asked.
        "has", "how", "is", "what", "when", "where", "which", "who", "why",
        // What is said about a thing.
        "state", "report", "size", "param", "parameter", "context", "hierarchy", "graph",
        "index", "indices", "lock", "artifact", "backlog", "reflog", "error", "available",
        "availability", "balance", "price", "quote", "statement", "financial", "finance", "trend",
        "news", "weather", "citation", "reference", "dictionary", "encyclopedia", "catalog",
        "version", "current", "latest", "recent", "closest", "nearest", "nearby", "now", "today", "top",
        "trending", "related", "similar", "similarity", "callee", "caller", "callgraph", "dependency",
        "direction", "distance", "elevation", "embedding", "fact", "keyword", "leaderboard", "meta",
        "metadata", "outline", "ranking", "rating", "reply", "segment", "sentiment", "sitemap",
        "snippet", "statistics", "struct", "symbol", "synonym", "timeline", "timezone", "transcript",
        "unread", "uptime", "vision", "xref",
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
pub(in crate::gate::classify) fn has_read_word(name: &Name<'_>) -> bool {
    let mut found = false;
    for token in name.tokens() {
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
    if word.singulars().any(reads) {
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
