//! Names of hosts.

use super::address::Reach;

/// Names under which clouds serve a machine's keys.
const METADATA: [&str; 11] = [
    "instance-data",
    "instance-data.ec2.internal",
    "metadata",
    "metadata.azure.internal",
    "metadata.ec2.internal",
    "metadata.goog",
    "metadata.google.internal",
    "metadata.packet.net",
    "metadata.platformequinix.com",
    "metadata.tencentyun.com",
    "rancher-metadata",
];

const LOOPBACK: [&str; 5] =
    ["localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback", "localhost6"];

/// Where a name leads, as far as a name says.
pub(super) fn reach(name: &str) -> Reach {
    if METADATA.contains(&name) {
        Reach::Metadata
    } else if LOOPBACK.contains(&name) || name.ends_with(".localhost") {
        Reach::Loopback
    } else {
        Reach::Outside
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
