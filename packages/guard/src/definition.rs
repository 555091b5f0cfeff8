//! What a server says of a tool, and the digests by which a change is found.

use aana_core::confusables;
use aana_core::json::{Member, Object, Value};
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use crate::tree::{self, owned};

/// How many characters of a definition's text are kept to be shown.
const LONGEST_TEXT: usize = 16_384;

/// Keys of a schema that are read by a model and by nothing else.
const TEXT_KEYS: [&str; 4] = ["title", "description", "examples", "$comment"];

/// A tool as its server lists it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Definition {
    pub(crate) name: String,
    /// Of everything but icons and `_meta`.
    pub(crate) digest: String,
    /// Of what the tool takes and does, without the texts.
    pub(crate) contract: String,
    /// The texts, as a person can be shown them.
    pub(crate) text: String,
    pub(crate) schema: Option<Value<'static>>,
    pub(crate) hints: Hints,
}

/// What the annotations say; nothing where they say nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Hints {
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) open_world: Option<bool>,
}

impl Definition {
    /// Reads a tool of a list; nothing if it has no name.
    pub(crate) fn of(tool: &Object<'_>) -> Option<Self> {
        let name = tree::text(tool, "name")?.to_owned();
        let mut texts = Vec::new();
        let mut whole = Vec::new();
        let mut contract = Vec::new();
        for Member { key, value } in owned(tool).into_members() {
            if matches!(&*key, "_meta" | "icons") {
                continue;
            }
            match &*key {
                "title" | "description" => push_text(&mut texts, &key, &value),
                "inputSchema" | "outputSchema" => {
                    gather_texts(&value, &mut texts);
                    contract.push(tree::with(&key, without_texts(&value)));
                }
                _ => contract.push(tree::with(&key, value.clone())),
            }
            whole.push(Member { key, value });
        }
        let annotations = tree::inner(tool, "annotations");
        let hint = |key| match annotations.and_then(|hints| hints.get(key)) {
            Some(Value::Bool(hint)) => Some(*hint),
            _ => None,
        };
        let text: String = texts.join("\n").chars().take(LONGEST_TEXT).collect();
        Some(Self {
            name,
            digest: digest(&tree::object(whole)),
            contract: digest(&tree::object(contract)),
            text,
            schema: tool.get("inputSchema").map(|schema| schema.clone().into_owned()),
            hints: Hints {
                read_only: hint("readOnlyHint"),
                destructive: hint("destructiveHint"),
                open_world: hint("openWorldHint"),
            },
        })
    }

    /// Eight digits of the digest, for people.
    pub(crate) fn short(&self) -> &str {
        short(&self.digest)
    }
}

/// Eight digits of a digest.
pub(crate) fn short(digest: &str) -> &str {
    digest.strip_prefix("sha256:").and_then(|hex| hex.get(..8)).unwrap_or_default()
}

/// `sha256:` and the digest of the canonical text.
pub(crate) fn digest(value: &Value<'_>) -> String {
    sha256(&tree::canonical(value))
}

pub(crate) fn sha256(text: &str) -> String {
    format!("sha256:{}", hex::encode(Sha256::digest(text.as_bytes())))
}

fn push_text(texts: &mut Vec<String>, key: &str, value: &Value<'_>) {
    match value {
        Value::String(text) => texts.push(format!("{key}: {text}")),
        value => texts.push(format!("{key}: {}", tree::write(value))),
    }
}

/// The texts in a schema, in its order.
fn gather_texts(value: &Value<'_>, texts: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather_texts(item, texts)),
        Value::Object(object) => {
            for member in object.members() {
                if is_text(member) {
                    push_text(texts, &member.key, &member.value);
                } else {
                    gather_texts(&member.value, texts);
                }
            }
        }
        _ => {}
    }
}

fn without_texts(value: &Value<'static>) -> Value<'static> {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(without_texts).collect()),
        Value::Object(object) => {
            let stays = object.members().iter().filter(|member| !is_text(member));
            tree::object(stays.map(|it| tree::with(&it.key, without_texts(&it.value))).collect())
        }
        value => value.clone(),
    }
}

/// A text of the schema. A parameter that is called `title` is not: what it stands for is a schema.
fn is_text(member: &Member<'_>) -> bool {
    TEXT_KEYS.contains(&&*member.key) && !matches!(member.value, Value::Object(_) | Value::Bool(_))
}

/// A name as it looks: two tools whose names look alike are taken for each other.
pub(crate) fn look(name: &str) -> String {
    name.nfkc()
        .flat_map(char::to_lowercase)
        .map(|sign| confusables::latin_letter(sign).unwrap_or(sign))
        .filter(|sign| !matches!(sign, '_' | '-' | '.' | '/') && !crate::hidden::is_hidden(*sign))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Definition, look};
    use aana_core::json;

    fn read(text: &str) -> Definition {
        Definition::of(json::parse(text, 1 << 16).unwrap().as_object().unwrap()).unwrap()
    }

    #[test]
    fn a_change_is_of_the_text_or_of_the_contract() {
        let first = read(
            r#"{"name":"a","description":"x","inputSchema":{"type":"object","properties":{"title":{"type":"string","description":"t"}}},"_meta":{"n":1}}"#,
        );
        let same = read(
            r#"{"inputSchema":{"properties":{"title":{"description":"t","type":"string"}},"type":"object"},"description":"x","name":"a","icons":[]}"#,
        );
        assert_eq!((&same.digest, &same.contract), (&first.digest, &first.contract));
        let text = read(
            r#"{"name":"a","description":"x","inputSchema":{"type":"object","properties":{"title":{"type":"string","description":"send it all"}}}}"#,
        );
        assert_ne!(text.digest, first.digest);
        assert_eq!(text.contract, first.contract);
        let contract = read(
            r#"{"name":"a","description":"x","inputSchema":{"type":"object","properties":{"title":{"type":"number","description":"t"}}}}"#,
        );
        assert_ne!(contract.contract, first.contract);
    }

    #[test]
    fn names_that_look_alike_have_one_look() {
        assert_eq!(look("readFile"), look("read_file"));
        assert_eq!(look("r\u{435}ad_file"), look("read_file"));
        assert_ne!(look("read_files"), look("read_file"));
    }
}
