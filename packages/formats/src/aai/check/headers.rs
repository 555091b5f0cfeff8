//! Headers that a descriptor sets.

use std::collections::HashSet;

use aana_core::secrets;
use serde_json::Value;

use super::{
    super::{findings::member, model::Auth, template},
    Check, Object, Rule, auth_sets_header,
};

/// Headers of routing and framing, and those that would turn a method or a path into another, or say that the
/// body is something else than what was approved.
const FORBIDDEN: [&str; 21] = [
    "connection",
    "content-encoding",
    "content-length",
    "expect",
    "forwarded",
    "host",
    "keep-alive",
    "proxy-authenticate",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
    "x-original-url",
    "x-rewrite-url",
];

/// Headers that hold a credential.
const CREDENTIAL: [&str; 3] = ["authorization", "cookie", "proxy-authorization"];

/// Whether no descriptor may set this header; the name is in lower case.
pub(super) fn is_forbidden_header(name: &str) -> bool {
    FORBIDDEN.contains(&name)
}

/// A token of RFC 9110.
pub(super) fn is_header_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&it))
}

impl Check {
    /// The headers of an object, names in lower case.
    pub(super) fn headers(
        &mut self,
        object: &Object,
        at: &str,
        key: &str,
        auth: Option<&Auth>,
    ) -> Vec<(String, String)> {
        let Some(headers) = self.optional_object(object, at, key) else { return Vec::new() };
        let at = member(at, key);
        let mut seen = HashSet::new();
        let mut list = Vec::new();
        for (name, value) in headers {
            let lower = name.to_ascii_lowercase();
            let fault = match value {
                Value::String(text) => header_fault(name, &lower, text, auth),
                _ => Some((
                    Rule::FieldType,
                    "a header value is not a string; only strings are allowed",
                )),
            };
            if let Some((rule, message)) = fault {
                self.error(rule, &member(&at, name), message);
            }
            if seen.contains(&lower) {
                let message = "the header stands twice, in another case; it may stand once";
                self.error(Rule::HeadersDuplicate, &member(&at, name), message);
            }
            list.push((lower.clone(), value.as_str().unwrap_or_default().to_owned()));
            seen.insert(lower);
        }
        list
    }
}

fn header_fault(
    name: &str,
    lower: &str,
    value: &str,
    auth: Option<&Auth>,
) -> Option<(Rule, &'static str)> {
    if !is_header_name(name) {
        return Some((
            Rule::HeadersName,
            "the header name is not a token of letters, digits and `-`",
        ));
    }
    if is_forbidden_header(lower) {
        let message =
            "a header of routing, framing or method override is not a descriptor's to set";
        return Some((Rule::HeadersForbidden, message));
    }
    if CREDENTIAL.contains(&lower) || secrets::holds_provider_secret(value) {
        let message = "a credential stands in plain text; declare it under `auth` instead";
        return Some((Rule::HeadersCredential, message));
    }
    if auth_sets_header(auth, name) {
        return Some((
            Rule::HeadersAuthConflict,
            "`auth` sets this header; it may not be set here",
        ));
    }
    if template::has_marker(value) {
        return Some((
            Rule::HeadersTemplate,
            "the value has a placeholder; headers are not templated",
        ));
    }
    if !value.bytes().all(|it| it == b'\t' || it == b' ' || it.is_ascii_graphic()) {
        let message = "the value has a character outside visible ASCII, blank and tab";
        return Some((Rule::HeadersValue, message));
    }
    None
}
