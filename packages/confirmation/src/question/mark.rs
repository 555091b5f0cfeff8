//! What can be found in a text that is shown to a person.

use serde::{Deserialize, Serialize};

/// What can be found in a text that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Characters that turn the direction of writing.
    #[serde(rename = "bidi_controls")]
    Bidi,
    /// Characters of a hidden alphabet.
    #[serde(rename = "tag_characters")]
    Tag,
    /// Other characters that show nothing, or only a blank.
    #[serde(rename = "hidden_characters")]
    Hidden,
    /// Letters of two scripts in one word.
    MixedScripts,
    /// Letters or signs that look like others.
    #[serde(rename = "confusables")]
    Confusable,
    /// Letters that are written from right to left.
    RightToLeft,
    /// Secrets that are not shown.
    Masked,
}

impl Mark {
    const ALL: [Self; 7] = [
        Self::Bidi,
        Self::Tag,
        Self::Hidden,
        Self::MixedScripts,
        Self::Confusable,
        Self::RightToLeft,
        Self::Masked,
    ];

    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Bidi => {
                "characters that turn the direction of writing are shown by their numbers"
            }
            Self::Tag => {
                "characters of an invisible alphabet, which a program can read, are shown by their numbers"
            }
            Self::Hidden => "characters that cannot be seen are shown by their numbers",
            Self::MixedScripts => "a word mixes letters of two alphabets that look alike",
            Self::Confusable => "letters or signs look like others than they are",
            Self::RightToLeft => "text from right to left may move what stands beside it",
            Self::Masked => "of what looks like a secret, only the length and a digest are shown",
        }
    }
}

/// A small set of marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks(u8);

impl Marks {
    pub(super) fn insert(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u8;
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.0 & 1 << *mark as u8 != 0)
    }
}
