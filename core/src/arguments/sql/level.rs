//! What is known about one depth of parentheses.

use super::words as w;
use crate::tokens::Word;

/// Where in the list of a `WITH` a level is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Cte {
    #[default]
    None,
    /// Behind `WITH` or a comma.
    List,
    /// Behind the name at this place.
    Name(usize),
    /// Between the name and its columns' closing parenthesis.
    Columns(usize),
    /// Behind `AS`.
    As,
    /// In the query.
    Query,
    /// Behind the query.
    Behind,
}

/// One depth of parentheses.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Level {
    /// How many queries stand around what is here.
    pub(super) queries: usize,
    /// Whether what is behind this parenthesis is a value.
    pub(super) before_value: bool,
    /// Whether texts here are names of files.
    pub(super) holds_files: bool,
    /// The verb of a write at this depth.
    pub(super) verb: Option<Word>,
    /// Whether the write has a condition that is not always true.
    pub(super) has_where: bool,
    /// Whether the write is over, and another statement may have begun.
    pub(super) is_over: bool,
    /// Whether anything stands here.
    pub(super) has_begun: bool,
    /// Whether it begins with a list of named queries.
    pub(super) is_with: bool,
    /// Whether the verb behind that list is known.
    pub(super) has_main: bool,
    /// Whether a parenthesis was closed.
    pub(super) has_closed: bool,
    pub(super) cte: Cte,
}

impl Level {
    /// Takes a name or word, and says whether it is the name of a query in a `WITH`.
    #[inline]
    pub(super) fn word(&mut self, word: Word, index: usize) -> bool {
        if self.cte == Cte::None && word != w::WITH {
            self.has_begun = true;
            return false;
        }
        self.list_word(word, index)
    }

    fn list_word(&mut self, word: Word, index: usize) -> bool {
        self.cte = match self.cte {
            Cte::List if word == w::RECURSIVE => Cte::List,
            Cte::List => Cte::Name(index),
            Cte::Name(_) if word == w::AS => Cte::As,
            Cte::As if matches!(word, w::NOT | w::MATERIALIZED) => Cte::As,
            _ if word == w::WITH => {
                self.is_with |= !self.has_begun;
                Cte::List
            }
            _ => Cte::None,
        };
        self.has_begun = true;
        matches!(self.cte, Cte::Name(_))
    }

    pub(super) fn mark(&mut self, mark: u8) {
        self.has_begun = true;
        self.cte = match (self.cte, mark) {
            (Cte::Behind, b',') => Cte::List,
            _ => Cte::None,
        };
    }

    pub(super) fn other(&mut self) {
        self.has_begun = true;
        self.cte = Cte::None;
    }

    /// A parenthesis opens here.
    pub(super) fn open(&mut self) {
        self.has_begun = true;
        self.cte = match self.cte {
            Cte::Name(index) => Cte::Columns(index),
            Cte::As => Cte::Query,
            _ => Cte::None,
        };
    }

    /// It closed again. Names what was called after all, if it was not the name of a query.
    pub(super) fn close(&mut self, names_query: bool) -> Option<usize> {
        self.has_closed = true;
        match self.cte {
            Cte::Query => self.cte = Cte::Behind,
            Cte::Columns(index) if names_query => self.cte = Cte::Name(index),
            Cte::Columns(index) => {
                self.cte = Cte::None;
                return Some(index);
            }
            _ => self.cte = Cte::None,
        }
        None
    }
}
