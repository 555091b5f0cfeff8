//! How much of one caller a server over HTTP holds, and for how long; and which names it answers to.

use std::time::Duration;

use crate::MAX_MESSAGE;

/// The limits of a server over HTTP.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// Names besides those of this machine that may stand in `Host`, and as the host of a page in `Origin`.
    pub allowed_hosts: Vec<String>,
    /// Connections that are open at once. What connects beyond that is turned away.
    pub max_connections: usize,
    /// The request line and the header fields together.
    pub max_head_bytes: usize,
    /// Longer messages are not read.
    pub max_body_bytes: usize,
    /// How long a head may take to arrive, and how long an answer may wait to be read.
    pub head_time: Duration,
    /// How long a body may take to arrive.
    pub body_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            allowed_hosts: Vec::new(),
            max_connections: 256,
            max_head_bytes: 64 << 10,
            max_body_bytes: MAX_MESSAGE,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
        }
    }
}
