//! The few URLs that a descriptor may hold, read strictly.
//!
//! Where readers of URLs differ, a strict one refuses: `https://127.1/`, a host with a backslash or
//! a letter outside ASCII mean different hosts to different clients. What is left has one reading.

use std::net::{Ipv4Addr, Ipv6Addr};

/// An absolute URL with a host, nothing hidden in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Url {
    /// `https` or another scheme, in lower case.
    pub(super) scheme: String,
    /// Scheme, host and port, without a default port.
    pub(super) origin: String,
    /// Whether the host is this machine.
    pub(super) loopback: bool,
    /// From the first slash on; may be empty.
    pub(super) path: String,
    /// What follows the path from `?` or `#` on.
    pub(super) rest: String,
}

/// Why a text is not such a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UrlFault {
    /// It is not absolute, or has no plain host, port or path.
    Format,
    /// It names a user.
    Userinfo,
}

impl Url {
    pub(super) fn parse(text: &str) -> Result<Self, UrlFault> {
        if !text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') {
            return Err(UrlFault::Format);
        }
        let (scheme, after) = text.split_once("://").ok_or(UrlFault::Format)?;
        let mut letters = scheme.bytes();
        if !letters.next().is_some_and(|first| first.is_ascii_alphabetic())
            || !letters.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        {
            return Err(UrlFault::Format);
        }
        let scheme = scheme.to_ascii_lowercase();
        let end = after.find(['/', '?', '#']).unwrap_or(after.len());
        let (authority, after) = after.split_at_checked(end).ok_or(UrlFault::Format)?;
        if authority.contains('@') {
            return Err(UrlFault::Userinfo);
        }
        let (host, port) = split_port(authority).ok_or(UrlFault::Format)?;
        let host = host.to_ascii_lowercase();
        let loopback = host_is_loopback(&host).ok_or(UrlFault::Format)?;
        let end = after.find(['?', '#']).unwrap_or(after.len());
        let (path, rest) = after.split_at_checked(end).ok_or(UrlFault::Format)?;
        let default = match scheme.as_str() {
            "https" => Some(443),
            "http" => Some(80),
            _ => None,
        };
        let origin = match port {
            Some(port) if Some(port) != default => format!("{scheme}://{host}:{port}"),
            _ => format!("{scheme}://{host}"),
        };
        Ok(Self { scheme, origin, loopback, path: path.to_owned(), rest: rest.to_owned() })
    }
}

/// Host and port of an authority without a user.
fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    let colon = match authority.rfind(']') {
        Some(bracket) => authority.get(bracket..)?.find(':').map(|at| bracket + at),
        None => authority.find(':'),
    };
    let Some(colon) = colon else { return Some((authority, None)) };
    let port = authority.get(colon + 1..)?;
    if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((authority.get(..colon)?, Some(port.parse().ok()?)))
}

/// Whether the host is this machine; `None` if it is not a plain host.
fn host_is_loopback(host: &str) -> Option<bool> {
    if let Some(address) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return address.parse::<Ipv6Addr>().ok().map(|it| it.is_loopback());
    }
    let name = host.strip_suffix('.').unwrap_or(host);
    if name.is_empty() || name.len() > 253 || !name.split('.').all(is_label) {
        return None;
    }
    // A last label of digits, or `0x` and the like, makes it an address for every client, and only
    // the four decimal numbers are the same address for all of them.
    let last = name.rsplit('.').next().unwrap_or_default();
    if last.bytes().all(|byte| byte.is_ascii_digit()) || last.starts_with("0x") {
        return host.parse::<Ipv4Addr>().ok().map(|it| it.is_loopback());
    }
    Some(name == "localhost")
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.len() <= 63
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Whether a segment of the path is `.` or `..`, plain or encoded.
pub(super) fn has_dot_segment(path: &str) -> bool {
    path.split('/').any(|segment| {
        let plain = segment.replace("%2e", ".").replace("%2E", ".");
        plain == "." || plain == ".."
    })
}

