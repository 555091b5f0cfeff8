//! Words after quote removal, with what is not known of them.

use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use super::stand_in::{EXPANDED, PIPE, SAFE, is_stand_in};

/// Some part of the word was quoted.
pub(crate) const QUOTED: u8 = 1;
/// Some part of the word is decided when it runs.
pub(crate) const DYNAMIC: u8 = 2;
/// The word may become several words, or none.
pub(crate) const SPLITS: u8 = 4;
/// The word is a pattern, or begins with a tilde.
pub(crate) const PATTERN: u8 = 8;
/// The word has braces that make several words.
pub(crate) const BRACES: u8 = 16;
/// The expansion in the word is that of the home directory.
pub(crate) const HOME: u8 = 32;

/// Some part of the word is what a command gave out, or may be.
pub(crate) const OUTPUT: u8 = 64;

/// A word of a command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<'a> {
    /// The text, with a stand-in for each expansion.
    pub(crate) text: &'a str,
    flags: u8,
}

impl<'a> Word<'a> {
    /// A word of which everything is known.
    pub(crate) const fn literal(text: &'a str) -> Self {
        Self { text, flags: QUOTED }
    }

    /// Words of which nothing is known.
    pub(crate) const fn unseen() -> Self {
        Self { text: "\0", flags: DYNAMIC | SPLITS | OUTPUT }
    }

    /// A word in which something was put in the place of a text.
    pub(crate) const fn expanded(text: &'a str) -> Self {
        Self { text, flags: DYNAMIC | OUTPUT }
    }

    /// The word where as many names stand in its place as there are.
    pub(crate) const fn as_pattern(self) -> Self {
        Self { flags: self.flags | PATTERN, ..self }
    }

    /// Whether the program may get several words for it.
    pub(crate) fn is_several(self) -> bool {
        let makes_names = |it: char| matches!(it, '*' | '?' | '[' | '{');
        self.has(BRACES | SPLITS) || self.has(PATTERN) && self.text.contains(makes_names)
    }

    pub(crate) const fn has(self, flags: u8) -> bool {
        self.flags & flags != 0
    }

    /// The text, if the program gets exactly this.
    pub(crate) fn plain(self) -> Option<&'a str> {
        (!self.has(DYNAMIC | PATTERN | BRACES)).then_some(self.text)
    }

    /// Whether the program gets exactly this text.
    pub(crate) fn is(self, text: &str) -> bool {
        self.text == text && self.plain().is_some()
    }

    /// Whether the program may find an option here that does not stand in the text.
    pub(crate) fn may_be_option(self) -> bool {
        if self.has(SPLITS) || self.text.starts_with(EXPANDED) {
            return true;
        }
        if self.has(BRACES) && self.text.starts_with(['{', '-']) {
            return true;
        }
        let open = self.has(DYNAMIC | PATTERN | BRACES) && self.text.starts_with('-');
        // Of `--name=` it is known which option it is.
        open && !self.text.split_once('=').is_some_and(|(name, _)| {
            let open = |it: char| is_stand_in(it) || matches!(it, '*' | '?' | '[' | '{');
            name.starts_with("--") && !name.contains(open)
        })
    }

    /// Whether the text looks like an option.
    pub(crate) fn is_option(self) -> bool {
        self.text.len() > 1 && self.text.starts_with('-')
    }

    /// The rest of the word behind these bytes.
    pub(crate) fn from(self, at: usize) -> Self {
        Self { text: self.text.get(at..).unwrap_or_default(), flags: self.flags }
    }
}

/// A word in a line, by place.
#[derive(Debug, Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
    flags: u8,
    /// Where the `=` of an assignment stands in the word; 0 if it is none.
    assigns: usize,
}

/// The words of one command while it is read. All their letters stand in one text.
#[derive(Debug, Default)]
pub(crate) struct Line {
    text: String,
    words: Vec<Place>,
    start: usize,
    flags: u8,
    assigns: usize,
    /// A brace was opened, and something in it makes several words.
    brace: Brace,
    /// An equals sign was read, so that another is none of an assignment.
    equals: bool,
    /// A word was read that is no assignment.
    program: bool,
    /// A redirection stands in the command.
    pub(crate) redirected: bool,
    /// The command gets something to read by one.
    pub(crate) is_fed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Brace {
    #[default]
    None,
    Open,
    Several,
}

impl Line {
    /// An empty one with room for what so many bytes of text hold.
    pub(crate) fn with_room(bytes: usize) -> Self {
        let bytes = bytes.min(256);
        let (text, words) = (String::with_capacity(bytes), Vec::with_capacity(bytes.div_ceil(8)));
        Self { text, words, ..Self::default() }
    }

    /// Whether nothing of a command was read yet, so that a reserved word counts.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty() && !self.redirected
    }

