//! What a statement is, by its first word.

use super::scan::{Mode, Scan};
use super::token::{Kind, Token, is_mark, word_at};
use super::verdict::Verdict;
use super::words::{self as w, is_code_object, is_large_object};
use super::{Statements, client, setting, verbs};
use crate::arguments::{
    effect::{Dialect, EffectCode},
    steps::step,
};
use crate::contract::VerbClass;
use crate::tokens::Word;

impl<'a> Statements<'a, '_> {
    pub(super) fn statement(&mut self, tokens: &'a [Token]) {
        step(tokens.len());
        self.count = self.count.saturating_add(1);
        // The verb of a query may stand behind its parentheses.
        let open = tokens.iter().take_while(|token| token.is(b'(')).count();
        let main = word_at(tokens, open).unwrap_or(Word::OTHER);
        let mut verdict = Verdict::new(main, name_of(main));
        verdict.unsure |= self.has_ended;
        let is_client = tokens.first().is_some_and(|token| token.kind == Kind::Client);
        if is_client {
            let line = tokens.first().map_or("", |token| token.text(self.text));
            client::judge(line, &mut verdict);
        } else if open > 0 {
            self.in_parentheses(tokens, main, &mut verdict);
        } else {
            self.judge(tokens, main, &mut verdict);
        }
        verdict.tell(self.sink);
    }

    fn in_parentheses(&mut self, tokens: &'a [Token], main: Word, verdict: &mut Verdict) {
        verdict.unsure |= !verbs::begins_query(main);
        self.scan(tokens, 0, Mode::Query, None, verdict);
    }

    fn judge(&mut self, tokens: &'a [Token], main: Word, verdict: &mut Verdict) {
        match main {
            w::SELECT | w::VALUES | w::TABLE | w::FROM | w::WITH => {
                // A query that begins with its tables is known to one dialect.
                let others = !matches!(self.options.dialect, Dialect::Unknown | Dialect::Duckdb);
                verdict.unsure |= main == w::FROM && others;
                self.scan(tokens, 0, Mode::Query, None, verdict);
            }
            w::SUMMARIZE if matches!(self.options.dialect, Dialect::Unknown | Dialect::Duckdb) => {
                self.scan(tokens, 1, Mode::Query, None, verdict);
            }
            w::EXPLAIN | w::DESCRIBE | w::DESC => self.explain(tokens, verdict),
            w::USE if word_at(tokens, 1).is_some_and(is_role) => verdict.unsure = true,
            w::USE | w::SHOW | w::HELP => self.scan(tokens, 1, Mode::Setting, None, verdict),
            w::BEGIN | w::START | w::SAVEPOINT | w::COMMIT | w::ROLLBACK | w::END => {
                setting::transaction(tokens, verdict);
                self.scan(tokens, 1, Mode::Setting, None, verdict);
                self.has_ended |= matches!(main, w::COMMIT | w::ROLLBACK | w::END);
            }
            w::SET => {
                setting::set(self.text, tokens, verdict);
                self.scan(tokens, 1, Mode::Setting, None, verdict);
            }
            w::PRAGMA => {
                setting::pragma(tokens, verdict);
                let mode = Mode::Definition;
                self.scan(tokens, 1, mode, None, verdict);
            }
            w::INSERT | w::REPLACE | w::UPSERT | w::DELETE => {
                self.scan(tokens, 1, Mode::Write, Some(main), verdict);
            }
            w::UPDATE if word_at(tokens, 1) == Some(w::STATISTICS) => {
                verdict.writes(VerbClass::Edit, EffectCode::SqlAdmin);
            }
            w::UPDATE => self.scan(tokens, 1, Mode::Write, Some(main), verdict),
            w::MERGE => self.scan(tokens, 1, Mode::Write, Some(main), verdict),
            w::COPY => self.copy(tokens, verdict),
            w::LOAD if word_at(tokens, 1) == Some(w::DATA) => {
                self.plain(tokens, Mode::Write, VerbClass::Edit, EffectCode::SqlInsert, verdict);
            }
            _ => self.definition(tokens, main, verdict),
        }
    }

    /// What changes the database or the server itself.
    fn definition(&mut self, tokens: &'a [Token], main: Word, verdict: &mut Verdict) {
        let effect = verbs::effect_of(main);
        let holds = |word: Word| tokens.iter().any(|token| token.word == word);
        let (class, mode) = match main {
            w::CREATE => {
                // What is created is named before the first parenthesis.
                let head = tokens.iter().take_while(|token| !token.is(b'('));
                let is_code = head.skip(1).any(|token| is_code_object(token.word));
                if is_code {
                    verdict.writes(VerbClass::Exec, EffectCode::CodeRun);
                }
                (VerbClass::Edit, Mode::Definition)
            }
            w::ALTER => {
                if word_at(tokens, 1) == Some(w::SYSTEM) {
                    verdict.writes(VerbClass::Edit, EffectCode::SqlAdmin);
                }
                if holds(w::DROP) {
                    verdict.writes(VerbClass::Destroy, EffectCode::SqlDrop);
                }
                if holds(w::TRUNCATE) {
                    verdict.writes(VerbClass::Destroy, EffectCode::SqlTruncate);
                }
                (VerbClass::Edit, Mode::Definition)
            }
            w::DROP => {
                let head = tokens.iter().skip(1).take(4);
                if head.into_iter().any(|token| is_large_object(token.word)) {
                    verdict.mass();
                }
                (VerbClass::Destroy, Mode::Write)
            }
            w::TRUNCATE => {
                verdict.mass();
                (VerbClass::Destroy, Mode::Write)
            }
            w::REVOKE => (VerbClass::Destroy, Mode::Definition),
            w::KILL | w::SHUTDOWN => (VerbClass::Destroy, Mode::Write),
            w::GRANT | w::PREPARE | w::DO => (VerbClass::Exec, Mode::Definition),
            w::CALL | w::EXEC | w::EXECUTE | w::INSTALL | w::LOAD => (VerbClass::Exec, Mode::Write),
            w::NOTIFY => (VerbClass::Send, Mode::Write),
            w::COMMENT => (VerbClass::Edit, Mode::Definition),
            w::LOCK
            | w::UNLOCK
            | w::VACUUM
            | w::ANALYZE
            | w::ANALYSE
            | w::REINDEX
            | w::ATTACH
            | w::DETACH
            | w::REFRESH
            | w::CLUSTER
            | w::OPTIMIZE
            | w::REPAIR
            | w::RENAME => (VerbClass::Edit, Mode::Write),
            _ => {
                // Not known: but a write that stands in it is one.
                verdict.unsure = true;
                self.scan(tokens, 0, Mode::Query, None, verdict);
                return;
            }
        };
        self.plain(tokens, mode, class, effect, verdict);
    }

    fn plain(
        &mut self,
        tokens: &'a [Token],
        mode: Mode,
        class: VerbClass,
        effect: EffectCode,
        verdict: &mut Verdict,
    ) {
        verdict.writes(class, effect);
        self.scan(tokens, 1, mode, None, verdict);
    }

    /// `EXPLAIN` reads, unless it runs the statement.
    fn explain(&mut self, tokens: &'a [Token], verdict: &mut Verdict) {
        let mut at = 1_usize;
        let mut runs = false;
        loop {
            step(1);
            let next = at.saturating_add(1);
            match word_at(tokens, at) {
                Some(w::ANALYZE | w::ANALYSE) => {
                    runs = true;
                    at = next;
                }
                Some(w::VERBOSE) => at = next,
                Some(w::PLAN)
                    if matches!(word_at(tokens, next), Some(w::FOR | w::SET | w::INTO)) =>
                {
                    verdict.writes(VerbClass::Edit, EffectCode::SqlInsert);
                    return;
                }
                Some(w::FORMAT) if is_mark(tokens, next, b'=') => at = at.saturating_add(3),
                // One `EXPLAIN` of another is not known anywhere, and would be explained only.
                Some(w::EXPLAIN | w::DESCRIBE | w::DESC) if runs => at = next,
                _ if is_mark(tokens, at, b'(') && at == 1 => {
                    let length = tokens.iter().position(|token| token.is(b')'));
                    let end = length.unwrap_or(tokens.len());
                    let options = tokens.get(at..end).unwrap_or_default();
                    if options.iter().any(|token| verbs::begins_query(token.word)) {
                        break;
                    }
                    runs |= analyzes(self.text, options);
                    at = end.saturating_add(1);
                }
                _ => break,
            }
        }
        if runs {
            let inner = tokens.get(at..).unwrap_or_default();
            let open = inner.iter().take_while(|token| token.is(b'(')).count();
            match word_at(inner, open) {
                Some(_) if open > 0 => self.scan(inner, 0, Mode::Query, None, verdict),
                Some(main) => self.judge_explained(inner, main, verdict),
                None => verdict.unsure = true,
            }
        }
    }

    /// The statement that an `EXPLAIN ANALYZE` runs.
    fn judge_explained(&mut self, inner: &'a [Token], main: Word, verdict: &mut Verdict) {
        match main {
            w::EXPLAIN | w::DESCRIBE | w::DESC => verdict.unsure = true,
            _ => self.judge(inner, main, verdict),
        }
    }

    /// `COPY` writes, but for a query whose rows go to the caller.
    fn copy(&mut self, tokens: &'a [Token], verdict: &mut Verdict) {
        let mut depth = 0_usize;
        let outer = |word: Word, depth: usize| depth == 0 && word != Word::OTHER;
        let (mut to, mut from, mut program, mut stdout) = (false, false, false, false);
        for token in tokens {
            match token.kind {
                Kind::Mark(b'(') => depth = depth.saturating_add(1),
                Kind::Mark(b')') => depth = depth.saturating_sub(1),
                Kind::Word if outer(token.word, depth) => match token.word {
                    w::TO => to = true,
                    w::FROM | w::INTO => from = true,
                    w::PROGRAM => program = true,
                    w::STDOUT => stdout = true,
                    _ => {}
                },
                _ => {}
            }
        }
        let mut mode = Mode::Write;
        if program {
            verdict.writes(VerbClass::Exec, EffectCode::CodeRun);
        }
        if from {
            verdict.writes(VerbClass::Edit, EffectCode::SqlInsert);
        } else if to && !stdout {
            verdict.writes(VerbClass::Edit, EffectCode::FsWrite);
        } else if to && !program {
            mode = Mode::Query;
        } else {
            verdict.unsure = true;
        }
        // The name of a table and its columns look like a call.
        let mut from = 1_usize;
        if tokens.get(from).is_some_and(Token::is_name) {
            from = 2;
            while is_mark(tokens, from, b'.') {
                from = from.saturating_add(2);
            }
        }
        self.scan(tokens, from, mode, None, verdict);
    }

    fn scan(
        &mut self,
        tokens: &'a [Token],
        from: usize,
        mode: Mode,
        verb: Option<Word>,
        verdict: &mut Verdict,
    ) {
        Scan::new(self.text, tokens, self.options, mode, verdict, self.sink).run(from, verb);
    }
}

