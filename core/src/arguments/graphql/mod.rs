//! GraphQL: whether a document holds a mutation, and of what class its fields are.

mod lex;

#[cfg(test)]
mod tests;

use super::effect::{EffectCode, Finding, Program, Row, Sink, stronger};
use super::steps::step;
use super::table::Packed;
use super::tables::text::{DESTROY_WORDS, MAX_BYTES, MONEY_WORDS};
use crate::contract::VerbClass;
use crate::tokens::{tokens, word_set};
use lex::{Lexer, Token};

const GRAPHQL: Program = Program::of("graphql");

static DESTROYS: Packed<{ DESTROY_WORDS.len() }> = DESTROY_WORDS.packed();
static PAYS: Packed<{ MONEY_WORDS.len() }> = MONEY_WORDS.packed();

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
    let mut lexer = Lexer::new(text);
    while let Some(token) = lexer.next() {
        step(1);
        document.take(token);
    }
    document.tell(sink);
}

/// Whether a text, where one of another kind may stand as well, is plainly an operation that changes something:
/// `mutation {`, `mutation Name($id: ID!) {`, `mutation(`.
pub(crate) fn is_plain_mutation(text: &str) -> bool {
    step(text.len());
    text.contains('{')
        && text.match_indices("mutation").any(|(at, word)| {
            let (before, behind) = text.split_at_checked(at).unwrap_or_default();
            let begins = before.trim_end().is_empty() || before.trim_end().ends_with(['}', '\n']);
            let is_alone = |c: char| c == '_' || c.is_ascii_alphanumeric();
            let rest = behind.get(word.len()..).unwrap_or_default();
            let name = rest.trim_start();
            let is_named = rest.len() > name.len();
            let mark = if is_named { name.trim_start_matches(is_alone) } else { rest };
            begins && mark.trim_start().starts_with(['{', '(', '@'])
        })
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
