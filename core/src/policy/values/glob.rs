//! Patterns for texts: `*` for a part of a component, `**` for anything, `?` for one character.

use alloc::vec::Vec;

/// How many characters and wildcards a pattern may have.
pub(super) const LONGEST: usize = 255;

/// How many a pattern has at most in lower case: a letter may become two.
const MOST_TOKENS: usize = 511;

/// What `*` and `?` do not stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Border {
    /// They stand for anything.
    Nothing,
    /// They stay within a component of a path.
    Slash,
    /// They stay within a host.
    Host,
}

impl Border {
    fn holds(self, character: char) -> bool {
        match self {
            Self::Nothing => false,
            Self::Slash => matches!(character, '/' | '\\'),
            Self::Host => matches!(character, '/' | '\\' | '?' | '#' | '@' | ':'),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Character(char),
    One,
    Star,
    Deep,
}

/// A pattern, taken apart.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    tokens: Vec<Token>,
    border: Border,
}

/// The places in a pattern that a text may have come to.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Places([u64; 8]);

impl Places {
    fn insert(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place >> 6) {
            *word |= 1_u64 << (place & 63);
        }
    }

    fn contains(&self, place: usize) -> bool {
        self.0.get(place >> 6).is_some_and(|word| word & (1_u64 << (place & 63)) != 0)
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        (0_usize..8).zip(self.0).flat_map(|(index, mut word)| {
            core::iter::from_fn(move || {
                let bit = usize::try_from(word.trailing_zeros()).ok().filter(|bit| *bit < 64)?;
                word &= word.wrapping_sub(1);
                Some((index << 6) | bit)
            })
        })
    }
}

impl Glob {
    /// A pattern that was written with at most [`LONGEST`] characters.
    pub(super) fn new(pattern: &str, border: Border) -> Self {
        let mut tokens = Vec::new();
        for character in pattern.chars().take(MOST_TOKENS) {
            let token = match character {
                '?' => Token::One,
                '*' => Token::Star,
                other => Token::Character(other),
            };
            match tokens.last_mut() {
                Some(last)
                    if token == Token::Star && matches!(*last, Token::Star | Token::Deep) =>
                {
                    *last = Token::Deep;
                }
                _ => tokens.push(token),
            }
        }
        Self { tokens, border }
    }

    /// Whether the whole text fits. Each character is looked at once for each place of the pattern.
    pub(super) fn fits(&self, text: &str) -> bool {
        let mut places = Places::default();
        self.reach(0, &mut places);
        for character in text.chars() {
            let mut next = Places::default();
            for place in places.iter() {
                match self.tokens.get(place) {
                    Some(Token::Character(expected)) if *expected == character => {
                        self.reach(place.saturating_add(1), &mut next);
                    }
                    Some(Token::One) if !self.border.holds(character) => {
                        self.reach(place.saturating_add(1), &mut next);
                    }
                    Some(Token::Star) if !self.border.holds(character) => {
                        self.reach(place, &mut next);
                    }
                    Some(Token::Deep) => self.reach(place, &mut next),
                    _ => {}
                }
            }
            if next == Places::default() {
                return false;
            }
            places = next;
        }
        places.contains(self.tokens.len())
    }

    /// A place, and those behind it that may stand for nothing.
    fn reach(&self, place: usize, places: &mut Places) {
        let mut place = place;
        places.insert(place);
        while matches!(self.tokens.get(place), Some(Token::Star | Token::Deep)) {
            place = place.saturating_add(1);
            places.insert(place);
        }
    }
}
