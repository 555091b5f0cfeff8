//! A host as clients read it: an address of four or sixteen bytes, or a name.

use alloc::string::{String, ToString};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::address::{self, Reach};
use super::{compat, ipv4, name, punycode};
use crate::arguments::steps::step;

/// A host and how it was written.
pub(super) struct Host {
    address: Option<IpAddr>,
    /// What a client that reads the numbers otherwise would ask.
    other: Option<Ipv4Addr>,
    /// In lower case, each label as people read it.
    name: String,
    /// Whether clients differ about it.
    pub(super) is_odd: bool,
    has_port: bool,
}

/// Reads the host of an authority without its user.
pub(super) fn read(authority: &str) -> Host {
    step(authority.len());
    if let Some(inner) = authority.strip_prefix('[') {
        return in_brackets(inner);
    }
    // Sixteen bytes without brackets: some clients take them.
    if let Ok(address) = authority.parse::<Ipv6Addr>() {
        return Host { is_odd: true, ..of_ipv6(address, authority) };
    }
    let (text, port) = match authority.rsplit_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let has_odd_port = port.is_some_and(|port| !port.bytes().all(|byte| byte.is_ascii_digit()));
    let decoded = compat::decode(text);
    let plain = decoded.text.strip_suffix('.').unwrap_or(&decoded.text);
    let number = ipv4::read(plain);
    let is_odd = has_odd_port || decoded.is_odd || plain.is_empty() || !name::is_possible(plain);
    let mut host = Host {
        address: None,
        other: None,
        name: punycode::to_unicode(plain),
        is_odd,
        has_port: port.is_some_and(|port| !port.is_empty()),
    };
    if let Some(number) = number {
        host.address = number.address.map(IpAddr::V4);
        host.other = number.other;
        host.is_odd |= !number.is_plain || plain.len() < decoded.text.len();
    }
    host
}

/// `[...]`, perhaps with a port behind it and a zone in it.
fn in_brackets(inner: &str) -> Host {
    let (text, rest) = inner.split_once(']').unwrap_or((inner, "?"));
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let has_odd_end = !rest.is_empty() && !rest.strip_prefix(':').is_some_and(is_port);
    let (text, zone) = text.split_once('%').map_or((text, None), |(text, zone)| (text, Some(zone)));
    match text.parse::<Ipv6Addr>() {
        Ok(address) => {
            let host = of_ipv6(address, text);
            Host { is_odd: host.is_odd || has_odd_end || zone.is_some(), ..host }
        }
        Err(_) => Host {
            address: None,
            other: None,
            name: String::from(text),
            is_odd: true,
            has_port: false,
        },
    }
}

/// An address of sixteen bytes; one of four that is folded into it is unfolded.
fn of_ipv6(address: Ipv6Addr, text: &str) -> Host {
    let inner = address::inner(address);
    // Four bytes in their plain form say what they are.
    let is_plain = inner.is_none_or(|inner| inner.is_mapped && text.contains('.'));
    Host {
        address: Some(inner.map_or(IpAddr::V6(address), |inner| IpAddr::V4(inner.address))),
        other: None,
        name: String::new(),
        is_odd: !is_plain,
        has_port: false,
    }
}

impl Host {
    /// The host in one form.
    pub(super) fn to_text(&self) -> String {
        self.address.map_or_else(|| self.name.clone(), |address| address.to_string())
    }

    /// The name, if it is no number.
    pub(super) fn name(&self) -> Option<&str> {
        self.address.is_none().then_some(&self.name)
    }

    /// Whether a text without a scheme can be meant as a host.
    pub(super) fn looks_like_host(&self) -> bool {
        self.address.is_some()
            || self.has_port
            || self.name.contains('.')
            || self.reach() != Reach::Outside
    }

    /// Where the host is.
    pub(super) fn reach(&self) -> Reach {
        let other = self.other.map_or(Reach::Outside, |other| address::reach(IpAddr::V4(other)));
        let reach = match self.address {
            Some(address) => address::reach(address),
            None => name::reach(&self.name),
        };
        reach.max(other)
    }

    /// The address, if it is a number.
    pub(super) const fn address(&self) -> Option<IpAddr> {
        self.address
    }
}
