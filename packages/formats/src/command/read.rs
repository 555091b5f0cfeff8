//! One pass over a line with three states: outside quotes, in single quotes, in double quotes.

use aana_core::confusables;

use super::{CommandLine, Construct, FoundConstruct, Word};

/// Splits a command line as a POSIX shell does, and names everything that a shell would act on.
///
/// The text is one line: a line end in it is a [`Construct::Control`]. The time grows with its length.
pub fn split(line: &str) -> CommandLine {
    let mut reader = CommandReader {
        rest: line,
        at: 0,
        word: None,
        open: Open::default(),
        out: CommandLine::default(),
    };
    while let Some(c) = reader.bump() {
        reader.outside(c);
    }
    reader.end_word();
    reader.out
}

struct CommandReader<'a> {
    rest: &'a str,
    /// Where `rest` begins.
    at: usize,
    word: Option<Word>,
    open: Open,
    out: CommandLine,
}

/// Brackets that belong to substitutions and have not been closed yet.
#[derive(Default)]
struct Open {
    round: usize,
    square: usize,
    curly: usize,
}

impl Open {
    /// Whether this closes one of them.
    fn close(&mut self, c: char) -> bool {
        let count = match c {
            ')' => &mut self.round,
            ']' => &mut self.square,
            '}' => &mut self.curly,
            _ => return false,
        };
        let left = count.checked_sub(1);
        *count = left.unwrap_or(0);
        left.is_some()
    }
}