/// Whether the byte may stand in a path as it is, `%` and `/` left aside.
pub(super) const fn is_path_byte(byte: u8) -> bool {
    is_unreserved(byte)
        || matches!(
            byte,
            b'!' | b'$'
                | b'&'
                | b'\''
                | b'('
                | b')'
                | b'*'
                | b'+'
                | b','
                | b';'
                | b'='
                | b':'
                | b'@'
        )
}

const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// What makes a text no literal path: the encoded bytes that servers read as something else count too.
pub(super) fn has_bad_path_byte(path: &str) -> bool {
    let bytes = path.as_bytes();
    let mut index = 0;
    while let Some(&byte) = bytes.get(index) {
        index += 1;
        if byte == b'%' {
            let decoded = bytes.get(index..index + 2).and_then(decoded_byte);
            if decoded.is_none_or(|it| it.is_ascii_control() || it == b'/' || it == b'\\') {
                return true;
            }
            index += 2;
        } else if byte != b'/' && !is_path_byte(byte) {
            return true;
        }
    }
    false
}

fn decoded_byte(digits: &[u8]) -> Option<u8> {
    let [high, low] = digits else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}

/// Appends `text` with everything but unreserved characters percent-encoded.
pub(super) fn push_encoded(out: &mut String, text: &str) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or_default();
    for byte in text.bytes() {
        if is_unreserved(byte) {
            out.push(char::from(byte));
        } else {
            out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}

/// The text with every whole `%xx` decoded once; bytes that are then not UTF-8 are replaced.
pub(super) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while let Some(&byte) = bytes.get(index) {
        let hex = (byte == b'%').then(|| bytes.get(index + 1..index + 3).and_then(decoded_byte));
        if let Some(Some(decoded)) = hex {
            out.push(decoded);
            index += 3;
        } else {
            out.push(byte);
            index += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Url, UrlFault, decoded, has_bad_path_byte, has_dot_segment};

    #[test]
    fn only_one_reading_is_left() {
        for text in [
            "https://127.1/",
            "https://0x7f.1/",
            "https://0x7f000001",
            "https://2130706433",
            "https://api.example.com\\@evil.example/",
            "https://b\u{fc}cher.example/",
            "https:///x",
            "https://:443/",
            "https://host:/",
            "https://host:65536/",
            "https://-a.example/",
            "https://[::1",
            "//host/",
            "javascript:alert(1)",
        ] {
            assert_eq!(Url::parse(text), Err(UrlFault::Format), "{text}");
        }
        assert_eq!(Url::parse("https://a@b/"), Err(UrlFault::Userinfo));
    }

    #[test]
    fn loopback_is_told_by_the_host() {
        for (text, loopback) in [
            ("http://localhost:80/", true),
            ("http://127.8.9.1", true),
            ("http://[::1]:8080/v1", true),
            ("http://127.0.0.1.evil.example/", false),
            ("http://localhost.evil.example/", false),
            ("http://[::2]/", false),
        ] {
            assert_eq!(Url::parse(text).map(|url| url.loopback), Ok(loopback), "{text}");
        }
        let url = Url::parse("HTTPS://API.Example.com:443/v1?q#f").unwrap();
        assert_eq!(url.origin, "https://api.example.com");
        assert_eq!((&*url.path, &*url.rest), ("/v1", "?q#f"));
    }

    #[test]
    fn paths_are_literal() {
        assert!(has_dot_segment("/a/%2E./b") && !has_dot_segment("/a/..b"));
        assert!(
            has_bad_path_byte("/a%2Fb") && has_bad_path_byte("/%0d") && has_bad_path_byte("/%4")
        );
        assert!(has_bad_path_byte("/\u{e9}") && !has_bad_path_byte("/a%20b/@:c"));
        assert_eq!(decoded("%2e%2E%2fx%"), "../x%");
    }
}
