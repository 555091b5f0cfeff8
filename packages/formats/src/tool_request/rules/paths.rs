//! Places that the words of a command name: under `/in` and `/out`, or where they must not be.

use super::{
    origin::Origin,
    values::Fields,
    words::{HOST_ROOTS, SOCKETS},
};
use crate::command::Word;
use crate::tool_request::{RequestRule as Rule, found::RequestFindings};

/// What stands below `/in` and `/out`; the folder itself is the empty text.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) inputs: Vec<String>,
    pub(crate) outputs: Vec<String>,
}

/// A path that starts at the root.
pub(crate) enum Absolute {
    Traversal,
    Input(String),
    Output(String),
    Device,
    Host,
    Elsewhere,
}

/// Where a path that starts with a slash leads.
pub(crate) fn absolute(path: &str) -> Absolute {
    let mut parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
    if parts.clone().any(|part| part == "..") {
        return Absolute::Traversal;
    }
    match parts.next() {
        Some("in") => Absolute::Input(parts.collect::<Vec<_>>().join("/")),
        Some("out") => Absolute::Output(parts.collect::<Vec<_>>().join("/")),
        Some("dev") => Absolute::Device,
        Some(root) if HOST_ROOTS.contains(&root) => Absolute::Host,
        _ => Absolute::Elsewhere,
    }
}

/// Checks one word, and notes the places that it names.
pub(crate) fn word(
    word: &Word,
    origin: Origin<'_>,
    places: &mut Places,
    found: &mut RequestFindings,
) {
    let text = word.text();
    let mut reported = Vec::new();
    let mut report = |rule: Rule| {
        if reported.contains(&rule) {
            return;
        }
        reported.push(rule);
        let message = match rule {
            Rule::PathHost => "a place of the host: only `/in` and `/out` may be named",
            Rule::PathTraversal => "a path with a `..` component",
            Rule::PathDevice => "a path under `/dev`",
            _ => "an absolute path outside `/in` and `/out`",
        };
        found.add(rule, origin.at(word.at()), message);
    };
    if names_host(text) || names_home(text, &|offset| word.is_quoted(offset)) {
        report(Rule::PathHost);
    }
    let (rest, urls) = without_urls(text);
    for url in &urls {
        if url.is_local() {
            report(Rule::PathHost);
        } else if url.rest.split(['/', '\\', '?', '#']).any(|part| part == "..") {
            report(Rule::PathTraversal);
        }
    }
    let value = text.find('=').map(|index| index + 1);
    let mut offset = 0;
    for piece in rest.split(|c: char| is_separator(c)) {
        let starts = offset == 0 || Some(offset) == value;
        offset += piece.len() + 1;
        // An option with its value attached, as in `-I/in/lib`.
        let attached = piece
            .strip_prefix('-')
            .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()))
            .filter(|rest| rest.starts_with('/'));
        let (path, starts) = attached.map_or((piece, starts), |path| (path, false));
        if !path.starts_with('/') {
            if path.split(['/', '\\']).any(|part| part == "..") {
                report(Rule::PathTraversal);
            }
            continue;
        }
        match absolute(path) {
            Absolute::Traversal => report(Rule::PathTraversal),
            Absolute::Input(below) => places.inputs.push(below),
            Absolute::Output(below) => places.outputs.push(below),
            Absolute::Device => report(Rule::PathDevice),
            Absolute::Host => report(Rule::PathHost),
            Absolute::Elsewhere if starts => report(Rule::PathOutsideSandbox),
            Absolute::Elsewhere => {}
        }
    }
}

fn is_separator(c: char) -> bool {
    " \t,;=:|()<>\"'[]{}&@".contains(c)
}

/// `file:` URLs, drives, network shares and control sockets.
pub(crate) fn names_host(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    if lower.contains("file:/") || SOCKETS.iter().any(|socket| lower.contains(socket)) {
        return true;
    }
    let mut before_last = None;
    let mut last: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let starts = before_last.is_none_or(|c: char| !c.is_alphanumeric());
        let drive = c == ':'
            && starts
            && match next {
                Some('\\') => last.is_some_and(|letter| letter.is_ascii_alphabetic()),
                Some('/') => last.is_some_and(|letter| letter.is_ascii_uppercase()),
                _ => false,
            };
        let share = c == '\\'
            && last == Some('\\')
            && before_last.is_none_or(is_separator)
            && next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '?'));
        if drive || share {
            return true;
        }
        (before_last, last) = (last, Some(c));
    }
    false
}

