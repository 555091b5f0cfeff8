//! GraphQL: whether a document holds a mutation, and of what class its fields are.

use super::effect::{EffectCode, Finding, Program, Row, Sink, stronger};
use super::steps::step;
use super::tables::text::{DESTROY_WORDS, MAX_BYTES, MONEY_WORDS};
use crate::contract::VerbClass;
use crate::tokens::{WordSet, tokens, word_set};

const GRAPHQL: Program = Program::of("graphql");

static DESTROYS: WordSet<{ DESTROY_WORDS.len() }> = DESTROY_WORDS.packed();
static PAYS: WordSet<{ MONEY_WORDS.len() }> = MONEY_WORDS.packed();

word_set! {
    /// Words of a field that sends something.
    SENDS = [
        "send", "publish", "invite", "notify", "post", "share", "email", "mail", "message", "broadcast",
        "submit", "announce", "reply", "forward", "resend"
    ]
}

/// Reads a document with any number of operations.
pub(crate) fn read(text: &str, sink: &mut dyn Sink) {
    if text.len() > MAX_BYTES {
        sink.row(Row::cannot_tell(GRAPHQL));
        sink.finding(Finding::TooComplex);
        return;
    }
    let mut document = Document::default();
    let mut lexer = Lexer { rest: text };
    while let Some(token) = lexer.next() {
        step(1);
        document.take(token);
    }
    document.tell(sink);
}

/// A token; what is quoted is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Name(&'a str),
    /// A punctuation character.
    Mark(u8),
    Spread,
    /// A text in quotes.
    Text,
    /// What does not belong in a document.
    Other,
}

struct Lexer<'a> {
    rest: &'a str,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let start = self.rest.trim_start_matches([' ', '\t', '\n', '\r', ',', '\u{FEFF}']);
            step(self.rest.len().saturating_sub(start.len()));
            self.rest = start;
            if !start.starts_with('#') {
                break;
            }
            let end = start.find(['\n', '\r']).unwrap_or(start.len());
            self.skip(end);
        }
        let first = self.rest.bytes().next()?;
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        Some(match first {
            b'"' => self.text(),
            b'.' if self.rest.starts_with("...") => {
                self.skip(3);
                Token::Spread
            }
            b'-' | b'+' | b'.' => {
                self.skip(1);
                Token::Other
            }
            byte if is_name(byte) => {
                let length = self.rest.bytes().take_while(|byte| is_name(*byte)).count();
                let name = self.rest.get(..length).unwrap_or_default();
                self.skip(length);
                Token::Name(name)
            }
            byte if byte.is_ascii_punctuation() => {
                self.skip(1);
                Token::Mark(byte)
            }
            _ => {
                let length = self.rest.chars().next().map_or(1, char::len_utf8);
                self.skip(length);
                Token::Other
            }
        })
    }

    fn skip(&mut self, length: usize) {
        step(length);
        self.rest = self.rest.get(length..).unwrap_or_default();
    }

    /// `"..."` or `"""..."""`. One that does not close is not a token.
    fn text(&mut self) -> Token<'a> {
        let is_block = self.rest.starts_with("\"\"\"");
        let close = if is_block { "\"\"\"" } else { "\"" };
        self.skip(close.len());
        loop {
            let Some(at) = self.rest.find(['"', '\\', '\n']) else {
                self.skip(self.rest.len());
                return Token::Other;
            };
            self.skip(at);
            if self.rest.starts_with(close) {
                self.skip(close.len());
                return Token::Text;
            }
            let escaped = if is_block { self.rest.starts_with("\\\"\"\"") } else { true };
            match self.rest.bytes().next() {
                Some(b'\n') if !is_block => return Token::Other,
                Some(b'\\') if is_block && escaped => self.skip(4),
                Some(b'\\') if !is_block => {
                    let next = self.rest.chars().nth(1).map_or(0, char::len_utf8);
                    self.skip(next.saturating_add(1));
                }
                _ => self.skip(1),
            }
        }
    }
}

/// What a definition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Definition {
    #[default]
    None,
    Query,
    Mutation,
    Fragment,
}

/// Where behind `...` a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Spread {
    #[default]
    None,
    /// Behind the dots.
    Dots,
    /// Where fields follow in place: `... on Type`, `... @include(if: $x)`.
    InPlace,
}

