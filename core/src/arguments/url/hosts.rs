//! Hosts that an operator names, put in the form in which hosts are compared, once.

use alloc::{string::String, vec::Vec};
use core::net::IpAddr;

use super::host::Host;
use super::pattern::host_pattern;
use crate::arguments::steps::step;

/// A list of hosts: `api.example`, `*.api.example`, `10.0.0.1`, `*`.
#[derive(Debug, Clone, Default)]
pub(crate) struct HostSet {
    has_all: bool,
    addresses: Vec<IpAddr>,
    /// Sorted.
    names: Vec<String>,
    /// The names below which any host is in, sorted.
    above: Vec<String>,
}

impl HostSet {
    /// No host at all.
    pub(crate) const NONE: &'static Self =
        &Self { has_all: false, addresses: Vec::new(), names: Vec::new(), above: Vec::new() };

    pub(crate) fn new(rules: &[String]) -> Self {
        let mut set = Self::default();
        for rule in rules {
            set.has_all |= rule == "*";
            let address = rule.trim_start_matches('[').trim_end_matches(']');
            set.addresses.extend(address.parse::<IpAddr>());
            let rule = rule.strip_suffix('.').unwrap_or(rule);
            match rule.strip_prefix("*.") {
                Some(domain) => set.above.push(host_pattern(domain)),
                None => set.names.push(host_pattern(rule)),
            }
        }
        set.names.sort_unstable();
        set.above.sort_unstable();
        set
    }

    /// Whether a host is one of them. The time does not grow with the list.
    pub(super) fn holds(&self, host: &Host) -> bool {
        step(1);
        if self.has_all {
            return true;
        }
        let Some(name) = host.name() else {
            return host.address().is_some_and(|address| self.addresses.contains(&address));
        };
        let has = |list: &[String], name: &str| {
            list.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
        };
        if !name.is_empty() && has(&self.names, name) {
            return true;
        }
        !self.above.is_empty()
            && name.match_indices('.').any(|(at, dot)| {
                step(1);
                let domain = name.get(at.saturating_add(dot.len())..).unwrap_or_default();
                at > 0 && !domain.is_empty() && has(&self.above, domain)
            })
    }
}
