//! Whether and whereto a request may reach out.

use std::collections::BTreeSet;

use super::{
    reader::{FieldReader, Single},
    values::Fields,
    words,
};
use crate::tool_request::RequestRule as Rule;
use crate::tool_request::read::front::Value;

pub(crate) fn read(reader: &mut FieldReader<'_>, fields: &mut Fields) {
    fields.allowlist = match reader.single("network") {
        Single::Empty if reader.front.get("network").is_none() => Some(false),
        Single::Text("none") => Some(false),
        Single::Text("allowlist") => Some(true),
        Single::Faulty => None,
        _ => {
            reader.add(Rule::NetValue, "network", "`network` is neither `none` nor `allowlist`");
            None
        }
    };
    let list = reader.front.get("network_allowlist").map(|entry| &entry.value);
    let entries = reader.front.list("network_allowlist").len();
    match fields.allowlist {
        Some(true) if entries == 0 && matches!(list, None | Some(Value::List(_))) => reader.add(
            Rule::NetAllowlistMissing,
            "network_allowlist",
            "`network` is `allowlist`, but `network_allowlist` names no host",
        ),
        Some(false) if entries > 0 => reader.add(
            Rule::NetAllowlistUnexpected,
            "network_allowlist",
            "`network` is `none`, but `network_allowlist` has entries",
        ),
        _ => {}
    }

    let mut seen = BTreeSet::new();
    for scalar in reader.texts("network_allowlist") {
        let host = scalar.text.trim_matches(' ');
        if let Some((rule, message)) = fault(host) {
            reader.found.add(rule, scalar.at, message);
        } else if !seen.insert(host) {
            let message = "a host that `network_allowlist` names twice";
            reader.found.add(Rule::NetDuplicateHost, scalar.at, message);
        }
        fields.hosts.push(host.to_owned());
    }
}

/// Why this may not stand in an allowlist, if it may not.
fn fault(entry: &str) -> Option<(Rule, &'static str)> {
    if entry.contains('*') || entry.starts_with('.') {
        return Some((Rule::NetWildcard, "a pattern or a suffix; every host is named in full"));
    }
    let lower = entry.to_ascii_lowercase();
    let (host, port) = match lower.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') && !port.contains('/') => (host, Some(port)),
        _ => (lower.as_str(), None),
    };
    let bracketed = lower.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    if is_inner(bracketed.map_or(host, |(address, _)| address)) {
        return Some((
            Rule::NetForbiddenHost,
            "a host of this machine, a private network or a cloud's metadata, or a single label",
        ));
    }
    let port_fits = port.is_none_or(|port| {
        !port.starts_with('0')
            && port.bytes().all(|byte| byte.is_ascii_digit())
            && port.parse::<u16>().is_ok_and(|port| port > 0)
    });
    let labels_fit = host.len() <= 253 && host.split('.').all(is_label);
    let last_is_number = host.rsplit('.').next().is_none_or(|last| {
        last.starts_with("0x") || last.bytes().all(|byte| byte.is_ascii_digit())
    });
    if entry != lower || !port_fits || !labels_fit || last_is_number {
        return Some((
            Rule::NetHostFormat,
            "no lower-case host name of two or more labels with an optional port",
        ));
    }
    None
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether this names the machine itself, a network around it, or what a cloud serves to it.
fn is_inner(host: &str) -> bool {
    let bare = host.trim_end_matches('.');
    if !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        // A single label, among them `localhost` and an address written as one number.
        return true;
    }
    if words::METADATA_HOSTS.contains(&bare)
        || [".localhost", ".local", ".internal", ".localdomain"]
            .iter()
            .any(|suffix| bare.ends_with(suffix))
    {
        return true;
    }
    if let Ok(address) = bare.parse::<std::net::Ipv4Addr>() {
        return is_inner_v4(address);
    }
    if let Ok(address) = bare.parse::<std::net::Ipv6Addr>() {
        let first = address.segments().first().copied().unwrap_or(0);
        return address.is_loopback()
            || address.is_unspecified()
            || first & 0xFE00 == 0xFC00
            || first & 0xFFC0 == 0xFE80
            || address.to_ipv4_mapped().is_some_and(is_inner_v4);
    }
    // An address with octal, hexadecimal or missing parts, which resolvers still take for one.
    bare.split('.').all(|part| {
        let hex = part
            .strip_prefix("0x")
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit()));
        !part.is_empty() && (hex || part.bytes().all(|byte| byte.is_ascii_digit()))
    }) && bare.split('.').count() < 4
}

fn is_inner_v4(address: std::net::Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || first == 0
        || (first == 100 && second & 0xC0 == 64)
}