/// Whether the options of an `EXPLAIN` have it run the statement.
fn analyzes(source: &str, options: &[Token]) -> bool {
    options.iter().enumerate().any(|(index, token)| {
        let value = options.get(index.saturating_add(1));
        let is_off = value.is_some_and(|value| {
            matches!(value.word, w::FALSE | w::OFF)
                || (value.kind == Kind::Number && value.text(source) == "0")
        });
        // The name of an option may stand in quotes.
        token.kind == Kind::Name || (matches!(token.word, w::ANALYZE | w::ANALYSE) && !is_off)
    })
}

/// With another role a session may do what it could not before.
fn is_role(word: Word) -> bool {
    const ROLES: [Word; 2] = [Word::literal("role"), Word::literal("secondary")];
    ROLES.contains(&word)
}

/// The verb as a report shows it.
fn name_of(word: Word) -> Option<&'static str> {
    Some(match word {
        w::SELECT | w::VALUES | w::TABLE | w::FROM | w::WITH => "select",
        w::EXPLAIN | w::DESCRIBE | w::DESC => "explain",
        w::SHOW | w::USE | w::HELP => "show",
        w::BEGIN | w::START | w::SAVEPOINT => "begin",
        w::COMMIT | w::ROLLBACK | w::END => "commit",
        w::SET => "set",
        w::PRAGMA => "pragma",
        w::INSERT | w::REPLACE | w::UPSERT | w::LOAD => "insert",
        w::UPDATE => "update",
        w::DELETE => "delete",
        w::MERGE => "merge",
        w::COPY => "copy",
        w::CREATE => "create",
        w::ALTER | w::RENAME | w::COMMENT => "alter",
        w::DROP => "drop",
        w::TRUNCATE => "truncate",
        w::GRANT => "grant",
        w::REVOKE => "revoke",
        w::CALL | w::EXEC | w::EXECUTE | w::DO | w::PREPARE => "execute",
        w::KILL | w::SHUTDOWN => "kill",
        w::LOCK | w::UNLOCK => "lock",
        w::NOTIFY => "notify",
        w::ATTACH
        | w::DETACH
        | w::INSTALL
        | w::VACUUM
        | w::ANALYZE
        | w::ANALYSE
        | w::REINDEX
        | w::REFRESH
        | w::CLUSTER
        | w::OPTIMIZE
        | w::REPAIR => "admin",
        _ => return None,
    })
}
