//! The scanner on what it must find, on what it must leave alone, and on what is meant to slow it.
//!
//! In the tables a `~` stands for nothing: it keeps made-up keys from looking like real ones to the
//! scanners of code hosts.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that overruns fails, as it should"
)]

mod clean;
mod found;
mod hostile;
mod labelled;
mod names;
mod places;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Findings, Kind, scan};

fn written(line: &str) -> String {
    line.replace('~', "")
}

fn only(kind: Kind) -> Findings {
    let mut findings = Findings::default();
    findings.insert(kind);
    findings
}

/// Checks each line of a table, also in the surroundings in which texts are found.
fn expect(table: &[(&str, Findings)]) {
    let mut wrong = Vec::new();
    for (line, expected) in table {
        let line = written(line);
        for text in [
            line.clone(),
            format!("{line}."),
            format!("Checked: {line}, and nothing else"),
            format!("\"{line}\""),
            format!("({line})\n"),
            format!("\u{200B}{line}"),
        ] {
            let found = scan(&text);
            if found != *expected {
                wrong.push(format!("{text:?}: {found:?}, expected {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn findings_sort_their_kinds() {
    use Kind::{
        Assignment, Authorization, Card, Email, Phone, PrivateKey, ProviderKey, SocialSecurity,
        UrlPassword, WebToken,
    };
    let kinds = [
        (ProviderKey, true, true, false),
        (PrivateKey, true, true, false),
        (WebToken, true, true, false),
        (Authorization, true, false, false),
        (UrlPassword, true, false, false),
        (Assignment, true, false, false),
        (SocialSecurity, true, false, false),
        (Card, true, false, false),
        (Email, false, false, true),
        (Phone, false, false, true),
    ];
    let mut all = Findings::default();
    assert!(all.is_empty() && !all.secret() && !all.provider_secret() && !all.pii());
    for (kind, secret, provider, pii) in kinds {
        let one = only(kind);
        assert_eq!(
            (one.secret(), one.provider_secret(), one.pii()),
            (secret, provider, pii),
            "{kind:?}"
        );
        assert!(!all.contains(kind), "{kind:?} shares a bit");
        all = all.union(one);
        assert!(all.contains(kind) && !all.is_empty());
        assert_eq!(all.union(one), all);
    }
}

#[test]
fn one_text_may_hold_several() {
    let both = scan("jane.roe@example.com, card 4111 1111 1111 1111");
    assert_eq!(both, only(Kind::Email).union(only(Kind::Card)));
}

#[test]
fn what_shows_nothing_hides_nothing() {
    let key = written("sk-~abcdefghijklmnopqrstuvwxyz123456");
    for hidden in [
        '\u{200B}',
        '\u{200C}',
        '\u{200D}',
        '\u{200E}',
        '\u{200F}',
        '\u{2060}',
        '\u{2064}',
        '\u{FEFF}',
        '\u{AD}',
        '\u{202A}',
        '\u{202E}',
        '\u{2066}',
        '\u{2069}',
        '\u{180E}',
        '\u{34F}',
        '\u{61C}',
        '\u{FE0F}',
        '\u{115F}',
        '\u{17B4}',
        '\u{3164}',
        '\u{FFA0}',
        '\u{1D173}',
        '\u{1BCA0}',
        '\u{E0041}',
    ] {
        for at in 0..=key.len() {
            let mut text = key.clone();
            text.insert(at, hidden);
            assert!(scan(&text).provider_secret(), "{text:?}");
        }
    }
}

#[test]
fn forms_of_a_character_count_as_the_character() {
    let wide: String = written("sk-~abcdefghijklmnopqrstuvwxyz123456")
        .bytes()
        .filter_map(|byte| char::from_u32(u32::from(byte) + 0xFEE0))
        .collect();
    assert_eq!(scan(&wide), only(Kind::ProviderKey));
    assert_eq!(scan("card 4111\u{A0}1111\u{202F}1111\u{2009}1111"), only(Kind::Card));
    assert_eq!(scan("415\u{2011}555\u{2011}0132"), only(Kind::Phone));
    assert_eq!(scan("536\u{2013}90\u{2013}4399"), only(Kind::SocialSecurity));
    assert_eq!(scan("jane\u{FF20}example.com"), only(Kind::Email));
}

#[test]
fn the_longer_number_is_read_after_folding() {
    // Without the hidden character the digits are too many for a card.
    assert!(scan("4111111111111111\u{200B}22222").is_empty());
}

#[test]
fn letters_of_other_scripts_are_left_alone() {
    for text in [
        "Преподаватель подтвердил запись на 27 ноября",
        "予約は確認済みです。本人の同意あり。",
        "Vérifié le 27 novembre à 10 h 30 — d’accord",
        "تم التحقق من الحساب",
        "👩‍💻 ok ✔️",
    ] {
        assert!(scan(text).is_empty(), "{text}");
    }
}
