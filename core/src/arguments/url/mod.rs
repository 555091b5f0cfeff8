//! Addresses: the scheme, the host as clients read it, and data that a query would carry away.
//!
//! Names are not resolved: one that points inside is not seen.

mod address;
mod compat;
mod data;
mod host;
mod hosts;
mod ipv4;
pub(crate) mod labels;
mod name;
mod pattern;
mod percent;
mod punycode;
mod signed;
mod split;

#[cfg(test)]
mod tests;

use alloc::string::String;

use super::{
    effect::{Finding, Sink},
    path,
    steps::step,
    tables::text::MAX_BYTES,
};
use address::Reach;
use host::Host;
pub(crate) use hosts::HostSet;
pub(crate) use pattern::host_pattern;
use split::{Kind, Parts};

/// What the operator said about hosts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hosts<'a> {
    /// Hosts that are fine. They may be addresses inside.
    pub(crate) allow: &'a HostSet,
    /// Hosts that are not.
    pub(crate) deny: &'a HostSet,
    /// Whether no other host than those in `allow` is.
    pub(crate) only: bool,
}

impl Default for Hosts<'_> {
    fn default() -> Self {
        Self { allow: HostSet::NONE, deny: HostSet::NONE, only: false }
    }
}

/// Reads an address, and says whether it is a file of the host: a read of it is not public.
pub(crate) fn read(
    text: &str,
    place: path::Place,
    hosts: Hosts<'_>,
    roots: &[path::Folder],
    sink: &mut dyn Sink,
) -> bool {
    if text.len() > MAX_BYTES {
        sink.finding(Finding::TooComplex);
        return false;
    }
    let cleaned = split::clean(text);
    let parts = split::split(&cleaned.text);
    match parts.kind {
        Kind::File => return path::read(&cleaned.text, place, roots, sink),
        Kind::Refused => {
            sink.finding(Finding::UrlScheme);
            return false;
        }
        Kind::Web | Kind::Guessed | Kind::Other | Kind::Relative => {}
    }
    let is_web = parts.kind != Kind::Other;
    if is_web && (cleaned.is_odd || parts.is_ambiguous) {
        sink.finding(Finding::UrlAmbiguous);
    }
    if let Some(authority) = parts.authority {
        read_host(authority, &parts, hosts, sink);
    }
    let host = || parts.authority.map(|it| host::read(it).to_text()).unwrap_or_default();
    if is_web && parts.query.is_some_and(|query| data::carries_data(query, &host())) {
        sink.finding(Finding::DataInUrl);
    }
    false
}

/// Reads the host, and everything that some client might take for it.
fn read_host(authority: &str, parts: &Parts<'_>, hosts: Hosts<'_>, sink: &mut dyn Sink) {
    let host = host::read(authority);
    let is_web = parts.kind != Kind::Other;
    // Without a scheme, a single word is a host only for the operator who names all hosts.
    let is_host = parts.kind != Kind::Guessed || host.looks_like_host() || hosts.only;
    if !is_host {
        return;
    }
    let is_allowed = hosts.allow.holds(&host);
    let is_denied = hosts.deny.holds(&host);
    // Where clients differ about the host, each has to be one that is fine.
    let second = parts.host_behind_backslash().map(host::read);
    let is_second_wrong = second
        .is_some_and(|host| hosts.deny.holds(&host) || (hosts.only && !hosts.allow.holds(&host)));
    if is_denied || is_second_wrong || (hosts.only && !is_allowed) {
        sink.finding(Finding::HostNotAllowed);
    }
    if !is_web {
        // Other schemes are nothing, but that address is what it is: `git://169.254.169.254`. A single word may be
        // the name of a bucket.
        let is_known = host.name().is_none_or(|name| name.contains('.'));
        if is_known && host.reach() == Reach::Metadata && !is_allowed {
            sink.finding(Finding::MetadataAddress);
        }
        return;
    }
    if host.is_odd {
        sink.finding(Finding::UrlAmbiguous);
    }
    let others = parts.other_hosts().any(|other| {
        let other = host::read(other);
        other.reach() == Reach::Metadata && !hosts.allow.holds(&other)
    });
    match host.reach() {
        Reach::Metadata if !is_allowed || is_denied => sink.finding(Finding::MetadataAddress),
        Reach::Loopback => sink.finding(Finding::LoopbackAddress),
        Reach::Private => sink.finding(Finding::PrivateAddress),
        _ => {}
    }
    if others {
        sink.finding(Finding::MetadataAddress);
    }
    read_labels(&host, sink);
}

