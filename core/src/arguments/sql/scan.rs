//! What stands inside a statement: writes in parentheses, locks, functions, words that may begin another statement.

use alloc::vec::Vec;

use super::condition::is_always_true;
use super::function::{Callee, Known};
use super::level::Level;
use super::token::{Kind, Token, is_mark, word_at};
use super::verdict::Verdict;
use super::words as w;
use super::{Options, verbs};
use crate::arguments::{
    effect::{Dialect, EffectCode, Nested, Sink},
    steps::step,
};
use crate::contract::VerbClass;
use crate::tokens::Word;

/// How deep queries may stand in queries.
const MAX_QUERIES: usize = 16;
/// How deep parentheses may stand in parentheses.
const MAX_PARENTHESES: usize = 128;

/// What kind of statement is looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A query: whatever is not known to read is told.
    Query,
    /// `USE`, `SET`, `BEGIN` and the like, which hold nothing else.
    Setting,
    /// A known write: only what makes it stronger is told, and what may be another statement.
    Write,
    /// A write in which the words of other statements are at home: `CREATE`, `GRANT`, `ALTER`.
    Definition,
}

/// Looks through one statement.
pub(super) struct Scan<'a, 's> {
    pub(super) source: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) options: Options<'a>,
    pub(super) mode: Mode,
    pub(super) verdict: &'s mut Verdict,
    pub(super) sink: &'s mut dyn Sink,
    levels: Vec<Level>,
    /// Whether the last closed parenthesis stands before a value: `DISTINCT ON (a) f(b)`, `TOP (5) f(b)`.
    before_value: bool,
}

impl<'a, 's> Scan<'a, 's> {
    pub(super) fn new(
        source: &'a str,
        tokens: &'a [Token],
        options: Options<'a>,
        mode: Mode,
        verdict: &'s mut Verdict,
        sink: &'s mut dyn Sink,
    ) -> Self {
        let levels = Vec::from([Level::default()]);
        Self { source, tokens, options, mode, verdict, sink, levels, before_value: false }
    }

    /// Looks at everything from a token on; the verb of a write may be known already.
    pub(super) fn run(mut self, from: usize, verb: Option<Word>) {
        if let Some(level) = self.levels.last_mut() {
            level.verb = verb;
            level.has_begun = from > 0;
        }
        for index in from..self.tokens.len() {
            step(1);
            let Some(token) = self.tokens.get(index).copied() else { break };
            match token.kind {
                Kind::Mark(b'(') if !self.open(index) => return,
                Kind::Mark(b')') => self.close(index),
                Kind::Mark(mark) => self.note(|level| level.mark(mark)),
                Kind::Word => self.word(index, token.word),
                Kind::Name => self.name(index),
                Kind::Text => {
                    self.note(Level::other);
                    self.place(index, token);
                }
                Kind::Number | Kind::End | Kind::Client => self.note(Level::other),
            }
        }
        // What does not close is not how the text is meant.
        self.verdict.unsure |= self.levels.len() > 1;
        while let Some(level) = self.levels.pop() {
            self.finish(&level);
        }
    }

    fn note(&mut self, change: impl FnOnce(&mut Level)) {
        if let Some(level) = self.levels.last_mut() {
            change(level);
        }
    }