    pub(crate) fn count(&self) -> usize {
        self.words.len()
    }

    /// Whether a bracket may belong to the name of a variable: nothing but such a name stands before it.
    pub(crate) fn may_have_subscript(&self) -> bool {
        !self.program && self.flags & PATTERN == 0 && is_name(self.current())
    }

    /// Begins a word.
    pub(crate) fn begin(&mut self) {
        self.start = self.text.len();
        self.flags = 0;
        self.assigns = 0;
        self.brace = Brace::None;
        self.equals = false;
    }

    /// What was read of the word so far.
    pub(crate) fn current(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }

    /// Adds a character that means itself.
    pub(crate) fn push(&mut self, character: char) {
        self.text.push(character);
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn flag(&mut self, flags: u8) {
        self.flags |= flags;
    }

    /// Adds a character that stands outside quotes.
    pub(crate) fn push_bare(&mut self, character: char) {
        match character {
            '*' | '?' | '[' => self.flags |= PATTERN,
            '~' if self.current().is_empty() => self.flags |= PATTERN,
            '{' if self.brace == Brace::None => self.brace = Brace::Open,
            ',' if self.brace == Brace::Open => self.brace = Brace::Several,
            '.' if self.brace == Brace::Open && self.current().ends_with('.') => {
                self.brace = Brace::Several;
            }
            '}' if self.brace == Brace::Several => self.flags |= BRACES,
            '=' if !self.equals => {
                self.equals = true;
                if self.flags & (QUOTED | DYNAMIC) == 0 && is_target(self.current()) {
                    self.assigns = self.current().len();
                }
            }
            _ => {}
        }
        self.text.push(character);
    }

    /// Adds the stand-in of an expansion.
    pub(crate) fn expansion(&mut self, stand_in: char, splits: bool) {
        self.flags |= OUTPUT;
        self.variable(stand_in, splits);
    }

    /// Adds the stand-in of a variable that holds what no command of the text gave out.
    pub(crate) fn variable(&mut self, stand_in: char, splits: bool) {
        self.flags |= if splits { DYNAMIC | SPLITS } else { DYNAMIC };
        self.text.push(stand_in);
    }

    /// Ends the word.
    pub(crate) fn finish(&mut self) {
        // The program of this name is no pattern.
        if self.current() == "[" {
            self.flags &= !PATTERN;
        }
        self.program |= self.assigns == 0;
        self.words.push(Place {
            start: self.start,
            end: self.text.len(),
            flags: self.flags,
            assigns: self.assigns,
        });
    }

    /// Takes the last word away again.
    pub(crate) fn pop(&mut self) {
        if let Some(place) = self.words.pop() {
            self.text.truncate(place.start);
            self.program = self.words.last().is_some_and(|last| last.assigns == 0);
        }
    }

    /// Takes everything away.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.words.clear();
        self.program = false;
        self.redirected = false;
        self.is_fed = false;
    }

    /// The word with this number.
    pub(crate) fn word(&self, index: usize) -> Option<Word<'_>> {
        self.words.get(index).map(|place| self.of(*place))
    }

    pub(crate) fn last(&self) -> Option<Word<'_>> {
        self.words.last().map(|place| self.of(*place))
    }

    fn of(&self, place: Place) -> Word<'_> {
        let text = self.text.get(place.start..place.end).unwrap_or_default();
        Word { text, flags: place.flags }
    }

    /// All words.
    pub(crate) fn words(&self) -> impl Iterator<Item = Word<'_>> {
        self.words.iter().map(|place| self.of(*place))
    }

    /// The assignments with which the command begins: name and value.
    pub(crate) fn assignments(&self) -> impl Iterator<Item = (&str, Word<'_>)> {
        self.words.iter().take_while(|place| place.assigns > 0).filter_map(|place| {
            let word = self.of(*place);
            let name = word.text.get(..place.assigns)?;
            Some((
                name.strip_suffix('+').unwrap_or(name),
                word.from(place.assigns.saturating_add(1)),
            ))
        })
    }
}

/// Whether a text is the name of a variable.
pub(crate) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// What may stand before the `=` of an assignment.
fn is_target(text: &str) -> bool {
    is_name(text.strip_suffix('+').unwrap_or(text))
}

/// Whether a text has a subscript with a substitution in it, which arithmetic would run even where it is quoted.
pub(crate) fn runs_as_subscript(text: &str) -> bool {
    text.find('[').is_some_and(|at| text.get(at..).is_some_and(has_substitution))
}

/// Whether a text has a substitution in it that is data here.
pub(crate) fn has_substitution(text: &str) -> bool {
    let mut before = 0;
    text.bytes().any(|byte| {
        let begins = core::mem::replace(&mut before, byte) == b'$' && matches!(byte, b'(' | b'{');
        begins || byte == b'`'
    })
}
