//! What was opened and has not been closed.

use alloc::vec::Vec;

use super::state::Stop;
use crate::arguments::headed::{Headed, headed};

/// Something around commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    /// `(`
    Paren,
    /// `{`
    Brace,
    /// `if` or `elif`, before its `then`.
    If,
    /// Behind `then`.
    Then,
    /// Behind `else`.
    Else,
    /// `while` or `until`, before its `do`.
    Loop,
    /// Behind `do`.
    Body,
}

/// All of them, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Frames(Vec<Frame>);

impl Frames {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn open(&mut self, frame: Frame) {
        self.0.push(frame);
    }

    /// A word that opens something.
    pub(super) fn open_word(&mut self, word: &str) {
        self.0.push(match word {
            "{" => Frame::Brace,
            "if" => Frame::If,
            _ => Frame::Loop,
        });
    }

    /// Closes the innermost, which must be this.
    pub(super) fn close(&mut self, frame: Frame) -> Result<(), Stop> {
        if self.0.pop() == Some(frame) { Ok(()) } else { Err(Stop::Unparsed) }
    }

    /// A word in the middle of something.
    pub(super) fn go_on(&mut self, word: &str) -> Result<(), Stop> {
        let last = self.0.last_mut().ok_or(Stop::Unparsed)?;
        *last = match (word, *last) {
            ("then", Frame::If) => Frame::Then,
            ("elif", Frame::Then) => Frame::If,
            ("else", Frame::Then) => Frame::Else,
            ("do", Frame::Loop) => Frame::Body,
            _ => return Err(Stop::Unparsed),
        };
        Ok(())
    }

    /// A word that closes something.
    pub(super) fn close_word(&mut self, word: &str) -> Result<(), Stop> {
        let closes = matches!(
            (word, self.0.pop()),
            ("}", Some(Frame::Brace))
                | ("fi", Some(Frame::Then | Frame::Else))
                | ("done", Some(Frame::Body))
        );
        if closes { Ok(()) } else { Err(Stop::Unparsed) }
    }
}

/// A reserved word as a text that lives long enough.
pub(super) fn own_reserved(word: &str) -> Option<&'static str> {
    const WORDS: Headed = headed!(
        "! [[ case coproc do done elif else esac fi for function if select then time until while { }"
    );
    WORDS.get(word).map(|found| found.word)
}
