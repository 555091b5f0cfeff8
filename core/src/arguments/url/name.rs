//! Names of hosts.

use super::address::Reach;
use crate::arguments::headed::{Headed, headed};

/// Names under which clouds serve a machine's keys, and those of the machine itself.
const NAMES: Headed = headed!(
    "metadata: instance-data instance-data.ec2.internal metadata metadata.azure.internal metadata.ec2.internal \
               metadata.goog metadata.google.internal metadata.packet.net metadata.platformequinix.com \
               metadata.tencentyun.com rancher-metadata
     loopback: localhost localhost.localdomain ip6-localhost ip6-loopback localhost6"
);

/// Where a name leads, as far as a name says.
pub(super) fn reach(name: &str) -> Reach {
    match NAMES.of(name) {
        Some(b'm') => Reach::Metadata,
        Some(_) => Reach::Loopback,
        None if name.ends_with(".localhost") => Reach::Loopback,
        None => Reach::Outside,
    }
}

/// Whether a text can be the name of a host at all.
pub(super) fn is_possible(name: &str) -> bool {
    name.split('.').all(|label| {
        !label.is_empty()
            && label.len() <= 255
            && label
                .chars()
                .all(|c| !c.is_ascii() || c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    })
}