fn read_labels(host: &Host, sink: &mut dyn Sink) {
    let Some(name) = host.name() else { return };
    for label in name.split('.') {
        step(1);
        let seen = labels::read(label);
        if seen.is_lookalike {
            sink.finding(Finding::Lookalike);
        }
        if seen.is_international {
            sink.finding(Finding::UrlPunycode);
        }
        if seen.is_broken {
            sink.finding(Finding::UrlAmbiguous);
        }
        if data::is_data_label(label) {
            sink.finding(Finding::DataInUrl);
        }
    }
}

/// The path of an address, without its query.
pub(crate) fn path_of(url: &str) -> &str {
    split::split(url.trim()).path
}

/// The values of a parameter in the query of an address, written out.
pub(crate) fn values_of<'t>(url: &'t str, name: &'t str) -> impl Iterator<Item = String> + 't {
    step(url.len());
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    query.split(['&', ';']).filter_map(move |parameter| {
        let (key, value) = parameter.split_once('=')?;
        let is_named = key.eq_ignore_ascii_case(name)
            || (key.contains('%') && percent::written_out(key).eq_ignore_ascii_case(name));
        is_named.then(|| percent::written_out(&value.replace('+', " ")))
    })
}

/// Whether an address can be read in one way alone, and holds no `..`: it means what it says.
pub(crate) fn is_plain(url: &str) -> bool {
    let cleaned = split::clean(url);
    let parts = split::split(&cleaned.text);
    let host = parts.authority.map(host::read);
    let is_climbing = path::climbs(parts.path);
    parts.kind == Kind::Web
        && !cleaned.is_odd
        && !parts.is_ambiguous
        && host.is_some_and(|host| !host.is_odd)
        && !is_climbing
}

/// An address taken apart.
pub(crate) struct Address {
    /// In lower case; empty if there is none.
    pub(crate) scheme: String,
    /// In one form.
    pub(crate) host: String,
    pub(crate) port: String,
    /// Without the query.
    pub(crate) path: String,
    /// Whether it can be read in one way alone.
    pub(crate) is_plain: bool,
}

/// Takes an address apart, if it names a host.
pub(crate) fn take_apart(text: &str) -> Option<Address> {
    let cleaned = split::clean(text);
    let parts = split::split(&cleaned.text);
    let authority = parts.authority?;
    let host = host::read(authority);
    let scheme = cleaned.text.split_once("://").map_or("", |(scheme, _)| scheme);
    let behind = authority.rsplit(']').next().unwrap_or_default();
    let port = behind.rsplit_once(':').map_or("", |(_, port)| port);
    let is_sure = matches!(parts.kind, Kind::Web | Kind::Other);
    Some(Address {
        scheme: scheme.to_ascii_lowercase(),
        host: host.to_text(),
        port: String::from(port),
        path: String::from(parts.path),
        is_plain: is_sure
            && !cleaned.is_odd
            && !parts.is_ambiguous
            && !host.is_odd
            && !path::climbs(parts.path),
    })
}

/// Whether a text begins as addresses do, so that it is read as one and never as a name.
pub(crate) fn is_address(text: &str) -> bool {
    let cleaned = split::clean(text);
    let kind = split::split(&cleaned.text).kind;
    text.contains("://") || text.starts_with("//") || matches!(kind, Kind::Web | Kind::File)
}

/// The domain of a mail address in one form, if it can be read in one way alone.
pub(crate) fn domain(text: &str) -> Option<String> {
    let host = host::read(text);
    (!host.is_odd).then(|| host.to_text())
}

/// The host of an address in one form: numbers as numbers, a name in lower case and written out.
pub(crate) fn host_of(url: &str) -> Option<String> {
    let cleaned = split::clean(url);
    split::split(&cleaned.text).authority.map(|authority| host::read(authority).to_text())
}
