//! The pass over a text, and what it stops at.

use super::fold::plain;
use super::kind::{Findings, Kind};
use super::raw_span::Sink;
use super::text::{KEY_TRIGGERS, Meter, TRIGGERS, Text, Trigger, Triggers, Unmetered};
use super::{address, assignment, fold, keys, numbers, pem, value};

/// Finds everything in `text`, in time that grows with its length and no faster.
///
/// The text is read as a person would see it: characters that show nothing are taken out, full-width
/// letters and digits count as plain ones, and unusual blanks and hyphens as ` ` and `-`. Only a text
/// that holds such a character is copied.
pub fn scan(text: &str) -> Findings {
    if is_moment(text.as_bytes()) {
        return Findings::default();
    }
    scan_metered(text, &Unmetered)
}

/// Whether a text is a moment, `2026-05-09T23:55:00Z`: nothing that is looked for has its form, whatever the digits are.
pub(super) fn is_moment(text: &[u8]) -> bool {
    const FORM: &[u8; 20] = b"0000-00-00T00:00:00Z";
    text.len() == FORM.len()
        && text.iter().zip(FORM).all(|(byte, form)| {
            let of_form = if byte.is_ascii_digit() { b'0' } else { *byte };
            of_form == *form
        })
}

/// Whether `text` holds a provider's key, a PEM private key or a web token. The same pass with fewer
/// stops, for long arguments in which nothing else matters.
pub fn holds_provider_secret(text: &str) -> bool {
    scan_for(text, &KEY_TRIGGERS, &Unmetered).provider_secret()
}

pub(super) fn scan_metered<M: Meter>(text: &str, meter: &M) -> Findings {
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
pub(super) struct Disguised;

pub(super) fn pass<M: Meter, S: Sink + Default>(text: Text<'_, M>) -> Result<S, Disguised> {
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
