//! A first look at the text of a ref that is not itself an authorization, without a list of its words. Nearly every
//! text raises no alarm, and is not read a second time.

use super::{
    lexer::{Lexeme, Lexer},
    pattern,
    words::{Form, Sense, is},
};

/// What a text speaks of, by its words alone.
#[derive(Debug, Default)]
pub(super) struct Alarms {
    /// Somebody or something that decides.
    judge: bool,
    /// That nothing was answered.
    silent: bool,
    /// An approval.
    consent: bool,
    /// That something was denied or taken back.
    undone: bool,
    /// A word of a no.
    pub(super) no: bool,
}

impl Alarms {
    pub(super) fn of(text: &str) -> Self {
        let mut alarms = Self::default();
        for word in Lexer::new(text) {
            alarms.take(word);
        }
        alarms
    }

    fn take(&mut self, word: Lexeme<'_>) {
        let no_answer = matches!(word.sense, Sense::NoAnswer | Sense::Not);
        self.judge |= word.sense == Sense::Judge;
        self.silent |= no_answer
            || pattern::is_server_error(word.text)
            || ["out", "unreachable", "error"].iter().any(|it| is(word.text, it));
        self.consent |= word.sense == Sense::Consent;
        self.undone |= matches!(word.sense, Sense::No(_, Form::Participle) | Sense::Phrase);
        self.no |= no_answer || matches!(word.sense, Sense::No(..));
    }

    /// Somebody who decides may not have been heard.
    pub(super) const fn silence(&self) -> bool {
        self.judge && self.silent
    }

    /// An approval may have been taken back.
    pub(super) const fn consent(&self) -> bool {
        self.consent && self.undone
    }
}
