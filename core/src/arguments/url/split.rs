//! An address in its parts, as clients split it.

use alloc::{borrow::Cow, string::String};

use crate::arguments::headed::{Headed, headed};
use crate::arguments::steps::step;

/// What kind of address a scheme makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `http` and its kin.
    Web,
    File,
    /// A scheme that runs something or talks to what is no web server.
    Refused,
    /// Another scheme.
    Other,
    /// No scheme, and perhaps a host.
    Guessed,
    /// A path or a query alone.
    Relative,
}

/// An address in parts.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) kind: Kind,
    /// Between the slashes and the path, without a user.
    pub(super) authority: Option<&'a str>,
    /// The same with the user, up to where another client would end it.
    wide_authority: &'a str,
    pub(super) path: &'a str,
    pub(super) query: Option<&'a str>,
    /// Whether clients differ about it.
    pub(super) is_ambiguous: bool,
}

impl<'a> Parts<'a> {
    /// The host for a client that takes a back-slash for a letter of the user.
    pub(super) fn host_behind_backslash(&self) -> Option<&'a str> {
        let is_other = self.wide_authority.contains('\\');
        is_other.then(|| self.wide_authority.rsplit(['@', '\\']).next())?
    }

    /// Whatever else a client might take for the host.
    pub(super) fn other_hosts(&self) -> impl Iterator<Item = &'a str> {
        let is_plain = !self.wide_authority.contains(['@', '\\']);
        let wide = if is_plain { "" } else { self.wide_authority };
        wide.split(['@', '\\']).filter(|part| !part.is_empty())
    }
}

/// An address without what clients take out of it.
pub(super) struct Cleaned<'a> {
    pub(super) text: Cow<'a, str>,
    /// Whether it held control characters or blanks.
    pub(super) is_odd: bool,
}

/// Takes out what clients ignore: blanks around the address, and line ends and tabs in it.
pub(super) fn clean(text: &str) -> Cleaned<'_> {
    step(text.len());
    // Blanks and line ends around an address are everyday.
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    let is_odd = text
        .chars()
        .any(|c| c.is_control() || c.is_whitespace() || crate::characters::is_bidi_control(c));
    let text = text.trim_matches(|c: char| c <= ' ');
    let text = if text.contains(['\t', '\n', '\r']) {
        let kept = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
        Cow::Owned(kept.collect::<String>())
    } else {
        Cow::Borrowed(text)
    };
    Cleaned { text, is_odd }
}

/// Splits an address.
pub(super) fn split(text: &str) -> Parts<'_> {
    step(text.len());
    let (scheme, rest) = scheme_of(text);
    let kind = scheme.map_or(Kind::Guessed, kind_of);
    match kind {
        Kind::File | Kind::Refused => Parts { kind, ..Parts::bare(rest) },
        Kind::Web => with_authority(kind, rest, true),
        Kind::Other if rest.starts_with("//") => with_authority(kind, rest, true),
        Kind::Other => Parts { kind, ..Parts::bare(rest) },
        Kind::Guessed | Kind::Relative => without_scheme(rest),
    }
}

impl<'a> Parts<'a> {
    const fn bare(path: &'a str) -> Self {
        Self {
            kind: Kind::Relative,
            authority: None,
            wide_authority: "",
            path,
            query: None,
            is_ambiguous: false,
        }
    }
}

/// The scheme and what follows it. `host:8080/x` has none.
fn scheme_of(text: &str) -> (Option<&str>, &str) {
    let Some((scheme, rest)) = text.split_once(':') else { return (None, text) };
    let is_scheme = scheme.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte));
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let port = rest.get(..end).unwrap_or_default();
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let is_known = !matches!(kind_of(scheme), Kind::Other);
    if is_scheme && (is_known || !is_port) { (Some(scheme), rest) } else { (None, text) }
}

fn kind_of(scheme: &str) -> Kind {
    const SCHEMES: Headed = headed!(
        "web: http https ws wss ftp ftps
         file: file
         refused: acap blob chrome chrome-extension compress.zlib content data dict expect feed filesystem \
                  finger glob gopher gophers http+unix imap imaps intent jar javascript ldap ldaps livescript \
                  local_file mhtml mocha ms-settings netdoc nfs nntp ogg phar php pop3 rar res resource \
                  rlogin smb smbs smtp smtps telnet tftp unix url vbscript view-source zip zlib"
    );
    match SCHEMES.of_any_case(scheme) {
        Some(b'w') => Kind::Web,
        Some(b'f') => Kind::File,
        Some(_) => Kind::Refused,
        None => Kind::Other,
    }
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// What follows the scheme of an address with a host: clients take any number of slashes for two.
fn with_authority(kind: Kind, rest: &str, needs_slashes: bool) -> Parts<'_> {
    let slashes = rest.bytes().take_while(|byte| is_slash(*byte)).count();
    let head = rest.get(..slashes).unwrap_or_default();
    let body = rest.get(slashes..).unwrap_or_default();
    // Where the authority ends for those who take a back-slash for a slash, and for those who do not.
    let end = body.find(['/', '\\', '?', '#']).unwrap_or(body.len());
    let wide_end = body.find(['/', '?', '#']).unwrap_or(body.len());
    let (authority, tail) = body.split_at_checked(end).unwrap_or((body, ""));
    let wide_authority = body.get(..wide_end).unwrap_or_default();
    let (path, query) = path_and_query(tail);
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let has_user = authority.contains('@');
    let has_backslash = head.contains('\\') || path.contains('\\');
    Parts {
        kind,
        authority: Some(host),
        wide_authority,
        path,
        query,
        is_ambiguous: (needs_slashes && head != "//") || has_user || has_backslash,
    }
}

/// An address without a scheme: of another host, of this one, or a host without its scheme.
fn without_scheme(text: &str) -> Parts<'_> {
    let slashes = text.bytes().take_while(|byte| is_slash(*byte)).count();
    if slashes >= 2 {
        return with_authority(Kind::Web, text, true);
    }
    if text.starts_with(['/', '\\', '?', '#', '.']) || text.is_empty() {
        let (path, query) = path_and_query(text);
        let is_ambiguous = path.contains('\\');
        return Parts { query, is_ambiguous, ..Parts::bare(path) };
    }
    let end = text.find(['/', '\\', '?', '#']).unwrap_or(text.len());
    let head = text.get(..end).unwrap_or_default();
    // `git@host:path`, as other tools write it.
    let is_remote = head
        .split_once('@')
        .and_then(|(_, host)| host.split_once(':'))
        .is_some_and(|(_, path)| !path.bytes().all(|byte| byte.is_ascii_digit()));
    if is_remote {
        let host = head.split_once('@').map_or(head, |(_, host)| host);
        let host = host.split_once(':').map_or(host, |(host, _)| host);
        return Parts { kind: Kind::Other, authority: Some(host), ..Parts::bare("") };
    }
    with_authority(Kind::Guessed, text, false)
}

/// A path and its query. What follows `#` stays with the client.
fn path_and_query(text: &str) -> (&str, Option<&str>) {
    let text = text.split('#').next().unwrap_or(text);
    match text.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (text, None),
    }
}
