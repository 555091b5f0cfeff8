//! Words and operators of one POSIX shell command line, for those who must know what a shell would do
//! with it and will not let a shell do it.
//!
//! What is quoted is data; everything that a shell would act on is a [`Construct`]. A line without any
//! is one simple command, and bash and dash make of it exactly the words that stand here, if no word
//! begins with an unquoted `~` and the first is not an assignment (the reader leaves both to its caller,
//! who can ask [`Word::is_quoted`]).
//!
//! ```
//! use aana_formats::command::{split, Construct};
//!
//! let line = split(r#"python /in/count.py --sep ";" --pattern 'a|b'"#);
//! assert!(line.is_plain());
//! let words: Vec<&str> = line.words().iter().map(|word| word.text()).collect();
//! assert_eq!(words, ["python", "/in/count.py", "--sep", ";", "--pattern", "a|b"]);
//!
//! let line = split("python /in/count.py; id > /out/log");
//! let found: Vec<Construct> = line.found().iter().map(|found| found.construct).collect();
//! assert_eq!(found, [Construct::Chaining, Construct::Redirection]);
//! ```

mod read;

pub use read::split;

/// Something in a command line that is more than a word of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Construct {
    /// `;`, `&&` or `||`.
    Chaining,
    /// `|` or `|&`.
    Pipeline,
    /// A single `&`.
    Background,
    /// `<`, `>` and all that is made of them.
    Redirection,
    /// `<<`, `<<-` or `<<<`.
    HereDocument,
    /// `<(` or `>(`.
    ProcessSubstitution,
    /// `$(`, `$((` or `$[`.
    CommandSubstitution,
    /// A backtick.
    Backtick,
    /// A `$` that a shell would expand.
    VariableExpansion,
    /// `$'` or `$"`.
    AnsiCQuote,
    /// A parenthesis.
    Subshell,
    /// A brace.
    BraceExpansion,
    /// `*`, `?`, `[` or `]`.
    Glob,
    /// A backslash outside quotes.
    Escape,
    /// `#` at the start of a word.
    Comment,
    /// A quote that does not end on the line.
    UnterminatedQuote,
    /// A tab, wherever it stands.
    Tab,
    /// A control character other than a tab, line ends included.
    Control,
    /// An unquoted character that only looks like an operator or a quote.
    Confusable,
    /// Any other unquoted character outside ASCII.
    NonAscii,
}

/// Where a construct stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundConstruct {
    /// What it is.
    pub construct: Construct,
    /// The byte of the line at which it begins.
    pub at: usize,
}

/// One word after quote removal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    text: String,
    /// For each byte of `text`, whether it stood in quotes.
    quoted: Vec<bool>,
    any_quote: bool,
    at: usize,
}

impl Word {
    /// The word as a program gets it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the byte at this offset of [`text`](Self::text) stood in quotes.
    pub fn is_quoted(&self, offset: usize) -> bool {
        self.quoted.get(offset).copied().unwrap_or(false)
    }

    /// Whether any part of the word stood in quotes, an empty part included.
    pub fn has_quotes(&self) -> bool {
        self.any_quote
    }

    /// The byte of the line at which the word begins.
    pub fn at(&self) -> usize {
        self.at
    }
}

/// What [`split`] found in a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommandLine {
    words: Vec<Word>,
    found: Vec<FoundConstruct>,
}

impl CommandLine {
    /// The words in order. They are those of a shell only if the line [is plain](Self::is_plain).
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Every construct in the order of the line.
    pub fn found(&self) -> &[FoundConstruct] {
        &self.found
    }

    /// Whether the line is one simple command in which a shell would expand nothing.
    pub fn is_plain(&self) -> bool {
        self.found.is_empty()
    }
}

/// Words as a line that a POSIX shell splits into exactly these words again, for a runner that takes
/// nothing but a line. Hand on the words themselves wherever that is possible.
///
/// ```
/// assert_eq!(aana_formats::command::quote(["echo", "it's", ""]), r"'echo' 'it'\''s' ''");
/// ```
pub fn quote<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push('\'');
        line.push_str(&word.replace('\'', r"'\''"));
        line.push('\'');
    }
    line
}
