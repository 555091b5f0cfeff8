//! What is looked at in a head before the body is read: under which name the server is asked, and by which page.
//!
//! A page elsewhere whose name was made to point to this machine shows in `Host`, and any page elsewhere in
//! `Origin`. Both are parsed (RFC 3986, RFC 6454) and then compared as a whole. It is not enough to begin like an
//! allowed name.

use std::io;
use std::net::{IpAddr, Ipv6Addr};

use http::request::Parts;
use http::{HeaderMap, HeaderName, Method, StatusCode, header};

/// Where the server answers.
pub const ENDPOINT: &str = "/mcp";

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// Why a request is not let in.
pub(crate) type Refusal = (StatusCode, &'static str);

/// The names that a server answers to.
pub(crate) struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    pub(crate) fn new(address: IpAddr, allowed: &[String]) -> io::Result<Self> {
        let mut names: Vec<String> = LOOPBACK.iter().map(|name| (*name).to_owned()).collect();
        names.push(address.to_string());
        for name in allowed {
            let bare_v6 = name.parse::<Ipv6Addr>().map(|address| address.to_string()).ok();
            let bare = authority(name).filter(|(host, port)| !host.is_empty() && port.is_none());
            let Some(host) = bare_v6.or(bare.map(|(host, _)| host)) else {
                let what = "an allowed host is a name or an address without a port";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
            };
            names.push(host);
        }
        Ok(Self(names))
    }

    /// Why a request is not let in, if it is not.
    pub(crate) fn refusal(&self, head: &Parts) -> Option<Refusal> {
        self.host(head).or_else(|| self.origin(&head.headers)).or_else(|| {
            if head.uri.path() != ENDPOINT {
                Some((StatusCode::NOT_FOUND, "there is nothing here"))
            } else if head.method != Method::POST {
                let what = "there are no sessions and no streams: messages are posted";
                Some((StatusCode::METHOD_NOT_ALLOWED, what))
            } else if is_plain_json(&head.headers) {
                None
            } else {
                let what = "the message must be `application/json` in UTF-8, not compressed";
                Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, what))
            }
        })
    }

    fn host(&self, head: &Parts) -> Option<Refusal> {
        let unknown =
            (StatusCode::MISDIRECTED_REQUEST, "the server does not answer to the name in `Host`");
        let ambiguous = (StatusCode::BAD_REQUEST, "the request has one `Host`, and a target on it");
        let mut hosts = texts(&head.headers, &header::HOST);
        let Some(host) = hosts.next() else { return Some(unknown) };
        if hosts.next().is_some()
            || head.uri.authority().is_some_and(|named| named.as_str() != host)
        {
            return Some(ambiguous);
        }
        let known = authority(host).is_some_and(|(name, _)| self.0.contains(&name));
        if known { None } else { Some(unknown) }
    }

    fn origin(&self, headers: &HeaderMap) -> Option<Refusal> {
        let mut origins = texts(headers, &header::ORIGIN);
        let origin = origins.next()?;
        let page = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        let known = origins.next().is_none()
            && page.and_then(authority).is_some_and(|(name, _)| self.0.contains(&name));
        let unknown = (StatusCode::FORBIDDEN, "the page in `Origin` is not allowed here");
        if known { None } else { Some(unknown) }
    }
}

/// Every value of a field. A value that is not text never matches an allowed one.
fn texts<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("\u{fffd}"))
}

/// A host in one spelling, and its port; `None` if it cannot be parsed, or has more than these two parts.
fn authority(text: &str) -> Option<(String, Option<u16>)> {
    let (host, rest) = if let Some(bracketed) = text.strip_prefix('[') {
        let (address, rest) = bracketed.split_once(']')?;
        (address.parse::<Ipv6Addr>().ok()?.to_string(), rest)
    } else {
        let (name, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) {
            return None;
        }
        (name.to_ascii_lowercase(), rest)
    };
    if rest.is_empty() {
        return Some((host, None));
    }
    let port = rest.strip_prefix(':')?;
    let digits = (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
    if digits { Some((host, Some(port.parse().ok()?))) } else { None }
}

/// Whether the body is JSON in the only encoding that JSON has, and not compressed.
fn is_plain_json(headers: &HeaderMap) -> bool {
    let mut types = texts(headers, &header::CONTENT_TYPE);
    let (Some(given), None) = (types.next(), types.next()) else { return false };
    let lower = given.to_ascii_lowercase();
    let mut parts = lower.split(';').map(str::trim);
    let is_json = parts.next() == Some("application/json");
    let in_utf8 = parts.filter_map(|part| part.split_once('=')).all(|(name, value)| {
        name != "charset" || matches!(value.trim_matches(['"', ' ']), "utf-8" | "utf8")
    });
    let plain = texts(headers, &header::CONTENT_ENCODING)
        .all(|coding| coding.trim().eq_ignore_ascii_case("identity"));
    is_json && in_utf8 && plain
}

#[cfg(test)]
mod tests {
    use super::authority;

    #[test]
    fn an_authority_is_read_as_a_whole() {
        for (text, host, port) in [
            ("LOCALHOST:8767", "localhost", Some(8767)),
            ("127.0.0.1", "127.0.0.1", None),
            ("[0:0:0:0:0:0:0:1]:1", "::1", Some(1)),
            ("", "", None),
        ] {
            assert_eq!(authority(text), Some((host.to_owned(), port)), "{text}");
        }
        for text in [
            "localhost:evil.com",
            "localhost:1@evil.com",
            "a@b",
            "a:99999",
            "a:",
            "[::1%1]",
            "[::1]x",
            "a/b",
        ] {
            assert_eq!(authority(text), None, "{text}");
        }
    }
}
