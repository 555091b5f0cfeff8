//! The words of a program as options and operands, as most programs read them.
//!
//! Which options a program has stands under headings that say what they do: `edits: -io= in-place~`. Short options are
//! in clusters that begin with a dash, long ones are without their dashes. At the end of a word
//!
//! - `=` says that the option takes a value: for a long one the next word, if its value does not follow a `=`,
//! - `?` that a short option has a value only if it stands in the same word,
//! - `~` that an abbreviation of the option counts as well,
//! - `*` that every option counts that begins so.

use super::does::Does;
use super::harmless::is_harmless;
use super::word::{SPLITS, Word};
use crate::arguments::headed::{Headed, is_like};

/// A short option of which the program's text says nothing.
pub(crate) const SHORT: u8 = b'-';
/// A long option of which the program's text says nothing.
pub(crate) const LONG: u8 = b'=';
/// An operand.
pub(crate) const OPERAND: u8 = b'.';
/// A word that may be an option, or several words.
pub(crate) const UNKNOWN: u8 = b'?';

/// One thing among the words of a program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'a> {
    /// The first letter of the option's heading, or what else it is.
    pub(crate) kind: u8,
    /// The name of the option: a letter, or what stands behind two dashes.
    pub(crate) name: &'a str,
    /// The operand, or the value of the option.
    pub(crate) word: Option<Word<'a>>,
}

impl<'a> Part<'a> {
    const UNKNOWN: Self = Self { kind: UNKNOWN, name: "", word: None };

    const fn operand(word: Word<'a>) -> Self {
        Self { kind: OPERAND, name: "", word: Some(word) }
    }

    /// The text of the operand or the value.
    pub(crate) fn text(self) -> &'a str {
        self.word.map_or("", |word| word.text)
    }

    /// What headings say that mean the same for all programs.
    pub(crate) fn does(self) -> Does {
        match self.kind {
            b'd' => Does::DESTROYS,
            b'e' => Does::EDITS,
            // A file that is written, if it is one.
            b'f' if self.word.is_none_or(|word| !is_harmless(word)) => Does::EDITS,
            b'r' => Does::RUNS,
            b's' => Does::SENDS,
            b'u' | UNKNOWN => Does::UNKNOWN,
            _ => Does::READS,
        }
    }
}

/// Goes over the words of a program. Options may stand behind operands, up to `--`.
pub(crate) struct Parts<'w, 'a> {
    words: &'w [Word<'a>],
    options: Headed,
    /// The rest of a cluster.
    cluster: Option<Word<'a>>,
    /// The word before may be something else as well.
    unknown: bool,
    ended: bool,
}

impl<'w, 'a> Parts<'w, 'a> {
    pub(crate) const fn new(words: &'w [Word<'a>], options: Headed) -> Self {
        Self { words, options, cluster: None, unknown: false, ended: false }
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
        self.unknown |= word.has(SPLITS);
        if word.is_option() && word.text != "--" && !is_number(word) {
            self.unknown = true;
        } else {
            let _ = self.take();
        }
        Some(word)
    }

    fn short(&mut self, cluster: Word<'a>) -> Option<Part<'a>> {
        let length = cluster.text.chars().next()?.len_utf8();
        let (name, rest) = (cluster.text.get(..length)?, cluster.from(length));
        let (kind, takes) = short(self.options, name);
        let attached = (!rest.text.is_empty()).then_some(rest);
        let word = if takes == Takes::Next {
            attached.or_else(|| self.value())
        } else if takes == Takes::Attached {
            attached
        } else {
            self.cluster = attached;
            None
        };
        Some(Part { kind, name, word })
    }

    fn long(&mut self, word: Word<'a>) -> Part<'a> {
        let given = word.text.get(2..).unwrap_or_default();
        let (name, value) = match given.split_once('=') {
            Some((name, _)) => (name, Some(word.from(name.len().wrapping_add(3)))),
            None => (given, None),
        };
        let (kind, takes) = long(self.options, name);
        let word = if takes && name.len() == given.len() { self.value() } else { value };
        Part { kind, name, word }
    }
}

impl<'a> Iterator for Parts<'_, 'a> {
    type Item = Part<'a>;

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn next(&mut self) -> Option<Part<'a>> {
        if let Some(cluster) = self.cluster.take() {
            return self.short(cluster);
        }
        if core::mem::take(&mut self.unknown) {
            return Some(Part::UNKNOWN);
        }
        let mut word = self.take()?;
        if !self.ended && word.is("--") {
            self.ended = true;
            word = self.take()?;
        }
        if self.ended {
            return Some(Part::operand(word));
        }
        if word.may_be_option() {
            // What is known of it counts all the same.
            if !word.is_option() {
                return Some(Part::UNKNOWN);
            }
            self.unknown = true;
        }
        if word.text.starts_with("--") {
            Some(self.long(word))
        } else if word.is_option() {
            self.short(word.from(1))
        } else {
            Some(Part::operand(word))
        }
    }
}

