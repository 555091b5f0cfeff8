//! Secrets are not shown: the question goes through more hands than the call.

use std::{borrow::Cow, ops::Range};

use aana_core::secrets::{self, Kind};

/// What stands for something that is not shown. It is put in after the text was made visible, and looks
/// like no text that was.
pub(super) fn masked(characters: usize) -> String {
    let plural = if characters == 1 { "" } else { "s" };
    format!("⟨masked: {characters} character{plural}⟩")
}

/// One line, or several, of a value.
pub(super) enum Part<'t> {
    Shown(Cow<'t, str>),
    Masked(usize),
}

/// How many words a secret can have: a card's number has four.
const WORDS: usize = 4;

/// The parts of a text: the words that hold a secret are masked, the others are shown, so that a secret
/// cannot be put somewhere to hide what else is there. Where words are not enough, the line is masked; where
/// lines are not enough (a key of several, a secret across two), all is.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let found = secrets::scan(text);
    if !found.secret() {
        return vec![Part::Shown(text.into())];
    }
    let whole = vec![Part::Masked(text.chars().count())];
    if found.contains(Kind::PrivateKey) {
        return whole;
    }
    let mut parts = Vec::new();
    for line in text.split_inclusive('\n') {
        let words = line.strip_suffix('\n').unwrap_or(line);
        parts.extend(in_line(words));
        if words.len() < line.len() {
            parts.push(Part::Shown("\n".into()));
        }
    }
    if is_clean(&parts) { joined(parts) } else { whole }
}

fn in_line(line: &str) -> Vec<Part<'_>> {
    if !secrets::scan(line).secret() {
        return vec![Part::Shown(line.into())];
    }
    let words: Vec<Range<usize>> = words(line).collect();
    let mut hides = vec![false; words.len()];
    for size in 1..=WORDS {
        for (from, window) in words.windows(size).enumerate() {
            let (Some(first), Some(last)) = (window.first(), window.last()) else { continue };
            let Some(hides) = hides.get_mut(from..from + size) else { continue };
            let text = line.get(first.start..last.end).unwrap_or_default();
            if !hides.contains(&true) && secrets::scan(text).secret() {
                hides.fill(true);
            }
        }
    }
    let mut parts = Vec::new();
    let mut shown = 0;
    let mut run: Option<Range<usize>> = None;
    for (word, hides) in words.iter().zip(hides) {
        match (&mut run, hides) {
            (Some(run), true) => run.end = word.end,
            (None, true) => run = Some(word.clone()),
            (_, false) => shown = mask(line, run.take(), shown, &mut parts),
        }
    }
    shown = mask(line, run, shown, &mut parts);
    parts.push(Part::Shown(line.get(shown..).unwrap_or_default().into()));
    if is_clean(&parts) { parts } else { vec![Part::Masked(line.chars().count())] }
}

/// Shows what comes before a run of words that are masked, and says how far that is.
fn mask<'t>(
    line: &'t str,
    run: Option<Range<usize>>,
    shown: usize,
    parts: &mut Vec<Part<'t>>,
) -> usize {
    let Some(run) = run else { return shown };
    parts.push(Part::Shown(line.get(shown..run.start).unwrap_or_default().into()));
    parts.push(Part::Masked(line.get(run.clone()).unwrap_or_default().chars().count()));
    run.end
}

/// Where the words of a line are.
fn words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    line.split(char::is_whitespace).filter_map(move |word| {
        let start = at;
        let after = line.get(start + word.len()..).and_then(|rest| rest.chars().next());
        at = start + word.len() + after.map_or(0, char::len_utf8);
        (!word.is_empty()).then_some(start..start + word.len())
    })
}

/// Whether what is left without the masked parts holds no secret.
fn is_clean(parts: &[Part<'_>]) -> bool {
    let left: String = parts
        .iter()
        .map(|part| match part {
            Part::Shown(text) => &**text,
            Part::Masked(_) => " ",
        })
        .collect();
    !secrets::scan(&left).secret()
}

/// What is shown in a row is looked at as one text.
fn joined(parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
    let mut joined: Vec<Part<'_>> = Vec::new();
    for part in parts {
        match (joined.last_mut(), part) {
            (Some(Part::Shown(before)), Part::Shown(after)) => before.to_mut().push_str(&after),
            (_, part) => joined.push(part),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let shown = |part| match part {
            Part::Shown(text) => text.into_owned(),
            Part::Masked(characters) => masked(characters),
        };
        parts(text).into_iter().map(shown).collect()
    }

    #[test]
    fn only_the_words_of_a_secret_are_masked() {
        let text = "Hello\nsend Bearer abcdef0123456789abcdef  to b\nBye";
        assert_eq!(shown(text), "Hello\nsend ⟨masked: 29 characters⟩  to b\nBye");
        let text = "pay 4111 1111 1111 1111 now";
        assert_eq!(shown(text), "pay ⟨masked: 19 characters⟩ now");
        let text = "--url=https://u:hunter2pass@example.com --all";
        assert_eq!(shown(text), "⟨masked: 39 characters⟩ --all");
        assert_eq!(shown("no secret\nat all"), "no secret\nat all");
    }

    #[test]
    fn a_key_of_several_lines_is_masked_whole() {
        let text = "a\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----\n";
        assert_eq!(shown(text), masked(text.chars().count()));
    }
}
