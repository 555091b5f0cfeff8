//! What the words of a key say, whatever else stands in it: `legal_approved`, `pending_approvers`, `rejectionReason`.

use crate::{
    gate::plain,
    tokens::{Token, Word, tokens, word_map},
};

/// What one word of a key says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// Nothing that is known.
    Other,
    /// Nothing by itself: `is`, `at`, `reason`.
    Small,
    /// That somebody said yes, or what was decided.
    Given,
    /// The same, where it ends the key: `access_granted`.
    GivenLast,
    /// Where something stands: `status`.
    Stands,
    /// That it was taken back or never held.
    No,
    /// That somebody has still to answer.
    NotYet,
    /// The same of approvals: `approvals_left`.
    Left,
    /// How often it can be used: `uses_left`.
    Uses,
    /// The same, if it is true.
    Needs,
    /// That a program answered.
    Machine,
    /// That nothing is meant in earnest.
    Trial,
    /// That what it holds is past, or only a choice.
    Past,
    /// That what it holds is a label.
    Label,
    /// What somebody may do, and not what was done.
    May,
    /// What was asked for.
    Act,
    /// A thing that an approval can be about.
    Thing,
}

impl Says {
    const fn bit(self) -> u32 {
        1_u32.wrapping_shl(self as u32)
    }
}

word_map! {
    WORDS: Says = [
        ("is", Says::Small), ("has", Says::Small), ("was", Says::Small), ("been", Says::Small),
        ("at", Says::Small), ("by", Says::Small), ("on", Says::Small), ("date", Says::Small),
        ("time", Says::Small), ("reason", Says::Small), ("run", Says::Small), ("in", Says::Small),
        ("for", Says::Small), ("out", Says::No), ("off", Says::Small), ("mode", Says::Small),
        ("approver", Says::Small), ("approvers", Says::Small), ("reviewer", Says::Small),
        ("reviewers", Says::Small), ("signature", Says::Given),
        ("approved", Says::Given), ("approve", Says::Given), ("approval", Says::Given),
        ("approvals", Says::Given), ("confirmed", Says::Given), ("confirm", Says::Given),
        ("confirmation", Says::Given), ("accepted", Says::Given), ("accept", Says::Given),
        ("signed", Says::Given), ("sign", Says::Given), ("signoff", Says::Given),
        ("consent", Says::Given), ("consented", Says::Given), ("decision", Says::Given),
        ("decided", Says::Given), ("verdict", Says::Given), ("vote", Says::Given),
        ("quorum", Says::Given), ("threshold", Says::Given), ("reply", Says::Given),
        ("response", Says::Given), ("answer", Says::Given), ("answered", Says::Given),
        ("responded", Says::Given), ("review", Says::Given), ("disposition", Says::Given),
        ("granted", Says::GivenLast), ("grant", Says::GivenLast), ("allowed", Says::GivenLast),
        ("allow", Says::GivenLast), ("permitted", Says::GivenLast), ("agreed", Says::GivenLast),
        ("authorized", Says::GivenLast), ("authorised", Says::GivenLast), ("ok", Says::GivenLast),
        ("acknowledged", Says::GivenLast), ("verified", Says::GivenLast), ("valid", Says::GivenLast),
        ("authentic", Says::GivenLast), ("trusted", Says::GivenLast), ("reviewed", Says::GivenLast),
        ("given", Says::GivenLast), ("met", Says::GivenLast), ("optin", Says::GivenLast),
        ("unanimous", Says::GivenLast), ("cleared", Says::GivenLast), ("clearance", Says::GivenLast),
        ("final", Says::GivenLast), ("effective", Says::GivenLast), ("binding", Says::GivenLast),
        ("current", Says::GivenLast), ("resolved", Says::GivenLast), ("satisfied", Says::GivenLast),
        ("greenlit", Says::GivenLast), ("light", Says::GivenLast), ("human", Says::GivenLast),
        ("finished", Says::GivenLast), ("livemode", Says::GivenLast),
        ("status", Says::Stands), ("state", Says::Stands), ("outcome", Says::Stands),
        ("result", Says::Stands), ("resolution", Says::Stands), ("conclusion", Says::Stands),
        ("rejected", Says::No), ("rejection", Says::No), ("denied", Says::No), ("denial", Says::No),
        ("declined", Says::No), ("decline", Says::No), ("refused", Says::No), ("refusal", Says::No),
        ("revoked", Says::No), ("revocation", Says::No), ("withdrawn", Says::No),
        ("deleted", Says::No), ("stale", Says::No), ("outdated", Says::No), ("used", Says::No),
        ("redeemed", Says::No), ("spent", Says::No), ("consumed", Says::No), ("undone", Says::No),
        ("reverted", Says::No), ("overridden", Says::No), ("bypassed", Says::No),
        ("flagged", Says::No), ("suspicious", Says::No), ("fraud", Says::No), ("disputed", Says::No),
        ("conflict", Says::No), ("opted", Says::No), ("opt", Says::Given), ("optout", Says::No),
        ("veto", Says::No), ("against", Says::No),
        ("pending", Says::NotYet), ("awaiting", Says::NotYet), ("waiting", Says::NotYet),
        ("missing", Says::NotYet), ("left", Says::Left), ("remaining", Says::Left),
        ("hold", Says::NotYet), ("outstanding", Says::NotYet),
        ("uses", Says::Uses), ("needs", Says::Needs), ("requires", Says::Needs), ("required", Says::Needs),
        ("auto", Says::Machine), ("automatic", Says::Machine), ("automated", Says::Machine),
        ("bot", Says::Machine),
        ("simulated", Says::Trial), ("dry", Says::Trial), ("test", Says::Trial),
        ("sandbox", Says::Trial), ("preview", Says::Trial), ("draft", Says::Trial),
        ("mock", Says::Trial), ("example", Says::Trial), ("template", Says::Trial),
        ("previous", Says::Past), ("prev", Says::Past), ("prior", Says::Past), ("old", Says::Past),
        ("former", Says::Past), ("from", Says::Past), ("before", Says::Past), ("history", Says::Past),
        ("initial", Says::Past), ("original", Says::Past), ("default", Says::Past),
        ("options", Says::Past), ("choices", Says::Past),
        ("labels", Says::Label), ("buttons", Says::Past), ("possible", Says::Past),
        ("available", Says::Past), ("question", Says::Label), ("prompt", Says::Label),
        ("instructions", Says::Past), ("description", Says::Past),
        ("label", Says::Label), ("title", Says::Label), ("name", Says::Label),
        ("displayname", Says::Label), ("can", Says::May), ("may", Says::May), ("could", Says::May),
        ("require", Says::May), ("if", Says::May), ("when", Says::May), ("self", Says::May),
        ("country", Says::Label), ("locale", Says::Label), ("lang", Says::Label),
        ("language", Says::Label), ("region", Says::Label),
        ("operation", Says::Act), ("intent", Says::Act), ("verb", Says::Act), ("task", Says::Act),
        ("purpose", Says::Act), ("topic", Says::Act), ("category", Says::Act),
        ("requested", Says::Act), ("request", Says::Act), ("command", Says::Act),
        ("arguments", Says::Thing), ("args", Says::Thing), ("params", Says::Thing),
        ("parameters", Says::Thing), ("input", Says::GivenLast), ("context", Says::Thing),
        ("order", Says::Thing), ("ticket", Says::Thing), ("issue", Says::Thing),
        ("item", Says::Thing), ("items", Says::Thing), ("payment", Says::Thing),
        ("card", Says::Thing), ("invoice", Says::Thing), ("shipment", Says::Thing),
        ("delivery", Says::Thing), ("claim", Says::Thing), ("subscription", Says::Thing),
        ("account", Says::Thing), ("deployment", Says::Thing), ("build", Says::Thing),
        ("tests", Says::Thing), ("job", Says::Thing), ("coupon", Says::Thing),
        ("transaction", Says::Thing), ("charge", Says::Thing), ("refund", Says::Thing),
        ("target", Says::Thing), ("resource", Says::Thing), ("entity", Says::Thing),
    ], Says::Other
}

