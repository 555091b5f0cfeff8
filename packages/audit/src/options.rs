//! What an operator can choose.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How a log is kept.
#[derive(Debug, Clone)]
pub struct AuditOptions {
    /// When lines are forced to the disk.
    pub fsync: Fsync,
    /// Begin a new file before the log gets larger than so many bytes; at least 4096 count.
    pub rotate: Option<u64>,
    /// How many former files to keep; the oldest beyond that are deleted.
    pub keep: Option<usize>,
    /// Read the whole file when it is opened, not only what follows the head. A line that was changed
    /// long ago is then found at the start and not only by [`verify`](crate::verify()).
    pub read_whole: bool,
    /// What to do about a log that is not as it was left.
    pub on_damage: OnDamage,
    /// The time in Unix milliseconds. It is written down and never relied on.
    pub clock: fn() -> i64,
}

/// When lines are forced to the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fsync {
    /// Before an append returns. What was acknowledged survives a loss of power. Threads that append
    /// at the same time share one sync.
    Always,
    /// So often, by a thread of its own. A loss of power may cost what came since; the death of the
    /// process costs nothing.
    Interval(Duration),
    /// When the operating system likes to.
    Never,
}

/// What to do about a log that is not as it was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDamage {
    /// Refuse to open it.
    Refuse,
    /// Move it aside as `<file>.broken-<n>` and begin a new chain with a record that says so.
    Restart,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self {
            fsync: Fsync::Always,
            rotate: None,
            keep: None,
            read_whole: true,
            on_damage: OnDamage::Refuse,
            clock: system_clock,
        }
    }
}

fn system_clock() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(error) => i64::try_from(error.duration().as_millis()).map_or(i64::MIN, |ms| -ms),
    }
}
