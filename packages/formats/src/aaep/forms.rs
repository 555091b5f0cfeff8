//! The forms of identifiers, codes, URIs and times, without a pattern engine.

use aana_core::time;

/// `prefix` and 1 to 64 ASCII letters or digits: the form of all AAEP ids.
pub(super) fn is_id(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix).is_some_and(|rest| {
        (1..=64).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// A tool name: a letter or `_`, then letters, digits, `_`, `.` and `-`. The length is not looked at.
pub(super) fn is_tool(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.bytes().all(is_tool_byte)
}

/// Whether a tool name may have this byte after its first.
pub(super) fn is_tool_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

/// A version such as `1.0.0` or `0.1.0-draft`.
pub(super) fn is_version(text: &str) -> bool {
    let (numbers, suffix) = text.split_once('-').map_or((text, None), |(a, b)| (a, Some(b)));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let in_suffix = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    numbers.split('.').count() == 3
        && numbers.split('.').all(digits)
        && suffix.is_none_or(|suffix| !suffix.is_empty() && suffix.bytes().all(in_suffix))
}

/// A language tag in the loose form that AAEP takes.
pub(super) fn is_language(text: &str) -> bool {
    text.split('-').enumerate().all(|(index, part)| {
        (1..=8).contains(&part.len())
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphabetic() || (index > 0 && byte.is_ascii_digit()))
    })
}

/// An ISO 15924 script code.
pub(super) fn is_script(text: &str) -> bool {
    let mut bytes = text.bytes();
    text.len() == 4
        && bytes.next().is_some_and(|byte| byte.is_ascii_uppercase())
        && bytes.all(|byte| byte.is_ascii_lowercase())
}

/// An error code: 2 to 64 capitals, digits and `_`, a capital first.
pub(super) fn is_error_code(text: &str) -> bool {
    (2..=64).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_uppercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A reason code: 2 to 64 small letters, digits and `_`, a small letter first.
pub(super) fn is_reason_code(text: &str) -> bool {
    (2..=64).contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A signed document in its compact form: three parts of base64url, parted by points.
pub(super) fn is_compact_jws(text: &str) -> bool {
    let in_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    text.split('.').count() == 3
        && text.split('.').all(|part| !part.is_empty() && part.bytes().all(in_part))
}

/// A media type without parameters.
pub(super) fn is_media_type(text: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic())
            && part.bytes().all(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'_' | b'-')
            })
    };
    text.split_once('/').is_some_and(|(kind, subtype)| part(kind) && part(subtype))
}

/// An absolute URI by the characters of RFC 3986: a scheme, a colon and something after it.
pub(super) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let in_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    if !scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        || !scheme.bytes().all(in_scheme)
        || rest.is_empty()
    {
        return false;
    }
    let mut bytes = rest.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'%' => {
                let mut hex = || bytes.next().is_some_and(|byte| byte.is_ascii_hexdigit());
                hex() && hex()
            }
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&byte),
        };
        if !fits {
            return false;
        }
    }
    // An authority is a host with what belongs to it; without one there is nobody to ask.
    rest.strip_prefix("//").is_none_or(|rest| !rest.is_empty() && !rest.starts_with(['?', '#']))
}

/// A moment in microseconds since 1970, and how many digits its fraction has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Timestamp {
    pub(super) us: i64,
    pub(super) fraction: usize,
}

/// Reads an RFC 3339 date and time of the strict form: `T`, seconds, a point before the fraction,
/// `Z` or an offset with a colon.
pub(super) fn moment(text: &str) -> Option<Timestamp> {
    let bytes = text.as_bytes();
    let seconds = text.get(..19)?;
    let shape = |index: usize, wanted: u8| bytes.get(index) == Some(&wanted);
    if !shape(10, b'T') || !shape(13, b':') || !shape(16, b':') {
        return None;
    }
    let rest = text.get(19..)?;
    let (digits, zone) = match rest.strip_prefix('.') {
        Some(rest) => {
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            let digits = rest.get(..length).filter(|digits| !digits.is_empty())?;
            (digits, rest.get(length..)?)
        }
        None => ("", rest),
    };
    let zoned = zone == "Z"
        || (zone.len() == 6
            && zone.starts_with(['+', '-'])
            && zone.as_bytes().get(3) == Some(&b':'));
    if !zoned {
        return None;
    }
    let mut whole = String::with_capacity(25);
    whole.push_str(seconds);
    whole.push_str(zone);
    let ms = time::parse(&whole)?;
    let micros = digits
        .bytes()
        .chain(core::iter::repeat(b'0'))
        .take(6)
        .fold(0_i64, |sum, digit| sum * 10 + i64::from(digit & 0xf));
    Some(Timestamp { us: ms.saturating_mul(1000).saturating_add(micros), fraction: digits.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_keep_microseconds() {
        let at = |text| moment(text).map(|moment| (moment.us, moment.fraction));
        assert_eq!(at("1970-01-01T00:00:01Z"), Some((1_000_000, 0)));
        assert_eq!(at("1970-01-01T00:00:00.000001Z"), Some((1, 6)));
        assert_eq!(at("1970-01-01T01:00:00.5+01:00"), Some((500_000, 1)));
        assert_eq!(at("1970-01-01T00:00:00.1234567Z"), Some((123_456, 7)));
        for text in [
            "1970-01-01T00:00:00",
            "1970-01-01t00:00:00Z",
            "1970-01-01T00:00:00z",
            "1970-01-01 00:00:00Z",
            "1970-01-01T00:00Z",
            "1970-01-01T00:00:00.Z",
            "1970-01-01T00:00:00,5Z",
            "1970-01-01T00:00:00+0100",
            "1970-01-01T24:00:00Z",
            "1970-13-01T00:00:00Z",
            "1970-01-01",
            "1970-01-01T00:00:00Z\n",
            "",
        ] {
            assert_eq!(at(text), None, "{text}");
        }
    }

    #[test]
    fn uris_have_a_scheme_and_no_blanks() {
        for text in ["https://example.org/a?b#c", "urn:x:y", "https://example.org/%20"] {
            assert!(is_uri(text), "{text}");
        }
        for text in ["", "agent gate", "example.org", "https:", "https://", "1a:b", "a:b c", "a:%2"]
        {
            assert!(!is_uri(text), "{text}");
        }
    }

    #[test]
    fn patterns_end_where_the_text_ends() {
        assert!(is_id("evt_a1", "evt_") && !is_id("evt_a1\n", "evt_") && !is_id("evt_", "evt_"));
        assert!(!is_id(&format!("evt_{}", "a".repeat(65)), "evt_"));
        assert!(is_tool("a.b-c_1") && !is_tool("a\n") && !is_tool("1a") && !is_tool(""));
        assert!(is_version("1.0.0") && is_version("0.1.0-draft.1-x") && !is_version("1.0"));
        assert!(!is_version("1.0.0-") && !is_version("1..0"));
        assert!(is_language("en") && is_language("zh-Hans-419") && !is_language("en_US"));
        assert!(!is_language("en-") && !is_language("1n") && !is_language("abcdefghi"));
        assert!(is_script("Latn") && !is_script("latn") && !is_script("Latin"));
        assert!(is_error_code("AUTH_REQUIRED") && !is_error_code("A") && !is_error_code("a1"));
        assert!(is_reason_code("timeout_exceeded") && !is_reason_code("Policy violation"));
        assert!(is_compact_jws("a.b-c.d_1") && !is_compact_jws("a.b") && !is_compact_jws("a..b"));
        assert!(is_media_type("text/plain") && !is_media_type("text") && !is_media_type("/"));
    }
}