/// Where the value of a short option stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// It has none.
    Nothing,
    /// In the same word, if it has one.
    Attached,
    /// In the same word, or it is the next.
    Next,
}

/// The heading of a short option, and where its value stands.
pub(super) fn short(options: Headed, letter: &str) -> (u8, Takes) {
    let found = options.find("-", &|word| letters(word).0.contains(letter));
    found.map_or((SHORT, Takes::Nothing), |found| (found.heading, letters(found.word).1))
}

/// The letters of a cluster, and where their values stand.
fn letters(word: &str) -> (&str, Takes) {
    let cluster = word.get(1..).unwrap_or_default();
    if let Some(cluster) = cluster.strip_suffix('=') {
        (cluster, Takes::Next)
    } else if let Some(cluster) = cluster.strip_suffix('?') {
        (cluster, Takes::Attached)
    } else {
        (cluster, Takes::Nothing)
    }
}

/// The heading of a long option, and whether it takes a value.
pub(super) fn long(options: Headed, given: &str) -> (u8, bool) {
    if given.starts_with('-') {
        return (LONG, false);
    }
    let found = options.find(given, &|word| {
        let name = word.strip_suffix('=').unwrap_or(word);
        match name.strip_suffix('~') {
            Some(name) => name.starts_with(given),
            None => is_like(given, name),
        }
    });
    found.map_or((LONG, false), |found| {
        let name = found.word.strip_suffix('=').map(|name| name.strip_suffix('~').unwrap_or(name));
        (found.heading, name == Some(given))
    })
}

/// The headings of all words, as bits: `a` is the lowest.
pub(crate) fn headings(words: &[Word<'_>], options: Headed) -> u32 {
    Parts::new(words, options).fold(0, |all, part| all | bit(part.kind))
}

/// A heading as a bit.
pub(crate) const fn bit(heading: u8) -> u32 {
    match heading {
        b'a'..=b'z' => 1_u32.wrapping_shl(heading.wrapping_sub(b'a') as u32),
        OPERAND => 1 << 26,
        UNKNOWN => 1 << 27,
        _ => 0,
    }
}

/// What the options do, and whether one of them makes the program only show something, whose heading begins with `l`.
pub(crate) fn all(words: &[Word<'_>], options: Headed) -> (Does, bool) {
    let (mut does, mut lists) = (Does::READS, false);
    for part in Parts::new(words, options) {
        does = does.and(part.does());
        lists |= part.kind == b'l';
    }
    (does, lists)
}

/// Whether a word is a number below zero, and no option.
fn is_number(word: Word<'_>) -> bool {
    word.text.as_bytes().get(1).is_some_and(u8::is_ascii_digit)
}

/// Whether a word that says that nothing is changed may be the value of the option before it, so that it does not
/// count. `flags` take no value; of short options only those whose last letter is under the heading `values` take one.
pub(crate) fn is_swallowed(args: &[Word<'_>], flags: Headed, says: fn(&str) -> bool) -> bool {
    args.windows(2).any(|pair| match pair {
        [before, word] if says(word.text) => takes_next(before.text, flags),
        _ => false,
    })
}

fn takes_next(option: &str, flags: Headed) -> bool {
    if option.len() < 2 || !option.starts_with('-') || option.contains('=') {
        return false;
    }
    match option.strip_prefix("--") {
        Some(name) => long(flags, name).0 == LONG,
        None => option
            .get(option.len().wrapping_sub(1)..)
            .is_some_and(|letter| short(flags, letter).1 == Takes::Next),
    }
}

/// Whether one of the words may be an option that does not stand there.
pub(crate) fn any_unknown(words: &[Word<'_>]) -> bool {
    words.iter().take_while(|word| !word.is("--")).any(|word| word.may_be_option())
}