    #[inline]
    fn prev(&self, index: usize) -> Option<&'a Token> {
        self.tokens.get(index.checked_sub(1)?)
    }

    fn prev_word(&self, index: usize) -> Option<Word> {
        self.prev(index).map(|token| token.word)
    }

    #[inline]
    pub(super) fn is_before(&self, index: usize, mark: u8) -> bool {
        self.prev(index).is_some_and(|token| token.is(mark))
    }

    /// Goes one level down; `false` if that is too deep.
    fn open(&mut self, index: usize) -> bool {
        self.note(Level::open);
        // Where the dialect is not known, `[f](x)` may be the call of a name in brackets.
        let is_bracketed = self.is_before(index, b']')
            && self.prev(index.saturating_sub(1)).is_some_and(Token::is_name);
        self.verdict.unsure |= is_bracketed && matches!(self.mode, Mode::Query | Mode::Setting);
        let before = self.prev_word(index);
        let is_query =
            word_at(self.tokens, index.saturating_add(1)).is_some_and(verbs::begins_query);
        let above = self.levels.last().map_or(0, |level| level.queries);
        let level = Level {
            queries: above.saturating_add(usize::from(is_query)),
            before_value: matches!(before, Some(w::ON | w::TOP)),
            holds_files: self.prev(index).is_some_and(|token| {
                token.is_name() && verbs::reads_files(token.inner(self.source))
            }),
            ..Level::default()
        };
        let is_too_deep = level.queries > MAX_QUERIES || self.levels.len() > MAX_PARENTHESES;
        if is_too_deep {
            self.verdict.too_complex = true;
            return false;
        }
        self.levels.push(level);
        true
    }

    fn close(&mut self, index: usize) {
        if self.levels.len() < 2 {
            // It closes nothing: this is not how the text is meant.
            self.verdict.unsure = true;
            return;
        }
        let Some(level) = self.levels.pop() else { return };
        self.before_value = level.before_value;
        self.finish(&level);
        let next = index.saturating_add(1);
        let behind = index.saturating_add(2);
        let names_query = word_at(self.tokens, next) == Some(w::AS)
            && (is_mark(self.tokens, behind, b'(')
                || matches!(word_at(self.tokens, behind), Some(w::NOT | w::MATERIALIZED)));
        let called = self.levels.last_mut().and_then(|outer| outer.close(names_query));
        if let Some(callee) = called {
            self.call(callee);
        }
    }

    /// Tells what a level was, when it ends.
    fn finish(&mut self, level: &Level) {
        if level.is_with && !level.has_main {
            self.verdict.unsure = true;
        }
        if let Some(verb) = level.verb {
            self.verdict.verb(verb, level.has_where);
        }
    }

    fn word(&mut self, index: usize, word: Word) {
        let next = index.saturating_add(1);
        let matters = verbs::may_matter(word);
        if matters {
            self.main_verb(index, word);
        }
        let is_cte = self.levels.last_mut().is_some_and(|level| level.word(word, index));
        if matters && self.is_before(index, b'.') {
            if word == w::NEXTVAL {
                self.verdict.writes(VerbClass::Edit, EffectCode::SqlSideEffect);
            }
        } else if matters {
            self.keyword(index, word);
        }
        if is_mark(self.tokens, next, b'(') && !is_cte && self.is_call(index, word) {
            self.call(index);
        }
    }

    fn name(&mut self, index: usize) {
        let is_cte = self.levels.last_mut().is_some_and(|level| level.word(Word::OTHER, index));
        if is_mark(self.tokens, index.saturating_add(1), b'(')
            && !is_cte
            && self.is_call(index, Word::OTHER)
        {
            self.call(index);
        }
        // One dialect reads a file whose name stands like a table's.
        if self.options.dialect == Dialect::Duckdb
            && let Some(token) = self.tokens.get(index)
        {
            self.place(index, *token);
        }
    }

    /// The verb behind the list of a `WITH`, and writes in parentheses.
    fn main_verb(&mut self, index: usize, word: Word) {
        let behind_parenthesis = self.is_before(index, b'(') || self.is_before(index, b')');
        let before_parenthesis = is_mark(self.tokens, index.saturating_add(1), b'(');
        let Some(level) = self.levels.last_mut() else { return };
        let is_main = level.is_with && !level.has_main;
        let has_list = level.has_closed;
        if is_main && (word == w::SELECT || (has_list && verbs::is_main(word))) {
            level.has_main = true;
        }
        let writes = matches!(word, w::INSERT | w::UPDATE | w::DELETE | w::MERGE)
            || (word == w::REPLACE && is_main);
        let begins = behind_parenthesis || (is_main && has_list);
        if writes && begins && !before_parenthesis && self.mode != Mode::Definition {
            let ended = level.verb.replace(word);
            let had_where = core::mem::take(&mut level.has_where);
            level.is_over = false;
            if let Some(verb) = ended {
                self.verdict.verb(verb, had_where);
            }
        }
    }

    fn keyword(&mut self, index: usize, word: Word) {
        let at = |ahead: usize| word_at(self.tokens, index.saturating_add(ahead));
        match word {
            w::WHERE => self.condition(index),
            w::FOR
                if matches!(at(1), Some(w::UPDATE | w::SHARE))
                    || (at(1) == Some(w::KEY) && at(2) == Some(w::SHARE))
                    || (at(1) == Some(w::NO) && at(2) == Some(w::KEY)) =>
            {
                self.verdict.writes(VerbClass::Edit, EffectCode::SqlLock);
            }
            w::LOCK if at(1) == Some(w::IN) && at(2) == Some(w::SHARE) => {
                self.verdict.writes(VerbClass::Edit, EffectCode::SqlLock);
            }
            w::NEXT if at(1) == Some(w::VALUE) && at(2) == Some(w::FOR) => {
                self.verdict.writes(VerbClass::Edit, EffectCode::SqlSideEffect);
            }
            w::INTO => self.into(index),
            w::THEN if at(1) == Some(w::DELETE) && self.verdict.is(w::MERGE) => {
                self.verdict.writes(VerbClass::Destroy, EffectCode::SqlDelete);
            }
            w::SELECT => self.note(|level| level.is_over |= level.verb.is_some()),
            // One dialect hands the rows to a program that stands in a text.
            w::USING => {
                let next = self.tokens.get(index.saturating_add(1));
                let is_program = next.is_some_and(|next| next.kind == Kind::Text);
                self.verdict.unsure |= is_program && self.mode == Mode::Query;
            }
            _ if verbs::is_verb(word) || verbs::is_of_batch(word) => self.stray(index, word),
            _ => {}
        }
    }

    /// The condition of a write counts if it stands at the write's own depth.
    fn condition(&mut self, index: usize) {
        let tokens = self.tokens.get(index.saturating_add(1)..).unwrap_or_default();
        let Some(level) = self.levels.last_mut() else { return };
        if level.verb.is_none() || level.has_where || level.is_over {
            return;
        }
        level.has_where = !is_always_true(self.source, tokens);
        level.is_over |= !level.has_where;
    }

    /// `INTO` makes a table or a file, if it belongs to no `INSERT`.
    fn into(&mut self, index: usize) {
        let next = index.saturating_add(1);
        let follows = self.prev_word(index);
        let belongs = matches!(
            follows,
            Some(w::INSERT | w::REPLACE | w::MERGE | w::UPSERT | w::OVERWRITE | w::IGNORE | w::AS)
        );
        let to_variable = is_mark(self.tokens, next, b'@') || is_mark(self.tokens, next, b':');
        if self.mode != Mode::Query || belongs || to_variable {
            return;
        }
        let is_file = matches!(word_at(self.tokens, next), Some(w::OUTFILE | w::DUMPFILE));
        let effect = if is_file { EffectCode::FsWrite } else { EffectCode::SqlCreate };
        self.verdict.writes(VerbClass::Edit, effect);
    }

    /// A word that begins a statement, in the middle of another one: one dialect needs no semicolon.
    fn stray(&mut self, index: usize, word: Word) {
        let Some(next) = index.checked_add(1) else { return };
        let is_batch = self.options.dialect == Dialect::Tsql;
        let needs_semicolon = !matches!(self.options.dialect, Dialect::Unknown | Dialect::Tsql);
        let runs = !needs_semicolon
            && matches!(word, w::EXEC | w::EXECUTE)
            && is_mark(self.tokens, next, b'(');
        let before_mark = self
            .tokens
            .get(next)
            .is_some_and(|token| matches!(token.kind, Kind::Mark(b'(' | b',' | b')' | b'=')));
        if self.mode == Mode::Definition || index == 0 || (before_mark && !runs) {
            return;
        }
        if self.prev(index).is_none_or(|prev| {
            matches!(prev.kind, Kind::Mark(b'.' | b',' | b'(' | b'@' | b'#' | b'$'))
                || (prev.is(b':') && !self.is_before(index.saturating_sub(1), b':'))
                || (verbs::belongs_behind(prev.word)
                    && !self.is_before(index.saturating_sub(1), b'@'))
        }) {
            return;
        }
        // `(DELETE ...)` and the verb behind a `WITH` are told as what they are.
        if self.levels.last().is_some_and(|level| level.verb == Some(word) && !level.is_over)
            && (self.is_before(index, b')')
                || self.levels.last().is_some_and(|level| level.is_with))
        {
            return;
        }
        let belongs = self.mode == Mode::Write && verbs::belongs_in_write(self.prev_word(index));
        if self.mode != Mode::Setting && (needs_semicolon || belongs) {
            return;
        }
        if is_batch && self.mode != Mode::Setting && verbs::is_verb(word) {
            self.verdict.writes(VerbClass::Exec, verbs::effect_of(word));
        } else {
            self.verdict.unsure = true;
        }
        self.note(|level| level.is_over = true);
    }

    /// Whether a name before a parenthesis is called: `f(x)`, but not `AS t(x)` or `count IN (1)`.
    fn is_call(&self, index: usize, word: Word) -> bool {
        let qualified = self.is_before(index, b'.');
        let is_type = word == w::VARYING;
        if word != Word::OTHER && !qualified && (verbs::is_no_function(word) || is_type) {
            return false;
        }
        let first = self.first_part(index);
        let Some(before) = self.prev(first) else { return true };
        match before.kind {
            Kind::Mark(b')') => self.before_value,
            // The type behind `::`.
            Kind::Mark(b':') => !self.is_before(first.saturating_sub(1), b':'),
            Kind::Word => {
                !matches!(before.word, w::AS | w::WITH | w::INTO | w::TABLE | w::XML | w::JSON)
            }
            _ => true,
        }
    }

    fn text_at(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| token.inner(self.source))
    }

    /// Where a qualified name begins: `a` of `a.b.c`.
    fn first_part(&self, index: usize) -> usize {
        let mut first = index;
        for _ in 0..3 {
            let Some(part) = first.checked_sub(2) else { break };
            let is_part = self.tokens.get(part).is_some_and(Token::is_name);
            if !self.is_before(first, b'.') || !is_part {
                break;
            }
            first = part;
        }
        first
    }

    fn call(&mut self, index: usize) {
        let schema = self.is_before(index, b'.').then(|| index.checked_sub(2)).flatten();
        let callee =
            Callee { schema: schema.map(|schema| self.text_at(schema)), name: self.text_at(index) };
        match callee.judge(self.options.read_functions) {
            Known::Acts(class) => self.verdict.calls(class),
            Known::Reads => {}
            Known::Not => self.verdict.unsure |= matches!(self.mode, Mode::Query | Mode::Setting),
        }
    }

    /// A text that stands where a table would is a file or an address.
    fn place(&mut self, index: usize, token: Token) {
        let holds_files = self.levels.last().is_some_and(|level| level.holds_files);
        let is_place = match self.prev_word(index) {
            Some(w::FROM | w::JOIN | w::OUTFILE | w::DUMPFILE | w::INFILE) => true,
            Some(w::TO | w::DATABASE | w::ATTACH) => {
                self.verdict.is(w::COPY) || self.verdict.is(w::ATTACH)
            }
            _ => holds_files && token.kind == Kind::Text,
        };
        if is_place {
            let text = token.inner(self.source);
            let nested = if text.contains("://") { Nested::Url } else { Nested::Path };
            self.sink.nested(nested(text));
        }
    }
}
