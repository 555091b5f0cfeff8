//! The arguments of a call, taken out of the message as the bytes that arrived.
//!
//! Only the envelope is read here, and leniently: what is wrong in the arguments is the gate's to say,
//! and what is wrong elsewhere the protocol library's.

use std::fmt;
use std::ops::Range;

/// Why an envelope is not a JSON object that can be read in one way only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed(&'static str);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Malformed {}

/// The message with `{}` for arguments, and the arguments, if there are any.
///
/// ```
/// let message = br#"{"params":{"name":"x","arguments":{"a":1,"a":2}}}"#;
/// let (rest, arguments) = aana_mcp::split(message).unwrap();
/// assert_eq!(rest, br#"{"params":{"name":"x","arguments":{}}}"#);
/// assert_eq!(arguments.as_deref(), Some(&br#"{"a":1,"a":2}"#[..]));
/// ```
///
/// # Errors
///
/// The envelope cannot be read, or has a key twice.
pub fn split(message: &[u8]) -> Result<(Vec<u8>, Option<Vec<u8>>), Malformed> {
    let whole = || (message.to_vec(), None);
    let Some(params) = member(message, skip(message, 0), "params")? else { return Ok(whole()) };
    let Some(place) = member(message, params.start, "arguments")? else { return Ok(whole()) };
    let mut rest = message.to_vec();
    let arguments = rest.splice(place, *b"{}").collect();
    Ok((rest, Some(arguments)))
}

/// Whether a message that can be read has an `id`, whatever its value.
///
/// ```
/// assert!(aana_mcp::has_id(br#"{"id": 1.5}"#) && !aana_mcp::has_id(br#"[{"id": 1}]"#));
/// ```
pub fn has_id(message: &[u8]) -> bool {
    member(message, skip(message, 0), "id").is_ok_and(|id| id.is_some())
}

/// Where the value of one member of an object stands. What is not an object has no members.
fn member(text: &[u8], at: usize, name: &str) -> Result<Option<Range<usize>>, Malformed> {
    if text.get(at) != Some(&b'{') {
        return Ok(None);
    }
    let mut keys: Vec<String> = Vec::new();
    let mut found = None;
    let mut at = skip(text, at + 1);
    if text.get(at) == Some(&b'}') {
        return Ok(None);
    }
    loop {
        if text.get(at) != Some(&b'"') {
            return Err(Malformed("a key is missing"));
        }
        let end = string_end(text, at)?;
        let key: String = serde_json::from_slice(text.get(at..end).unwrap_or_default())
            .map_err(|_| Malformed("a key cannot be read"))?;
        at = skip(text, end);
        if text.get(at) != Some(&b':') {
            return Err(Malformed("a colon is missing"));
        }
        let start = skip(text, at + 1);
        let end = value_end(text, start)?;
        if key == name {
            found = Some(start..end);
        }
        keys.push(key);
        at = skip(text, end);
        match text.get(at) {
            Some(b'}') => break,
            Some(b',') => at = skip(text, at + 1),
            _ => return Err(Malformed("a comma is missing")),
        }
    }
    keys.sort_unstable();
    if keys.windows(2).any(|pair| pair.first() == pair.last()) {
        return Err(Malformed("a key of the envelope stands twice"));
    }
    Ok(found)
}

/// Where white space ends.
pub(crate) fn skip(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

/// Where a value ends, judged by its quotes and brackets alone.
pub(crate) fn value_end(text: &[u8], start: usize) -> Result<usize, Malformed> {
    let mut at = start;
    let mut depth = 0_usize;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' if depth == 0 && at > start => break,
            b'"' => {
                at = string_end(text, at)?;
                if depth == 0 {
                    return Ok(at);
                }
                continue;
            }
            b'{' | b'[' if depth == 0 && at > start => break,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => break,
            b'}' | b']' if depth == 1 => return Ok(at + 1),
            b'}' | b']' => depth -= 1,
            b',' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => break,
            _ => {}
        }
        at += 1;
    }
    if depth > 0 {
        return Err(Malformed("a bracket is not closed"));
    }
    if at == start { Err(Malformed("a value is missing")) } else { Ok(at) }
}

/// Where a string ends that begins here.
pub(crate) fn string_end(text: &[u8], start: usize) -> Result<usize, Malformed> {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return Ok(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    Err(Malformed("a string is not closed"))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn the_arguments_are_found_where_the_message_has_them() {
        for (message, arguments) in [
            (&b"{}"[..], None),
            (b"[]", None),
            (br#"{"params":[{"arguments":1}]}"#, None),
            (br#"{"arguments":{"a":1}}"#, None),
            (br#"{"params":{"x":{"arguments":1}}}"#, None),
            (br#"{"params":{"arguments":null}}"#, Some(&b"null"[..])),
            (br#"{"params":{"arguments":"}\""}}"#, Some(br#""}\"""#)),
            (br#"{"params":{"arguments":[1,[2]]},"id":1}"#, Some(b"[1,[2]]")),
            (br#"{"params":{"argum\u0065nts":{"a":1}}}"#, Some(br#"{"a":1}"#)),
            (b"{\"params\":{\"arguments\": {\"\xff\":NaN} }}", Some(b"{\"\xff\":NaN}")),
        ] {
            let (rest, found) = split(message).unwrap();
            assert_eq!(found.as_deref(), arguments);
            let replaced = rest.windows(2).any(|pair| pair == b"{}") && arguments.is_some();
            assert!(replaced || rest == message);
        }
    }

    #[test]
    fn what_can_be_read_in_more_than_one_way_or_in_none_is_malformed() {
        for message in [
            r"{",
            r#"{""#,
            r#"{"params""#,
            r#"{"params":"#,
            r#"{"params":{"arguments":{}"#,
            r#"{"params":{"arguments":{"a":"}}"#,
            r#"{"params":{"arguments":{}},}"#,
            r#"{"params":{"arguments":{} {}}}"#,
            r#"{"params":{},"params":{"arguments":{}}}"#,
            r#"{"params":{"arguments":{},"argument\u0073":{}}}"#,
            r#"{"\ud8":1}"#,
            r#"{"\ud800":1}"#,
            r#"{"params":{"arguments":{},"\udc00\ud800":1}}"#,
        ] {
            assert!(split(message.as_bytes()).is_err(), "{message}");
        }
    }
}
