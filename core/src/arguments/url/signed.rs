//! Addresses that a store of files has signed: whoever has one may read that file, and nothing else leaves with it.

use super::percent::written_out;

/// The longest of these parameters is a token of a session.
const LONGEST: usize = 2048;

/// Whether a query is that of a signed address of this host. The signature and who signed have the form that the store
/// gives them.
pub(super) fn is_signed(query: &str, host: &str) -> bool {
    let is_below = |domain: &str| {
        let before = host.strip_suffix(domain).unwrap_or("-");
        before.is_empty() || before.ends_with('.')
    };
    let (start, ends) = match () {
        () if is_below("amazonaws.com") || is_below("amazonaws.com.cn") => {
            ("x-amz-", "/aws4_request")
        }
        () if is_below("storage.googleapis.com") => ("x-goog-", "/goog4_request"),
        () => return false,
    };
    let value = |name: &str| {
        query.split('&').find_map(|parameter| {
            let (key, value) = parameter.split_once('=')?;
            let is_named = key.len() == start.len().saturating_add(name.len())
                && key.get(..start.len())?.eq_ignore_ascii_case(start)
                && key.get(start.len()..)?.eq_ignore_ascii_case(name);
            is_named.then_some(value)
        })
    };
    let is_signature = |text: &str| {
        matches!(text.len(), 64 | 512) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let is_credential = |text: &str| {
        let text = written_out(text);
        text.len() <= 128 && text.ends_with(ends) && text.split('/').count() == 5
    };
    value("signature").is_some_and(is_signature) && value("credential").is_some_and(is_credential)
}

/// Whether a parameter belongs to a signature.
pub(super) fn is_part(parameter: &str) -> bool {
    const NAMES: [&str; 8] = [
        "algorithm",
        "content-sha256",
        "credential",
        "date",
        "expires",
        "security-token",
        "signature",
        "signedheaders",
    ];
    let key = parameter.split('=').next().unwrap_or_default();
    let is = |start: &str| {
        let (head, name) = key.split_at_checked(start.len()).unwrap_or_default();
        head.eq_ignore_ascii_case(start) && NAMES.iter().any(|own| own.eq_ignore_ascii_case(name))
    };
    parameter.len() <= LONGEST && (is("x-amz-") || is("x-goog-"))
}
