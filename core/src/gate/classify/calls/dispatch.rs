//! What the name of a tool says about the calls and the words of action in its arguments.

use crate::{
    contract::VerbClass,
    gate::classify::verbs,
    tokens::{Token, Word, tokens, word_set},
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

/// What the name of a tool says about its arguments.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Dispatching {
    pub(super) covers: Covers,
    /// The tool calls other tools, which its arguments name: `call_tool`, `use_mcp_tool`, `tool_call`.
    pub(super) calls_others: bool,
    /// It only tells what its arguments name: `describe_tool`, `prompts/get`.
    pub(super) describes: bool,
}

/// Reads a name of this class.
pub(super) fn dispatching(name: &str, class: VerbClass) -> Dispatching {
    let (mut covering, mut calling) = (Covering::default(), Calling::default());
    let (mut tells, mut told) = (false, false);
    for token in tokens(name) {
        if !class.acts() {
            covering.take(token);
        }
        calling.take(token);
        if class == VerbClass::Read {
            tells |= DESCRIBING.contains(token.word);
            told |= DESCRIBED.contains_noun(token.word);
        }
    }
    Dispatching {
        covers: covering.covers(class),
        calls_others: calling.is_one,
        describes: tells && told && !calling.is_one,
    }
}

/// What is found on the way through a name about what it covers.
#[derive(Default)]
struct Covering {
    reads: bool,
    maybe_noun: bool,
    about_words: bool,
    about_methods: bool,
}

impl Covering {
    fn take(&mut self, token: Token<'_>) {
        const HISTORY: Word = Word::literal("history");
        self.about_words |= ABOUT_WORDS.contains_noun(token.word);
        self.about_methods |= ABOUT_METHODS.contains_noun(token.word);
        self.reads |= core::mem::take(&mut self.maybe_noun);
        if token.word != HISTORY
            && verbs::verb(token.word).is_some_and(|verb| verb.class == VerbClass::Read)
        {
            self.maybe_noun = !token.starts_segment && NOUNS_AT_THE_END.contains(token.word);
            self.reads |= !self.maybe_noun;
        }
    }

    fn covers(&self, class: VerbClass) -> Covers {
        let reads = self.reads && class == VerbClass::Read;
        Covers { words: self.about_words || reads, methods: self.about_methods && reads }
    }
}

/// The same about a tool that calls others.
#[derive(Default)]
struct Calling {
    dispatches: bool,
    callable: bool,
    is_one: bool,
}

impl Calling {
    fn take(&mut self, token: Token<'_>) {
        const MCP: Word = Word::literal("mcp");
        const CALL: Word = Word::literal("call");
        let of_many = OF_MANY_CALLS.contains(token.word);
        let called = CALLABLE.contains_noun(token.word);
        self.is_one = (of_many && token.starts_segment)
            || (self.dispatches && called)
            || (self.callable && token.word == CALL)
            || DISPATCHERS.contains(token.word);
        self.dispatches =
            of_many || DISPATCHING.contains(token.word) || (self.dispatches && token.word == MCP);
        self.callable = called;
    }
}
