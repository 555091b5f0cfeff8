//! A name that is taken apart once.

use super::{Joint, Token, Tokens, Word, tokens};

/// So many words have nearly all names.
const KEPT: usize = 8;

/// A name and its words, for all who read it one after the other. The words stand on the stack: those behind the
/// first few, which hardly a name has, are taken apart anew by each reader.
#[derive(Debug, Clone)]
pub(crate) struct Name<'a> {
    text: &'a str,
    kept: [Token<'a>; KEPT],
    count: usize,
    rest: Tokens<'a>,
}

impl<'a> Name<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        const NOTHING: Token<'_> =
            Token { text: "", word: Word::OTHER, starts_segment: false, joint: Joint::Word };
        let mut name = Self { text, kept: [NOTHING; KEPT], count: 0, rest: tokens(text) };
        for (place, token) in name.kept.iter_mut().zip(&mut name.rest) {
            *place = token;
            name.count = name.count.wrapping_add(1);
        }
        name
    }

    /// The whole name.
    pub(crate) const fn as_str(&self) -> &'a str {
        self.text
    }

    /// Its words in order.
    pub(crate) fn tokens(&self) -> KeptTokens<'_, 'a> {
        let kept = self.kept.get(..self.count).unwrap_or_default();
        KeptTokens { kept: kept.iter(), rest: self.rest.clone() }
    }
}

/// See [`Name::tokens`].
#[derive(Debug, Clone)]
pub(crate) struct KeptTokens<'n, 'a> {
    kept: core::slice::Iter<'n, Token<'a>>,
    rest: Tokens<'a>,
}

impl<'a> KeptTokens<'_, 'a> {
    /// The token that is next.
    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        self.clone().next()
    }
}

impl<'a> Iterator for KeptTokens<'_, 'a> {
    type Item = Token<'a>;

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn next(&mut self) -> Option<Token<'a>> {
        self.kept.next().copied().or_else(|| self.rest.next())
    }
}

#[cfg(test)]
mod tests {
    use super::Name;
    use crate::tokens::tokens;

    /// Short names and long ones have the same words as where each reader takes them apart by itself.
    #[test]
    fn a_name_keeps_its_words() {
        for count in 0..20 {
            let text = ["get__User", "list+of", "x2/é"].repeat(count).join("_");
            let name = Name::of(&text);
            let shown = |token| alloc::format!("{token:?}");
            assert!(name.tokens().map(shown).eq(tokens(&text).map(shown)), "{text}");
        }
    }
}
