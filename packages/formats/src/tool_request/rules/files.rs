//! Declared inputs and expected outputs.

use std::collections::BTreeSet;

use super::{
    reader::{FieldReader, ambiguous},
    values::{Declared, Expected},
};
use crate::tool_request::read::{
    forms,
    front::{Item, Pair},
    scalar::Scalar,
};
use crate::tool_request::{RequestRule as Rule, found::Position};

const EMPTY_FILE: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// The mappings of a list, and for each the values of its two keys.
fn entries<'a>(
    reader: &mut FieldReader<'a>,
    list: &str,
    keys: [&str; 2],
) -> Vec<(Position, [Option<&'a Pair>; 2])> {
    let mut entries = Vec::new();
    for item in reader.front.list(list) {
        let (at, pairs) = match item {
            Item::Map(at, pairs) => (*at, pairs),
            Item::Scalar(scalar) => {
                let message = format!("an entry of `{list}` is a text; a mapping is due");
                reader.found.add(Rule::FmType, scalar.at, message);
                continue;
            }
        };
        for pair in pairs.iter().filter(|pair| !keys.contains(&pair.key.as_str())) {
            let message = format!("a key in `{list}` that the schema does not name");
            reader.found.add(Rule::FmUnknownKey, pair.at, message);
        }
        let get = |key: &str| pairs.iter().find(|pair| pair.key == key);
        let [first, second] = keys;
        if get(first).is_none() {
            let message = format!("an entry of `{list}` has no `{first}`");
            reader.found.add(Rule::FmMissingKey, at, message);
        }
        entries.push((at, [get(first), get(second)]));
    }
    entries
}

fn text(value: Option<&Scalar>) -> &str {
    value.map_or("", |scalar| scalar.text.trim_matches(' '))
}

pub(crate) fn inputs(reader: &mut FieldReader<'_>) -> Vec<Declared> {
    let mut seen = BTreeSet::new();
    let mut inputs = Vec::new();
    for (at, [name, hash]) in entries(reader, "inputs", ["name", "sha256"]) {
        let name_value = name.and_then(|pair| pair.value.as_ref());
        let hash_value = hash.and_then(|pair| pair.value.as_ref());
        let name_text = text(name_value);
        let mut usable = name.is_some();
        if name_value.is_some_and(|scalar| ambiguous(scalar, "name", reader.found)) {
            usable = false;
        } else if name.is_some() && !forms::is_relative_path(name_text) {
            usable = false;
            let message =
                "an input's `name` is not a plain relative path of letters, digits and `._+-`";
            reader.found.add(Rule::InName, name.map_or(at, |pair| pair.at), message);
        } else if usable && !seen.insert(name_text.to_ascii_lowercase()) {
            let message = "two inputs have one `name`, letter case set aside";
            reader.found.add(Rule::InDuplicate, at, message);
        }
        let hash_at = hash.map_or(at, |pair| pair.at);
        inputs.push(Declared {
            name: usable.then(|| name_text.to_owned()),
            sha256: input_hash(reader, hash_value, hash_at),
            written: (name_text.to_owned(), text(hash_value).to_ascii_lowercase()),
            at,
        });
    }
    inputs
}

/// The hash of an input in lower case, if it is one.
fn input_hash(
    reader: &mut FieldReader<'_>,
    value: Option<&Scalar>,
    at: Position,
) -> Option<String> {
    let hash = text(value);
    let null =
        value.is_some_and(|scalar| scalar.plain) && matches!(hash, "~" | "null" | "Null" | "NULL");
    if hash.is_empty() || null {
        let message = "an input has no `sha256`; an approval covers hashed inputs only";
        reader.found.add(Rule::InSha256Missing, at, message);
        return None;
    }
    if !forms::is_sha256(hash) {
        let message = "an input's `sha256` is not 64 hexadecimal digits";
        reader.found.add(Rule::InSha256Format, at, message);
        return None;
    }
    let hash = hash.to_ascii_lowercase();
    let first = hash.chars().next();
    if hash.chars().all(|c| Some(c) == first) {
        let message = "an input's `sha256` is one digit repeated";
        reader.found.add(Rule::InSha256Placeholder, at, message);
    } else if hash == EMPTY_FILE {
        let message = "an input's `sha256` is that of an empty file";
        reader.found.add(Rule::InEmptyFileHash, at, message);
    }
    Some(hash)
}

pub(crate) fn outputs(reader: &mut FieldReader<'_>) -> Vec<Expected> {
    let mut seen = BTreeSet::new();
    let mut outputs = Vec::new();
    for (at, [path, description]) in entries(reader, "outputs_expected", ["path", "description"]) {
        let path_value = path.and_then(|pair| pair.value.as_ref());
        let path_at = path.map_or(at, |pair| pair.at);
        let description_value = description.and_then(|pair| pair.value.as_ref());
        let written = text(path_value);
        let relative = written.strip_prefix("/out/").unwrap_or(written);
        let mut usable = path.is_some();
        if path_value.is_some_and(|scalar| ambiguous(scalar, "path", reader.found)) {
            usable = false;
        } else if usable && !forms::is_relative_path(relative) {
            usable = false;
            let message =
                "an output's `path` is not a plain relative path of letters, digits and `._+-`";
            reader.found.add(Rule::OutPath, path_at, message);
        } else if usable {
            if relative.len() < written.len() {
                let message = "an output's `path` is written with `/out/`, which it is relative to";
                reader.found.add(Rule::OutPathPrefix, path_at, message);
            }
            if !seen.insert(relative.to_ascii_lowercase()) {
                let message = "two outputs have one `path`, letter case set aside";
                reader.found.add(Rule::OutDuplicate, at, message);
            }
        }
        let described = text(description_value);
        let unclear =
            description_value.is_some_and(|scalar| ambiguous(scalar, "description", reader.found));
        if described.is_empty() && !unclear {
            let message = "an output has no `description`";
            reader.found.add(Rule::OutDescription, at, message);
        }
        outputs.push(Expected {
            path: usable.then(|| relative.to_owned()),
            written: (relative.to_owned(), described.to_owned()),
        });
    }
    outputs
}
