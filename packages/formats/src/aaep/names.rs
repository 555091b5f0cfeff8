//! Names and ids as AAEP takes them, made from what a runtime calls its tools and calls.

use sha2::{Digest as _, Sha256};

use super::{forms, shape::TOOL};

/// The AAEP name of a tool: its own, if it has the form; else one with `_` for what does not fit and a
/// digest at the end, so that `a/b` and `a:b` stay apart.
///
/// # Example
///
/// ```
/// use aana_formats::aaep::tool_name;
///
/// assert_eq!(tool_name("send_email"), "send_email");
/// assert_eq!(tool_name("mail/send"), "mail_send_f6df7563");
/// assert_ne!(tool_name("mail:send"), tool_name("mail/send"));
/// ```
pub fn tool_name(name: &str) -> String {
    if name.len() <= TOOL && forms::is_tool(name) {
        return name.to_owned();
    }
    let mut fitted = String::with_capacity(TOOL);
    if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        fitted.push('_');
    }
    for character in name.chars() {
        if fitted.len() >= TOOL - 9 {
            break;
        }
        let fits = u8::try_from(character).is_ok_and(forms::is_tool_byte);
        fitted.push(if fits { character } else { '_' });
    }
    fitted.push('_');
    fitted.push_str(&start_of(&Sha256::digest(name.as_bytes()), 4));
    fitted
}

/// The `tool_call_id` of a call: the runtime's own id if it is made of letters and digits, else a
/// digest of the session and that id.
///
/// # Example
///
/// ```
/// use aana_formats::aaep::call_id;
///
/// assert_eq!(call_id("sess_1", "0042"), "call_0042");
/// assert_eq!(call_id("sess_1", "call_0042"), "call_0042");
/// assert!(call_id("sess_1", "toolu_01A").starts_with("call_"));
/// ```
pub fn call_id(session_id: &str, runtime_id: &str) -> String {
    if forms::is_id(runtime_id, "call_") {
        return runtime_id.to_owned();
    }
    if forms::is_id(runtime_id, "") {
        return format!("call_{runtime_id}");
    }
    let mut hash = Sha256::new();
    hash.update(session_id.as_bytes());
    hash.update([0xFF]);
    hash.update(runtime_id.as_bytes());
    format!("call_{}", start_of(&hash.finalize(), 16))
}

/// The first bytes of a digest in hexadecimal digits.
fn start_of(digest: &[u8], bytes: usize) -> String {
    hex::encode(digest.get(..bytes).unwrap_or(digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_fits_and_names_stay_apart() {
        let long = "x".repeat(400);
        let names = ["", "9lives", "a b", "a/b", "a:b", "senđ", "-x", &long, "a\n", "日本語"];
        let fitted: std::collections::BTreeSet<_> =
            names.iter().map(|name| tool_name(name)).collect();
        assert_eq!(fitted.len(), names.len());
        for name in &fitted {
            assert!(name.len() <= TOOL && forms::is_tool(name), "{name}");
        }
        assert_eq!(tool_name(&long).len(), TOOL);
    }

    #[test]
    fn every_call_id_fits() {
        for id in ["", "toolu_01A09q90qw", "a-b", &"9".repeat(65), "call_", "é"] {
            assert!(forms::is_id(&call_id("sess_1", id), "call_"), "{id}");
        }
        assert_ne!(call_id("sess_1", "a-b"), call_id("sess_2", "a-b"));
    }
}
