//! SQL: what each statement of a text does, without running or fully parsing it.
//!
//! A text is split into tokens by the rules of its dialect, then into statements. The first word of a statement says
//! what it is; what stands inside may make it stricter. What is not known is [`Effect::CannotTell`].
//!
//! [`Effect::CannotTell`]: super::effect::Effect::CannotTell

mod client;
mod condition;
mod function;
mod level;
mod lex;
pub(crate) mod plain;
mod quote;
mod scan;
mod setting;
mod statement;
mod token;
mod verbs;
mod verdict;
mod words;

#[cfg(test)]
mod tests;

use alloc::string::String;

use super::effect::{Dialect, Finding, Program, Row, Sink};
use super::tables::text::{MAX_BYTES, MAX_SEGMENTS};
pub(crate) use plain::is_plain_write;
use token::{Kind, Token};

/// What the operator said about SQL.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Options<'a> {
    /// The dialect of the database.
    pub(crate) dialect: Dialect,
    /// Functions of the operator's own that change nothing.
    pub(crate) read_functions: &'a [String],
}

/// Each statement is told as this.
pub(crate) const SQL: Program = Program::of("sql");

/// Reads a text of any number of statements.
pub(crate) fn read(text: &str, options: Options<'_>, sink: &mut dyn Sink) {
    if text.len() > MAX_BYTES {
        sink.row(Row::cannot_tell(SQL));
        sink.finding(Finding::TooComplex);
        return;
    }
    let lexed = lex::lex(text, options.dialect);
    if lexed.ambiguous {
        sink.row(Row::cannot_tell(SQL));
    }
    let mut reader = Statements { text, options, sink, count: 0, has_ended: false };
    let mut rest = lexed.tokens.as_slice();
    while let Some((statement, after)) = next_statement(rest) {
        rest = after;
        if reader.count >= MAX_SEGMENTS {
            reader.sink.row(Row::cannot_tell(SQL));
            reader.sink.finding(Finding::TooComplex);
            return;
        }
        reader.statement(statement);
    }
    if reader.count == 0 {
        sink.row(Row::cannot_tell(SQL));
    }
}

/// The next statement that is not empty, and what follows it.
fn next_statement(tokens: &[Token]) -> Option<(&[Token], &[Token])> {
    let start = tokens.iter().position(|token| token.kind != Kind::End)?;
    let tokens = tokens.get(start..)?;
    let ends = |token: &Token| matches!(token.kind, Kind::End | Kind::Client);
    let length = match tokens.first()?.kind {
        Kind::Client => 1,
        _ => tokens.iter().position(ends).unwrap_or(tokens.len()),
    };
    tokens.split_at_checked(length)
}

/// The statements of one text.
struct Statements<'a, 's> {
    text: &'a str,
    options: Options<'a>,
    sink: &'s mut dyn Sink,
    count: usize,
    /// Whether a transaction ended: what follows runs outside of the caller's.
    has_ended: bool,
}