/// The home folder of the user or of another.
pub(crate) fn names_home(text: &str, is_quoted: &dyn Fn(usize) -> bool) -> bool {
    let mut before = None;
    for (offset, c) in text.char_indices() {
        if c == '~' && before.is_none_or(|c| " \t=:,;".contains(c)) {
            let next = text.get(offset + 1..).and_then(|rest| rest.chars().next());
            let alone = next.is_none_or(|c| c == '/' || " \t=:,;".contains(c));
            if !is_quoted(offset) || alone {
                return true;
            }
        }
        before = Some(c);
    }
    false
}

/// A URL in a text.
pub(crate) struct Url<'a> {
    pub(crate) scheme: &'a str,
    /// What stands after the two slashes.
    pub(crate) rest: &'a str,
}

impl Url<'_> {
    /// Whether it leads to a file or a socket of the host rather than to a network.
    fn is_local(&self) -> bool {
        ["file", "unix"].iter().any(|scheme| self.scheme.eq_ignore_ascii_case(scheme))
    }
}

/// The text with its URLs blanked out, byte for byte, and the URLs.
pub(crate) fn without_urls(text: &str) -> (String, Vec<Url<'_>>) {
    let mut left = String::with_capacity(text.len());
    let mut urls = Vec::new();
    let mut rest = text;
    while let Some(index) = rest.find("://") {
        let before = rest.get(..index).unwrap_or_default();
        let after = rest.get(index + 3..).unwrap_or_default();
        let scheme_length = before
            .bytes()
            .rev()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(byte))
            .count();
        let start = index - scheme_length;
        let scheme = rest.get(start..index).unwrap_or_default();
        if !scheme.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            // No scheme, no URL: what stands here is checked as a path.
            left.push_str(before);
            left.push_str("://");
            rest = after;
            continue;
        }
        let end = after
            .find(|c: char| c.is_whitespace() || ",;|()<>\"'[]{}`".contains(c))
            .unwrap_or(after.len());
        urls.push(Url { scheme, rest: after.get(..end).unwrap_or_default() });
        left.push_str(rest.get(..start).unwrap_or_default());
        left.extend(std::iter::repeat_n(' ', scheme_length + 3 + end));
        rest = after.get(end..).unwrap_or_default();
    }
    left.push_str(rest);
    (left, urls)
}

/// Whether the URLs of the arguments lead to hosts that are allowed.
pub(crate) fn urls(
    arguments: &[Word],
    origin: Origin<'_>,
    fields: &Fields,
    found: &mut RequestFindings,
) {
    for word in arguments {
        for url in without_urls(word.text()).1.iter().filter(|url| !url.is_local()) {
            let at = origin.at(word.at());
            match fields.allowlist {
                Some(true) if !is_allowed(url, &fields.hosts) => {
                    let message = "a URL whose host `network_allowlist` does not name";
                    found.add(Rule::NetUrlNotAllowlisted, at, message);
                }
                Some(false) => {
                    found.add(Rule::NetUrlInCommand, at, "a URL, although `network` is `none`");
                }
                _ => {}
            }
        }
    }
}

fn is_allowed(url: &Url<'_>, hosts: &[String]) -> bool {
    let authority = url.rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let address = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let (host, port) = match address.split_once(':') {
        Some((host, port)) => (host, port),
        None if url.scheme.eq_ignore_ascii_case("https") => (address.as_str(), "443"),
        None if url.scheme.eq_ignore_ascii_case("http") => (address.as_str(), "80"),
        None => (address.as_str(), ""),
    };
    hosts.iter().any(|entry| match entry.split_once(':') {
        Some((allowed, allowed_port)) => allowed == host && allowed_port == port,
        None => entry == host,
    })
}
