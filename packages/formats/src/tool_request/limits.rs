//! What a host may set. A document can change none of it.

/// The bounds that a request has to keep to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most cores that may be asked for, in thousandths.
    pub max_cpu_thousandths: u32,
    /// The most memory that may be asked for, in MiB.
    pub max_memory_mb: u32,
    /// The longest time that may be asked for, in seconds.
    pub max_time_sec: u32,
    /// How old an approval may be, in seconds.
    pub max_approval_age_sec: u32,
    /// How far clocks may differ, in seconds.
    pub clock_skew_sec: u32,
}

impl Default for Limits {
    /// 16 cores, 64 GiB, one hour, seven days, five minutes.
    fn default() -> Self {
        Self {
            max_cpu_thousandths: 16_000,
            max_memory_mb: 65_536,
            max_time_sec: 3_600,
            max_approval_age_sec: 7 * 86_400,
            clock_skew_sec: 300,
        }
    }
}

/// What a check may know besides the bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CheckOptions<'a> {
    /// The base name of the file, if it came as one.
    pub file_name: Option<&'a str>,
    /// The time in Unix milliseconds, if there is a clock.
    pub now_ms: Option<i64>,
    /// The host's bounds.
    pub limits: Limits,
}
