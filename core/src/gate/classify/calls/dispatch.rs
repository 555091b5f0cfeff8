//! What the name of a tool says about the calls and the words of action in its arguments.

use crate::{
    contract::VerbClass,
    gate::classify::verbs,
    tokens::{Kinds, Name, Token, Word, word_map},
};

/// What a word of a name says about the arguments, as bits.
mod says {
    /// Words of action are only looked for or calculated with.
    pub(super) const ABOUT_WORDS: u16 = 1;
    /// HTTP methods are only looked for, where the name reads.
    pub(super) const ABOUT_METHODS: u16 = 1 << 1;
    /// It is a verb of reading that is a noun as the last word: a `todo_list` is not listed.
    pub(super) const NOUN_AT_THE_END: u16 = 1 << 2;
    /// The tool calls several others.
    pub(super) const OF_MANY_CALLS: u16 = 1 << 3;
    /// It is what a dispatcher does with a tool.
    pub(super) const DISPATCHING: u16 = 1 << 4;
    /// It is what a dispatcher calls.
    pub(super) const CALLABLE: u16 = 1 << 5;
    /// It is what a dispatcher may be called.
    pub(super) const DISPATCHER: u16 = 1 << 6;
    /// It is a verb of telling what something is.
    pub(super) const DESCRIBING: u16 = 1 << 7;
    /// A name and parameters may describe it without calling anything.
    pub(super) const DESCRIBED: u16 = 1 << 8;
}

word_map! {
    WORDS: u16 = [
        ("math", says::ABOUT_WORDS), ("calculator", says::ABOUT_WORDS),
        ("audit", says::ABOUT_WORDS | says::ABOUT_METHODS),
        ("metric", says::ABOUT_WORDS | says::ABOUT_METHODS), ("can", says::ABOUT_WORDS),
        ("doc", says::ABOUT_METHODS | says::DESCRIBED),
        ("documentation", says::ABOUT_METHODS | says::DESCRIBED), ("endpoint", says::ABOUT_METHODS),
        ("log", says::ABOUT_METHODS), ("openapi", says::ABOUT_METHODS),
        ("reference", says::ABOUT_METHODS), ("route", says::ABOUT_METHODS),
        ("schema", says::ABOUT_METHODS | says::DESCRIBED), ("spec", says::ABOUT_METHODS),
        ("trace", says::ABOUT_METHODS), ("traffic", says::ABOUT_METHODS),
        ("list", says::NOUN_AT_THE_END | says::DESCRIBING), ("view", says::NOUN_AT_THE_END),
        ("check", says::NOUN_AT_THE_END), ("watch", says::NOUN_AT_THE_END),
        ("show", says::NOUN_AT_THE_END | says::DESCRIBING), ("count", says::NOUN_AT_THE_END),
        ("plan", says::NOUN_AT_THE_END), ("head", says::NOUN_AT_THE_END),
        ("batch", says::OF_MANY_CALLS), ("parallel", says::OF_MANY_CALLS),
        ("call", says::DISPATCHING), ("use", says::DISPATCHING), ("invoke", says::DISPATCHING),
        ("run", says::DISPATCHING), ("execute", says::DISPATCHING), ("exec", says::DISPATCHING),
        ("dispatch", says::DISPATCHING), ("access", says::DISPATCHING),
        ("proxy", says::DISPATCHING),
        ("tool", says::CALLABLE | says::DESCRIBED), ("function", says::CALLABLE | says::DESCRIBED),
        ("capability", says::CALLABLE),
        ("dispatcher", says::DISPATCHER), ("gateway", says::DISPATCHER),
        ("describe", says::DESCRIBING), ("explain", says::DESCRIBING), ("get", says::DESCRIBING),
        ("inspect", says::DESCRIBING),
        ("definition", says::DESCRIBED), ("prompt", says::DESCRIBED),
        ("signature", says::DESCRIBED), ("template", says::DESCRIBED),
    ], 0
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
pub(super) fn dispatching(name: &Name<'_>, class: VerbClass) -> Dispatching {
    let (mut covering, mut calling) = (Covering::default(), Calling::default());
    let (mut tells, mut told) = (false, false);
    for token in name.tokens() {
        let of_word = WORDS.kinds(token.word);
        if !class.acts() {
            covering.take(token, of_word);
        }
        calling.take(token, of_word);
        if class == VerbClass::Read {
            tells |= of_word.has_itself(says::DESCRIBING);
            told |= of_word.has(says::DESCRIBED);
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
    fn take(&mut self, token: Token<'_>, of_word: Kinds) {
        const HISTORY: Word = Word::literal("history");
        self.about_words |= of_word.has(says::ABOUT_WORDS);
        self.about_methods |= of_word.has(says::ABOUT_METHODS);
        self.reads |= core::mem::take(&mut self.maybe_noun);
        if !self.reads
            && token.word != HISTORY
            && verbs::verb(token.word).is_some_and(|verb| verb.class == VerbClass::Read)
        {
            self.maybe_noun = !token.starts_segment && of_word.has_itself(says::NOUN_AT_THE_END);
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
    fn take(&mut self, token: Token<'_>, of_word: Kinds) {
        const MCP: Word = Word::literal("mcp");
        const CALL: Word = Word::literal("call");
        let of_many = of_word.has_itself(says::OF_MANY_CALLS);
        let called = of_word.has(says::CALLABLE);
        self.is_one = (of_many && token.starts_segment)
            || (self.dispatches && called)
            || (self.callable && token.word == CALL)
            || of_word.has_itself(says::DISPATCHER);
        self.dispatches = of_many
            || of_word.has_itself(says::DISPATCHING)
            || (self.dispatches && token.word == MCP);
        self.callable = called;
    }
}
