//! Where an address of numbers leads.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Where a host is, from outside in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    Outside,
    /// In a private network.
    Private,
    /// This machine.
    Loopback,
    /// The service that tells a machine of a cloud its keys.
    Metadata,
}

/// An address of four bytes in one of sixteen.
#[derive(Clone, Copy)]
pub(super) struct Inner {
    pub(super) address: Ipv4Addr,
    /// Whether it is the form that says no more than that.
    pub(super) is_mapped: bool,
}

/// The four bytes that a translated or tunnelled address holds.
pub(super) fn inner(address: Ipv6Addr) -> Option<Inner> {
    let four = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    let (address, is_mapped) = match address.segments() {
        [0, 0, 0, 0, 0, 0xFFFF, high, low] => (four(high, low), true),
        // `::` and `::1` are addresses of their own.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => return None,
        [0, 0, 0, 0, 0, 0, high, low] => (four(high, low), false),
        [0, 0, 0, 0, 0xFFFF, 0, high, low] => (four(high, low), false),
        [0x64, 0xFF9B, 0, 0, 0, 0, high, low] => (four(high, low), false),
        [0x64, 0xFF9B, 1, .., high, low] => (four(high, low), false),
        [0x2002, high, low, ..] => (four(high, low), false),
        _ => return None,
    };
    Some(Inner { address, is_mapped })
}

/// Where an address leads.
pub(super) fn reach(address: IpAddr) -> Reach {
    match address {
        IpAddr::V4(address) => reach_v4(address),
        IpAddr::V6(address) => reach_v6(address),
    }
}

const fn reach_v4(address: Ipv4Addr) -> Reach {
    match address.octets() {
        [169, 254, ..] | [100, 100, 100, 200] | [192, 0, 0, 192] | [168, 63, 129, 16] => {
            Reach::Metadata
        }
        [0 | 127, ..] => Reach::Loopback,
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] => Reach::Private,
        _ => Reach::Outside,
    }
}

const fn reach_v6(address: Ipv6Addr) -> Reach {
    match address.segments() {
        [0xFE80..=0xFEBF, ..]
        | [0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x254]
        | [0xFD20, 0xCE, 0, 0, 0, 0, 0, 0x254] => Reach::Metadata,
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => Reach::Loopback,
        [0xFC00..=0xFDFF | 0xFEC0..=0xFEFF, ..] => Reach::Private,
        _ => Reach::Outside,
    }
}
