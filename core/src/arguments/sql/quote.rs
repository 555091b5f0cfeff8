//! Texts, quoted names and comments of each dialect.

use super::lex::Lexer;
use super::token::Kind;
use super::words::looks_like_code;
use crate::arguments::{effect::Dialect, steps::step};
use crate::tokens::Word;

impl<'a> Lexer<'a> {
    /// `'...'`, and `E'...'` where a backslash escapes.
    pub(super) fn single_quoted(&mut self) {
        const E: Word = Word::literal("e");
        const Q: [Word; 2] = [Word::literal("q"), Word::literal("nq")];
        let knows_e =
            matches!(self.dialect, Dialect::Unknown | Dialect::Postgres | Dialect::Duckdb);
        let prefix = self.tokens.last().filter(|token| {
            knows_e && token.word == E && token.kind == Kind::Word && token.end as usize == self.at
        });
        let prefixed = prefix.map(|token| token.start as usize);
        if prefixed.is_some() {
            self.tokens.pop();
        }
        // One dialect has texts with quotes of their own choice: `q'[it's]'`.
        self.ambiguous |= !self.knows()
            && self
                .tokens
                .last()
                .is_some_and(|token| Q.contains(&token.word) && token.end as usize == self.at);
        let start = prefixed.unwrap_or(self.at);
        self.skip(1);
        let escapes = prefixed.is_some() || self.dialect == Dialect::Mysql;
        let backslash = self.skip_to_quote(b'\'', escapes);
        if prefixed.is_some() {
            self.continued();
        }
        self.push(Kind::Text, start);
        self.quoted(start);
        if self.knows() {
            return;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        match backslash {
            // Elsewhere the text ends at the first quote behind a backslash.
            Some(place) if prefixed.is_some() => {
                let behind = self.text.get(place..self.at.saturating_sub(1)).unwrap_or_default();
                self.ambiguous |= behind.split("\\'").any(looks_like_code);
                self.watch.shifted = true;
            }
            Some(_) => self.ambiguous = true,
            None => {}
        }
        self.triple(text, "'''");
    }

    /// A text goes on where the next one begins on another line, and its backslashes go on to escape.
    fn continued(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len().saturating_sub(rest.trim_ascii_start().len());
            let between = rest.get(..blank).unwrap_or_default();
            step(blank);
            if !between.contains('\n') || self.peek(blank) != Some(b'\'') {
                // Comments may stand between as well: that is not followed.
                let comment = rest.get(blank..).is_some_and(|rest| rest.starts_with("--"));
                self.ambiguous |= comment && rest.contains('\'');
                return;
            }
            self.skip(blank.saturating_add(1));
            self.skip_to_quote(b'\'', true);
        }
    }

    /// A name; in one dialect a text.
    pub(super) fn double_quoted(&mut self) {
        let start = self.at;
        self.skip(1);
        let is_mysql = self.dialect == Dialect::Mysql;
        let backslash = self.skip_to_quote(b'"', is_mysql);
        self.push(if is_mysql { Kind::Text } else { Kind::Name }, start);
        self.quoted(start);
        if !self.knows() {
            self.ambiguous |= backslash.is_some();
            let text = self.text.get(start..self.at).unwrap_or_default();
            self.triple(text, "\"\"\"");
        }
    }

    /// Some dialects have texts in three quotes, in which a single one ends nothing.
    fn triple(&mut self, text: &str, quotes: &str) {
        if text.starts_with(quotes) && text.len() > quotes.len() {
            let inner = text.get(3..text.len().saturating_sub(1)).unwrap_or_default();
            self.ambiguous |= inner.split(['\'', '"']).any(looks_like_code);
            self.watch.shifted = true;
        }
    }

    /// Skips to behind the closing quote, and says where a backslash stood that makes a difference.
    fn skip_to_quote(&mut self, quote: u8, escapes: bool) -> Option<usize> {
        let mut backslash = None;
        loop {
            let Some(byte) = self.peek(0) else {
                self.ambiguous = true;
                return backslash;
            };
            let next = self.peek(1);
            match byte {
                b'\\' => {
                    if matches!(next, Some(b'\'' | b'"' | b'`' | b'\\')) && backslash.is_none() {
                        backslash = Some(self.at);
                    }
                    let both = escapes && next.is_some();
                    self.skip(if both { 2 } else { 1 });
                }
                byte if byte == quote && next == Some(quote) => self.skip(2),
                byte if byte == quote => {
                    self.skip(1);
                    return backslash;
                }
                _ => {
                    let ordinary = |byte: u8| byte != quote && byte != b'\\';
                    let length = self.rest().bytes().take_while(|byte| ordinary(*byte)).count();
                    step(length);
                    self.skip(length.max(1));
                }
            }
        }
    }

    /// A name between back-ticks or in brackets. What does not know them may see code in it.
    pub(super) fn quoted_name(&mut self, close: u8) {
        let start = self.at;
        self.skip(1);
        // One dialect knows no way to write a bracket in a name.
        if close == b']' && self.dialect == Dialect::Sqlite {
            self.skip_behind("]");
        } else {
            self.skip_to_quote(close, false);
        }
        self.push(Kind::Name, start);
        self.quoted(start);
        let native = match close {
            b'`' => matches!(self.dialect, Dialect::Mysql | Dialect::Sqlite),
            _ => true,
        };
        if !native {
            let end = self.at.saturating_sub(1);
            let inner = self.text.get(start.saturating_add(1)..end).unwrap_or_default();
            self.ambiguous |= looks_like_code(inner);
        }
    }

