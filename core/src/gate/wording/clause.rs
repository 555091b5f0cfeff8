//! Looking back and ahead from a word within its clause.
//!
//! The rules ask in hundreds of places, so in WebAssembly, where size counts, what they ask by stands there once.

use super::{
    lexer::{Border, Lexeme},
    words::{Sense, Yes, is},
};

/// A word of a text with those around it.
#[derive(Clone, Copy)]
pub(super) struct Place<'w, 't> {
    pub(super) words: &'w [Lexeme<'t>],
    pub(super) at: usize,
}

impl<'w, 't> Place<'w, 't> {
    pub(super) fn word(self) -> Option<&'w Lexeme<'t>> {
        self.words.get(self.at)
    }

    pub(super) fn sense(self) -> Sense {
        self.word().map_or(Sense::Other, |word| word.sense)
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn is(self, known: &str) -> bool {
        self.word().is_some_and(|word| is(word.text, known))
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn is_any(self, known: &[&str]) -> bool {
        known.iter().any(|known| self.is(known))
    }

    /// The word before, whatever stands between.
    pub(super) fn before(self) -> Option<Self> {
        self.at.checked_sub(1).map(|at| Self { at, ..self })
    }

    /// The word after, whatever stands between.
    pub(super) fn after(self) -> Option<Self> {
        let at = self.at.checked_add(1)?;
        (at < self.words.len()).then_some(Self { at, ..self })
    }

    /// Whether a clause starts at this word: a border, or `but` and `then` before it. `,` and `:` directly behind
    /// a yes-word end none.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn starts_clause(self) -> bool {
        let Some(before) = self.before() else { return true };
        match self.word().map_or(Border::Hard, |word| word.border) {
            Border::Hard => true,
            Border::Soft => !matches!(before.sense(), Sense::Yes(Yes::Said | Yes::Answer)),
            Border::None => before.sense() == Sense::But,
        }
    }

    /// Whether nothing but blanks stands before it.
    pub(super) fn is_adjacent(self) -> bool {
        self.word().is_some_and(|word| word.border == Border::None)
    }

    /// The words before it in its clause, nearest first, `most` at most.
    pub(super) const fn back(self, most: usize) -> Neighbours<'w, 't> {
        Neighbours { place: self, most, ahead: false }
    }

    /// The words after it in its clause, nearest first, `most` at most.
    pub(super) const fn ahead(self, most: usize) -> Neighbours<'w, 't> {
        Neighbours { place: self, most, ahead: true }
    }

    /// The word directly after it, with nothing but blanks between.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn next(self) -> Option<Self> {
        self.after().filter(|after| after.is_adjacent())
    }

    /// The word directly before it, with nothing but blanks between.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn previous(self) -> Option<Self> {
        if !self.is_adjacent() {
            return None;
        }
        self.before()
    }

    pub(super) fn is_plural(self) -> bool {
        self.word().is_some_and(|word| {
            word.text.len() > 3 && word.text.ends_with(b"s") && !word.text.ends_with(b"ss")
        })
    }

    pub(super) fn ends_in_ing(self) -> bool {
        self.word().is_some_and(|word| {
            word.text.len() > 4
                && word
                    .text
                    .last_chunk()
                    .is_some_and(|end: &[u8; 3]| end.eq_ignore_ascii_case(b"ing"))
        })
    }

    /// Whether a negation directly before takes the word back: `no conflict`, `not revoked`, `nobody has
    /// objected`.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn is_taken_back(self) -> bool {
        let mut distance = 0_u8;
        for place in self.back(6) {
            match place.sense() {
                Sense::Being => {}
                Sense::NoAnswer | Sense::Not | Sense::Without if distance < 2 => return true,
                Sense::Nobody if distance < 4 => return true,
                Sense::Yes(_) | Sense::No(..) => return false,
                _ => distance = distance.saturating_add(1),
            }
        }
        false
    }
}

/// The words around a place within its clause. See [`Place::back`] and [`Place::ahead`].
#[derive(Clone)]
pub(super) struct Neighbours<'w, 't> {
    place: Place<'w, 't>,
    most: usize,
    ahead: bool,
}

impl<'w, 't> Iterator for Neighbours<'w, 't> {
    type Item = Place<'w, 't>;

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn next(&mut self) -> Option<Self::Item> {
        self.most = self.most.checked_sub(1)?;
        let next = if self.ahead { self.place.after() } else { self.place.before() }?;
        // A clause starts at the later of two words.
        let later = if self.ahead { next } else { self.place };
        if later.starts_clause() {
            self.most = 0;
            return None;
        }
        self.place = next;
        Some(next)
    }
}
