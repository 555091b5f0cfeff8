//! Rust source for tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How long a line of words may be.
const WIDTH: usize = 100;

/// The head of every file.
pub(super) fn head(about: &str, uses: &str) -> String {
    format!(
        "// Written by `cargo xtask gen` from `core/data/arguments_lists.json`; changes here are lost.\n\
         //! {about}\n\n{uses}\n"
    )
}

/// A literal of words, in lines.
pub(super) fn literal(words: &[String]) -> String {
    let mut text = String::from("\"");
    let mut width = 0;
    for (index, word) in words.iter().enumerate() {
        assert!(!word.is_empty() && !word.contains([' ', '"', '\\']), "{word} does not fit");
        if index > 0 {
            text.push(' ');
            width += 1;
        }
        if width + word.len() > WIDTH {
            text.push_str("\\\n    ");
            width = 0;
        }
        text.push_str(word);
        width += word.len();
    }
    text.push('"');
    text
}

/// The words as the expression of a sorted list.
pub(super) fn list(words: Vec<String>) -> String {
    let sorted = sorted(words);
    format!("list!({}, {})", sorted.len(), literal(&sorted))
}

/// Words in the order of their bytes, each once.
pub(super) fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words.dedup();
    words
}

/// A static list.
pub(super) fn words(name: &str, about: &str, words: Vec<String>) -> String {
    format!("/// {about}\npub(crate) static {name}: Words = {};\n\n", list(words))
}

/// Words under headings.
pub(super) fn headed(headings: &[(&str, Vec<String>)]) -> String {
    let mut words = Vec::new();
    for (heading, under) in headings.iter().filter(|(_, under)| !under.is_empty()) {
        words.push(format!("{heading}:"));
        words.extend(under.iter().cloned());
    }
    format!("headed!({})", literal(&words))
}

/// Static words under headings.
pub(super) fn headings(name: &str, about: &str, headings: &[(&str, Vec<String>)]) -> String {
    format!("/// {about}\npub(crate) static {name}: Headed = {};\n\n", headed(headings))
}

/// A static map; the values are expressions.
pub(super) fn map(
    name: &str,
    kind: &str,
    about: &str,
    entries: &BTreeMap<String, String>,
) -> String {
    let keys: Vec<String> = entries.keys().cloned().collect();
    let values: Vec<&str> = entries.values().map(String::as_str).collect();
    format!(
        "/// {about}\npub(crate) static {name}: Map<{kind}> = Map::new(\n    {},\n    &[\n{}    ],\n);\n\n",
        list(keys),
        lines(&values)
    )
}

/// Expressions with commas, in lines.
pub(super) fn lines(values: &[&str]) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for value in values {
        if !line.is_empty() && line.len() + value.len() + 2 > WIDTH {
            let _ = writeln!(text, "        {}", line.trim_end());
            line.clear();
        }
        line.push_str(value);
        line.push_str(", ");
    }
    if !line.is_empty() {
        let _ = writeln!(text, "        {}", line.trim_end());
    }
    text
}

/// The variant of `VerbClass` that the data calls so.
pub(super) fn class(word: &str) -> &'static str {
    match word {
        "EDIT" => "Edit",
        "EXEC" => "Exec",
        "SEND" => "Send",
        "MONEY" => "Money",
        "DESTROY" => "Destroy",
        other => panic!("`{other}` is not a class"),
    }
}

/// The heading of the words of a class.
pub(super) fn heading(class: &str) -> &'static str {
    match class {
        "EDIT" => "edits",
        "EXEC" => "runs",
        "SEND" => "sends",
        "DESTROY" => "destroys",
        other => panic!("no heading is known for `{other}`"),
    }
}

/// The variant of `EffectCode` that the data calls so: `fs.write` is `FsWrite`.
pub(super) fn effect(word: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split(['.', '_']).map(capital).collect()
}
