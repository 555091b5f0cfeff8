//! Keys that another reader could take for one of the protocol's.

use aana_core::characters;
use aana_core::json::Object;

/// The members of a message.
const ENVELOPE: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// The members of `params` by which something is decided, here or by a server.
const PARAMS: [&str; 17] = [
    "name",
    "arguments",
    "_meta",
    "task",
    "requestState",
    "inputResponses",
    "uri",
    "cursor",
    "protocolVersion",
    "capabilities",
    "clientInfo",
    "requestId",
    "progressToken",
    "ref",
    "argument",
    "context",
    "level",
];

/// Whether a message has a key that is one of the protocol's only for a reader that is careless with letters.
pub(crate) fn has_variant(message: &Object<'_>) -> bool {
    let params = message.get("params").and_then(|params| params.as_object());
    is_variant_in(message, &ENVELOPE) || params.is_some_and(|params| is_variant_in(params, &PARAMS))
}

/// The same of an answer: its envelope, and where the list of tools stands in it.
pub(crate) fn answer_has_variant(message: &Object<'_>) -> bool {
    let result = message.get("result").and_then(|result| result.as_object());
    is_variant_in(message, &ENVELOPE)
        || result.is_some_and(|result| is_variant_in(result, &["tools", "nextCursor"]))
}

/// Whether a tool has a key that a careless reader takes for one that is pinned or shown.
pub(crate) fn tool_has_variant(tool: &Object<'_>) -> bool {
    is_variant_in(tool, &["name", "title", "description", "inputSchema", "annotations"])
}

fn is_variant_in(object: &Object<'_>, known: &[&str]) -> bool {
    object.members().iter().any(|member| {
        let key = &*member.key;
        !known.contains(&key) && {
            let folded = folded(key);
            known.iter().any(|known| known.to_ascii_lowercase() == folded)
        }
    })
}

/// A word as a careless reader takes it: in lower case, without what shows nothing.
pub(crate) fn folded(word: &str) -> String {
    let shows = |sign: &char| !sign.is_control() && !characters::is_hidden(*sign);
    let plain = |sign: char| match sign {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        sign => characters_of(sign),
    };
    word.chars().filter(shows).map(plain).flat_map(char::to_lowercase).collect()
}

fn characters_of(sign: char) -> char {
    aana_core::confusables::full_width(sign).unwrap_or(sign)
}

#[cfg(test)]
mod tests {
    use super::has_variant;
    use aana_core::json;

    #[test]
    fn keys_that_differ_only_for_the_careful_are_variants() {
        for (text, variant) in [
            (r#"{"method":"x","params":{"name":"a"}}"#, false),
            (r#"{"method":"x","Method":"y"}"#, true),
            (r#"{"param\u017f":{}}"#, true),
            (r#"{"method\u0000":"y"}"#, true),
            (r#"{"params":{"Name":"y"}}"#, true),
            (r#"{"params":{"as\u212a":"y"}}"#, false),
            (r#"{"params":{"tas\u212a":"y"}}"#, true),
            (r#"{"params":{"x":{"Name":"y"}}}"#, false),
        ] {
            let tree = json::parse(text, 1 << 10).unwrap();
            assert_eq!(has_variant(tree.as_object().unwrap()), variant, "{text}");
        }
    }
}