/// The words of a key together.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyWords {
    seen: u32,
    last: Says,
}

impl KeyWords {
    /// `tool_name` names things that the approval is about, too.
    pub(super) fn of(key: &str, tool_name: &str) -> Self {
        let mut words = Self { seen: 0, last: Says::Other };
        for token in tokens(&plain(key)) {
            let word: Word = token.word;
            let of_tool = || {
                tokens(tool_name)
                    .any(|tool: Token<'_>| shares_stem(tool.text.as_bytes(), token.text.as_bytes()))
            };
            let says = match WORDS.get(word).unwrap_or(Says::Other) {
                Says::Other | Says::No if of_tool() => Says::Thing,
                says => says,
            };
            words.seen |= says.bit();
            words.last = says;
        }
        words
    }

    pub(super) const fn has(self, says: Says) -> bool {
        self.seen & says.bit() != 0
    }

    /// Whether nothing is read that it holds.
    pub(super) const fn is_exempt(self) -> bool {
        let is_of_verdict = self.has(Says::Given) || self.has(Says::Stands);
        self.has(Says::Past)
            || (self.has(Says::Label) && !is_of_verdict)
            || (self.has(Says::Thing) && !self.has(Says::Given))
    }

    /// Whether `false` says that somebody did not say yes.
    pub(super) fn asks_for_yes(self) -> bool {
        (self.has(Says::Given) || self.last == Says::GivenLast)
            && ![
                Says::May,
                Says::No,
                Says::NotYet,
                Says::Left,
                Says::Needs,
                Says::Machine,
                Says::Trial,
            ]
            .iter()
            .any(|says| self.has(*says))
    }

    /// What it says if it holds, where every word of the key is known.
    pub(super) fn doubt(self) -> Says {
        if self.has(Says::Other) || self.has(Says::May) {
            return Says::Other;
        }
        if self.has(Says::Left) && self.has(Says::Given) {
            return Says::NotYet;
        }
        [Says::No, Says::NotYet, Says::Needs, Says::Machine, Says::Trial]
            .into_iter()
            .find(|says| self.has(*says))
            .unwrap_or(Says::Other)
    }
}

/// Whether two words begin with the same letters: `deleted` and `delete`.
fn shares_stem(one: &[u8], other: &[u8]) -> bool {
    const STEM: usize = 4;
    one.len() >= STEM
        && other.len() >= STEM
        && one.iter().zip(other).take(STEM).all(|(one, other)| one.eq_ignore_ascii_case(other))
}
