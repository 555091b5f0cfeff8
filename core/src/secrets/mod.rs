//! Finds secrets and personal data in a text, in one pass and without ever repeating them.
//!
//! The pass looks each byte up in one table and stops only at the few bytes by which everything
//! that is looked for betrays itself: `-`, `_` and `.` after a key's prefix, `=` and `:` after the
//! name of a password, `@`, digits, and the letters that begin `AKIA`, `Bearer` and `BEGIN`.
//! At each the detector looks around. What keeps the whole linear on hostile text is that a
//! detector only walks over bytes that cannot stop the pass for the same detector again, or over a
//! small fixed number of them; a test counts the steps.

mod address;
mod assignment;
mod fold;
mod keys;
mod names;
mod numbers;
mod pem;
mod phone;
mod shape;
mod span;
mod text;
mod under;
mod value;

#[cfg(test)]
mod tests;

pub(crate) use fold::plain;
pub use names::{is_secret_name, names_secret};
pub use span::{Span, joined, spans};
pub use under::spans_under;

use span::{RawSpan, Sink};
use text::{KEY_TRIGGERS, Meter, TRIGGERS, Text, Trigger, Triggers, Unmetered};

/// One sort of thing that a text should not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A provider's key, told by its prefix.
    ProviderKey,
    /// A PEM private key.
    PrivateKey,
    /// A signed JSON web token.
    WebToken,
    /// The value of a `Bearer` or `Basic` authorization.
    Authorization,
    /// The password in `scheme://user:password@host`.
    UrlPassword,
    /// The value in `password=...` and its like.
    Assignment,
    /// A US social security number.
    SocialSecurity,
    /// A payment card number.
    Card,
    /// Somebody's e-mail address.
    Email,
    /// Somebody's phone number.
    Phone,
}

impl Kind {
    /// Whether it is a secret; the others are personal data.
    pub const fn is_secret(self) -> bool {
        !matches!(self, Self::Email | Self::Phone)
    }

    /// Whether its form leaves room for a command. A key in lines and the digits of a number do not.
    const fn may_hold_a_command(self) -> bool {
        self.is_secret() && !matches!(self, Self::PrivateKey | Self::SocialSecurity | Self::Card)
    }

    const fn bit(self) -> u16 {
        match self {
            Self::ProviderKey => 1,
            Self::PrivateKey => 1 << 1,
            Self::WebToken => 1 << 2,
            Self::Authorization => 1 << 3,
            Self::UrlPassword => 1 << 4,
            Self::Assignment => 1 << 5,
            Self::SocialSecurity => 1 << 6,
            Self::Card => 1 << 7,
            Self::Email => 1 << 8,
            Self::Phone => 1 << 9,
        }
    }
}

/// What a text holds: a small set of kinds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Findings(u16);

impl Findings {
    const PROVIDER: u16 = Kind::ProviderKey.bit() | Kind::PrivateKey.bit() | Kind::WebToken.bit();
    const PERSONAL: u16 = Kind::Email.bit() | Kind::Phone.bit();

    /// Whether nothing was found.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any secret was found.
    pub const fn secret(self) -> bool {
        self.0 & !Self::PERSONAL != 0
    }

    /// Whether a provider key, a PEM private key or a web token was found: the secrets that no
    /// argument of a tool call needs to hold.
    pub const fn provider_secret(self) -> bool {
        self.0 & Self::PROVIDER != 0
    }

    /// Whether an e-mail address or a phone number was found.
    pub const fn pii(self) -> bool {
        self.0 & Self::PERSONAL != 0
    }

    /// Whether this kind was found.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// What either of the two holds.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: Kind) {
        self.0 |= kind.bit();
    }
}

/// Finds everything in `text`, in time that grows with its length and no faster.
///
/// The text is read as a person would see it: characters that show nothing are taken out, full-width
/// letters and digits count as plain ones, and unusual blanks and hyphens as ` ` and `-`. Only a text
/// that holds such a character is copied.
pub fn scan(text: &str) -> Findings {
    scan_metered(text, &Unmetered)
}

/// Whether `text` holds a provider's key, a PEM private key or a web token. The same pass with fewer
/// stops, for long arguments in which nothing else matters.
pub fn holds_provider_secret(text: &str) -> bool {
    scan_for(text, &KEY_TRIGGERS, &Unmetered).provider_secret()
}

fn scan_metered<M: Meter>(text: &str, meter: &M) -> Findings {
    scan_for(text, &TRIGGERS, meter)
}

fn scan_for<M: Meter>(text: &str, triggers: &'static Triggers, meter: &M) -> Findings {
    pass(Text::new(text.as_bytes(), triggers, meter)).unwrap_or_else(|Disguised| {
        let plain = plain(text);
        meter.step(text.len());
        // Nothing is left to be folded in the copy, so the second pass always comes to its end.
        pass(Text::new(plain.as_bytes(), triggers, meter)).unwrap_or_default()
    })
}

/// The text holds a character that has to be folded before anything can be said about it.
struct Disguised;

fn pass<M: Meter, S: Sink + Default>(text: Text<'_, M>) -> Result<S, Disguised> {
    let mut found = S::default();
    let mut from = 0;
    while let Some((i, trigger)) = text.next_trigger(from) {
        stop(text, i, trigger, &mut found)?;
        from = i.saturating_add(1);
    }
    Ok(found)
}

/// Looks around the byte at `i`.
fn stop<M: Meter, S: Sink>(
    text: Text<'_, M>,
    i: usize,
    trigger: Trigger,
    found: &mut S,
) -> Result<(), Disguised> {
    match trigger {
        Trigger::Digit => numbers::at_digit(text, i, found),
        Trigger::Joint => {
            keys::at_joint(text, i, found);
            value::add(text, assignment::flag(text, i), found);
        }
        Trigger::Separator => {
            value::add(text, assignment::at_separator(text, i), found);
            found.add_if(Kind::ProviderKey, keys::telegram(text, i));
        }
        Trigger::At => address::at_sign(text, i, found),
        Trigger::Percent => found.add_if(Kind::Email, address::at_escaped_sign(text, i)),
        Trigger::LetterA => found.add_if(Kind::ProviderKey, keys::at_letter_a(text, i)),
        Trigger::LetterB => {
            found.add_if(Kind::Authorization, assignment::authorization(text, i));
            let header = pem::private_key(text, i);
            found.add_if(Kind::PrivateKey, header);
            if S::PLACES
                && let Some(header) = header
            {
                found.add_if(Kind::PrivateKey, pem::body(text, header.end));
            }
        }
        Trigger::Wide if fold::changes(text, i) => return Err(Disguised),
        Trigger::None | Trigger::Wide => {}
    }
    Ok(())
}