    pub(super) fn bracket(&mut self) {
        if matches!(self.dialect, Dialect::Tsql | Dialect::Sqlite) {
            self.quoted_name(b']');
            return;
        }
        let start = self.at;
        self.watch.bracket = !self.knows();
        self.skip(1);
        self.push(Kind::Mark(b'['), start);
    }

    /// `$$...$$` and `$tag$...$tag$`, or a parameter.
    pub(super) fn dollar(&mut self) {
        let start = self.at;
        let tag = self.dollar_tag();
        let Some(tag) = tag else {
            self.skip(1);
            self.push(Kind::Mark(b'$'), start);
            return;
        };
        if !matches!(self.dialect, Dialect::Unknown | Dialect::Postgres | Dialect::Duckdb) {
            // Here it quotes nothing. A text that needs it was written for somebody else.
            self.ambiguous = true;
            self.skip(tag.len());
            self.push(Kind::Name, start);
            return;
        }
        self.skip(tag.len());
        let inner_start = self.at;
        self.skip_behind(tag);
        self.push(Kind::Text, start);
        self.quoted(start);
        if !self.knows() {
            let end = self.at.saturating_sub(tag.len());
            let inner = self.text.get(inner_start..end).unwrap_or_default();
            // Where a dollar quotes nothing it is a letter, so `$$DROP$$` is one word there.
            let touches = |text: &str| text.bytes().next().is_some_and(super::words::is_word_byte);
            let is_word = touches(inner) && inner.bytes().all(super::words::is_word_byte);
            self.ambiguous |= !is_word && looks_like_code(inner);
        }
    }

    /// `$$` or `$tag$` at this place.
    fn dollar_tag(&self) -> Option<&'a str> {
        let rest = self.rest();
        let name = rest.get(1..)?;
        let is_of_name = |byte: u8| byte != b'$' && super::words::is_word_byte(byte);
        let length = name.bytes().position(|byte| !is_of_name(byte))?;
        step(length);
        let begins_with_digit = name.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
        let closes = name.as_bytes().get(length) == Some(&b'$');
        (closes && !begins_with_digit).then(|| rest.get(..length.saturating_add(2)))?
    }

    /// Whether `--` begins a comment here: in one dialect only before a blank.
    pub(super) fn is_line_comment(&self) -> bool {
        self.dialect != Dialect::Mysql || self.peek(2).is_none_or(|byte| byte <= b' ')
    }

    /// A comment to the end of the line, behind so many bytes.
    pub(super) fn line_comment(&mut self, opener: usize) {
        let start = self.at;
        let ends_at_return = matches!(self.dialect, Dialect::Postgres | Dialect::Duckdb);
        let line = self.rest();
        let end = line.find(['\n', '\r']).unwrap_or(line.len());
        // Some end the comment at a carriage return, others go on.
        let is_lone = line.get(end..).is_some_and(|rest| {
            rest.starts_with('\r') && !rest.starts_with("\r\n") && rest.len() > 1
        });
        self.ambiguous |= is_lone && !ends_at_return;
        let comment = line.get(opener..end).unwrap_or_default();
        step(end);
        self.skip(end);
        let is_clear = comment.bytes().next().is_none_or(|byte| byte <= b' ');
        if !self.knows() && !is_clear {
            self.ambiguous |= looks_like_code(comment);
        }
        self.quoted(start);
    }

    /// `/* ... */`, in some dialects with comments in it; `/*! ... */` runs in one.
    pub(super) fn block_comment(&mut self) {
        let start = self.at;
        let is_version = self.rest().starts_with("/*!") || self.rest().starts_with("/*M!");
        if is_version && self.dialect == Dialect::Mysql {
            self.ambiguous |= self.watch.version;
            self.watch.version = true;
            let opener = self.rest().find('!').map_or(2, |at| at.saturating_add(1));
            let digits = self.rest().bytes().skip(opener).take(6);
            let digits = digits.take_while(u8::is_ascii_digit).count();
            self.skip(opener.saturating_add(digits));
            return;
        }
        self.ambiguous |= !self.knows() && is_version;
        let nests = matches!(self.dialect, Dialect::Postgres | Dialect::Duckdb | Dialect::Tsql);
        self.skip(2);
        let mut depth = 1_usize;
        while depth > 0 {
            match (self.peek(0), self.peek(1)) {
                (Some(b'*'), Some(b'/')) => {
                    depth = depth.saturating_sub(1);
                    self.skip(2);
                }
                (Some(b'/'), Some(b'*')) => {
                    self.ambiguous |= !self.knows() || self.watch.version;
                    depth = depth.saturating_add(usize::from(nests));
                    self.skip(if nests { 2 } else { 1 });
                }
                (Some(_), _) => self.skip(1),
                (None, _) => {
                    self.ambiguous = true;
                    break;
                }
            }
        }
        self.quoted(start);
    }
}