/// What is read of a document so far.
#[derive(Default)]
struct Document {
    definition: Definition,
    /// How deep braces of selections are.
    depth: usize,
    /// How many of the outermost braces hold top fields: those of fragments written in place count.
    top: usize,
    /// How deep values in parentheses are: what stands there is no field.
    values: usize,
    spread: Spread,
    /// Behind the `@` of a directive.
    directive: bool,
    /// Whether anything was read, and whether all of it was understood.
    has_any: bool,
    is_unclear: bool,
    mutates: bool,
    /// Whether a mutation takes fields from a fragment.
    takes_fragments: bool,
    class: Option<VerbClass>,
    of_fragments: Option<VerbClass>,
}

impl Document {
    fn take(&mut self, token: Token<'_>) {
        if self.values > 0 {
            match token {
                Token::Mark(b'(' | b'[' | b'{') => self.values = self.values.saturating_add(1),
                Token::Mark(b')' | b']' | b'}') => self.values = self.values.saturating_sub(1),
                _ => {}
            }
            return;
        }
        match token {
            Token::Mark(b'(' | b'[') => self.values = 1,
            Token::Mark(b'{') => self.open(),
            Token::Mark(b'}') => self.close(),
            Token::Spread => self.spread = Spread::Dots,
            Token::Name(_) if core::mem::take(&mut self.directive) => {}
            Token::Name(name) => self.name(name),
            Token::Mark(b'@') => {
                self.directive = true;
                if self.spread == Spread::Dots {
                    self.spread = Spread::InPlace;
                }
            }
            Token::Mark(b':' | b'$' | b'!' | b'=' | b'|' | b'&') => {}
            Token::Text | Token::Other | Token::Mark(_) => self.is_unclear = true,
        }
    }

    fn name(&mut self, name: &str) {
        if self.depth == 0 {
            if self.definition != Definition::None {
                return;
            }
            self.definition = match name {
                "query" | "subscription" => Definition::Query,
                "mutation" => Definition::Mutation,
                "fragment" => Definition::Fragment,
                _ => {
                    self.is_unclear = true;
                    Definition::Query
                }
            };
            self.mutates |= self.definition == Definition::Mutation;
            return;
        }
        match self.spread {
            Spread::Dots if name == "on" => {
                self.spread = Spread::InPlace;
                return;
            }
            Spread::Dots => {
                self.spread = Spread::None;
                self.takes_fragments |= self.definition == Definition::Mutation;
                return;
            }
            // The type.
            Spread::InPlace => return,
            Spread::None => {}
        }
        if self.depth <= self.top {
            let class = class_of(name);
            match self.definition {
                Definition::Mutation => self.class = stronger(self.class, Some(class)),
                Definition::Fragment => {
                    self.of_fragments = stronger(self.of_fragments, Some(class));
                }
                Definition::None | Definition::Query => {}
            }
        }
    }

    fn open(&mut self) {
        self.has_any = true;
        if self.depth == 0 && self.definition == Definition::None {
            self.definition = Definition::Query;
        }
        // Fields in place may also follow the dots alone.
        let in_place = self.spread != Spread::None;
        let holds_top = self.depth == 0 || (in_place && self.depth <= self.top);
        self.depth = self.depth.saturating_add(1);
        if holds_top {
            self.top = self.depth;
        }
        self.spread = Spread::None;
    }

    fn close(&mut self) {
        self.spread = Spread::None;
        let Some(depth) = self.depth.checked_sub(1) else {
            self.is_unclear = true;
            return;
        };
        self.depth = depth;
        self.top = self.top.min(depth);
        if depth == 0 {
            self.definition = Definition::None;
        }
    }

    fn tell(self, sink: &mut dyn Sink) {
        let is_whole = self.has_any
            && self.depth == 0
            && self.values == 0
            && self.definition == Definition::None;
        if self.mutates {
            let fragments = if self.takes_fragments { self.of_fragments } else { None };
            let class = stronger(self.class, fragments).unwrap_or(VerbClass::Edit);
            let program = Program { verb: Some("mutation"), ..GRAPHQL };
            let effect = match class {
                VerbClass::Destroy => EffectCode::ResourceDelete,
                VerbClass::Send => EffectCode::NetSend,
                _ => EffectCode::ResourceEdit,
            };
            sink.row(Row::writes(program, class).with(effect));
        }
        if self.is_unclear || !is_whole {
            sink.row(Row::cannot_tell(GRAPHQL));
        } else if !self.mutates {
            sink.row(Row::reads(Program { verb: Some("query"), ..GRAPHQL }));
        }
    }
}

