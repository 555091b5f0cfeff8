//! What the name of a tool says about the calls and the words of action in its arguments.

use crate::{
    contract::VerbClass,
    gate::classify::verbs,
    tokens::{Word, tokens, word_set},
};

word_set! {
    /// What a name is about whose words of action are only looked for or calculated with.
    ABOUT_WORDS = ["math", "calculator", "audit", "metric", "can"]
}

word_set! {
    /// What a name is about whose HTTP methods are only looked for, where it reads.
    ABOUT_METHODS = [
        "audit", "doc", "documentation", "endpoint", "log", "metric", "openapi", "reference", "route",
        "schema", "spec", "trace", "traffic",
    ]
}

word_set! {
    /// Verbs of reading that are nouns as the last word: a `todo_list` is not listed.
    NOUNS_AT_THE_END = ["list", "view", "check", "watch", "show", "count", "plan", "head"]
}

/// What a name covers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Covers {
    /// Words of action in the arguments are only looked for or calculated with: `list_events
    /// {"action": "delete"}` deletes nothing.
    pub(super) words: bool,
    /// HTTP methods, too: `search_logs {"method": "POST"}` sends nothing.
    pub(super) methods: bool,
}

/// What the name of a tool covers.
pub(super) fn covers(name: &str, class: VerbClass) -> Covers {
    const HISTORY: Word = Word::literal("history");
    if class.acts() {
        return Covers::default();
    }
    let (mut reads, mut maybe_noun) = (false, false);
    let (mut about_words, mut about_methods) = (false, false);
    for token in tokens(name) {
        about_words |= ABOUT_WORDS.contains_noun(token.word);
        about_methods |= ABOUT_METHODS.contains_noun(token.word);
        reads |= core::mem::take(&mut maybe_noun);
        if token.word != HISTORY
            && verbs::verb(token.word).is_some_and(|verb| verb.class == VerbClass::Read)
        {
            maybe_noun = !token.starts_segment && NOUNS_AT_THE_END.contains(token.word);
            reads |= !maybe_noun;
        }
    }
    reads &= class == VerbClass::Read;
    Covers { words: about_words || reads, methods: about_methods && reads }
}

word_set! {
    /// Tools that call several others.
    OF_MANY_CALLS = ["batch", "parallel"]
}

word_set! {
    /// What a dispatcher does with a tool.
    DISPATCHING = ["call", "use", "invoke", "run", "execute", "exec", "dispatch", "access", "proxy"]
}

word_set! {
    /// What a dispatcher calls.
    CALLABLE = ["tool", "function", "capability"]
}

word_set! {
    /// What a dispatcher may be called.
    DISPATCHERS = ["dispatcher", "gateway"]
}

/// Whether the tool calls other tools, which its arguments name: `call_tool`, `use_mcp_tool`, `tool_call`.
pub(super) fn is_dispatcher(name: &str) -> bool {
    const MCP: Word = Word::literal("mcp");
    const CALL: Word = Word::literal("call");
    let (mut dispatches, mut is_one, mut callable) = (false, false, false);
    for token in tokens(name) {
        let of_many = OF_MANY_CALLS.contains(token.word);
        let called = CALLABLE.contains_noun(token.word);
        is_one = (of_many && token.starts_segment)
            || (dispatches && called)
            || (callable && token.word == CALL)
            || DISPATCHERS.contains(token.word);
        dispatches =
            of_many || DISPATCHING.contains(token.word) || (dispatches && token.word == MCP);
        callable = called;
    }
    is_one
}

word_set! {
    /// Verbs of telling what something is.
    DESCRIBING = ["describe", "explain", "get", "inspect", "list", "show"]
}

word_set! {
    /// What a name and parameters describe without calling anything.
    DESCRIBED = [
        "definition", "doc", "documentation", "function", "prompt", "schema", "signature", "template",
        "tool",
    ]
}

/// Whether a tool that calls no others only tells what its arguments name: `describe_tool`, `prompts/get`.
pub(super) fn describes(name: &str, class: VerbClass) -> bool {
    if class != VerbClass::Read {
        return false;
    }
    let (mut verb, mut noun) = (false, false);
    for token in tokens(name) {
        verb |= DESCRIBING.contains(token.word);
        noun |= DESCRIBED.contains_noun(token.word);
    }
    verb && noun
}
