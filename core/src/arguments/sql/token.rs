//! The tokens of an SQL text.

use crate::tokens::Word;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word without quotes: a keyword or a name.
    Word,
    /// A name in quotes.
    Name,
    /// A text in quotes.
    Text,
    Number,
    /// One character of punctuation.
    Mark(u8),
    /// `;`
    End,
    /// A line for the client program instead of the database.
    Client,
}

/// A token and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// What an unquoted word says; of anything else, and of a long word, [`Word::OTHER`].
    pub(super) word: Word,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Token {
    /// The bytes of the token, quotes included.
    pub(super) fn text<'a>(&self, source: &'a str) -> &'a str {
        let at = |place: u32| usize::try_from(place).unwrap_or(usize::MAX);
        source.get(at(self.start)..at(self.end)).unwrap_or_default()
    }

    /// What stands between the quotes of a name or text; the token itself if it has none.
    pub(super) fn inner<'a>(&self, source: &'a str) -> &'a str {
        let text = self.text(source);
        match self.kind {
            Kind::Name => text.get(1..text.len().saturating_sub(1)).unwrap_or_default(),
            Kind::Text => {
                let quote = |byte: &u8| matches!(byte, b'\'' | b'"' | b'$');
                let open = text.bytes().position(|byte| quote(&byte)).unwrap_or(0);
                let body = text.get(open.saturating_add(1)..text.len().saturating_sub(1));
                body.unwrap_or_default()
            }
            _ => text,
        }
    }

    #[inline]
    pub(super) fn is(&self, mark: u8) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) const fn is_name(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Name)
    }
}

/// The word of a token at a place, if there is one.
#[inline]
pub(super) fn word_at(tokens: &[Token], index: usize) -> Option<Word> {
    tokens.get(index).map(|token| token.word)
}

/// Whether this mark stands at a place.
#[inline]
pub(super) fn is_mark(tokens: &[Token], index: usize, mark: u8) -> bool {
    tokens.get(index).is_some_and(|token| token.is(mark))
}