/// The class of a field, by the words of its name.
fn class_of(name: &str) -> VerbClass {
    step(name.len());
    let words = || tokens(name).map(|token| token.word);
    if words().any(|word| DESTROYS.contains(word)) {
        VerbClass::Destroy
    } else if words().any(|word| PAYS.contains(word)) {
        VerbClass::Money
    } else if words().any(|word| SENDS.contains(word)) {
        VerbClass::Send
    } else {
        VerbClass::Edit
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::arguments::collected::{Collected, cases};
    use crate::arguments::steps::grows_with_the_text;

    fn verdict(text: &str) -> &'static str {
        let mut found = Collected::default();
        read(text, &mut found);
        found.class().unwrap_or(found.verdict())
    }

    #[test]
    fn every_case_of_graphql_is_read_as_it_says() {
        let all = cases(&["graphql"]);
        assert_eq!(all.len(), 6);
        for case in all {
            let expected = &case["expect"];
            let found = verdict(case["arguments"]["query"].as_str().unwrap());
            let expected = expected["class"].as_str().or(expected["verdict"].as_str());
            assert_eq!(Some(found), expected, "{}", case["id"]);
        }
    }

    #[test]
    fn documents_by_what_they_do() {
        for (text, expected) in [
            ("query Q($id: ID! = \"x\") { me(id: $id) { deletePost } }", "reads"),
            ("subscription { changed { id } }", "reads"),
            ("query mutation { me }", "reads"),
            ("query Q { a } fragment F on User { deleteAll }", "reads"),
            ("# mutation { deletePost }\n{ me }", "reads"),
            ("{ a(text: \"mutation { b }\") }", "reads"),
            ("query Q($x: In = {a: 1}) { a }", "reads"),
            ("mutation M { refundOrder(id: 1) { id } }", "MONEY"),
            ("mutation { setTitle { id deletePost } }", "EDIT"),
            ("mutation { x: deletePost(id: 1) { id } }", "DESTROY"),
            ("mutation($in: In!) { a(in: {delete: true}) { id } }", "EDIT"),
            ("mutation { ... on Mutation { deletePost } }", "DESTROY"),
            ("mutation { ... @include(if: $x) { deletePost } }", "DESTROY"),
            ("mutation { ... { ... { deletePost } } }", "DESTROY"),
            ("mutation { a { ... on B { deletePost } } }", "EDIT"),
            ("mutation { ...F setTitle } fragment F on Mutation { deletePost }", "DESTROY"),
            ("mutation { ...F deletePost }", "DESTROY"),
            ("mutation query { removeUser }", "DESTROY"),
            ("mutation { a(t: \"\"\"}\n\\\"\"\" }\"\"\") { id } deletePost }", "DESTROY"),
            ("mutation { a", "EDIT"),
            ("{ a", "cannot_tell"),
            ("{ a } }", "cannot_tell"),
            ("", "cannot_tell"),
            ("# nothing", "cannot_tell"),
            ("Mutation { a }", "cannot_tell"),
            ("what is a mutation", "cannot_tell"),
            ("{\"query\": \"mutation { deletePost }\"}", "cannot_tell"),
            ("{ a(x: \"b) }", "cannot_tell"),
            ("query", "cannot_tell"),
            ("type Query { a: Int }", "cannot_tell"),
        ] {
            assert_eq!(verdict(text), expected, "{text}");
        }
    }

    #[test]
    fn the_work_grows_with_the_text() {
        let parts = [
            "{",
            "}",
            "(",
            ")",
            "\"",
            "\"\"\"",
            "\\",
            "a",
            "...",
            "@a",
            "#",
            "mutation{",
            "a{",
            "...on A{",
            ",",
            "\u{E9}",
        ];
        grows_with_the_text(&parts, 12, |text| {
            verdict(text);
            verdict(&format!("mutation {{ {text}"));
        });
    }
}
