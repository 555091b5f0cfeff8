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
        if word.is_option() && word.text != "--" && !is_number(word) {
            self.next = Some(Arg::Unknown);
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

/// Whether a word is a number below zero, and no option.
fn is_number(word: Word<'_>) -> bool {
    word.text.as_bytes().get(1).is_some_and(u8::is_ascii_digit)
}

/// Whether an option may take the next word for its value, so that this one does not count. `flags` take none, of short
/// options only these letters take one.
pub(crate) fn takes_next(word: Word<'_>, flags: &[&str], letters: &str) -> bool {
    word.is_option()
        && !word.text.contains('=')
        && !flags.contains(&word.text)
        && (word.text.starts_with("--") || word.text.ends_with(|it| letters.contains(it)))
}

/// Whether a word that says that nothing is changed may be the value of what stands before it.
pub(crate) fn is_swallowed(
    args: &[Word<'_>],
    flags: &[&str],
    letters: &str,
    says: impl Fn(&str) -> bool,
) -> bool {
    args.windows(2).any(|pair| {
        matches!(pair, [before, word] if says(word.text) && takes_next(*before, flags, letters))
    })
}

/// Whether a long option is this one, or an abbreviation of it.
pub(crate) fn abbreviates(given: &str, option: &str) -> bool {
    !given.is_empty() && option.starts_with(given)
}

/// Whether one of the words may be an option that does not stand there.
pub(crate) fn any_unknown(words: &[Word<'_>]) -> bool {
    words.iter().take_while(|word| !word.is("--")).any(|word| word.may_be_option())
}
