//! The words of a program as options and operands, as most programs read them.

use super::word::{SPLITS, Word};

/// One thing among the words of a program.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Arg<'a> {
    /// A short option with its value, if it takes one.
    Short(u8, Option<Word<'a>>),
    /// A long option with the value behind its `=`.
    Long(&'a str, Option<Word<'a>>),
    /// A word that is no option.
    Operand(Word<'a>),
    /// A word that may be an option, or several words.
    Unknown,
}

/// Goes over the words of a program. Options may stand behind operands, up to `--`.
pub(crate) struct Args<'w, 'a> {
    words: &'w [Word<'a>],
    /// Short options that take a value.
    values: &'w str,
    /// Long options that take the next word, if their value does not follow a `=`.
    long_values: &'w [&'w str],
    /// The rest of a cluster.
    cluster: Option<Word<'a>>,
    /// Something more about the word before.
    next: Option<Arg<'a>>,
    ended: bool,
}

impl<'w, 'a> Args<'w, 'a> {
    pub(crate) const fn new(words: &'w [Word<'a>], values: &'w str) -> Self {
        Self { words, values, long_values: &[], cluster: None, next: None, ended: false }
    }

    pub(crate) const fn with_long(mut self, long_values: &'w [&'w str]) -> Self {
        self.long_values = long_values;
        self
    }

    /// The words that were not read.
    pub(crate) const fn rest(&self) -> &'w [Word<'a>] {
        self.words
    }

    fn take(&mut self) -> Option<Word<'a>> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(*first)
    }

    /// The next word as the value of an option. One that looks like an option counts as one as well: not every
    /// version of a program takes it for a value.
    fn value(&mut self) -> Option<Word<'a>> {
        let word = *self.words.first()?;
        if word.is_option() && word.text != "--" {
            return Some(word);
        }
        let _ = self.take();
        if word.has(SPLITS) {
            self.next = Some(Arg::Unknown);
        }
        Some(word)
    }

    fn short(&mut self, cluster: Word<'a>) -> Option<Arg<'a>> {
        let letter = cluster.text.chars().next()?;
        let rest = cluster.from(letter.len_utf8());
        let byte = u8::try_from(letter).unwrap_or(b'?');
        if !self.values.contains(letter) {
            self.cluster = (!rest.text.is_empty()).then_some(rest);
            return Some(Arg::Short(byte, None));
        }
        let value = if rest.text.is_empty() { self.value() } else { Some(rest) };
        Some(Arg::Short(byte, value))
    }
}

impl<'a> Iterator for Args<'_, 'a> {
    type Item = Arg<'a>;

    fn next(&mut self) -> Option<Arg<'a>> {
        if let Some(cluster) = self.cluster.take() {
            return self.short(cluster);
        }
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        let word = self.take()?;
        if self.ended {
            return Some(Arg::Operand(word));
        }
        if word.may_be_option() {
            // What is known of it counts all the same.
            if word.is_option() {
                self.next = Some(Arg::Unknown);
            } else {
                return Some(Arg::Unknown);
            }
        }
        if word.is("--") {
            self.ended = true;
            return self.next();
        }
        if word.text.starts_with("--") {
            let name = word.text.get(2..).unwrap_or_default();
            if let Some((name, _)) = name.split_once('=') {
                return Some(Arg::Long(name, Some(word.from(name.len().saturating_add(3)))));
            }
            let takes = self.long_values.contains(&name);
            let value = if takes { self.value() } else { None };
            return Some(Arg::Long(name, value));
        }
        if word.is_option() {
            return self.short(word.from(1));
        }
        Some(Arg::Operand(word))
    }
}

/// Whether a long option is this one, or an abbreviation of it.
pub(crate) fn abbreviates(given: &str, option: &str) -> bool {
    !given.is_empty() && option.starts_with(given)
}

/// Whether one of the words may be an option that does not stand there.
pub(crate) fn any_unknown(words: &[Word<'_>]) -> bool {
    words.iter().take_while(|word| !word.is("--")).any(|word| word.may_be_option())
}
