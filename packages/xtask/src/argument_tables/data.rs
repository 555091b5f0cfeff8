//! The data file, by list.

use serde_json::Value;

const DATA: &str = include_str!("../../../../core/data/arguments_lists.json");

/// A member of the data file. One that is not there, or not of the kind that is asked for, is a fault in the file,
/// and the generator stops.
fn member(group: &str, name: &str) -> Value {
    let data: Value = serde_json::from_str(DATA).expect("the lists are JSON");
    data.get(group)
        .and_then(|group| group.get(name))
        .unwrap_or_else(|| panic!("the data holds no {group}.{name}"))
        .clone()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a word is a text").to_owned()
}

/// Whether a word belongs into a table.
fn kept(word: &str) -> bool {
    word.len() < 2 || !word.ends_with('_')
}

/// A list of words, in the order of the data.
pub(super) fn words(name: &str) -> Vec<String> {
    let list = member("lists", name);
    list.as_array().expect("a list").iter().map(text).filter(|word| kept(word)).collect()
}

/// The same with every word, also such that end in `_`.
pub(super) fn prefixes(name: &str) -> Vec<String> {
    member("lists", name).as_array().expect("a list").iter().map(text).collect()
}

/// A number.
pub(super) fn number(name: &str) -> u64 {
    member("lists", name).as_u64().expect("a number")
}

/// Words with a value each.
fn entries(name: &str) -> Vec<(String, Value)> {
    let Value::Object(map) = member("lists", name) else { panic!("{name} is not a map") };
    map.into_iter().filter(|(word, _)| kept(word)).collect()
}

/// Words with one word each.
pub(super) fn pairs(name: &str) -> Vec<(String, String)> {
    entries(name).into_iter().map(|(word, value)| (word, text(&value))).collect()
}

/// Words with several texts each. In each text the words that are not kept are taken out.
pub(super) fn rows(name: &str) -> Vec<(String, Vec<String>)> {
    let texts = |value: &Value| value.as_array().expect("a row").iter().map(text).collect();
    entries(name).into_iter().map(|(word, value)| (word, texts(&value))).collect()
}

/// A row's text with only the words that are kept.
pub(super) fn kept_words(text: &str) -> String {
    text.split(' ').filter(|word| kept(word)).collect::<Vec<_>>().join(" ")
}

/// The words that a pattern of the form `(one|other)(-|$)` names.
pub(super) fn alternatives(name: &str) -> Vec<String> {
    let pattern = text(&member("patterns", name));
    let inner = pattern.strip_prefix('(').and_then(|rest| rest.strip_suffix(")(-|$)"));
    let inner = inner.unwrap_or_else(|| panic!("{name} is not a choice of words"));
    inner.split('|').map(str::to_owned).collect()
}
