//! Characters that nobody sees, in commands and names and in prose.

use super::steps::step;
use crate::characters;

/// Whether a command, statement, path or address holds something that nobody sees. Joiners and selectors of an
/// emoji are fine.
pub(crate) fn in_code(text: &str) -> bool {
    // Nothing of printed ASCII hides; most texts hold nothing else.
    let beyond = |byte: u8| u8::from(byte.wrapping_sub(b' ') >= 0x5F);
    let other = |byte: u8, one: u8| u8::from(byte != one);
    if none(text, |byte| {
        beyond(byte) & other(byte, b'\n') & other(byte, b'\t') & other(byte, b'\r')
    }) {
        return false;
    }
    hides(text, |character| {
        (character.is_control() && !matches!(character, '\t' | '\n' | '\r'))
            || characters::is_default_ignorable(character)
            || characters::is_line_separator(character)
            || matches!(character, '\u{FFF9}'..='\u{FFFB}')
    })
}

/// Whether prose holds what turns its order or speaks to a machine alone. Joiners are ordinary there.
pub(crate) fn in_prose(text: &str) -> bool {
    // All of them begin with one of these bytes.
    if text.is_ascii() || none(text, |byte| u8::from(byte == 0xE2) | u8::from(byte == 0xF3)) {
        return false;
    }
    hides(text, |character| {
        matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
            || characters::is_tag(character)
    })
}

/// Whether a text holds none of the bytes for which this is 1. It is asked of many at once, which takes a tenth of the
/// time.
fn none(text: &str, is: impl Fn(u8) -> u8) -> bool {
    step(text.len());
    let (chunks, rest) = text.as_bytes().as_chunks::<32>();
    let any = |chunk: &[u8]| chunk.iter().fold(0, |any, byte| any | is(*byte));
    chunks.iter().all(|chunk| any(chunk) == 0) && any(rest) == 0
}

fn hides(text: &str, is_hidden: impl Fn(char) -> bool) -> bool {
    step(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(character) = rest.chars().next() {
        if character == FLAG
            && let Some(behind) = rest.get(FLAG.len_utf8()..).and_then(behind_flag)
        {
            rest = behind;
            before = FLAG;
            continue;
        }
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
        let joins = is_emoji(before) && joins_emoji(character);
        if !joins && character != '\u{FE0F}' && is_hidden(character) {
            return true;
        }
        // What joins is still part of the emoji.
        if !joins && character != '\u{FE0F}' {
            before = character;
        }
    }
    false
}

/// The black flag, which tags turn into the flag of a country.
const FLAG: char = '\u{1F3F4}';

/// What follows the tags of a flag that exists, without them.
fn behind_flag(text: &str) -> Option<&str> {
    const FLAGS: [&str; 3] = [
        "\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
    ];
    FLAGS.iter().find_map(|flag| text.strip_prefix(flag))
}

const fn joins_emoji(character: char) -> bool {
    characters::is_join_control(character) || matches!(character, '\u{FE00}'..='\u{FE0F}')
}

/// Pictures, and the signs that a selector turns into one.
const fn is_emoji(character: char) -> bool {
    matches!(
        character,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
            | '\u{2190}'..='\u{21FF}'
            | '\u{2300}'..='\u{23FF}'
            | '\u{25A0}'..='\u{27BF}'
            | '\u{2900}'..='\u{297F}'
            | '\u{2B00}'..='\u{2BFF}'
            | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
            | '\u{1F000}'..='\u{1FAFF}'
    )
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{in_code, in_prose};
    use crate::arguments::collected::{Collected, cases};
    use crate::arguments::{mail, steps::grows_with_the_text};

    #[test]
    fn every_case_of_hidden_text_is_read_as_it_says() {
        for case in cases(&["hidden"]) {
            let mut codes = std::collections::BTreeSet::new();
            for (key, value) in case["arguments"].as_object().unwrap() {
                let Value::String(text) = value else { continue };
                let in_code_kind = matches!(key.as_str(), "to" | "command");
                if if in_code_kind { in_code(text) } else { in_prose(text) } {
                    codes.insert("argument_hidden_text");
                }
                if key == "to" {
                    let mut found = Collected::default();
                    mail::read(text, &mut found);
                    codes.extend(found.blockers());
                }
                if key == "_raw" {
                    codes.insert("argument_raw");
                }
            }
            let expected = case["expect"]["codes"].as_array().unwrap().iter();
            let expected: std::collections::BTreeSet<&str> = expected
                .map(|code| code.as_str().unwrap())
                // What an unknown program does is the shell reader's to say.
                .filter(|code| *code != "argument_effect_unknown")
                .collect();
            assert_eq!(codes, expected, "{}", case["id"]);
        }
    }

    #[test]
    fn what_writing_needs_is_not_hidden() {
        for text in [
            "ls -la\n\tcat a\r\n",
            "caf\u{E9} \u{441}\u{430}\u{434}",
            "hi \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
            "\u{2764}\u{FE0F}\u{200D}\u{1F525}",
            "\u{1F44B}\u{1F3FD}\u{200D}\u{2642}\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}!",
            "",
        ] {
            assert!(!in_code(text) && !in_prose(text), "{text:?}");
        }
        // Persian and Hindi are written with joiners.
        for prose in
            ["\u{645}\u{6CC}\u{200C}\u{62E}\u{648}", "\u{915}\u{94D}\u{200D}\u{937}", "a\u{AD}b"]
        {
            assert!(in_code(prose) && !in_prose(prose), "{prose:?}");
        }
    }

    #[test]
    fn what_nobody_sees_is_found() {
        for text in [
            "x\u{E0041}\u{E0042}",
            "a\u{202E}b",
            "a\u{2066}b\u{2069}",
            "\u{1F3F4}\u{E0068}\u{E0069}\u{E007F}",
        ] {
            assert!(in_code(text) && in_prose(text), "{text:?}");
        }
        for text in [
            "ls\u{1B}[2K",
            "a\0b",
            "a\u{200B}b",
            "a\u{200D}b",
            "\u{FEFF}ls",
            "a\u{3164}b",
            "a\u{85}b",
            "a\u{7F}b",
            "a\u{FE01}b",
            "a\u{2028}b",
            "\u{1F600}a\u{200D}b",
        ] {
            assert!(in_code(text) && !in_prose(text), "{text:?}");
        }
    }

    #[test]
    fn the_work_grows_with_the_text() {
        let parts = ["a", "\u{1F3F4}", "\u{1F468}\u{200D}", "\u{E9}", "\u{1F3F4}\u{E0067}"];
        // Hidden characters end the search, so what is allowed is what costs.
        grows_with_the_text(&parts, 4, |text| {
            in_code(text);
            in_prose(text);
        });
    }
}
