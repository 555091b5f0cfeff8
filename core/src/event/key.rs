//! The keys of a ref that v1 does not define and that are read all the same: a closed list.

use crate::{
    contract::EvidenceKind,
    tokens::{Word, word_map},
};

/// What a key says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// A verdict whose every value but a yes denies.
    Verdict,
    /// A verdict whose words are often about something else: only a no and a not-yet deny.
    Status,
    /// The same, on an approval only.
    Answer,
    /// The same, read as free text where it has several words; on an approval only.
    Reply,
    /// The verb of an approval, or of something else: it counts only with a word that answers.
    Action,
    /// What takes a verdict back.
    Revocation,
    /// The moment until which a ref holds.
    End,
    /// The moment from which a ref holds.
    Start,
    /// Who said yes.
    Approver,
}

word_map! {
    /// Every key, in lower case and without what joins its words.
    KEYS: Key = [
        ("approved", Key::Verdict), ("confirmed", Key::Verdict), ("allowed", Key::Verdict),
        ("granted", Key::Verdict), ("authorized", Key::Verdict), ("authorised", Key::Verdict),
        ("accepted", Key::Verdict), ("permitted", Key::Verdict), ("consent", Key::Verdict),
        ("decision", Key::Verdict), ("verdict", Key::Verdict),
        ("outcome", Key::Status), ("result", Key::Status), ("status", Key::Status),
        ("state", Key::Answer), ("action", Key::Action),
        ("response", Key::Reply), ("answer", Key::Reply), ("choice", Key::Reply),
        ("revoked", Key::Revocation), ("cancelled", Key::Revocation), ("canceled", Key::Revocation),
        ("withdrawn", Key::Revocation), ("expired", Key::Revocation),
        ("expiresat", Key::End), ("validuntil", Key::End), ("notafter", Key::End),
        ("notbefore", Key::Start), ("validfrom", Key::Start),
        ("approvedby", Key::Approver), ("decidedby", Key::Approver), ("approver", Key::Approver),
        ("grantedby", Key::Approver),
    ], Key::Verdict
}

impl Key {
    /// What a member of a ref of this kind says, if it is one of those that are read.
    pub(crate) fn of(key: &str, kind: EvidenceKind) -> Option<Self> {
        let found = KEYS.get(folded_key(key))?;
        let counts = match found {
            Self::End | Self::Start => true,
            Self::Verdict | Self::Status | Self::Revocation => {
                matches!(kind, EvidenceKind::Approval | EvidenceKind::AuthEvent)
            }
            Self::Answer | Self::Reply | Self::Action | Self::Approver => {
                kind == EvidenceKind::Approval
            }
        };
        counts.then_some(found)
    }
}

/// A key in lower case without what joins its words: `expiresAt` and `Expires-At` are one.
pub(crate) fn folded_key(key: &str) -> Word {
    let mut letters = [0_u8; 16];
    let mut room = letters.iter_mut();
    for byte in key.bytes().filter(|byte| !matches!(byte, b'_' | b'-' | b' ')) {
        let Some(letter) = room.next() else { return Word::OTHER };
        *letter = byte;
    }
    let left = room.len();
    let length = letters.len().saturating_sub(left);
    Word::of_bytes(letters.get(..length).unwrap_or_default())
}