impl CommandReader<'_> {
    fn bump(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.skip(c.len_utf8());
        Some(c)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
        self.at = self.at.saturating_add(bytes);
    }

    /// Takes this text if it comes next.
    fn take(&mut self, text: &str) -> bool {
        let comes = self.rest.starts_with(text);
        if comes {
            self.skip(text.len());
        }
        comes
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Notes what began with the one byte that was read last.
    fn note(&mut self, construct: Construct) {
        let at = self.at.saturating_sub(1);
        self.out.found.push(FoundConstruct { construct, at });
    }

    fn note_at(&mut self, construct: Construct, at: usize) {
        self.out.found.push(FoundConstruct { construct, at });
    }

    fn start(&mut self, at: usize) -> &mut Word {
        self.word.get_or_insert_with(|| Word { at, ..Word::default() })
    }

    fn push(&mut self, c: char, at: usize, quoted: bool) {
        let word = self.start(at);
        word.text.push(c);
        let length = word.text.len();
        word.quoted.resize(length, quoted);
    }

    fn end_word(&mut self) {
        if let Some(word) = self.word.take() {
            self.out.words.push(word);
        }
    }

    /// An operator ends the word before it.
    fn operator(&mut self, construct: Construct) {
        self.note(construct);
        self.end_word();
    }

    fn outside(&mut self, c: char) {
        let at = self.at.saturating_sub(c.len_utf8());
        if self.open.close(c) {
            return self.push(c, at, false);
        }
        match c {
            ' ' => self.end_word(),
            '\t' => self.operator(Construct::Tab),
            '\'' => self.single(at),
            '"' => self.double(at),
            ';' => {
                self.operator(Construct::Chaining);
                self.take(";");
            }
            '|' => {
                let chains = self.rest.starts_with('|');
                self.operator(if chains { Construct::Chaining } else { Construct::Pipeline });
                if !self.take("|") {
                    self.take("&");
                }
            }
            '&' => match self.peek() {
                Some('&') => {
                    self.operator(Construct::Chaining);
                    self.take("&");
                }
                Some('>') => {
                    self.operator(Construct::Redirection);
                    self.take(">");
                    self.take(">");
                }
                _ => self.operator(Construct::Background),
            },
            '<' | '>' => self.angle(c),
            '$' => self.dollar(at, false),
            '`' => self.operator(Construct::Backtick),
            '(' | ')' => self.operator(Construct::Subshell),
            '{' | '}' => self.letter(c, at, Construct::BraceExpansion),
            '*' | '?' | '[' | ']' => self.letter(c, at, Construct::Glob),
            '\\' => {
                self.note(Construct::Escape);
                // What follows is text, whatever it is.
                if let Some(next) = self.bump() {
                    self.push(next, at, true);
                }
            }
            '#' if self.word.is_none() => self.letter(c, at, Construct::Comment),
            c if c.is_ascii_control() => self.letter(c, at, Construct::Control),
            c if c.is_ascii() => self.push(c, at, false),
            c => {
                let confusable = confusables::is_operator(c);
                self.note_at(
                    if confusable { Construct::Confusable } else { Construct::NonAscii },
                    at,
                );
                self.push(c, at, false);
            }
        }
    }

    /// A construct that is also a character of the word.
    fn letter(&mut self, c: char, at: usize, construct: Construct) {
        self.note(construct);
        self.push(c, at, false);
    }

    fn angle(&mut self, c: char) {
        if self.rest.starts_with('(') {
            self.operator(Construct::ProcessSubstitution);
            self.take("(");
            self.open.round = self.open.round.saturating_add(1);
        } else if c == '<' && self.rest.starts_with('<') {
            self.operator(Construct::HereDocument);
            self.take("<");
            if !self.take("<") {
                self.take("-");
            }
        } else {
            self.operator(Construct::Redirection);
            let tails: &[&str] = if c == '<' { &[">", "&"] } else { &[">", "&", "|"] };
            let _ = tails.iter().any(|tail| self.take(tail));
        }
    }

    /// A dollar sign, outside quotes or in double quotes.
    fn dollar(&mut self, at: usize, quoted: bool) {
        match self.peek() {
            Some('(') => {
                self.note(Construct::CommandSubstitution);
                let opened = if self.rest.starts_with("((") { 2 } else { 1 };
                self.skip(opened);
                if !quoted {
                    self.open.round = self.open.round.saturating_add(opened);
                }
            }
            Some('[') => {
                self.note(Construct::CommandSubstitution);
                self.skip(1);
                if !quoted {
                    self.open.square = self.open.square.saturating_add(1);
                }
            }
            Some('\'' | '"') if !quoted => self.note(Construct::AnsiCQuote),
            next if !quoted || next.is_some_and(expands) => {
                self.note(Construct::VariableExpansion);
                // `$$` is one expansion, and so are `${` and `$*`.
                if next.is_some_and(|next| "$*#?@!-{".contains(next)) {
                    self.bump();
                }
                if next == Some('{') && !quoted {
                    self.open.curly = self.open.curly.saturating_add(1);
                }
            }
            _ => {}
        }
        self.push('$', at, quoted);
    }

    fn single(&mut self, at: usize) {
        self.start(at).any_quote = true;
        loop {
            match self.bump() {
                Some('\'') => return,
                Some(c) => self.quoted(c, at),
                None => return self.note_at(Construct::UnterminatedQuote, at),
            }
        }
    }

    fn double(&mut self, at: usize) {
        self.start(at).any_quote = true;
        loop {
            match self.bump() {
                Some('"') => return,
                Some('\\') => match self.peek() {
                    Some(next @ ('$' | '`' | '"' | '\\')) => {
                        self.bump();
                        self.push(next, at, true);
                    }
                    _ => self.push('\\', at, true),
                },
                Some('$') => self.dollar(at, true),
                Some('`') => {
                    self.note(Construct::Backtick);
                    self.push('`', at, true);
                }
                Some(c) => self.quoted(c, at),
                None => return self.note_at(Construct::UnterminatedQuote, at),
            }
        }
    }

    /// An ordinary character in quotes.
    fn quoted(&mut self, c: char, at: usize) {
        if c == '\t' {
            self.note(Construct::Tab);
        } else if c.is_ascii_control() {
            self.note(Construct::Control);
        }
        self.push(c, at, true);
    }
}

/// Whether a `$` before this character is an expansion to a shell. Outside quotes every `$` counts.
fn expands(next: char) -> bool {
    next.is_ascii_alphanumeric() || "_{@*#?$!-".contains(next)
}
