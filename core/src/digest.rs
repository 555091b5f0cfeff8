//! The digest that binds an approval and a decision to one action.

use alloc::string::String;

use sha2::{Digest as _, Sha256};

use crate::{
    event::Event,
    json::{canonical, canonical_object, push_hex, write_string},
};

/// `sha256:` and the SHA-256 of the canonical JSON of `{authorization_subject, proposed_arguments,
/// tool_name}`, without the subject where the event names none.
pub(crate) fn action_digest(event: &Event<'_>) -> String {
    let mut text = String::with_capacity(256);
    text.push('{');
    if let Some(subject) = &event.authorization_subject {
        text.push_str("\"authorization_subject\":");
        canonical(&mut text, subject);
        text.push(',');
    }
    text.push_str("\"proposed_arguments\":");
    canonical_object(&mut text, &event.proposed_arguments);
    text.push_str(",\"tool_name\":");
    write_string(&mut text, &event.tool_name);
    text.push('}');

    let mut digest = String::with_capacity(71);
    digest.push_str("sha256:");
    for byte in Sha256::digest(text.as_bytes()) {
        push_hex(&mut digest, byte);
    }
    digest
}

/// Appends the first 16 hexadecimal digits of the SHA-256 of `bytes`.
pub(crate) fn push_short(out: &mut String, bytes: &[u8]) {
    for byte in Sha256::digest(bytes).into_iter().take(8) {
        push_hex(out, byte);
    }
}

/// The digest that an entry of `supports` names, if it names an action. One in capitals, with blanks
/// around it or by another hash is no digest of this action, but must not pass for naming none.
pub(crate) fn named_action(support: &str) -> Option<&str> {
    let (name, digest) = support.trim_start().split_once(':')?;
    let hashed = digest.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("sha"));
    let names_one = name.eq_ignore_ascii_case("action") && hashed;
    names_one.then(|| support.strip_prefix("action:").unwrap_or(support))
}
